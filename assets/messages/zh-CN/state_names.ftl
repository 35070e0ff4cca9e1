# 页面和站点的状态，显示在标记旁。
app-state-locked = 未运行：需要主密码
app-state-new = 未运行
app-state-running = 运行中
app-state-begun = 尚未完成
app-state-ok = 正常
app-state-rate-limited = 请求过于频繁
app-state-challenge = 人机验证
app-state-blocked = 被拦截
app-state-login-required = 需要登录
app-state-soft-block = 页面与请求不符
app-state-layout-changed = 页面改版
app-state-empty = 无内容
app-state-outage = 站点故障
app-state-not-found = 页面不存在（{ $status }）
app-state-host-unknown = 主机不存在
app-state-proxy-fault = 代理故障
app-state-incomplete = 不完整
app-state-needs-browser = 需要浏览器

# 同样的状态，用在监测的句子中。
supervise-state-ok = 正常
supervise-state-rate-limited = 请求过于频繁
supervise-state-challenge = 人机验证
supervise-state-blocked = 被拦截
supervise-state-login-required = 需要登录
supervise-state-soft-block = 页面与请求不符
supervise-state-layout-changed = 页面改版
supervise-state-empty = 无内容
supervise-state-outage = 站点故障
supervise-state-proxy-fault = 代理故障
supervise-state-incomplete = 内容不完整
supervise-state-needs-browser = 需要浏览器
