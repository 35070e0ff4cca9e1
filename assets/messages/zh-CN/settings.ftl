# 设置
settings-search = 查找设置
settings-search-clear = 显示全部设置
settings-search-none = 没有匹配的设置。请减少关键词。

# 用于脚本页面的浏览器
browser-settings = 浏览器
browser-settings-hint = 内容由脚本生成的页面会在本机浏览器中打开，并使用临时的用户配置。其他页面不需要浏览器。
browser-path = 程序
browser-path-hint = 留空则自动查找
browser-find = 查找
browser-looking = 正在查找浏览器…
browser-found = { $version }，位于 { $path }
