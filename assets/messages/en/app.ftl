# Texts of the window.

# Words used everywhere
app-yes = yes
app-no = no
app-close = Close
app-more = More actions
app-more-of = More actions: { $subject }
app-needs-text = Fill in the field first.
app-needs-list = Type or paste a list first.
app-tasks-needs-site = Choose a site or a tag first.
app-tasks-needs-time = Set a time that is still to come.
app-results-why-none = Tick rows in the table first.
app-results-why-archived = Archived records cannot be changed.
app-results-why-no-tag = Type a tag first.
app-runs-why-later = This site has a later run.
app-runs-why-ended = This run has ended.
app-cancel = Cancel
app-copy = Copy
app-copied = Copied.
app-remove = Remove
app-browse = Choose …
app-loading = Loading …
app-notice-dismiss = Take this notice away
app-notice-passphrase = Passphrase of the secrets
app-notice-passphrase-again = The same again
app-notice-passphrase-choose = Choose a passphrase for the passwords of this project. You need it after each start.
app-notice-passphrase-enter = Enter the passphrase for the passwords of this project; then it goes on.
app-notice-passphrase-short = Type at least { $least } characters.
app-notice-passphrase-differs = The two passphrases differ.
app-notice-go-on = Continue
app-notice-other-proxy = Use another proxy
app-notice-passphrase-needed = Type the passphrase first.

# Views
app-view-sites = Sites
app-view-sites-tip = The sites of the project and their rules
app-view-workbench = Workbench
app-view-workbench-tip = See a page, point at what you want, build a rule
app-view-tasks = Tasks
app-view-tasks-tip = What runs when
app-view-results = Results
app-view-results-tip = Everything that was collected
app-view-proxies = Proxies
app-view-proxies-tip = Ways round a block
app-view-accounts = Accounts
app-view-accounts-tip = Logins for pages that ask for one
app-view-settings = Settings
app-view-settings-tip = Language, theme, project

# Commands
app-command-search = Search
app-command-search-tip = Search the records
app-command-address = Address
app-command-address-tip = Type the address of a page
app-command-new-project = New project …
app-command-new-project-tip = Make a new project
app-command-open-project = Open project …
app-command-open-project-tip = Open another project
app-command-close-project = Close project
app-command-close-project-tip = Close the project and go back to the start
app-command-undo = Undo
app-command-undo-tip = Take back the last change to the rule
app-command-redo = Redo
app-command-redo-tip = Make the change that was taken back again
app-command-toggle-sides = Panels at the sides
app-command-toggle-sides-tip = Fold or unfold the panels at the sides
app-command-toggle-bottom = Panels below
app-command-toggle-bottom-tip = Fold or unfold the panels below
app-command-reset-layout = Panels and columns as at first
app-command-reset-layout-tip = Put every panel and column back where it was at first
app-command-larger = Everything larger
app-command-larger-tip = Show everything larger
app-command-smaller = Everything smaller
app-command-smaller-tip = Show everything smaller
app-command-usual-size = Everything in its usual size
app-command-usual-size-tip = Show everything in its usual size
app-command-quit = Quit
app-command-quit-tip = Stop all runs cleanly and end the program
app-command-back = Back
app-command-back-tip = Go to the page before
app-command-forward = Forward
app-command-forward-tip = Go to the page after
app-command-find = Find in page
app-command-find-tip = Find words in the page
app-command-sample = Add as sample
app-command-sample-tip = Keep this page as a sample of the rule
app-command-reload = Reload
app-command-reload-tip = Fetch again what is shown
app-command-try = Try the rule
app-command-try-tip = See what the rule finds on this page
app-command-save = Save the rule
app-command-save-tip = Save the rule that is being edited
app-command-new-site = New site
app-command-new-site-tip = Add a site by its address
app-command-export = Export …
app-command-export-tip = Write the records shown to a file
app-command-shortcuts = Keyboard shortcuts
app-command-shortcuts-tip = Show or hide the keys
app-command-escape = Close
app-command-escape-tip = Close what is open, or stop what loads
app-keys-arrows = ↑ ↓ Enter
app-keys-arrows-tip = Choose and open rows in tables
app-keys-pages = Page ↑ Page ↓ Home End
app-keys-pages-tip = Go through long tables
app-keys-copy = Ctrl+C
app-keys-copy-tip = Copy the chosen row for a spreadsheet
app-keys-site-run = Ctrl+R
app-keys-site-run-tip = Run the chosen site, or stop its run
app-keys-site-remove = Delete
app-keys-site-remove-tip = Remove the chosen site; it can be undone for a moment
app-keys-canvas = ← → ↑ Enter
app-keys-canvas-tip = Next, previous, outer element; pick it
app-keys-examples = Shift X P C Esc
app-keys-examples-tip = With Shift a click adds an example; X (or Alt and a click) excludes what is outlined; P and C widen and narrow the outline, Esc clears; the right button offers everything
app-keys-follow = Ctrl + click
app-keys-follow-tip = Follow the link
app-group-everywhere = Everywhere
app-group-page = On the page
app-group-tables = In tables
app-keys-tab = Tab
app-keys-tab-tip = Go to the next control

# Top bar
app-top-running = { $count } running
app-top-attention = { $count ->
    [one] 1 needs you
   *[other] { $count } need you
}

# First start
app-start-title = Collect content from web sites
app-start-hint = A project is one file. It holds sites, rules and everything they bring in.
app-start-recent-title = Go on where you were
app-start-recent-hint = The projects opened last.
app-start-page-title = Collect from a site
app-start-page-hint = Paste the address of a list of articles, a forum or any page. Bowerbird shows what it finds there.
app-start-address = Address
app-start-page = Open the page
app-start-sample-title = Look around first
app-start-sample-hint = A small site served from this program. It opens with records, with a site that was redesigned and waits for its repair, and with one that blocks. Needs no network.
app-start-sample = Open the sample project
app-start-empty-title = Begin your own
app-start-empty-hint = An empty project; the workbench turns the first page into a rule.
app-start-empty = Start an empty project
app-start-empty-elsewhere = Put it elsewhere …
app-start-open-title = Go on with a project
app-start-open-hint = Type the path of its file, or choose it.
app-start-path = Project file
app-start-open = Open
app-start-opening = Opening the project …
app-start-opening-hint = A project of an older version is backed up and brought up to date first.

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
app-sites-url = Address of a site
app-sites-url-hint = https://example.org/news
app-sites-look = Look
app-sites-look-tip = Fetches the page and shows what can be collected from it; saves nothing yet
app-sites-add-url-tip = Adds the site without opening the page: its links are collected as articles
app-sites-add-url = Add site
app-sites-rule-file = Rule file
app-sites-rule-file-hint = /path/to/rule.toml
app-sites-add-file = Add rule
app-sites-run-all = Run all
app-sites-run-all-tip = Run every site that is switched on
app-sites-stop-all = Stop all
app-sites-run-now = Run
app-sites-run-one = Run { $site }
app-sites-run-site = Run this site
app-sites-stop = Stop
app-sites-stopping = Stopping …
app-sites-edit = Edit rule
app-sites-edit-tip = Change what this site collects, and how
app-sites-open-in-workbench = Open in workbench
app-sites-show-records = Show records
app-sites-enable = Switch { $site } on or off
app-sites-enable-it = Switch on
app-sites-disable = Switch off
app-sites-empty = No sites yet
app-sites-empty-hint = Add an address above, or open a page in the workbench and point at what you want.
app-sites-open-workbench = Open the workbench
app-sites-never-ran = It has not run yet.
app-sites-never-ended = Its first run was stopped before its end. Run it again to collect the rest.
app-sites-since = Since { $time }
app-sites-rate = { $rate } pages/s now, { $average } on average
app-sites-left = about { $time } left
app-sites-double = “{ $name }” begins at the same address as “{ $other }”: both collect the same pages. Remove one of them if that is not meant.
app-sites-known = “{ $site }” begins at this address already.
app-sites-known-show = Show it
app-sites-unchanged = { $count } unchanged
app-sites-no-pages = { $count ->
    [one] 1 is no page (a file left at its headers)
   *[other] { $count } are no pages (files left at their headers)
}
app-sites-resumed = goes on with an earlier run
app-run-finished = Finished.
app-run-incomplete = Incomplete: pages that the site promised have not come.
app-run-nothing-new = No new articles.
app-run-limited = Reached its limit; running again goes on.
app-run-stopped = Stopped; running again goes on.
app-run-blocked = The site keeps us out.
app-run-failed = The run could not go on.
app-run-paused = Paused; nothing runs this site until you resume it, also after a restart.
app-run-interrupted = Broke off; running again goes on.
app-sites-pause = Pause
app-sites-resume = Resume
app-sites-run-failed = Retry failed pages
app-sites-run-failed-count = Retry failed pages ({ $count })
app-sites-run-failed-tip = Ask again for the pages of this site that failed or had nothing in them, and for nothing else
app-sites-refresh = Fetch articles again
app-sites-refresh-tip = Look for new articles, then fetch the known ones again. What changed becomes a version; what is gone stays as it was.
app-run-figures = Pages: { $ok } done, { $failed } failed, { $blocked } blocked, { $queued } waiting. Records: { $new } new, { $known } known. { $bytes }.
app-run-updated = Fetched again: { $updated } changed, { $kept } gone or empty and kept as they were.

# Versions of a rule
app-sites-versions = Versions
app-versions-title = Versions of the rule of { $site }
app-versions-table = Versions
app-versions-number = Version
app-versions-saved = Saved
app-versions-origin = Origin
app-versions-changes = What changed
app-versions-layout = only comments or layout
app-versions-added = added
app-versions-edited = edited
app-versions-imported = imported
app-versions-repaired = repaired
app-versions-restored = restored
app-versions-version = Version { $number }
app-versions-choose = Choose a version to see what it changed.
app-versions-newest = in use now
app-versions-restore = Use version { $number } again
app-versions-restore-tip = It becomes the newest version; the others stay in the list.
app-versions-restored-by-itself = { $site }: { $why }
app-versions-restored-now = { $site } uses version { $number } of its rule again.
app-versions-copy = Copy its text
app-versions-only-one = There is one version so far. Every change you save adds one.
app-versions-first = This is the first version; nothing came before it.
app-versions-against = Compared with
app-versions-as-changes = Changes
app-versions-as-lines = Lines
app-versions-from-to = From version { $before } to version { $after }
app-versions-same = Both say the same.
app-change-added = added
app-change-removed = removed
app-change-changed = changed
app-change-moved = moved

# Samples, tests and repair of a rule
app-versions-open-tip = Every version of this rule, what each changed, and the way back to it
app-removed-sample = The sample is removed.
app-samples-title = Samples
app-samples-none = Keep a page as a sample: it remembers what the rule finds now, and every edit is tested on it.
app-samples-add = Keep this page
app-samples-known = This page is a sample already.
app-samples-running = testing …
app-samples-tally = { $equal } of { $all } as expected
app-samples-turned = The last edit mended { $mended } and broke { $broke }.
app-samples-waiting = not tested
app-samples-equal = as expected
app-samples-differs = differs
app-samples-fault = not testable
app-samples-open = Open
app-samples-open-one = Open the sample { $page }
app-samples-accept = Accept
app-samples-accept-one = Expect of { $page } what the rule finds now
app-samples-remove = Remove
app-samples-remove-one = Remove the sample { $page }
app-samples-field-equal = { $field } fine
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
app-pages-title = Further pages
app-pages-none = See whether the rule works on pages it was not made on.
app-pages-no-list = Open a list first: its pages are what the rule is tested on.
app-pages-test = Test on three more pages
app-pages-test-tip = Fetches three pages from all over the list, one after the other, and reads them with the rule
app-pages-stop = Stop testing
app-pages-again = Test the same again
app-pages-outdated = The rule has changed since.
app-pages-table = Tested pages
app-pages-verdict = Result
app-pages-page = Page
app-pages-found = Found
app-pages-missing = Missing
app-pages-ms = ms
app-pages-open-one = Open { $page }
app-pages-waiting = on its way
app-pages-full = all fields
app-pages-lacking = fields missing
app-pages-faulty = needed field wrong
app-pages-nothing = nothing found
app-pages-failed = not readable
app-health-site = The site
app-health-rule = Its rule
app-health-none = Nothing was collected yet. Run the site to see how its rule fares.
app-health-over = Over the newest { $count } { $count ->
    [one] record
   *[other] records
}: how often each way found the value.
app-health-field = Field
app-health-way = Way { $number }
app-health-way-rest = Way { $number } and later
app-health-elsewhere = Without rule
app-health-missing = Missing
app-health-agrees = Same without rule
app-health-same = { $same } of { $both } { $both ->
    [one] page
   *[other] pages
}
app-health-same-tip = Only the rule found it on { $rule } { $rule ->
    [one] page
   *[other] pages
}; only extraction without a rule on { $generic }.
app-health-fine = fine
app-health-stopped = found nothing in the last run
app-health-fell-back = its first way stopped working
app-health-runs = What the last runs brought
app-health-run-records = { $count } { $count ->
    [one] record
   *[other] records
}
app-repair-open = Repair …
app-repair-open-tip = After a redesign: compares pages from before with the open one and proposes how the rule would work again
app-repair-title = Repair
app-repair-close = Close the repair
app-repair-working = Comparing pages from before with this one …
app-repair-nothing = Nothing to propose.
app-repair-done = The rule is changed. Look at the data, then save it; Undo takes it back.
app-repair-stay-empty = Required and still empty: { $fields }. Accept a proposal, point at the place on the page, or no longer require it; else the site keeps needing you after it is saved.
app-repair-are-empty = Saved without an answer for { $fields }: the rule requires it, so the site keeps needing you.
app-repair-saved = The repaired rule is saved.
app-repair-take = Take { $count } of { $all } { $all ->
    [one] proposal
   *[other] proposals
}
app-repair-sure = { $percent } % sure
app-repair-doubtful = doubtful
app-repair-doubtful-tip = Nothing on the page confirms these values. Compare them with the page, then choose Accept.
app-repair-was-taken = taken
app-repair-was-left = left out
app-repair-accept = Accept
app-repair-accept-part = Accept the proposal for { $part }
app-repair-reject = Reject
app-repair-reject-part = Reject the proposal for { $part }
app-repair-old = So far
app-repair-new = Proposed
app-repair-no-way = no way
app-repair-expected = was
app-repair-before = now
app-repair-after = then
app-repair-works = { $part } still works
app-repair-broken = { $part } is broken, and nothing sure enough was found
app-repair-unknown = { $part } cannot be checked here
app-repair-old-page = Before
app-kind-list = List
app-kind-feed = Feed
app-kind-sitemap = Sitemap
app-kind-search = Search
app-kind-api = API
app-kind-pages = Pages
app-kind-crawl = Whole site

# States
app-state-new = not run yet
app-state-running = running
app-state-begun = not finished yet
app-state-ok = fine
app-state-rate-limited = too fast
app-state-challenge = captcha
app-state-blocked = blocked
app-state-login-required = wants login
app-state-soft-block = wrong page
app-state-layout-changed = layout changed
app-state-empty = nothing there
app-state-outage = site down
app-state-not-found = page not found ({ $status })
app-state-host-unknown = host name unknown
app-state-proxy-fault = proxy fault
app-state-incomplete = incomplete

# Rule editor
app-editor-back = ← Sites
app-editor-save = Save
app-editor-revert = Undo changes
app-editor-form = Form
app-editor-text = Rule text (TOML)
app-editor-sound = The rule is sound. Form and text are one: change either.
app-editor-place = Line { $line }, column { $column }:
app-editor-unreadable = The text cannot be read as TOML. Mend it there; the form follows.
app-form-site = Site
app-form-name = Name
app-form-kind = Kind
app-form-limits = One run at most (0 or empty: no limit)
app-form-limit-pages = Pages
app-form-limit-errors = Errors
app-form-limit-time = Time
app-form-limit-bytes = Size
app-form-behind = Pages behind the entries
app-form-behind-yes = are fetched
app-form-behind-no = are left: the entry is the record
app-form-behind-auto = only where the entry has no whole text
app-form-since = Not older than
app-form-maps = Sitemaps that are read
app-form-keywords = Search for, one a line
app-form-search-url = Address of the search
app-form-api-item = Items
app-form-api-link = Address of an item (empty: the item is the record)
app-form-file = File of addresses
app-form-column = Column
app-form-stay = Stays on
app-form-stay-host = this host
app-form-stay-site = this site with its other hosts
app-form-stay-folder = the folder of the start
app-form-follow = Follows
app-form-follow-all = all links
app-form-follow-needed = only links that lead to records
app-form-max-depth = Links deep
app-form-records = Pages that are records: patterns (empty: every page)
app-form-start = Start addresses, one a line
app-form-language = Language
app-form-timezone = Time zone
app-form-politeness = Politeness
app-form-delay = Crawl delay
app-form-concurrency = Requests at once
app-form-retries = Retries
app-form-robots = Obey robots.txt
app-form-quiet = Quiet hours
app-form-adaptive = Slow down for slow sites
app-form-adaptive-tip = A site that takes long to answer is asked less often, never faster than the crawl delay.
app-form-robots-off = Without robots.txt you decide alone what may be fetched. Do so only where the site allows it.
app-form-proxy = Proxy
app-form-list = List pages
app-form-list-add = Add a list
app-form-item = List item
app-form-link = Link
app-form-next = Next page
app-form-max-pages = Pages at most (0: no limit)
app-form-allow = Links taken: patterns
app-form-deny = Links left out: patterns
app-form-fields = Fields of a content page
app-form-field-name = Field
app-form-field-type = Type
app-form-field-select = Selector
app-form-field-add = Add field
app-form-field-remove = Remove field { $field }
app-form-required = required
app-form-many = all matches
app-form-content = Content
app-form-content-select = Where the text stands
app-type-text = text
app-type-number = number
app-type-date = date
app-type-url = address
app-type-html = HTML
app-type-image = Picture
app-type-bool = Yes or no

# Workbench
app-bench-address = Page address
app-bench-address-hint = Paste a URL to see the page
app-bench-open = Open
app-bench-width = Page width
app-bench-phone = phone
app-bench-tablet = tablet
app-bench-desk = desktop
app-bench-wide = wide
app-bench-blank = Paste a URL to see the page
app-bench-blank-hint = Then click on what you want to collect: the rule grows at the right.
app-bench-fetching = Fetching the page …
app-bench-fetching-hint = robots.txt and the crawl delay are respected.
app-bench-cancel = Give up
app-bench-to-proxies = Show the proxies
app-bench-failed = The page did not come
app-bench-failed-hint = Why, and what to do:
app-bench-drawing = Drawing the page …
app-bench-drawing-hint = Style sheets and images are on their way.
app-bench-no-picture = No picture of this page; its structure instead.
app-bench-no-structure = Nothing to show
app-bench-no-structure-hint = The page has no headings, paragraphs or links.
app-bench-picture = Picture of the page { $title }
app-bench-painting = painting …
app-bench-image = image
app-bench-element = Element
app-bench-rule = Rule
app-bench-selector = Selector
app-bench-selector-hint = Type one, or click on the page
app-bench-take-tip = text, own_text, html, url, or the name of an attribute
app-bench-matches = Matches: { $count }
app-bench-at = {" "}(at character { $position })
app-bench-pick-hint = Click on an element of the page to see what it is and how to find it again.
app-bench-way-css = CSS
app-bench-way-alike = Alike
app-bench-way-xpath = XPath
app-bench-copy-way = Copy { $way }
app-bench-show-way = Show matches of { $way }
app-bench-follow = Open this link
app-bench-use-field = Use as field …
app-bench-use-field-tip = What the selector finds becomes a field of the record
app-bench-use-link = Use as list link
app-bench-use-link-tip = The links from the list to the content pages
app-bench-use-next = Use as next link
app-bench-use-next-tip = The link to the next list page
app-bench-use-item = Use as list item
app-bench-use-item-tip = The container that repeats for every item of the list
app-bench-use-content = Use as content
app-bench-use-content-tip = The content of the page, for the column Text
app-bench-on-list = Read it off the list page
app-bench-on-list-tip = The field stands on the list, not on the content page
app-bench-add-field = Add field
app-bench-replace-field = Replace field
app-bench-another-way = Add as another way
app-bench-no-rule = No rule yet. Pick an element and say what it is, or begin with a plain rule.
app-bench-begin-rule = Begin a rule
app-bench-not-set = not set
app-bench-try = Try
app-bench-save-site = Save as site
app-bench-save-rule = Save rule
app-bench-saved = Saved as site { $site }. Run it under Sites.
app-bench-discard = Discard
app-data-title = Data
app-data-table = What the rule finds here
app-data-items = List items: { $count }
app-data-records = Records: { $count }
app-data-next = Next page: { $url }
app-data-no-items = Read as a list, the rule finds no links on this page. Pick one and use it as list link.
app-data-no-records = Read as content, the rule finds no record on this page.

# The page in the workbench
app-page-zoom = Size
app-page-zoom-tip = How large the page is shown
app-page-zoom-in = Larger
app-page-zoom-in-tip = Show the page larger, in other views everything
app-page-zoom-out = Smaller
app-page-zoom-out-tip = Show the page smaller, in other views everything
app-page-zoom-reset = Own size
app-page-zoom-reset-tip = Show the page in its own size, in other views everything
app-page-fit = Fit the width
app-page-picture = Page
app-page-picture-tip = The page as it looks
app-page-tree = Tree
app-page-tree-tip = The elements of the page, in one another
app-page-tree-name = Tree of the page
app-page-tree-waiting = Reading the tree …
app-page-tree-waiting-hint = It comes as soon as the page is read.
app-page-source = Source
app-page-source-tip = The page as the site sent it
app-page-source-name = Source of the page
app-page-source-waiting = Reading the source …
app-page-source-waiting-hint = It comes as soon as the page is read.
app-page-beside = Beside the page
app-page-beside-tip = Show the picture and this one below it
app-page-find = Find on the page
app-page-find-open = Find
app-page-find-hint = Words, or a selector
app-page-find-before = Place before
app-page-find-next = Next place
app-page-find-close = Close the search
app-page-find-waiting = looking …
app-page-find-none = not on this page
app-page-find-count = { $at } of { $all }
app-page-follow-tip = On the page: click with Ctrl held
app-page-requested = Asked for
app-page-type = Type
app-page-headers = Headers
app-page-saved = saved page
app-page-saved-at = saved page · { $time }
app-page-file = File
app-page-kept-since = Saved
app-page-fetched = Fetched
app-page-outline = Outline
app-page-outline-tip = Headings, paragraphs and links instead of the picture
app-page-point = Point at the page to see what an element is. P widens the outline, C narrows it.
app-page-info = Page info
app-page-through = through { $proxy }
app-page-not-for-robots = robots.txt forbids it
app-page-info-tip = Address, type, size, headers, and where the time went
app-page-address = Address
app-page-status = Status
app-page-charset = Charset
app-page-size = Size
app-page-elements = Elements
app-page-time = Where the time went
app-page-time-fetch = Fetching
app-page-time-parse = Reading
app-page-time-resources = Style sheets, images
app-page-time-layout = Layout

# Tasks
app-tasks-table = Tasks
app-tasks-site = Site
app-tasks-choose-site = Choose a site
app-tasks-how = Runs
app-tasks-once = once
app-tasks-at = At
app-tasks-cron = Cron expression
app-tasks-priority = Priority
app-tasks-add = Add task
app-tasks-there = “{ $task }” runs at these times already, so nothing was added. It is selected in the table.
app-tasks-turns = Next turns: { $turns }
app-tasks-never = This time never comes. Choose one in the future.
app-tasks-rest = The scheduler is off: none of these tasks runs by itself.
app-tasks-bad-cron = The expression cannot be read at character { $position }: { $reason }
app-tasks-bad-time = Write the time as 2026-01-31 18:00.
app-tasks-bad-zone = There is no time zone { $zone }. Write it as Asia/Shanghai.
app-tasks-bad-bound = “{ $text }” cannot be a time between two visits. Write 10m, 6h or 1d, and a minute at least.
app-tasks-bad-bounds = The shortest interval is longer than the longest. Exchange them.
app-tasks-adaptive-hint = Runs soon for the first time; what visits find then says how often it is worth it.
app-tasks-scheduler = Scheduler
app-tasks-scheduler-tip = Run tasks when they are due, while this window is open
app-tasks-when = When
app-tasks-once-at = once, { $time }
app-tasks-next = Next turns
app-tasks-last = Last turn
app-tasks-missed = Missed
app-tasks-state = State
app-tasks-do = Do
app-tasks-waits = waits
app-tasks-paused = paused
app-tasks-due = due
app-tasks-over = over
app-tasks-pause = Pause
app-tasks-resume = Resume
app-tasks-from-rule = It comes from the site's rule: pause it, or change [schedule] there.
app-tasks-empty = No tasks yet
app-tasks-empty-hint = Choose a site and a time above, add it, then switch the scheduler on.

# Results
app-results-table = Records
app-results-count = Records: { $count }
app-results-search = Search
app-results-search-hint = Words in title or text
app-results-site = Site
app-results-all-sites = All sites
app-results-none = No record fits
app-results-none-hint = Search for fewer words, or look at all sites.
app-results-clear = Show all records
app-results-empty = Nothing collected yet
app-results-empty-hint = Run a site and its records appear here.
app-results-to-sites = Go to Sites
app-results-open = Open in workbench
app-results-copy-url = Copy address
app-results-copy-text = Copy text
app-record-again = Fetch again
app-record-again-tip = Ask for this page now. If it changed, the new text takes its place and this one stays as an earlier version.
app-record-versions = { $count ->
    [one] One earlier version
   *[other] { $count } earlier versions
}
app-record-versions-name = Version
app-record-newest = newest, of { $time }
app-record-version = of { $time }
app-record-before = Before: { $value }
app-record-after = After: { $value }
app-record-since = What has changed since:
app-column-title = Title
app-column-date = Date
app-column-author = Author
app-column-text = Text
app-column-url = Address
app-column-site = Site
app-column-fetched-at = Fetched
app-export-path = Write to
app-export-write = Write file
app-export-running = Writing …
app-export-done = { $count ->
    [one] Wrote 1 record to { $path }.
   *[other] Wrote { $count } records to { $path }.
}
app-table-empty = –
app-table-sort-tip = Sort; again for the other way round; a third time for the order of the list
app-table-left = Move column left
app-table-right = Move column right
app-table-copy-row = Copy row

# Proxies
app-proxies-table = Proxies
app-proxies-hint = When a site blocks us, the next proxy of this pool is taken. Passwords go to the secrets, never into the project.
app-proxies-url = Address
app-proxies-user = User
app-proxies-new-password = New password of { $user } at { $proxy }
app-proxies-set-password = Change the password
app-proxies-password = Password
app-proxies-add-needs = Enter the address of the proxy first.
app-proxies-add = Add proxy
app-proxies-add-several = { $count ->
        [one] Add { $count } proxy
       *[other] Add { $count } proxies
    }
app-proxies-test = Test
app-proxies-test-url = Address that tests fetch
app-proxies-health = State
app-proxies-fault = Message
app-proxies-enable = Switch { $proxy } on or off
app-proxies-empty = No proxies
app-proxies-empty-hint = Without one, a site that blocks this address stays blocked. Add an HTTP or SOCKS5 proxy above.

# Accounts
app-accounts-table = Accounts
app-accounts-hint = Used where a site asks for a login; its rule says where the form is. Passwords go to the secrets, never into the project.
app-accounts-add = Add account
app-accounts-test = Log in
app-accounts-empty = No accounts
app-accounts-empty-hint = Pages that are open to all need none. For others choose a site and add a login above.

# Settings
app-settings-language = Language
app-settings-theme = Theme
app-theme-system = as the system
app-theme-light = light
app-theme-dark = dark
app-theme-contrast-light = high contrast, light
app-theme-contrast-dark = high contrast, dark
app-settings-size = Size
app-settings-project = Project
app-settings-close-project = Close the project
app-settings-secrets = Secrets
app-settings-secrets-hint = Passwords are kept in the system's keychain. Where there is none they go to a file beside the project, encrypted under this passphrase.
app-settings-passphrase = Passphrase
app-settings-use-passphrase = Use it
app-settings-passphrase-set = The passphrase is in use until the window closes.

# Dialogs, notices and errors
app-dialog-rule = Choose a rule file
app-dialog-rule-kind = Rule files
app-dialog-open = Open a project
app-dialog-new = Make a new project
app-dialog-project-kind = Projects
app-dialog-export = Export records
app-dialog-export-kind = Tables
app-sample-hint = The sample site runs inside this program. Its sites can be run again at any time; the records are in Results.
app-sample-collecting = The sample site runs inside this program and is being collected now. One site is redesigned meanwhile, and one blocks.
app-sample-collected = The sample is collected: the records are in Results. “Harbour Review” was redesigned and waits for its repair; “Harbour Exchange” blocks.
app-error-open = The project could not be opened because the program ran out of threads. Close other programs and try again.
app-error-thread = A helper thread could not be started ({ $reason }). Close other programs and open the project again.
app-error-folder = The folder of { $path } cannot be made ({ $reason }). Choose another place.
app-error-rule-file = The rule file { $path } cannot be read ({ $reason }). Check the path and try again.
app-error-settings = The settings cannot be kept in { $path } ({ $reason }). Check that the folder can be written to.

# the workbench: making a rule by pointing
app-author-looking = Looking at the page …
app-author-learning = Finding everything alike …
app-author-offer-list = { $count ->
    [one] Looks like a list with one record that leads to a page of its own.
   *[other] Looks like a list of { $count } records. Each leads to a page of its own.
 }
app-author-offer-records = { $count ->
    [one] One record stands on this page.
   *[other] { $count } records stand on this page.
 }
app-author-offer-columns = With: { $columns }
app-author-offer-posts = { $count ->
    [one] Looks like a discussion with one post.
   *[other] Looks like a discussion of { $count } posts.
 }
app-author-use-list = Use this list
app-author-use-posts = Use these posts
app-author-use-records = Use these records
app-author-other-offer = Another one ({ $number } of { $all })
app-author-other-offer-tip = Show something else on the page that repeats. What is meant is outlined on the page.
app-author-point = Point instead
app-author-point-tip = Click on the page what you want; Bowerbird finds the rest.
app-author-show-offers = What does Bowerbird see?
app-author-point-list = Click on one headline on the page. Bowerbird finds all that are like it.
app-author-point-article = Click on the page what you want: the title, the date, a price …
app-author-point-records = Click on one thing in the first record. Bowerbird finds it in all of them.
app-author-point-link = Where does a record lead? Click on its link on the page.
app-author-next-words = The page goes on: “{ $words }” ({ $percent } % sure).
app-author-next-address = The page goes on at { $words } ({ $percent } % sure).
app-author-use-next = Follow all pages
app-author-sources = Without pointing:
app-author-use-feed = Collect its feed
app-author-use-sitemap = Collect its sitemap
app-author-use-this-feed = Collect this feed
app-author-use-this-sitemap = Collect this sitemap
app-author-use-visited = Collect the { $count } { $count ->
    [one] page
   *[other] pages
} visited here
app-author-no-next = Only this page
app-author-leads = { $count ->
    [one] One record found. Now look at the page it leads to.
   *[other] { $count } records found. Now look at one of the pages they lead to.
 }
app-author-open-one = { $count ->
    [one] Open the page
   *[other] Open one of the { $count } pages
 }
app-author-generic = Bowerbird reads this page by itself: { $names }.
app-author-take-generic = Take these
app-author-rather-list = No, it is a list
app-author-rather-list-tip = Collect the pages that this page leads to, not this page itself.
app-author-or-point = … or click on the page what you want to have besides, or differently.
app-author-name-it = What shall the site be called?
app-author-site-name = Name of the site
app-author-site-taken = There is a site “{ $name }” already. Choose another name.
app-author-known = “{ $site }” begins at this page already.
app-author-known-open = Open its rule
app-author-save = Save
app-author-save-run = Save and run
app-author-save-run-tip = Saves the rule and begins to collect, politely: one page after the other.
app-author-saved = “{ $site }” is saved.
app-author-run = Run now
app-author-run-again = Run again
app-author-repair = Repair the rule …
app-author-running = “{ $site }” is running: { $done } { $done ->
    [one] page
   *[other] pages
} done, { $left } left.
app-author-stop = Stop
app-author-ended = “{ $site }” is done: { $records } new { $records ->
    [one] record
   *[other] records
}.
app-author-records = See the records
app-author-page-is = This page is
app-author-role-list = a list that leads to pages
app-author-role-list-tip = Headlines, products, threads: each leads to a page of its own.
app-author-role-article = one article
app-author-role-article-tip = The whole page is one record: an article, a product, a profile.
app-author-role-records = several records
app-author-role-records-tip = The records stand on this page itself: posts of a thread, rows of a table, cards.
app-author-back-to-list = Back to the list
app-author-what = What is this?
app-author-what-keys = Enter takes the first
app-author-is-title = Title
app-author-is-date = Date
app-author-is-author = Author
app-author-is-text = Text
app-author-is-summary = Summary
app-author-is-image = Picture
app-author-is-link = Link to its page
app-author-is-next = Next page
app-author-is-item = Whole record
app-author-is-other = Something else …
app-author-field-name = Name of the field
app-author-name-hint = price, place, rating …
app-author-add-field = Add
app-author-more = Only a part of it …
app-author-less = All of it
app-author-part-of-text = Select the part of the text that you mean:
app-author-its-text = Text of the element
app-author-attributes = Or something the page does not show:
app-author-part-item = Record
app-author-part-item-tip = What holds everything of one record. Found from what you point at; point at a whole record to set it yourself.
app-author-part-link = Leads to
app-author-part-link-tip = The link from a record to its own page.
app-author-part-next = Next page
app-author-part-next-tip = The link that leads on. It is followed until there is nothing new.
app-author-part-content = Text
app-author-part-content-tip = The text of the page. Without it, Bowerbird finds the text by itself.
app-author-max-pages = Pages at most (0: all)
app-author-forget = Remove
app-author-no-rule = Open a page, then follow the blue strip above it.
app-author-as-text = As text
app-author-as-text-tip = The rule as it is kept, to read and to edit.
app-author-begin-anew = Begin anew
app-author-begin-anew-tip = Leaves this rule aside and begins another one here. Undo brings it back.
app-author-on-list = From each record of the list
app-author-on-pages = From each page behind the list
app-author-on-page = From this page
app-author-elsewhere-list = Go back to the list to see the values.
app-author-elsewhere-page = Open one of the pages to see the values.
app-author-no-fields = Nothing yet. Click on the page what you want to have.
app-author-further-fields = Click on the page what you want besides, or differently.
app-author-pages-by-themselves = Title, date, author and text are found by themselves. Open one of the pages to take more.
app-author-by-itself = Found by itself: { $names }.
app-author-field-row = Field { $field }
app-author-records-here = { $count } found on this page
app-author-not-set = not set yet
app-author-set = set
app-author-last-page = there is none on this page: the last one
app-author-this-page-only = only this page
app-author-not-here = not found on this page
app-author-armed = click on the page
app-author-row-tip = Click, then click on the page to point at it again. Double-click or F2 renames, Delete removes; drag it, or press Alt with ↑ ↓, to move it.
app-author-row-elsewhere-tip = Click to change it. To point at it, open a page of that kind.
app-author-pointing-keys = Shift-click on the page: this one too. X, or right-click → Not this one. Esc: enough.
app-author-kind = Kind of value
app-author-kind-text = text
app-author-kind-number = number
app-author-kind-date = date
app-author-kind-url = link
app-author-kind-html = HTML
app-author-kind-image = picture
app-author-kind-bool = yes or no
app-author-required = needed
app-author-required-tip = A record without it is left out.
app-author-many = several values
app-author-many-tip = Take everything that matches, not only the first.
app-author-delete = Delete
app-author-delete-tip = Undo brings it back.
app-author-up = Move up
app-author-down = Move down
app-author-name-taken = A field needs a name of its own. “{ $name }” is taken or empty.
app-author-way = How it is found
app-author-ways = How it is found: the first that finds something counts
app-author-no-way = Not said yet. Point at it on the page.
app-author-other-ways = These find it too:
app-author-add-way = + write another way
app-author-use-other = use
app-author-use-this = Use { $way }
app-author-use-this-tip = Try this too when the ways above find nothing.
app-author-edit-way = Edit { $way }
app-author-edit-way-tip = Edit it as text; what it finds lights up on the page.
app-author-way-up = Try { $way } earlier
app-author-way-up-tip = Try it before the one above.
app-author-way-away = Remove { $way }
app-author-way-away-tip = Do not use it. Undo brings it back.
app-author-very-steady = very steady
app-author-steady = steady
app-author-may-break = may break when the site changes
app-author-weak = breaks easily
app-author-way-label = next to “{ $label }”
app-author-way-constant = always “{ $text }”
app-author-way-page = of the page itself: { $fact }
app-author-kind-label = Label
app-author-kind-regex = Regex
app-author-way-kind = Language
app-author-way-take = What to take
app-author-way-take-hint = text
app-author-way-text = Selector
app-author-use-way = Use
app-author-chain = Then change the value
app-author-add-step = + step
app-author-add-step-tip = Something that is done with every value, such as cutting off a word.
app-author-becomes = In the table: “{ $value }”
app-author-nothing-left = nothing is left
app-author-step-up = Do { $step } earlier
app-author-step-down = Do { $step } later
app-author-step-away = Remove { $step }
app-author-step-trim = trim
app-author-step-trim-tip = Removes space at both ends.
app-author-step-collapse = single spaces
app-author-step-collapse-tip = Makes every run of white space one space.
app-author-step-replace = replace
app-author-step-replace-tip = Replaces every match of a pattern by another text.
app-author-step-split = split at
app-author-step-split-tip = Makes one value several.
app-author-step-part = keep number
app-author-step-part-tip = Keeps one of several values: 1 is the first, -1 the last.
app-author-step-join = join with
app-author-step-join-tip = Makes several values one.
app-author-step-case = letters
app-author-step-case-tip = lower, upper or title: how letters are written.
app-author-step-prefix = put before
app-author-step-prefix-tip = Puts a text before the value.
app-author-step-suffix = put after
app-author-step-suffix-tip = Puts a text after the value.
app-author-step-number = keep the number
app-author-step-number-tip = Keeps the first number, without currency or group separators.
app-author-step-date = read as date
app-author-step-date-tip = Reads a date in any known form.
app-author-step-absolute-url = full address
app-author-step-absolute-url-tip = Makes a full address of a part of one.
app-author-step-strip-tags = remove HTML
app-author-step-strip-tags-tip = Removes markup, keeps its text.
app-author-argument-from = pattern
app-author-argument-to = by
app-author-argument-split = at
app-author-argument-part = which
app-author-argument-join = with
app-author-argument-case = lower, upper, title
app-author-argument-prefix = text before
app-author-argument-suffix = text after
app-author-argument-date = form, such as %d.%m.%Y
app-data-entries-above = The entries stand above, in place of the markup. The button at the top collects them.
app-data-nothing-yet = The table fills as soon as a page is open.
app-data-preview = The first { $shown } of { $count }, as they would be collected.
app-author-or-more = … or click on the page what else you want.
app-data-missing = missing
app-data-empty-tip = Nothing was found here.
app-data-by-itself = Found by itself, without a rule.
app-data-from-list = From the list.
app-data-default = The value that the rule gives when nothing is found.
app-data-other-way = Found by way number { $number }; the ones before found nothing.

# Panels
app-dock-right = At the right
app-dock-left = At the left
app-dock-bottom = Below
app-dock-hide = Hide
app-dock-fold = Fold
app-dock-menu = Place of { $panel }

# Menu, palette, files
app-menu = Menu
app-menu-file = File
app-menu-edit = Edit
app-menu-view = View
app-menu-help = Help
app-menu-recent = Recent projects
app-menu-panels = Panels
app-menu-version = Bowerbird { $version }
app-command-palette = Commands
app-command-palette-tip = Find a command, a view, a site, a page or a project
app-command-import = Import rules
app-command-import-tip = Read rules of this or another program from a file
app-command-export-rule = Export rules
app-command-export-rule-tip = Write rules to files, each with its samples
app-palette-hint = Find a site, a command, a record …
app-palette-field = Find
app-palette-nothing = Nothing fits. Type fewer letters.
app-palette-records = Search the records for “{ $words }”
app-palette-project = Open the project { $name }
app-palette-repair = Repair the rule of “{ $site }”
app-palette-panel = Panel
app-dock-show = Show
app-import-auto = Any file: find out what it is …
app-import-webscraper = webscraper.io sitemap
app-import-ftr = Full-text RSS site file
app-import-opml = Feed list (OPML)
app-import-legado = Legado source
app-import-crawl4ai = Crawl4AI schema
app-import-easyspider = EasySpider task
app-import-title = { $file }: { $format }
app-import-hint = What became of every part of the file. Passwords, cookies and program code are never taken.
app-import-add = { $count ->
    [one] Add 1 site
   *[other] Add { $count } sites
}
app-import-none = Add nothing
app-import-later = waits for a later version
app-import-figures = { $taken } taken, { $changed } changed, { $dropped } left out
app-import-notes = What became of its parts
app-import-taken = taken
app-import-changed = changed
app-import-dropped = left out
app-drop-title = Drop it here
app-drop-hint = Rules of this or another program, pages (HTML) or a project
app-drop-no-project = Open a project first; then drop the file again.
app-dialog-import = Choose a file with rules
app-dialog-import-kind = All files
app-dialog-export-rule = Export the rule
app-removed-task = The task of { $site } is removed.
app-author-test = The rule is complete. Does it work on other pages, too?
app-author-test-unread = Does the rule work on other pages, too?
app-author-test-nothing = The rule finds nothing on this page. Point at what you want, or see whether it works on other pages.
app-author-test-lacks = Required, but not found on this page: { $fields }. Point at it, or see whether the rule works on other pages.
app-author-no-test = Go on without
app-author-testing = Testing on further pages: { $done } of { $all } …
app-author-tested-all = { $full } of { $all } further { $all ->
    [one] page
   *[other] pages
} gave all fields.
app-author-tested-some = { $full } of { $all } further { $all ->
    [one] page
   *[other] pages
} gave all fields.
app-author-tested-missing = { $field } is missing on { $count }.
app-author-tested-empty = { $count ->
    [one] One page gave nothing.
   *[other] { $count } pages gave nothing.
}
app-author-open-bad = Look at it
app-author-test-again = Test again
app-author-name-free = Call it “{ $name }”
app-author-schedule-rests = The schedule is switched off.
app-author-schedule-on = Switch it on
app-author-next-run = Next: { $time }
app-author-seconds = { $seconds } s
app-author-large = A large page of { $count } elements; this takes a moment.
app-author-nothing-to-exclude = Nothing is found there, so there is nothing to leave out. Choose a field first, or point at something outlined.
app-author-found-as = Found here: { $name }
app-author-not-this = Not this one
app-author-not-this-one = Not this one: { $name }
app-author-not-this-tip = It is left out, and what is like it. The others stay.
app-turns = Runs
app-turns-name = How often it runs
app-turns-never = only when I say so
app-turns-minutes = every few minutes
app-turns-every-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
app-turns-hourly = every hour
app-turns-daily = every day at
app-turns-weekdays = on weekdays at
app-turns-weekly = every week on
app-turns-cron = by a cron expression
app-turns-adaptive = as often as it changes
app-turns-min = every
app-turns-max = to
app-turns-bounds-tip = The shortest and the longest time between two visits, such as 10m, 6h or 1d
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
app-page-menu-pick = This is what I want …
app-page-menu-too = This one too
app-page-menu-not = Not this one
app-page-menu-widen = Wider
app-page-menu-narrow = Narrower
app-page-menu-copy-link = Copy the link’s address
app-page-menu-copy-text = Copy the text
app-page-menu-copy-css = Copy a CSS selector
app-page-menu-copy-xpath = Copy an XPath
app-page-menu-tree = Show in the tree
app-page-menu-source = Show in the source
app-data-empty = empty
app-data-here = this page
app-data-from = From
app-data-wrong = not usable: { $value }
app-data-copy-cell = Copy this value
app-data-copy-column = Copy the column
app-data-copy-all = Copy the whole table
app-data-open = Open its page
app-data-exclude = Not this one
app-keys-fields = F2 Delete Alt+↑ Alt+↓
app-keys-fields-tip = Rename, remove and move the field that has the focus
app-page-menu-pick-keys = Enter
app-page-menu-too-keys = Shift+Enter
app-page-menu-not-keys = X
app-author-show-next = Show it
app-removed-site = { $records ->
        [0] { $site } is removed, with its rule, samples and tasks.
        [one] { $site } is removed, with its rule, samples, tasks and its record.
       *[other] { $site } is removed, with its rule, samples, tasks and all { $records } records.
    }
app-sites-remove = Remove
app-sites-remove-tip = Remove the site with its rule, samples, tasks and records. It can be undone for a moment.
app-command-open-page = Open page …
app-command-open-page-tip = Open a page that lies on disk in the workbench
app-dialog-page = Choose a page
app-dialog-page-kind = Pages
app-dialog-export-rules = Choose a folder for the rules
app-drop-failed = { $first } (And { $count } more that cannot be used.)
app-page-file-from = Where does { $file } come from?
app-page-file-from-hint = The page does not say its address. Its links need one, and so does a rule made on it.
app-page-file-address = It comes from
app-page-file-open = Open it
app-page-file-without = Open without an address
app-page-file-cancel = Cancel
app-page-files-title = { $count } { $count ->
    [one] page
   *[other] pages
}
app-page-files-hint = A sample keeps a page with what the rule finds on it now; every later change of the rule is held to it.
app-page-files-no-rule = To keep them as samples, open a site's rule or make one in the workbench first; then drop them again.
app-page-files-keep = Keep all as samples of “{ $rule }”
app-page-files-first = Open the first
app-samples-taken = { $count ->
        [one] One sample is kept.
       *[other] { $count } samples are kept.
    }
app-samples-not-taken = { $added ->
    [one] 1 kept as a sample
   *[other] { $added } kept as samples
}, { $failed } not. { $name }: { $reason }
app-rules-written = { $rules ->
        [one] The rule was written to { $path }
       *[other] { $rules } rules were written to { $path }
    }{ $samples ->
        [0] .
        [one] , with one sample.
       *[other] , with { $samples } samples.
    }
app-rules-export-title = Export rules
app-rules-export-hint = Each rule becomes a file NAME.toml, its samples a folder NAME.samples beside it. Passwords stay here.
app-rules-export-all = All sites
app-rules-export-folder = Write to the folder
app-rules-export-several = Several or all, into a folder …
app-rules-export-write = { $count ->
        [one] Write one rule
       *[other] Write { $count } rules
    }
app-dialog-none-project = The system shows no file dialog here. Drop the project file onto the window, or start the program with --project and the path of the file.
app-dialog-none = The system shows no file dialog here. Drop the file onto the window, or type its path: a rule file’s at the top of Sites, a page’s in the address bar.
app-author-refused-again = Try again
app-author-refused-through = Try through a proxy
app-author-refused-other = Try another proxy
app-author-refused-proxy = Add a proxy
app-author-refused-account = Add an account
app-author-refused-anyway = Use the page anyway
app-author-refused-anyway-tip = Continue as if this were the requested page
app-author-point-nothing = No text and no records found on this page. If scripts fill it, look for a feed or a JSON address, or save the page in a browser and open the file; otherwise click what you want.
app-author-foreign = This page is not of “{ $site }”.
app-author-foreign-open = Say above whether this page gets a rule of its own; the rule is shown again when you go on with it.
app-author-new-site = Make a new site of it
app-author-go-on-with = Go on with “{ $site }”

app-view-runs = Runs
app-view-runs-tip = What each run brought, how it ended and why, page by page
app-run-cancelled = Cancelled; what was queued is dropped.
app-run-cancelled-now = The run of { $site } is cancelled, and what is queued is dropped.
app-sites-cancel = Cancel
app-sites-cancel-tip = Ends the run for good: pages that wait are dropped, and the next run begins anew. Can be undone for a moment. To keep them, stop or pause.
app-sites-drop-queue = Drop the queue
app-sites-show-runs = Runs
app-runs-all-sites = All sites
app-runs-empty = No run yet
app-runs-empty-hint = Run a site, and its runs are listed here with what became of each page.
app-runs-table = Runs
app-runs-pages-table = Pages of the run
app-runs-group = { $count } × { $why }
app-runs-group-example = Example
app-runs-group-tip = Show these pages alone
app-runs-find = Address contains
app-runs-none-found = No page of these has that in its address.
app-runs-most = Only { $most } { $most ->
    [one] page
   *[other] pages
} are listed.
app-runs-status = Status
app-runs-answer-took = Answer
app-runs-milliseconds = { $ms } ms
app-runs-matches = Found
app-runs-live = { $done } { $done ->
    [one] page
   *[other] pages
} done, { $queued } to go · { $rate } a second · for { $took }
app-runs-live-left = about { $left } left
app-runs-live-share = Share of the known pages that is done
app-runs-pace = Slow down to a page every
app-runs-pace-rule = as the rule says
app-runs-pace-gap = { $seconds } s
app-runs-pace-tip = For this run only. It never gets faster than its rule, robots.txt and supervision allow.
app-runs-totals = { $runs ->
    [one] One run:
   *[other] { $runs } runs:
} { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $new } new { $new ->
    [one] record
   *[other] records
}, { $bytes }.
app-runs-when = When
app-runs-cause = Begun by
app-runs-end = End
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
app-runs-filter-wrong = Went wrong ({ $count })
app-runs-close = Close
app-runs-show-site = Show the site
app-runs-copy-address = Copy the address
app-runs-open-received = Open as received
app-runs-open-received-tip = Shows the answer that the run got, without asking the site again
app-runs-none-wrong = No page of this run went wrong.
app-runs-no-pages = No pages are kept of this run. Only the latest runs of a site keep theirs.
app-runs-no-page-yet = No page is read yet.
app-cause-by-hand = A person
app-cause-schedule = A task
app-cause-retry = A retry
app-end-open = Running
app-end-finished = Finished
app-end-incomplete = Incomplete
app-end-limited = Limit reached
app-end-stopped = Stopped
app-end-blocked = Blocked
app-end-failed = Failed
app-end-paused = Paused
app-end-interrupted = Broke off
app-end-cancelled = Cancelled
app-page-read = Read
app-page-unchanged = Unchanged
app-page-empty = Empty
app-page-again = Again later
app-page-failed = Failed
app-page-missing = Missing
app-runs-bring = Bring what is missing ({ $count })
app-runs-bring-tip = Run the site again: it asks for the missing pages, and for what is new
