# 站点的监管：阶段、措施、使站点转换阶段的规则、接下来的事。

supervise-phase-healthy = 正常
supervise-phase-suspect = 可疑
supervise-phase-blocked = 被拦截
supervise-phase-cooling = 冷却中
supervise-phase-probing = 重试中
supervise-phase-restored = 已恢复
supervise-phase-needs-you = 需要处理

supervise-action-retry-after = 按站点要求等待
supervise-action-slow-down = 放慢速度
supervise-action-new-connection = 新建连接
supervise-action-new-session = 新建会话
supervise-action-other-proxy = 换用其他代理
supervise-action-other-account = 换用其他账号
supervise-action-other-rule = 恢复规则的旧版本
supervise-action-generic = 改用自动识别
supervise-action-restart = 重新运行
supervise-action-probe = 等待并重试
supervise-action-give-up = 放弃并通知

supervise-outcome-pending = 待定
supervise-outcome-helped = 有效
supervise-outcome-no-help = 无效

supervise-rule-new = 暂无信息。

supervise-next-probe = 将在 { $left }后自动重试（{ $time }），恢复后从停止处继续。
supervise-next-restart = 将在 { $left }后自动继续运行（{ $time }）。
supervise-next-seldom = 需要处理。仍会每天自动重试一次，下次在 { $left }后（{ $time }）。
supervise-next-needs-you = 需要处理：没有可自动尝试的措施。

# 状态，作为句子的一部分
supervise-state-ok = 正常
supervise-state-rate-limited = “请求过多”
supervise-state-challenge = 人机验证
supervise-state-blocked = 拦截
supervise-state-login-required = 要求登录
supervise-state-soft-block = 页面与请求不符
supervise-state-layout-changed = 页面与规则不再匹配
supervise-state-empty = 空页面
supervise-state-outage = 站点故障
supervise-state-proxy-fault = 代理故障
supervise-state-incomplete = 内容不完整或与请求不符
supervise-state-needs-browser = 内容由脚本生成的页面

# 使站点转换阶段的规则
supervise-rule-good = 页面正常返回。
supervise-rule-clean = 连续 { $pages } 个页面正常。
supervise-rule-finished = 一次运行已完成，站点响应正常。
supervise-rule-suspect = 响应异常（{ $state }）。
supervise-rule-blocked = 运行结束（{ $state }），没有其他可用的措施。
supervise-rule-cooling = 第 { $times } 次发现站点无法访问：{ $wait }内不再请求。
supervise-rule-probe = 已到自动重试时间。
supervise-rule-pardoned = 您已将该页面标记为正常。
supervise-rule-probe-good = 自动重试的响应正常。
supervise-rule-gave-up = { $probes ->
    [0] 按设置不自动重试。
   *[other] { $probes } 次自动重试均未恢复，已达到上限。
}
supervise-rule-person = 响应异常（{ $state }），需要人工处理。
supervise-rule-question = 响应异常（{ $state }），运行正在等待您处理。
supervise-rule-answered = 您已完成站点要求的验证。

# 采取措施的原因
supervise-why-retry-after = 站点要求等待 { $seconds } 秒。
supervise-why-slow-down = 请求过多：暂停 { $seconds } 秒，之后间隔增至 { $factor } 倍。
supervise-why-asked-wait = 站点要求等待 { $wait }。
supervise-why-slower = 请求过多：暂停 { $wait }，之后间隔增至 { $factor } 倍。
supervise-why-fewer = 站点拒绝了同时发出的请求：暂停 { $wait }，之后最多同时发出 { $most } 个请求。
supervise-why-generic = 规则在 { $url } 上未匹配到内容，改用自动识别。
supervise-why-trouble = { $state }：{ $action }。
supervise-why-other-rule = 规则版本 { $version } 能读取最新版无法读取的页面，已恢复使用；最新版保留在“版本”中。
supervise-why-earlier-rule = 已用规则版本 { $version } 取代版本 { $replaced }：在 { $url } 上找到 { $items } 个条目，而版本 { $replaced } 只找到 { $found } 个；在已存页面上，各必填字段的结果也不比它少。要撤销，请在规则上方的“版本”中选择“恢复版本 { $replaced }”。
supervise-why-restart = { $seconds } 秒后重新运行。
supervise-why-restart-after = { $wait }后重新运行。
supervise-why-probe = 检查站点是否恢复（此前自动重试 { $number } 次，均未恢复）。
supervise-why-give-up = 已自动重试 { $probes } 次，站点未恢复：不再自动尝试。
supervise-why-asked = 手动操作。

supervise-cause = 自动
supervise-runs-already = 该站点正在运行，无需重试。请先停止运行，或等待其结束。
supervise-no-proxy-left = { $site }：此次运行没有其他可用的代理。请添加代理，或让规则使用代理池（proxy = "pool"）。
supervise-no-account-left = { $site }：没有其他账号可以登录。请为该站点添加账号，或在账号列表中查看原因。
supervise-no-record = 无法写入记录文件 { $path }：{ $reason }。请用 --record 选择其他文件。

# 命令行
cli-supervise-phase = { $phase }，自 { $since } 起：{ $rule }
supervise-run-paced = 此前一小时内请求超过一定页数后被站点拦截：目前每小时只请求 { $pages } 页，并自动继续。
cli-supervise-needs-watch = 需要打开窗口或运行 bowerbird schedule。
cli-supervise-paced = 每小时最多请求 { $pages } 页，因为超过时曾被拦截；响应正常时逐步放宽。
cli-supervise-at-once = 最多同时 { $most } 个请求，因为站点拒绝了更多；响应正常时逐步增加。
cli-supervise-slowed = 以 { $factor } 倍间隔访问；响应正常时逐步恢复。
cli-supervise-nothing = { $site }：未采取过措施。
cli-supervise-no-events = 阶段从未变化。
cli-supervise-no-actions = 未采取措施。
cli-supervise-open = { $site } 已恢复响应。用“bowerbird run”继续被中断的运行；窗口打开或“bowerbird schedule”运行时会自动继续。
cli-supervise-closed = { $site } 仍未恢复。
cli-supervise-unreadable = 无法读取记录文件 { $path }：{ $reason }。请用“bowerbird run 站点 --record 文件”生成。
cli-supervise-differs = 第 { $line } 行：记录为 { $recorded }，现在为 { $replayed }。
cli-supervise-same = { $answers } 个响应：判断完全相同。
cli-supervise-differences = { $answers } 个响应：{ $differences } 个判断不同。
cli-run-closed = { $site } 处于“{ $phase }”：{ $rule }仍会尝试运行，每项措施一次，不作长时间等待；--now 尝试全部措施。
cli-run-left-closed = { $site } 处于“{ $phase }”，已跳过。指定站点名称可强制运行。
cli-head-from = 原状态
cli-head-to = 新状态
cli-head-answer = 响应
cli-head-action = 措施
