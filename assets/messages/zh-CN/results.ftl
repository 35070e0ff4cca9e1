# 记录表及其导出：选择、打开写好的文件。

app-results-choose-all = 全选显示的记录
app-results-choose-all-tip = 选择表中显示的全部记录（Ctrl+A）。按住 Shift 点击，可选择从上一行到这一行的所有行。
app-results-chosen-most = 一次最多选择 { $most } 条记录。未选择记录时，会导出全部记录。
app-export-open = 打开
app-export-folder = 在文件夹中显示
app-open-failed = 无法打开 { $path }：{ $reason }。

# 站点：用按键移除；显示状态的标签
sites-part-now = 概况
sites-remove-question = 删除“{ $site }”及其 { $records } 条记录吗？20 秒内可以撤销。

# 设置：输入有误
export-storage-wrong = 天数和 MB 数请填整数。
