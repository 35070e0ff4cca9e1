# common

# 时长
span-seconds = { $count } 秒
span-minutes = { $count } 分钟
span-hours = { $count } 小时
span-days = { $count } 天

# 并列的名称之间；名称与其值
list-between = 、
pair = { $name }：{ $value }
