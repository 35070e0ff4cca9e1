# engine
engine-no-threads = Couldn't start enough threads ({ $reason }). Close other programs and start Bowerbird again.
engine-no-file = File not found: { $path }. Check its name and folder.
engine-file-folder = { $path } is a folder. Choose or drop the files it contains.
engine-cannot-read = Couldn't read { $path }: { $reason }. Check the name and your permissions.
engine-crawl-disk-full = The disk is full: couldn't write { $path }. The pages read so far are in { $part }. Free some space or choose another disk, then crawl again.
engine-cannot-write = Couldn't write { $path }: { $reason }. Choose another location, or free some space.
engine-rule-file = { $path }: { $errors }
engine-no-json = { $source } is not JSON ({ $reason }), which JSONPath requires. Use CSS or XPath for HTML.
engine-no-page = { $source } is { $kind }, not a page. Use a page or its address instead.
engine-kind-picture = an image
engine-kind-pdf = a PDF
engine-kind-archive = an archive or an office document
engine-kind-media = an audio or video file
engine-kind-program = a program
engine-kind-font = a font
engine-kind-database = a database
engine-kind-binary = a binary file
engine-too-large = { $path } is larger than { $limit } MB, too large for a page. Split it, or choose another file.
engine-holds-no-json = { $source } is not JSON, and none of its scripts contains any. Use CSS or XPath for HTML.
engine-status-told = { $source } responded with error status { $status }. The error page follows.
engine-bad-line = { $path }, line { $line }: { $reason }. Each line must be one JSON object.
engine-bad-url = “{ $url }” is not a web address: { $reason }. Write it like https://example.org/news.
engine-bad-scheme = “{ $url }” starts with “{ $scheme }”, which is not supported. Use an http or https address.
engine-bad-address = The rule sends requests from “{ $address }”, which is not an IP address. Correct network.local_address in the rule.
engine-bad-pattern = This pattern is not a valid regular expression. Correct it and try again. { $reason }
engine-url-spaces = “{ $url }” contains a space. Check what you pasted, or write %20 for a space.
engine-no-source = No feed or sitemap at { $url }, and the page links to no feed. Make a rule for it in the window, or with “bowerbird rule learn”.
engine-addresses-unreadable = Couldn't read the address list { $path }: { $reason }. Put the file there, or give its full path as “file” under [pages].
engine-addresses-no-file = The address list { $path } is a folder, a device or a pipe. Put the addresses in a regular file.
engine-addresses-not-allowed = The rule reads the local file { $path }, which is not allowed. See what the project would do: bowerbird project show { SHELL($project) }. Allow it: bowerbird project allow { SHELL($project) }. Or move the file to the project's folder and give only its name as “file” under [pages].
engine-addresses-large = The address list { $path } is larger than { $most } MB. Split it across several sites.
engine-addresses-none = No addresses were found in { $path }. Use full addresses that start with http:// or https://.
engine-addresses-column = { $path } has no column “{ $column }”. { $count ->
    [0] Its first line has no names; give the column's number, counting from 1.
   *[other] It has: { $columns }.
}
engine-bad-proxy = This is not a proxy address. Write it like http://host:3128 or socks5://host:1080.
engine-no-such-version = The rule has no version { $version }. See: bowerbird rule history
engine-rename-locked = “{ $before }” cannot be renamed to “{ $after }” now: its accounts' passwords would stay under the old name. { $reason }
engine-rerun-busy = The saved pages of “{ $site }” are already being re-extracted. Wait until that is done, or stop it.
engine-cancel-stands = The run of { $site } is being cancelled, so it cannot be paused. Its queue is cleared once the current pages are stored; “Undo” brings the queue back.
engine-export-busy = Another export is in progress. Wait until it is done, or cancel it.
engine-storage-busy = Saved pages are already being exported, or records are being archived. Wait until that is done, or cancel it.
engine-no-such-site = The site { $site } no longer exists. It may have been removed.
engine-bad-proxy-name = A proxy cannot be named “{ $name }”. The name must not be empty, and “none”, “pool”, “always”, “tag:…” and “tier:…” are reserved. Choose another one.
engine-proxy-gone = This proxy is no longer in the pool.
engine-proxy-known = This proxy is already in the pool, as “{ $name }”. To change its password, select it in the list.
engine-proxy-no-user = The proxy “{ $name }” has no user name. Give one with the password.
engine-no-such-proxy = No enabled proxy is named “{ $name }”. Add it to the pool, or change network.proxy in the rule.
engine-no-such-account = This account no longer exists.
engine-no-such-element = This element is no longer on the page. Reload the page.
engine-no-login-form = The rule for { $site } does not say where to log in. Set the login page under “Login method…” in Accounts, or as “url” in a [login] section of the rule.
engine-no-password = No password is saved for { $user }. Enter one with “Change” in Accounts.
engine-no-sample = Couldn't start the sample site: { $reason }.
engine-run-broke = The run stopped because of an internal error. Everything stored so far is safe; run again to continue.
engine-limit-pages = The limit of { $most } { $most ->
    [one] page
   *[other] pages
} per run has been reached. Run again to continue, or raise the limit.
engine-limit-time = The time limit of { $most } per run has been reached. Run again to continue, or raise it.
engine-limit-bytes = The limit of { $most } received per run has been reached. Run again to continue, or raise it.
engine-limit-errors = The limit of { $most } { $most ->
    [one] error
   *[other] errors
} per run has been reached. Check the failed pages before you run again.
engine-nothing-failed = No page of this site failed or was empty, so there is nothing to retry.
engine-task-repeated = “{ $title }” already runs at these times (task { $task }). Change that task, or choose other times.
engine-task-never = This task would never run. Choose a future time, and check the time zone.
engine-task-bounds = Invalid interval. The shortest interval must be at least one minute and no longer than the longest one.
engine-nothing-again = None of these pages has been fetched for this site before, so there is nothing to refresh. Run the site to collect them.
engine-account-works = { $user } is logged in.
engine-proxy-fault = { $cause } The proxy “{ $proxy }” is at fault, not the site.

engine-page-status = { $url } responded with status { $status }.
engine-page-skipped = { $url } is not an HTML page of this site, so it was skipped.
engine-page-unreadable = Couldn't read { $url } because of an internal error.
engine-robots-unreachable = Couldn't load the robots.txt of { $url }, so nothing may be fetched there now. Try again later.

engine-waiting-delay = next request to { $host } in { $left }: the rule sets { $delay } between requests
engine-waiting-robots = next request to { $host } in { $left }: robots.txt sets { $delay } between requests
engine-waiting-person = next request to { $host } in { $left }: you set { $delay } between requests
engine-waiting-slowed = next request to { $host } in { $left }: the site rejected faster requests, so they are { $delay } apart for now
engine-waiting-pause = next request to { $host } in { $left }: the site sent “too many requests” or has problems
engine-waiting-asked = next request to { $host } in { $left }: the site allows no more requests until then
engine-waiting-slow = next request to { $host } in { $left }: the site took { $took } to respond and needs time to recover
engine-waiting-turn = next request to { $host } in { $left }: another site on this host goes first
engine-waiting-quiet = next request to { $host } in { $left }: the rule's quiet hours are in effect; “bowerbird run --now” ignores them
engine-waiting-retry = next request in { $left }: retrying failed pages
engine-waiting-question = waiting for you, { $left } left: the site requires a login or a check that only a person can complete

engine-reason-ok = { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} read, { $records ->
    [one] 1 new record
   *[other] { $records } new records
}{ $failed ->
    [0] .
   *[other] ; pages given up: { $failed }.
}
engine-reason-going-on = The site responds normally again.
engine-reason-rule-fits-again = The rule finds everything it should again.
engine-reason-stood-in = The rule's required fields are missing on { $missed } of { $pages } { $pages ->
    [one] page
   *[other] pages
}; automatic detection was used.
engine-reason-required-missing = Required fields not found on any page in this run: { $fields } (pages checked: { $checked }). Other values were stored.
engine-reason-required-still-missing = The rule was changed but still doesn't find required fields on the latest pages: { $fields }. This run had no new pages.
engine-reason-start-gone = The start page { $url } returns status { $status }: not found.
engine-reason-robots = robots.txt forbids { $url } (“{ $rule }”).
engine-reason-missed-column = { $field } is missing from all { $records } records of this run, although nearly all earlier ones have it. Open one of the pages in the workbench and pick it there, if the page still shows it.
engine-reason-list-failed = { $lists ->
    [one] 1 list page could not be read, { $url }; its items
   *[other] { $lists } list pages could not be read, the last of them { $url }; their items
} are missing.

engine-next-waiting = Waiting { $seconds } s before retrying.
engine-next-waiting-for = Waiting { $wait } before retrying.
engine-next-proxy = Continuing with proxy { $proxy }.
engine-next-account-failed = The account “{ $user }” does not work: { $fault }
engine-reason-as-visitor = The rule requires a login but none was possible, so only public content was collected. { $why }
engine-next-login-failed = Login failed: { $fault }
engine-next-rate-limited-until = The site requires a wait of { $minutes } min; no requests until then.
engine-next-asked-to-wait = The site requires a wait of { $wait }; no requests until then.
engine-next-remedies = { $first } { $second }
engine-next-locked = A proxy in the pool could help, but its password is locked. Enter the passphrase in the window, or on the command line set BOWERBIRD_PASSPHRASE_FILE to a file that contains it; then run the site again.
engine-next-locked-window = A proxy in the pool could help, but its password is locked. Enter the passphrase, then run the site again.
engine-next-no-proxy-usable = No proxy in the pool can be used. In Proxies, check which are off, resting or refused by this site; then enable one or add another.
engine-pool-fault-unknown = unknown error
engine-pool-none-usable = No proxy can be used now.{ $resting ->
    [0] {""}
    [one] {" "}1 is resting ({ $why }).
   *[other] {" "}{ $resting } are resting ({ $why }).
}{ $off ->
    [0] {""}
    [one] {" "}1 is off.
   *[other] {" "}{ $off } are off.
}{ $spent ->
    [0] {""}
    [one] {" "}1 has reached its traffic limit.
   *[other] {" "}{ $spent } have reached their traffic limits.
}{ $locked ->
    [0] {""}
    [one] {" "}1 needs its password, which is locked.
   *[other] {" "}{ $locked } need their passwords, which are locked.
}{ $refused ->
    [0] {""}
    [one] {" "}1 was refused by this site or is not allowed.
   *[other] {" "}{ $refused } were refused by this site or are not allowed.
}
engine-next-blocked-agent = Remove user_agent from the rule's network section, or set another one; then run the site again.
engine-next-login-required = Add an account for this site; then run it again.
engine-next-question = Run “bowerbird answer” with the name of the site: the site opens in your browser. Log in or complete the check there, and the run continues.
engine-next-question-window = Choose “Log in or verify…”: the site opens in your browser. Log in or complete the check there, and the run continues.
engine-next-soft-block = Compare the page with what a browser shows.
engine-next-script-shell = Set a browser (Chromium, Chrome, Edge or Brave) in Settings → Browser, or use a feed or API of the site as the source.
engine-next-list-partial = Open the page in the workbench and make the list item match all entries: a class in its selector may apply to only some. If you want only these, choose “Accept partial list”, or set partial = true under [list].
engine-next-layout-changed = Repair the rule: “Repair rule…” in the window or the command “rule repair” suggests fixes. Or open the page in the workbench and adjust the rule.
engine-next-run-again = The rule has changed since the last run. Run the site again to retry pages that failed or were empty.
engine-next-empty = Open the page in the workbench and check the rule's selectors.
engine-next-outage = If this persists, check the address.
engine-next-silent-proxy = All requests go through proxy { $proxy }, and it may be the proxy that is not responding. Test it, or run the site without it.
engine-next-proxy-fault = Test the proxy, or choose another one.
engine-next-incomplete = Run the site again to retry what is missing. If this persists, open the page in a browser.
engine-reason-given-up = The missing pages were given up. They are retried if a list still links to them.
engine-next-incomplete-of = Run the site again (bowerbird run { SHELL($site) }) to fetch what is missing, or use “bowerbird cancel { SHELL($site) }” to do without it.
engine-next-incomplete-of-window = Run { $site } again to fetch what is missing, or cancel its run to do without it.
engine-reason-incomplete = { $missing ->
    [one] 1 listed page is missing:
   *[other] { $missing } listed pages are missing, the first being
} { $url }. { $why }
engine-next-start-gone = Open the site in a browser, find where the list is now, and correct the start address in the rule.
engine-next-robots-page = It was skipped. If the site's owner permits collecting it, set politeness.robots = false in the rule.
engine-next-robots = Choose another start page. If the site's owner permits collecting it, set politeness.robots = false in the rule.

engine-import = Couldn't import { $path }. { $reason }
engine-file-goes-on = The article continues at { $url }. Only the file was read; give the page's address instead to read all of it.
engine-next-left = There are more records on the next page, { $url }. Only this page was read; a run reads all of them.
engine-thread-goes-on = The thread continues at { $url }. Use --pages to read more.
engine-part-refused = The article continues at { $url }, but the site returned status { $status } for that page. The article's text may be incomplete.
engine-part-unread = The article continues at { $url }, but that page was not read. The article's text may be incomplete. { $reason }
engine-part-disallowed = The site's robots.txt does not allow it.

# The workbench
engine-bench-missing = “{ $field }” is required but was not found here. Click it on the page, or make it optional.
engine-bench-not-of-type = “{ $text }” was found for “{ $field }”, but it doesn't match the field's type. Choose another type, or add a step that extracts the value.
engine-bench-rule-fault = The rule is not valid. Line { $line }, column { $column }: { $fault }
engine-bench-no-rule = The rule is not valid. Undo the last change to its text.
engine-bench-page-gone = This page is no longer open. Reload it.
engine-bench-picks-gone = { $count ->
    [one] 1 example is on a page that is no longer open, and was not used.
   *[other] { $count } examples are on pages that are no longer open, and were not used.
}
engine-bench-no-link = There is no link here. Click a link, or something inside one.
engine-bench-alone = Nothing else on this page is similar. Click the same thing in another record too, or choose “one article” after “This page is”.
engine-bench-left-out = Excluded on every page by { $selector }.
engine-bench-not-left-out = This cannot be told apart from the value. Point at an element around or inside it.
engine-learn-text-by-generic = The text is detected automatically and agrees with what you picked, so the rule needs no selector for it. You can still choose one for Text.
engine-learn-next = The page continues at { $url }; the rule follows that link. Remove “next” to read only this page.
engine-bench-next-of-nothing = The rule has no list or records to continue on a next page. Pick them first.
engine-bench-no-offer = This suggestion is no longer available. Reload the page.
engine-bench-patterns-gone = { $count ->
    [one] The rule's address patterns were removed, because they excluded 1 of these links.
   *[other] The rule's address patterns were removed, because they excluded { $count } of these links.
}
engine-bench-sample-empty = The rule finds nothing on this page, so a sample would be empty. Pick at least one value first.
engine-bench-sample-gone = This sample no longer exists.
engine-bench-samples-full = There are already { $count } samples, which is the maximum. Remove one first.
engine-bench-not-kept = { $url } is not saved in the project. Load it from its site, or run the site again.
engine-bench-robots-open = robots.txt does not allow programs to collect { $url } (“{ $rule }”). You can view it; runs skip it unless the site's rule sets robots = false.
engine-bench-robots = robots.txt forbids { $url }, so it was not fetched.
engine-bench-nothing-before = No older pages of this site to compare with: there is no sample, and no saved page on which the rule works. Point at the fields again.

engine-cancelled = { $dropped ->
    [one] 1 queued page was cleared; the next run starts over.
   *[other] { $dropped } queued pages were cleared; the next run starts over.
}
engine-waiting-place = waiting for another run to end: the maximum number of runs is active
engine-robots-long-gone = The robots.txt of { $host } couldn't be loaded for { $days } { $days ->
    [one] day
   *[other] days
}, so it counts as missing (RFC 9309 allows that after 30), and the pages were fetched. Check whether the site still allows crawling.

# What a project may do by itself
plan-at-rest = The project { $path } is restricted: you have not allowed its automatic actions on this computer. See them: bowerbird project show { SHELL($path) }. Allow them: bowerbird project allow { SHELL($path) }.
plan-is-at-rest = The project is restricted. It wants to do this automatically:
plan-is-allowed = The project is not restricted. It may do what is allowed here:
plan-line = { $part } ({ $standing }): { $text }
plan-standing-allowed = allowed
plan-standing-refused = refused
plan-standing-new = new
plan-standing-changed = changed
plan-no-part = The project has no part “{ $part }”. “bowerbird project show” lists its parts.
plan-permissions-file = Couldn't read or save project permissions at { $path }: { $reason }
plan-export-hidden = The export “{ $name }” was not written: exports after runs need a full path and a file name that doesn't start with a dot. Save it again with another target.
plan-run-by-hand = The project is restricted: the sites you named are fetched now, without logins and without exports after runs. Allow these: bowerbird project allow { SHELL($path) }.
plan-login-refused = You refused the login to { $site } for this project. To allow it, open “Project permissions” in the window, or use “bowerbird project allow”.
plan-part-site = fetch pages of the site “{ $name }” from { $wants }
plan-part-login = log in to the site “{ $name }”: { $wants }
plan-part-file = read a local file for the site “{ $name }”: { $wants }
plan-part-private = request addresses in your network for the site “{ $name }”: { $wants }
plan-part-proxy = send requests through the proxy “{ $name }”: { $wants }
plan-part-export = write the export “{ $name }” after runs: { $wants }
plan-part-webhook = post alerts to { $wants }
plan-part-mail = email alerts (server, recipients): { $wants }
plan-part-task = run the scheduled task “{ $name }”: { $wants }
plan-wants = { $wants }
plan-wants-more = { $wants } and { $more } more
plan-part-export-by-hand = write the export “{ $name }” on request: { $wants }
plan-part-service = send text to a service for summaries: { $wants }
plan-line-before = Previously: { $wants }
plan-refused = Not done, because you refused it for this project: { $part }. To allow it, open “Project permissions” in the window, or use “bowerbird project allow FILE --only { SHELL($part) }”.
plan-changed-meanwhile = The project's plans have changed in the meantime. Nothing was allowed or refused; review them again.
app-command-permissions = Project permissions…
app-command-permissions-tip = See what the project does automatically, and allow or refuse each part
plan-look = Review…
plan-bar = This project is restricted. It wants to do the following: { $wants }. None of this happens until you review and allow it.
plan-count-between = {", "}
plan-count-sites = { $count ->
    [one] fetch from 1 site
   *[other] fetch from { $count } sites
}
plan-count-logins = { $count ->
    [one] log in to 1 site
   *[other] log in to { $count } sites
}
plan-count-files = { $count ->
    [one] read 1 local file
   *[other] read { $count } local files
}
plan-count-exports = { $count ->
    [one] write 1 export
   *[other] write { $count } exports
}
plan-count-alerts = { $count ->
    [one] send data to 1 address
   *[other] send data to { $count } addresses
}
plan-count-proxies = { $count ->
    [one] use 1 proxy
   *[other] use { $count } proxies
}
plan-count-schedules = { $count ->
    [one] run 1 task on a schedule
   *[other] run { $count } tasks on a schedule
}
plan-title = What “{ $project }” may do automatically
plan-why-rests = Not done: the project is restricted until you decide what it may do.
plan-hint-rest = This is what the project file wants to do. Nothing happens until you allow it; what you refuse never happens. You can still read, search and export manually.
plan-hint-allowed = What you refuse never happens, even when you ask for it. Changes you make yourself in Bowerbird count as allowed.
plan-nothing = The project does nothing automatically.
plan-group-sites = Sites it fetches from
plan-group-logins = Logins
plan-group-files = Local files it reads
plan-group-exports = Exports
plan-group-alerts = Alerts and text it sends
plan-group-proxies = Proxies
plan-group-schedules = Schedules
plan-choice-allow = Allow
plan-choice-refuse = Refuse
plan-all-allow = Allow all
plan-all-refuse = Refuse all
plan-allow = Allow
plan-allow-some = Apply (allow { $count } of { $all })
plan-keep = Apply
plan-leave = Decide later
plan-close = Close
news-new-site = With the new site “{ $site }”, Bowerbird would:
news-known-site = This rule replaces the one for “{ $site }”. Unlike the old rule, it would:
news-part = {"  "}- { $part }
news-part-before = {"    "}previously: { $wants }
news-question = Replace the current rules for { $sites } with the new ones? [y/N]
news-needs-yes = Nothing was changed: the new rules of { $sites } would contact other hosts, log in differently or read files, as listed above. Review this, then add --yes.
news-title = Add the site “{ $site }”?
news-would = Bowerbird would { $part }
news-add = Add this site
news-leave = Don't add
engine-remote-refused = The Bowerbird process that has this project open refused the command. Check its window or log.
