# 记录表及其导出：选择、打开写好的文件。

app-results-choose-all = 选择显示的全部记录
app-results-choose-all-tip = 选择表中显示的全部记录（Ctrl+A）。要选择一段，请点击第一行的复选框，再按住 Shift 点击最后一行的复选框。
app-results-chosen-most = 一次最多选择 { $most } 条记录。要导出全部记录，请在未选择任何记录时导出。
app-export-open = 打开
app-export-folder = 在文件夹中显示
app-browsed = 已在浏览器中打开 { $url }。在浏览器中完成验证后，请在此再次运行该站点。
app-open-failed = 无法打开 { $path }：{ $reason }。

# 站点：用按键移除；显示状态的标签
sites-part-now = 概况
sites-remove-question = 确定要删除“{ $site }”及其 { $records } 条记录吗？20 秒内可以撤销。

# 设置：输入有误
export-storage-wrong = 请用整数填写天数和 MB 数。

# 变更
app-view-changes = 变更
app-view-changes-tip = 所有站点的变更，最新的在前
changes-table = 变更列表
changes-when = 时间
changes-record = 记录
changes-what = 类型
changes-kind = 类型
changes-field = 字段
changes-before = 之前
changes-after = 之后
changes-difference = 差值
changes-all-kinds = 所有类型
changes-all-fields = 所有字段
changes-words = 关键词
changes-words-hint = 在标题或值中
changes-unread-only = 仅未读
changes-read-all = 全部标记已读
changes-read-all-tip = 将当前筛选出的所有变更标记已读
changes-mark-read = 标记已读
changes-mark-unread = 标记未读
changes-leave-out = 不再列出“{ $field }”的变更
changes-leave-out-tip = 将此字段加入站点规则 [identity] 一节的 leave_out，其变更不再列出
changes-show-record = 查看记录
changes-open-page = 在浏览器中打开页面
changes-newest = 最新的 { $count } 条变更
changes-more = 显示更多
changes-history = 此记录的 { $count } 条变更
changes-chart = { $field } 随时间的变化
changes-none = 没有匹配的变更
changes-none-hint = 请选择其他站点、类型或字段，或减少关键词。
changes-show-all = 清除筛选
changes-empty = 还没有变更
changes-empty-hint = 从第二次读取站点起，此处会列出新增、有变更、已消失或重新出现的内容。要让站点每小时或每天运行，请在添加站点时选择“监测变更”，或在“任务”中设置计划。表格和按网址列出的页面，每次运行都会重新抓取。

# 每次运行都重新抓取的页面
app-results-watch = 监测这些记录
app-results-watch-tip = 每次运行都重新抓取这些记录的页面；差异列入“变更”
app-results-watch-not = 停止监测
app-results-watch-not-tip = 仅在站点设置要求时才重新抓取这些页面
app-results-watching = 每次运行都会重新抓取这 { $count } 条记录的页面。
app-results-watching-not = 不再单独监测这 { $count } 条记录的页面。
# Two versions beside each other
compare-before = 较早
compare-after = 较晚
compare-older = 上一次变更
compare-newer = 下一次变更
compare-beside = 左右对照
compare-as-one = 合并显示
compare-in-full = 显示全部
compare-in-full-tip = 显示全文，包括远离差异的相同内容
compare-same = 这两个版本的内容相同。
compare-folded = … { $count } 行相同
compare-set-same = 两边都有的值：{ $count } 个
changes-versions = 比较版本
changes-versions-tip = 将此记录的任意两个版本并排显示（V）
changes-versions-none = 此记录没有早期版本。
changes-unread = 未读
changes-tag = 标签
changes-all-tags = 所有标签
changes-export = 导出
changes-export-tip = 将筛选出的变更导出为表格或订阅源
changes-as-csv = CSV
changes-as-xlsx = Excel（XLSX）
changes-as-jsonl = JSON Lines
changes-as-atom = 订阅源（Atom）
changes-as-jsonfeed = 订阅源（JSON Feed）
changes-feed-title = 变更：{ $of }
changes-open-file = 打开文件
compare-pages = 两个页面的图像
compare-pages-tip = 读取这两个版本时所用的已存页面；不会请求站点
compare-pages-drawn = 正在渲染页面…
compare-page-of = { $time } 的页面
compare-page-not-kept = 此版本没有已存页面。
compare-page-no-place = 在此页面上找不到“{ $field }”。
compare-page-part = 页面比这张图更长。
