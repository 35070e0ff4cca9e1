# 有运行时关闭窗口，以及桌面状态栏里的图标。

app-leaving-title = 还有 { $count } 个运行没有结束
app-leaving-title-tasks = 计划任务已开启
app-leaving-hint = 没有窗口也能继续：桌面状态栏里会有一个图标代表它们。停止的话，已读的内容会保留，下次接着运行。
app-leaving-hint-minimised = 这个桌面没有状态栏图标，所以只能把窗口最小化，让它们继续。停止的话，已读的内容会保留，下次接着运行。
app-leaving-hint-tasks = 有任务在等待。留在后台，它们会按时运行；关闭的话，要等下次启动 Bowerbird。
app-leaving-stopping = 正在停止。手上的网页保存后窗口就会关闭。
app-leaving-background = 在后台继续运行
app-leaving-minimised = 最小化，继续运行
app-leaving-stop = 读完手上的网页后停止
app-leaving-close = 关闭
app-leaving-cancel = 取消
app-leaving-at-once = 立即关闭

tray-show = 显示窗口
tray-pause = 暂停所有运行
tray-resume = 继续所有运行
tray-held = 所有运行都已暂停。
tray-runs = { $count } 个运行正在进行：{ $pages } 个网页，{ $records } 条新记录
tray-next = 下一个：{ $task }，{ $time }
tray-idle = 没有运行。
tray-done-title = 所有运行都已结束
tray-done = 项目里有 { $records } 条记录。
