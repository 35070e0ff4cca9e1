# detect
detect-ok = { $host } 返回了所请求的页面。
detect-rate-limited = { $host } 要求降低请求频率。{ $cause }。{ $wait }{ $vendor }
detect-challenge = { $host } 要求先通过人机验证（验证码、计算题或脚本）。{ $cause }。{ $vendor }{ $wait }
detect-blocked = { $host } 拒绝了访问，原因可能是 IP 地址、User-Agent 或访问方式。{ $cause }。{ $vendor }{ $wait }
detect-blocked-agent = { $host } 拒绝了访问，很可能是因为 User-Agent“{ $agent }”：许多站点拒绝此类名称。{ $cause }。规则中不写 user_agent 时，使用 Bowerbird 自己的名称。{ $vendor }{ $wait }
detect-login-required = { $host } 的此页面需要登录和相应权限。{ $cause }。{ $vendor }{ $wait }
detect-soft-block = { $host } 返回的不是所请求的页面。{ $cause }。{ $vendor }{ $wait }
detect-layout-changed = { $host } 的页面与规则不再匹配，或规则有误。{ $cause }。{ $vendor }{ $wait }
detect-empty = { $host } 的此网址没有可采集的内容。{ $cause }。{ $vendor }{ $wait }
detect-unknown-host = 主机名 { $host } 不存在。请检查拼写和网络连接。
detect-outage = { $host } 自身出现故障。{ $cause }。{ $wait }{ $vendor }
detect-proxy-fault = 代理故障，与 { $host } 无关。{ $cause }。{ $vendor }{ $wait }
detect-script-shell = { $host } 的页面内容由脚本生成：收到的只是空框架，未保存任何内容。
detect-needs-browser = { $host } 发来的只是空框架，内容由浏览器填充。{ $cause }。未保存任何内容。{ $vendor }{ $wait }
detect-incomplete = { $host } 返回的内容不完整或与请求不符。{ $cause }。将重新请求。{ $vendor }{ $wait }
detect-not-taken = { $case ->
        [out-of-reach] { $host } 位于本机或内部网络，来自公网的链接不会跟进到此处。如确有需要，请在站点规则的 network 部分写入 private = true。
        [head-too-large] { $host } 的响应头超出正常站点的范围，未采用。
        [browser-memory] { $host } 的页面在浏览器中占用的内存超过上限，已放弃。
        [browser-restless] { $host } 的页面让浏览器不断跳转，已放弃。
        [too-many-elements] { $host } 的页面元素过多，超出正常页面的范围，未采用。
        [too-much-work] 用该规则提取 { $host } 的页面需要的运算过多，未采用。
       *[too-large] { $host } 的响应超过大小上限，未采用。
    }
detect-nothing = {""}
detect-wait = 要求等待 { $seconds } 秒。
detect-wait-asked = 要求等待 { $wait }。
detect-vendor = 符合 { $name } 的特征。
detect-cause-none = 未记录原因
detect-cause-transport = 没有响应（{ $matched }）
detect-cause-dropped = 未收到响应，连接就已关闭（{ $matched }）
detect-cause-timeout = 响应超时（{ $matched }）
detect-cause-unreachable = 无法连接（{ $matched }）
detect-cause-proxy-failed = 通过代理没有收到响应（{ $matched }）
detect-cause-portal = 返回的是上网认证页面（“{ $matched }”），而不是所请求的页面
detect-cause-proxy = 响应来自中间的代理或网络（“{ $matched }”）
detect-cause-empty-gateway-error = 响应是没有内容的网关错误
detect-cause-status = 站点返回 { $matched }
detect-cause-header = 响应头含“{ $matched }”
detect-cause-url = 请求重定向到 { $matched }
detect-cause-title = 页面标题为“{ $matched }”
detect-cause-body = 页面显示“{ $matched }”
detect-cause-body-repeats = 不同的网址返回同一个页面（“{ $matched }”）
detect-cause-sent-home = 请求重定向到首页 { $matched }
detect-cause-bare-page = 页面几乎没有内容，规则未匹配到内容
detect-cause-password-field = 规则未匹配到内容，页面“{ $matched }”要求输入密码
detect-cause-script-shell = 页面内容由脚本生成
detect-cause-list-partial = 规则只匹配了页面上一小部分相似条目（{ $matched }）
detect-cause-network = “{ $matched }”似乎由您所在的网络（过滤系统、运营商或上网认证页面）显示，而不是来自该站点
detect-cause-no-body = 响应没有内容
detect-cause-rule-misses = 规则未匹配到内容
detect-cause-session-over = 账号的会话已过期，返回的是访客页面（{ $matched }）
detect-cause-kept-from-account = 账号已登录，但无权打开此页面（{ $matched }）
detect-cause-robots-disallow = robots.txt 禁止抓取（{ $matched }）
detect-cause-robots-unreachable = 站点的 robots.txt 返回状态 { $matched }，因此不能抓取
detect-cause-no-feed = 此网址没有订阅源，页面“{ $matched }”也未指明
detect-cause-no-sitemap = 此网址没有站点地图，页面“{ $matched }”也未指明
detect-cause-no-json = 响应不是 JSON，而是页面“{ $matched }”
detect-cause-cut-off = 响应中途断开（{ $matched }）
detect-cause-json-error = 响应是 JSON 错误（“{ $matched }”）
detect-cause-not-markup = 响应不是网页（{ $matched }）
detect-cause-list-without-items = 列表页“{ $matched }”没有条目
detect-cause-first-page-again = 返回的是列表首页，而不是后续页（“{ $matched }”）
detect-cause-no-record = 页面“{ $matched }”上没有记录
detect-cause-taught = 与您标记为被拦截的页面（“{ $matched }”）相似
detect-cause-exit-agrees = 规则未匹配到内容，而经另一出口（{ $matched }）返回相同页面
detect-cause-exit-differs = 经另一出口（{ $matched }）可以得到所需页面，经当前出口则不能
detect-cause-history-body-repeats = 另有 { $matched } 个网址返回了相同的页面
detect-cause-history-title-repeats = 该站点的页面标题各不相同，而此页标题与另外 { $matched } 页相同
detect-cause-history-little-text = 页面文字远少于该站点的其他页面（字符数 { $matched }）
detect-cause-history-small = 页面远小于该站点的其他页面（字节数 { $matched }）
detect-cause-history-yield = 规则未匹配到内容，而在该站点的其他页面上通常能匹配到
detect-cause-history-quick = 响应速度远快于该站点的平时水平（{ $matched }）
detect-cause-history-slow = 响应速度远慢于该站点的平时水平（{ $matched }）
detect-cause-own-agent = 发送的 User-Agent 是“{ $matched }”
detect-cause-history = 站点的表现与以往不同（{ $matched }）

# 与以前读出结果不同的列表
detect-drift-links = 列表可能已改版：以前的 { $left } 个链接仍在列表上，规则却匹配到另外 { $now } 个链接。未采集任何内容。
detect-drift-fewer = 列表可能已改版：规则只匹配到 { $now } 个条目，而以前匹配到的另外 { $left } 个仍在页面上。
detect-drift-elsewhere = 列表可能已改版：其中 { $now } 个链接都不再指向以前那类页面。
detect-list-partial = { $url } 上约有 { $alike } 个相似条目，规则只匹配了 { $taken } 个，列表的大部分未采集。
detect-list-partial-meant = 您已指定规则只采集 { $url } 列表的一部分。
detect-drift-empty = 列表可能已改版：{ $now } 个条目中 { $empty } 个缺少“{ $field }”，以前都有。
detect-drift-alike = 列表可能已改版：全部 { $now } 个条目的“{ $field }”都是“{ $value }”，以前各不相同。
detect-drift-swapped = 列表可能已改版：“{ $field }”现在是以前“{ $other }”的内容。
detect-drift-renamed = 列表可能已改版：{ $known } 个已有条目中，{ $changed } 个的标题已变。“{ $before }”现在是“{ $after }”。
detect-drift-longer = 列表可能已改版：“{ $field }”比以往长得多，例如“{ $value }”。
detect-drift-shorter = 列表可能已改版：“{ $field }”比以往短得多，例如“{ $value }”。
detect-drift-page-renamed = 页面可能已改版：重新抓取的 { $known } 个页面中，{ $changed } 个的标题已变。“{ $before }”现在是“{ $after }”。
detect-drift-page-empty = 页面可能已改版：{ $now } 条新记录中有 { $empty } 条缺少“{ $field }”，而以前都有。
detect-drift-page-gone = 修改规则后，所有记录都缺少 { $count } 个字段（{ $fields }），而以前大多都有。请修复规则；若网站已不再提供，可在修复中选择不再查找。
detect-drift-page-vanished = 页面可能在运行途中改版：起初的页面都有“{ $field }”，但从 { $since } 起，{ $pages } 个页面中有 { $missing } 个缺少它。
detect-drift-page-alike = 页面可能已改版：全部 { $now } 条新记录的“{ $field }”都是“{ $value }”，而以前各不相同。
detect-drift-page-swapped = 页面可能已改版：“{ $field }”现在是以前“{ $other }”的内容。
detect-drift-page-longer = 页面可能已改版：“{ $field }”比以往长得多，例如“{ $value }”。
detect-drift-page-shorter = 页面可能已改版：“{ $field }”比以往短得多，例如“{ $value }”。
remedy-wait = 如仍被拦截，几小时后再试。
remedy-slower = 在规则中设置更长的抓取间隔。
remedy-other-address = 换用代理池中的代理也许可行。
remedy-home-line = 使用家庭宽带或住宅代理也许可行；数据中心和 VPN 的地址大多无效。
remedy-country = 使用站点所在国家或地区的代理也许可行。
remedy-account = 用您自己的账号登录。
remedy-cookies = 为该站点的账号导入浏览器的 Cookie。
remedy-named-agent = 设置 User-Agent，写明您的名称和联系方式。
remedy-feed = 查找站点的订阅源或 JSON 接口，它们往往不受限制。
remedy-owner = 请站点所有者允许 Bowerbird 访问。
