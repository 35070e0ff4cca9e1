# 记录的文本：搜索、转载、摘要、存疑。
texts-newest-only = 符合的记录太多；只对最新的 { $count } 条排序。
texts-indexing = 正在建立搜索索引：还有 { $count } 条记录未编入。
texts-summarised = 生成了 { $count } 条摘要，已有 { $known } 条。
texts-service-failed = 摘要服务 { $url } 未正常回应：{ $reason }
texts-reposts-settings = { $state ->
    [on] 查找转载
   *[off] 不查找转载
}：相似度不低于 { $threshold }，向前 { $window } 条记录、{ $days } 天。
texts-reposts-count = { $count ->
    [0] 没有记录被标为转载。
   *[other] { $count } 条记录被标为转载。
}
texts-pass = 正在查找转载：{ $percent } %
texts-folded = { $count ->
    [0] 没有发现更多转载。
   *[other] 又折叠了 { $count } 条转载。
}
texts-unfolded = { $count ->
    [0] 之前的全库查找没有折叠任何记录。
   *[other] { $count } 条记录恢复为独立记录。
}
texts-apart = { $count } 条记录今后不再视为转载。
texts-owned-elsewhere = 另一个进程正打开着这个项目。请使用它的窗口，或先将其关闭。
rules-validity-date = “{ $found }”不是日期。请写年、月或日，例如 2000-01-01。
texts-made = { $count ->
    [0] 所有记录都已有摘要。
   *[other] 生成了 { $count } 条摘要。
}
app-results-fold = 折叠转载
app-results-fold-tip = 较晚的转载折叠在首发文章之下。不会删除任何记录。
app-results-unread = 未读
app-results-doubtful = 存疑
app-results-reposts = 仅转载
app-results-reposts-tip = 只显示转载其他记录的记录
app-results-noted = 有备注
app-results-tag = 标签
app-results-any-tag = 任意标签
app-results-searches = 搜索条件
app-results-searches-none = 还没有保存搜索条件。
app-results-search-name = 搜索条件的名称
app-results-search-keep = 保存
app-results-search-remove = 删除“{ $name }”
app-results-columns = 列
app-results-more = 更多
app-results-fold-later = 全库查找转载
app-results-fold-later-tip = 比较所有时间的记录，而不只是抓取时间相近的记录。
app-results-fold-undo = 撤销查找结果
app-results-summarise = 各生成 { $count } 句摘要
app-results-chosen = 已选 { $count } 条
app-results-choose = 选择 { $title }
app-results-choose-none = 取消选择
app-results-mark-read = 标为已读
app-results-mark-unread = 标为未读
app-results-tag-add = 添加标签
app-results-tag-take = 去掉标签
app-results-apart = 不是转载
app-results-copy-tsv = 复制为表格
app-results-unfold = + { $count }
app-results-fold-these = − { $count }
app-column-pick = ✔
app-column-marks = 标记
app-mark-new = 新
app-mark-repost = 转载
app-mark-doubt = 存疑
app-mark-note = 备注
app-doubt-title = 存疑：标题过短。
app-doubt-date = 存疑：日期缺失或不合理。
app-doubt-text = 存疑：正文过短。
app-repost-of = 转载（相似度 { $percent } %），原文：
app-record-summary = 摘要
app-record-note = 备注
app-tag-new = 新标签
app-tag-remove = 去掉标签 { $tag }
app-provenance = 来源
app-provenance-run = 第 { $run } 次运行
app-provenance-rule = 规则第 { $version } 版
app-provenance-list = 取自列表，第 { $number } 种方式
app-provenance-generic = 通用提取
app-provenance-way = 第 { $number } 种方式
texts-record-gone = 这条记录已不存在。
texts-kept-page = 保存的页面
texts-kept-tip = 打开 { $time } 收到的页面，不发送请求。
texts-kept-none = 页面没有保存：太旧或占用太多空间的页面会被删除（见设置）。
texts-pictures = 图片
texts-pictures-tip = 加载所看记录的图片：先用随网站保存的，其余以该网站的会话获取。
texts-pictures-loading = 正在加载图片……
texts-pictures-none = 这条记录没有图片。
texts-picture = 图片
texts-picture-failed = 无法显示：{ $url }
texts-provenance-proxy = 经由代理 { $proxy }
texts-provenance-direct = 直接连接，未经代理
texts-settings = 文本
texts-settings-on = 查找转载
texts-settings-threshold = 视为转载的最低相似度
texts-settings-window = 向前比较的记录数
texts-settings-days = 向前比较的天数
texts-settings-apply = 从现在起使用
texts-settings-usual = 恢复默认
texts-settings-hint = 对今后收到的记录有效。“结果”中的“全库查找转载”会按新的相似度处理所有记录。
texts-service = 摘要服务
texts-service-apply = 使用服务
texts-service-hint = 每条记录的标题和正文以 JSON 通过 HTTP 发送给它。留空则由本程序生成摘要，不用任何服务。
texts-service-password = 服务地址中请不要写用户名和密码：地址会原样保存。
texts-validity = 存疑记录
texts-validity-hint = 超出这些限制的记录会保留并标记。0：不限制。
texts-validity-title = 标题最少字符数
texts-validity-text = 正文最少字符数
texts-validity-earliest = 最早日期
texts-validity-future = 未来的日期视为存疑
texts-validity-ahead = 允许超前的天数
texts-validity-date = 没有日期的记录视为存疑
texts-rest = 正文很长：只显示前 { $percent }%。复制和导出包含全文。
