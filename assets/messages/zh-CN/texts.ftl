# 记录的文本：搜索、转载、摘要、存疑。
texts-newest-only = 匹配的记录过多，只显示最新的 { $count } 条。
texts-indexing = 正在建立搜索索引：还剩 { $count } 条记录。
texts-summarised = 已生成 { $count } 条摘要，已有 { $known } 条。
texts-service-failed = 摘要服务 { $url } 响应异常：{ $reason }
texts-reposts-settings = { $state ->
    [on] 查找转载
   *[off] 不查找转载
}：相似度不低于 { $threshold }，与之前 { $days } 天内的 { $window } 条记录比较。
texts-reposts-count = { $count ->
    [0] 没有标记为转载的记录。
   *[other] { $count } 条记录标记为转载。
}
texts-pass = 正在查找转载：{ $percent }%
texts-folded = { $count ->
    [0] 未发现更多转载。
   *[other] 已折叠 { $count } 条转载。
}
texts-folded-none = 没有找到转载。
texts-unfolded = { $count ->
    [0] 没有可撤销的转载查找。
   *[other] 已取消折叠 { $count } 条记录。
}
texts-apart = { $count } 条记录不再视为转载。
texts-owned-elsewhere = 另一个进程已打开此项目。请在其窗口中操作，或先将其关闭。
rules-validity-date = “{ $found }”不是有效的日期。请写成年、月或日，例如 2000-01-01。
texts-made = { $count ->
    [0] 所有记录已有摘要。
   *[other] 已生成 { $count } 条摘要。
}
app-results-fold = 折叠转载
app-results-fold-tip = 将较晚的转载折叠到首发文章下。不会删除记录。
app-results-unread = 未读
app-results-unread-tip = 尚未打开，也未标记已读的记录
app-results-gone = 已消失
app-results-gone-tip = 仅显示站点上已不存在的记录
app-results-present = 隐藏已消失
app-results-present-tip = 不显示站点上已不存在的记录
app-results-changed = 有变更
app-results-changed-tip = 阅读之后内容有变更的记录
app-results-doubtful = 存疑
app-results-reposts = 仅转载
app-results-reposts-tip = 只显示转载的记录
app-results-noted = 有备注
app-results-tag = 标签
app-results-any-tag = 所有标签
app-results-searches = 已存搜索
app-results-searches-none = 还没有已存搜索。
app-results-search-name = 搜索名称
app-results-search-keep = 保存搜索
app-results-search-remove = 删除“{ $name }”
app-results-columns = 列
app-results-more = 更多
app-results-fold-later = 查找重复（转载）
app-results-fold-later-tip = 比较所有记录，而不只是抓取时间相近的
app-results-fold-undo = 撤销转载查找
app-results-summarise-shown = 对当前显示的全部记录：
app-results-summarise-ticked = 对所选的 { $count } 条记录：
app-results-summarise = 生成摘要（{ $count } 句）
app-results-chosen = 已选 { $count } 条
app-results-chosen-hidden = 已选 { $count } 条，其中 { $hidden } 条未显示
app-results-choose = 选择 { $title }
app-results-choose-none = 取消选择
app-results-mark-read = 标记已读
app-results-mark-unread = 标记未读
app-results-tag-add = 添加标签
app-results-tag-take = 移除标签
app-results-apart = 不是转载
app-results-copy-tsv = 复制为表格
app-results-unfold = + { $count }
app-results-reposted = { $count } 条转载
app-results-fold-these = − { $count }
app-column-pick = ✔
app-column-marks = 标记
app-mark-new = 未读
app-mark-gone = 已消失
app-mark-gone-tip = 已消失：{ $time } 检查时，站点上已没有此记录
app-mark-changed = 有变更
app-mark-repost = 转载
app-mark-doubt = 存疑
app-mark-note = 备注
app-mark-new-tip = 尚未打开，也未标记已读
app-mark-changed-tip = 有变更：阅读之后内容有变更；尚未阅读的，从保存时算起
app-mark-repost-tip = 此记录是另一条记录的转载
app-results-unfold-tip = 有 { $count } 条记录转载了此记录
app-mark-doubt-tip = 此记录的某些值可能不正确；打开记录可查看详情
app-mark-note-tip = 此记录有备注
app-doubt-title = 存疑：标题过短。
app-doubt-date = 存疑：日期缺失或不合理。
app-doubt-text = 存疑：正文过短。
app-repost-of = 转载（相似度 { $percent }%），原文：
app-record-summary = 摘要
app-record-note = 备注
app-tag-new = 新标签
app-tag-remove = 移除标签“{ $tag }”
app-provenance = 来源
app-provenance-run = 运行 { $run }
app-provenance-first-run = 由运行 { $run } 首次保存
app-provenance-rule = 规则版本 { $version }
app-provenance-list = 取自列表，方式 { $number }
app-provenance-generic = 自动识别
app-provenance-way = 方式 { $number }
texts-record-gone = 此记录已不存在。请重新加载列表。
texts-kept-page = 已存页面
texts-kept-tip = 打开 { $time } 收到的页面，不发送请求
texts-kept-none = 没有已存页面：过旧或占用空间过多的页面会自动删除（见“设置”）。
texts-pictures = 图片
texts-pictures-tip = 加载当前记录的图片：优先使用已存图片，其余的通过站点的会话抓取
texts-pictures-loading = 正在加载图片…
texts-pictures-none = 此记录没有图片。
texts-picture = 图片
texts-picture-failed = 无法显示：{ $url }
texts-provenance-proxy = 经由代理 { $proxy }
texts-provenance-direct = 直连，未经代理
texts-settings = 转载与摘要
texts-settings-on = 自动识别转载
texts-settings-threshold = 视为转载的最低相似度
texts-settings-window = 与之前多少条记录比较
texts-settings-days = 与之前多少天内的记录比较
texts-settings-apply = 应用于新记录
texts-settings-usual = 恢复默认
texts-settings-hint = 对之后的记录有效。“结果”中的“查找重复（转载）”会按新的相似度处理所有记录。
texts-service = 摘要服务
texts-service-apply = 使用此服务
texts-service-hint = 每条记录的标题和正文会以 JSON 格式通过 HTTP 发送到该服务。留空则在本机生成摘要，不使用服务。
texts-service-password = 服务地址不能含有用户名和密码，因为地址以明文保存。
texts-validity = 存疑记录
texts-validity-hint = 超出以下范围的记录会保存，并标记为“存疑”。0 表示不限。
texts-validity-title = 标题最少字符数
texts-validity-text = 正文最少字符数
texts-validity-earliest = 最早日期
texts-validity-future = 未来日期视为存疑
texts-validity-ahead = 允许晚于今天的天数
texts-validity-date = 无日期的记录视为存疑
texts-rest = 正文较长：只显示前 { $percent }%。复制和导出包含全文。
query-unclosed-quote = 第 { $place } 个字符处的引号没有配对，其后的内容视为一个短语。请在末尾加上 "。
query-unclosed-bracket = 第 { $place } 个字符处的括号没有配对。请加上 )。
query-extra-bracket = 第 { $place } 个字符处的括号多余，请删除。
query-nothing-to-join = 第 { $place } 个字符处的“{ $text }”前后缺少内容。请在两侧输入关键词；如果要搜索“{ $text }”本身，请加引号。
query-no-value = 第 { $place } 个字符处的“{ $field }:”后面没有值。请在冒号后输入，例如 { $field }:港口。
query-not-a-number = 第 { $place } 个字符处“{ $field }”的值“{ $value }”既不是数字也不是日期。请与数字或日期比较，例如 { $field }:<2.5 或 { $field }:>2026-11-01。
query-not-a-date = 第 { $place } 个字符处“{ $field }”的值“{ $value }”不是有效的日期。请输入年、月或日，例如 { $field }:2026-11-03 或 { $field }:2026-11。
query-not-compared = 第 { $place } 个字符处的“{ $field }”是文本字段，不能比较大小。请输入关键词，例如 { $field }:港口。
query-unknown-field = 没有任何记录有字段“{ $field }”（第 { $place } 个字符处）。如果要搜索这些文字，请加引号："{ $field }:{ $value }"。
query-unknown-field-near = 没有任何记录有字段“{ $field }”（第 { $place } 个字符处）。是否要输入 { $near }:{ $value }？如果要搜索这些文字，请加引号："{ $field }:{ $value }"。
query-no-words = “{ $text }”中没有可搜索的文字或数字。请输入关键词。
query-too-long = 搜索内容过长：已忽略第 { $place } 个字符之后的内容。最多 { $most } 个搜索词。
query-suggested-records = { $count } 条记录
query-name-title = 标题中的词
query-name-text = 正文中的词
query-name-author = 作者姓名中的词
query-name-url = 网址的一部分
query-name-date = 年、月或日，可用 < 和 > 比较
query-name-site = 站点名称的一部分
query-name-tag = 标签
query-name-lang = 语言，例如 en 或 zh
query-name-fetched = 抓取时间
query-name-after = 这一天及以后
query-name-before = 这一天之前
app-results-search-tip = 可输入关键词、“短语”、and、or、not 和括号。也可按字段搜索：公司:海港、价格:<3、日期:2026-11、-标签:完成。
app-results-mistake = 请检查搜索内容
app-results-mistake-hint = 请按搜索框下方的说明更正。
