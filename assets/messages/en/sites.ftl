# The view of sites: picking out, evidence, timeline, what can be done
sites-part-evidence = Evidence
sites-part-timeline = Timeline
sites-column-reason = Why
sites-column-since = Since
sites-column-next = What happens next
sites-search = Search the sites
sites-search-hint = Name, address or reason
sites-chip-all = All { $count }
sites-chip-attention = needs a look
sites-filter-none = No site is like that. Choose “All” to see every site.
sites-sort = Order of the sites
sites-sort-name = By name
sites-sort-worst = Worst first
sites-sort-newest = Changed last first
sites-sort-oldest = Unchanged longest first
sites-sort-column = By a column

sites-act-retry = Retry now
sites-act-retry-tip = Run the site now, whatever was to happen next.
sites-act-probe = Probe now
sites-act-probe-tip = Ask for one page now, to see whether the site answers again.
sites-act-proxy = Other proxy
sites-act-proxy-tip = Go on through another proxy of the pool.
sites-act-account = Other account
sites-act-account-tip = Go on with another account of this site.
sites-act-no-block = Not a block
sites-act-no-block-tip = This page is a good one: pages like it count as good from now on.
sites-act-block = Is a block
sites-act-block-tip = This page is no good one: pages like it count as blocks from now on.
sites-act-browser = Open in browser
sites-act-browser-tip = See the page as a person would, and pass a check by hand.
sites-act-cookies = Bring cookies back
sites-act-cookies-tip = After the check was passed in the browser: import its cookies under Accounts, then retry.
sites-act-pause-tip = Neither runs nor probes ask the site until you resume it.

sites-why-runs = The site is being collected right now.
sites-why-well = The site answers as it should.
sites-why-no-proxy = No proxy of the pool is switched on. Add one under Proxies.
sites-why-no-account = There is no other account of this site. Add one under Accounts.
sites-why-no-block = The last page was not taken for a block.
sites-why-block = The page is taken for a block already.
sites-why-no-page = There is no page of the site to speak of.
sites-why-no-address = The address is none that a browser can open.
sites-why-no-cookies = Cookies help against a check, a refusal or a login; there is none.
sites-why-no-repair = The rule fits the pages, so there is nothing to repair.
sites-why-stopping = The run is stopping already.
sites-why-paused = The site is paused already.
sites-why-no-queue = The last run left no page in the queue.
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
sites-fact-no-session = Not used yet
sites-fact-page = Page
sites-fact-off = Switched off: tasks and “Run all” leave it out.
sites-fact-paused = Not before you resume it.
sites-fact-scheduler-off = Not scheduled: the scheduler under Tasks is off.
sites-fact-no-task = Only when you start it: no task runs this site.
sites-remedy-add-proxy = Add a proxy …
sites-remedy-partial = Take only these
sites-remedy-proxies = Proxies …

sites-evidence-never-ran = The site has not run yet, so there is no evidence. Run it to see how it answers.
sites-evidence-found = What was found
sites-evidence-none = Nothing speaks against this page.
sites-evidence-past = The page shown is an earlier one, kept as evidence: it came at { $time } with status { $status }. Verdict then: { $reason }
sites-evidence-past-unknown = The page shown is an earlier one, kept as evidence: it came at { $time } with status { $status }. Its verdict is no longer kept.
sites-evidence-now-fine = Nothing speaks against the site now.
sites-evidence-piece = Evidence { $number }, { $place }, { $strength }: { $matched }
sites-evidence-mark-tip = Shows it marked in the page.
sites-evidence-elsewhere = It does not stand in the page that is kept.
sites-evidence-vendor = mark of { $vendor }
sites-evidence-source = { $signal }, from: { $source } ({ $date })
sites-evidence-own = { $signal }, found by the program itself
sites-evidence-not-kept = The page is not kept.
sites-evidence-not-kept-hint = No answer came, or it was let go to save room. Retry the site to see its page here.
sites-strength-strong = strong, decides alone
sites-strength-weak = weak, only with others
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
sites-received-page = the good page kept last · status { $status } · { $time } · { $bytes }
sites-received-of-run = Page of a run, { $time }
sites-received-other-answer = The answer of that run is no longer kept. What is shown was received at another time.
sites-received-open = Open this answer in the workbench
sites-received-back = Back to the site

sites-span-day = Day
sites-span-week = Week
sites-span-month = Month
sites-timeline-empty = Nothing happened to this site yet: its timeline begins when it stops answering as it should.
sites-timeline-now = now
sites-timeline-moves = What happened
sites-timeline-move = { $time }  { $from } → { $to }
sites-timeline-name = Timeline of the site: { $bands }
sites-tried = What was tried
sites-tried-none = Nothing had to be tried.
sites-tried-one = { $time }  { $action }: { $outcome }

# The form of a rule: when the site does not answer as it should
sites-form-supervise = When it does not answer as it should
sites-form-probe-every = Test a closed site after
sites-form-probe-every-tip = The wait before the first test, such as 30s, 10m or 2h; it doubles with each test that finds the site closed.
sites-form-probe-at-most = at the latest after
sites-form-probe-at-most-tip = What the wait between two tests grows to, such as 6h or 1d.
sites-form-longest-wait = Wait within a run
sites-form-longest-wait-tip = The longest wait within a run, up to 1h. Where the site asks for a longer one, the run ends and goes on later.
sites-form-actions = What is tried, in which order
sites-form-actions-hint = What is not ticked is never done. The first that fits the answer comes first.
sites-form-earlier = Earlier
sites-form-earlier-name = Try earlier: { $action }
sites-form-later = Later
sites-form-later-name = Try later: { $action }
