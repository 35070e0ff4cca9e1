# schedule
schedule-field-second = 秒
schedule-field-minute = 分钟
schedule-field-hour = 小时
schedule-field-day = 日
schedule-field-month = 月
schedule-field-weekday = 星期
schedule-cron-empty = Cron 表达式为空。请写五个字段（分、时、日、月、星期），例如“0 8 * * 1-5”，或 @daily。
schedule-cron-count = Cron 表达式应有五个字段（分、时、日、月、星期），或在最前面加上秒，共六个；现在有 { $count } 个。要每天八点运行，请写“0 8 * * *”。
schedule-cron-nickname = 无法识别“{ $text }”。请使用 @hourly、@daily、@weekly、@monthly、@yearly，或五个字段。
schedule-cron-value = 字段“{ $field }”第 { $position } 个字符：无法识别“{ $text }”。请写数字、范围（1-5）、列表（1,3）或表示全部的 *；月份和星期可写英文名（jan、mon）。
schedule-cron-range = 字段“{ $field }”第 { $position } 个字符：{ $text } 超出范围，允许 { $low } 到 { $high }。
schedule-cron-backwards = 字段“{ $field }”第 { $position } 个字符：范围 { $text } 前大后小。请拆成两段，例如 22-23,0-2。
schedule-cron-step = 字段“{ $field }”第 { $position } 个字符：步长“{ $text }”无效。请在 / 后写不小于 1 的数，例如 */15。
schedule-cron-special = 字段“{ $field }”第 { $position } 个字符：不支持“{ $text }”，这是其他调度程序的特殊符号（L、W、#）。请用日期数字或星期。
schedule-cron-never = “{ $text }”中的日期不存在，请检查日和月。
schedule-cron-unreadable = 无法识别 Cron 表达式“{ $text }”：{ $reason }。

# 下次运行的时间，以及会有多少新内容
schedule-span-minutes = { $count } 分钟
schedule-span-hours = { $count } 小时
schedule-span-days = { $count } 天
schedule-adaptive = 按更新频率，每 { $min }至 { $max }一次
schedule-next-in = 下次运行：{ $span }后
schedule-next-now = 下次运行：现在
schedule-news-day = 每天约 { $count } 条新记录
schedule-news-week = 每周约 { $count } 条新记录
schedule-news-month = 每月约 { $count } 条新记录
schedule-news-none = 近期没有新记录
schedule-outlook = { $next }，{ $news }
duration-seconds = { $small } 秒
duration-minutes = { $large } 分 { $small } 秒
duration-hours = { $large } 小时 { $small } 分

# 每次运行和每天的请求数
reading-cost-run = 每次运行约 { $count } 次请求
reading-cost-day = { $run }，每天共约 { $count } 次
reading-cost-long = { $cost }。一次运行约需 { $takes }，超过两次运行之间的间隔（{ $between }）。

# 只采集一次，或监测变更
app-watch-once = 只采集一次
app-watch-once-tip = 只在您手动启动时运行
app-watch-changes = 监测变更
app-watch-changes-tip = 自动运行，重新抓取站点的内容，差异列入“变更”
app-again = 重新抓取
app-again-name = 每次运行重新抓取的内容
app-again-new = 只抓取新页面
app-again-scheduled = 按计划运行时重新抓取起始页
app-again-days = 最近几天的页面
app-again-days-name = 最近多少天
app-again-days-unit = { $count ->
   *[other] 天
}
app-again-listed = 列表中的全部页面
app-again-all = 每次运行重新抓取全部页面
app-again-age = 每隔一段时间重新抓取全部页面
app-again-cost-later = 首次运行后，将显示每次运行的请求数。
