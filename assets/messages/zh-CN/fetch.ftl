# fetch: why an address could not be fetched, and how a login went
fetch-scheme = 无法抓取 { $url }：Bowerbird 只支持 http:// 和 https:// 网址。请检查网址。
fetch-out-of-reach = { $case ->
        [no-longer-inside] { $host } 之前指向您的内部网络，现在却指向公网地址 { $address }。这种变化可能是陷阱，因此未发出请求。如果您的网络或 VPN 有变动，请重新启动 Bowerbird。
        [written-never] { $host } 是云服务的保留地址，或不能用于任何主机。只有起始网址位于该处的规则才会访问；请从规则或列表中删除该网址。
        [resolved-never] { $host } 指向 { $address }，这是云服务的保留地址，或不能用于任何主机。只有起始网址位于该处的规则才会访问；请从规则或列表中删除该网址。
        [resolved] { $host } 指向 { $address }，位于本机或您的内部网络。Bowerbird 不会通过公网上的链接访问此处。如确有需要，请在站点规则的 network 一节写入 private = true，或在命令中加 --allow-private。
       *[written] { $host } 位于本机或您的内部网络。Bowerbird 不会通过公网上的链接访问此处。如确有需要，请在站点规则的 network 一节写入 private = true，或在命令中加 --allow-private。
    }
fetch-robots-unreachable = { $status ->
        [0] 无法获取 { $url } 所在站点的 robots.txt，因此暂不抓取。请稍后再试。
       *[other] { $url } 所在站点的 robots.txt 返回状态码 { $status }，因此暂不抓取。请稍后再试。
    }
fetch-dns = 找不到主机 { $host }。请检查网址的拼写和网络连接。
fetch-connect = 无法连接 { $host }（{ $reason }）。站点可能已停机，或端口有误；请检查网址和网络后重试。
fetch-tls = { $problem ->
        [expired] 无法与 { $host } 建立安全连接：站点证书已过期。只有站点能更新证书；请确认本机时钟准确，稍后再试。
        [not-yet-valid] 无法与 { $host } 建立安全连接：站点证书尚未生效。本机时钟可能偏慢；请校准后再试。
        [wrong-host] 无法与 { $host } 建立安全连接：站点使用了其他主机的证书。请检查网址拼写；证书往往只对带 www. 或不带 www. 的网址有效。
        [untrusted] 无法与 { $host } 建立安全连接：站点证书不是由本机信任的机构签发，可能是自签名证书。如果是您自己的站点，请将其签发机构加入系统信任列表。
        [revoked] 无法与 { $host } 建立安全连接：站点证书已被签发机构吊销。在站点更换证书之前请勿信任。
        [old-certificate] 无法与 { $host } 建立安全连接：站点证书版本过旧。只有站点能更换；如果是您自己的站点，请改用 X.509 v3 证书。
        [bad-certificate] 无法与 { $host } 建立安全连接：站点证书无法读取，或使用了不支持的签名算法。只有站点能更换。
        [old-protocol] 无法与 { $host } 建立安全连接：站点只支持不安全的旧加密协议，Bowerbird 不使用。请尝试 http://。
        [wrong-purpose] 无法与 { $host } 建立安全连接：站点证书不能用于网站。只有站点能更换。
        [revocation-unknown] 无法与 { $host } 建立安全连接：无法确认站点证书是否已被吊销。请确认本机时钟准确，稍后再试。
        [wants-certificate] 无法与 { $host } 建立安全连接：站点只接受持有客户端证书的访问者，而 Bowerbird 没有客户端证书。
        [unknown-host] 无法与 { $host } 建立安全连接：该服务器不认识此主机名。请检查网址拼写。
        [server-fault] 无法与 { $host } 建立安全连接：服务器中止了连接，未说明原因。请稍后再试；如果问题持续存在，请用浏览器打开该站点对比。
        [disturbed] 无法与 { $host } 建立安全连接：数据在传输中损坏，或服务器有故障。请检查网络、VPN 或代理，稍后再试。
        [no-tls] 无法与 { $host } 建立安全连接：对方不使用 TLS。请将网址中的 https:// 换成 http:// 再试。
       *[other] 无法与 { $host } 建立安全连接。站点证书可能有问题，或本机时钟不准。请用浏览器打开该站点对比。
    }
fetch-dropped = 响应尚未接收完，与 { $url } 的连接就中断了（{ $reason }）。站点可能过载，或拒绝访问；请稍后降低速度再试。
fetch-incomplete = { $url } 的响应不完整（{ $reason }），稍后会重试。如果问题持续存在，可能是站点或中间设备截断了响应。
fetch-timeout = { $stage ->
        [name] { $seconds } 秒内未能解析 { $url } 的主机名。请检查本机的网络连接，稍后再试。
        [connect] { $seconds } 秒内未能连接 { $url }。站点可能已停机或距离太远；请检查网络，稍后再试。
        [secure] { $url } 接受了连接，但 { $seconds } 秒内未完成加密协商。站点可能繁忙或在限流；请稍后再试。
        [answer] { $url } 收到请求后 { $seconds } 秒内没有响应。站点可能繁忙或在限流；请稍后降低速度再试。
        [body] { $url } 的响应中途停止，{ $seconds } 秒内没有继续。站点可能繁忙；请稍后降低速度再试。
       *[whole] { $url } 在 { $seconds } 秒内未完整响应。站点可能较慢或在限流；请稍后降低速度再试。
    }
fetch-head-too-large = { $url } 的响应头过多或过长，超出正常网页的范围，未读取。站点可能出了故障，也可能是恶意站点；请用浏览器打开查看。
fetch-too-large = { $url } 超过 { $kib } KiB 的大小上限，未读取。普通网页不会这么大。如果是文件，请在规则中用 deny 排除此类网址。
fetch-too-many-elements = { $url } 的元素超过 { $limit } 个，或某个标签有数千个属性，超出正常网页的范围，未读取。站点可能出了故障，也可能是恶意站点；请用浏览器打开查看。
fetch-too-much-work = 用该站点的规则提取 { $url } 所需的运算过多，已跳过。请缩小规则的查找范围，或用浏览器打开查看：该页面可能出了故障，也可能是恶意页面。
fetch-redirects = { $url } 重定向 { $followed } 次后仍在重定向。站点可能需要登录或 Cookie；请用浏览器打开，查看最终页面。
fetch-redirect-loop = 站点循环重定向，总是回到 { $url }。可能需要登录或 Cookie；请用浏览器打开查看。
fetch-proxy = 代理出错：{ $reason }（{ $proxy }）。请检查代理的地址、用户名和密码，或更换代理。
fetch-proxy-closed = 代理没有响应就关闭了连接（{ $proxy }；{ $reason }）。请检查协议和端口，或更换代理。
fetch-proxy-garbled = 服务器的响应不像代理（{ $proxy }；{ $reason }）。请检查协议和端口，或更换代理。
fetch-proxy-unreachable = 代理未响应（{ $proxy }；{ $reason }）。请检查主机和端口以及代理是否在运行，或更换代理。
fetch-proxy-silent = { $seconds } 秒内没有响应，已达到未测试代理的等待上限（{ $proxy }）。请测试该代理，或更换代理。
fetch-why-refused = 连接被拒绝
fetch-why-closed = 连接提前关闭
fetch-why-no-socks = 不是有效的 SOCKS 响应
fetch-why-proxy-no-password = 代理不接受用户名和密码
fetch-why-proxy-forbids = 代理的规则不允许此连接
fetch-why-proxy-cannot = 代理不支持这种连接
fetch-why-proxy-failed = 代理无法连接到站点
fetch-why-no-http = 不是有效的 HTTP 响应
fetch-why-no-route = 没有到该主机的路由
fetch-why-late = 超时
fetch-why-proxy-password = 代理要求密码
fetch-why-unknown = 未说明原因
fetch-browser-fault = { $problem ->
        [missing] 该页面需要浏览器，但本机上没有找到。请安装 Chromium、Chrome、Edge 或 Brave，或在“设置 → 浏览器”中或用环境变量 BOWERBIRD_BROWSER 指定一个。不需要浏览器的页面不受影响。
        [not-there] { $detail } 处没有浏览器。请更正路径，或清空路径以使用自动找到的浏览器。
        [no-browser] { $detail } 不是基于 Chromium 的浏览器。请指定 Chromium、Chrome、Edge 或 Brave。
        [too-old] 浏览器版本过旧：{ $detail }。需要 112 或更高版本，请更新。
        [system] 本系统上暂不能用浏览器显示页面。请使用页面自带的数据，或页面的接口（如果有）。
        [no-window] { $detail } 不能显示窗口，也没有找到其他浏览器。请安装 Chromium、Chrome、Edge 或 Brave。
        [no-screen] 本机没有可显示浏览器窗口的屏幕。请在其他计算机的浏览器中登录，然后导入其 Cookie。
        [start] 浏览器无法启动：{ $detail }。请手动启动一次，查看缺少什么，或用 BOWERBIRD_BROWSER 指定其他浏览器。
        [died] 浏览器在显示页面时意外退出（{ $detail }）。处理下一个页面时会重新启动浏览器；如果问题持续存在，请更新浏览器。
        [hung] 浏览器在显示页面时没有及时响应。稍后会重试；如果问题持续存在，说明该页面使浏览器一直忙碌。
        [crashed] 页面使浏览器标签页崩溃。稍后会重试；如果问题持续存在，请更新浏览器。
        [memory] 页面在浏览器中占用的内存超过上限，标签页已关闭。请改从站点的较小页面或页面接口采集。
        [restless] 页面使浏览器不断跳转，标签页已关闭。请在浏览器中检查该网址：站点可能要求登录或 Cookie。
        [left-out] 规则的步骤需在浏览器中执行，但此命令不使用浏览器。请去掉 --fetch http，或从规则中删除步骤。
        [step] 规则的步骤 { $detail } 在页面上没有找到操作对象。请在浏览器中打开该页面并更正步骤，用 wait = "30s" 延长等待，或设置 optional = true。
       *[other] 浏览器拒绝执行命令：{ $detail }。请更新浏览器，或用 BOWERBIRD_BROWSER 指定其他浏览器。
    }
fetch-garbled = 无法读取 { $url } 的响应（{ $reason }）。对方可能不是 Web 服务器，或数据已损坏；请检查网址，或稍后再试。

fetch-login-refused = 在 { $url } 登录失败：用户名或密码可能有误。请更正后重新测试账号；Bowerbird 不会自动重试登录。
fetch-login-locked = 站点锁定了该账号，或禁止从此 IP 地址登录：{ $url }。请等待锁定解除，在浏览器中确认密码无误，再重新测试账号。
fetch-login-no-form = { $url } 上没有登录表单。请填写表单所在页面的网址，或表单的 CSS 选择器。
fetch-login-no-password = { $url } 的表单没有密码输入框。请在规则中写明其名称，或指定另一个表单的 CSS 选择器。
fetch-login-no-user = { $url } 的表单没有用户名输入框。请在规则中写明其名称。
fetch-login-selector = “{ $selector }”不是有效的 CSS 选择器，无法登录。请在规则中更正。
fetch-login-no-sign = 在 { $url } 登录后，未找到成功标志“{ $selector }”。请检查规则中的选择器，并在浏览器中检查账号能否登录。
fetch-login-status = 在 { $url } 登录失败：站点返回错误 { $status }。请稍后再试；如果问题持续存在，请在浏览器中检查登录页面是否有变化。
fetch-login-in-address = { $url } 的表单会把密码写进网址（GET 方法），服务器、代理和浏览历史记录都会留下密码，因此未发送。请用浏览器登录后导入 Cookie，或在规则中指定另一个表单。
