# 站点的会话：代理、账号、Cookie 和 User-Agent 合为一个访客。

sessions-other = 会话 { $session } 取代会话 { $before }：使用自己的 Cookie，User-Agent 为“{ $agent }”。

sites-part-sessions = 会话
sessions-about = 会话就是站点看到的访客：代理、账号、Cookie 和 User-Agent 合在一起。站点正常应答的会话会一直沿用；被拒绝的会话会休息，而且一次比一次久。
sessions-none = 还没有会话：至今没有访问过这个站点。
sessions-direct = 直接连接
sessions-nobody = 未登录
sessions-number = 会话 { $number }
sessions-parts = { $way }，登录账号：{ $account }
sessions-through = 经由代理 { $proxy }
sessions-last = 最近使用会话 { $session }：{ $way }，登录账号：{ $account }；得分 { $score }/100
sessions-good = 应答正常
sessions-unproven = 尚无正常应答
sessions-new = 尚未使用
sessions-refused = 被拒绝：{ $state }
sessions-rests = 休息至 { $time }：{ $state }
sessions-figures = 得分 { $score }/100 · { $answers } 次正常应答 · { $refusals ->
    [0] 从未被拒绝
   *[other] 被拒绝 { $refusals } 次
}
sessions-latency = { $ms } 毫秒后应答
sessions-used = 最近使用于 { $time }
sessions-in-session = 会话 { $number }
cli-head-session = 会话
cli-head-way = 出口
cli-head-logged-in = 登录账号
cli-head-agent = USER-AGENT
cli-head-refusals = 被拒
