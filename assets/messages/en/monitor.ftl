# Monitor
app-view-monitor = Monitor
app-view-monitor-tip = All sites at a glance
monitor-empty = Nothing to show yet
monitor-empty-hint = Add a site in Sites or in the workbench. This view then shows what is running, what is blocked and what was collected.
monitor-running = Running
monitor-due = Due within the hour
monitor-blocked = Blocked
monitor-layout = Layout changed
monitor-failed = Not responding
monitor-today = Collected today
monitor-reposts = Reposts
monitor-records = Total records
monitor-attention = Needs you
monitor-attention-none-ran = Nothing yet: no site has run.
monitor-attention-runs = { $count ->
    [one] 1 run in progress.
   *[other] { $count } runs in progress.
}
monitor-attention-none = Nothing. All sites respond as expected.
monitor-attention-more = { $count } more…
monitor-evidence-tip = Show why, with the page as it was received
monitor-repair = Repair rule…
monitor-log-in = Accounts…
monitor-missing = Missing pages…
monitor-missed = { $count ->
    [one] Missed 1 run.
   *[other] Missed { $count } runs.
}
monitor-interrupted = Bowerbird ended while this site was running. What was collected is kept; the next run continues where this one stopped.
monitor-continue = Continue
monitor-task-failed = The last run failed.
monitor-see-alerts = Alerts…
monitor-see-task = Show task
monitor-span = Period
monitor-span-hour = 1 hour
monitor-span-day = 24 hours
monitor-span-week = 7 days
monitor-span-all = All time
monitor-chart-records = Records
monitor-chart-pages = Pages per second
monitor-chart-pages-hour = Pages per hour
monitor-chart-statuses = Responses
monitor-chart-errors = Problems
monitor-chart-latency = Latency (ms)
monitor-chart-received = Received ({ $unit })
monitor-series-new = new
monitor-series-updated = changed
monitor-no-answer = no response
monitor-sum = { $count } total
monitor-most = max. { $value }, averaged over { $span }
monitor-good-share = { $percent }% good
monitor-mean-ms = { $ms } ms on average
monitor-top-sites = Most new records
monitor-kinds = New records by source
monitor-queues = Longest queues
monitor-empty-records = New and changed records in this period appear here.
monitor-empty-pages = Pages fetched per second appear here.
monitor-empty-statuses = Status codes of responses appear here.
monitor-empty-errors = No problems in this period.
monitor-empty-latency = Response times appear here.
monitor-empty-bytes = Received data appears here.
monitor-empty-sites = Sites with the most new records in this period appear here.
monitor-empty-queues = No queued pages.
monitor-empty-kinds = New records by source appear here.
monitor-none-added = none added
monitor-state = State
monitor-proxies = Working proxies
monitor-accounts = Working accounts
monitor-queued = Queued pages
monitor-disk = Project file
monitor-free = Free disk space
monitor-memory = Memory used
sites-chip-blocked = blocked
sites-chip-failed = not responding
