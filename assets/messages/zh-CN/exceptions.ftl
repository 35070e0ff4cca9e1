# 人对页面判断的更正，以及自定义信号
exceptions-nothing-to-teach = 无需更正：页面 { $url } 并未被判断为屏蔽。
exceptions-reason-taught = 您已说明 { $url } 不是屏蔽页。今后外观相同的页面都按正常页面处理。
exceptions-next-run-again = 请再次运行该站点：失败的页面会重新抓取一次。
cli-no-block-state = “{ $state }”不是屏蔽状态。可用：rate_limited、challenge、blocked、login_required、soft_block。
cli-taught-not-a-block = 例外 { $id }：{ $site } 中外观与此相同的页面不是屏蔽页（其中 { $signals } 不再计入）。请再次运行该站点以抓取先前失败的页面。
cli-taught-is-a-block = 例外 { $id }：{ $site } 中外观与此相同的页面为 { $state }。
cli-no-exceptions = 该站点没有任何更正。
cli-no-such-exception = 该站点没有例外 { $id }。
cli-exception-forgotten = 已删除例外 { $id }。
cli-head-id = 编号
cli-head-ruling = 更正
cli-head-signals = 信号
cli-head-used = 上次使用
cli-head-page = 页面
cli-ruling-not-a-block = 不是屏蔽
cli-ruling-is-a-block = 是屏蔽
