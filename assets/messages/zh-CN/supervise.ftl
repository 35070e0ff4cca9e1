# 站点的监管：阶段、措施、使站点转换阶段的规则、接下来的事。

supervise-phase-healthy = 正常
supervise-phase-suspect = 可疑
supervise-phase-blocked = 被拦截
supervise-phase-cooling = 冷却中
supervise-phase-probing = 探测中
supervise-phase-restored = 已恢复
supervise-phase-needs-you = 需要您处理

supervise-action-retry-after = 按站点要求等待
supervise-action-slow-down = 放慢速度
supervise-action-new-connection = 新建连接
supervise-action-new-session = 新建会话
supervise-action-other-proxy = 换用其他代理
supervise-action-other-account = 换用其他账号
supervise-action-other-rule = 使用规则的旧版本
supervise-action-generic = 不用规则，通用提取
supervise-action-restart = 重新开始运行
supervise-action-probe = 等待并探测
supervise-action-give-up = 放弃并通知

supervise-outcome-pending = 尚不清楚
supervise-outcome-helped = 有效
supervise-outcome-no-help = 无效

supervise-rule-new = 对它尚无了解。

supervise-next-probe = 将在 { $left } 后自动探测（{ $time }），一旦恢复就从停下的地方继续。
supervise-next-restart = 运行将在 { $left } 后自动继续（{ $time }）。
supervise-next-seldom = 等待您处理。仍会每天探测一次，下次在 { $left } 后（{ $time }）。
supervise-next-needs-you = 等待您处理：已没有可自动尝试的措施。

# 状态，作为句子的一部分
supervise-state-ok = 正常
supervise-state-rate-limited = “请求过多”
supervise-state-challenge = 人机验证
supervise-state-blocked = 拦截
supervise-state-login-required = 要求登录
supervise-state-soft-block = 与所请求不同的页面
supervise-state-layout-changed = 规则不再适用的页面
supervise-state-empty = 空页面
supervise-state-outage = 站点故障
supervise-state-proxy-fault = 代理故障
supervise-state-incomplete = 不完整或与请求不符的回答

# 使站点转换阶段的规则
supervise-rule-good = 页面已正常返回。
supervise-rule-clean = 连续 { $pages } 个页面正常。
supervise-rule-finished = 一次运行已完成，站点应答正常。
supervise-rule-suspect = 应答为：{ $state }。
supervise-rule-blocked = 运行结束：应答为{ $state }，且已没有可用的措施。
supervise-rule-cooling = 已有 { $times } 次发现站点关闭：{ $wait } 内不再访问。
supervise-rule-probe = 到了探测时间。
supervise-rule-pardoned = 您指出该页面并不是拦截页面。
supervise-rule-probe-good = 探测得到正常应答。
supervise-rule-gave-up = { $probes ->
    [0] 按设置不自动探测。
   *[other] { $probes } 次探测均发现站点关闭：已达上限。
}
supervise-rule-person = 应答为：{ $state }，只有人能处理。

# 采取措施的原因
supervise-why-retry-after = 站点要求等待 { $seconds } 秒。
supervise-why-slow-down = 请求过多：暂停 { $seconds } 秒，之后间隔为平常的 { $factor } 倍。
supervise-why-asked-wait = 站点要求等待 { $wait }。
supervise-why-slower = 请求过多：暂停 { $wait }，之后间隔为平常的 { $factor } 倍。
supervise-why-fewer = 其他请求进行时站点拒绝了新的请求：暂停 { $wait }，之后每次同时 { $most } 个。
supervise-why-generic = 规则在 { $url } 上一无所获：改用通用提取。
supervise-why-trouble = 应答为{ $state }：{ $action }。
supervise-why-other-rule = 规则的第 { $version } 版能读取最新版读不了的页面：已重新启用；最新版保留在版本中。
supervise-why-earlier-rule = 已用规则的版本 { $version } 取代版本 { $replaced }：在 { $url } 上，它找到 { $items } 个条目，而版本 { $replaced } 只找到 { $found } 个；在已保存的页面上，各必填字段找到的次数也不比它少。如需撤销，请在规则上方的“版本”中选择“重新使用版本 { $replaced }”。
supervise-why-restart = 休息 { $seconds } 秒后重新开始运行。
supervise-why-restart-after = 休息 { $wait }后重新开始运行。
supervise-why-probe = 看站点是否恢复应答（此前发现关闭 { $number } 次）。
supervise-why-give-up = { $probes } 次发现关闭：不再自动尝试。
supervise-why-asked = 由您要求。

supervise-cause = 监管
supervise-runs-already = 该站点正在运行：探测不会得到更多信息。请先停止运行，或等它结束。
supervise-no-proxy-left = { $site }：本次运行已没有其他代理可用。请添加代理，或让规则使用代理池（proxy = "pool"）。
supervise-no-account-left = { $site }：没有其他账号可以登录。请为该站点添加账号，或在账号列表中查看原因。
supervise-no-record = 无法将记录写入 { $path }：{ $reason }。请用 --record 选择其他文件。

# 命令行
cli-supervise-phase = { $phase }，自 { $since } 起：{ $rule }
supervise-run-paced = 站点曾在一小时内达到一定页数后拦截：目前每小时只请求 { $pages } 页，运行会自动继续。
cli-supervise-needs-watch = 窗口打开或 bowerbird schedule 运行时才会自动进行。
cli-supervise-paced = 每小时最多请求 { $pages } 页，因为更多时曾被拦截；应答正常时会逐渐放宽。
cli-supervise-at-once = 最多同时发出 { $most } 个请求，因为更多的请求被它拒绝；随着正常应答会逐渐增加。
cli-supervise-slowed = 以平常间隔的 { $factor } 倍访问；应答正常后逐步恢复。
cli-supervise-nothing = { $site }：至今无需处理。
cli-supervise-no-events = 它从未离开当前阶段。
cli-supervise-no-actions = 没有采取过措施。
cli-supervise-open = { $site } 已恢复应答。“bowerbird run”会继续被中断的运行；窗口打开时或在“bowerbird schedule”下会自动继续。
cli-supervise-closed = { $site } 仍然关闭。
cli-supervise-unreadable = 无法读取记录 { $path }：{ $reason }。请用“bowerbird run 站点 --record 文件”生成。
cli-supervise-differs = 第 { $line } 行：记录为 { $recorded }，现在为 { $replayed }。
cli-supervise-same = { $answers } 个应答：决定完全相同。
cli-supervise-differences = { $answers } 个应答：有 { $differences } 个决定不同。
cli-run-closed = { $site } 处于“{ $phase }”：{ $rule }仍会尝试：每条出路一次，不作长时间等待；--now 则全部尝试。
cli-run-left-closed = { $site } 处于“{ $phase }”，暂不访问。指明站点名即可照样运行。
cli-head-from = 从
cli-head-to = 到
cli-head-answer = 应答
cli-head-action = 措施
