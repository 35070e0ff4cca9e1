# 添加站点之前查看一个地址的结果。

look-list = 列表
look-forum = 论坛
look-thread = 主题帖
look-article = 单篇文章
look-feed = 订阅源
look-sitemap = 站点地图
look-data = 数据（JSON）
look-refused = 被站点拦截
look-script-shell = 内容由脚本生成
look-not-found = 页面不存在
look-unreachable = 无法访问
look-nothing = 没有可采集的内容

look-choice-ready = { $software } 内置规则：{ $count } 个条目及其详情页
look-choice-threads = { $software } 内置规则：{ $count } 个主题帖，每个帖子一条记录
look-choice-boards = { $software } 内置规则：{ $count } 个版块，每个帖子一条记录
look-choice-list = 列表：{ $count } 个条目及其详情页
look-choice-posts = { $count } 个主题帖，每个帖子一条记录（已读取的一页有 { $posts } 个帖子）
look-doubt-one-per-thread = 这些页面是主题帖：按此方式，每个主题帖只采集一条记录，而不是每个帖子一条。
look-choice-records = 此页面：{ $count } 条记录
look-choice-records-on = 此页面及后续各页：此页面 { $count } 条记录
look-choice-links = 疑似文章链接：{ $count } 个
look-choice-article = 仅此页面
look-choice-feed = 订阅源 { $title }：{ $count } 个条目
look-choice-feed-itself = 此订阅源：现有 { $count } 个条目
look-choice-sitemap-whole = 按站点地图采集整站：{ $count } 个页面
look-choice-sitemap-parts = 按站点地图采集整站：站点地图分为 { $count } 部分
look-choice-sitemap = 站点地图：{ $count } 个网址

look-why-not-found = 站点上没有 { $url } 这个页面。请检查网址是否有误，或从站点首页开始。
look-doubtful = “{ $field }”存疑：{ $why }。请在工作台中查看页面。
look-field = { $name }
doubtful-site-name = 实为站点名称（{ $value }）
doubtful-same = 所有页面上都是“{ $value }”
doubtful-today = 每个页面上都是今天的日期（{ $value }），可能取自页面上的时钟
doubtful-author-date = 实为日期（{ $value }）
doubtful-long-author = 对人名来说过长（{ $value }…）
look-why-scripts = 此页面的内容要由脚本在浏览器中生成，而没有可用的浏览器能显示这些内容（见“设置 → 浏览器”）。请查找站点的订阅源、站点地图或打印版，或为其数据网址编写 kind = "api" 的规则。
look-why-refused = { $reason }登录、使用代理或延长间隔可能有用：请添加账号或代理，或在工作台中打开此页面。
look-why-data = 这是供程序读取的数据，其中未找到条目列表。如果确有条目，请编写 kind = "api" 的规则。
look-why-file = 这是图片、PDF 之类的文件，不是页面。请输入链接到此文件的页面的网址。
look-why-empty-source = 目前没有条目。您可以先添加，以后运行时会采集新条目。
look-why-nothing = 页面没有条目、正文或订阅源。请打开列出文章的页面，或在工作台中打开此页面并点选所需内容。
look-leads-to = 此页面链接到以下页面，请检测其中一个：

look-as-account = 使用账号“{ $user }”检测
look-under-way = 正在检测 { $url }…
look-checking-feeds = 正在检测页面提供的 { $count } 个订阅源…
look-reading-articles = 正在读取其中 { $count } 篇文章，以确定全文所在位置…
look-cancel = 取消检测
look-close = 关闭
look-again = 重新检测
look-add-anyway = 仍然添加
look-name = 新站点的名称
look-added = 已添加“{ $site }”。
look-run = 立即运行
look-not-now = 暂不
look-choice-interface = 页面接口返回的 { $count } 个条目，无需浏览器
look-choice-interface-pages = 页面接口返回的 { $count } 个条目，以及后续各页的全部条目，无需浏览器
look-choice-page-data = 页面脚本数据中的 { $count } 个条目
look-choice-page-data-pages = 页面脚本数据中的 { $count } 个条目及其详情页
look-choice-data = 数据中的 { $count } 个条目，以及后续各页的条目
look-choice-data-pages = 数据中的 { $count } 个条目及其详情页
