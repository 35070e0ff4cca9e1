# 日志
app-view-log = 日志
app-view-log-tip = 运行、站点和故障的日志
log-none = 没有匹配的日志。日志文件位于 { $folder }。
log-bad-time = “{ $text }”不是有效的时间。请写成 30m、2h、1d 这样的时长，或 ISO 8601 时间。
log-level = 级别
log-level-debug = 全部
log-level-info = 信息及以上
log-level-warn = 警告和错误
log-level-error = 错误
log-words = 关键词
log-words-hint = 事件内容
log-run = 运行
log-run-hint = 编号
log-when = 时间
log-what = 事件
log-part = 模块
log-mark-info = 信息
log-mark-warn = 警告
log-mark-error = 错误
log-everywhere = 包括其他项目
log-project = 项目
log-report = 复制报告
log-report-tip = 版本、系统、项目概况和最近的警告，不含密码；可发送给技术支持人员
log-report-copied = 报告已复制到剪贴板。
log-folder = 日志文件位于 { $folder }。
log-table = 日志
log-empty = 没有日志
log-empty-hint = 运行、站点和故障的日志会显示在此处。请减少筛选条件，或运行站点。

# 事件
log-run-started = 运行开始
log-run-resumed = 运行继续
log-run-ended = 运行结束（{ $end }）：抓取 { $pages } 页，失败 { $failed } 页，新增 { $new } 条记录。
log-run-ended-why = 运行结束（{ $end }）：抓取 { $pages } 页，失败 { $failed } 页，新增 { $new } 条记录。{ $why }
log-site-phase = { $from } → { $to }：{ $rule }
log-exported = 已导出到 { $path }：{ $count } 条记录
log-backed-up = 已备份到 { $path }
log-unexpected-response = 响应异常（{ $state }）：{ $url }
log-key-repeated = { $url } 上有多条记录的识别字段值相同，只能按顺序区分。请在规则 [identity] 的 key 中再加一个字段。

# 诊断文件

app-command-diagnostic = 保存诊断文件…
app-command-diagnostic-tip = 保存用于报告故障的版本、状态和日志，不含名称和凭据
palette-words-diagnostic = 故障 崩溃 错误 报告 问题 调试 反馈
diagnostic-title = 保存诊断文件
diagnostic-hint = 反馈故障时请附上此文件。文件为英文，不含密码；只有选中后才会包含网址、名称和内容。文件不会自动发送。
diagnostic-with-names = 站点的名称和网址
diagnostic-with-log = 完整日志，其中可能出现页面和文件的名称
diagnostic-making = 正在收集…
diagnostic-path = 文件
diagnostic-kind = 文本
diagnostic-save = 保存
diagnostic-copy = 复制
diagnostic-written = 诊断文件已保存到 { $path }。
diagnostic-exists = { $path } 已存在，未写入任何内容。请换一个文件名。
diagnostic-not-written = 无法写入 { $path }：{ $reason }。请选择其他文件夹。
diagnostic-panicked = Bowerbird 上次运行时内部出错。诊断文件有助于查明原因。
