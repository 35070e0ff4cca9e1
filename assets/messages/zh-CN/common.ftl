# common

# 时长
span-seconds = { $count } 秒
span-minutes = { $count } 分钟
span-hours = { $count } 小时
span-days = { $count } 天

# 并列的名称之间；名称与其值
list-between = 、
pair = { $name }：{ $value }

# 记录的情况
change-new = 新增
change-changed = 有变更
change-gone = 已消失
change-back = 重新出现

# 一次运行的结果，逐项列出
run-parts = { $before }，{ $part }
run-part-new = 新增 { $count } 条
run-part-changed = 变更 { $count } 条
run-part-gone = 消失 { $count } 条
run-part-kept = { $count } 页已消失或无内容（保留原有内容）
run-changes = 已有记录：{ $parts }。

# 运行中途停止的站点
site-stopped = 已停止
site-stopped-left = 已停止；剩余 { $count } 页
app-sites-continue = 继续运行
cli-site-stopped = 要继续，请使用“bowerbird run { SHELL($site) }”。
