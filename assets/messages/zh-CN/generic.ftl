# generic: what kind of page it is, and why

generic-kind-text = 有一篇完整的正文，{ $count } 个字符。
generic-kind-teasers = { $count ->
    [0] 有一系列简短的条目。
   *[other] 有 { $count } 个标题链接到详情页。
}
generic-kind-posts = { $count ->
    [0] 这是多人讨论。
   *[other] 有 { $count } 个帖子注明了作者或时间。
}
generic-kind-said = 页面自身注明了类型。
generic-kind-forum = 该站点使用论坛软件。
generic-kind-address = 从网址看是列表页。
generic-kind-manual = 这是文档页面。
generic-kind-product = 这是商品页面。
generic-kind-nothing = 页面几乎没有文字。
generic-not-an-article = 此页面是列表，不是文章，因此未提取正文。请采集此列表，或打开其中链接的页面。
generic-script-shell = 此页面的内容要由脚本在浏览器中生成，因此未提取文本。请对其网址使用 --fetch browser。
