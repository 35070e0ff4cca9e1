# fetch: why an address could not be fetched, and how a login went
fetch-scheme = 无法抓取 { $url }：Bowerbird 只读取 http:// 和 https:// 地址。请检查地址。
fetch-dns = 找不到主机 { $host }。请检查地址的拼写和网络连接。
fetch-connect = 无法连接 { $host }（{ $reason }）。网站可能已停机，或端口有误；请检查地址和网络后重试。
fetch-tls = 无法与 { $host } 建立安全连接：{ $reason }。可能是网站证书有问题，或本机时钟不准。请用浏览器打开该网站对照。
fetch-dropped = 与 { $url } 的连接在收完回答之前中断（{ $reason }）。网站可能过载，或拒绝了我们；请稍后放慢速度再试。
fetch-timeout = { $url } 在 { $seconds } 秒内没有完整回答。网站可能较慢，或在限制我们；请稍后放慢速度再试。
fetch-too-large = { $url } 超过 { $kib } KiB 的大小上限，未读取。如果确实需要这一页，请提高大小上限。
fetch-redirects = { $url } 在 { $followed } 次跳转后仍在跳转。网站可能需要登录或 Cookie；请用浏览器打开，看它最终停在哪里。
fetch-redirect-loop = 网站循环跳转，总是回到 { $url }。它可能需要登录或 Cookie；请用浏览器打开看看显示什么。
fetch-proxy = 代理 { $proxy } 出错：{ $reason }。请检查它的地址、用户名和密码，或换用其他代理。
fetch-garbled = 无法读取 { $url } 的回答（{ $reason }）。对方可能不是网站服务器，或数据已损坏；请检查地址，或稍后再试。

fetch-login-refused = { $url } 的登录被拒绝：用户名或密码可能有误。请更正后重新测试账号；程序不会自动重试。
fetch-login-locked = 网站锁定了该账号，或禁止本机地址在 { $url } 登录。请等锁定结束，在浏览器中核对密码，再重新测试账号。
fetch-login-no-form = { $url } 上没有登录表单。请填写显示表单的页面地址，或给出表单的 CSS 选择器。
fetch-login-no-password = { $url } 的表单没有密码栏。请在规则中写明该栏的名称，或给出另一个表单的 CSS 选择器。
fetch-login-no-user = { $url } 的表单没有用户名栏。请在规则中写明该栏的名称。
fetch-login-selector = “{ $selector }”不是有效的 CSS 选择器，无法继续登录。请在规则中更正。
fetch-login-no-sign = 在 { $url } 登录后，找不到成功标志“{ $selector }”。请检查规则中的选择器，并在浏览器中核对账号。
fetch-login-status = 网站对 { $url } 的登录回答了错误 { $status }。请稍后再试；如果一直如此，请在浏览器中看看登录页是否有变。
