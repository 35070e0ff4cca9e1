# overview：整个页面是什么，以及接下来可以做什么

overview-list = 这是一个列表页，有 { $count } 条记录。
overview-list-leads = 每条记录都链接到自己的页面。
overview-thread = 这是一个讨论页，有 { $count } 个帖子。
overview-fields = 其中包含：{ $names }。
overview-article = 这是一篇文章，约 { $count } 个字符。
overview-feed-itself = 这是一个订阅源：供程序读取的条目列表。
overview-sitemap-itself = 这是一个站点地图：供程序读取的地址列表。
overview-nothing = 没有找到像列表、文章或讨论的内容。
overview-feeds = 页面给出了 { $count } 个订阅源。
overview-sitemaps = 页面给出了 { $count } 个站点地图。
overview-next-list = 采用该列表：每条记录一行，并打开其链接的页面。
overview-next-list-or-feed = 采用该列表：每条记录一行，并打开其链接的页面。如果只要新条目，请采用订阅源。
overview-next-rows = 采用这些记录：每条一行。
overview-next-thread = 采用这些帖子：每帖一行。
overview-next-article = 采用正文以及标题、日期和作者。要采集许多这样的页面，请打开链接到它们的列表页。
overview-next-article-or-feed = 采用正文以及标题、日期和作者。要采集更多文章，请打开链接到它们的列表页，或采用订阅源。
overview-next-feed = 采用订阅源，或在页面上选取所需内容。
overview-next-feed-itself = 采用其中的条目：每条一行，并打开其链接的页面。
overview-next-sitemap-itself = 采用其中列出的页面。
overview-next-pick = 请在页面上选取所需内容。如果页面是空的，它可能由脚本填充，而脚本在这里不会运行。
