# rules：规则文件可能出什么错

rules-fault = 第 { $line } 行，第 { $column } 列：{ $fault }
rules-two-lines =
    { $first }
    { $second }
rules-more-faults = ……还有 { $count } 处。
rules-no-fault = 这个规则文件无法使用。
rules-unwritable = 这条规则无法写成 TOML。请检查其中的数值是否有效。

# 遇到未知名称怎么办
rules-did-you-mean = 是不是想写“{ $meant }”？
rules-known-names = 这里可以用：{ $names }。

# 语法
rules-syntax = 这不是 TOML：{ $detail }。请检查这里和前面一点的引号、括号和等号。
rules-syntax-duplicate = 这个键在本节中出现了两次。请只保留一个。
rules-syntax-escape = "…" 中的反斜杠表示转义。请把正则表达式写在单引号 '…' 里，那里反斜杠就是反斜杠。
rules-syntax-quote = 文本要加引号："…"，正则表达式用 '…'。

# 键和类型
rules-unknown-section = 规则里没有“{ $key }”这一节。{ $hint }
rules-unknown-key = { $section } 没有“{ $key }”这个键。{ $hint }
rules-wrong-type = “{ $key }”应为{ $wanted }，这里却是{ $found }。
rules-missing-key = { $section } 缺少“{ $key }”这个键。请补上。
rules-missing-site = 缺少 [site] 一节。请先写 [site]，以及其中的 name、kind 和 start。
rules-missing-list = "list" 类站点需要带 link 的 [list] 一节。请补上；如果起始地址本身就是内容页，请用 kind = "pages"。
rules-list-unused = "pages" 类站点直接把起始地址当作内容页，不读 [list]。请删掉这一节，或者用 kind = "list"。
rules-blank = “{ $key }”是空的。请填上值。
rules-range = “{ $key }”应在 { $low } 到 { $high } 之间，这里却是 { $found }。
rules-type-text = 加引号的文本
rules-type-texts = 方括号里的一列文本，例如 ["…", "…"]
rules-type-number = 数字
rules-type-flag = true 或 false
rules-type-time = 日期或时间
rules-type-array = 列表
rules-type-table = 表
rules-type-tables = 一列表，每个以 [[field]] 开头
rules-type-alternatives = 一列备选项，例如 [{"{"} css = "h1" {"}"}]
rules-type-step = 一个步骤，例如 {"{"} trim = true {"}"}
rules-type-steps = 一列步骤，例如 [{"{"} trim = true {"}"}]
rules-type-labels = 一段文本或一列文本，例如 ["出版社", "Publisher"]
rules-type-group = 分组的编号，或加引号的分组名
rules-type-headers = 一个文本表，例如 {"{"} Referer = "https://example.org/" {"}"}
rules-type-pairs = 一列成对的文本，例如 [["原文", "替换为"]]
rules-type-method = 加引号的方法名，或 false

# [site]
rules-name-control = 名称里有换行或其他不可见字符。请删掉。
rules-kind-unknown = 没有“{ $kind }”这种类型。{ $hint }
rules-start-none = 没有起始地址。请至少给一个，例如 start = ["https://example.org/news/"]。
rules-start-range = 这个地址里的范围是倒着的，或者没有步长。请把小的一端写在前面，例如 [1-100] 或 [0-100:10]。
rules-start-many = 这些范围代表的起始地址超过 { $most } 个。请缩小范围，或者让程序跟随“下一页”链接。
rules-url = “{ $url }”不是网址。请写完整，例如 "https://example.org/news/"。
rules-url-relative = “{ $url }”不是完整的网址。请在前面加上 http:// 或 https:// 和主机名。
rules-url-scheme = 无法获取“{ $url }”：只支持 http 和 https 地址。
rules-url-secret = 地址里不能有用户名或密码：规则文件不保存秘密。请删掉 @ 前面的部分，并为这个站点添加账号。
rules-language = “{ $language }”不是语言代码。请用 "en"、"zh-CN"、"de" 这样的代码。
rules-timezone = “{ $name }”不是已知的时区。请用 "Asia/Shanghai" 或 "UTC" 这样的名称。

# [politeness]、[network]、[login]、[schedule]
rules-duration = “{ $text }”不是时长。请写数字加单位："500ms"、"2s"、"1m"、"1h" 或 "7d"。
rules-duration-long = “{ $text }”超过一天。请用短一些的间隔；很少访问的站点请用定时任务。
rules-quiet = “{ $text }”不是安静时段。请写起止时刻："22:00-06:00"；多个时段用逗号分开。
rules-size = “{ $text }”不是大小。请写数字加单位："500KB"、"200MB" 或 "1GB"。
rules-local-address = “{ $text }”不是本机的网络地址。请用 IP 地址，例如 "192.0.2.7"。
rules-user-agent = User-Agent 是一行普通英文字符。请修改，或者去掉这个键。
rules-header-name = “{ $name }”不是请求头的名称。请用字母、数字和连字符，例如 Accept-Language。
rules-header-value = “{ $name }”的值应是一行普通英文字符。请修改，或者去掉这个请求头。
rules-header-secret = “{ $name }”可能暴露个人身份，而规则文件不保存秘密。请去掉它，并为这个站点添加账号：bowerbird account add。
rules-header-own = “{ $name }”由程序自己设置。请去掉它；User-Agent 请用 user_agent 这个键。
rules-cron = 这个 cron 表达式不能用。{ $reason }
rules-interval = “{ $text }”不能作为两次访问的间隔。最短一分钟，最长一年，例如 "10m"、"6h" 或 "7d"。
rules-adaptive-bounds = 最短间隔比最长间隔还长。请把 min 和 max 对调。
rules-adaptive-cron = 定时要么按 cron 表达式，要么随站点更新的快慢。请去掉 cron 或 adaptive。
rules-adaptive-pages = 按地址列出的页面不会带来可以计数的新内容。请用 cron；页面本身的变化请用 [revisit]。
rules-revisit-until = “until”用来限制“articles”，但后者没有写。请加上 articles = "7d"，或去掉 until。
rules-revisit-changed = 只有订阅源、站点地图和接口（kind = "api"）会说明文章何时改动。这个站点请用 articles = "7d"。

# 备选项
rules-alternative-none = { $part } 没有说要找什么。请给出其中一个：{ $ways }。
rules-alternative-two = { $part } 说了不止一种找法。请只保留其中一个：{ $ways }；其余的另写成备选项。
rules-selector-css = 这个 CSS 选择器有语法错误。{ $reason }
rules-selector-xpath = 这个 XPath 有语法错误。{ $reason }
rules-selector-regex = 这个正则表达式有语法错误。{ $reason }
rules-selector-jsonpath = 这个 JSONPath 有语法错误。{ $reason }
rules-selector-label = 这个标签文字无法使用。{ $reason }
rules-take = “{ $take }”不是可以取的东西。请用 text、own_text、html、clean_html、markdown、url、table，或者属性名，例如 href。
rules-item-regex = { $part } 标出页面的一部分，而正则表达式只能找到文本。请用 css 或 xpath。
rules-item-take = { $part } 标出页面的一部分，不从中取值。请去掉 take。
rules-take-plain = “{ $way }”找到的本身就是值，不能再从中取别的。请去掉 take。
rules-take-table = 只有字段才能取表格，而且只能从元素取。请换一种 take，或把这个备选项放到字段里。
rules-only-regex = “{ $key }”只用于 regex。请去掉它，或者改用 regex。
rules-on = 正则表达式不能在“{ $on }”里搜索。{ $hint }
rules-group = 这个正则表达式没有这个分组。{ $count ->
    [0] 它的分组编号从 1 到 { $last }；0 是整个匹配。
   *[other] 它的分组编号从 1 到 { $last }，其中有名称的是：{ $names }。
}
rules-page-fact = 页面没有“{ $fact }”这样的信息。{ $hint }
rules-fields-many = 字段超过 { $most } 个。请删去不需要的字段，或用另一个规则提取其余部分
rules-pattern = 这个正则表达式有语法错误。{ $reason }
rules-patterns-large = 此规则的正则表达式合计占用内存过多。请缩短 {"{1,60}"} 之类的重复，或用 [a-z] 之类的字符类代替 \w
rules-pattern-refused = 这个正则表达式不能用。请写得简单或短一些。

# 字段
rules-field-twice = 有两个字段都叫“{ $name }”。请改名，或者把它的选择器并入另一个的备选项。
rules-field-reserved = “{ $name }”这一列由程序填写。请换一个名字。
rules-field-url = “url”这一列总是页面的地址。请换一个名字，例如 "link"。（只有在 [record] 下字段才能设置它。）
rules-field-name = “{ $name }”不能用作列名。列名里不能有逗号、换行，首尾不能有空格。
rules-select-none = 字段的 select 里至少要有一个备选项。
rules-type-unknown = 没有“{ $type }”这种类型。{ $hint }
rules-list-field-item = 列表的字段要从条目中读取。请说明什么是条目：item = {"{"} css = "…" {"}"}。
rules-method = 没有名为“{ $method }”的正文提取方法。{ $hint }
rules-format = 正文没有名为“{ $format }”的格式。{ $hint }

rules-table-plain = 表格由多行组成，不是一个值，所以“{ $key }”在这里没有意义。请去掉。
rules-nested-plain = 这个字段是一列小记录，所以“{ $key }”在这里没有意义。请去掉，或者放到其中的子字段里。
rules-nested-twice = 小记录里不能再有列表。请改成带 select 的普通字段。
rules-nested-fields = 小记录没有字段。请在这个字段下面加上 { $heading }。

# 后续页面
rules-next-two = { $part } 说了不止一种翻页方式。请只保留一种：选择器、auto 或 pages。
rules-next-word = “{ $word }”不是翻页方式。{ $hint } 也可以在花括号里写选择器，例如 {"{"} css = "a.next" {"}"}。
rules-next-number = 请在页码的位置写一次 {"{"}n{"}"}，例如 "?page={"{"}n{"}"}"。
rules-next-order = 末页 { $to } 比首个页码 { $from } 小。请对调。
rules-next-pages-only = “{ $key }”用来数页码，需要同时写 pages = "?page={"{"}n{"}"}"。
rules-next-fallbacks = { $part } 有 fallbacks，却没有链接。请把 fallbacks 写在选择器旁边，例如 css = "a.next"。
rules-content-next-record = [content] next 把一篇文章的各页并成一条记录，而有 [record] 时一页有多条记录。请用 [record] 里的 next。

# 转换步骤
rules-step-unknown = 没有“{ $step }”这个步骤。{ $hint }
rules-step-keys = 一个步骤是只有一个键的表，例如 {"{"} trim = true {"}"}。多个步骤请依次写。
rules-step-argument = 步骤“{ $step }”需要{ $wanted }。
rules-argument-true = true，否则请删掉
rules-argument-replace = 一个正则表达式和替换成的文本：['\s+', " "]
rules-argument-part = 部分的序号：1 是第一个，-1 是最后一个
rules-argument-case = "lower"、"upper" 或 "title"
rules-argument-map = 一张对照表：{"{"} "是" = "1", "否" = "0" {"}"}
rules-argument-date = true，或者格式，例如 "%d/%m/%Y"
rules-argument-split = 各部分之间的文本，例如 ";"

# Sources
rules-missing-search = "search" 类站点需要带 keywords 和 url 的 [search] 一节。请补上。
rules-missing-api = "api" 类站点需要带 item 的 [api] 一节。请补上。
rules-section-unused = "{ $kind }" 类站点不读 [{ $section }]。请删掉这一节，或者把类型改为 "{ $section }"。
rules-word = “{ $key }”不认识“{ $word }”。{ $hint }
rules-type-pages = true、false 或 "auto"
rules-type-engines = 若干张表，每张以 [[search.engine]] 开头
rules-parameter = “{ $key }”必须是一个含有 { $hole } 的参数，例如 "name={ $hole }"，不能有空格。
rules-next-api-only = “{ $key }”只用于接口的应答，写在 [api] 的 next 里。
rules-since = “{ $text }”不是日期。请写成 "2026-01-05"，或者写距今天数 "30d"。
rules-encoding = 没有名为“{ $name }”的编码。请用 "gbk"、"big5" 或 "utf-8" 这样的名称。
rules-search-two = 搜索要么有一个 url，要么有若干个 [[search.engine]]。请去掉其中一种。
rules-search-hole = 没有放关键词的位置。请在地址、form 或 body 里关键词所在的地方写 {"{"}query{"}"}。
rules-search-list = 没有说明如何读结果页。请加上 [list] 一节，或在这个引擎下面加 [search.engine.list]。
rules-search-many = 搜索的关键词超过 { $most } 个。请分成几个站点。
rules-search-start = 搜索从关键词和 url 开始，这里的 start 没有意义。请删掉。
rules-search-body = 搜索的 body 是 JSON，关键词的位置写作 {"{"}query{"}"}，例如 body = '{"{"}"q": "{"{"}query{"}"}"{"}"}'。
rules-search-bodies = 搜索要么以表单发送，要么以 JSON 发送。请去掉 form 或 body。
rules-api-jsonpath = 接口的条目用 JSONPath 来找，例如 item = {"{"} jsonpath = "$.items[*]" {"}"}。
rules-api-pages-link = 只有条目带链接时才能抓取其页面。请加上 link，或去掉 pages。
rules-crawl-needed = 规则说明了哪些页面是记录，才能只跟需要的链接。请加上 records，例如 records = ['/article/']。
rules-urls-rewrite = 每个替换由两段文字组成：一个正则表达式和替换成的内容，例如 rewrite = [['^http://m[.]', 'http://www.']]。
rules-api-body = 接口的 body 是 JSON，地址参数的位置写作 {"{"}名称{"}"}，例如 body = '{"{"}"page": {"{"}page{"}"}{"}"}'。
rules-proxy = “{ $text }”不是代理的选择方式。请写 none、pool、always、tag:名称、tier:N（N 从 1 起）或代理的名称。

# [supervise]
rules-supervise-action = “{ $text }”不是措施。{ $hint }
rules-supervise-twice = “{ $text }”出现了两次。每项措施只写一次，按尝试的顺序排列。
rules-supervise-time = { $key } 不能为“{ $text }”。请写 { $low } 到 { $high } 之间的时间。
rules-supervise-probe-bounds = probe_at_most 短于 probe_every。请使它至少一样长：探测前的等待从后者增长到前者。
