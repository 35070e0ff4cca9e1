# 手动更正记录：删除、恢复、改写值。
texts-deleted = { $count ->
    [0] 没有删除任何记录。
   *[other] 已删除 { $count } 条记录。可在“已删除”中找到，以后不会再次收集。
}
texts-restored = { $count ->
    [0] 没有恢复任何记录。
   *[other] 已恢复 { $count } 条记录。
}
app-results-deleted = 已删除（{ $count }）
app-results-deleted-tip = 您删除的记录。可以恢复；以后不会再次收集。
app-results-delete = 删除
app-results-delete-tip = 以后不会再次收集。可在“已删除”中恢复。
app-results-restore = 恢复
app-results-why-deleted = 请先恢复这条记录。
app-mark-deleted = 已删除
app-mark-deleted-tip = 删除于 { $time }
app-record-deleted = 您于 { $time } 删除了这条记录，以后不会再次收集。其正文和版本的保留时间与已保存的页面相同。
cli-record-deleted = { $count ->
    [0] 没有已删除的记录。
   *[other] 已删除的记录（{ $count } 条）：
}
cli-record-chosen = { $count ->
    [0] 没有选中记录。
   *[other] 选中的记录（{ $count } 条）：
}
cli-record-unknown = 没有这条记录：{ $record }。请给出记录的编号或网址。
