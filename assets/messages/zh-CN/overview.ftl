# overview：整个页面是什么，以及接下来可以做什么

overview-list = 检测到列表页，有 { $count } 条记录。
overview-list-leads = 每条记录都链接到自己的详情页。
overview-thread = 检测到主题帖，有 { $count } 个帖子。
overview-fields = 包含：{ $names }。
overview-article = 检测到一篇文章，约 { $count } 个字符。
overview-feed-itself = 这是订阅源：供程序读取的条目列表。
overview-sitemap-itself = 这是站点地图：供程序读取的网址列表。
overview-nothing = 未检测到列表、文章或主题帖。
overview-feeds = 页面提供了 { $count } 个订阅源。
overview-sitemaps = 页面提供了 { $count } 个站点地图。
overview-next-list = 使用此列表：每条记录一行，并采集其详情页。
overview-next-list-or-feed = 使用此列表：每条记录一行，并采集其详情页。如果只要新条目，请采集订阅源。
overview-next-rows = 使用这些记录：每条记录一行。
overview-next-thread = 使用这些帖子：每个帖子一行。
overview-next-article = 采集正文、标题、日期和作者。要采集更多此类页面，请打开链接到此类页面的列表页。
overview-next-article-or-feed = 采集正文、标题、日期和作者。要采集更多此类页面，请打开链接到此类页面的列表页，或采集订阅源。
overview-next-feed = 采集订阅源，或在页面上选取所需内容。
overview-next-feed-itself = 使用这些条目：每个条目一行，并采集其详情页。
overview-next-sitemap-itself = 采集其中列出的页面。
overview-next-pick = 请在页面上选取所需内容。如果页面是空的，内容可能由脚本生成：请在“规则”下点击“操作页面”。
