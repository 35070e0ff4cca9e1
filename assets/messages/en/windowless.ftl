# Closing the window while runs go, and the item among the desktop's status items.

app-leaving-title = { $count ->
    [one] A run still goes
   *[other] { $count } runs still go
}
app-leaving-title-tasks = The scheduler is on
app-leaving-hint = They can go on without a window: an item among the status items of your desktop stands for them. Stopped, they keep what they have read and go on the next time.
app-leaving-hint-minimised = This desktop shows no status items, so the window can only be minimised while they go on. Stopped, they keep what they have read and go on the next time.
app-leaving-hint-tasks = Tasks wait for their turn. In the background they run when they are due; closed, they wait until Bowerbird is started again.
app-leaving-stopping = Stopping. The window closes when the pages under way are stored.
app-leaving-background = Keep running in the background
app-leaving-minimised = Keep running, minimised
app-leaving-stop = Stop after the current pages
app-leaving-close = Close
app-leaving-cancel = Cancel
app-leaving-at-once = Close at once

tray-show = Show window
tray-pause = Pause all runs
tray-resume = Resume all runs
tray-held = All runs are paused.
tray-runs = { $count ->
    [one] A run goes
   *[other] { $count } runs go
}: { $pages ->
    [one] one page
   *[other] { $pages } pages
}, { $records ->
    [one] one new record
   *[other] { $records } new records
}
tray-next = Next: { $task }, { $time }
tray-idle = Nothing runs.
tray-done-title = All runs have ended
tray-done = { $records ->
    [one] The project has one record.
   *[other] The project has { $records } records.
}
