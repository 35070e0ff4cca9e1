# 手动更正记录：删除、恢复、改写值。
texts-deleted = { $count ->
    [0] 没有删除任何记录。
   *[other] 已删除 { $count } 条记录。可在“已删除”中恢复；以后不会再次采集。
}
texts-restored = { $count ->
    [0] 没有恢复任何记录。
   *[other] 已恢复 { $count } 条记录。
}
app-results-deleted = 已删除（{ $count }）
app-results-deleted-tip = 已手动删除的记录。可以恢复；以后不会再次采集。
app-results-delete = 删除
app-results-delete-tip = 删除后不会再次采集。可在“已删除”中恢复。
app-results-restore = 恢复
app-results-why-deleted = 请先恢复这条记录。
app-mark-deleted = 已删除
app-mark-deleted-tip = 删除于 { $time }
app-record-deleted = 这条记录已于 { $time } 手动删除，以后不会再次采集。其正文和各版本的保留时间与已存页面相同。
cli-record-deleted = { $count ->
    [0] 没有已删除的记录。
   *[other] 已删除的记录（{ $count } 条）：
}
cli-record-chosen = { $count ->
    [0] 没有符合条件的记录。
   *[other] 符合条件的记录（{ $count } 条）：
}
cli-record-unknown = 没有这条记录：{ $record }。请指定记录的编号或网址。
values-edited = { $count ->
    [0] 没有编辑任何值。
   *[other] 已编辑 { $count } 个值。
}
app-record-edit = 编辑
app-record-edit-tip = 手动修改标题、日期、作者、字段和正文（F2）。以后的运行不会覆盖修改的内容。
app-record-save = 保存
app-record-rows = 此值是表格，请用命令“bowerbird record edit”编辑。
app-record-list = 列表，每行一项
app-record-page-value = 恢复页面的值
app-record-page-value-tip = 放弃手动编辑的值，采用页面上的值
app-mark-hand = 已编辑
app-mark-hand-news = 与页面不同
app-mark-hand-tip = { $field }：{ $time } 编辑；页面上的值：{ $page }
app-mark-hand-tip-none = { $field }：{ $time } 编辑；页面上没有此内容
app-record-news = { $field }：页面现在是“{ $page }”。
app-record-news-none = { $field }：页面上已没有此内容。
app-record-take-over = 采用页面的值
app-record-keep-mine = 保留手动填写的值
cli-record-set = “{ $text }”格式有误。请写成“字段=值”。
cli-record-fixed = { $field } 用于识别记录，不能手动更改。
record-no-date = “{ $text }”不是有效的日期。请按“年-月-日”填写，例如 2026-11-24。
replace-would = { $count ->
    [0] 没有要更改的值。
   *[other] 将更改 { $count } 个值。
}
replace-no-dates = { $count } 个日期保持不变：替换结果不是日期。
replace-too-many = 将更改的值超过 { $most } 个。请缩小筛选范围，分几次替换。
replace-pattern = 正则表达式有误，请更正：{ $reason }
replace-empty = 此表达式也会匹配空内容。请输入更具体的查找内容。
app-replace-open = 查找和替换…
app-replace-open-tip = 在所选记录或显示的全部记录的值中查找和替换；会先显示将更改的内容
app-replace-find = 查找
app-replace-with = 替换为
app-replace-field = 范围
app-replace-all-fields = 所有字段
app-replace-pattern = 正则表达式
app-replace-pattern-tip = 替换内容中的 $1 表示第一个括号匹配到的内容
app-replace-preview = 预览
app-replace-do = { $count ->
    [0] 替换
   *[other] 替换 { $count } 个值
}
app-replace-shown = 在当前显示的全部记录中
app-replace-ticked = 在所选的 { $count } 条记录中
record-added = 已手动添加 1 条记录。
record-add-address = “{ $url }”不是有效的网址。请填写完整的网址，例如 https://example.org/page。
record-add-known = { $url } 已有记录。如果该记录已删除，请在“已删除”中恢复。
app-record-add = 添加记录…
app-record-add-tip = 为所选站点添加一条记录，填写网址和标题；其余内容用“编辑”填写
app-record-add-site = 请先选择站点。
app-record-add-do = 添加记录
app-merge-open = 合并…
app-merge-why-one = 请至少选择两条记录。
app-merge-why-many = 一次最多合并 8 条记录。
app-merge-title = 合并 { $count } 条记录
app-merge-hint = 合并后保留一条记录，采用所选的值和所有记录的标签。其余记录会删除，以后不会再次采集。
app-merge-kept = 保留
app-merge-do = 合并
record-merge-gone = 部分记录已不存在或已归档，因此未合并。
record-merge-few = 请至少指定两条要合并的记录。
records-merged = 已将 { $count } 条记录合并为一条。
app-move-open = 移动到其他站点…
app-move-title = 将 { $count } 条记录移动到其他站点
app-move-hint = 值、标签、备注和早期版本会一并移动。原站点不会再次采集这些记录。
app-move-to = 移动到
app-move-choose = 选择站点
app-move-do = 移动
records-moved = { $left ->
    [0] 已将 { $count } 条记录移动到“{ $site }”。
   *[other] 已将 { $count } 条记录移动到“{ $site }”；{ $left } 条未移动，因为该站点已有相同网址的记录，或记录已归档。
}
