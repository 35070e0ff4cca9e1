# engine
engine-no-threads = 无法启动线程（{ $reason }）。请关闭其他程序，然后重新启动 Bowerbird。
engine-no-file = 找不到文件 { $path }。请检查文件名和文件夹。
engine-file-folder = { $path } 是文件夹。请选择或拖放其中的文件。
engine-cannot-read = 无法读取 { $path }：{ $reason }。请检查文件名和访问权限。
engine-crawl-disk-full = 磁盘已满：无法写入 { $path }。到目前为止读取的页面保存在 { $part } 中。请腾出空间或换一个磁盘，然后重新抓取。
engine-cannot-write = 无法写入 { $path }：{ $reason }。请换一个位置，或腾出空间。
engine-rule-file = { $path }：{ $errors }
engine-no-json = { $source } 不是 JSON（{ $reason }），而 JSONPath 仅适用于 JSON。HTML 请用 CSS 或 XPath。
engine-no-page = { $source } 是{ $kind }，不是网页。请提供网页文件或网址。
engine-kind-picture = 图片
engine-kind-pdf = PDF 文件
engine-kind-archive = 压缩包或办公文档
engine-kind-media = 音频或视频
engine-kind-program = 程序
engine-kind-font = 字体
engine-kind-database = 数据库
engine-kind-binary = 二进制文件
engine-too-large = { $path } 超过 { $limit } MB，超出网页文件的大小上限。请拆分，或选择其他文件。
engine-holds-no-json = { $source } 不是 JSON，其中的脚本也不含 JSON。HTML 请用 CSS 或 XPath。
engine-status-told = { $source } 返回错误状态码 { $status }。以下是错误页的内容。
engine-bad-line = { $path } 第 { $line } 行：{ $reason }。每行必须是一个 JSON 对象。
engine-bad-url = “{ $url }”不是有效的网址：{ $reason }。请写成 https://example.org/news。
engine-bad-scheme = “{ $url }”以“{ $scheme }”开头，无法采集。请使用以 http 或 https 开头的网址。
engine-bad-address = 规则指定从“{ $address }”发出请求，但这不是 IP 地址。请更正规则中的 network.local_address。
engine-bad-pattern = 正则表达式有误：{ $reason }
engine-url-spaces = “{ $url }”中有空格，网址不能含空格。请检查粘贴的内容；确需空格时请写 %20。
engine-no-source = { $url } 不是订阅源或站点地图，页面上也没有订阅源链接。请在窗口中创建规则，或使用“bowerbird rule learn”。
engine-addresses-unreadable = 无法读取网址列表 { $path }：{ $reason }。请将文件放到该位置，或在 [pages] 的 file 中写完整路径。
engine-addresses-no-file = 网址列表 { $path } 是文件夹、设备或管道。请使用普通文件。
engine-addresses-not-allowed = 规则要读取本机文件 { $path }，但尚未获得允许。查看项目权限：bowerbird project show { SHELL($project) }。允许：bowerbird project allow { SHELL($project) }。也可以把文件放进项目所在的文件夹，并在 [pages] 的 file 中只写文件名。
engine-addresses-large = 网址列表 { $path } 超过 { $most } MB。请拆分成多个站点。
engine-addresses-none = { $path } 中没有网址。网址必须完整，以 http:// 或 https:// 开头。
engine-addresses-column = { $path } 没有名为“{ $column }”的列。{ $count ->
    [0] 第一行没有列名；请改填列号，从 1 开始。
   *[other] 现有的列：{ $columns }。
}
engine-bad-proxy = 代理地址无效。请写成 http://host:3128 或 socks5://host:1080。
engine-no-such-version = 此规则没有版本 { $version }。参见：bowerbird rule history
engine-rename-locked = 现在无法将“{ $before }”重命名为“{ $after }”：其账号密码会留在旧名称下。{ $reason }
engine-rerun-busy = 正在重新提取“{ $site }”的已存页面。请等待完成，或先停止。
engine-cancel-stands = 正在取消“{ $site }”的运行，无法暂停。保存处理中的页面后会清空队列；“撤销”可以恢复队列。
engine-export-busy = 正在进行另一项导出。请等待完成，或先取消。
engine-storage-busy = 正在导出已存页面，或正在归档记录。请等待完成，或先取消。
engine-no-such-site = 站点“{ $site }”已不存在，可能刚刚删除。
engine-bad-proxy-name = 代理不能命名为“{ $name }”：在规则中 none、pool、always、tag:… 和 tier:… 另有含义，且名称不能为空。请换一个。
engine-proxy-gone = 该代理已不在代理池中。
engine-proxy-known = 代理池中已有此代理，名为“{ $name }”。要更改其密码，请在列表中选择此代理。
engine-proxy-no-user = 代理“{ $name }”没有用户名。请同时填写用户名和密码。
engine-no-such-proxy = 没有名为“{ $name }”且已启用的代理。请将其添加到代理池，或修改规则中的 network.proxy。
engine-no-such-account = 此账号已不存在。
engine-no-such-element = 页面上已没有此元素。请重新加载页面。
engine-no-login-form = “{ $site }”的规则未指定登录页面。请在“账号”的“登录方式…”中指定，或在规则中添加 [login] 一节，写明登录页面的 url。
engine-no-password = 未保存“{ $user }”的密码。请在“账号”中点击“修改”填写。
engine-no-sample = 无法启动示例站点：{ $reason }。
engine-run-broke = Bowerbird 出现内部错误，运行中断。已保存的内容不受影响；再次运行即可继续。
engine-limit-pages = 已达到每次运行 { $most } 页的上限。再次运行即可继续，或提高上限。
engine-limit-time = 已达到每次运行 { $most } 的时间上限。再次运行即可继续，或提高上限。
engine-limit-bytes = 已达到每次运行接收 { $most } 的上限。再次运行即可继续，或提高上限。
engine-limit-errors = 已达到每次运行 { $most } 个错误的上限。请先查看失败的页面，再重新运行。
engine-nothing-failed = 此站点没有失败或无内容的页面，无需重试。
engine-task-repeated = 任务 { $task }“{ $title }”已使用此时间安排。请修改该任务，或选择其他时间。
engine-task-never = 此任务不会运行。请选择将来的时间，并检查时区。
engine-task-bounds = 间隔无效：最短间隔至少为一分钟，且不能大于最长间隔。
engine-nothing-again = 此站点未抓取过这些页面，无法重新抓取。请运行站点来采集。
engine-account-works = “{ $user }”已登录。
engine-proxy-fault = { $cause }问题出在代理“{ $proxy }”，与站点无关。

engine-page-status = { $url } 返回状态码 { $status }。
engine-page-skipped = { $url } 不是此站点的 HTML 页面。
engine-page-unreadable = Bowerbird 出现内部错误，无法读取 { $url }。
engine-robots-unreachable = 无法获取 { $url } 的 robots.txt，因此暂不抓取。请稍后再试。

engine-waiting-delay = { $left }后向 { $host } 发出下一个请求：规则的抓取间隔为 { $delay }
engine-waiting-robots = { $left }后向 { $host } 发出下一个请求：robots.txt 的抓取间隔为 { $delay }
engine-waiting-person = { $left }后向 { $host } 发出下一个请求：您设定的间隔为 { $delay }
engine-waiting-slowed = { $left }后向 { $host } 发出下一个请求：站点拒绝了更快的请求，间隔暂时为 { $delay }
engine-waiting-pause = { $left }后向 { $host } 发出下一个请求：站点返回“请求过于频繁”或出现故障
engine-waiting-asked = { $left }后向 { $host } 发出下一个请求：站点的请求额度已用完
engine-waiting-slow = { $left }后向 { $host } 发出下一个请求：站点用了 { $took } 才响应，等待其恢复
engine-waiting-turn = { $left }后向 { $host } 发出下一个请求：先处理同一主机的另一个站点
engine-waiting-quiet = { $left }后向 { $host } 发出下一个请求：现在是规则设定的不请求的时段；加 --now 运行可不等待
engine-waiting-retry = { $left }后重试失败的页面
engine-waiting-question = 等待您处理，剩余 { $left }：站点要求的验证或登录只能由人完成

engine-reason-ok = 读取 { $pages } 个页面，新增 { $records } 条记录{ $failed ->
    [0] 。
   *[other] ；放弃 { $failed } 个页面。
}
engine-reason-going-on = 站点已恢复正常响应。
engine-reason-rule-fits-again = 规则已恢复有效，能提取到全部所需内容。
engine-reason-stood-in = { $pages } 个页面中有 { $missed } 个缺少规则的必填字段，已改用自动识别。
engine-reason-required-missing = 此次运行未在任何页面上找到必填字段：{ $fields }（已检查 { $checked } 个页面）。其他值已保存。
engine-reason-required-still-missing = 规则已更改，但在最近的页面上仍找不到必填字段：{ $fields }。此次运行没有新页面。
engine-reason-start-gone = 起始页 { $url } 返回状态码 { $status }：页面不存在。
engine-reason-robots = robots.txt 禁止抓取 { $url }（规则：{ $rule }）。
engine-reason-missed-column = 本次运行的 { $records } 条记录都缺少{ $field }，而此前的记录几乎都有。如果页面上仍有该内容，请在工作台中打开其中一页并点选。
engine-reason-list-failed = { $lists ->
    [1] 1 个列表页无法读取：{ $url }；其中的条目会缺失。
   *[other] { $lists } 个列表页无法读取，最后一个是 { $url }；其中的条目会缺失。
}

engine-next-waiting = { $seconds } 秒后重试。
engine-next-waiting-for = { $wait }后重试。
engine-next-proxy = 改用代理“{ $proxy }”，继续运行。
engine-next-account-failed = 账号“{ $user }”无法使用：{ $fault }
engine-reason-as-visitor = 规则要求先登录，但未能登录，因此只采集了访客可见的内容。{ $why }
engine-next-login-failed = 登录失败：{ $fault }
engine-next-rate-limited-until = 站点要求等待 { $minutes } 分钟；在此之前不会请求。
engine-next-asked-to-wait = 站点要求等待 { $wait }；在此之前不会请求。
engine-next-remedies = { $first }{ $second }
engine-next-locked = 可改用代理池中的代理，但其密码已锁定。请在窗口中输入主密码，或在命令行中将 BOWERBIRD_PASSPHRASE_FILE 设为含主密码的文件，然后再次运行该站点。
engine-next-locked-window = 可改用代理池中的代理，但其密码已锁定。请输入主密码，然后再次运行该站点。
engine-next-no-proxy-usable = 代理池中没有可用的代理：请在“代理”中查看哪些已停用、冷却中或被此站点拒绝，启用一个或再添加一个。
engine-pool-fault-unknown = 原因不明
engine-pool-none-usable = 目前没有可用的代理。{ $resting ->
    [0] {""}
   *[other] { $resting } 个冷却中（{ $why }）。
}{ $off ->
    [0] {""}
   *[other] { $off } 个已停用。
}{ $spent ->
    [0] {""}
   *[other] { $spent } 个流量已用完。
}{ $locked ->
    [0] {""}
   *[other] { $locked } 个的密码未解锁。
}{ $refused ->
    [0] {""}
   *[other] { $refused } 个被此站点拒绝或未获允许。
}
engine-next-blocked-agent = 请删除规则 [network] 一节中的 user_agent，或改用其他值，然后再次运行该站点。
engine-next-login-required = 请为该站点添加账号，然后再次运行。
engine-next-question = 请运行“bowerbird answer”并指定站点名称：站点会在您的浏览器中打开。在其中登录或完成验证后，运行会继续。
engine-next-question-window = 请点击“登录或验证…”：站点会在您的浏览器中打开。在其中登录或完成验证后，运行会继续。
engine-next-soft-block = 请对照浏览器中显示的页面。
engine-next-script-shell = 请在“设置 → 浏览器”中指定 Chromium、Chrome、Edge 或 Brave，或使用站点的订阅源或 JSON 接口。
engine-next-list-partial = 请在工作台中打开该页面，让条目选择器匹配所有条目：选择器中的某个类可能只有部分条目才有。如果只需要这些条目，请选择“只采集这些条目”，或在规则的 [list] 中写入 partial = true。
engine-next-layout-changed = 请修复规则：在窗口中点击“修复规则…”，或使用命令“bowerbird rule repair”获取建议；也可以在工作台中打开该页面自行调整。
engine-next-run-again = 规则已在上次运行后更改。请再次运行该站点，以重试失败或无内容的页面。
engine-next-empty = 请在工作台中打开该页面，检查规则中的选择器。
engine-next-outage = 如果问题持续存在，请检查网址。
engine-next-silent-proxy = 所有请求都经过代理“{ $proxy }”，可能是该代理没有响应。请测试该代理，或不用代理运行该站点。
engine-next-proxy-fault = 请测试该代理，或更换代理。
engine-next-incomplete = 请再次运行该站点，以重试缺失的页面。如果问题持续存在，请用浏览器打开该页面。
engine-reason-given-up = 已放弃缺失的页面；如果列表仍链接到这些页面，会再次重试。
engine-next-incomplete-of = 要重试缺失的页面，请再次运行该站点（bowerbird run { SHELL($site) }）；要放弃这些页面，请用“bowerbird cancel { SHELL($site) }”。
engine-next-incomplete-of-window = 要重试缺失的页面，请再次运行“{ $site }”；要放弃这些页面，请取消其运行。
engine-reason-incomplete = 站点列出的页面中有 { $missing } 个缺失，第一个是 { $url }。{ $why }
engine-next-start-gone = 请用浏览器打开站点，找到列表现在所在的页面，并更正规则中的起始网址（start）。
engine-next-robots-page = 已跳过。如果站点所有者允许您采集，可在规则中设置 politeness.robots = false。
engine-next-robots = 请换一个起始页。如果站点所有者允许您采集，可在规则中设置 politeness.robots = false。

engine-import = 无法导入 { $path }。{ $reason }
engine-file-goes-on = 文章在 { $url } 继续。目前只读取了此文件；要读取全文，请改用页面的网址。
engine-next-left = 下一页 { $url } 还有更多记录。此处只读取了此页面；运行时会读取所有页。
engine-thread-goes-on = 主题帖的下一页是 { $url }。要读取更多页，请使用 --pages。
engine-part-refused = 文章的下一页是 { $url }，但站点对该页返回状态码 { $status }，因此正文可能不完整。
engine-part-unread = 文章的下一页是 { $url }，但该页未能读取，因此正文可能不完整。{ $reason }
engine-part-disallowed = 站点的 robots.txt 不允许读取。

# 工作台
engine-bench-missing = “{ $field }”是必填字段，但此处未找到。请在页面上点选，或取消必填。
engine-bench-not-of-type = 为“{ $field }”找到“{ $text }”，但与字段类型不符。请更改类型，或添加处理步骤以提取所需的值。
engine-bench-rule-fault = 规则无效。第 { $line } 行第 { $column } 列：{ $fault }
engine-bench-no-rule = 规则无效。请撤销对规则文本的上一次修改。
engine-bench-page-gone = 此页面已关闭。请重新加载。
engine-bench-picks-gone = { $count } 个示例所在的页面已关闭，这些示例未使用。
engine-bench-no-link = 此处没有链接。请点击链接或链接中的内容。
engine-bench-alone = 此页面没有相似的内容。请在另一条记录中点击同样的内容，或将此页面指定为“一篇文章”。
engine-bench-left-out = 已在所有页面上用 { $selector } 排除。
engine-bench-not-left-out = 无法与该值的其余部分区分。请点选其外层或内部的元素。
engine-learn-text-by-generic = 正文可自动识别，且与您选取的内容一致，规则无需为其设置选择器；您仍可在“正文”中另选。
engine-learn-next = 规则会继续读取下一页 { $url }。如果只读取此页面，请删除规则中的 next。
engine-bench-next-of-nothing = 规则中还没有列表或记录，无法翻页。请先选取列表或记录。
engine-bench-no-offer = 此建议已失效。请重新加载页面。
engine-bench-patterns-gone = 规则的网址正则表达式排除了其中 { $count } 个链接，因此已删除这些正则表达式。
engine-bench-sample-empty = 规则在此页面上未提取到内容，无法用作样本。请先在页面上点选所需内容。
engine-bench-sample-gone = 此样本已不存在。
engine-bench-samples-full = 已达到 { $count } 个样本的上限。请先删除一个。
engine-bench-not-kept = { $url } 没有已存页面。请从站点加载，或再次运行该站点。
engine-bench-robots-open = robots.txt 禁止自动程序采集 { $url }（规则：{ $rule }）。您可以查看此页面；运行时会跳过，除非站点规则中设有 robots = false。
engine-bench-robots = robots.txt 禁止访问 { $url }，因此未抓取。
engine-bench-nothing-before = 该站点没有改版前的页面：没有样本，也没有规则能匹配的已存页面。请重新点选各字段。

engine-cancelled = 已清空队列（{ $dropped } 个页面）；下次运行从头开始。
engine-waiting-place = 等待其他运行结束：同时运行的数量已达到上限
engine-robots-long-gone = 已有 { $days } 天无法获取 { $host } 的 robots.txt，因此视为不存在（RFC 9309 允许在 30 天后这样处理），并已照常抓取。请确认该站点是否仍允许抓取。

# 项目可以自行做什么
plan-at-rest = 项目 { $path } 处于受限模式：您尚未在本机允许此项目自动执行操作。查看：bowerbird project show { SHELL($path) }。允许：bowerbird project allow { SHELL($path) }。
plan-is-at-rest = 项目处于受限模式，请求自动执行以下操作：
plan-is-allowed = 项目未处于受限模式。已允许的操作：
plan-line = { $part }（{ $standing }）：{ $text }
plan-standing-allowed = 已允许
plan-standing-refused = 已拒绝
plan-standing-new = 新增
plan-standing-changed = 已更改
plan-no-part = 项目没有“{ $part }”这一项。用“bowerbird project show”查看各项。
plan-permissions-file = 无法读取或保存项目权限文件 { $path }：{ $reason }
plan-export-hidden = 未执行导出“{ $name }”：运行后的导出必须写到完整路径，且文件名不能以点开头。请更改目标并重新保存此导出。
plan-run-by-hand = 项目处于受限模式：现在抓取您指定的站点，但不登录，运行后也不导出。要允许登录和导出：bowerbird project allow { SHELL($path) }。
plan-login-refused = 您已拒绝此项目登录“{ $site }”。要允许，请在窗口中打开“项目权限”，或使用“bowerbird project allow”。
plan-part-site = 抓取站点“{ $name }”的页面：{ $wants }
plan-part-login = 登录站点“{ $name }”：{ $wants }
plan-part-file = 为站点“{ $name }”读取本机文件：{ $wants }
plan-part-private = 为站点“{ $name }”访问内部网络地址：{ $wants }
plan-part-proxy = 通过代理“{ $name }”发送请求：{ $wants }
plan-part-export = 每次运行后执行导出“{ $name }”：{ $wants }
plan-part-webhook = 将提醒发送到 { $wants }
plan-part-mail = 用邮件发送提醒：{ $wants }
plan-part-task = 按计划运行任务 { $name }：{ $wants }
plan-wants = { $wants }
plan-wants-more = { $wants }，另有 { $more } 个
plan-part-export-by-hand = 手动执行导出“{ $name }”：{ $wants }
plan-part-service = 把文本发给摘要服务：{ $wants }
plan-line-before = 之前：{ $wants }
plan-refused = 您已拒绝此项操作，因此未执行：{ $part }。要允许，请在窗口中打开“项目权限”，或使用“bowerbird project allow 文件 --only { SHELL($part) }”。
plan-changed-meanwhile = 在您查看期间，项目请求的操作有变化，因此未保存您的选择。请重新查看。
app-command-permissions = 项目权限…
app-command-permissions-tip = 查看项目会自动执行的操作，并逐项允许或拒绝
plan-look = 查看…
plan-bar = 此项目处于受限模式，请求{ $wants }。请查看后再允许。
plan-count-between = 、
plan-count-sites = 抓取 { $count } 个站点
plan-count-logins = 在 { $count } 个站点登录
plan-count-files = 读取本机的 { $count } 个文件
plan-count-exports = 执行 { $count } 项导出
plan-count-alerts = 向 { $count } 个地址发送内容
plan-count-proxies = 使用 { $count } 个代理
plan-count-schedules = 按计划运行 { $count } 个任务
plan-title = “{ $project }”的权限
plan-why-rests = 未执行：项目处于受限模式，请先处理权限请求。
plan-hint-rest = 此项目请求执行以下操作。允许之前，任何操作都不会执行；您拒绝的操作永远不会执行。在此期间，您仍可阅读、搜索和手动导出。
plan-hint-allowed = 您拒绝的操作不会执行，手动启动也不例外。您在 Bowerbird 中自行做出的更改视为已允许。
plan-nothing = 此项目不会自动执行任何操作。
plan-group-sites = 要抓取的站点
plan-group-logins = 登录
plan-group-files = 要读取的本机文件
plan-group-exports = 导出
plan-group-alerts = 要发送的提醒和文本
plan-group-proxies = 代理
plan-group-schedules = 计划
plan-choice-allow = 允许
plan-choice-refuse = 拒绝
plan-all-allow = 全部允许
plan-all-refuse = 全部拒绝
plan-allow = 允许
plan-allow-some = 保存选择（允许 { $count } 项，共 { $all } 项）
plan-keep = 保存
plan-leave = 以后再决定
plan-close = 关闭
news-new-site = 新站点“{ $site }”将会：
news-known-site = 此规则将替换“{ $site }”的规则，并新增以下操作：
news-part = {"  "}- { $part }
news-part-before = {"    "}之前：{ $wants }
news-question = 要用新规则替换 { $sites } 的现有规则，并允许以上操作吗？[y/N]
news-needs-yes = 未做任何更改：将用新规则替换 { $sites } 的规则，新规则会访问其他主机、使用其他登录方式或读取文件（见上）。请先查看，再加 --yes 重新执行。
news-title = 添加站点“{ $site }”吗？
news-would = 添加后将会{ $part }
news-add = 添加
news-leave = 不添加
engine-remote-refused = 打开此项目的 Bowerbird 进程拒绝了该命令。请查看其窗口或日志。
