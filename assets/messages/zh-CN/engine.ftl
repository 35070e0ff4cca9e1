# engine
engine-no-threads = 程序无法启动线程（{ $reason }）。请关闭其他程序后重新启动。
engine-no-file = 没有文件 { $path }。请检查文件名和文件夹。
engine-file-folder = { $path } 是文件夹。请选择或拖放其中的文件。
engine-cannot-read = 无法读取 { $path }：{ $reason }。请检查文件名和访问权限。
engine-crawl-disk-full = 磁盘已满：无法写入 { $path }。到目前为止读取的页面保存在 { $part } 中。请腾出空间或换一个磁盘，然后重新抓取。
engine-cannot-write = 无法写入 { $path }：{ $reason }。请换一个位置，或腾出空间。
engine-rule-file = { $path }：{ $errors }
engine-no-json = { $source } 不是 JSON（{ $reason }），而 JSONPath 只能用于 JSON。HTML 请用 CSS 或 XPath。
engine-no-page = { $source } 是{ $kind }，不是网页。请给出网页文件或网址。
engine-kind-picture = 图片
engine-kind-pdf = PDF 文件
engine-kind-archive = 压缩包或办公文档
engine-kind-media = 音频或视频
engine-kind-program = 程序
engine-kind-font = 字体
engine-kind-database = 数据库
engine-kind-binary = 二进制文件
engine-too-large = { $path } 超过 { $limit } MB，没有网页会这么大。请拆分它，或另选文件。
engine-holds-no-json = { $source } 不是 JSON，其中的脚本也没有 JSON。对 HTML 请用 CSS 或 XPath。
engine-status-told = { $source } 返回了错误状态 { $status }。下面是错误页的内容。
engine-bad-line = { $path } 第 { $line } 行：{ $reason }。每行必须是一个 JSON 对象。
engine-bad-url = “{ $url }”不是网址：{ $reason }。请按 https://example.org/news 的样子输入。
engine-bad-scheme = “{ $url }”以“{ $scheme }”开头，不在采集范围内。请使用以 http 或 https 开头的网址。
engine-bad-address = 规则要求从“{ $address }”发出请求，但它不是 IP 地址。请改正规则中的 network.local_address。
engine-bad-pattern = 有一个模式不是正则表达式：{ $reason }
engine-url-spaces = “{ $url }”中间有空格，而地址里没有空格。请检查粘贴的内容；确需空格时请写 %20。
engine-no-source = { $url } 既不是订阅源也不是站点地图，页面也没有指明订阅源。请在窗口里为它做规则，或用“bowerbird rule learn”。
engine-addresses-unreadable = 无法读取地址列表 { $path }：{ $reason }。请把文件放到那里，或在 [pages] 的 file 里写完整路径。
engine-addresses-no-file = 地址列表 { $path } 是文件夹、设备或管道。只读取普通文件：请把地址写进普通文件。
engine-addresses-not-allowed = 规则要读取本机文件 { $path }，但尚未允许。查看项目想做什么：bowerbird project show { SHELL($project) }。允许它：bowerbird project allow { SHELL($project) }。也可以把文件放进项目所在的文件夹，并在 [pages] 的 file 里只写文件名。
engine-addresses-large = 地址列表 { $path } 超过 { $most } MB。请分成几个站点。
engine-addresses-none = { $path } 里没有地址。每个地址都必须完整，以 http:// 或 https:// 开头。
engine-addresses-column = { $path } 没有“{ $column }”这一列。{ $count ->
    [0] 第一行没有列名；请用从 1 开始的列号。
   *[other] 它有：{ $columns }。
}
engine-bad-proxy = 这不是代理的地址。请按 http://host:3128 或 socks5://host:1080 的样子输入。
engine-no-such-version = 该规则没有第 { $version } 个版本。见：bowerbird rule history
engine-rename-locked = 现在不能把“{ $before }”改名为“{ $after }”：其账号的密码会留在旧名称之下。{ $reason }
engine-rerun-busy = 正在重新读取“{ $site }”的已存页面。请等它完成，或先停止它。
engine-cancel-stands = { $site } 的运行正在被彻底取消，因此没有可暂停的内容。正在处理的页面保存后会丢弃其队列；“撤销”可以恢复队列。
engine-export-busy = 正在写入另一个导出。请等它完成，或先取消它。
engine-storage-busy = 正在写入已存页面或移动记录。请等它完成，或先取消它。
engine-no-such-site = 站点 { $site } 已不存在，可能刚被删除。
engine-bad-proxy-name = 代理不能叫“{ $name }”：规则里的 none、pool、always、tag:… 和 tier:… 另有含义，而代理必须有名称。请换一个。
engine-proxy-gone = 该代理已不在代理池中。
engine-proxy-known = 代理池中已有此代理，名为“{ $name }”。要更改它的密码，请在列表中选中它。
engine-proxy-no-user = 代理“{ $name }”没有用户名。请与密码一起给出。
engine-no-such-proxy = 没有已启用的代理“{ $name }”。请把它加入代理池，或修改规则中的 network.proxy。
engine-no-such-account = 这个账号已不存在。
engine-no-such-element = 页面上已没有这个元素。请重新载入页面。
engine-no-login-form = { $site } 的规则没有说明在哪里登录。请在“账号”页的“登录方式…”中说明，或在规则中加上 [login] 一节，写明登录页的 url。
engine-no-password = 没有保存 { $user } 的密码。请删除该账号后重新添加。
engine-no-sample = 示例站点无法启动：{ $reason }。
engine-run-broke = 程序出错，运行中断。已保存的内容完好；再次运行即可继续。
engine-limit-pages = 已达到每次运行 { $most } 页的上限。再次运行即可继续，也可以提高上限。
engine-limit-time = 每次运行 { $most } 的时间已用完。再次运行即可继续，也可以提高上限。
engine-limit-bytes = 已达到每次运行接收 { $most } 的上限。再次运行即可继续，也可以提高上限。
engine-limit-errors = 已达到每次运行 { $most } 个错误的上限。请先查看失败的页面，再次运行。
engine-nothing-failed = 此站点没有失败或空白的页面，因此没有需要重新请求的内容。
engine-task-repeated = “{ $title }”已按此时间安排：任务 { $task }。请修改该任务，或选择其他时间。
engine-task-never = 这个任务永远不会运行。请选择将来的时间，并检查时区。
engine-task-bounds = 任务不能这样运行：最短间隔至少一分钟，且不能超过最长间隔。
engine-nothing-again = 这些页面都不曾为此站点获取过，因此没有可重新获取的内容。请运行站点来采集。
engine-account-works = { $user } 已登录。
engine-proxy-fault = 代理 { $proxy } 不可用，这不是站点的问题：{ $cause }

engine-page-status = { $url } 返回状态 { $status }。
engine-page-skipped = { $url } 不是本站的 HTML 页面。
engine-page-unreadable = 程序出错，无法读取 { $url }。
engine-robots-unreachable = 取不到 { $url } 的 robots.txt，因此现在不能抓取。请稍后再试。

engine-waiting-delay = { $left }后向 { $host } 发出下一个请求：规则要求请求之间间隔 { $delay }
engine-waiting-robots = { $left }后向 { $host } 发出下一个请求：robots.txt 要求请求之间间隔 { $delay }
engine-waiting-person = { $left }后向 { $host } 发出下一个请求：您设定请求之间间隔 { $delay }
engine-waiting-slowed = { $left }后向 { $host } 发出下一个请求：站点拒绝了更快的请求，请求之间暂时间隔 { $delay }
engine-waiting-pause = { $left }后向 { $host } 发出下一个请求：站点回答“请求过多”或出现故障
engine-waiting-asked = { $left }后向 { $host } 发出下一个请求：站点表示在此之前不再接受请求
engine-waiting-slow = { $left }后向 { $host } 发出下一个请求：站点需要 { $took }才能回答，给它时间恢复
engine-waiting-turn = { $left }后向 { $host } 发出下一个请求：同一主机的另一个站点先请求
engine-waiting-quiet = { $left }后向 { $host } 发出下一个请求：规则规定现在是安静时段；“run --now”不等待其结束
engine-waiting-retry = { $left }后发出下一个请求：届时重试失败的页面

engine-reason-ok = 读取 { $pages } 个页面，新增 { $records } 条记录{ $failed ->
    [0] 。
   *[other] ；放弃 { $failed } 个页面。
}
engine-reason-going-on = 站点恢复正常，页面又能取到了。
engine-reason-stood-in = { $pages } 个页面中有 { $missed } 个缺少规则的必填字段，已由通用提取代替。
engine-reason-required-missing = 规则的必填字段在本次运行中完全没有找到：{ $fields }（已检查 { $checked } 个页面）。找到的其他内容已保留。
engine-reason-required-still-missing = 规则已更改，但在最近取到的页面上仍找不到必填字段：{ $fields }。本次运行没有新页面。
engine-reason-start-gone = 起始页 { $url } 返回状态 { $status }：页面不存在。
engine-reason-robots = robots.txt 禁止抓取 { $url }（规则：{ $rule }）。
engine-reason-list-failed = 有 { $lists } 个列表页无法读取，最后一个是 { $url }；那里列出的内容会缺失。

engine-next-waiting = 等待 { $seconds } 秒后再请求。
engine-next-waiting-for = 等待 { $wait }后再请求。
engine-next-proxy = 改经代理 { $proxy } 继续。
engine-next-account-failed = 账号“{ $user }”无法使用：{ $fault }
engine-reason-as-visitor = 规则要求先登录，但没有登录成功，因此只采集了访客可见的内容。{ $why }
engine-next-login-failed = 登录没有成功：{ $fault }
engine-next-rate-limited = 加大规则中的间隔可避免限流；在代理池中添加代理可提供另一个出口。
engine-next-rate-limited-until = 站点要求等待 { $minutes } 分钟；在此之前不会访问它。
engine-next-rate-limited-pool = 加大规则中的间隔可避免限流。
engine-next-asked-to-wait = 站点要求等待 { $wait }；在此之前不会访问它。
engine-next-challenge = 请用浏览器打开站点，看它要求什么；可以把该浏览器的 Cookie 带回账号中使用。加大间隔也许可以避免。
engine-next-blocked = 在代理池中添加代理可提供另一个出口。
engine-next-blocked-pool = 代理也没有帮助。请用浏览器打开站点，看它是否还显示页面。
engine-next-locked = 代理池中的代理可作为另一条途径，但不知道机密的口令，无法读取其密码。请在窗口中输入口令，或在命令行中用 BOWERBIRD_PASSPHRASE_FILE 指明口令文件，然后再次运行该站点。
engine-next-no-proxy-usable = 代理池中没有可用的代理：请在“代理”页查看哪些已停用、暂停或被此站点拒绝，启用其中一个或再添加一个。
engine-pool-fault-unknown = 原因不明
engine-pool-none-usable = 目前没有可用的代理。{ $resting ->
    [0] {""}
   *[other] { $resting } 个暂停使用（{ $why }）。
}{ $off ->
    [0] {""}
   *[other] { $off } 个已停用。
}{ $spent ->
    [0] {""}
   *[other] { $spent } 个流量已用完。
}{ $locked ->
    [0] {""}
   *[other] { $locked } 个需要密码，而密码尚未解锁。
}{ $refused ->
    [0] {""}
   *[other] { $refused } 个被此站点拒绝或未获允许。
}
engine-next-blocked-agent = 请从规则的 network 部分去掉 user_agent，或改用另一个，然后再次运行该站点。
engine-next-login-required = 请为该站点添加账号，然后再次运行。
engine-next-soft-block = 请与浏览器显示的页面比较。加大间隔或添加代理也许有帮助。
engine-next-soft-block-pool = 请与浏览器显示的页面比较。加大间隔也许有帮助。
engine-next-script-shell = 请查找站点的订阅源或 JSON 接口，并把它作为来源；或者在浏览器中保存页面，再在工作台打开该文件。Bowerbird 不执行页面脚本。
engine-next-list-partial = 请在工作台打开该页面，让列表的条目选择器匹配所有条目：选择器中的某个类可能只有部分条目才有。如果只需要这些条目，请选择“只要这些”，或在规则的 [list] 中写入 partial = true。
engine-next-layout-changed = 请修复规则：窗口中的“修复规则…”会给出建议，命令 rule repair 也可以；或者在工作台打开该页面自行调整。
engine-next-run-again = 此后规则已更改。请再次运行该站点；失败或为空的页面会重新请求。
engine-next-empty = 请在工作台打开该页面并检查规则中的选择器。
engine-next-outage = 如果一直如此，请检查网址。
engine-next-silent-proxy = 所有请求都经过代理 { $proxy }，没有响应的可能是该代理。请测试它，或不经代理运行该站点。
engine-next-proxy-fault = 请测试该代理，或换一个代理。
engine-next-incomplete = 请再次运行该站点：没有取得的页面会重新请求。如果一直如此，请用浏览器打开该页面。
engine-reason-given-up = 已放弃缺少的页面；如果列表仍列出它们，会再次请求。
engine-next-incomplete-of = 请再次运行该站点（bowerbird run { SHELL($site) }），缺少的页面会重新请求。“bowerbird cancel { SHELL($site) }”可放弃它们。
engine-reason-incomplete = 站点列出的页面中缺少 { $missing } 个，第一个是 { $url }。{ $why }
engine-next-start-gone = 请用浏览器打开站点，找到列表现在所在的页面，并改正规则中的 start。
engine-next-robots-page = 已跳过它。如果站点所有者允许你采集，可在规则中设置 politeness.robots = false。
engine-next-robots = 请换一个起始页。如果站点所有者允许你采集，可在规则中设置 politeness.robots = false。

engine-import = { $path } 无法导入。{ $reason }
engine-file-goes-on = 文章在 { $url } 继续。只读取了这个文件；要读取全部，请改用页面的网址。
engine-next-left = 下一页 { $url } 还有更多记录。这里只读取了本页；运行网站时会全部读取。
engine-thread-goes-on = 在 { $url } 还有后续页面。可用 --pages 指定更多页数。
engine-part-refused = 文章在 { $url } 继续，但网站返回状态 { $status }。文字可能不完整。
engine-part-unread = 文章在 { $url } 继续，但没有读取那一页。文字可能不完整。{ $reason }
engine-part-disallowed = 网站的 robots.txt 不允许读取。

# 工作台
engine-bench-missing = “{ $field }”是必填字段，但这里没有找到。请在页面上指出它，或取消必填。
engine-bench-not-of-type = 为“{ $field }”找到了“{ $text }”，但它不是该字段的类型。请改用其他类型，或加一步把所需的值截取出来。
engine-bench-rule-fault = 无法读取规则。第 { $line } 行第 { $column } 列：{ $fault }
engine-bench-no-rule = 无法读取规则。请撤销对其文本的上一次修改。
engine-bench-page-gone = 这个页面已不再打开。请重新加载。
engine-bench-picks-gone = 有 { $count } 个示例所在的页面已不再打开，没有用到。
engine-bench-no-link = 这里没有链接。请点击一个链接，或链接中的内容。
engine-bench-alone = 本页没有与它相似的内容。请在另一条记录里也点击同样的内容，或说明本页只是一篇文章。
engine-bench-left-out = 读取每个页面时都会去掉它，依据 { $selector }。
engine-bench-not-left-out = 无法把它与该值的其余部分区分开。请指向它外面或里面的元素。
engine-learn-text-by-generic = 正文可自动识别，且与您选取的内容一致，因此规则无需为正文指定选择器；您仍可在“正文”中另选。
engine-learn-next = 本页在 { $url } 继续，规则会跟随。若只读本页，请删去规则中的“next”。
engine-bench-next-of-nothing = 规则里还没有可以继续的内容：请先选定本页列出的是什么。
engine-bench-no-offer = 这条建议已不存在。请重新加载页面。
engine-bench-patterns-gone = 规则的网址模式排除了其中 { $count } 个链接，这些模式已被移除。
engine-bench-sample-empty = 规则在本页上什么也没有找到，以后就没有可比较的内容。请先在页面上指出所需的内容。
engine-bench-sample-gone = 这个样本已不存在。
engine-bench-samples-full = 已有 { $count } 个样本，达到上限。请先移除一个。
engine-bench-not-kept = 项目中没有保存 { $url }。请从网站加载它，或再次运行该网站。
engine-bench-robots-open = robots.txt 禁止程序采集 { $url }（规则：{ $rule }）。你可以查看它；除非规则中写明 robots = false，否则运行时会跳过它。
engine-bench-robots = robots.txt 禁止访问 { $url }，因此没有抓取。
engine-bench-nothing-before = 不了解该网站以前的页面：没有样本，也没有规则仍能读取的已存页面。请重新指出各个字段。

engine-cancelled = 已丢弃 { $dropped } 个排队的页面；下次运行从头开始。
engine-waiting-place = 等待另一个运行结束：同时运行的站点已达上限
engine-robots-long-gone = { $host } 的 robots.txt 已有 { $days } 天无法取得，因此视为不存在（RFC 9309 允许在 30 天后这样做），页面已照常读取。请看看该网站是否仍欢迎访问。

# 项目可以自行做什么
plan-at-rest = 项目 { $path } 处于静止状态：尚未在本机允许它自行做它想做的全部事情。查看它想做什么：bowerbird project show { SHELL($path) }。允许它：bowerbird project allow { SHELL($path) }。
plan-is-at-rest = 项目处于静止状态。它想自行做以下事情：
plan-is-allowed = 项目未处于静止状态。它可以做下面已允许的事情：
plan-line = { $part }（{ $standing }）：{ $text }
plan-standing-allowed = 已允许
plan-standing-refused = 已拒绝
plan-standing-new = 新的
plan-standing-changed = 已更改
plan-no-part = 项目没有名为“{ $part }”的部分。“bowerbird project show”会列出各部分。
plan-permissions-file = 无法在 { $path } 读取或保存项目的许可：{ $reason }
plan-export-hidden = 未写出导出“{ $name }”：运行后的导出只写到完整路径，且文件名不能以点开头。请换一个目标重新保存它。
plan-run-by-hand = 项目处于静止状态：现在抓取您指定的站点，但不登录，运行后也不导出。如要允许：bowerbird project allow { SHELL($path) }。
plan-login-refused = 已拒绝此项目在 { $site } 登录。请用“bowerbird project allow”允许。
plan-part-site = 抓取站点“{ $name }”的页面，来自 { $wants }
plan-part-login = 在站点“{ $name }”登录：{ $wants }
plan-part-file = 为站点“{ $name }”读取本机文件：{ $wants }
plan-part-private = 为站点“{ $name }”访问您内部网络中的地址：{ $wants }
plan-part-proxy = 通过代理“{ $name }”发送请求：{ $wants }
plan-part-export = 每次运行后写出导出“{ $name }”：{ $wants }
plan-part-webhook = 将提醒发送到 { $wants }
plan-part-mail = 用邮件发送提醒：{ $wants }
plan-part-task = 按计划运行（任务 { $name }）：{ $wants }
plan-wants = { $wants }
plan-wants-more = { $wants }，以及另外 { $more } 个
plan-part-export-by-hand = 在您要求时写出导出“{ $name }”：{ $wants }
plan-part-service = 把文本发给摘要服务：{ $wants }
plan-line-before = 此前是：{ $wants }
plan-refused = 这一项已被拒绝，因此不执行：{ $part }。要允许它，请在窗口中打开“此项目可以做什么”，或使用“bowerbird project allow 文件 --only { SHELL($part) }”。
plan-changed-meanwhile = 您查看期间，项目发生了变化。没有允许也没有拒绝任何内容；请重新查看。
app-command-permissions = 此项目可以做什么…
app-command-permissions-tip = 查看项目会自行做什么，并逐项允许或拒绝
plan-look = 查看…
plan-bar = 此项目处于静止状态。它想要{ $wants }：请先查看，再让它行动。
plan-count-between = 、
plan-count-sites = 从 { $count } 个站点抓取
plan-count-logins = 在 { $count } 个站点登录
plan-count-files = 读取本机的 { $count } 个文件
plan-count-exports = 写出 { $count } 个导出
plan-count-alerts = 向 { $count } 个地址发送
plan-count-proxies = 使用 { $count } 个代理
plan-count-schedules = 按计划运行 { $count } 个任务
plan-title = “{ $project }”可以自行做什么
plan-why-rests = 没有执行：在您说明项目可以做什么之前，它处于静止状态。
plan-hint-rest = 这是文件想要做的。在您允许之前，什么都不会发生；您拒绝的，永远不会发生。在此期间，您仍可阅读、搜索和手动导出。
plan-hint-allowed = 您拒绝的事，即使您要求也不会执行。您自己在本程序中所做的更改视为已允许。
plan-nothing = 它不会自行做任何事。
plan-group-sites = 它要抓取的站点
plan-group-logins = 登录
plan-group-files = 它要读取的本机文件
plan-group-exports = 导出
plan-group-alerts = 它要发送的提醒和文本
plan-group-proxies = 代理
plan-group-schedules = 计划
plan-choice-allow = 允许
plan-choice-refuse = 拒绝
plan-all-allow = 全部允许
plan-all-refuse = 全部拒绝
plan-allow = 允许
plan-allow-some = 允许 { $all } 项中的 { $count } 项
plan-keep = 保留
plan-leave = 保持静止
plan-close = 关闭
news-new-site = 新站点“{ $site }”将会：
news-known-site = 此规则将替换“{ $site }”的规则。新增内容，它将会：
news-part = {"  "}- { $part }
news-part-before = {"    "}此前是：{ $wants }
news-question = 要采用 { $sites } 的规则以及新增内容吗？[y/N]
news-needs-yes = 没有做任何更改：{ $sites } 的规则将被替换，新规则会访问其他主机、以其他方式登录或读取文件（见上）。请先查看新增内容，然后加上 --yes。
news-title = 添加站点“{ $site }”吗？
news-would = 它将会{ $part }
news-add = 添加
news-leave = 不添加
engine-remote-refused = 打开这个项目的程序拒绝了这个请求。请看它的窗口或日志。
