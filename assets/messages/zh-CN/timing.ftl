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
schedule-window-bad = “{ $text }”不是有效的时段。请写成“周一-周五 8:00-20:00，周六”，可只写星期或时间；多个用逗号分隔。
schedule-holiday-bad = “{ $text }”不是日期。请写成 2026-12-25，每年写 12-25；日期范围用 .. 连接。
schedule-window-many = 时段和日期各最多 { $most } 个。
schedule-zone-unknown = 没有时区“{ $text }”。请写 IANA 名称，例如 Asia/Shanghai。
schedule-cron-date = 字段“{ $field }”第 { $position } 个字符：没有 { $text } 日，所选月份最多 { $most } 天。请更改日期或月份。

# 任务多久运行一次
schedule-interval = 每 { $span }
schedule-interval-jitter = 每 { $span }，随机浮动 { $jitter }

# 任务不能这样
engine-task-name = 任务名称最多 100 字。
engine-task-no-site = 任务至少需要一个站点或一个标签。
engine-task-interval = 任务设置无效：间隔为一分钟至十年，随机浮动不超过间隔的一半。
engine-task-circle = 这些任务互相等待：{ $tasks }。请为其中一个设定时间。
engine-task-tag = “{ $tag }”不能用作标签。请用 1 到 100 个字符，首尾不留空格。
engine-task-unknown = 没有任务 { $task }。用“bowerbird schedule list”查看所有编号。
schedule-cron-in-zone = { $words }（{ $zone }）
schedule-after = 在任务 { $task }（{ $title }）之后
schedule-after-done = 在任务 { $task }（{ $title }）成功之后
schedule-after-gone = 在任务 { $task } 之后，但该任务已删除：不会运行
