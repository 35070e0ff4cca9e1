# Turns: how they fare, and why they were taken
task-outcome-waiting = waits
task-outcome-running = runs
task-outcome-interrupted = goes on with the next start
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

# The view
app-tasks-page-table = Tasks
app-tasks-page-day = Next 24 hours
app-tasks-page-week = Last 7 days
app-tasks-task = Task
app-tasks-result = Last result
app-tasks-run = Run now
app-tasks-edit = Edit
app-tasks-runs = runs
app-tasks-queued = waits for a place
app-tasks-editing = Editing the task { $task }
app-tasks-save = Save task
app-tasks-leave = Leave it as it is
app-tasks-choose-task = Choose a task
app-tasks-interval = after an interval
app-tasks-following = after another task
app-tasks-every = Every
app-tasks-jitter = Earlier or later by
app-tasks-after = After the task
app-tasks-only-done = only when it went well
app-tasks-after-hint = Runs whenever that task has run.
app-tasks-ten = Next ten turns
app-tasks-here = Here ({ $zone })
app-tasks-terms = Terms: overlap, missed turns, windows, limits
app-tasks-terms-set = Terms: overlap, missed turns, windows, limits (changed)
app-tasks-further = Together with
app-tasks-name = Name
app-tasks-overlap = While its last run goes
app-tasks-overlap-skip = leave the turn out
app-tasks-overlap-queue = run right after
app-tasks-overlap-replace = end it, begin anew
app-tasks-missed-turns = Missed turns
app-tasks-missed-once = run once
app-tasks-missed-skip = leave out
app-tasks-missed-all = run all
app-tasks-at-most = At most
app-tasks-grace = Late is still in time
app-tasks-windows = Only at these times
app-tasks-holidays = Not on these days
app-tasks-limit-pages = Pages a run (0: any)
app-tasks-limit-minutes = Minutes a run
app-tasks-limit-megabytes = MB a run
app-tasks-limit-errors = Errors a run
app-tasks-pick = Pick minutes, hours and days
app-tasks-pick-every = every
app-tasks-pick-minute = Minute
app-tasks-pick-hour = Hour
app-tasks-pick-day = Day
app-tasks-pick-month = Month
app-tasks-pick-weekday = Weekday
app-tasks-pick-not = Seconds, and days of the month that must also be a certain weekday, cannot be picked: they stay as typed.
app-tasks-tick = ✓
app-tasks-tick-one = Choose { $task }
app-tasks-ticked = { $count ->
    [one] One task chosen:
   *[other] { $count } tasks chosen:
}
app-tasks-run-now = Run all now
app-tasks-pause-all = Pause all
app-tasks-resume-all = Resume all
app-tasks-set-priority = Priority of all
app-tasks-remove-all = Remove all
app-tasks-tick-all = Choose all
app-tasks-untick = Choose none
app-tasks-day-empty = Nothing is due
app-tasks-day-empty-hint = No task comes in the next 24 hours.
app-tasks-day-line = { $task }: { $count } { $count ->
    [one] turn
   *[other] turns
}, the first { $first }
app-tasks-week-empty = Nothing ran yet
app-tasks-week-empty-hint = What tasks did in the last seven days stands here, and what was missed.
app-tasks-week-line = { $task }: { $done } done, { $partly } not finished, { $failed } failed, { $missed } missed, { $left } left out
app-tasks-turn-figures = took { $took }, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $records } new
cli-task-follows = when the other task has run

# Tags of a site

sites-tags = Tags
sites-tags-example = press, daily
sites-tags-tip = Tasks can run all sites of a tag. Commas stand between tags.
sites-tags-of-rule = and from its rule: { $tags }
sites-tags-add = Add the tag “{ $tag }”
