# Turns: how they fare, and why they were taken
task-outcome-waiting = waits
task-outcome-running = runs
task-outcome-done = done
task-outcome-partly = not finished
task-outcome-failed = failed
task-outcome-overlapped = left out, its last run was still going
task-outcome-closed = left out, the site is paused, disabled or resting
task-outcome-missed = missed
task-outcome-empty = no site
task-cause-due = due
task-cause-late = made up for
task-cause-followed = after another task
task-cause-by_hand = by hand

# schedule
cli-head-number = NO
cli-head-task = TASK
cli-head-result = RESULT
cli-head-due = DUE
cli-head-cause = CAUSE
cli-head-took = TOOK
cli-head-in-zone = IN ITS ZONE
cli-head-here = HERE
cli-no-turns = Nothing was due yet.
cli-task-no-turn = never
cli-task-bad-time = “{ $text }” is no time. Write 2026-03-30T08:00, or with an offset 2026-03-30T08:00:00Z.
cli-task-added = Task { $task } is added: { $title }. Next turn: { $next }.
cli-task-changed = Task { $task } is changed: { $title }. Next turn: { $next }.
cli-task-removed = Task { $task } is removed.
cli-task-is-paused = Task { $task } is paused.
cli-task-resumed = Task { $task } goes on.
cli-task-run-asked = Task { $task } runs in the process that has the project.
cli-task-empty = No site has the tag of this task. Give it to one by “bowerbird schedule tag”.
cli-site-tagged = { $site } has these tags of its own now: { $tags }.
cli-site-untagged = { $site } has no tags of its own any more.
cli-scheduler-on = Scheduler: on in process { $process } since { $since }; { $running } running, { $waiting } waiting; next turn { $next }.
cli-scheduler-off = Scheduler: off. “bowerbird schedule” or the window's Tasks view turn it on.
