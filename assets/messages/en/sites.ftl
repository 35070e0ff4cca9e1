# The view of sites: picking out, evidence, timeline, what can be done
sites-part-evidence = Evidence
sites-part-timeline = Timeline
sites-column-reason = Why
sites-column-since = Since
sites-column-next = Next step
sites-search = Search sites
sites-search-hint = Name, address or reason
sites-chip-all = All { $count }
sites-chip-attention = needs you
sites-filter-none = No matching sites. Choose “All” to see every site.
sites-sort = Sort sites
sites-sort-name = By name
sites-sort-worst = Worst first
sites-sort-newest = Most recently changed first
sites-sort-oldest = Least recently changed first
sites-sort-column = By column

sites-act-retry = Retry now
sites-act-retry-tip = Run the site now instead of waiting for the next step
sites-act-probe = Retry one page
sites-act-probe-tip = Request one page now to see whether the site responds again
sites-act-proxy = Switch proxy
sites-act-proxy-tip = Continue with another proxy from the pool
sites-act-account = Switch account
sites-act-account-tip = Continue with another account for this site
sites-act-no-block = Not a block
sites-act-no-block-tip = This page and similar ones no longer count as blocks
sites-act-block = Mark as block
sites-act-block-tip = Count this page and similar ones as blocks from now on
sites-act-browser = Open in browser
sites-act-browser-tip = See the page in your browser and complete checks yourself
sites-act-cookies = Log in manually
sites-act-cookies-tip = Open the site in a browser window, log in or complete its check there, and run it with those cookies
sites-act-answer = Log in or verify…
sites-act-answer-tip = Open the site in a browser window to log in or complete its check; the run then continues
sites-question-open = A browser window shows { $host }. Log in or complete the check there, then choose “I'm done” or close the window.
sites-question-done = I'm done
sites-question-cancel = Cancel
sites-why-no-question = The site is not asking for a login or a check.
sites-act-pause-tip = No runs or automatic retries until you resume the site

sites-why-runs = The site is running.
sites-why-well = The site responds as expected.
sites-why-no-proxy = No proxy in the pool is enabled. Add one in Proxies.
sites-why-no-account = This site has no other account. Add one in Accounts.
sites-why-no-block = The last page did not count as a block.
sites-why-block = The page already counts as a block.
sites-why-no-page = No page was received from this site, so there is none to mark.
sites-why-no-address = A browser cannot open this address.
sites-why-no-cookies = Cookies help only against checks, blocks and logins; this site has none of these now.
sites-why-no-repair = The rule fits the pages, so there is nothing to repair.
sites-why-stopping = The run is already stopping.
sites-why-paused = The site is already paused.
sites-why-no-queue = The last run left no pages in the queue.
sites-why-no-failed = No page of this site failed.
sites-why-no-records = The site has no records yet.

sites-fact-state = State
sites-fact-last-run = Last run
sites-fact-next-run = Next run
sites-fact-collected = Collected
sites-fact-records = { $count ->
    [one] { $count } record
   *[other] { $count } records
}
sites-fact-failed = { $count ->
    [0] no failed pages
    [one] { $count } failed page
   *[other] { $count } failed pages
}
sites-fact-connection = Connection
sites-fact-session-now = In use by the current run
sites-fact-no-session = Not used yet
sites-fact-page = Page
sites-fact-off = Disabled: tasks and “Run all” skip this site.
sites-fact-paused = Not until you resume the site.
sites-fact-scheduler-off = Not scheduled: the scheduler in Tasks is off.
sites-fact-no-task = Only manually: no task runs this site.
sites-remedy-add-proxy = Add proxy…
sites-remedy-partial = Accept partial list
sites-remedy-proxies = Proxies…

sites-evidence-never-ran = Not run yet, so there is no evidence. Run the site to see how it responds.
sites-evidence-found = Findings
sites-evidence-none = No problems found on this page.
sites-evidence-past = This is an earlier page, saved as evidence: received { $time } with status { $status }. Verdict then: { $reason }
sites-evidence-past-unknown = This is an earlier page, saved as evidence: received { $time } with status { $status }. Its verdict is no longer stored.
sites-evidence-now-fine = No problems with the site now.
sites-evidence-piece = Evidence { $number }, { $place }, { $strength }: { $matched }
sites-evidence-mark-tip = Highlight this evidence on the page
sites-evidence-elsewhere = Not found in the saved page.
sites-evidence-vendor = typical of { $vendor }
sites-evidence-source = { $signal }, from: { $source } ({ $date })
sites-evidence-own = { $signal }, detected by Bowerbird
sites-evidence-not-kept = No saved page.
sites-evidence-not-kept-hint = No response was received, or the page was removed to save space. Retry the site to see its page here.
sites-strength-strong = strong, decisive on its own
sites-strength-weak = weak, decisive only with others
sites-place-transport = connection
sites-place-proxy = proxy
sites-place-status = status
sites-place-header = header
sites-place-url = address
sites-place-title = title
sites-place-structure = structure
sites-place-body = text
sites-place-rule = rule
sites-place-history = history
sites-received-picture = Page
sites-received-text = Text
sites-received-source = Source
sites-received-head = Headers
sites-received-text-name = Text of the page as received
sites-received-source-name = Source of the page as received
sites-received-address = address
sites-received-evidence = status { $status } · received { $time } · { $bytes }
sites-received-page = latest good page · status { $status } · { $time } · { $bytes }
sites-received-of-run = Page from a run, { $time }
sites-received-other-answer = The response from that run is no longer saved. The one shown was received at another time.
sites-received-open = Open this response in workbench
sites-received-back = Back to site

sites-span-day = Day
sites-span-week = Week
sites-span-month = Month
sites-timeline-empty = Nothing has happened yet: the timeline starts when the site stops responding as expected.
sites-timeline-now = now
sites-timeline-moves = Events
sites-timeline-move = { $time } · { $from } → { $to }
sites-timeline-name = Timeline of the site: { $bands }
sites-tried = Remedies tried
sites-tried-none = No remedies were needed.
sites-tried-one = { $time } · { $action }: { $outcome }

# The form of a rule: when the site does not answer as it should
sites-form-supervise = If the site does not respond as expected
sites-form-probe-every = First automatic retry after
sites-form-probe-every-tip = The wait before the first automatic retry, such as 30s, 10m or 2h; it doubles with each retry that fails
sites-form-probe-at-most = Max. wait between retries
sites-form-probe-at-most-tip = The longest wait between two automatic retries, such as 6h or 1d
sites-form-longest-wait = Max. wait in a run
sites-form-longest-wait-tip = The longest wait during a run, up to 1h. If the site asks for more, the run ends and continues later.
sites-form-person-wait = Wait for a person
sites-form-person-wait-tip = How long a run waits for you when a site requires a captcha or a login. 0s: no wait. Empty: 30m while a window is open, otherwise no wait.
sites-form-actions = Remedies, in order
sites-form-actions-hint = Remedies that are not selected are never used. The first one that fits the response is tried first.
sites-form-earlier = Move up
sites-form-earlier-name = Move up: { $action }
sites-form-later = Move down
sites-form-later-name = Move down: { $action }

# Several sites at once
sites-selected = { $count ->
    [one] 1 site selected
   *[other] { $count } sites selected
}
sites-batch-select = Select { $site }
sites-batch-subject = the selected sites
sites-batch-run = Run selected
sites-batch-why-paused = All selected sites are paused.
sites-batch-why-not-paused = No selected site is paused.
sites-batch-why-enabled = All selected sites are enabled.
sites-batch-why-disabled = All selected sites are disabled.
sites-batch-why-no-tag = The selected sites have no tags that you can remove.
sites-batch-settings = Change settings…
sites-batch-schedule = Schedule…
sites-batch-tag = Add tag…
sites-batch-untag = Remove tag
sites-batch-remove-tip = Remove the selected sites with their rules, samples, tasks and records. You can undo this for a short time.
sites-batch-remove-question = { $count ->
    [one] Remove the selected site
   *[other] Remove { $count } sites
} with { $records ->
    [one] 1 record
   *[other] { $records } records
}? You can undo this for 20 seconds.
sites-batch-tag-title = { $count ->
    [one] Add a tag to 1 site
   *[other] Add a tag to { $count } sites
}
sites-batch-tag-hint = Tag name
sites-batch-tag-add = Add tag
sites-batch-settings-title = { $count ->
    [one] Settings of 1 site
   *[other] Settings of { $count } sites
}
sites-batch-settings-hint = Only what you change here is applied to the selected sites. All other settings stay as they are.
sites-batch-mixed = Mixed
sites-batch-none = None
sites-batch-own-agent = Bowerbird's own
sites-batch-clear = Clear
sites-batch-leave = Leave as is
sites-batch-apply = Change settings
sites-batch-fetch = Fetch pages
sites-batch-fetch-auto = With plain requests, in the browser where needed
sites-batch-fetch-http = With plain requests only
sites-batch-fetch-browser = In the browser only
sites-batch-paused = { $count ->
    [one] 1 site paused.
   *[other] { $count } sites paused.
}
sites-batch-enabled = { $count ->
    [one] 1 site enabled.
   *[other] { $count } sites enabled.
}
sites-batch-disabled = { $count ->
    [one] 1 site disabled.
   *[other] { $count } sites disabled.
}
sites-batch-tagged = { $count ->
    [one] Tags of 1 site changed.
   *[other] Tags of { $count } sites changed.
}
sites-batch-set = { $count ->
    [one] Settings of 1 site changed.
   *[other] Settings of { $count } sites changed.
}
sites-batch-removed = { $count ->
    [one] 1 site removed
   *[other] { $count } sites removed
}, with rules, samples, tasks and { $records ->
    [one] 1 record
   *[other] { $records } records
}.

# Searches with engines that are ready to use
search-open = Search engines…
search-open-tip = Search the web, news or scholarly articles with several engines at once
search-title = Search with several engines
search-hint = The results become one list: a page found by several engines is one record that names them all. An engine is used only if its robots.txt allows it; read its terms before you use it.
search-group-general = Web
search-group-news = News sites
search-group-scholarly = Scholarly
search-group-chinese = In Chinese
search-terms = Terms of use
search-terms-of = Terms of use of { $engine }
search-asks-host = Searches { $host }
search-words = Search terms (one search per line)
search-words-hint = For example: new bridge
search-file = File with search terms
search-file-hint = One search per line
search-name = Site name
search-add = Check and add
search-add-others = Add the others
search-checks = Checking the engines' robots.txt…
search-refused = “{ $name }” is left out: its robots.txt does not allow searches (“{ $rule }”).
search-all-refused = No engine can be used: the robots.txt of each one forbids searches. Select other engines.
search-no-engine = Select at least one engine.
search-no-words = Enter at least one search term.
search-no-such-engine = There is no engine “{ $name }”. Available engines: { $known }
search-engines-file = Couldn't read the list of engines: { $fault }
search-engines-rule = The entry for the engine “{ $name }” is not valid: { $fault }
rules-search-doi = The address must contain {"{"}doi{"}"}.
