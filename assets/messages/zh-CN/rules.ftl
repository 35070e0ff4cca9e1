# rules：规则文件可能出什么错

rules-fault = 第 { $line } 行第 { $column } 列：{ $fault }
rules-two-lines =
    { $first }
    { $second }
rules-more-faults = …另有 { $count } 处。
rules-no-fault = 无法使用此规则文件。
rules-unwritable = 此规则无法写成 TOML。请检查其中是否有无效的数字。

# 遇到未知名称怎么办
rules-did-you-mean = 您是不是想写“{ $meant }”？
rules-known-names = 可用：{ $names }。

# 语法
rules-syntax = 不是有效的 TOML：{ $detail }。请检查此处和之前的引号、括号和等号。
rules-syntax-duplicate = 此键在本节中重复。请只保留一个。
rules-syntax-escape = "…" 中的反斜杠表示转义。请把正则表达式写在单引号 '…' 中，反斜杠在其中没有特殊含义。
rules-syntax-quote = 文本要加引号："…"，正则表达式用 '…'。

# 键和类型
rules-unknown-section = 规则文件没有名为“{ $key }”的节。{ $hint }
rules-unknown-key = { $section } 没有名为“{ $key }”的键。{ $hint }
rules-wrong-type = “{ $key }”应为{ $wanted }，而此处是{ $found }。
rules-missing-key = { $section } 缺少键“{ $key }”。请添加。
rules-missing-site = 缺少 [site] 一节。请先写 [site]，以及其中的 name、kind 和 start。
rules-missing-list = kind = "list" 的站点需要含 link 的 [list] 一节。请添加；如果起始网址就是要采集的页面，请用 kind = "pages"。
rules-list-unused = kind = "pages" 的站点直接采集起始网址的页面，不使用 [list]。请删除此节，或改用 kind = "list"。
rules-blank = “{ $key }”为空。请填写。
rules-range = “{ $key }”应在 { $low } 到 { $high } 之间，而此处是 { $found }。
rules-type-text = 加引号的文本
rules-type-texts = 方括号中的文本列表，例如 ["…", "…"]
rules-type-number = 数字
rules-type-flag = 布尔值 true 或 false
rules-type-time = 日期或时间
rules-type-array = 列表
rules-type-table = 表
rules-type-tables = 表的列表，每个表以双方括号标题开头，例如 [[field]]
rules-type-alternatives = 备选方式列表，例如 [{"{"} css = "h1" {"}"}]
rules-type-step = 一个步骤，例如 {"{"} trim = true {"}"}
rules-type-steps = 步骤列表，例如 [{"{"} trim = true {"}"}]
rules-type-labels = 文本或文本列表，例如 ["出版社", "Publisher"]
rules-type-group = 分组的编号，或加引号的分组名
rules-type-headers = 文本表，例如 {"{"} Referer = "https://example.org/" {"}"}
rules-type-pairs = 成对文本的列表，例如 [["原文", "替换为"]]
rules-type-method = 加引号的方法名，或 false

# [site]
rules-name-control = 名称含换行或其他不可见字符。请删除。
rules-kind-unknown = 没有名为“{ $kind }”的站点类型。{ $hint }
rules-start-none = 没有起始网址。请至少填写一个，例如 start = ["https://example.org/news/"]。
rules-start-range = 网址中的范围前大后小，或步长无效。请把较小的数写在前面，例如 [1-100] 或 [0-100:10]。
rules-start-many = 这些范围展开后超过 { $most } 个起始网址。请缩小范围，或改用“下一页”链接。
rules-url = “{ $url }”不是有效的网址。请写出完整网址，例如 "https://example.org/news/"。
rules-url-relative = “{ $url }”不是完整的网址。请在前面加上 http:// 或 https:// 和主机名。
rules-url-scheme = 无法抓取“{ $url }”：只支持 http 和 https 网址。
rules-url-secret = 网址不能含用户名或密码：规则文件不保存凭据。请删除 @ 及之前的用户名和密码，并为此站点添加账号。
rules-language = “{ $language }”不是有效的语言代码。请用 "en"、"zh-CN"、"de" 这样的代码。
rules-timezone = “{ $name }”不是已知的时区。请用 "Asia/Shanghai" 或 "UTC" 这样的名称。

# [politeness]、[network]、[login]、[schedule]
rules-duration = “{ $text }”不是有效的时长。请写数字和单位："500ms"、"2s"、"1m"、"1h" 或 "7d"。
rules-duration-long = “{ $text }”超过一天。请使用较短的间隔；如果不需要频繁运行，请使用计划任务。
rules-quiet = “{ $text }”不是有效的时段。请写起止时刻："22:00-06:00"；多个时段用逗号分隔。
rules-size = “{ $text }”不是有效的大小。请写数字和单位："500KB"、"200MB" 或 "1GB"。
rules-local-address = “{ $text }”不是 IP 地址。请填写本机的 IP 地址，例如 "192.0.2.7"。
rules-user-agent = User-Agent 只能是一行 ASCII 字符。请修改，或删除此键。
rules-header-name = “{ $name }”不是有效的请求头名称。请用字母、数字和连字符，例如 Accept-Language。
rules-header-value = “{ $name }”的值只能是一行 ASCII 字符。请修改，或删除此请求头。
rules-header-secret = “{ $name }”可能暴露您的身份，而规则文件不保存凭据。请删除，并为此站点添加账号：bowerbird account add。
rules-fetch = “{ $text }”不是有效的抓取方式。请使用 "auto"（仅在页面需要时使用浏览器）、"http"（从不使用浏览器）或 "browser"（始终使用浏览器）。
rules-step-do = 步骤不能执行“{ $text }”。请使用 "click"、"type"、"choose"、"press"、"scroll"、"wait" 或 "close"。
rules-step-lacks = do = "{ $step }" 的步骤需要 { $key }。请添加 { $key } = "…"。
rules-step-key = 步骤不能按“{ $text }”键。请使用以下之一：{ $keys }。
rules-step-on = “{ $text }”不是有效的页面类型。请使用 "lists"（起始页和列表页）、"starts"（仅起始页）、"articles"（列表页链接的页面）或 "all"。
rules-step-wait = 步骤不能等待“{ $text }”。请填写不超过 { $most } 秒的时间，例如 "5s"。
rules-step-values-do = 只有输入或选择的步骤可以有“values”。请删除它们，或写 do = "type" 或 do = "choose"。
rules-step-values-place = 带“values”的步骤只用于起始页和列表页，且规则类型须为 "list"、"pages" 或 "crawl"。
rules-step-values-text = 步骤只能有“text”或“values”之一，且任何值都不能为空。
rules-step-values-field = 两个步骤把值存入同一字段“{ $field }”。请为其中一个指定自己的字段：field = "…"。
rules-step-values-many = 各步骤的值组合超过 { $most } 种。请减少值的数量。
rules-step-http = 步骤在浏览器中执行，而 fetch = "http" 不使用浏览器。请在 [network] 中写 fetch = "auto" 或 fetch = "browser"，或删除这些步骤。
rules-keep-screenshot-http = 截图在浏览器中生成，而 fetch = "http" 不使用浏览器。请在 [network] 中写 fetch = "auto" 或 fetch = "browser"，或删除 screenshot。
rules-step-many = 步骤超过 { $most } 个。请把属于其他页面的步骤放到单独的规则中。
rules-header-own = “{ $name }”由 Bowerbird 设置。请删除；User-Agent 请用键 user_agent。
rules-cron = Cron 表达式无效。{ $reason }
rules-interval = “{ $text }”不是有效的间隔。最短一分钟，最长一年，例如 "10m"、"6h" 或 "7d"。
rules-adaptive-bounds = 最短间隔大于最长间隔。请对调 min 和 max。
rules-adaptive-cron = 计划只能使用 Cron 表达式或更新频率之一。请删除 cron 或 adaptive。
rules-adaptive-pages = 按网址列出的页面没有可供 adaptive 计数的新条目。请改用 cron；要监测页面变更，请用 [revisit]。
rules-revisit-until = until 用于限制 articles，但缺少 articles，或其值为 "listed"。请添加 articles = "7d" 或 "run"，或删除 until。
rules-revisit-listed = 只有带列表的站点才能将 articles 设为 "listed"。此站点请用 articles = "run"。
rules-revisit-page = “{ $url }”不能作为每次运行都要重新抓取的页面。请填写以 http:// 或 https:// 开头的网址，最多 10,000 个。
rules-revisit-changed = 只有订阅源、站点地图、接口（kind = "api"）和列表会显示文章是否有变更。此站点请用 articles = "7d"。

# [identity]，以及字段的比较方式
rules-identity-key = “{ $name }”不能作为识别字段。每个字段只写一次，最多 20 个。
rules-identity-unknown = 没有名为“{ $name }”的字段。请在 key 中填写此规则的字段，或用 link 表示网址。
rules-identity-gone = “{ $found }”不能用来判断记录是否已消失。请写 "list"、"404"、"never"，或连续多少次读取都没有该记录，例如 2。
rules-compare = “{ $found }”不是有效的比较方式。请用 "text"、"number"、"set" 或 "never"。
rules-tolerance = “{ $found }”不是有效的容差。请写数字或百分比，例如 "0.5" 或 "2%"，并设置 compare = "number"。
rules-ignore = 正则表达式“{ $pattern }”有语法错误。请检查括号。

# 备选项
rules-alternative-none = { $part } 没有查找方式。请指定其中一个：{ $ways }。
rules-alternative-two = { $part } 有多个查找方式。请只保留一个：{ $ways }；其余请另写为备选方式。
rules-selector-css = CSS 选择器有语法错误。{ $reason }
rules-selector-xpath = XPath 有语法错误。{ $reason }
rules-selector-regex = 正则表达式有语法错误。{ $reason }
rules-selector-jsonpath = JSONPath 有语法错误。{ $reason }
rules-selector-label = 标签文字无效。{ $reason }
rules-take = “{ $take }”不是 take 的有效值。请用 text、own_text、html、clean_html、markdown、url、table，或属性名，例如 href。
rules-item-regex = { $part } 用于选取页面的一部分，而正则表达式只能匹配文本。请用 css 或 xpath。
rules-item-take = { $part } 用于选取页面的一部分，不取值。请删除 take。
rules-take-plain = “{ $way }”找到的已经是值，不能再取其他内容。请删除 take。
rules-take-table = 只有字段能取表格，且只能从元素中取。请更改 take，或将此备选方式移到字段中。
rules-only-regex = “{ $key }”只能与 regex 一起使用。请删除，或改用 regex。
rules-on = 正则表达式不能在“{ $on }”中查找。{ $hint }
rules-group = 正则表达式没有此分组。{ $count ->
    [0] 分组编号从 1 到 { $last }；0 是整个匹配。
   *[other] 分组编号从 1 到 { $last }，有名称的是：{ $names }。
}
rules-page-fact = 没有名为“{ $fact }”的页面自带信息。{ $hint }
rules-fields-many = 字段超过 { $most } 个。请删除不需要的字段，或用另一条规则提取其余字段。
rules-pattern = 正则表达式有语法错误。{ $reason }
rules-patterns-large = 此规则的正则表达式共占用内存过多。请缩短 {"{1,60}"} 之类的重复，或用 [a-z] 之类的字符类代替 \w。
rules-pattern-refused = 无法使用此正则表达式。请简化或缩短。

# 字段
rules-field-twice = 有两个字段名为“{ $name }”。请重命名其中一个，或将其选择器并入另一个的备选方式。
rules-field-reserved = “{ $name }”列由 Bowerbird 填写。请换一个名称。
rules-field-url = “url”列始终是页面的网址。请换一个名称，例如 "link"。（只有规则含 [record] 时，字段才能设置 url。）
rules-field-name = “{ $name }”不能用作列名。列名不能含逗号、换行或首尾空格。
rules-select-none = 字段的 select 至少需要一个备选方式。
rules-type-unknown = 没有名为“{ $type }”的字段类型。{ $hint }
rules-list-field-item = 列表的字段取自条目。请指定条目：item = {"{"} css = "…" {"}"}。
rules-method = 没有名为“{ $method }”的正文提取方法。{ $hint }
rules-format = 正文没有名为“{ $format }”的格式。{ $hint }

rules-table-plain = 表格有多行，不是一个值，“{ $key }”在此无效。请删除。
rules-nested-plain = 此字段是子记录列表，“{ $key }”在此无效。请删除，或放到子字段中。
rules-nested-twice = 子记录不能再含列表。请改为带 select 的普通字段。
rules-nested-fields = 子记录没有字段。请在此字段下添加 { $heading }。

# 后续页面
rules-next-two = { $part } 有多种翻页方式。请只保留一种：选择器、auto 或 pages。
rules-next-word = “{ $word }”不是有效的翻页方式。{ $hint }也可以在花括号中写选择器，例如 {"{"} css = "a.next" {"}"}。
rules-next-number = 请在页码处写一次 {"{"}n{"}"}，例如 "?page={"{"}n{"}"}"。
rules-next-order = 最后的页码 { $to } 小于起始页码 { $from }。请对调。
rules-next-pages-only = “{ $key }”按页码计数，因此还需要 pages = "?page={"{"}n{"}"}"。
rules-next-fallbacks = { $part } 有 fallbacks 但没有选择器。请将 fallbacks 与选择器一起使用，例如 css = "a.next"。
rules-content-next-record = 使用 [record] 时，一个页面含多条记录，而 [content] 中的 next 会合并同一篇文章的各页。请改用 [record] 中的 next。

# 转换步骤
rules-step-unknown = 没有名为“{ $step }”的处理步骤。{ $hint }
rules-step-keys = 处理步骤是只有一个键的表，例如 {"{"} trim = true {"}"}。多个步骤请依次列出。
rules-step-argument = 步骤“{ $step }”需要{ $wanted }。
rules-argument-true = 值 true，否则请删除
rules-argument-replace = 一个正则表达式和替换成的文本：['\s+', " "]
rules-argument-part = 片段的序号：1 为第一个，-1 为最后一个
rules-argument-case = 文本 "lower"、"upper" 或 "title"
rules-argument-map = 一张对照表：{"{"} "是" = "1", "否" = "0" {"}"}
rules-argument-date = 值 true，或日期格式，例如 "%d/%m/%Y"
rules-argument-split = 分隔各片段的文本，例如 ";"

# Sources
rules-missing-search = kind = "search" 的站点需要含 keywords 和 url 的 [search] 一节。请添加。
rules-missing-api = kind = "api" 的站点需要含 item 的 [api] 一节。请添加。
rules-section-unused = kind = "{ $kind }" 的站点不使用 [{ $section }]。请删除此节，或改用 kind = "{ $section }"。
rules-word = “{ $word }”不是“{ $key }”的有效值。{ $hint }
rules-type-pages = 值 true、false 或 "auto"
rules-type-engines = 表的列表，每个以 [[search.engine]] 开头
rules-parameter = “{ $key }”必须是一个含有 { $hole } 的参数，例如 "name={ $hole }"，不能有空格。
rules-next-api-only = “{ $key }”只用于接口响应。请将其写在 [api] 的 next 中。
rules-since = “{ $text }”不是有效的日期。请写成 "2026-01-05"，或距今天数，例如 "30d"。
rules-encoding = 没有名为“{ $name }”的编码。请用 "gbk"、"big5" 或 "utf-8" 等名称。
rules-search-two = 搜索只能使用一个 url 或多个 [[search.engine]]，不能同时使用。请删除其中一种。
rules-search-hole = 缺少搜索词的占位符。请在网址、form 或 body 中的搜索词处写 {"{"}query{"}"}。
rules-search-list = 未指定如何读取结果页。请添加 [list] 一节，或在此引擎下添加 [search.engine.list]。
rules-search-many = 搜索词超过 { $most } 个。请拆分成多个站点。
rules-search-start = 搜索由搜索词和 url 决定起点，start 在此无效。请删除。
rules-search-body = 搜索的 body 是 JSON，搜索词的位置写作 {"{"}query{"}"}，例如 body = '{"{"}"q": "{"{"}query{"}"}"{"}"}'。
rules-search-bodies = 搜索只能以表单或 JSON 之一发送。请删除 form 或 body。
rules-api-jsonpath = 接口的条目用 JSONPath 查找，例如 item = {"{"} jsonpath = "$.items[*]" {"}"}。
rules-api-pages-link = 条目有链接才能抓取其页面。请添加 link，或删除 pages。
rules-crawl-needed = 使用 follow = "needed" 时，规则必须指定哪些页面是记录。请添加 records，例如 records = ['/article/']。
rules-urls-rewrite = 每个替换由正则表达式和替换内容组成，例如 rewrite = [['^http://m[.]', 'http://www.']]。
rules-api-body = 接口的 body 是 JSON，网址参数的位置写作 {"{"}名称{"}"}，例如 body = '{"{"}"page": {"{"}page{"}"}{"}"}'。
rules-api-data = data 是页面中包含条目的 JSON 的名称，例如 "__NEXT_DATA__"：首尾不含空格，最多 120 个字符。
rules-api-data-body = data 指页面中的 JSON，抓取页面时不发送请求体。请删除 body。
rules-proxy = “{ $text }”不是有效的代理设置。请写 none、pool、always、tag:名称、tier:N（N 从 1 起）或代理的名称。

# [supervise]
rules-supervise-action = “{ $text }”不是有效的措施。{ $hint }
rules-supervise-twice = “{ $text }”重复。每项措施只写一次，按尝试顺序排列。
rules-supervise-time = { $key } 不能为“{ $text }”。请填写 { $low } 到 { $high } 之间的时长。
rules-supervise-probe-bounds = probe_at_most 小于 probe_every。请将 probe_at_most 设为不小于 probe_every：自动重试前的等待时间会从 probe_every 增加到 probe_at_most。
rule-warning-robots-off = 此规则不遵守 robots.txt（robots = false），会抓取站点不允许自动程序抓取的内容。请仅在站点允许时使用。
