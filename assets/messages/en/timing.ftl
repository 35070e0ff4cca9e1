# Cron expressions in words
schedule-say-text = { $text }
schedule-say-list = { $first }, { $second }
schedule-say-two = { $first } and { $second }
schedule-say-to = { $from } to { $until }
schedule-say-span = { $from } to { $until }
schedule-say-on = { $first }, { $second }
schedule-say-daily = every day
schedule-say-months = { $first }, in { $second }
schedule-say-also = { $first }, { $second }
schedule-say-of = { $first } of { $second }
schedule-say-within = { $first } from { $second }
schedule-say-at = at { $times }
schedule-say-secondly = every second
schedule-say-seconds = every { $count } seconds
schedule-say-at-seconds = at second { $seconds }
schedule-say-minutely = every minute
schedule-say-minutes = every { $count } minutes
schedule-say-at-minutes = at minute { $minutes }
schedule-say-hourly = every hour
schedule-say-hours = every { $count } hours
schedule-say-days = day { $days } of the month
schedule-say-or = { $first } or { $second }
schedule-say-if = { $first } if it is { $second }
schedule-month-1 = January
schedule-month-2 = February
schedule-month-3 = March
schedule-month-4 = April
schedule-month-5 = May
schedule-month-6 = June
schedule-month-7 = July
schedule-month-8 = August
schedule-month-9 = September
schedule-month-10 = October
schedule-month-11 = November
schedule-month-12 = December
schedule-weekday-1 = Monday
schedule-weekday-2 = Tuesday
schedule-weekday-3 = Wednesday
schedule-weekday-4 = Thursday
schedule-weekday-5 = Friday
schedule-weekday-6 = Saturday
schedule-weekday-7 = Sunday

# Times of the week and days off
schedule-window-bad = “{ $text }” is not a valid time window. Write mon-fri 8:00-20:00, or only days, or only times; separate several with commas.
schedule-holiday-bad = “{ $text }” is not a valid day. Write 2026-12-25, 12-25 for every year, or a range of two days with .. between them.
schedule-window-many = At most { $most } time windows and { $most } days off are allowed.
schedule-zone-unknown = There is no time zone “{ $text }”. Use its IANA name, such as Asia/Shanghai.
schedule-cron-date = Field “{ $field }”, character { $position }: day { $text } never occurs: the chosen months have at most { $most } days. Choose an earlier day or another month.

# How often a task runs
schedule-interval = every { $span }
schedule-interval-jitter = every { $span }, up to { $jitter } earlier or later

# What a task may not be
engine-task-name = A task name can have up to 100 characters.
engine-task-no-site = A task needs at least one site or tag.
engine-task-interval = This interval is not valid. Use one minute to ten years, with a random shift of at most half the interval.
engine-task-circle = These tasks would wait for each other forever: { $tasks }. Give one of them its own schedule.
engine-task-tag = “{ $tag }” is not a valid tag. Use 1 to 100 characters, without spaces at the ends.
engine-task-unknown = There is no task { $task }. “bowerbird schedule list” shows the numbers of all tasks.
schedule-cron-in-zone = { $words } ({ $zone })
schedule-after = after task { $task } ({ $title })
schedule-after-done = after task { $task } ({ $title }), if it succeeded
schedule-after-gone = after task { $task }, which was removed: never
