# Monitor
app-view-monitor = Monitor
app-view-monitor-tip = The state of all sites at a glance
monitor-empty = Nothing to watch yet
monitor-empty-hint = Add a site in Sites, or make one in the Workbench. What runs, what is blocked and what came in then shows here.
monitor-running = running
monitor-due = due within the hour
monitor-blocked = blocked
monitor-layout = layout changed
monitor-failed = not reached
monitor-today = records today
monitor-reposts = reposts
monitor-records = records in all
monitor-attention = Needs you
monitor-attention-none-ran = No site has run yet.
monitor-attention-runs = { $count ->
    [one] One run is under way.
   *[other] { $count } runs are under way.
}
monitor-attention-none = Nothing. All sites answer as they should.
monitor-attention-more = { $count } more …
monitor-evidence-tip = Show why, with the page as it was received
monitor-repair = Repair the rule …
monitor-log-in = Accounts …
monitor-missing = Missing pages …
monitor-missed = { $count ->
    [one] missed a turn
   *[other] missed { $count } turns
}
monitor-task-failed = The last run failed.
monitor-see-alerts = Alerts …
monitor-see-task = See the task
monitor-span = Of the last
monitor-span-hour = hour
monitor-span-day = 24 hours
monitor-span-week = 7 days
monitor-span-all = all time
monitor-chart-records = Records
monitor-chart-pages = Pages a second
monitor-chart-statuses = Answers
monitor-chart-errors = What went wrong
monitor-chart-latency = Time of answers, ms
monitor-chart-bytes = Loaded, MB
monitor-series-new = new
monitor-series-updated = updated
monitor-no-answer = no answer
monitor-sum = { $count } in all
monitor-most = { $value } at most
monitor-good-share = { $percent } % good
monitor-mean-ms = { $ms } ms on average
monitor-top-sites = Most new records
monitor-kinds = New records by source
monitor-queues = Longest queues
monitor-empty-records = New and changed records of this period will stand here.
monitor-empty-pages = How many pages a second are fetched will stand here.
monitor-empty-statuses = The status codes of answers will stand here.
monitor-empty-errors = Nothing went wrong in this period.
monitor-empty-latency = How long answers take will stand here.
monitor-empty-bytes = How much is loaded will stand here.
monitor-empty-sites = The sites with most new records of this period will stand here.
monitor-empty-queues = No addresses wait.
monitor-empty-kinds = New records by kind of source will stand here.
monitor-none-added = none added
monitor-state = State
monitor-proxies = Proxies without fault
monitor-accounts = Accounts without fault
monitor-queued = Addresses that wait
monitor-disk = Project file
monitor-free = Free on its disk
monitor-memory = Memory of the program
sites-chip-blocked = blocked
sites-chip-failed = not reached
