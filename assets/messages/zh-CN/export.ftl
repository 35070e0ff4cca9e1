# export
export-write = 无法写入 { $path }：{ $reason }。请换一个位置，或关闭正在使用该文件的程序。
export-no-folder = 无法写入 { $path }：文件夹不存在。请创建该文件夹，或选择其他文件夹。
export-disk-full = 磁盘已满：未写入 { $path }，原文件保持不变。请腾出空间，或换一个磁盘。
export-column = 没有列“{ $name }”。可用的列：{ $known }。
export-cancelled = 导出已取消，没有写入文件。
export-other-kind = { $path } 已存在，且不是 { $format } 文件。未写入任何内容。请另取文件名，或确认替换（命令行：--replace）。
export-exists = { $path } 已存在。未写入任何内容。请确认替换，或另取文件名。
export-over-project = { $path } 是 Bowerbird 项目文件或其附属文件，未作更改。请为导出另取文件名。
export-twice = 有两列都名为“{ $name }”。请重命名其中一列。
export-charset = CSV 不支持字符集“{ $label }”。常用的有 utf-8、gb18030、gbk、big5、shift_jis 和 windows-1252。
export-separator = “{ $separator }”不能用作分隔符。请使用一个字符，且不是字母、数字、引号或换行，例如逗号、分号或制表符。
export-not-built-in = 本程序编译时未包含 { $format }。请用“cargo build --release --features { $format }”编译，或选择其他格式：能读取 { $format } 的程序大多也能读取 SQLite 和 CSV。
export-not-for-changes = 变更不能写成 { $format } 格式。请用 csv、xlsx、jsonl、atom 或 jsonfeed。
export-address = “{ $address }”不能接收记录。网址须以 http:// 或 https:// 开头，且不含用户名和密码。
export-refused = { $host } 未接收记录：{ $reason }之前已接收 { $sent } 条。
export-status = 对方返回状态 { $status }。
export-unmappable = { $count } 个字符（{ $kinds } 种）不在 { $charset } 中，已写为“?”：{ $characters }
export-left-out = 已去掉 { $count } 个该格式不允许的控制字符。
export-sheets = 一个工作表放不下，记录已分到 { $sheets } 个工作表。
export-long-texts = 部分文字超出单元格，余下部分在工作表“{ $sheet }”中。
export-columns-dropped = { $count } 列超出工作表，已忽略。
export-statement = { $path } 用于建表并导入该文件。
export-nothing-new = 自上次导出以来没有新内容；上次的文件保持不变。
export-archived = { $count ->
    [0] 没有需要归档的旧记录。
   *[other] 已将 { $count } 条记录移入归档。
}

# 命令行
cli-would-archive = 将有 { $count } 条记录移入归档。
cli-storage = 已存 { $pages } 个页面，占 { $megabytes } MB。保留 { $days } 天，每个站点最多 { $most } MB。
cli-archive-file = 归档
cli-archive-records = 记录数
cli-archive-first = 起
cli-archive-last = 止
cli-archive-none = 没有归档。
cli-search-archived = 其中 { $count } 条在归档中。
cli-export-saved = 已保存导出“{ $name }”。
cli-export-removed = 已删除导出“{ $name }”；导出的文件仍保留。
cli-export-unknown = 没有已存导出“{ $name }”。用“bowerbird export list”查看。
cli-export-new-only = 仅新增
cli-export-each-run = 每次运行后
cli-export-name = 名称
cli-export-format = 格式
cli-export-target = 目标
cli-export-what = 记录
cli-export-when = 时间
cli-export-none = 没有已存导出。

# 窗口
export-app-format = 格式
export-app-csv = CSV
export-app-jsonl = JSON Lines
export-app-xlsx = Excel（XLSX）
export-app-parquet = Parquet
export-app-sqlite = SQLite
export-app-markdown = Markdown 文件
export-app-rss = RSS 订阅源
export-app-postgres = PostgreSQL（COPY）
export-app-webhook = Webhook
export-app-address = 发送到
export-app-cancel = 取消
export-app-replace = 替换文件
export-app-progress = 已写 { $rows } 条…
export-app-progress-of = 已完成 { $rows } / { $all }
export-app-share = 导出进度
export-app-ticked = 所选的 { $count } 条记录
export-app-shown = 筛选的记录（{ $count }）
export-app-every = 全部记录（{ $count }）
export-app-counting = 正在统计记录数…
export-app-amount = { $count ->
    [0] 没有匹配的记录，导出将为空。
   *[other] 将导出 { $count } 条记录。
}
export-app-grows = 有运行正在进行，记录可能继续增加。
export-app-why-ticked-new = 所选记录无论是否为新内容都会导出。
export-app-why-ticked-kept = 已存导出按筛选条件导出，不记录选择。请选择筛选的记录或全部记录。
export-app-records = 其他条件
export-app-columns = 列
export-app-how = 格式选项
export-app-kept = 已存导出
export-app-since-last = 仅导出自上次以来的新内容（同一目标）
export-app-since-last-tip = 新记录，以及重新抓取后有变更的记录。导出失败时不会遗漏，下次会补上。
export-app-since = 抓取不早于
export-app-until = 抓取早于
export-app-day-hint = 2026-03-30
export-app-day-wrong = 日期无效。请写成 2026-03-30。
export-app-state = 状态
export-app-any-state = 全部
export-app-state-unchanged = 未变
export-app-state-changed = 有变更
export-app-all = 全选
export-app-none = 全不选
export-app-up = 上移 { $column }
export-app-down = 下移 { $column }
export-app-head = 新列名
export-app-head-of = { $column } 的导出列名
export-app-charset = 字符集
export-app-separator = 分隔符
export-app-comma = 逗号
export-app-semicolon = 分号
export-app-tab = 制表符
export-app-bar = 竖线
export-app-ends = 换行
export-app-crlf = CRLF
export-app-lf = LF
export-app-bom = 添加字节顺序标记，使 Excel 正确显示中文
export-app-guard = 防止表格软件把单元格当作公式运行
export-app-guard-tip = 以 = + - @ 开头的单元格前加撇号；数字不变。
export-app-nested = 多个值写成 JSON，而不用 a | b
export-app-feed-title = 订阅源标题
export-app-table = 表名
export-app-secret = 签名密钥
export-app-secret-hint = 请求按 Standard Webhooks 规范签名。保存导出时，密钥与密码一起存放。
export-app-name = 保存为
export-app-after-run = 每次运行后
export-app-keep = 保存
export-app-write-saved = 立即导出
export-app-take-up = 修改
export-app-remove = 删除 { $name }

export-storage = 已存页面与归档
export-storage-pages = 已存 { $pages } 个页面，{ $size }
export-storage-days = 最多保留天数
export-storage-size = 每个站点最多 MB
export-storage-apply = 应用
export-storage-keep-hint = 有了已存页面，更改规则后无需重新抓取即可重新提取。超出限制时，从最旧的开始删除。
export-storage-archive-hint = 可将旧记录移到项目所在文件夹的文件中，使项目保持快速；“结果”、搜索和导出仍能找到它们。
export-storage-older = 早于多少天
export-storage-period = 每个文件
export-storage-year = 一年
export-storage-month = 一个月
export-storage-archive = 移入归档
export-storage-archived = { $file }：{ $records } 条记录
export-storage-warc-to = WARC 导出到
export-storage-warc = 导出 WARC
export-storage-busy = 正在处理…
export-storage-written = 已将 { $pages } 个页面写入 { $path }。
export-warc-evidence = { $count } 个作为拦截证据保存的页面内容不完整，未写入文件。
# archives in the table
archive-results = 其中 { $count } 条在归档中
archive-mark = 归档 { $period }
archive-with = 包括归档
archive-with-tip = 同时查找已归档的记录，排在项目的记录之后，最新的归档在前。
archive-missing = 归档 { $file } 不在项目所在的文件夹中，或被其他文件取代，其中的记录未列出。请把该文件放回项目所在的文件夹。
archive-chosen = 其中 { $count } 条在归档中，不会更改。
archive-record = 此记录在归档 { $file } 中：可阅读和导出，但不能标记。
