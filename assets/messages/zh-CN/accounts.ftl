# 账号与 Cookie
account-logged-in = 已登录
account-untried = 未测试
account-session-over = 会话已过期
account-spent-up = 已达今日上限
account-locked = 被锁定
account-refused = 被拒绝
account-expired = 已到期
account-off = 已停用
account-spent = { $user } 已达到今天的页数上限，午夜（UTC）后继续。要立即继续，请添加其他账号或提高上限。
account-in-use = { $user } 正在运行中使用。请在运行结束后再测试。
app-accounts-login-page = 登录页面
app-accounts-login-page-tip = 带有登录表单的页面。留空时使用站点跳转到的页面登录。
app-accounts-for-page = 用于 { $url }，添加后会重新打开该页面。
app-accounts-back-to-page = 返回页面
app-accounts-new-site = 新站点：{ $site }
account-not-shared = { $user } 的密码是为 { $given } 提供的，因此不用于“{ $site }”。请为该站点添加账号。
page-account-in-use = { $user } 正在运行中使用。请在运行结束后重新加载页面。
account-no-cookies = { $user } 还没有 Cookie。请在浏览器中登录，再导入 Cookie。
account-no-header = 凭据不能放入请求头 { $header }：含有不允许的字符。请重新输入。
account-cookies-brought = 已为 { $user } 导入 { $taken } 个 Cookie。忽略（属于其他网站或已过期）：{ $left }。无法读取：{ $faults }。
account-cookie-fault = 第 { $place } 行：{ $text }
cookies-none = 未找到 Cookie。请从浏览器导出 Cookie 文件或 JSON。
cookies-no-name = Cookie 没有名称，或名称含有不允许的字符。
cookies-value = “{ $name }”的值含有 Cookie 不允许的字符。
cookies-domain = “{ $name }”所属的域不是有效的主机名。
cookies-fields = Cookie 文件的每行应有七个以制表符分隔的字段，此处有 { $count } 个。
cookies-flag = 第二和第四个字段应为 TRUE 或 FALSE。
cookies-time = Cookie 的到期时间无效。
cookies-json = 这不是含有 Cookie 的 JSON。请重新导出。
cookies-entry = 此项不是 Cookie。
app-accounts-password = 密码或令牌
app-accounts-password-tip = 站点要求的密码，或 API 令牌。保存在凭据库中。修改账号时留空则不变。
app-accounts-limit = 每日页数
app-accounts-limit-tip = 此账号每天（UTC）最多抓取的页数；留空则不限。
app-accounts-expires = 到期日
app-accounts-expires-hint = 2027-01-31
app-accounts-expires-tip = 从这一天起不再使用此账号，例如订阅到期；留空则永不到期。
app-accounts-bad-terms = 每日页数应为不小于 1 的整数，到期日应为 2027-01-31 这样的日期。请更正或留空。
app-accounts-editing = 正在修改 { $user }
app-accounts-save = 保存
app-accounts-cancel = 取消
app-accounts-change = 修改
app-accounts-cookies = 导入 Cookie…
app-accounts-cookies-tip = 用于需手动登录的网站，以及要求人机验证的页面
app-accounts-cookies-hint = 请在上方选择站点并填写账号，在浏览器中打开页面，登录或完成验证，然后导出 Cookie 并粘贴到此处：Cookie 文件、JSON，或开发者工具中 Cookie: 后的内容。
app-accounts-cookies-text = Cookie 内容
app-accounts-cookies-take = 导入 Cookie
app-accounts-user-agent = 浏览器的 User-Agent
app-accounts-user-agent-tip = 有些网站的 Cookie 与它绑定。可在浏览器的开发者工具中查看：navigator.userAgent
app-accounts-open-browser = 在浏览器中打开页面
app-accounts-go-on = 运行站点
app-accounts-chosen = 已选 { $count } 个
app-accounts-on = 启用
app-accounts-needs-site = 请先选择账号所属的站点。
app-accounts-needs-user = 请先输入用户名。
app-accounts-needs-password = 请先输入密码。
app-accounts-off = 停用
app-accounts-remove-chosen = 删除所选
app-accounts-untick = 取消选择
app-accounts-tick = 选择 { $user }
app-accounts-last-login = 上次登录
app-accounts-ends = 到期
app-accounts-soon = { $time }（即将到期）
app-accounts-today = 今日
app-accounts-next-try = 下次尝试
app-accounts-enabled-now = 已启用账号：{ $count } 个。
app-accounts-disabled-now = 已停用账号：{ $count } 个。
app-removed-accounts = { $count ->
    [1] 已删除账号 { $user }。
   *[other] 已删除 { $count } 个账号。
}
cli-account-changed = 已修改“{ $site }”的账号“{ $user }”。
cli-account-enabled = 已启用“{ $site }”的账号“{ $user }”。
cli-account-disabled = 已停用“{ $site }”的账号“{ $user }”。
cli-cookies-file = 无法读取 Cookie 文件 { $path }：{ $reason }。请检查路径，并确认它是文本文件。
cli-head-last-login = 上次登录
cli-head-ends = 到期
cli-head-today = 今日
cli-head-next-try = 下次尝试
fetch-login-not-let-in = { $url } 拒绝了此账号：密码、令牌或 Cookie 已失效。请提供新的；不会自动重试。
fetch-login-unknown-user = { $url } 再次要求输入用户名：用户名可能有误。请更正后重新测试账号。
rules-login-kind = “{ $text }”不是登录方式。请写 form、basic、bearer、header 或 cookies。
rules-login-misplaced = { $key } 对 kind = "{ $kind }" 无效。请删除它，或选择其他方式。
rules-login-empty = { $key } 为空。请填写或删除。

# 窗口中的登录方式
account-recipe = 登录方式…
account-recipe-tip = 该站点的账号如何登录：表单、请求头或 Cookie
account-recipe-no-site = 请先选择站点：登录方式由其规则决定。
account-recipe-bad-rule = 无法读取此站点的规则，请先更正。
account-recipe-hint = 对应站点规则中的 [login]。
account-recipe-none = 规则未指定登录方式：使用站点跳转到的登录表单。可在此指定其他方式。
account-recipe-kind = 类型
account-recipe-url = 网址
account-recipe-form-tip = 登录表单所在的页面；留空则使用站点跳转到的页面
account-recipe-members-tip = 只有会员能看到的页面，用于检查登录；留空则用起始页
account-recipe-header = 请求头
account-recipe-prefix = 凭据前缀
account-recipe-save = 写入规则
account-kind-form = 表单（用户名、密码）
account-kind-basic = Basic 认证
account-kind-bearer = Bearer 令牌
account-kind-header = 自定义请求头
account-kind-cookies = 浏览器 Cookie
account-cookies-choose = 选择文件…
account-cookies-dialog = 选择 Cookie 文件
account-cookies-kind = Cookie 文件
account-cookie-file = { $path } 不是 Cookie 文件：{ $reason }
app-accounts-filter = 筛选账号
app-accounts-test-chosen = 测试所选
app-accounts-enable = 启用或停用 { $user }
app-pools-tick-all = 全选
app-pools-tick-all-tip = 选择所有显示的行（Ctrl+A）

# 账号列表
accounts-list = 导入列表…
accounts-list-tip = 从文本或文件为站点批量添加账号
accounts-list-hint = 请先在上方选择站点。每行一个账号：用户名:密码；也可先写标题行（如 user,password,limit,ends），再按列填写。已有账号会更新密码。密码只存入凭据库。
accounts-list-text = 账号列表
accounts-list-import = 导入
accounts-list-choose = 选择列表…
accounts-list-not-yet = 请先在上方选择站点，再粘贴列表或选择文件。
accounts-list-dialog = 选择账号列表
accounts-list-kind = 账号列表
accounts-list-file = { $path } 不是账号列表：{ $reason }
accounts-list-preview = { $count } 个账号，{ $faults ->
    [0] 所有行均可读取。
   *[other] { $faults } 行无法读取。
}
accounts-list-done = 账号：新增 { $added }，更新密码 { $known }，无法读取 { $faults }。
accounts-list-would = 账号：将新增 { $added }，将更新密码 { $known }，无法读取 { $faults }。
accounts-list-parts = 每个账号需要用户名和密码：用户名:密码。
accounts-list-columns = 该行的字段多于标题行。
accounts-list-limit = 每日页数应为不小于 1 的整数。
accounts-list-ends = 到期日应形如 2027-01-31。
accounts-list-long = 列表最多 { $lines } 行，其余已忽略。
cli-accounts-file = 无法读取列表 { $path }：{ $reason }。请检查路径，并确认它是文本文件。

# 密钥可以发往何处
account-other-place = { $user } 的密码或 Cookie 是为 { $given } 提供的。“{ $site }”现在要求将其发往 { $wanted }，因此没有发送。如果该地址正确，请允许它：bowerbird account set { SHELL($site) } { SHELL($user) } --allow-host { $wanted }，或在“账号”中修改该账号。如果不正确，请修改该站点的规则。
account-no-host = “{ $host }”不是有效的主机。请填写网址、login.example.org 这样的主机名，或“主机:端口”。
app-accounts-allow-host = 允许的其他主机
app-accounts-allow-host-tip = 密码和 Cookie 只发送到您填写时该站点所用的主机。可在此另加一个主机，例如单点登录的主机。
app-accounts-allow = 允许
app-accounts-for-hosts = 密码只发往 { $hosts }。
cli-account-hosts = 现在提供的密码只发往 { $hosts }。
