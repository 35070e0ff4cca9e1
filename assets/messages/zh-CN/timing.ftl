# 用文字说出的 cron 表达式
schedule-say-text = { $text }
schedule-say-list = { $first }、{ $second }
schedule-say-two = { $first }、{ $second }
schedule-say-to = { $from }至{ $until }
schedule-say-span = { $from }–{ $until }
schedule-say-on = { $second } { $first }
schedule-say-daily = 每天
schedule-say-months = { $second }，{ $first }
schedule-say-also = { $first }，{ $second }
schedule-say-of = { $second }的{ $first }
schedule-say-within = { $second } { $first }
schedule-say-at = { $times }
schedule-say-secondly = 每秒
schedule-say-seconds = 每 { $count } 秒
schedule-say-at-seconds = 第 { $seconds } 秒
schedule-say-minutely = 每分钟
schedule-say-minutes = 每 { $count } 分钟
schedule-say-at-minutes = 第 { $minutes } 分
schedule-say-hourly = 每小时
schedule-say-hours = 每 { $count } 小时
schedule-say-days = 每月 { $days } 日
schedule-say-or = { $first }或{ $second }
schedule-say-if = { $first }且为{ $second }
schedule-month-1 = 1月
schedule-month-2 = 2月
schedule-month-3 = 3月
schedule-month-4 = 4月
schedule-month-5 = 5月
schedule-month-6 = 6月
schedule-month-7 = 7月
schedule-month-8 = 8月
schedule-month-9 = 9月
schedule-month-10 = 10月
schedule-month-11 = 11月
schedule-month-12 = 12月
schedule-weekday-1 = 周一
schedule-weekday-2 = 周二
schedule-weekday-3 = 周三
schedule-weekday-4 = 周四
schedule-weekday-5 = 周五
schedule-weekday-6 = 周六
schedule-weekday-7 = 周日

# 每周时段与假日
schedule-window-bad = “{ $text }”不是有效的时段。请写成“周一-周五 8:00-20:00，周六”，也可只写星期或只写时间；多个时段用逗号分隔。
schedule-holiday-bad = “{ $text }”不是有效的日期。请写成 2026-12-25；每年重复的日期写成 12-25；两个日期之间用 .. 表示范围。
schedule-window-many = 时段和不运行的日期最多各 { $most } 个。
schedule-zone-unknown = 没有名为“{ $text }”的时区。请写成 Asia/Shanghai 这样的形式。
schedule-cron-date = 字段“{ $field }”第 { $position } 个字符：没有 { $text } 日，所选月份最多 { $most } 天。请更改日期或月份。

# 任务多久运行一次
schedule-interval = 每 { $span }
schedule-interval-jitter = 每 { $span }，随机浮动最多 { $jitter }

# 任务不能这样
engine-task-name = 任务名称最多 100 个字符。
engine-task-no-site = 任务至少需要一个站点或一个标签。
engine-task-interval = 间隔无效。请使用一分钟至十年的间隔，随机浮动不超过间隔的一半。
engine-task-circle = 这些任务会一直互相等待：{ $tasks }。请为其中一个设置自己的时间。
engine-task-tag = “{ $tag }”不能用作标签。请用 1 到 100 个字符，首尾不留空格。
engine-task-unknown = 没有编号为 { $task } 的任务。用“bowerbird schedule list”查看所有编号。
schedule-cron-in-zone = { $words }（{ $zone }）
schedule-after = 在任务 { $task }（{ $title }）之后
schedule-after-done = 在任务 { $task }（{ $title }）成功之后
schedule-after-gone = 任务 { $task } 之后；该任务已删除，因此不会运行
