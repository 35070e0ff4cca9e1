# The log
app-view-log = Log
app-view-log-tip = Errors, and events from runs and sites
log-none = No matching log entries. The log files are in { $folder }.
log-bad-time = “{ $text }” is not a time. Write a duration such as 30m, 2h or 1d, or an ISO 8601 time.
log-level = Level
log-level-debug = Everything
log-level-info = Info and above
log-level-warn = Warnings and errors
log-level-error = Errors
log-words = Text
log-words-hint = In the message
log-run = Run
log-run-hint = Number
log-when = When
log-what = Message
log-part = Source
log-mark-info = info
log-mark-warn = warning
log-mark-error = error
log-everywhere = All projects
log-project = Project
log-report = Copy report
log-report-tip = Version, system, project figures and latest warnings, without passwords, to send to support
log-report-copied = Report copied.
log-folder = The log files are in { $folder }.
log-table = Log entries
log-empty = No log entries
log-empty-hint = Errors, and events from runs and sites, appear here. Remove filters, or run a site.

# What happened
log-run-started = Run started
log-run-resumed = Run resumed
log-run-ended = Run ended ({ $end }): pages { $pages }, failed { $failed }, new records { $new }.
log-run-ended-why = Run ended ({ $end }): pages { $pages }, failed { $failed }, new records { $new }. { $why }
log-site-phase = { $from } → { $to }: { $rule }
log-exported = Exported to { $path } (records: { $count })
log-backed-up = Backed up to { $path }
log-unexpected-response = Unexpected response ({ $state }): { $url }
log-key-repeated = Several records on { $url } have the same key, so only their order tells them apart. Add another field to “key” under [identity] in the rule.

# The diagnostic file

app-command-diagnostic = Save diagnostic file…
app-command-diagnostic-tip = Save versions, states and the log for a bug report, without names or secrets
palette-words-diagnostic = bug report fault crash panic support error problem debug
diagnostic-title = Save diagnostic file
diagnostic-hint = Attach this file to a bug report. It is in English. It contains no passwords, and no addresses, names or contents unless you select them. Nothing is sent.
diagnostic-with-names = Names and addresses of sites
diagnostic-with-log = The full log, which can name pages and files
diagnostic-making = Collecting…
diagnostic-path = File
diagnostic-kind = Text
diagnostic-save = Save
diagnostic-copy = Copy
diagnostic-written = Diagnostic file saved to { $path }.
diagnostic-exists = { $path } already exists. Nothing was written. Choose another name.
diagnostic-not-written = Couldn't write { $path }: { $reason }. Choose another folder.
diagnostic-panicked = An internal error ended Bowerbird, or part of it, the last time it ran. Save a diagnostic file to help find the cause.
