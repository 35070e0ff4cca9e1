# Further words by which the palette finds commands and views, small letters, not shown

palette-words-monitor = dashboard overview status statistics charts
palette-words-sites = websites delete site remove site pause site not a block blocked robots
palette-words-workbench = preview browser rule selector point click
palette-words-tasks = schedule cron interval every timer automatic
palette-words-changes = changes diff history watch monitor price before after new gone
palette-words-results = records articles data table search duplicates
palette-words-proxies = proxy socks tunnel ip addresses
palette-words-accounts = password login log in user cookies
palette-words-runs = history of runs crawls progress
palette-words-settings = preferences options
palette-words-log = errors events
palette-words-export = csv xlsx excel json save download records file
palette-words-rules = rule files toml
palette-words-permissions = allow permission
palette-words-size = text size font size bigger larger smaller zoom
palette-words-guide = help manual documentation how to
palette-words-tour = help introduction tutorial
palette-words-shortcuts = help keyboard keys shortcuts
palette-words-new-site = add site add website
palette-words-edit = edit rule delay robots interval pages per second
palette-words-versions = version history of the rule
palette-words-reposts = duplicates reposts copies
palette-words-find-reposts = find duplicates reposts copies
palette-words-summarise = summarise summarize summary abstract
palette-summarise = The records that are selected or shown in Results
palette-words-version = version about report
palette-version = Show the version; copy a report about Bowerbird

# The guide inside the program

app-command-guide = Guide
app-command-guide-tip = Open the guide at the chapter about this view
guide-find = Find in the guide
guide-none = No chapter contains these words.
guide-at-monitor = Monitoring many sites
guide-at-sites = If a site does not respond as expected
guide-at-workbench = Your own site
guide-at-tasks = Scheduling runs
guide-at-changes = Scheduling runs
guide-at-results = Exports
guide-at-pools = Proxies and accounts
guide-at-runs = Stopping, pausing, limits
guide-at-settings = Alerts
guide-at-log = Troubleshooting
