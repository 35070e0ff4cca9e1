# detect
detect-ok = { $host } 返回了所请求的页面。
detect-rate-limited = { $cause }：请求太频繁，{ $host } 要求放慢。{ $wait }{ $vendor }
detect-challenge = { $cause }：{ $host } 在页面之前设置了机器人检查（验证码、计算题或脚本）。{ $vendor }{ $wait }
detect-blocked = { $cause }：{ $host } 拒绝了本客户端，原因可能是地址、用户代理或访问方式。{ $vendor }{ $wait }
detect-blocked-agent = { $cause }：{ $host } 拒绝了本客户端，很可能是因为用户代理“{ $agent }”：许多网站拒绝这类名称。规则中不写 user_agent，Bowerbird 就用自己的名称。{ $vendor }{ $wait }
detect-login-required = { $cause }：{ $host } 的这个页面只给已登录并有权限的用户看。{ $vendor }{ $wait }
detect-soft-block = { $cause }：{ $host } 返回的不是所请求的页面。{ $vendor }{ $wait }
detect-layout-changed = { $cause }：{ $host } 的页面与规则不再相符，或者规则有误。{ $vendor }{ $wait }
detect-empty = { $cause }：{ $host } 的这个地址没有可采集的内容。{ $vendor }{ $wait }
detect-outage = { $cause }：{ $host } 自身出了故障。{ $wait }{ $vendor }
detect-proxy-fault = { $cause }：是代理出了问题，与 { $host } 无关。{ $vendor }{ $wait }
detect-script-shell = { $host } 的页面不执行脚本就没有内容：收到的只是由浏览器填充的空框架，没有保存任何内容。
detect-incomplete = { $cause }：这不是（或不完整是）向 { $host } 请求的内容，会再次请求。{ $vendor }{ $wait }
detect-not-taken = { $case ->
        [out-of-reach] { $host } 位于本机或内部网络，从公网开始的访问不会进入那里。如确有需要，请在站点规则的 network 部分写入 private = true。
        [head-too-large] { $host } 应答的响应头超出正常网站的范围，未采用。
        [too-many-elements] { $host } 的页面元素过多，正常网页不会如此，未采用。
        [too-much-work] 用该规则读取 { $host } 的页面需要的运算过多，未采用。
       *[too-large] { $host } 的应答超过大小限制，未采用。
    }
detect-nothing = {""}
detect-wait = 对方要求等待 { $seconds } 秒。
detect-wait-asked = 对方要求等待 { $wait }。
detect-vendor = 这些是 { $name } 的特征。
detect-cause-none = 没有留下原因
detect-cause-transport = 没有收到回答（{ $matched }）
detect-cause-dropped = 连接未作回答就被关闭（{ $matched }）
detect-cause-timeout = 限定时间内没有回答（{ $matched }）
detect-cause-unreachable = 无法连接（{ $matched }）
detect-cause-proxy-failed = 通过代理没有得到回答（{ $matched }）
detect-cause-proxy = 回答出自途中的代理或网络（“{ $matched }”）
detect-cause-empty-gateway-error = 回答是没有内容的网关错误
detect-cause-status = 网站返回 { $matched }
detect-cause-header = 回答带有标头“{ $matched }”
detect-cause-url = 请求被转到 { $matched }
detect-cause-title = 页面标题是“{ $matched }”
detect-cause-body = 页面写着“{ $matched }”
detect-cause-body-repeats = 不同的地址返回同一个页面（“{ $matched }”）
detect-cause-sent-home = 请求被转到首页 { $matched }
detect-cause-bare-page = 页面几乎没有内容，规则也一无所获
detect-cause-password-field = 规则一无所获，页面“{ $matched }”要求输入密码
detect-cause-script-shell = 页面不执行脚本就没有内容
detect-cause-no-body = 回答没有内容
detect-cause-rule-misses = 规则在页面上一无所获
detect-cause-session-over = 账号的会话已结束，访客得到的是另一个页面（{ $matched }）
detect-cause-robots-disallow = robots.txt 禁止抓取（{ $matched }）
detect-cause-robots-unreachable = 网站的 robots.txt 返回状态 { $matched }，因此不能抓取那里的内容
detect-cause-no-feed = 这个地址没有订阅源，页面“{ $matched }”也没有指明
detect-cause-no-sitemap = 这个地址没有站点地图，页面“{ $matched }”也没有指明
detect-cause-no-json = 回答不是 JSON，而是页面“{ $matched }”
detect-cause-cut-off = 回答中途断开（{ $matched }）
detect-cause-json-error = 回答是 JSON 格式的错误（“{ $matched }”）
detect-cause-not-markup = 回答不是网页（{ $matched }）
detect-cause-list-without-items = 列表页“{ $matched }”没有条目
detect-cause-first-page-again = 返回的是列表首页，而不是所请求的后续页（“{ $matched }”）
detect-cause-no-record = 页面“{ $matched }”上没有记录
detect-cause-taught = 页面与您标为屏蔽的页面（“{ $matched }”）外观相同
detect-cause-exit-agrees = 规则没有匹配到内容，而经另一出口（{ $matched }）得到的是同一页面
detect-cause-exit-differs = 规则所需的页面经另一出口（{ $matched }）可以得到，经当前出口却得不到
detect-cause-history-body-repeats = 另有 { $matched } 个网址返回了相同的页面
detect-cause-history-title-repeats = 该站点的页面标题各不相同，而此页标题与另外 { $matched } 页相同
detect-cause-history-little-text = 页面文字远少于该站点的其他页面（字符数 { $matched }）
detect-cause-history-small = 页面远小于该站点的其他页面（字节数 { $matched }）
detect-cause-history-yield = 规则没有匹配到内容，而在该站点的页面上通常可以
detect-cause-history-quick = 响应远快于该站点平时（{ $matched }）
detect-cause-history-slow = 响应远慢于该站点平时（{ $matched }）
detect-cause-own-agent = 发送的用户代理是“{ $matched }”
detect-cause-history = 网站的表现与以往不同（{ $matched }）

# 与以前读出结果不同的列表
detect-drift-links = 列表似乎改版了：以前指向的 { $left } 个页面仍在列表上，规则却取了另外 { $now } 个链接。没有从中采集任何内容。
detect-drift-fewer = 列表似乎改版了：规则只找到 { $now } 项，而以前找到的另外 { $left } 项仍在页面上。
detect-drift-elsewhere = 列表似乎改版了：其中 { $now } 个链接都不再指向以前那样的页面。
detect-drift-empty = 列表似乎改版了：{ $now } 项中有 { $empty } 项缺少“{ $field }”，以前都有。
detect-drift-alike = 列表似乎改版了：全部 { $now } 项的“{ $field }”都是“{ $value }”，以前各不相同。
detect-drift-swapped = 列表似乎改版了：“{ $field }”现在的内容是以前“{ $other }”的内容。
detect-drift-renamed = 列表似乎改版了：以前就有的 { $known } 项中，{ $changed } 项的标题变了。“{ $before }”现在是“{ $after }”。
detect-drift-longer = 列表似乎改版了：“{ $field }”比以往长得多，例如“{ $value }”。
detect-drift-shorter = 列表似乎改版了：“{ $field }”比以往短得多，例如“{ $value }”。
detect-drift-page-renamed = 页面似乎已改版：重新抓取的 { $known } 个页面中，有 { $changed } 个标题变了。“{ $before }”现在是“{ $after }”。
detect-drift-page-empty = 网页似乎已改版：{ $now } 条新记录中有 { $empty } 条规则已找不到“{ $field }”，而以前都能找到。
detect-drift-page-vanished = 页面似乎在运行途中改版了：起初的页面都有“{ $field }”，但从 { $since } 起，{ $pages } 个页面中有 { $missing } 个规则已找不到它。
detect-drift-page-alike = 网页似乎已改版：全部 { $now } 条新记录的“{ $field }”都是“{ $value }”，而以前各不相同。
detect-drift-page-swapped = 网页似乎已改版：“{ $field }”现在的内容是以前“{ $other }”的内容。
detect-drift-page-longer = 网页似乎已改版：“{ $field }”比以往都长得多，例如“{ $value }”。
detect-drift-page-shorter = 网页似乎已改版：“{ $field }”比以往都短得多，例如“{ $value }”。
