# Closing the window while runs go, and the item among the desktop's status items.

app-leaving-title = { $count ->
    [one] A run is in progress
   *[other] { $count } runs are in progress
}
app-leaving-title-tasks = The scheduler is on
app-leaving-hint = Runs can continue in the background, with an icon in your desktop's system tray. A stopped run keeps what it has read and continues next time.
app-leaving-hint-minimised = This desktop has no system tray, so the window can only be minimised while runs continue. A stopped run keeps what it has read and continues next time.
app-leaving-hint-tasks = Tasks are scheduled. In the background they run when due; if you close Bowerbird, they wait until you start it again.
app-leaving-hint-tasks-minimised = Tasks are scheduled. This desktop has no system tray, so the window can only be minimised while they wait. If you close it, they do not run until you start Bowerbird again.
app-leaving-next = Next: { $task }, { $time }.
app-leaving-title-project = Close this project?
app-leaving-hint-project = Runs stop, and the next run continues where they stopped. Scheduled tasks continue when you open the project again. Bowerbird can have only one project open at a time.
app-leaving-keep-project = Stay in this project
app-leaving-close-project = Close the project
app-leaving-title-unsaved = Some changes are not saved
app-leaving-unsaved = Not saved, and lost if you close Bowerbird:
app-leaving-rule = the rule of { $name }
app-leaving-workbench = what you have picked in the workbench ({ $name })
app-leaving-keep-editing = Keep editing
app-leaving-close-unsaved = Close without saving
app-leaving-stopping = Stopping. The window closes once the current pages are stored.
app-leaving-background = Keep running in the background
app-leaving-minimised = Keep running, minimised
app-leaving-stop = Stop after the current pages
app-leaving-close = Close
app-leaving-cancel = Cancel
app-leaving-at-once = Close now

tray-show = Show window
tray-pause = Pause all runs
tray-resume = Resume all runs
tray-held = All runs are paused.
tray-runs = { $count ->
    [one] 1 run
   *[other] { $count } runs
} in progress: { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}, { $records ->
    [one] 1 new record
   *[other] { $records } new records
}
tray-next = Next: { $task }, { $time }
tray-idle = No runs in progress.
tray-done-title = All runs have ended
tray-done = { $records ->
    [one] The project has 1 record.
   *[other] The project has { $records } records.
}
