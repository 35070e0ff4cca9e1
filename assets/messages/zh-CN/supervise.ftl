# 站点的监管：阶段、措施、使站点转换阶段的规则、接下来的事。

supervise-phase-healthy = 正常
supervise-phase-suspect = 可疑
supervise-phase-blocked = 被封锁
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

supervise-next-probe = 将在 { $left } 后探测（{ $time }）。
supervise-next-restart = 将在 { $left } 后重新开始运行（{ $time }）。
supervise-next-needs-you = 等待您处理：已没有可自动尝试的措施。
