# Backups of projects: daily copies, and restoring them

backup-title = Backups
backup-hint = A copy of the project and its archives, compressed and checked. It contains no passwords.
backup-daily = Back up daily
backup-daily-hint = Backups are made while Bowerbird is open or the scheduler is running. Restricted projects are not backed up.
backup-folder = Backup folder
backup-folder-own = Default folder
backup-choose = Choose…
backup-days = Days to keep
backup-wrong = Enter days and weeks as whole numbers.
backup-weeks = Weeks to keep after that
backup-apply = Apply
backup-now = Back up now
backup-working = Backing up…
backup-cancel = Cancel
backup-share = Backup progress
backup-restore = Restore…
backup-last = Last backup: { $time }, { $size }. Backups: { $count }, { $bytes } total.
backup-none = No backups yet.
backup-lies = Location: { $folder }
backup-stopped = Backup stopped. Earlier backups are unchanged.
backup-done = Backed up and checked: { $size }.
backup-done-without = Backed up and checked: { $size }. Not included, because missing or unreadable: { $files }.
backup-dialog-folder = Choose a backup folder

backup-progress = { $done } of about { $of } done
backup-restore-progress = { $done } of { $of } unpacked
backup-taken = Backed up and checked: { $name }, { $size }, in { $path }
backup-left-out = Not in the backup, because missing or unreadable: { $file }
backup-settings-on = Backed up daily to { $folder } while Bowerbird is open or the scheduler is running. Kept: one per day for { $days } { $days ->
    [one] day
   *[other] days
}, then one per week for { $weeks } { $weeks ->
    [one] week
   *[other] weeks
}. Total size: { $size }.
backup-settings-off = Automatic backup is off. Backups go to { $folder }. Kept: one per day for { $days } { $days ->
    [one] day
   *[other] days
}, then one per week for { $weeks } { $weeks ->
    [one] week
   *[other] weeks
}. Total size: { $size }.
backup-head-name = Backup
backup-head-time = Taken
backup-head-records = Records
backup-head-size = Size
backup-head-state = State
backup-checked = checked
backup-incomplete = incomplete
backup-restored = Restored to { $path } from the backup of { $time }. Records: { $records }.
backup-kept = The previous file was saved as { $path }.
backup-try-another = { $why } The most recent of the other backups is { $name }.

backup-restore-title = Restore a backup
backup-restore-damaged = Couldn't open this project:
backup-restore-hint = Choose a backup. The current file is kept in the same folder under another name.
backup-restore-line = { $time } · records: { $records } · { $size }
backup-restore-line-bad = { $time } · records: { $records } · { $size } · damaged or incomplete
backup-restore-button = Restore
backup-restore-leave = Cancel
backup-restore-looking = Looking for backups…
backup-restore-working = Restoring…
backup-restore-none = No backup of this project was found. If you have one elsewhere, restore it with “bowerbird storage restore FILE.json”.
backup-restore-offer = Restore a backup…
backup-restore-done = Restored from the backup of { $time }.
backup-restore-done-kept = Restored from the backup of { $time }. The previous file was saved as { $path }.
backup-restore-stopped = Restore stopped. Nothing was changed.

backup-damaged-project = { $path } is damaged ({ $reason }), so it was not backed up. Earlier backups are unchanged. “bowerbird storage check” finds what is wrong; “bowerbird storage restore” restores a backup.
backup-folder-away = The backup folder { $path } is not available. Connect its drive, or choose another folder in the settings (or with “bowerbird storage backups --folder”).
backup-busy = Another backup is being written to { $path }. Wait until it is done.
backup-disk-full = The disk is full: couldn't write { $path }. Earlier backups are unchanged. Free some space, or choose a folder on another disk.
backup-not-as-written = The data read back from { $path } differs from what was written. The disk may be failing: choose a folder on another one. Earlier backups are unchanged.
backup-damaged = The backup { $path } cannot be used: { $reason }. Choose another one.
backup-not-found = This project has no backup “{ $name }”. “bowerbird storage backups” lists all backups.
backup-io = Couldn't access { $path }: { $reason }. Check the path and its permissions.
backup-bad-retention = Days to keep must be from 1 to { $most }; weeks can be at most { $most }.
backup-folder-relative = “{ $path }” is not a full path. Give the full path of the backup folder.
engine-backup-busy = The project is already being backed up.
