# 站点的会话：代理、账号、Cookie 和 User-Agent 合为一个访客。

sessions-other = 会话 { $session } 取代了会话 { $before }，使用自己的 Cookie 和 User-Agent“{ $agent }”。

sites-part-sessions = 会话
sessions-about = 会话是站点看到的一个访客，由代理、账号、Cookie 和 User-Agent 组成。响应正常的会话会继续使用；被站点拒绝的会话进入冷却，冷却时间逐次延长。
sessions-none = 还没有会话：尚未向此站点发出过请求。
sessions-direct = 直连
sessions-nobody = 未登录
sessions-number = 会话 { $number }
sessions-parts = { $way }，{ $account }
sessions-through = 经由代理 { $proxy }
sessions-last = 最近使用的会话：{ $session }（{ $way }，{ $account }），得分 { $score }/100
sessions-good = 响应正常
sessions-unproven = 尚无正常响应
sessions-new = 尚未使用
sessions-refused = 被站点拒绝：{ $state }
sessions-rests = 冷却至 { $time }（{ $state }）
sessions-figures = 得分 { $score }/100 · { $answers } 次正常响应 · { $refusals ->
    [0] 从未被拒绝
   *[other] 被拒绝 { $refusals } 次
}
sessions-latency = 延迟 { $ms } 毫秒
sessions-used = 上次使用：{ $time }
sessions-in-session = 会话 { $number }
cli-head-session = 会话
cli-head-way = 连接方式
cli-head-logged-in = 登录账号
cli-head-agent = USER-AGENT
cli-head-refusals = 被拒绝
