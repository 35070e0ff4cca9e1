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
supervise-action-other-proxy = 更换代理
supervise-action-other-account = 更换账号
supervise-action-other-rule = 恢复规则的旧版本
supervise-action-generic = 改用自动识别
supervise-action-restart = 重新运行
supervise-action-probe = 等待并重试
supervise-action-give-up = 放弃并通知

supervise-outcome-pending = 待定
supervise-outcome-helped = 有效
supervise-outcome-no-help = 无效

supervise-rule-new = 暂无信息。

supervise-next-probe = 将在 { $left }后自动重试（{ $time }）；站点恢复后，运行从停止处继续。
supervise-next-restart = 将在 { $left }后自动继续运行（{ $time }）。
supervise-next-seldom = 需要处理。仍会每天自动重试一次，下次在 { $left }后（{ $time }）。
supervise-next-needs-you = 需要处理：所有自动措施都已尝试。

# 使站点转换阶段的规则
supervise-rule-good = 页面正常返回。
supervise-rule-clean = 连续 { $pages } 个页面正常。
supervise-rule-finished = 一次运行已完成，站点响应正常。
supervise-rule-suspect = 响应异常（{ $state }）。
supervise-rule-blocked = 响应异常（{ $state }），没有其他可用的措施，运行已结束。
supervise-rule-cooling = { $times ->
    [1] 响应异常
   *[other] 连续 { $times } 次响应异常
}；{ $wait }内不再请求。
supervise-rule-probe = 已到自动重试时间。
supervise-rule-pardoned = 您已将该页面标记为正常。
supervise-rule-probe-good = 自动重试的响应正常。
supervise-rule-gave-up = { $probes ->
    [0] 按设置不自动重试。
   *[other] { $probes } 次自动重试均未恢复，已达到上限。
}
supervise-rule-person = 响应异常（{ $state }），需要人工处理。
supervise-rule-question = 响应异常（{ $state }），运行正在等待您处理。
supervise-rule-answered = 您已登录或完成验证。
supervise-rule-unanswered = 没有人登录或完成验证。

# 采取措施的原因
supervise-why-retry-after = 站点要求等待 { $seconds } 秒。
supervise-why-slow-down = 请求过于频繁：暂停 { $seconds } 秒，之后抓取间隔增至 { $factor } 倍。
supervise-why-asked-wait = 站点要求等待 { $wait }。
supervise-why-slower = 请求过于频繁：暂停 { $wait }，之后抓取间隔增至 { $factor } 倍。
supervise-why-fewer = 站点拒绝了同时发出的请求：暂停 { $wait }，之后最多同时发出 { $most } 个请求。
supervise-why-generic = 规则在 { $url } 上未提取到内容，改用自动识别。
supervise-why-trouble = 响应异常（{ $state }），措施：{ $action }。
supervise-why-other-rule = 规则的最新版本无法读取该页面，而版本 { $version } 可以，因此已恢复版本 { $version }。最新版本仍列在“版本”中。
supervise-why-earlier-rule = 已用规则的版本 { $version } 取代版本 { $replaced }：在 { $url } 上，版本 { $version } 找到 { $items } 个条目，版本 { $replaced } 只找到 { $found } 个；在已存页面上，各必填字段的结果均未减少。要撤销，请在规则上方的“版本”中选择“恢复版本 { $replaced }”。
supervise-why-restart = { $seconds } 秒后重新运行。
supervise-why-restart-after = { $wait }后重新运行。
supervise-why-probe = 检查站点是否恢复（此前自动重试 { $number } 次，均未恢复）。
supervise-why-give-up = 已自动重试 { $probes } 次，站点仍未恢复，不再自动重试。
supervise-why-asked = 手动操作。

supervise-cause = 自动重试
supervise-runs-already = 该站点正在运行，重试不会有新结果。请先停止运行，或等待其结束。
supervise-no-proxy-left = { $site }：此次运行没有其他可用的代理。请添加代理，或让规则使用代理池（proxy = "pool"）。
supervise-no-account-left = { $site }：没有其他账号可以登录。请为该站点添加账号，或在“账号”中查看原因。
supervise-no-record = 无法将录制内容写入 { $path }：{ $reason }。请用 --record 选择其他文件。

# 命令行
cli-supervise-phase = { $phase }，自 { $since } 起：{ $rule }
supervise-run-paced = 一小时内请求过多后，站点拦截了 Bowerbird。今后每小时最多请求 { $pages } 页，运行会自动继续。
cli-supervise-needs-watch = 仅在 Bowerbird 窗口打开或“bowerbird schedule”运行期间生效。
cli-supervise-paced = Bowerbird 每小时最多请求 { $pages } 页，因为请求更多时站点曾拦截；响应正常后会逐步放宽。
cli-supervise-at-once = Bowerbird 最多同时发出 { $most } 个请求，因为站点拒绝过更多的请求；响应正常后会逐步增加。
cli-supervise-slowed = 请求间隔为平时的 { $factor } 倍；响应正常后会逐步恢复。
cli-supervise-nothing = { $site }：目前没有出现问题。
cli-supervise-no-events = 站点状态从未变化。
cli-supervise-no-actions = 未采取措施。
cli-supervise-open = “{ $site }”已恢复响应。用“bowerbird run”继续中断的运行；窗口打开或“bowerbird schedule”运行期间会自动继续。
cli-supervise-closed = “{ $site }”仍未恢复。
cli-supervise-unreadable = 无法读取录制文件 { $path }：{ $reason }。请用“bowerbird run 站点 --record 文件”生成。
cli-supervise-differs = 第 { $line } 行：录制时为 { $recorded }，现在为 { $replayed }。
cli-supervise-same = { $answers } 个响应：判断完全相同。
cli-supervise-differences = { $answers } 个响应：{ $differences } 个判断不同。
cli-run-closed = “{ $site }”处于“{ $phase }”状态：{ $rule }仍会尝试运行，每项措施各一次，不作长时间等待；加 --now 可取消这些限制。
cli-run-left-closed = “{ $site }”处于“{ $phase }”状态，已跳过。要强制运行，请指定其名称。
cli-head-from = 原状态
cli-head-to = 新状态
cli-head-answer = 响应
cli-head-action = 措施
