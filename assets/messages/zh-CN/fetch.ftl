# fetch: why an address could not be fetched, and how a login went
fetch-scheme = 无法抓取 { $url }：Bowerbird 只读取 http:// 和 https:// 地址。请检查地址。
fetch-out-of-reach = { $case ->
        [no-longer-inside] { $host } 先前指向您的内部网络，现在却指向公网地址 { $address }。这样变化的域名可能是陷阱，因此未访问。如果是您的网络或 VPN 变了，请重新启动 Bowerbird。
        [written-never] { $host } 是只供云主机自身访问、或不属于任何主机的地址。只有起始地址就在那里的规则，Bowerbird 才会访问它；请从规则或列表中去掉该地址。
        [resolved-never] { $host } 指向 { $address }，这是只供云主机自身访问、或不属于任何主机的地址。只有起始地址就在那里的规则，Bowerbird 才会访问它；请从规则或列表中去掉该地址。
        [resolved] { $host } 指向 { $address }，位于本机或您的内部网络。从公网开始的访问不会跟到那里。如确有需要，请在站点规则的 network 一节写入 private = true，或在命令中加上 --allow-private。
       *[written] { $host } 位于本机或您的内部网络。从公网开始的访问不会跟到那里。如确有需要，请在站点规则的 network 一节写入 private = true，或在命令中加上 --allow-private。
    }
fetch-robots-unreachable = { $status ->
        [0] 无法取得 { $url } 所在网站的 robots.txt，因此现在不能抓取那里的内容。请稍后重试。
       *[other] { $url } 所在网站的 robots.txt 返回状态 { $status }，因此现在不能抓取那里的内容。请稍后重试。
    }
fetch-dns = 找不到主机 { $host }。请检查地址的拼写和网络连接。
fetch-connect = 无法连接 { $host }（{ $reason }）。网站可能已停机，或端口有误；请检查地址和网络后重试。
fetch-tls = { $problem ->
        [expired] 无法与 { $host } 建立安全连接：网站证书已过期。只有网站能更新证书；请确认本机时钟准确，稍后再试。
        [not-yet-valid] 无法与 { $host } 建立安全连接：网站证书尚未生效。本机时钟可能偏慢；请校准后再试。
        [wrong-host] 无法与 { $host } 建立安全连接：网站出示的是另一主机的证书。请检查地址拼写；常常只有带 www. 或不带 www. 的一种是对的。
        [untrusted] 无法与 { $host } 建立安全连接：网站证书不是由本机信任的机构签发的，可能是网站自己签发的。如果是您自己的网站，请把其签发机构加入系统信任列表。
        [revoked] 无法与 { $host } 建立安全连接：网站证书已被签发机构吊销。在网站换用新证书之前请不要信任它。
        [old-certificate] 无法与 { $host } 建立安全连接：该网站的证书版本早已停用。只有网站自己能更换；如果是你自己的网站，请制作第 3 版证书。
        [bad-certificate] 无法与 { $host } 建立安全连接：该网站的证书无法读取，或签名方式已不被接受。只有网站自己能更换。
        [old-protocol] 无法与 { $host } 建立安全连接：网站只支持已不安全的旧加密协议，本程序不使用。请看看能否用 http:// 读取。
        [no-tls] 无法与 { $host } 建立安全连接：对方不使用 TLS。请把地址中的 https:// 换成 http:// 再试。
       *[other] 无法与 { $host } 建立安全连接：{ $reason }。可能是网站证书有问题，或本机时钟不准。请用浏览器打开该网站对照。
    }
fetch-dropped = 与 { $url } 的连接在收完回答之前中断（{ $reason }）。网站可能过载，或拒绝了我们；请稍后放慢速度再试。
fetch-incomplete = { $url } 的回答不完整（{ $reason }）。会再次请求；如果一直如此，说明网站或中途的设备截断了回答。
fetch-timeout = { $stage ->
        [name] 域名服务器 { $seconds } 秒内没有告知 { $url } 的位置。请检查本机的网络连接，稍后再试。
        [connect] { $seconds } 秒内未能连接 { $url }。网站可能已停机或距离太远；请检查网络，稍后再试。
        [secure] { $url } 接受了连接，但 { $seconds } 秒内没有完成加密协商。网站可能繁忙，或在限制我们；请稍后再试。
        [answer] { $url } 收到请求后 { $seconds } 秒内没有开始回答。网站可能繁忙，或在限制我们；请稍后放慢速度再试。
        [body] { $url } 回答到一半停止，{ $seconds } 秒后放弃。网站可能繁忙；请稍后放慢速度再试。
       *[whole] { $url } 在 { $seconds } 秒内没有完整回答。网站可能较慢，或在限制我们；请稍后放慢速度再试。
    }
fetch-head-too-large = { $url } 的回答带有过多或过长的标头，超出任何网页所需，未读取。网站可能有故障或不怀好意；请用浏览器打开看看。
fetch-too-large = { $url } 超过 { $kib } KiB 的大小上限，未读取。普通网页不会这么大。如果它是文件，请在规则中用 deny 排除此类地址。
fetch-too-many-elements = { $url } 的元素超过 { $limit } 个，或某个标签带有数千个属性，正常网页不会如此，未采用。网站可能有故障或怀有恶意，请用浏览器打开查看。
fetch-too-much-work = 用该站点的规则读取 { $url } 需要的运算过多，未采用。请让规则只查找页面的一小部分，或用浏览器打开查看：该页面可能有故障或怀有恶意。
fetch-redirects = { $url } 在 { $followed } 次跳转后仍在跳转。网站可能需要登录或 Cookie；请用浏览器打开，看它最终停在哪里。
fetch-redirect-loop = 网站循环跳转，总是回到 { $url }。它可能需要登录或 Cookie；请用浏览器打开看看显示什么。
fetch-proxy = 代理 { $proxy } 出错：{ $reason }。请检查它的地址、用户名和密码，或换用其他代理。
fetch-proxy-unreachable = 代理 { $proxy } 在此地址没有应答（{ $reason }）。请检查主机和端口以及代理是否在运行，或换用其他代理。
fetch-proxy-silent = 代理 { $proxy } 在 { $seconds } 秒内没有开始应答；对尚未证实可用的代理不会等更久。请测试它，或换一个代理。
fetch-garbled = 无法读取 { $url } 的回答（{ $reason }）。对方可能不是网站服务器，或数据已损坏；请检查地址，或稍后再试。

fetch-login-refused = { $url } 的登录被拒绝：用户名或密码可能有误。请更正后重新测试账号；程序不会自动重试。
fetch-login-locked = 网站锁定了该账号，或禁止本机地址在 { $url } 登录。请等锁定结束，在浏览器中核对密码，再重新测试账号。
fetch-login-no-form = { $url } 上没有登录表单。请填写显示表单的页面地址，或给出表单的 CSS 选择器。
fetch-login-no-password = { $url } 的表单没有密码栏。请在规则中写明该栏的名称，或给出另一个表单的 CSS 选择器。
fetch-login-no-user = { $url } 的表单没有用户名栏。请在规则中写明该栏的名称。
fetch-login-selector = “{ $selector }”不是有效的 CSS 选择器，无法继续登录。请在规则中更正。
fetch-login-no-sign = 在 { $url } 登录后，找不到成功标志“{ $selector }”。请检查规则中的选择器，并在浏览器中核对账号。
fetch-login-status = 网站对 { $url } 的登录回答了错误 { $status }。请稍后再试；如果一直如此，请在浏览器中看看登录页是否有变。
fetch-login-in-address = { $url } 的表单会把密码写进网址（GET 方法），服务器、代理和历史记录都会留下它，因此没有发送。请用浏览器登录后导入其 Cookie，或在规则中指定另一个表单。
