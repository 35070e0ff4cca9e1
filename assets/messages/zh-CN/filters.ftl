# 过滤器：如何处理新记录
filter-no-action = 请选择一个动作：跳过、保留、加标签或标记已读。
filter-skips-alone = 跳过记录的过滤器不能同时保留、加标签或标记已读。
filter-on-arrival-only = 只有采集到新记录时，才能跳过或保留。
filter-looks-back = “{ $test }”需要与之前的读取比较，而新记录没有之前的读取。
filter-unknown = 没有编号为 { $number } 的过滤器。
filter-gone = 已删除
filter-would = { $count ->
    [0] 按最近 30 天的数据，没有匹配的新记录。
   *[other] 按最近 30 天的数据，会匹配 { $count } 条新记录。
}
filter-saves-requests = 列表上的信息已足够：不会抓取跳过的页面。
filter-none-skipped = 没有跳过的记录。
filter-page-read = 页面已抓取
filter-page-saved = 页面未抓取
filter-kept-waits = 已保留，等待下次运行
filter-kept = 已保存 { $stored } 条；下次运行时抓取 { $awaited } 条。
filter-kept-partly = { $kept }另有 { $refused } 条未保存，因为其网址已属于其他记录。
filter-apply-more = 只统计了前 { $count } 条。过滤器将应用于所有匹配的记录。
filter-apply-all = 应用于所有匹配的记录
filter-applying = 正在应用过滤器…
filter-apply-cancel = 停止应用过滤器
filter-apply-busy = 正在将过滤器应用于已存记录。请等待完成，或先取消。
filter-applied-in-part = { $count ->
    [0] 已停止。还没有已存记录匹配。
   *[other] 已停止。已应用于 { $count } 条已存记录，这些更改保持不变。
}
cli-filter-progress = 已检查 { $rows } / { $all } 条已存记录
filters-taken = { $count ->
    [0] 规则文件旁的过滤器和记录提醒都已存在。
   *[other] 已添加规则文件旁的 { $count } 个过滤器和记录提醒。
}
filters-exported = 同时导出了 { $count } 个过滤器和记录提醒。
filter-file-unreadable = 这不是过滤器文件：{ $reason }。
filter-file-fault = 无法使用 { $path }：{ $reason }
filter-would-apply = { $count ->
    [0] 没有匹配的已存记录。
   *[other] 匹配 { $count } 条已存记录。尚未做任何更改。
}
filter-applied = { $count ->
    [0] 没有匹配的已存记录。
   *[other] 已应用于 { $count } 条已存记录。
}
cli-filter-head = 过滤器
cli-filter-page = 页面
cli-filters-none = 还没有过滤器。要添加，请运行“bowerbird filter add "title contains 广告" --skip”。
cli-run-skipped = 过滤器跳过了 { $count } 条新记录
filter-settings = 过滤器
filter-settings-hint = 过滤器在保存之前检查每条新记录。“保留”优先于“跳过”。已存记录保持不变。
filter-none = 还没有过滤器。
filter-new = 添加过滤器
filter-edit-name = 编辑过滤器 { $number }
filter-name = 过滤器 { $number }
filter-enable = 启用或停用过滤器 { $number }
filter-removed = 已删除过滤器 { $number }。
filter-up = 上移
filter-down = 下移
filter-why-first = 已是第一个过滤器。
filter-why-last = 已是最后一个过滤器。
filter-apply-open = 应用于已存记录…
filter-apply-open-tip = 先显示匹配的已存记录，再决定是否应用
filter-matching = 正在查找已存记录…
filter-apply-delete = 删除 { $count } 条记录
filter-apply-mark = 应用于 { $count } 条记录
filter-row = { $sentence }：{ $does }
filter-row-figures = { $count ->
    [0] 尚无匹配
   *[other] 最近 30 天匹配 { $count } 条
}
filter-row-skipped = 共跳过 { $count } 条记录
filter-skipped-open = 显示已跳过的记录
filter-skipped-close = 隐藏已跳过的记录
filter-keep = 保留
filter-keep-name = 仍然保留“{ $title }”
filter-keep-tip = 立即保存；如果页面尚未抓取，则在下次运行时保存
filter-by = 过滤器 { $number }
filter-by-gone = 已删除的过滤器
filter-editor-title = 采集到新记录时…
filter-editor-skip = 跳过（不保存）
filter-editor-skip-tip = 不保存匹配的记录，但会统计数量，之后可以查看
filter-editor-keep = 保留（即使其他过滤器要跳过）
filter-editor-keep-tip = 即使其他过滤器要跳过，也保存该记录
filter-editor-mark = 照常保存，并加标签或标记
filter-editor-mark-tip = 保存该记录，除非其他过滤器要跳过
filter-save = 保存过滤器
app-run-skipped = 过滤器跳过了 { $count } 条新记录。
