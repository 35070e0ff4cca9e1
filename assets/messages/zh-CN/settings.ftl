# 设置
settings-search = 查找设置
settings-search-clear = 显示全部
settings-search-none = 没有设置包含这些词。可以只输入其中一个。
