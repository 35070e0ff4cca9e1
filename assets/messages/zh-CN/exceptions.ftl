# 人对页面判断的更正，以及自定义信号
exceptions-nothing-to-teach = 无需更正：页面 { $url } 未判定为被拦截。
exceptions-reason-taught = 已将 { $url } 标记为正常。今后，相似的页面都视为正常。
exceptions-next-run-again = 请再次运行该站点，以重新抓取失败的页面。
cli-no-block-state = “{ $state }”不是有效的拦截状态。可用：rate_limited、challenge、blocked、login_required、soft_block。
cli-taught-not-a-block = 例外 { $id }：“{ $site }”中与此相似的页面视为正常（不再依据 { $signals } 判定）。请再次运行该站点，以重新抓取失败的页面。
cli-taught-is-a-block = 例外 { $id }：“{ $site }”中与此相似的页面视为“{ $state }”。
cli-no-exceptions = 该站点还没有例外。
cli-no-such-exception = 该站点没有编号为 { $id } 的例外。
cli-exception-forgotten = 已删除例外 { $id }。
cli-head-id = 编号
cli-head-ruling = 判定
cli-head-signals = 特征
cli-head-used = 上次使用
cli-head-page = 页面
cli-ruling-not-a-block = 正常
cli-ruling-is-a-block = 被拦截

# 信号文件与规则中的 [[signal]]
signals-file = { $file }：{ $fault }
signals-toml = 无法读取：{ $reason }
signals-no-id = 有一个特征没有 id。请添加，例如 id = "my-queue"；依据中会显示此名称。
signals-twice = 有两个特征的 id 都是“{ $signal }”。每个特征的 id 须各不相同。
signals-place = 特征 { $signal }：“{ $text }”不是有效的位置。可用：title、text、source、url、header、portal、proxy_header、proxy_body。
signals-header = 特征 { $signal }：header 是响应头的名称，只有位置为 header 的特征需要填写，其他特征不能填写。
signals-state = 特征 { $signal }：“{ $text }”不是有效的含义。可用：{ $known }。
signals-strength = 特征 { $signal }：“{ $text }”不是有效的强度。可用：strong（可单独判定）、bare（仅在几乎没有文字的页面上可单独判定）、weak、asking 或 supporting（需要其他依据）、against（出现在只是谈论拦截的页面上）。
signals-pattern = 特征 { $signal }：pattern 不是有效的正则表达式：{ $reason }
signals-everywhere = 特征 { $signal }：pattern 会匹配任何文字，请写得更具体。

cli-signals-good = { $count } 个特征，全部有效。
cli-signals-added = 已添加“{ $name }”中的特征，对之后的运行生效。
cli-signals-removed = 已删除“{ $name }”中的特征。
cli-no-such-signals = 项目没有特征文件“{ $name }”。现有：{ $known }。
cli-no-signals = 没有自定义特征。
cli-head-place = 位置
cli-head-strength = 强度
cli-head-vendor = 厂商
cli-head-checked = 核对日期

# 用户在窗口中所作的判断
exceptions-taught-not-a-block = { $site }：今后将与此相似的页面视为正常。
exceptions-taught-is-a-block = { $site }：今后将与此相似的页面视为被拦截。
exceptions-yours = 您标记的页面
exceptions-word-not-a-block = { $time }  正常：{ $url }
exceptions-word-is-a-block = { $time }  被拦截：{ $url }
exceptions-word-used = { $runs ->
    [0] 尚未起作用
   *[other] 已在 { $runs } 次运行中起作用
}
exceptions-forget = 取消标记
exceptions-forget-tip = 恢复对此类页面的自动判断
