# 每次运行的情况和起因
task-outcome-waiting = 等待
task-outcome-running = 运行中
task-outcome-done = 完成
task-outcome-partly = 未完
task-outcome-failed = 失败
task-outcome-overlapped = 略过，上一次还在运行
task-outcome-closed = 略过，站点已暂停、停用或在休息
task-outcome-missed = 错过
task-outcome-empty = 没有站点
task-cause-due = 到点
task-cause-late = 补跑
task-cause-followed = 在另一任务之后
task-cause-by_hand = 手动

# schedule
cli-head-number = 编号
cli-head-task = 任务
cli-head-result = 结果
cli-head-due = 应运行
cli-head-cause = 起因
cli-head-took = 用时
cli-head-in-zone = 任务时区
cli-head-here = 本地
cli-no-turns = 还没有到点的任务。
cli-task-no-turn = 不会运行
cli-task-bad-time = “{ $text }”不是时间。请写 2026-03-30T08:00，或带时差的 2026-03-30T08:00:00Z。
cli-task-added = 已添加任务 { $task }：{ $title }。下次运行：{ $next }。
cli-task-changed = 已更改任务 { $task }：{ $title }。下次运行：{ $next }。
cli-task-removed = 已移除任务 { $task }。
cli-task-is-paused = 任务 { $task } 已暂停。
cli-task-resumed = 任务 { $task } 继续。
cli-task-run-asked = 任务 { $task } 正在占用项目的进程里运行。
cli-task-empty = 没有站点带这个任务的标签。用“bowerbird schedule tag”给站点加上。
cli-site-tagged = { $site } 现在的自有标签：{ $tags }。
cli-site-untagged = { $site } 不再有自有标签。
cli-scheduler-on = 调度器：自 { $since } 起在进程 { $process } 中运行；{ $running } 个运行中，{ $waiting } 个等待；下次 { $next }。
cli-scheduler-off = 调度器：关闭。可用“bowerbird schedule”或窗口的任务页打开。
