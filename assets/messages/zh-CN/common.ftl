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
