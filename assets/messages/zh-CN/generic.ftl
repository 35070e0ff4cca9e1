# generic: what kind of page it is, and why

generic-kind-text = 有一篇完整的正文，长 { $count } 个字符。
generic-kind-teasers = { $count ->
    [0] 短小的条目一条接一条。
   *[other] 有 { $count } 个标题各自通向自己的页面。
}
generic-kind-posts = { $count ->
    [0] 这里是多人的交谈。
   *[other] 有 { $count } 个帖子写明了作者或时间。
}
generic-kind-said = 页面自己也这样声明。
generic-kind-forum = 页面由论坛软件生成。
generic-kind-address = 网址是列表的网址。
generic-kind-manual = 这是手册中的一页。
generic-kind-product = 页面出售一件商品。
generic-kind-nothing = 页面上几乎没有文字。
generic-not-an-article = 这个页面是列表，不是文章：不会把各条目拼成一篇。请采集这个列表，或打开它所链接的页面。
