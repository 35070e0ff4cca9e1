# schedule
schedule-field-second = second
schedule-field-minute = minute
schedule-field-hour = hour
schedule-field-day = day of month
schedule-field-month = month
schedule-field-weekday = weekday
schedule-cron-empty = The schedule is empty. Enter five fields (minute, hour, day, month, weekday), such as “0 8 * * 1-5”, or @daily.
schedule-cron-count = A cron expression has five fields (minute, hour, day, month, weekday), or six with seconds first; this one has { $count }. For every day at 8:00, use “0 8 * * *”.
schedule-cron-nickname = “{ $text }” is not a known schedule. Use @hourly, @daily, @weekly, @monthly or @yearly, or five fields.
schedule-cron-value = Field “{ $field }”, character { $position }: “{ $text }” is not valid. Write a number, a range such as 1-5, a list such as 1,3 or * for every value; months and weekdays also by English name (jan, mon).
schedule-cron-range = Field “{ $field }”, character { $position }: { $text } is out of range ({ $low } to { $high }).
schedule-cron-backwards = Field “{ $field }”, character { $position }: the range { $text } runs backwards. Split it in two, such as 22-23,0-2.
schedule-cron-step = Field “{ $field }”, character { $position }: the step “{ $text }” is not valid. Write a number of at least 1 after the /, such as */15.
schedule-cron-special = Field “{ $field }”, character { $position }: “{ $text }” is a special character of other schedulers (L, W, #) and is not supported. Name the days by number or weekday.
schedule-cron-never = The date in “{ $text }” never occurs. Check the day against the month.
schedule-cron-unreadable = The schedule “{ $text }” is not valid: { $reason }.

# When the next run is, and what it may find
schedule-span-minutes = { $count } min
schedule-span-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
schedule-span-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
schedule-adaptive = based on how often the site changes, every { $min } to { $max }
schedule-next-in = next run in { $span }
schedule-next-now = next run now
schedule-news-day = about { $count } new per day
schedule-news-week = about { $count } new per week
schedule-news-month = about { $count } new per month
schedule-news-none = nothing new lately
schedule-outlook = { $next }, { $news }
duration-seconds = { $small } s
duration-minutes = { $large } min { $small } s
duration-hours = { $large } h { $small } min

# How many requests a run costs, and a day
reading-cost-run = { $count ->
    [one] About 1 request per run
   *[other] About { $count } requests per run
}
reading-cost-day = { $run }, { $count } per day
reading-cost-long = { $cost }. A run takes about { $takes }, longer than the { $between } until the next one.

# Collect once, or watch for changes
app-watch-once = Collect once
app-watch-once-tip = Run the site only when you start it
app-watch-changes = Watch for changes
app-watch-changes-tip = Run the site automatically, read its content again, and list the differences under Changes
app-again = read again:
app-again-name = What each run reads again
app-again-new = nothing, new pages only
app-again-scheduled = the start pages, in scheduled runs
app-again-days = pages from recent days
app-again-days-name = How many days back
app-again-days-unit = { $count ->
    [one] day back
   *[other] days back
}
app-again-listed = all on the list
app-again-all = all, in each run
app-again-age = all, after a set time
app-again-cost-later = The first run shows how many requests each run makes.
