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

# 信号文件与规则中的 [[signal]]
signals-file = { $file }：{ $fault }
signals-toml = 无法读取：{ $reason }
signals-no-id = 有一个信号没有 id。请写上，例如 id = "mine-queue"；证据以此名称显示。
signals-twice = 有两个信号都叫“{ $signal }”。每个信号的 id 须各不相同。
signals-place = 信号 { $signal }：“{ $text }”不是可查找的位置。可用：title、text、source、url、header、portal、proxy_header、proxy_body。
signals-header = 信号 { $signal }：`header` 用于指明响应头的名称；响应头信号必须有它，其他信号不能有。
signals-state = 信号 { $signal }：信号不能表示“{ $text }”。可用：{ $known }。
signals-strength = 信号 { $signal }：“{ $text }”不是强度。单独即可判定的写 strong，仅在几乎没有文字的页面上单独判定的写 bare，须与其他证据一起才算的写 weak 或 supporting，表明页面只是谈论拦截的词语写 against。
signals-pattern = 信号 { $signal }：pattern 不是正则表达式：{ $reason }
signals-everywhere = 信号 { $signal }：pattern 在任何文字中都能找到。请写必须出现的内容。

cli-signals-good = { $count } 个信号，全部有效。
cli-signals-added = 已添加 { $name } 中的信号，此后开始的运行将使用它们。
cli-signals-removed = 已删除 { $name } 中的信号。
cli-no-such-signals = 项目中没有信号文件“{ $name }”。现有：{ $known }。
cli-no-signals = 没有自定义信号。
cli-head-place = 位置
cli-head-strength = 强度
cli-head-vendor = 厂商
cli-head-checked = 核对日期

# 用户在窗口中所作的判断
exceptions-taught-not-a-block = { $site }：今后与此相似的页面视为正常页面。
exceptions-taught-is-a-block = { $site }：今后与此相似的页面视为拦截页面。
exceptions-yours = 您对其页面的判断
exceptions-word-not-a-block = { $time }  不是拦截：{ $url }
exceptions-word-is-a-block = { $time }  是拦截：{ $url }
exceptions-word-used = { $runs ->
    [0] 尚未起作用
   *[other] 在 { $runs } 次运行中起作用
}
exceptions-forget = 忘掉
exceptions-forget-tip = 对这类页面重新采用程序自己的判断。
