# 关于站点的通知
notify-bell = { $count ->
    [0] 通知：没有新通知
   *[other] 通知：{ $count } 条新通知
}
notify-centre = 通知
notify-none = 暂无通知
notify-none-hint = 站点响应异常或恢复正常时，会显示在此处。
notify-clear = 全部清除
notify-show = 查看“{ $site }”
notify-well = “{ $site }”已恢复正常
notify-trouble = “{ $site }”出现问题
notify-needs-you = “{ $site }”需要处理
notify-many = { $count } 个站点的状态有变化
notify-more = 另有 { $count } 个
notify-told = { $title }。{ $body }
notify-settings = 通知
notify-settings-hint = 站点状态的每次变化只通知一次；同时发生的变化合并为一条。
notify-settings-on = 站点出现问题时通知
notify-settings-recoveries = 站点恢复正常时也通知
notify-settings-desktop = 同时显示桌面通知
notify-settings-person-wait = 站点要求人工处理时，运行等待我
notify-settings-person-wait-tip = 遇到只能由您完成的验证或登录时，运行会等待 30 分钟，或规则设定的时间，其他站点照常运行。关闭后，运行会直接结束。
notify-settings-quiet = 免打扰时段
notify-settings-quiet-hint = 22:00-07:00
notify-settings-quiet-wrong = 请按 22:00-07:00 的格式填写，多个时段用逗号分隔。
notify-settings-test = 发送测试通知
notify-test-title = Bowerbird
notify-test-body = 桌面通知可以正常显示。
notify-test-shown = 已向桌面发送测试通知。
notify-desktop-failed = 无法显示桌面通知：{ $reason }

# 桌面无法显示或打开的原因
desktop-no-bus = 没有桌面会话（没有会话总线）
desktop-no-service = 桌面环境没有提供此功能的服务
desktop-no-opener = 未安装 { $program }；在 Linux 上请安装软件包 xdg-utils
desktop-no-browser = 未找到浏览器；请安装 Firefox、Chromium 或其他浏览器，并将其设为默认浏览器
desktop-refused = 桌面环境拒绝了请求（{ $detail }）
