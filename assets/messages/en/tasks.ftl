# Turns: how they fare, and why they were taken
task-outcome-waiting = waiting
task-outcome-running = running
task-outcome-interrupted = interrupted, will continue
task-outcome-done = done
task-outcome-partly = not finished
task-outcome-failed = failed
task-outcome-overlapped = skipped: the previous run was still active
task-outcome-closed = skipped: the site is paused, disabled or cooling down
task-outcome-missed = missed
task-outcome-empty = no sites to run
task-cause-due = due
task-cause-late = catch-up
task-cause-followed = after another task
task-cause-by_hand = manual

# schedule
cli-head-number = NO.
cli-head-task = TASK
cli-head-result = RESULT
cli-head-due = DUE
cli-head-in-zone = IN THE SCHEDULE'S TIME ZONE
cli-head-here = LOCAL
cli-no-turns = No task has been due yet.
cli-task-no-turn = never
cli-task-bad-time = “{ $text }” is not a time. Write 2026-03-30T08:00 or, with an offset, 2026-03-30T08:00:00Z.
cli-task-added = Added task { $task }: { $title }. Next run: { $next }.
cli-task-changed = Changed task { $task }: { $title }. Next run: { $next }.
cli-task-removed = Removed task { $task }.
cli-task-is-paused = Paused task { $task }.
cli-task-resumed = Resumed task { $task }.
cli-task-run-asked = Task { $task } will run in the process that has the project open.
cli-task-empty = No site has this task's tag. Add it with “bowerbird schedule tag”.
cli-site-tagged = { $site } now has these tags: { $tags }.
cli-site-untagged = { $site } no longer has any tags, except those from its rule.
cli-scheduler-on = Scheduler: on in process { $process } since { $since }; { $running } running, { $waiting } waiting; next run { $next }.
cli-scheduler-off = Scheduler: off. Turn it on with “bowerbird schedule” or in the window's Tasks view.

# The view
app-tasks-page-table = Tasks
app-tasks-page-day = Next 24 hours
app-tasks-page-week = Last 7 days
app-tasks-task = Task
app-tasks-result = Last result
app-tasks-run = Run now
app-tasks-edit = Edit
app-tasks-runs = running
app-tasks-queued = queued
app-tasks-editing = Editing task { $task }
app-tasks-save = Save task
app-tasks-leave = Cancel
app-tasks-choose-task = Select a task
app-tasks-interval = at regular intervals
app-tasks-following = after another task
app-tasks-every = Every
app-tasks-jitter = Random shift up to
app-tasks-after = After the task
app-tasks-only-done = Only if it succeeded
app-tasks-after-hint = This task runs each time the other task has run.
app-tasks-ten = Next ten runs
app-tasks-here = Local ({ $zone })
app-tasks-terms = More: overlap, missed runs, time windows, limits
app-tasks-terms-set = More: overlap, missed runs, time windows, limits (changed)
app-tasks-further = Also run these sites
app-tasks-name = Name
app-tasks-overlap = If the previous run is still active
app-tasks-overlap-skip = skip the new run
app-tasks-overlap-queue = queue the new run
app-tasks-overlap-replace = stop the previous run
app-tasks-missed-turns = Missed runs
app-tasks-missed-once = run once
app-tasks-missed-skip = skip
app-tasks-missed-all = run all
app-tasks-at-most = Max. missed runs
app-tasks-grace = Grace period
app-tasks-windows = Only at these times
app-tasks-windows-example = mon-fri 8:00-20:00, sat
app-tasks-several-sites = { $count ->
    [one] { $count } site
   *[other] { $count } sites
}
app-tasks-holidays = Not on these days
app-tasks-limit-pages = Max. pages per run (0: no limit)
app-tasks-limit-minutes = Max. minutes per run (0: no limit)
app-tasks-limit-megabytes = Max. MB per run (0: no limit)
app-tasks-limit-errors = Max. errors per run (0: no limit)
app-tasks-pick = Pick minutes, hours and days
app-tasks-pick-every = every
app-tasks-pick-minute = Minute
app-tasks-pick-hour = Hour
app-tasks-pick-day = Day
app-tasks-pick-month = Month
app-tasks-pick-weekday = Weekday
app-tasks-pick-not = You cannot pick seconds here, or days of the month that must also fall on a certain weekday. What you typed is kept.
app-tasks-tick = ✓
app-tasks-tick-one = Select { $task }
app-tasks-ticked = { $count ->
    [one] 1 task selected:
   *[other] { $count } tasks selected:
}
app-tasks-run-now = Run selected now
app-tasks-pause-all = Pause selected
app-tasks-resume-all = Resume selected
app-tasks-set-priority = Set priority
app-tasks-remove-all = Remove selected
app-tasks-tick-all = Select all
app-tasks-untick = Deselect
app-tasks-day-empty = Nothing due
app-tasks-day-empty-hint = No task is due in the next 24 hours.
app-tasks-day-line = { $task }: { $count ->
    [one] 1 run, { $first }
   *[other] { $count } runs, first { $first }
}
app-tasks-week-empty = No runs yet
app-tasks-week-empty-hint = Runs and missed runs of the last seven days appear here.
app-tasks-week-line = { $task }: { $done } done, { $partly } not finished, { $failed } failed, { $missed } missed, { $left } skipped
app-tasks-turn-figures = took { $took }, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $records } new
cli-task-follows = after the other task

# Tags of a site

sites-tags = Tags
sites-tags-example = press, daily
sites-tags-tip = Tasks can run all sites with a tag. Separate tags with commas.
sites-tags-of-rule = from the site's rule: { $tags }
sites-tags-add = Add tag “{ $tag }”
