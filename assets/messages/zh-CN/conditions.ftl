# 针对记录的条件：问什么、怎么说、做什么
condition-no-parts = 请填写 1 到 { $most } 个条件。
condition-no-field = 请填写字段名。“记录”只能与“出现”“消失”搭配；“任意文本”只能与“包含”“不包含”“匹配正则表达式”“不匹配正则表达式”搭配。
condition-no-number = “{ $text }”不是数字。
condition-number-missing = 请输入数字。
condition-no-step = “{ $text }”既不是数字，也不是 10% 这样的百分比。
condition-no-days = “{ $text }”不是有效的天数。请填写 1 到 3650 之间的整数。
condition-no-words = 请输入关键词。
condition-no-pattern = “{ $text }”不是有效的正则表达式。
condition-too-long = 内容过长：最多 { $most } 个字符。
condition-no-action = 请至少选择一个动作：发送消息、加标签、标记已读或运行任务。
condition-runs-always = 触发时机为“满足期间每次读取时”的条件不能运行任务。请选择其他时机。
condition-no-tag = 请填写标签。
condition-not-read = “{ $text }”不是有效的条件。请写成“字段 判断 值”，例如：price below 3。可用的判断：below、above、falls、rises、lowest、highest、contains、lacks、matches、mismatches、equals、empty、older、changes、appears、vanishes。
condition-open-brace = 消息内容中有未闭合的大括号。请补上“{"}"}”。可用的占位符：{ $all }
condition-no-placeholder = 没有占位符“{ $name }”。可用的占位符：{ $all }
condition-unknown = 没有编号为 { $number } 的条件。
condition-task-gone = 条件 { $number } 要运行的任务已不存在。请编辑条件，选择其他任务。
condition-own-task = 条件不能运行包含其适用站点的任务。请选择其他任务。
condition-bad-hours = “{ $text }”不是有效的时间。请写成 08:00, 18:00 这样的形式。
condition-too-many = 一个项目最多有 { $most } 个条件。
condition-said-there = 已出现
condition-said-gone = 已消失
condition-said-matches = 满足条件
condition-said-vanished = { $field } 不再有值
condition-said-value = { $field } { $after }
condition-said-change = { $field } { $before } → { $after }
condition-said-number = { $field } { $before } → { $after }，{ $difference }
condition-told = { $count ->
    [1] { $lines }
   *[other] { $count } 条记录：
    { $lines }
}
condition-told-more = …另有 { $count } 条
condition-title = { $site }：{ $what }
condition-whole-record = 记录
condition-any-text = 任意文本
condition-test-below = 低于
condition-test-above = 高于
condition-test-falls = 下降
condition-test-rises = 上升
condition-test-lowest = 为最近 N 天内最低
condition-test-highest = 为最近 N 天内最高
condition-test-contains = 包含
condition-test-lacks = 不包含
condition-test-matches = 匹配正则表达式
condition-test-mismatches = 不匹配正则表达式
condition-test-equals = 等于
condition-test-empty = 为空
condition-test-older = 距今超过 N 天
condition-test-changes = 有变更
condition-test-appears = 出现
condition-test-vanishes = 消失
condition-part-below = { $field } 低于 { $value }
condition-part-above = { $field } 高于 { $value }
condition-part-falls = { $field } 下降 { $value }
condition-part-rises = { $field } 上升 { $value }
condition-part-falls-any = { $field } 下降
condition-part-rises-any = { $field } 上升
condition-part-lowest = { $field } 为最近 { $count } 天内最低
condition-part-highest = { $field } 为最近 { $count } 天内最高
condition-part-contains = { $field } 包含“{ $value }”
condition-part-lacks = { $field } 不包含“{ $value }”
condition-part-matches = { $field } 匹配 /{ $value }/
condition-part-mismatches = { $field } 不匹配 /{ $value }/
condition-part-equals = { $field } 等于“{ $value }”
condition-part-empty = { $field } 为空
condition-part-older = { $field } 距今超过 { $count } 天
condition-part-changes = { $field } 有变更
condition-part-appears = { $field } 出现
condition-part-vanishes = { $field } 消失
condition-or = { $one } 或 { $other }
condition-and = { $one } 且 { $other }
condition-once = 首次满足时
condition-again = 每次重新满足时
condition-further = 数值每次继续变化时
condition-arrival = 采集到新记录时
condition-always = 满足期间每次读取时
condition-once-tip = 每条记录只触发一次：首次满足条件时触发，即使该记录是首次读取
condition-again-tip = 满足条件时触发；不再满足之后重新满足，会再次触发
condition-further-tip = 满足条件时触发；之后每当数值朝同一方向继续变化，或文本有变化，会再次触发
condition-arrival-tip = 每条记录只触发一次：首次读取时，在保存之前触发
condition-always-tip = 只要满足条件，每次运行读取该记录时都会触发
condition-does-tell = 通过 { $channels } 发送
condition-does-tell-all = 通过所有方式发送
condition-does-digest = 汇总发送
condition-does-tag = 加标签“{ $tag }”
condition-does-read = 标记已读
condition-does-skip = 跳过
condition-does-keep = 保留
condition-does-run = 运行任务 { $task }
condition-settings = 记录提醒（按字段值）
condition-settings-hint = 检查每次运行读取的记录：字段的值，以及记录是否新增、有变更、已消失或重新出现。
condition-none = 还没有条件。
condition-new = 添加条件
condition-edit = 编辑
condition-edit-name = 编辑条件 { $number }
condition-remove-name = 删除条件 { $number }
condition-enable = 启用或停用条件 { $number }
condition-removed = 已删除条件 { $number }。
condition-row-figures = { $count ->
    [0] 最近 30 天没有匹配
   *[other] 最近 30 天匹配 { $count } 次
}
condition-row-waiting = { $count } 条等待汇总
condition-row-skipped = 已跳过 { $count } 条记录
condition-editor-title = 设置提醒
condition-editor-when = 何时提醒我
condition-editor-scope = 站点
condition-editor-scope-all = 所有站点
condition-editor-scope-tag = 标签为“{ $tag }”的站点
condition-editor-field = 字段
condition-editor-test = 判断
condition-editor-value = 值
condition-editor-timing = 触发时机
condition-editor-join-any = 满足任意项
condition-editor-join-all = 满足所有项
condition-editor-join = 匹配方式
condition-editor-add-part = 再加一个条件
condition-editor-remove-part = 删除第 { $number } 个条件
condition-editor-then = 然后
condition-editor-tell = 发送消息
condition-editor-all-channels = 通过所有方式
condition-editor-no-channels = 尚未设置通知方式：消息只在本窗口显示。
condition-editor-set-up = 设置通知方式…
condition-editor-set-up-tip = 打开“设置 → 提醒”；当前条件会保留，之后可返回继续编辑
condition-editor-aside = 正在编辑的条件会保留。
condition-editor-back = 返回编辑条件
condition-editor-desktop = 使用桌面通知
condition-editor-at-once = 立即发送
condition-editor-digest = 汇总发送
condition-editor-digest-why = 汇总时间在“设置 → 提醒”中设置。
condition-editor-tag = 给记录加标签
condition-editor-tag-name = 标签
condition-editor-read = 标记已读
condition-editor-task = 运行任务
condition-editor-task-none = 不运行任务
condition-editor-wording = 消息内容
condition-editor-wording-hint = {"{"}title{"}"}：{"{"}what{"}"}
condition-editor-placeholders = 占位符：{ $all }
condition-editor-preview = 预览
condition-editor-would = { $count ->
    [0] 按最近 30 天的数据，没有匹配。
   *[other] 按最近 30 天的数据，会匹配 { $count } 次。
}
condition-editor-would-many = 按最近 30 天的数据，至少会匹配 { $count } 次。
condition-editor-would-now = { $count ->
    [0] 目前没有满足条件的记录。
   *[other] 目前有 { $count } 条记录满足条件。
}
condition-editor-counting = 正在统计…
condition-editor-save = 保存条件
condition-editor-saved = 已保存条件。
condition-editor-test-message = 发送测试消息
condition-editor-test-tip = 立即通过所选的通知方式发送预览内容
condition-from-change = 设置提醒…
condition-from-change-tip = 新建一个条件，已填好该站点和字段
condition-digest-hours = 汇总时间
condition-digest-hours-hint = 08:00, 18:00
condition-watched = 关注的值
cli-condition-head = 条件
cli-condition-does = 动作
cli-condition-recent = 最近 30 天
cli-conditions-none = 还没有条件。要添加，请运行“bowerbird alert condition add "price below 3" --site 站点名”。
cli-condition-would = { $count ->
    [0] 按最近 30 天的数据，没有匹配。
   *[other] 按最近 30 天的数据，会匹配 { $count } 次：
}
cli-condition-no-timing = “{ $text }”不是有效的触发时机。可用：once、again、further、always。
condition-channel = { $name }
cli-condition-no-task = “{ $text }”不是有效的任务编号。
condition-notice-title = { $site }：提醒
condition-from-site-tip = 为该站点新建一个条件
condition-editor-example = 示例记录
