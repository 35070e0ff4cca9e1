# paging：为什么认为某个链接通向下一页

paging-why-word = 链接文字为“{ $word }”。
paging-why-arrow = 链接是指向下一页的箭头。
paging-why-rel = 页面声明此链接为下一页。
paging-why-name = 链接的 class 或 id 含“next”。
paging-why-number = 网址中的数字从 { $from } 变为 { $to }。
paging-why-counts-down = 页码递减：从 { $from } 到 { $to }，通向更早的内容。
paging-why-begins-above = 最新一页的网址没有页码，再往前一页是 { $to }。
paging-why-same-path = 网址与此页面的相同，只是查询参数不同。
paging-why-paged = 网址含页码，但其余部分与此页面的网址不同。
paging-why-other = 网址与此页面的网址不相似。
paging-why-pager = 链接与其他页码链接在一起。
paging-why-not-pager = 链接位于图集、日历等区域。
paging-why-numbers = 有 { $count } 个带页码的链接。
paging-why-own-list = 网址与此页面的相同，只是数字不同。
paging-why-current = 第 { $page } 页标记为当前页。
paging-why-offset = 网址按条目计数，而非按页。
paging-why-address-word = 从网址看是全文或打印版。
paging-why-same-item = 网址指向同一内容。
paging-why-has-pages = 此页面是多页中的一页。
paging-why-agree = 页面上另一处线索指向同一网址。
paging-why-differs = 页码链接指向另一个网址。
