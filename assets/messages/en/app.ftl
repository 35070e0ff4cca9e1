# Texts of the window.

# Words used everywhere
app-yes = yes
app-no = no
app-close = Close
app-more = More actions
app-more-of = More actions: { $subject }
app-needs-text = Enter a host first.
app-needs-list = Enter or paste a list first.
app-tasks-needs-site = Select a site or a tag first.
app-tasks-needs-time = Set a time in the future.
app-results-why-none = Select rows in the table first.
app-results-why-no-tag = Enter a tag first.
app-runs-why-later = Available only for the site's latest run.
app-runs-why-ended = This run has ended.
app-cancel = Cancel
app-copied = Copied.
app-remove = Remove
app-browse = Browse…
app-loading = Loading…
app-notice-dismiss = Dismiss notification
app-notice-passphrase = Secrets passphrase
app-notice-passphrase-again = Repeat passphrase
app-notice-passphrase-choose = Choose a passphrase for this project's passwords. You will need it each time Bowerbird starts.
app-notice-passphrase-enter = Enter the passphrase for this project's passwords to continue.
app-notice-passphrase-lost = The passphrase cannot be recovered: if you forget it, you have to enter the passwords again.
app-notice-passphrase-forgotten = Forgot the passphrase?
app-notice-not-run = { $count ->
    [one] { $sites } was not run: it needs the secrets passphrase.
   *[other] { $count } sites were not run, because they need the secrets passphrase: { $sites }
}
app-run-locked = Not run: the secrets passphrase was not entered.
app-proxies-locked = { $count ->
    [one] 1 proxy password is locked. Enter the passphrase to use it.
   *[other] { $count } proxy passwords are locked. Enter the passphrase to use them.
}
app-proxies-enter-passphrase = Enter passphrase
app-notice-passphrase-short = Use at least { $least } characters.
app-notice-passphrase-differs = The passphrases don't match.
app-notice-go-on = Continue
app-notice-other-proxy = Use another proxy
app-notice-passphrase-needed = Enter the passphrase first.

# Views
app-view-sites = Sites
app-view-sites-tip = The project's sites and their rules
app-view-workbench = Workbench
app-view-workbench-tip = Open a page, click what you want, build a rule
app-view-tasks = Tasks
app-view-tasks-tip = Which sites run, and when
app-view-results = Results
app-view-results-tip = All collected records
app-view-proxies = Proxies
app-view-proxies-tip = Other routes when a site blocks you
app-view-accounts = Accounts
app-view-accounts-tip = Logins for pages that require one
app-view-settings = Settings
app-view-settings-tip = Language, theme, alerts, filters, backups and more

# Commands
app-command-search = Search
app-command-search-tip = Search the records
app-command-address = Go to address
app-command-address-tip = Enter a page's address
app-command-new-project = New project…
app-command-new-project-tip = Create a project
app-command-open-project = Open project…
app-command-open-project-tip = Open another project
app-command-close-project = Close project
app-command-close-project-tip = Close the project and return to the start page
app-command-undo = Undo
app-command-undo-tip = Undo the last change to the rule
app-command-redo = Redo
app-command-redo-tip = Redo the last undone change
app-command-toggle-sides = Side panels
app-command-toggle-sides-tip = Show or hide the side panels
app-command-toggle-bottom = Bottom panels
app-command-toggle-bottom-tip = Show or hide the bottom panels
app-command-reset-layout = Reset layout
app-command-reset-layout-tip = Restore the default panels and columns
app-command-larger = Zoom in
app-command-larger-tip = Make everything larger
app-command-smaller = Zoom out
app-command-smaller-tip = Make everything smaller
app-command-usual-size = Actual size
app-command-usual-size-tip = Show everything at its default size
app-command-quit = Quit
app-command-quit-tip = Stop all runs and quit
app-command-back = Back
app-command-back-tip = Go to the previous page
app-command-forward = Forward
app-command-forward-tip = Go to the next page
app-command-find = Find in page
app-command-find-tip = Find text on the page
app-command-sample = Save as sample
app-command-sample-tip = Save this page as a sample for the rule
app-command-reload = Reload
app-command-reload-tip = Load the page or view again
app-command-try = Test rule
app-command-try-tip = See what the rule finds on this page
app-command-save = Save rule
app-command-save-tip = Save the rule you are editing
app-command-new-site = New site
app-command-new-site-tip = Add a site by its address
app-command-export = Export…
app-command-export-tip = Export the records shown
app-command-shortcuts = Keyboard shortcuts
app-command-shortcuts-tip = Show or hide the shortcuts
app-command-escape = Close
app-command-escape-tip = Close the open panel or notification, or stop loading
app-keys-arrows = ↑ ↓ Enter
app-keys-arrows-tip = Select and open rows in tables
app-keys-pages = Page Up Page Down Home End
app-keys-pages-tip = Scroll long tables
app-keys-copy = Ctrl+C
app-keys-copy-tip = Copy the selected row, to paste into a spreadsheet
app-keys-site-run = Ctrl+R
app-keys-site-run-tip = Run the selected site, or stop its run
app-keys-site-remove = Delete
app-keys-site-remove-tip = Remove the selected site; you can undo this for a short time
app-keys-canvas = ← → ↑ Enter
app-keys-canvas-tip = Outline the previous, next or parent element; Enter picks it
app-keys-examples = Shift X P C Esc
app-keys-examples-tip = Shift-click adds an example; X (or Alt-click) excludes the outlined element; P widens and C narrows the outline; Esc finishes; right-click shows all actions
app-keys-follow = Ctrl+click
app-keys-follow-tip = Open the link
app-group-everywhere = Everywhere
app-group-page = On the page
app-group-tables = In tables
app-keys-tab = Tab
app-keys-tab-tip = Go to the next control

# Top bar
app-top-running = { $count ->
    [one] 1 site running
   *[other] { $count } sites running
}
app-top-attention = Needs you: { $count }

# First start
app-start-title = Collect content from websites
app-start-hint = A project is one file. It holds sites, rules and collected records.
app-start-recent-title = Recent projects
app-start-recent-hint = Projects you opened recently.
app-start-page-title = Collect from a site
app-start-page-hint = Paste the address of a list of articles, a forum or any page. Bowerbird shows what it finds there.
app-start-address = Address
app-start-page = Open page
app-start-sample-title = Explore the sample project
app-start-sample-hint = Bowerbird serves the sample sites itself: some have records, one was redesigned and needs repair, one blocks requests. No internet connection needed.
app-start-sample = Open sample project
app-start-empty-title = Start a new project
app-start-empty-hint = An empty project. Open a page in the workbench to create your first rule.
app-start-empty = Create empty project
app-start-empty-elsewhere = Save elsewhere…
app-start-open-title = Open a project
app-start-open-hint = Enter the path of a project file, or browse for one.
app-start-path = Project file
app-start-open = Open
app-start-opening = Opening the project…
app-start-opening-hint = An older project is backed up and upgraded first.

# Sites
app-sites-table = Sites
app-sites-on = On
app-sites-name = Name
app-sites-kind = Kind
app-sites-start = Start address
app-sites-state = State
app-sites-run = Run
app-sites-records = Records
app-sites-last = Last run
app-sites-url = Site address
app-sites-url-hint = https://example.org/news
app-sites-look = Check
app-sites-look-tip = Fetch the page and show what can be collected; nothing is saved yet
app-sites-add-url-tip = Add the site without opening the page; the pages it links to are collected as articles
app-sites-add-url = Add site
app-sites-rule-file = Rule file
app-sites-rule-file-hint = /path/to/rule.toml
app-sites-add-file = Import rule
app-sites-run-all = Run all
app-sites-run-all-tip = Run every enabled site
app-sites-stop-all = Stop all
app-sites-run-now = Run
app-sites-run-one = Run { $site }
app-sites-run-site = Run this site
app-sites-stop = Stop
app-sites-stopping = Stopping…
app-sites-edit = Edit rule
app-sites-edit-tip = Change what this site collects, and how
app-sites-open-in-workbench = Open in workbench
app-sites-show-records = Show records
app-sites-enable = Enable or disable { $site }
app-sites-enable-it = Enable
app-sites-disable = Disable
app-sites-empty = No sites yet
app-no-site-add = Add a site
app-sites-empty-hint = Enter an address above, or open a page in the workbench and click what you want.
app-sites-open-workbench = Open workbench
app-sites-never-ran = Not run yet.
app-sites-never-ended = The first run was stopped early. Run the site again to collect the rest.
app-sites-since = Since { $time }
app-sites-rate = { $rate } pages/s now, { $average } on average
app-sites-left = about { $time } left
app-sites-double = “{ $name }” starts at the same address as “{ $other }”: both collect the same pages. If you don't want that, remove one of them.
app-sites-known = “{ $site }” already starts at this address.
app-sites-known-show = Show site
app-sites-unchanged = { $count } unchanged
app-sites-no-pages = { $count ->
    [one] 1 response was not a page (only its headers were read)
   *[other] { $count } responses were not pages (only their headers were read)
}
app-sites-resumed = continues an earlier run
app-run-finished = Finished.
app-run-incomplete = Incomplete: some listed pages are missing.
app-run-nothing-new = Nothing new.
app-run-limited = Limit reached; run again to continue.
app-run-stopped = Stopped; run again to continue.
app-run-blocked = Blocked by the site.
app-run-failed = The run failed.
app-run-paused = Paused. The site stays paused until you resume it, even if you restart Bowerbird.
app-run-interrupted = Interrupted; run again to continue.
app-sites-pause = Pause
app-sites-resume = Resume
app-sites-run-failed = Retry failed pages
app-sites-run-failed-count = Retry failed pages ({ $count })
app-sites-run-failed-tip = Request only the pages of this site that failed or were empty
app-sites-refresh = Refresh articles
app-sites-refresh-tip = Look for new articles, then fetch the known ones again. Changes are saved as versions; articles that are gone stay as they were.
app-run-figures = Pages: { $ok } done, { $failed } failed, { $blocked } blocked, { $queued } queued. Records: { $new } new, { $known } known. { $bytes } received.

# Versions of a rule
app-sites-versions = Versions
app-versions-title = Rule versions: { $site }
app-versions-table = Versions
app-versions-number = Version
app-versions-saved = Saved
app-versions-origin = Origin
app-versions-changes = What changed
app-versions-layout = comments or layout only
app-versions-added = added
app-versions-edited = edited
app-versions-imported = imported
app-versions-repaired = repaired
app-versions-restored = restored
app-versions-version = Version { $number }
app-versions-choose = Select a version to see its changes.
app-versions-newest = current
app-versions-restore = Restore version { $number }
app-versions-restore-tip = This version becomes the newest; the others stay in the list
app-versions-restored-by-itself = { $site }: { $why }
app-versions-restored-now = { $site } uses version { $number } of its rule again.
app-versions-copy = Copy text
app-versions-only-one = Only one version so far. Every change you save adds one.
app-versions-first = This is the first version.
app-versions-against = Compare with
app-versions-as-changes = Changes
app-versions-as-lines = Line by line
app-versions-from-to = From version { $before } to version { $after }
app-versions-same = No differences.
app-change-added = added
app-change-removed = removed
app-change-changed = changed
app-change-moved = moved

# Samples, tests and repair of a rule
app-versions-open-tip = See, compare and restore versions of this rule
app-removed-sample = Sample removed.
app-samples-title = Samples
app-samples-none = Save a page as a sample to record what the rule finds on it. After each edit, the rule is tested against your samples.
app-samples-add = Save as sample
app-samples-known = This page is already a sample.
app-samples-running = testing…
app-samples-tally = { $equal } of { $all } as expected
app-samples-turned = Samples fixed by the last edit: { $mended }; broken by it: { $broke }.
app-samples-waiting = not tested
app-samples-equal = as expected
app-samples-differs = differs
app-samples-fault = cannot be tested
app-samples-open = Open
app-samples-open-one = Open sample { $page }
app-samples-accept = Accept
app-samples-accept-one = Accept what the rule now finds on { $page }
app-samples-remove = Remove
app-samples-remove-one = Remove sample { $page }
app-samples-field-equal = { $field } OK
app-samples-field-lost = { $field } missing ({ $count })
app-samples-field-changed = { $field } differs ({ $count })
app-samples-field-gained = { $field } new ({ $count })
app-samples-no-changes = Everything is as expected.
app-samples-changed = { $field } of record { $number } differs
app-samples-gained = { $field } of record { $number } is new
app-samples-lost = { $field } of record { $number } is missing
app-samples-before = expected
app-samples-after = found
app-samples-nothing = nothing
app-pages-title = Other pages
app-pages-none = See whether the rule works on other pages.
app-pages-no-list = Open a list first: the rule is tested on the pages it links to.
app-pages-test = Test on 3 more pages
app-pages-test-tip = Fetch three pages from across the list, one at a time, and test the rule on them
app-pages-stop = Stop testing
app-pages-again = Test these again
app-pages-outdated = The rule has changed since the test.
app-pages-table = Tested pages
app-pages-verdict = Result
app-pages-page = Page
app-pages-found = Found
app-pages-missing = Missing
app-pages-ms = Time (ms)
app-pages-open-one = Open { $page }
app-pages-waiting = loading
app-pages-full = all fields
app-pages-lacking = fields missing
app-pages-faulty = required field missing or invalid
app-pages-nothing = nothing found
app-pages-failed = failed
app-health-site = Overview
app-health-rule = Rule
app-health-none = Nothing collected yet. Run the site to see how well its rule works.
app-health-over = Newest { $count } { $count ->
    [one] record
   *[other] records
}: how often each selector found the value.
app-health-field = Field
app-health-way = #{ $number }
app-health-way-rest = #{ $number } and later
app-health-listed = From list
app-health-elsewhere = Detected
app-health-missing = Missing
app-health-agrees = Same as detected
app-health-same = { $same } of { $both } { $both ->
    [one] page
   *[other] pages
}
app-health-same-tip = Only the rule found the value on { $rule } { $rule ->
    [one] page
   *[other] pages
}; only automatic detection found it on { $generic }.
app-health-fine = OK
app-health-stopped = found nothing in the last run
app-health-fell-back = first selector stopped working
app-health-runs = Latest runs
app-health-run-records = { $count } { $count ->
    [one] record
   *[other] records
}
app-repair-open = Repair…
app-repair-open-tip = After a redesign: compare this page with older saved pages, and get suggestions for fixing the rule
app-repair-title = Repair
app-repair-close = Close repair
app-repair-working = Comparing older pages with this one…
app-repair-nothing = No suggestions.
app-repair-done = Rule changed. Check the data, then save; Undo reverts it.
app-repair-stay-empty = Required but still empty: { $fields }. Accept a suggestion, click the value on the page, or make the field optional; otherwise the site will still need you after you save.
app-repair-are-empty = Saved, but required and still empty: { $fields }. The site still needs you.
app-repair-saved = Repaired rule saved.
app-repair-take = Apply { $count } of { $all } { $all ->
    [one] suggestion
   *[other] suggestions
}
app-repair-sure = { $percent }% confidence
app-repair-doubtful = doubtful
app-repair-doubtful-tip = Nothing on the page confirms these values. Compare them with the page before you accept.
app-repair-was-taken = accepted
app-repair-was-left = rejected
app-repair-accept = Accept
app-repair-accept-part = Accept the suggestion for { $part }
app-repair-reject = Reject
app-repair-reject-part = Reject the suggestion for { $part }
app-repair-old = Current
app-repair-new = Suggested
app-repair-no-way = not set
app-repair-expected = before
app-repair-before = current
app-repair-after = new
app-repair-works = { $part } still works
app-repair-stop-looking = Stop looking for it
app-repair-stop-looking-part = Stop looking for { $part }
app-repair-stop-looking-tip = Remove the field from the rule; collected values are kept. Takes effect when you save the rule.
app-repair-stopped-looking = The rule no longer looks for this field.
app-repair-broken = { $part } is broken, and no reliable fix was found
app-repair-unknown = { $part } cannot be checked on this page
app-repair-old-page = Before
app-kind-list = List
app-kind-feed = Feed
app-kind-sitemap = Sitemap
app-kind-search = Search
app-kind-api = API
app-kind-pages = Pages
app-kind-crawl = Whole site

# States

# Rule editor
app-editor-back = ← Sites
app-editor-back-tip = Unsaved changes are kept until you close Bowerbird
app-sites-draft = Unsaved changes to the rule for { $name }
app-sites-draft-unnamed = a new site
app-sites-draft-continue = Continue editing
app-sites-draft-continue-name = Continue editing the rule for { $name }
app-sites-draft-discard = Discard changes
app-sites-draft-discard-name = Discard changes to the rule for { $name }
app-editor-save = Save
app-editor-revert = Discard changes
app-editor-form = Form
app-editor-text = Rule text (TOML)
app-editor-sound = Rule is valid. Form and text stay in sync.
app-editor-place = Line { $line }, column { $column }:
app-editor-unreadable = This text is not valid TOML. Once you fix it, the form is updated.
app-editor-wrong-type = A value in this text is of the wrong type. Once you fix it, the form is updated.
app-form-site = Site
app-form-name = Name
app-form-kind = Kind
app-form-limits = Limits for each run (0 or empty: no limit)
app-form-limit-pages = Pages
app-form-limit-errors = Errors
app-form-limit-time = Time
app-form-limit-bytes = Size
app-form-behind = Pages linked from items
app-form-behind-yes = fetched
app-form-behind-no = not fetched: the item is the record
app-form-behind-auto = fetched only if the item's text is shortened
app-form-since = Not older than
app-form-maps = Sitemaps to read
app-form-keywords = Search terms, one per line
app-form-search-url = Search address
app-form-api-item = Items
app-form-api-link = Item address (empty: the item is the record)
app-form-file = Address file
app-form-column = Column
app-form-stay = Scope
app-form-stay-host = this host
app-form-stay-site = all hosts of this site
app-form-stay-folder = the start address's folder
app-form-follow = Follow
app-form-follow-all = all links
app-form-follow-needed = only links to records
app-form-max-depth = Link depth
app-form-records = Record pages (patterns; empty: every page)
app-form-start = Start addresses, one per line
app-form-language = Language
app-form-timezone = Time zone
app-form-politeness = Politeness
app-form-delay = Crawl delay
app-form-concurrency = Parallel requests
app-form-retries = Retries
app-form-robots = Obey robots.txt
app-form-quiet = Quiet hours
app-form-adaptive = Slow down for slow sites
app-form-adaptive-tip = Send fewer requests when a site responds slowly. The crawl delay always applies.
app-form-proxy = Proxy
app-form-list = List pages
app-form-list-add = Add list
app-form-item = List item
app-form-link = Link
app-form-next = Next page
app-form-max-pages = Max. pages (0: no limit)
app-form-allow = Links to include (patterns)
app-form-deny = Links to exclude (patterns)
app-form-fields = Content page fields
app-form-field-name = Field
app-form-field-type = Type
app-form-field-select = Selector
app-form-field-add = Add field
app-form-field-remove = Remove field { $field }
app-form-required = Required
app-form-many = Several values
app-form-content = Content
app-form-content-select = Text selector
app-type-text = text
app-type-number = number
app-type-date = date
app-type-url = address
app-type-html = HTML
app-type-image = image
app-type-bool = yes/no

# Workbench
app-bench-address = Page address
app-bench-address-hint = Page address, such as https://example.org/news
app-bench-open = Open
app-bench-width = Page width
app-bench-phone = phone
app-bench-tablet = tablet
app-bench-desk = desktop
app-bench-wide = wide
app-bench-blank = Enter an address to see the page
app-bench-blank-hint = Then click what you want to collect: the rule builds up on the right.
app-bench-fetching = Fetching the page…
app-bench-fetching-hint = robots.txt and the crawl delay are respected.
app-bench-cancel = Cancel
app-bench-to-proxies = Show proxies
app-bench-failed = Couldn't load the page
app-bench-failed-hint = What went wrong, and what you can do:
app-bench-drawing = Rendering the page…
app-bench-drawing-hint = Loading style sheets and images.
app-bench-no-picture = This page cannot be rendered; its outline is shown instead.
app-bench-no-structure = Nothing to show
app-bench-no-structure-hint = The page has no headings, paragraphs or links.
app-bench-picture = Page image: { $title }
app-bench-painting = rendering…
app-bench-image = image
app-bench-elements = Page elements
app-bench-rule = Rule
app-bench-take-tip = text, own_text, html, url, or an attribute name
app-bench-matches = Matches: { $count }
app-bench-at = {" "}(at character { $position })
app-bench-follow = Open this link
app-data-title = Data
app-data-table = What the rule finds here
app-data-items = List items: { $count }
app-data-records = Records: { $count }
app-data-next = Next page: { $url }
app-data-no-items = Reading this page as a list, the rule finds no links. Click a record's link on the page, then choose “Link to its page”.
app-data-no-records = Reading this page as content, the rule finds no record.

# The page in the workbench
app-page-zoom = Zoom
app-page-zoom-tip = Zoom level of the page
app-page-zoom-in = Zoom page in
app-page-zoom-in-tip = Enlarge the page; in other views, the whole window
app-page-zoom-out = Zoom page out
app-page-zoom-out-tip = Shrink the page; in other views, the whole window
app-page-zoom-reset = Reset page zoom
app-page-zoom-reset-tip = Reset the zoom of the page; in other views, of the whole window
app-page-fit = Fit width
app-page-picture = Page
app-page-picture-tip = The rendered page
app-page-tree = Tree
app-page-tree-tip = The page's element tree
app-page-tree-name = Element tree
app-page-tree-waiting = Loading the tree…
app-page-tree-waiting-hint = It appears once the page is loaded.
app-page-source = Source
app-page-source-tip = The page as the site sent it
app-page-source-name = Page source
app-page-source-waiting = Loading the source…
app-page-source-waiting-hint = It appears once the page is loaded.
app-page-beside = Split view
app-page-beside-tip = Show the page with this view below it
app-page-find = Find in page
app-page-find-open = Find
app-page-find-hint = Text or a selector
app-page-find-before = Previous
app-page-find-next = Next
app-page-find-close = Close find bar
app-page-find-waiting = searching…
app-page-find-none = not found
app-page-find-count = { $at } of { $all }
app-page-follow-tip = Or Ctrl-click the link on the page
app-page-requested = Requested
app-page-type = Type
app-page-headers = Headers
app-page-saved = saved page
app-page-saved-at = saved page · { $time }
app-page-file = File
app-page-kept-since = Saved
app-page-fetched = Fetched
app-page-outline = Outline
app-page-outline-tip = Show headings, paragraphs and links only
app-page-press = Click an element to pick it.
app-page-point = Point at the page to identify an element. P widens the outline, C narrows it.
app-page-info = Page info
app-page-through = through { $proxy }
app-page-not-for-robots = disallowed by robots.txt
app-page-info-tip = Address, type, size, headers and timing
app-page-address = Address
app-page-status = Status
app-page-charset = Encoding
app-page-size = Size
app-page-elements = Elements
app-page-time = Timing
app-page-time-fetch = Fetching
app-page-time-parse = Reading
app-page-time-resources = Style sheets, images
app-page-time-layout = Layout

# Tasks
app-tasks-table = Tasks
app-tasks-site = Site
app-tasks-choose-site = Select a site
app-tasks-how = Runs
app-tasks-once = once
app-tasks-at = At
app-tasks-cron = Cron expression
app-tasks-priority = Priority
app-tasks-add = Add task
app-tasks-there = “{ $task }” already runs at these times, so nothing was added. It is selected in the table.
app-tasks-turns = Next runs: { $turns }
app-tasks-never = This time is in the past. Choose a future one.
app-tasks-rest = The scheduler is off: these tasks do not run.
app-tasks-bad-cron = Invalid expression at character { $position }: { $reason }
app-tasks-bad-time = Enter the time in the form 2026-01-31 18:00.
app-tasks-bad-zone = “{ $zone }” is not a time zone. Enter one such as Asia/Shanghai.
app-tasks-bad-bound = “{ $text }” is not a valid duration. Enter one such as 10m, 6h or 1d; an interval must be at least one minute.
app-tasks-bad-bounds = The shortest interval is longer than the longest. Swap them.
app-tasks-adaptive-hint = The first run starts soon; after that, the interval depends on what each run finds.
app-tasks-scheduler = Enable scheduler
app-tasks-scheduler-tip = Run due tasks while this window is open
app-tasks-when = When
app-tasks-once-at = once, { $time }
app-tasks-next = Next runs
app-tasks-last = Last run
app-tasks-missed = Missed
app-tasks-state = State
app-tasks-do = Actions
app-tasks-waits = waiting
app-tasks-paused = paused
app-tasks-due = due
app-tasks-over = ended
app-tasks-pause = Pause
app-tasks-resume = Resume
app-tasks-from-rule = Set by the site's rule. You can pause it here, or change it under [schedule] in the rule.
app-tasks-no-site-hint = A task runs a site on a schedule. Add a site first.
app-tasks-empty = No tasks yet
app-tasks-empty-hint = Select a site and a time above, then add the task. The first task turns on the scheduler.

# Results
app-results-table = Records
app-results-count = Records: { $count }
app-results-search = Search
app-results-search-hint = Words, or field:value
app-results-site = Site
app-results-all-sites = All sites
app-results-none = No matches
app-results-none-hint = Search for fewer words, or include all sites.
app-results-none-by = Active filters: { $filters }
app-results-by-site = site “{ $site }”
app-results-by-search = search “{ $search }”
app-results-by-tag = tag “{ $tag }”
app-results-by-file = archives excluded
app-results-clear = Show all records
app-results-empty = Nothing collected yet
app-results-empty-hint = Run a site to see its records here.
app-results-to-sites = Go to Sites
app-results-open = Open in workbench
app-results-copy-url = Copy address
app-results-copy-text = Copy text
app-record-again = Fetch again
app-record-again-tip = Request this page now. If it has changed, the new text replaces the current text, which is kept as an earlier version.
app-record-versions = { $count ->
    [one] 1 earlier version
   *[other] { $count } earlier versions
}
app-record-versions-name = Version
app-record-newest = newest, { $time }
app-record-version = { $time }
app-record-since = Changes since this version:
app-record-seen = Last seen
app-record-seen-tip = The page was last fetched at this time and had not changed
app-record-withheld = { $time }, shortened
app-record-withheld-differs = How this shortened version differs from the current one:
app-record-shortened = The page fetched on { $time } had less than half as much text as before. The longer version was kept.
app-record-shortened-tip = The shorter page may be a teaser, a login page or an error page. If the next fetch is just as short, it becomes the current version, and the longer one an earlier version.
app-column-title = Title
app-field-last-author = Last author
app-field-replies = Replies
app-field-views = Views
app-field-topics = Topics
app-field-forum-description = Forum description
app-column-date = Date
app-column-author = Author
app-column-text = Text
app-column-url = Address
app-column-site = Site
app-column-fetched-at = Fetched
app-export-path = Save to
app-export-write = Export
app-export-running = Exporting…
app-export-done = { $count ->
    [one] Exported 1 record to { $path }.
   *[other] Exported { $count } records to { $path }.
}
app-table-empty = –
app-table-sort-tip = Click to sort, again to reverse, a third time for the default order
app-table-left = Move column left
app-table-right = Move column right
app-table-copy-row = Copy row

# Proxies
app-proxies-table = Proxies
app-proxies-hint = When a site blocks you, the next proxy in this pool is used. Passwords are stored in the system keychain or an encrypted file, never in the project file.
app-proxies-url = Address
app-proxies-user = User
app-proxies-new-password = New password for { $user } at { $proxy }
app-proxies-set-password = Change password
app-proxies-password = Password
app-proxies-add-needs = Enter the proxy's address first.
app-proxies-add = Add proxy
app-proxies-add-several = { $count ->
        [one] Add { $count } proxy
       *[other] Add { $count } proxies
    }
app-proxies-test = Test
app-proxies-test-url = Test address
app-proxies-health = State
app-proxies-fault = Message
app-proxies-enable = Enable or disable { $proxy }
app-proxies-empty = No proxies
app-proxies-empty-hint = Without a proxy, a site that blocks your address stays blocked. Add an HTTP or SOCKS proxy above.

# Accounts
app-accounts-table = Accounts
app-accounts-hint = An account is used when a site requires a login; the site's rule says where the form is. Passwords are stored in the system keychain or an encrypted file, never in the project file.
app-accounts-add = Add account
app-accounts-test = Log in
app-accounts-no-site-hint = An account belongs to a site. Add a site first.
app-accounts-empty = No accounts
app-accounts-empty-hint = Public pages need no account. For others, select a site and add an account above.

# Settings
app-settings-language = Language
app-settings-theme = Theme
app-theme-system = System
app-theme-light = Light
app-theme-dark = Dark
app-theme-contrast-light = High contrast, light
app-theme-contrast-dark = High contrast, dark
app-settings-size = Interface size
app-settings-project = Project
app-settings-close-project = Close project
app-settings-secrets = Secrets
app-settings-secrets-hint = Passwords are stored in the system keychain. Without one, they go to a file in the project's folder, encrypted with this passphrase.
app-settings-passphrase = Passphrase
app-settings-use-passphrase = Use passphrase
app-settings-passphrase-set = The passphrase is in use until you close Bowerbird.

# Dialogs, notices and errors
app-dialog-rule = Choose a rule file
app-dialog-rule-kind = Rule files
app-dialog-open = Open a project
app-dialog-new = Create a project
app-dialog-project-kind = Projects
app-dialog-export = Export records
app-dialog-export-kind = Tables
app-sample-hint = Bowerbird serves the sample sites itself. You can run them again at any time; their records are in Results.
app-sample-collecting = Bowerbird serves the sample sites itself and is now collecting them. Meanwhile, one of them is redesigned and another starts to block requests.
app-sample-collected = Sample sites collected: the records are in Results. “Harbour Review” was redesigned, so its rule needs repair; “Harbour Exchange” blocks requests.
app-error-open = Couldn't open the project: no more threads could be started. Close other programs and try again.
app-error-thread = Couldn't start a background thread ({ $reason }). Close other programs and open the project again.
app-error-folder = Couldn't create the folder for { $path } ({ $reason }). Choose another location.
app-error-rule-file = Couldn't read the rule file { $path } ({ $reason }). Check the path and try again.
app-error-settings = Couldn't save the settings to { $path } ({ $reason }). Check that the folder is writable.

# the workbench: making a rule by pointing
app-author-looking = Analysing the page…
app-author-learning = Finding similar elements…
app-author-offer-list = { $count ->
    [one] List with 1 record that links to its own page.
   *[other] List of { $count } records. Each links to its own page.
 }
app-author-offer-records = { $count ->
    [one] This page has 1 record.
   *[other] This page has { $count } records.
 }
app-author-offer-columns = Fields: { $columns }
app-author-offer-posts = { $count ->
    [one] Discussion with 1 post.
   *[other] Discussion with { $count } posts.
 }
app-author-use-list = Use this list
app-author-use-posts = Use these posts
app-author-use-records = Use these records
app-author-other-offer = Next suggestion ({ $number } of { $all })
app-author-other-offer-tip = Outline other elements that repeat on the page
app-author-point = Pick on the page
app-author-point-tip = Click what you want on the page; Bowerbird finds the rest
app-author-show-offers = Show suggestions
app-author-point-list = Click one headline on the page. Bowerbird finds all similar ones.
app-author-point-article = Click what you want on the page: the title, the date, a price…
app-author-point-records = Click one value in the first record. Bowerbird finds it in all of them.
app-author-point-link = Click a record's link on the page.
app-author-next-words = Next-page link found: “{ $words }” ({ $percent }% confidence).
app-author-next-address = Next page found: { $words } ({ $percent }% confidence).
app-author-use-next = Follow all pages
app-author-sources = Also available:
app-author-use-feed = Collect feed
app-author-use-sitemap = Collect sitemap
app-author-use-this-feed = Collect this feed
app-author-use-this-sitemap = Collect this sitemap
app-author-use-visited = Collect the { $count } visited { $count ->
    [one] page
   *[other] pages
}
app-author-no-next = Only this page
app-author-leads = { $count ->
    [one] 1 record found. Now open the page it links to.
   *[other] { $count } records found. Now open one of the pages they link to.
 }
app-author-open-one = { $count ->
    [one] Open the page
   *[other] Open an example page (1 of { $count })
 }
app-author-generic = Detected automatically: { $names }.
app-author-take-generic = Use these
app-author-rather-list = This is a list
app-author-rather-list-tip = Collect the pages this page links to, not this page
app-author-or-point = … or click anything on the page to add or change a field.
app-author-name-it = Site name:
app-author-site-name = Site name
app-author-site-taken = A site named “{ $name }” already exists. Choose another name.
app-author-known = “{ $site }” already starts at this page.
app-author-known-open = Open rule
app-author-known-beside = Add another site
app-author-use-ready = Use the built-in rule
app-author-use-ready-tip = Add a site with this rule and show it, ready to run
app-author-use-data = Add a site with these entries
app-author-use-data-tip = On every run, the site reads these entries and those on further pages
app-author-without-ready = Pick on the page instead
app-author-save = Save
app-author-save-run = Save and run
app-author-save-run-tip = Save the rule and start collecting, one page at a time
app-author-saved = “{ $site }” saved.
app-author-run = Run now
app-author-run-again = Run again
app-author-repair = Repair rule…
app-author-running = “{ $site }” is running: { $done } { $done ->
    [one] page
   *[other] pages
} done, { $left } left.
app-author-stop = Stop
app-author-ended = “{ $site }” is done: { $records } new { $records ->
    [one] record
   *[other] records
}.
app-author-ended-same = “{ $site }” is done: nothing new ({ $known } known).
app-author-ended-changed = “{ $site }” is done: { $parts }.
app-author-blocked = Blocked after { $done } of { $all } pages.
app-author-blocked-early = Blocked after { $done } { $done ->
    [one] page
   *[other] pages
}.
app-author-next-retry = Next retry { $time }
app-author-stored = Stored before: { $parts }.
app-author-samples-unread = The rule finds nothing on { $count } of { $all } saved { $all ->
    [one] sample
   *[other] samples
}.
app-author-save-anyway = Save anyway
app-author-save-run-anyway = Save and run anyway
app-author-records = Show records
app-author-page-is = This page is
app-author-role-list = a list of pages
app-author-role-list-tip = Headlines, products, threads: each links to its own page
app-author-role-article = one article
app-author-role-article-tip = The whole page is one record: an article, a product, a profile
app-author-role-records = several records
app-author-role-records-tip = The records are on this page: posts of a thread, table rows, cards
app-author-back-to-list = Back to list
app-author-what = What is this?
app-author-what-keys = Enter picks the first
app-author-is-title = Title
app-author-is-date = Date
app-author-is-author = Author
app-author-is-text = Text
app-author-is-summary = Summary
app-author-is-image = Image
app-author-is-link = Link to its page
app-author-is-next = Next page
app-author-is-item = Whole record
app-author-is-other = Something else…
app-author-field-name = Field name
app-author-name-hint = price, place, rating…
app-author-add-field = Add
app-author-more = Only part of it…
app-author-less = All of it
app-author-part-of-text = Select the part of the text you want:
app-author-its-text = Element text
app-author-attributes = Or a value that the page does not show:
app-author-part-item = Record
app-author-part-item-tip = The element that holds one record. Derived from what you click; click a whole record to set it yourself.
app-author-part-link = Links to
app-author-part-link-tip = The link from a record to its own page
app-author-part-next = Next page
app-author-part-next-tip = The link to the next page, followed until nothing new appears
app-author-part-content = Text
app-author-part-content-tip = The text of the page. If not set, Bowerbird detects it.
app-author-max-pages = Max. pages (0: no limit)
app-author-forget = Remove
app-author-no-rule = Open a page, then follow the steps in the strip above it.
app-author-as-text = As text
app-author-as-text-tip = Read and edit the rule as TOML text
app-author-begin-anew = Start over
app-author-begin-anew-tip = Discard this rule and start a new one here. Undo brings it back.
app-author-on-list = From each record of the list
app-author-on-pages = From each linked page
app-author-on-page = From this page
app-author-elsewhere-list = Return to the list to see the values.
app-author-elsewhere-page = Open one of the pages to see the values.
app-author-no-fields = No fields yet. Click what you want on the page.
app-author-further-fields = Click anything on the page to add or change a field.
app-author-pages-by-themselves = Title, date, author and text are detected automatically. Open one of the pages to add more.
app-author-by-itself = Also detected: { $names }.
app-author-field-row = Field { $field }
app-author-records-here = { $count } found on this page
app-author-not-set = not set yet
app-author-set = set
app-author-last-page = none: this is the last page
app-author-this-page-only = only this page
app-author-not-here = not found on this page
app-author-armed = click it on the page
app-author-row-tip = To pick this again, click this row, then the element on the page. Double-click or F2 renames the row, Delete removes it; drag or Alt+↑ ↓ moves it.
app-author-row-elsewhere-tip = Click to edit. To pick it, open a page where it appears.
app-author-pointing-keys = Shift-click to include another element; X, or right-click → Not this one, to exclude one; Esc when done.
app-author-kind = Value type
app-author-kind-text = text
app-author-kind-number = number
app-author-kind-date = date
app-author-kind-url = address
app-author-kind-html = HTML
app-author-kind-image = image
app-author-kind-bool = yes/no
app-author-required = required
app-author-required-tip = Records without it are skipped
app-author-many = Several values
app-author-many-tip = Take all matches, not just the first
app-author-delete = Remove
app-author-delete-tip = Undo brings it back
app-author-up = Move up
app-author-down = Move down
app-author-name-taken = Field names must be unique and not empty: “{ $name }” cannot be used.
app-author-way = How it's found
app-author-ways = How it's found (tried in this order)
app-author-no-way = Not set. Click it on the page.
app-author-other-ways = Also found by:
app-author-add-way = + Add selector
app-author-use-other = Add
app-author-use-this = Add { $way }
app-author-use-this-tip = Add this selector; it is tried if those above find nothing
app-author-edit-way = Edit { $way }
app-author-edit-way-tip = Edit as text; matches are highlighted on the page
app-author-way-up = Try { $way } earlier
app-author-way-up-tip = Try this selector before the one above it
app-author-way-away = Remove { $way }
app-author-way-away-tip = Stop using this selector. Undo brings it back.
app-author-very-steady = very stable
app-author-steady = stable
app-author-may-break = may break if the site changes
app-author-weak = breaks easily
app-author-way-label = next to “{ $label }”
app-author-way-constant = always “{ $text }”
app-author-way-page = page metadata: { $fact }
app-author-kind-label = Label
app-author-kind-regex = Regex
app-author-way-kind = Selector type
app-author-way-take = Value to extract
app-author-way-take-hint = text
app-author-way-text = Selector
app-author-use-way = Apply
app-author-chain = Steps that change the value
app-author-add-step = + Add step
app-author-add-step-tip = An operation on every value, such as removing a word
app-author-becomes = In the table: “{ $value }”
app-author-nothing-left = empty result
app-author-step-up = Move { $step } up
app-author-step-down = Move { $step } down
app-author-step-away = Remove { $step }
app-author-step-trim = trim
app-author-step-trim-tip = Remove spaces at both ends
app-author-step-collapse = collapse spaces
app-author-step-collapse-tip = Replace repeated white space with one space
app-author-step-replace = replace
app-author-step-replace-tip = Replace every match of a pattern with other text
app-author-step-split = split at
app-author-step-split-tip = Split one value into several
app-author-step-part = keep one
app-author-step-part-tip = Keep one of several values: 1 is the first, -1 the last
app-author-step-join = join with
app-author-step-join-tip = Join several values into one
app-author-step-case = change case
app-author-step-case-tip = Change the text to lower, upper or title case
app-author-step-prefix = prepend
app-author-step-prefix-tip = Add text before the value
app-author-step-suffix = append
app-author-step-suffix-tip = Add text after the value
app-author-step-number = extract number
app-author-step-number-tip = Keep the first number, without currency or thousands separators
app-author-step-date = parse date
app-author-step-date-tip = Read a date in any known format
app-author-step-absolute-url = full address
app-author-step-absolute-url-tip = Turn a partial address into a full one
app-author-step-strip-tags = remove HTML
app-author-step-strip-tags-tip = Remove HTML tags and keep the text
app-author-argument-from = pattern
app-author-argument-to = new text
app-author-argument-split = separator
app-author-argument-part = position, starting at 1
app-author-argument-join = separator
app-author-argument-case = lower, upper, title
app-author-argument-prefix = text before
app-author-argument-suffix = text after
app-author-argument-date = format, such as %d.%m.%Y
app-data-entries-above = The entries are shown above instead of the markup. Collect them with the button at the top.
app-data-nothing-yet = Open a page to fill the table.
app-data-nothing-read = No data read from this page yet.
app-data-preview = First { $shown } of { $count }, as they would be collected.
app-author-or-more = … or click anything else you want on the page.
app-data-missing = missing
app-data-empty-tip = Nothing found here.
app-data-by-itself = Detected automatically, without a rule.
app-data-from-list = From the list.
app-data-default = Default value; nothing was found.
app-data-other-way = Found by selector { $number }; those before it found nothing.

# Panels
app-dock-right = Right
app-dock-left = Left
app-dock-bottom = Bottom
app-dock-hide = Hide
app-dock-fold = Collapse
app-dock-menu = Position of { $panel }

# Menu, palette, files
app-menu = Menu
app-menu-file = File
app-menu-edit = Edit
app-menu-view = View
app-menu-help = Help
app-menu-recent = Recent projects
app-menu-panels = Panels
app-menu-version = Bowerbird { $version }
app-about = About Bowerbird
app-about-commit = Built from commit { $commit }
app-about-commit-unknown = Commit unknown
app-about-licence = Licensed under MIT or Apache 2.0, at your option.
app-about-libraries = { $count ->
    [one] Includes { $count } library, with its licence:
   *[other] Includes { $count } libraries, with their licences:
}
app-command-palette = Commands
app-command-palette-tip = Find a command, a view, a site, a page or a project
app-command-import = Import rules
app-command-import-tip = Import a rule file from Bowerbird or another program
app-command-export-rule = Export rules
app-command-export-rule-tip = Export rules to files, with their samples
app-palette-hint = Find a site, a command, a record…
app-palette-field = Find
app-palette-nothing = No matches. Try fewer letters.
app-palette-records = Search records for “{ $words }”
app-palette-project = Open project { $name }
app-palette-repair = Repair the rule for “{ $site }”
app-palette-panel = Panel
app-dock-show = Show
app-import-auto = Any file: detect the format…
app-import-webscraper = webscraper.io sitemap
app-import-ftr = Full-text RSS site file
app-import-opml = Feed list (OPML)
app-feeds-export = Export feeds (OPML)…
app-feeds-export-title = Export feeds
app-feeds-export-why-none = No site is read from a feed.
app-feeds-export-why-none-selected = None of the selected sites is read from a feed.
app-feeds-written = { $count ->
    [one] Exported 1 feed to { $path }.
   *[other] Exported { $count } feeds to { $path }.
}
app-import-legado = Legado source
app-import-crawl4ai = Crawl4AI schema
app-import-easyspider = EasySpider task
app-import-title = { $file }: { $format }
app-import-hint = Review what will be imported from the file. Passwords, cookies and program code are never imported.
app-import-add = { $count ->
    [one] Add 1 site
   *[other] Add { $count } sites
}
app-import-none = Cancel
app-import-later = not supported yet
app-import-figures = { $taken } imported, { $changed } changed, { $dropped } skipped
app-import-notes = Details
app-import-taken = imported
app-import-changed = changed
app-import-dropped = skipped
app-drop-title = Drop here
app-drop-hint = Rules from Bowerbird or another program, pages (HTML) or a project
app-drop-no-project = Open a project first, then drop the file again.
app-dialog-import = Choose a rule file
app-dialog-import-kind = All files
app-dialog-export-rule = Export rule
app-removed-task = Task for { $site } removed.
app-author-test = The rule is complete. Does it work on other pages?
app-author-test-unread = Does the rule work on other pages?
app-author-test-nothing = The rule finds nothing on this page. Click what you want, or test the rule on other pages.
app-author-test-lacks = Required but not found on this page: { $fields }. Click each one on the page, or test the rule on other pages.
app-author-no-test = Skip test
app-author-testing = Testing other pages: { $done } of { $all }…
app-author-tested-all = All fields found on { $full } of { $all } other { $all ->
    [one] page
   *[other] pages
}.
app-author-tested-some = All fields found on { $full } of { $all } other { $all ->
    [one] page
   *[other] pages
}.
app-author-tested-missing = Missing on { $count } { $count ->
    [one] page
   *[other] pages
}: { $field }.
app-author-tested-usual = { $field }: found on { $found } of { $all } pages, although most earlier records have it.
app-author-tested-doubtful = Doubtful: { $field }, { $why }.
app-author-tested-empty = { $count ->
    [one] Nothing was found on 1 page.
   *[other] Nothing was found on { $count } pages.
}
app-author-text-box = Use the full text
app-author-text-box-tip = Automatic extraction leaves out parts of the text on these pages. On each page, “{ $place }” holds all of it.
app-author-open-bad = Open page
app-author-test-again = Test again
app-author-name-free = Use “{ $name }”
app-author-schedule-rests = The scheduler is off.
app-author-schedule-on = Turn on scheduler
app-author-next-run = Next: { $time }
app-author-seconds = { $seconds } s
app-author-large = Large page with { $count } elements; this takes a moment.
app-author-nothing-to-exclude = Nothing to exclude there. Select a field first, or point at something outlined.
app-author-found-as = Found here: { $name }
app-author-not-this = Not this one
app-author-not-this-one = Not this one: { $name }
app-author-not-this-tip = Exclude this element and similar ones. The others stay.
app-turns = Runs
app-turns-name = Run schedule
app-turns-never = manually
app-turns-minutes = every few minutes
app-turns-every-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
app-turns-hours = every few hours
app-turns-every-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
app-turns-hourly = every hour
app-turns-daily = every day at
app-turns-weekdays = on weekdays at
app-turns-weekly = every week on
app-turns-cron = cron expression
app-turns-adaptive = based on how often the content changes
app-turns-min = every
app-turns-max = to
app-turns-bounds-tip = Shortest and longest interval, such as 10m, 6h or 1d
app-turns-hour = Hour
app-turns-minute = Minute
app-turns-day = Day of the week
app-turns-day-0 = Sunday
app-turns-day-1 = Monday
app-turns-day-2 = Tuesday
app-turns-day-3 = Wednesday
app-turns-day-4 = Thursday
app-turns-day-5 = Friday
app-turns-day-6 = Saturday
app-page-menu-pick = Pick this…
app-page-menu-too = This one too
app-page-menu-not = Not this one
app-page-menu-widen = Widen outline
app-page-menu-narrow = Narrow outline
app-page-menu-copy-link = Copy link
app-page-menu-copy-text = Copy text
app-page-menu-copy-css = Copy CSS selector
app-page-menu-copy-xpath = Copy XPath
app-page-menu-tree = Show in tree
app-page-menu-source = Show in source
app-data-empty = empty
app-data-here = this page
app-data-from = From
app-data-wrong = invalid: { $value }
app-data-copy-cell = Copy value
app-data-copy-column = Copy column
app-data-copy-all = Copy table
app-data-open = Open detail page
app-data-exclude = Not this one
app-keys-fields = F2 Delete Alt+↑ Alt+↓
app-keys-fields-tip = Rename, remove and move the focused field
app-page-menu-pick-keys = Enter
app-page-menu-too-keys = Shift+Enter
app-page-menu-not-keys = X
app-author-show-next = Show on the page
app-removed-site = { $records ->
        [0] { $site } removed, with its rule, samples and tasks.
        [one] { $site } removed, with its rule, samples, tasks and 1 record.
       *[other] { $site } removed, with its rule, samples, tasks and all { $records } records.
    }
app-sites-remove = Remove
app-sites-remove-tip = Remove the site with its rule, samples, tasks and records. You can undo this for a short time.
app-command-open-page = Open page…
app-command-open-page-tip = Open a saved page from disk in the workbench
app-dialog-page = Choose a page
app-dialog-page-kind = Pages
app-dialog-export-rules = Choose a folder for the rules
app-drop-failed = { $first } (Other files that cannot be used: { $count }.)
app-page-file-from = Address of { $file }
app-page-file-from-hint = The page does not state its address, but its links and its rule need it.
app-page-file-address = Page address
app-page-file-open = Open page
app-page-file-without = Open without an address
app-page-file-cancel = Cancel
app-page-files-title = { $count } { $count ->
    [one] page
   *[other] pages
}
app-page-files-hint = A sample saves a page with what the rule finds on it; later changes to the rule are tested against it.
app-page-files-no-rule = To save these pages as samples, open a site's rule or make one in the workbench, then drop the files again.
app-page-files-keep = Save all as samples of “{ $rule }”
app-page-files-first = Open the first page
app-samples-taken = { $count ->
        [one] 1 sample saved.
       *[other] { $count } samples saved.
    }
app-samples-not-taken = { $added ->
    [one] 1 saved as a sample
   *[other] { $added } saved as samples
}, { $failed } could not be saved. { $name }: { $reason }
app-rules-written = { $rules ->
        [one] Rule exported to { $path }
       *[other] { $rules } rules exported to { $path }
    }{ $samples ->
        [0] .
        [one] , with 1 sample.
       *[other] , with { $samples } samples.
    }
app-rules-export-title = Export rules
app-rules-export-hint = Each rule becomes a file NAME.toml, and its samples go into a folder NAME.samples next to it. Passwords are not exported.
app-rules-export-all = All sites
app-rules-export-folder = Target folder
app-rules-export-several = Export several or all to a folder…
app-rules-export-write = { $count ->
        [one] Export 1 rule
       *[other] Export { $count } rules
    }
path-question-folder = Folder
path-question-open = Open
path-question-choose = Use this folder
path-question-no-file = There is no such file.
path-question-is-folder = This is a folder. Add the name of a file.
path-question-opens = This file exists and will be opened.
path-question-path = File
path-question-save = Save
path-question-empty = Enter the path of a file.
path-question-no-folder = This folder does not exist.
path-question-replaces = This file exists and will be replaced.
app-author-use-interface = Collect from the page's API
app-author-use-interface-tip = Add a site that requests these entries the way the page's own scripts do, without a browser
app-author-by-browser = With the browser: { $cost }
app-author-by-browser-tip = The page is empty until its scripts run. You pick from what the browser shows, and runs use the browser where they need it.
app-author-browser-settings = Browser settings
app-author-runs-by-browser = A plain request does not bring all of this, so runs use the browser: { $cost }
app-author-runs-by-browser-tip = The rule says fetch = "browser". Change it in the rule if plain requests are enough.
app-author-asked-browser-tip = You opened the page in the browser. If a plain request brings less of what you pick, runs use the browser too.
app-author-open-browser = Open in the browser
app-author-open-browser-tip = Show the page here as it is in a browser, after its scripts have run. This takes longer than a plain request.
app-author-open-plain = Open without the browser
app-author-open-plain-tip = Show the page as a plain request brings it
app-author-cost = { $time } and { $size } per page
app-author-cost-ms = { $ms } ms
app-author-cost-seconds = { $seconds } s
app-author-page-data-cost = Read in { $ms } ms per page, without a browser
app-author-shell = The page's data contains no entries and no article: only a browser can show its content.
app-author-shell-by = The page was made with { $software }, and its data contains no entries and no article: only a browser can show its content.
app-author-refused-again = Try again
app-author-refused-through = Try with a proxy
app-author-refused-other = Try another proxy
app-author-refused-too = The site also refused the proxy “{ $proxy }”.
app-author-refused-proxy = Add proxy
app-author-refused-account = Add account
app-author-refused-accounts = Show accounts
app-author-refused-log-in = Log in
app-page-as-account = Shown as { $user }
app-page-as-nobody = Shown without an account
app-page-as-tip = Account for “{ $site }”. Runs of that site use it too.
app-page-without-account = Without an account
app-page-with-account = Show as { $user }
app-page-login-failed = { $user } could not log in: { $reason }
app-author-refused-anyway = Use this page anyway
app-author-refused-anyway-tip = Continue as if this were the requested page
app-author-point-missing = The site has no page at this address (status { $status }). Check the address.
app-author-point-nothing = No article or records were found on this page. If scripts fill it, open it in the browser; you can also pick what you want.
app-author-point-nothing-shown = No article or records were found on this page. You can pick what you want.
app-author-foreign = This page is not part of “{ $site }”.
app-author-boards-begun = This page is also a list, so the rule now starts at the { $count } pages that the first list links to. You can undo this.
app-author-foreign-open = Choose above: make this page a new site, or go back to editing the open rule.
app-author-new-site = Make this a new site
app-author-go-on-with = Edit “{ $site }”
app-boards-found = The account of “{ $site }” can see { $count ->
    [one] 1 board
   *[other] { $count } boards
} that the site does not collect: { $names }
app-boards-add = Add to the site

app-view-runs = Runs
app-view-runs-tip = What each run collected, how it ended and why, page by page
app-run-cancelled = Cancelled; its queue was cleared.
app-run-cancelled-now = Run of { $site } cancelled; its queue was cleared.
app-sites-cancel = Cancel
app-sites-cancel-tip = End the run for good: its queue is cleared, and the next run starts over. You can undo this for a short time. To keep the queue, stop or pause.
app-sites-drop-queue = Clear queue
app-sites-show-runs = Runs
app-runs-all-sites = All sites
app-runs-empty = No runs yet
app-runs-empty-hint = Run a site to see its runs here, with the outcome of each page.
app-runs-table = Runs
app-runs-pages-table = Pages of the run
app-runs-group = { $count } × { $why }
app-runs-group-example = Example
app-runs-group-tip = Show only these pages
app-runs-find = Address contains
app-runs-none-found = None of these pages has that text in its address.
app-runs-most = Only { $most } { $most ->
    [one] page is
   *[other] pages are
} listed.
app-runs-status = Status
app-runs-answer-took = Latency
app-runs-milliseconds = { $ms } ms
app-runs-matches = Found
app-runs-live = { $done } { $done ->
    [one] page
   *[other] pages
} done, { $queued } queued · { $rate }/s · { $took }
app-runs-live-left = about { $left } left
app-runs-live-share = Share of known pages done
app-runs-pace = Minimum time per page
app-runs-pace-rule = as set in the rule
app-runs-pace-gap = { $seconds } s
app-runs-pace-tip = For this run only. The run never goes faster than the site's rule and robots.txt allow, and still slows down when the site requires it.
app-runs-totals = { $runs ->
    [one] 1 run:
   *[other] { $runs } runs:
} { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $new } new { $new ->
    [one] record
   *[other] records
}, { $bytes }.
app-runs-when = When
app-runs-cause = Trigger
app-runs-end = Result
app-runs-pages = Pages
app-runs-new = New
app-runs-changed = Changed
app-runs-failed = Failed
app-runs-blocked = Blocked
app-runs-unchanged = Unchanged
app-runs-bytes = Received
app-runs-rate = Pages/s
app-runs-took = Time
app-runs-why = Why
app-runs-outcome = Outcome
app-runs-address = Address
app-runs-of = { $site }, { $time }: { $end }
app-runs-filter-all = All ({ $count })
app-runs-filter-wrong = Problems ({ $count })
app-runs-close = Close
app-runs-show-site = Show site
app-runs-copy-address = Copy address
app-runs-open-received = Open as received
app-runs-open-received-tip = Show the response this run got, without a new request
app-runs-none-wrong = No problems in this run.
app-runs-no-pages = The pages of this run are no longer listed. Page lists are kept only for a site's latest runs.
app-runs-no-page-yet = No pages read yet.
app-cause-by-hand = Manual
app-cause-schedule = Task
app-cause-made-up = Task, catching up on the run missed at { $time }
app-cause-retry = Retry
app-end-open = Running
app-end-finished = Finished
app-end-incomplete = Incomplete
app-end-limited = Limit reached
app-end-stopped = Stopped
app-end-blocked = Blocked
app-end-failed = Failed
app-end-paused = Paused
app-end-interrupted = Interrupted
app-end-cancelled = Cancelled
app-page-read = Read
app-page-unchanged = Unchanged
app-page-empty = Empty
app-page-again = To be retried
app-page-failed = Failed
app-page-missing = Missing
app-runs-bring = Fetch missing pages ({ $count })
app-runs-bring-tip = Run the site again to fetch the missing pages and any new ones
app-two-sentences = { $first } { $second }
app-step-head = Before the page is read
app-step-use-page = Use the page
app-step-use-page-tip = Record what you do on the page as steps: click a button, type into a field, choose an option. The browser then shows the page after these steps.
app-step-recording = Click what you want to use on the page: a button, a text field or a drop-down list.
app-step-none = No steps. Add some if the page needs a click, a search, a choice or scrolling first.
app-step-add = Add step
app-step-add-tip = Add a step that needs no element
app-step-add-press = Press a key
app-step-add-scroll = Scroll to the end
app-step-add-close = Close cookie banners
app-step-add-wait = Wait
app-step-click = Click { $element }
app-step-type = Type “{ $text }” into { $element }
app-step-type-values = { $count ->
        [one] Type 1 value into { $element }
       *[other] Type each of { $count } values into { $element }
    }
app-step-choose = Choose “{ $text }” in { $element }
app-step-choose-values = { $count ->
        [one] Choose 1 option in { $element }
       *[other] Choose each of { $count } options in { $element }
    }
app-step-press = Press { $key }
app-step-scroll = Scroll until nothing new loads
app-step-wait = Wait { $time }
app-step-wait-for = Wait for { $element }
app-step-close = Close { $element }
app-step-close-overlays = Close cookie banners
app-step-named = “{ $label }”
app-step-no-control = “{ $text }” is not a button, link or field. Click it anyway?
app-step-click-anyway = Click anyway
app-step-edit-tip = Show the details of the step
app-step-try = Show the page after step { $step }
app-step-more = More about step { $step }
app-step-element = Element (CSS selector)
app-step-text = Text
app-step-option = Option
app-step-several = For each of these values
app-step-several-tip = The page is read once for each value. A field of each record stores the value.
app-step-password = Passwords are not recorded, because a rule is plain text. Add the account in Accounts; the site then opens with it.
app-step-values = One value per line
app-step-all-options = { $count ->
        [one] Use its option
       *[other] Use all { $count } options
    }
app-step-field = Field for the value
app-step-key = Key
app-step-repeat = Repeat at most
app-step-repeat-tip = A “Load more” button is clicked until it disappears or nothing new loads.
app-step-wait-time = Max. wait
app-step-on = Apply to
app-step-on-lists = Start pages and lists
app-step-on-starts = Start pages only
app-step-on-articles = Pages that lists link to
app-step-on-all = All pages
app-step-optional = Read the page even if the element is missing
app-step-optional-tip = If off, the page fails, and the error names the step.
app-step-then-enter = Then press Enter
