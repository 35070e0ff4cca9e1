# 供其他程序读取
serve-on = 其他程序可从 { $address } 读取数据。按 Ctrl+C 停止；用 bowerbird serve --show-token 查看所需的令牌。
serve-off = 已停止向其他程序提供数据。
serve-open = 其他计算机可以访问 { $address }，且连接未加密。如果网络不可信，请在前面使用带 TLS 的代理服务器。
serve-cannot-listen = 无法监听 { $address }：{ $reason }。请选择其他端口或地址。
serve-bad-address = “{ $text }”不是有效的地址或端口。示例：127.0.0.1:8787、0.0.0.0、9000。
serve-mcp-failed = MCP 连接已结束：{ $reason }。此命令应由支持 MCP 的程序启动。
serve-token-file = 无法读取或创建 { $path } 中的令牌：{ $reason }。
serve-token-short = { $path } 中没有长度至少为 { $least } 个字符的令牌。请删除该文件，下次启动时会重新创建。
serve-no-token = 无法创建令牌：{ $reason }。

serve-settings = 其他程序
serve-settings-hint = 本机上的程序可以读取此项目的记录、变更、站点，以及已存搜索的订阅源，但不能更改任何内容。
serve-settings-on = 窗口打开时允许其他程序读取
serve-settings-port = 端口
serve-bad-port = 端口应为 1 到 65535 的数字。
serve-address = 地址
serve-copy-address = 复制地址
serve-token = 令牌
serve-copy-token = 复制令牌
serve-new-token = 更换令牌
serve-new-token-tip = 使用旧令牌的程序将无法再读取数据
serve-terms = 程序以“Authorization: Bearer 令牌”的形式发送令牌。在订阅阅读器中，请将令牌填为密码，用户名任意。该地址下的 /openapi.json 列出所有请求。

# 导出到数据库
export-database = “{ $address }”不是有效的数据库地址。地址以 postgres://、mysql:// 或 sqlite: 开头，包含用户名、主机和数据库名，或文件名。请将密码填入密码输入框，或从标准输入传入。
export-database-insecure = 无法与 { $place } 建立安全连接：{ $reason }。未写入任何内容，也未发送密码。如果服务器使用自己的证书颁发机构，请在地址后加上 ?sslrootcert=文件，指定该机构的证书。
export-database-reason = { $reason }。
export-database-not-numbers = { $count } 个值不是数字，未写入数字列。
export-app-database = 数据库
export-app-database-address = 数据库地址
export-app-database-password = 密码
export-app-password-moved = 已将密码从地址移到“格式选项”中的密码栏。密码不会显示，保存导出时与其他凭据一起保存。
export-app-database-hint = 每条记录为一行，按 record_key 识别。缺少的表和列会自动创建。保存导出时，密码与其他凭据一起保存。

# 证据
evidence-written = 已将 { $count } 个页面写入 { $path }。
evidence-would = 将写入 { $count } 条记录的页面。尚未写入任何内容。
evidence-without = { $count } 条记录的页面已不再保存，因此未包含在内。
app-evidence-open = 保存证据…
app-evidence-open-tip = 保存已存页面及其时间、标头和哈希值，供回放程序使用
app-evidence-title = 将 { $count } 条记录的页面保存为证据
app-evidence-hint = 文件（WACZ）包含收到时的已存页面及其时间、标头和哈希值，以及从中读取的值。截图以及已存的样式表和图片也会写入，并注明其获取时间。不会重新抓取任何内容。
app-evidence-replace = 如果文件已存在，则替换
app-evidence-save = 保存证据
app-evidence-writing = 正在写入页面…
app-evidence-dialog = 保存证据
app-evidence-kind = 网页存档
evidence-listed = { $path } 与 { $time } 登记时一致。
evidence-not-listed = { $list } 中没有 { $path }，或此文件后来已更改。
evidence-list-changed = { $list } 已有改动：第 { $reason } 行与前面的行不连贯。请与较早的副本比较。
evidence-list-fault = 无法读取或写入该文件或列表 { $list }：{ $reason }。
