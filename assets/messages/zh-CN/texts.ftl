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
