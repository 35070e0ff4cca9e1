# 设置
settings-search = 查找设置
settings-search-clear = 显示全部
settings-search-none = 没有匹配的设置。请减少关键词。
