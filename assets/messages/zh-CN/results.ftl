# 记录表及其导出：选择、打开写好的文件。

app-results-choose-all = 全选显示的记录
app-results-choose-all-tip = 选中表中显示的全部记录（Ctrl+A）。按住 Shift 单击，会选中从上一行到这一行的所有行。
app-results-chosen-most = 一次最多选中 { $most } 条记录。不选中任何记录时，导出会写入全部记录。
app-export-open = 打开
app-export-folder = 在文件夹中显示
app-open-failed = 无法打开 { $path }：{ $reason }。

# 站点：用按键移除；显示状态的标签
sites-part-now = 概况
sites-remove-question = 移除“{ $site }”及其 { $records } 条记录吗？二十秒内可以撤销。

# 设置：输入有误
export-storage-wrong = 天数和兆字节请填整数。
