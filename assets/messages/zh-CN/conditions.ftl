# 针对记录的条件：问什么、怎么说、做什么
condition-no-parts = 请填写 1 到 { $most } 个条件。
condition-no-field = 请填写字段名。整条记录只能用“出现”和“消失”；“任意文本”只能用“包含”“不包含”“匹配正则”和“不匹配正则”。
condition-no-number = “{ $text }”不是数字。
condition-number-missing = 请输入数字。
condition-no-step = “{ $text }”既不是数字，也不是 10% 这样的百分比。
condition-no-days = “{ $text }”不是 1 到 3650 之间的天数。
condition-no-words = 请输入关键词。
condition-no-pattern = “{ $text }”不是正则表达式。
condition-too-long = 超过了 { $most } 个字符。
condition-no-action = 请选择要做什么：发送、加标签、标记已读或运行任务。
condition-runs-always = 每次读取都触发的条件不能运行任务。
condition-no-tag = 请填写标签。
condition-not-read = “{ $text }”不是条件。请写成“字段 判断 值”，例如：price below 3。可用的判断：below、above、falls、rises、lowest、highest、contains、lacks、matches、mismatches、equals、empty、older、changes、appears、vanishes。
condition-open-brace = 消息内容中有未闭合的大括号。占位符：{ $all }
condition-no-placeholder = 没有占位符“{ $name }”。占位符：{ $all }
condition-unknown = 没有条件 { $number }。
condition-task-gone = 条件 { $number } 的任务已不存在。
condition-own-task = 条件不能运行它所针对的站点的任务。
condition-bad-hours = “{ $text }”不是 08:00, 18:00 这样的时间列表。
condition-too-many = 一个项目最多有 { $most } 个条件。
condition-said-there = 已出现
condition-said-gone = 已消失
condition-said-matches = 符合条件
condition-said-empty = { $field } 没有值
condition-said-vanished = { $field } 不再有值
condition-said-value = { $field } { $after }
condition-said-change = { $field } { $before } → { $after }
condition-said-number = { $field } { $before } → { $after }，{ $difference }
condition-told = { $count ->
    [1] { $lines }
   *[other] { $count } 条记录：
    { $lines }
}
condition-told-more = …… 还有 { $count } 条
condition-title = { $site }：{ $what }
condition-whole-record = 记录
condition-any-text = 任意文本
condition-test-below = 低于
condition-test-above = 高于
condition-test-falls = 下降
condition-test-rises = 上升
condition-test-lowest = 为近 N 天内最低
condition-test-highest = 为近 N 天内最高
condition-test-contains = 包含
condition-test-lacks = 不包含
condition-test-matches = 匹配正则
condition-test-mismatches = 不匹配正则
condition-test-equals = 等于
condition-test-empty = 为空
condition-test-older = 早于 N 天前
condition-test-changes = 有变更
condition-test-appears = 出现
condition-test-vanishes = 消失
condition-part-below = { $field } 低于 { $value }
condition-part-above = { $field } 高于 { $value }
condition-part-falls = { $field } 下降 { $value }
condition-part-rises = { $field } 上升 { $value }
condition-part-falls-any = { $field } 下降
condition-part-rises-any = { $field } 上升
condition-part-lowest = { $field } 为 { $count } 天内最低
condition-part-highest = { $field } 为 { $count } 天内最高
condition-part-contains = { $field } 包含“{ $value }”
condition-part-lacks = { $field } 不包含“{ $value }”
condition-part-matches = { $field } 匹配 /{ $value }/
condition-part-mismatches = { $field } 不匹配 /{ $value }/
condition-part-equals = { $field } 等于“{ $value }”
condition-part-empty = { $field } 为空
condition-part-older = { $field } 早于 { $count } 天前
condition-part-changes = { $field } 有变更
condition-part-appears = { $field } 出现
condition-part-vanishes = { $field } 消失
condition-or = { $one } 或 { $other }
condition-and = { $one } 且 { $other }
condition-once = 首次成立时
condition-again = 每次开始成立时
condition-further = 数值每次进一步变化时
condition-arrival = 新记录到达时
condition-always = 成立期间每次读取时
condition-once-tip = 每条记录一次：条件首次成立时，首次读取时也算。
condition-again-tip = 开始成立时；不成立之后再次成立时又算一次。
condition-further-tip = 开始成立时，之后每当数值朝该方向继续变化或文本不同时。
condition-arrival-tip = 每条记录一次：首次读取、存储之前。
condition-always-tip = 只要成立，每次运行读取该记录时都算。
condition-does-tell = 通过 { $channels } 发送
condition-does-tell-all = 通过所有方式发送
condition-does-digest = 汇总发送
condition-does-tag = 加标签“{ $tag }”
condition-does-read = 标记已读
condition-does-skip = 跳过
condition-does-keep = 保留
condition-does-run = 运行任务 { $task }
condition-settings = 记录提醒（按字段值）
condition-settings-hint = 检查每次运行读到的记录：字段值，以及新增、变更、消失或重新出现。
condition-none = 还没有条件。
condition-new = 添加条件
condition-edit = 编辑
condition-edit-name = 编辑条件 { $number }
condition-remove-name = 删除条件 { $number }
condition-enable = 启用条件 { $number }
condition-removed = 条件 { $number } 已删除。
condition-row-figures = { $count ->
    [0] 30 天内没有
   *[other] 30 天内 { $count } 次
}
condition-row-waiting = { $count } 条等待汇总
condition-row-skipped = 已跳过 { $count } 条记录
condition-editor-title = 设置提醒
condition-editor-when = 何时提醒我
condition-editor-scope = 站点
condition-editor-scope-all = 所有站点
condition-editor-scope-tag = 标签为 { $tag } 的站点
condition-editor-field = 字段
condition-editor-test = 判断
condition-editor-value = 值
condition-editor-timing = 频率
condition-editor-join-any = 满足任意一项
condition-editor-join-all = 满足所有各项
condition-editor-join = 条件
condition-editor-add-part = 再加一个条件
condition-editor-remove-part = 删除第 { $number } 个条件
condition-editor-then = 然后
condition-editor-tell = 发送消息
condition-editor-all-channels = 通过所有方式
condition-editor-no-channels = 尚未设置通知方式：消息只在本窗口显示。
condition-editor-set-up = 设置通知方式…
condition-editor-set-up-tip = 打开“设置 → 提醒”；此条件会原样保留，之后可返回
condition-editor-aside = 您的条件会原样保留。
condition-editor-back = 返回条件
condition-editor-desktop = 使用桌面通知
condition-editor-at-once = 立即
condition-editor-digest = 汇总
condition-editor-digest-why = 汇总时间在“设置 → 提醒”中设置。
condition-editor-tag = 给记录加标签
condition-editor-tag-name = 标签
condition-editor-read = 标记已读
condition-editor-task = 运行任务
condition-editor-task-none = 不运行
condition-editor-wording = 消息内容
condition-editor-wording-hint = {"{"}title{"}"}：{"{"}what{"}"}
condition-editor-placeholders = 占位符：{ $all }
condition-editor-preview = 预览
condition-editor-would = { $count ->
    [0] 最近 30 天内不会匹配到任何内容。
   *[other] 最近 30 天内会匹配 { $count } 次。
}
condition-editor-would-many = 最近 30 天内会匹配至少 { $count } 次。
condition-editor-would-now = { $count ->
    [0] 目前没有符合的记录。
   *[other] 目前有 { $count } 条记录符合。
}
condition-editor-counting = 正在统计……
condition-editor-save = 保存条件
condition-editor-saved = 条件已保存。
condition-editor-test-message = 发送测试消息
condition-editor-test-tip = 立即通过此处选择的通知方式发送预览中的内容
condition-from-change = 设置提醒…
condition-from-change-tip = 打开已填好该站点和字段的条件。
condition-digest-hours = 汇总时间
condition-digest-hours-hint = 08:00, 18:00
condition-watched = 关注的值
cli-condition-head = 条件
cli-condition-does = 动作
cli-condition-recent = 30 天内
cli-conditions-none = 没有条件。添加一个：bowerbird alert condition add "price below 3" --site 站点名
cli-condition-would = { $count ->
    [0] 最近 30 天内不会匹配到任何内容。
   *[other] 最近 30 天内会匹配 { $count } 次：
}
cli-condition-no-timing = “{ $text }”不是 once、again、further 或 always。
condition-channel = { $name }
cli-condition-no-task = “{ $text }”不是任务编号。
condition-notice-title = { $site }：提醒
condition-from-site-tip = 打开针对该站点的条件。
condition-editor-example-value = 示例值
condition-editor-example-before = 先前的值
condition-editor-example = 某条记录
