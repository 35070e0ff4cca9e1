# 有运行时关闭窗口，以及桌面状态栏里的图标。

app-leaving-title = 仍有 { $count } 个站点在运行
app-leaving-title-tasks = 计划任务已启用
app-leaving-hint = 运行可在后台继续，系统托盘中会显示图标。如果停止，已读取的内容会保留，下次从停止处继续。
app-leaving-hint-minimised = 此桌面没有系统托盘，只能最小化窗口，让运行继续。如果停止，已读取的内容会保留，下次从停止处继续。
app-leaving-hint-tasks = 有已安排的任务。在后台，任务会按时运行；如果关闭 Bowerbird，要到下次启动后才会运行。
app-leaving-hint-tasks-minimised = 有已安排的任务。此桌面没有系统托盘，等待期间只能最小化窗口。如果关闭 Bowerbird，要到下次启动后才会运行任务。
app-leaving-next = 下次：{ $task }，{ $time }。
app-leaving-title-project = 要关闭此项目吗？
app-leaving-hint-project = 运行会停止，下次从停止处继续；计划任务会在再次打开此项目后继续。Bowerbird 一次只打开一个项目。
app-leaving-keep-project = 留在此项目
app-leaving-close-project = 关闭项目
app-leaving-title-unsaved = 有未保存的更改
app-leaving-unsaved = 以下内容尚未保存，关闭 Bowerbird 后会丢失：
app-leaving-rule = “{ $name }”的规则
app-leaving-workbench = 在工作台中选取的内容（{ $name }）
app-leaving-keep-editing = 继续编辑
app-leaving-close-unsaved = 不保存并关闭
app-leaving-stopping = 正在停止。处理中的页面保存后，窗口将关闭。
app-leaving-background = 在后台继续运行
app-leaving-minimised = 最小化，继续运行
app-leaving-stop = 处理完当前页面后停止
app-leaving-close = 关闭
app-leaving-cancel = 取消
app-leaving-at-once = 立即关闭

tray-show = 显示窗口
tray-pause = 暂停所有运行
tray-resume = 继续所有运行
tray-held = 已暂停所有运行。
tray-runs = { $count } 个站点正在运行：{ $pages } 页，{ $records } 条新记录
tray-next = 下次：{ $task }，{ $time }
tray-idle = 没有站点在运行。
tray-done-title = 所有运行已结束
tray-done = 项目中有 { $records } 条记录。
