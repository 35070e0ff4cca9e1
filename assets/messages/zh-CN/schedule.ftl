# schedule
schedule-field-second = 秒
schedule-field-minute = 分钟
schedule-field-hour = 小时
schedule-field-day = 日
schedule-field-month = 月
schedule-field-weekday = 星期
schedule-cron-empty = 计划表达式为空。请写五个字段（分、时、日、月、星期），例如“0 8 * * 1-5”，或 @daily。
schedule-cron-count = 计划表达式应有五个字段（分、时、日、月、星期），或在最前面加上秒共六个；现在有 { $count } 个。每天八点请写“0 8 * * *”。
schedule-cron-nickname = 无法识别“{ $text }”。可用 @hourly、@daily、@weekly、@monthly、@yearly，或五个字段。
schedule-cron-value = 字段“{ $field }”第 { $position } 个字符：无法识别“{ $text }”。请写数字、范围（1-5）、列表（1,3）或表示全部的 *；月份和星期可写英文名（jan、mon）。
schedule-cron-range = 字段“{ $field }”第 { $position } 个字符：{ $text } 超出范围，允许 { $low } 到 { $high }。
schedule-cron-backwards = 字段“{ $field }”第 { $position } 个字符：范围 { $text } 前大后小。请拆成两段，例如 22-23,0-2。
schedule-cron-step = 字段“{ $field }”第 { $position } 个字符：步长“{ $text }”无效。请在 / 后写不小于 1 的数，例如 */15。
schedule-cron-special = 字段“{ $field }”第 { $position } 个字符：不支持其他调度程序的特殊符号“{ $text }”（L、W、#）。请用日期数字或星期。
schedule-cron-never = “{ $text }”中的日期不存在，请检查日和月。
schedule-cron-unreadable = 无法识别计划表达式“{ $text }”：{ $reason }。

# 下次访问的时间，以及会有多少新内容
schedule-span-minutes = { $count } 分钟
schedule-span-hours = { $count } 小时
schedule-span-days = { $count } 天
schedule-adaptive = 按更新频率，每 { $min }至 { $max }
schedule-next-in = { $span }后运行
schedule-next-now = 现在运行
schedule-news-day = 每天约 { $count } 条新内容
schedule-news-week = 每周约 { $count } 条新内容
schedule-news-month = 每月约 { $count } 条新内容
schedule-news-none = 近来没有新内容
schedule-outlook = { $next }，{ $news }
duration-seconds = { $small } 秒
duration-minutes = { $large } 分 { $small } 秒
duration-hours = { $large } 小时 { $small } 分
