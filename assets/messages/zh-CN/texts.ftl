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
