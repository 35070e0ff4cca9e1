# paging：为什么认为某个链接通向下一页

paging-why-word = 链接文字为“{ $word }”。
paging-why-arrow = 链接是一个向后的箭头。
paging-why-rel = 页面自己声明这是下一页的链接。
paging-why-name = 链接的 class 或 id 含有“next”之类的名称。
paging-why-number = 网址中的数字从 { $from } 变为 { $to }。
paging-why-same-path = 网址与本页相同，只是查询参数不同。
paging-why-paged = 网址带有页码，但其余部分与本页不同。
paging-why-other = 网址与本页没有共同之处。
paging-why-pager = 链接位于翻页区。
paging-why-not-pager = 链接位于图集、日历之类的区域。
paging-why-numbers = 有 { $count } 个带页码的链接。
paging-why-own-list = 它们的网址与本页相同，只是数字不同。
paging-why-current = 第 { $page } 页被标为当前页。
paging-why-offset = 网址按条目计数，不按页计数。
paging-why-address-word = 网址表明其内容是全文或打印版。
paging-why-same-item = 网址指向同一篇内容。
paging-why-has-pages = 本页只是多页中的一页。
paging-why-agree = 页面上另一处迹象指向同一网址。
paging-why-differs = 页码链接指向另一个网址。
