# 站点的会话：代理、账号、Cookie 和 User-Agent 合为一个访客。

sessions-other = 会话 { $session } 取代会话 { $before }：使用单独的 Cookie，User-Agent 为“{ $agent }”。

sites-part-sessions = 会话
sessions-about = 会话代表站点看到的访客：代理、账号、Cookie 和 User-Agent 的组合。响应正常的会话继续使用；被拒绝的会话进入冷却，且逐次延长。
sessions-none = 还没有会话：尚未请求过此站点。
sessions-direct = 直连
sessions-nobody = 未登录
sessions-number = 会话 { $number }
sessions-parts = { $way }，{ $account }
sessions-through = 经由代理 { $proxy }
sessions-last = 最近使用会话 { $session }：{ $way }，{ $account }；得分 { $score }/100
sessions-good = 响应正常
sessions-unproven = 尚无正常响应
sessions-new = 尚未使用
sessions-refused = 被拒绝：{ $state }
sessions-rests = 冷却至 { $time }：{ $state }
sessions-figures = 得分 { $score }/100 · { $answers } 次正常响应 · { $refusals ->
    [0] 从未被拒绝
   *[other] 被拒绝 { $refusals } 次
}
sessions-latency = 延迟 { $ms } ms
sessions-used = 上次使用：{ $time }
sessions-in-session = 会话 { $number }
cli-head-session = 会话
cli-head-way = 出口
cli-head-logged-in = 登录账号
cli-head-agent = USER-AGENT
cli-head-refusals = 被拒
