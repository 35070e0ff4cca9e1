# Backups of projects: daily copies, and restoring them

backup-title = Backups
backup-hint = A copy of the project and its archives, compressed and checked. Passwords are not in it.
backup-daily = Back up each day
backup-daily-hint = While the window is open, or the scheduler runs. A project at rest is not backed up.
backup-folder = Folder for backups
backup-folder-own = the program's own folder
backup-choose = Choose…
backup-days = Days to keep
backup-weeks = Then weeks to keep
backup-apply = Apply
backup-now = Back up now
backup-working = Backing up …
backup-cancel = Cancel
backup-share = Share of the backup that is done
backup-restore = Restore…
backup-last = Last backup: { $time }, { $size }. Backups: { $count }, { $bytes } in all.
backup-none = There is no backup yet.
backup-lies = They lie in { $folder }
backup-stopped = The backup was stopped. Earlier ones are as they were.
backup-done = Backed up and checked: { $size }.
backup-done-without = Backed up and checked: { $size }. Not in it, because they are away or cannot be read: { $files }.
backup-dialog-folder = Choose a folder for backups

backup-progress = { $done } of about { $of } done
backup-restore-progress = { $done } of { $of } unpacked
backup-taken = Backed up and checked: { $name }, { $size }, in { $path }
backup-left-out = Not in the backup, because it is away or cannot be read: { $file }
backup-settings-on = Backed up each day while the window is open or the scheduler runs, to { $folder }. Kept: { $days } { $days ->
    [one] day
   *[other] days
}, then { $weeks } { $weeks ->
    [one] week
   *[other] weeks
}. They take { $size }.
backup-settings-off = Not backed up by itself. Backups go to { $folder }. Kept: { $days } { $days ->
    [one] day
   *[other] days
}, then { $weeks } { $weeks ->
    [one] week
   *[other] weeks
}. They take { $size }.
backup-head-name = Backup
backup-head-time = Taken
backup-head-records = Records
backup-head-size = Size
backup-head-state = State
backup-checked = checked
backup-incomplete = incomplete
backup-restored = Restored to { $path } from the backup of { $time }. Records in it: { $records }.
backup-kept = The file that was there is kept: { $path }
backup-try-another = { $why } The newest of the others is { $name }.

backup-restore-title = Restore a backup
backup-restore-damaged = This project cannot be opened:
backup-restore-hint = Choose a backup. The file that is there now is kept under another name beside it.
backup-restore-line = { $time } · records: { $records } · { $size }
backup-restore-line-bad = { $time } · records: { $records } · { $size } · damaged or incomplete
backup-restore-button = Restore
backup-restore-leave = Leave it
backup-restore-looking = Looking for backups …
backup-restore-working = Restoring …
backup-restore-none = No backup of this project was found. If you have one elsewhere, “bowerbird storage restore FILE.json” restores it.
backup-restore-offer = Restore a backup…
backup-restore-done = Restored from the backup of { $time }.
backup-restore-done-kept = Restored from the backup of { $time }. The file that was there is kept as { $path }.
backup-restore-stopped = Restoring was stopped. Nothing was changed.

backup-damaged-project = { $path } is damaged ({ $reason }), so it was not backed up. Earlier backups are as they were. “bowerbird storage check” says what is wrong; “storage restore” brings a backup back.
backup-folder-away = The folder for backups, { $path }, is not there. Connect its drive, or choose another folder in the settings (“storage backups --folder”).
backup-busy = Another backup is being written to { $path }. Wait until it is done.
backup-disk-full = The disk is full: { $path } could not be written. Earlier backups are as they were. Free some space, or choose a folder on another disk.
backup-not-as-written = What was read back from { $path } is not what was written there. The disk may be failing: choose a folder on another one. Earlier backups are as they were.
backup-damaged = The backup { $path } cannot be used: { $reason }. Choose another one.
backup-not-found = There is no backup “{ $name }” of this project. “bowerbird storage backups” lists those there are.
backup-io = { $path }: { $reason }
backup-bad-retention = Keep backups of 1 to { $most } days, and of { $most } weeks at most.
backup-folder-relative = “{ $path }” is no full path. Name the folder for backups by its full path.
engine-backup-busy = The project is being backed up already.
