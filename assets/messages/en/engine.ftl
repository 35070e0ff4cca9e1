# engine
engine-no-threads = The program cannot start its threads ({ $reason }). Close other programs and start it again.
engine-no-file = There is no file { $path }. Check its name and folder.
engine-file-folder = { $path } is a folder. Choose or drop the files in it.
engine-cannot-read = { $path } cannot be read: { $reason }. Check the name and your rights to it.
engine-crawl-disk-full = The disk is full: { $path } could not be written. The pages read so far are in { $part }. Free some space or choose another disk, and crawl again.
engine-cannot-write = { $path } cannot be written: { $reason }. Choose another place, or free some space.
engine-rule-file = { $path }: { $errors }
engine-no-json = { $source } is no JSON ({ $reason }), and JSONPath works on nothing else. Use CSS or XPath for HTML.
engine-no-page = { $source } is { $kind }, not a page. Give a page, or the address of one.
engine-kind-picture = a picture
engine-kind-pdf = a PDF
engine-kind-archive = an archive or an office document
engine-kind-media = a sound or a film
engine-kind-program = a program
engine-kind-font = a font
engine-kind-database = a database
engine-kind-binary = a binary file
engine-too-large = { $path } is larger than { $limit } MB, which is more than any page. Split it, or choose another file.
engine-holds-no-json = { $source } is no JSON, and no script in it holds any. Use CSS or XPath for HTML.
engine-status-told = { $source } answered with status { $status }, which is an error. What follows is the error page.
engine-bad-line = { $path }, line { $line }: { $reason }. Each line must be one JSON object.
engine-bad-url = “{ $url }” is no web address: { $reason }. Type it like https://example.org/news.
engine-bad-scheme = “{ $url }” begins with “{ $scheme }”, which is not collected. Use an address that begins with http or https.
engine-bad-address = The rule sends from “{ $address }”, which is no IP address. Correct network.local_address in the rule.
engine-bad-pattern = A pattern is no regular expression: { $reason }
engine-url-spaces = “{ $url }” has a space inside. Addresses have none: check what was pasted, or write %20 where one is meant.
engine-no-source = There is neither a feed nor a sitemap at { $url }, and the page names no feed. Make a rule for it in the window, or with “bowerbird rule learn”.
engine-addresses-unreadable = The list of addresses { $path } cannot be read: { $reason }. Put the file there, or write its full path into [pages] file.
engine-addresses-no-file = The list of addresses { $path } is a folder, a device or a pipe. Only an ordinary file is read: put the addresses into one.
engine-addresses-not-allowed = The rule reads the local file { $path }, which is not allowed. See what the project wants: bowerbird project show { SHELL($project) }. Allow it: bowerbird project allow { SHELL($project) }. Or put the file into the project's folder and write its name alone into [pages] file.
engine-addresses-large = The list of addresses { $path } is larger than { $most } MB. Split it into several sites.
engine-addresses-none = There is no address in { $path }. Each must be a full one that begins with http:// or https://.
engine-addresses-column = { $path } has no column “{ $column }”. { $count ->
    [0] Its first line has no names; give the column by its number, from 1.
   *[other] It has: { $columns }.
}
engine-bad-proxy = This is no address of a proxy. Type it like http://host:3128 or socks5://host:1080.
engine-no-such-version = The rule has no version { $version }. See: bowerbird rule history
engine-rename-locked = “{ $before }” cannot be renamed “{ $after }” now: the passwords of its accounts would stay behind under the old name. { $reason }
engine-rerun-busy = The stored pages of “{ $site }” are being read again already. Wait until that is done, or stop it.
engine-cancel-stands = The run of { $site } is being cancelled for good, so there is nothing to pause. Its queue is dropped when the pages under way are stored; “Undo” brings it back.
engine-export-busy = Another export is being written. Wait until it is done, or cancel it.
engine-storage-busy = Stored pages are being written, or records moved, already. Wait until that is done, or cancel it.
engine-no-such-site = There is no site { $site } any more. It may have been removed meanwhile.
engine-bad-proxy-name = A proxy cannot be called “{ $name }”: rules mean something else by “none”, “pool”, “always”, “tag:…” and “tier:…”, and a proxy needs a name. Choose another one.
engine-proxy-gone = This proxy is no longer in the pool.
engine-proxy-known = This proxy is in the pool already, as “{ $name }”. To change its password, select it in the list.
engine-proxy-no-user = The proxy “{ $name }” has no user name. Give one with the password.
engine-no-such-proxy = There is no enabled proxy “{ $name }”. Add it to the pool, or change network.proxy in the rule.
engine-no-such-account = This account is no longer there.
engine-no-such-element = This element is no longer on the page. Load the page again.
engine-no-login-form = The rule of { $site } does not say where to log in. Say it under Accounts, Way in …, or give the rule a [login] section with the url of the login page.
engine-no-password = No password is kept for { $user }. Remove the account and add it again.
engine-no-sample = The sample site cannot start: { $reason }.
engine-run-broke = The run broke off because of a fault in the program. What was stored is safe; run again to go on.
engine-limit-pages = The limit of { $most } { $most ->
    [one] page
   *[other] pages
} for one run is reached. Run again to go on, or raise the limit.
engine-limit-time = The time of { $most } for one run is over. Run again to go on, or raise the limit.
engine-limit-bytes = The limit of { $most } received in one run is reached. Run again to go on, or raise the limit.
engine-limit-errors = The limit of { $most } { $most ->
    [one] error
   *[other] errors
} for one run is reached. Look at the pages that failed before you run again.
engine-nothing-failed = No page of this site failed or came back empty, so there is nothing to ask for again.
engine-task-repeated = “{ $title }” runs at these times already: it is task { $task }. Change that one, or choose other times.
engine-task-never = This task would never run. Choose a time to come, and check the time zone.
engine-task-bounds = This task cannot run so. Its shortest interval is a minute at least, and no longer than the longest one.
engine-nothing-again = None of these pages was fetched for this site before, so there is nothing to fetch again. Run the site to collect it.
engine-account-works = { $user } is logged in.
engine-proxy-fault = Proxy { $proxy } does not work, which is not the site's fault: { $cause }

engine-page-status = { $url } answered with status { $status }.
engine-page-skipped = { $url } is no HTML page of this site.
engine-page-unreadable = { $url } could not be read because of a fault in the program.
engine-robots-unreachable = The robots.txt of { $url } cannot be had, so nothing may be fetched there now. Try again later.

engine-waiting-delay = next request to { $host } in { $left }, because the rule asks for { $delay } between requests
engine-waiting-robots = next request to { $host } in { $left }, because robots.txt asks for { $delay } between requests
engine-waiting-person = next request to { $host } in { $left }, because you set { $delay } between requests
engine-waiting-slowed = next request to { $host } in { $left }: the site refused quicker requests, so { $delay } lie between them for now
engine-waiting-pause = next request to { $host } in { $left }, because the site answered “too many requests” or is in trouble
engine-waiting-asked = next request to { $host } in { $left }, because the site says that no request is left until then
engine-waiting-slow = next request to { $host } in { $left }, because the site takes { $took } to answer and is given time to recover
engine-waiting-turn = next request to { $host } in { $left }, because another site of this host has its turn first
engine-waiting-quiet = next request to { $host } in { $left }, because the rule has quiet hours now; “run --now” does not wait for their end
engine-waiting-retry = next request in { $left }, when failed pages are tried again

engine-reason-ok = { $pages ->
    [one] One page
   *[other] { $pages } pages
} read, { $records ->
    [one] one new record
   *[other] { $records } new records
}{ $failed ->
    [0] .
   *[other] ; { $failed } given up.
}
engine-reason-going-on = The site answers as usual again.
engine-reason-stood-in = The rule's required fields are missing on { $missed } of { $pages } { $pages ->
    [one] page
   *[other] pages
}; generic extraction stood in.
engine-reason-required-missing = The rule requires { $fields }, found nowhere in this run (pages checked: { $checked }). What else was found is kept.
engine-reason-required-still-missing = The rule was changed, but still does not find what it requires on the pages that came last: { $fields }. This run brought no new pages.
engine-reason-start-gone = The start page { $url } answers with status { $status }: it is not there.
engine-reason-robots = robots.txt forbids { $url } (rule: { $rule }).
engine-reason-list-failed = { $lists ->
    [one] One list page
   *[other] { $lists } list pages
} could not be read, the last of them { $url }; what was listed there is missing.

engine-next-waiting = Waiting { $seconds } s, then asking again.
engine-next-waiting-for = Waiting { $wait }, then asking again.
engine-next-proxy = Going on through proxy { $proxy }.
engine-next-account-failed = The account “{ $user }” does not work: { $fault }
engine-reason-as-visitor = The rule wants a login first and there was none, so only what visitors see was collected. { $why }
engine-next-login-failed = The login did not work: { $fault }
engine-next-rate-limited = A longer delay in the rule would keep it from limiting us; a proxy in the pool gives it another way out.
engine-next-rate-limited-until = The site asks to wait { $minutes } min; before that it is not asked.
engine-next-rate-limited-pool = A longer delay in the rule would keep it from limiting us.
engine-next-asked-to-wait = It asks to wait { $wait }; before that it is not asked.
engine-next-challenge = Open the site in a browser to see what it asks for; the cookies of that browser can be brought back to an account. A longer delay may keep it from asking.
engine-next-blocked = A proxy in the pool would give it another way out.
engine-next-blocked-pool = Proxies were no way around it. Open the site in a browser to see whether it shows its pages at all.
engine-next-locked = A proxy of the pool would be another way, but its password cannot be read without the passphrase of the secrets. Enter the passphrase in the window, or name a file with it in BOWERBIRD_PASSPHRASE_FILE on the command line; then run the site again.
engine-next-no-proxy-usable = No proxy of the pool could be used: look at Proxies which are off, rest or were refused here, switch one on or add another.
engine-pool-fault-unknown = fault unknown
engine-pool-none-usable = No proxy can be used now.{ $resting ->
    [0] {""}
    [one] {" "}One rests ({ $why }).
   *[other] {" "}{ $resting } rest ({ $why }).
}{ $off ->
    [0] {""}
    [one] {" "}One is off.
   *[other] {" "}{ $off } are off.
}{ $spent ->
    [0] {""}
    [one] {" "}One has used up its traffic.
   *[other] {" "}{ $spent } have used up their traffic.
}{ $locked ->
    [0] {""}
    [one] {" "}One needs its password, which is locked.
   *[other] {" "}{ $locked } need their passwords, which are locked.
}{ $refused ->
    [0] {""}
    [one] {" "}One was refused by this site or is not allowed.
   *[other] {" "}{ $refused } were refused by this site or are not allowed.
}
engine-next-blocked-agent = Take user_agent out of the rule's network section, or give another one there; then run the site again.
engine-next-login-required = Add an account for this site; then run it again.
engine-next-soft-block = Compare the page with what a browser shows. A longer delay, or a proxy in the pool, may help.
engine-next-soft-block-pool = Compare the page with what a browser shows. A longer delay may help.
engine-next-script-shell = Look for a feed or a JSON interface of the site and take that as the source; or save the page in a browser and open the file in the workbench. Bowerbird runs no scripts of pages.
engine-next-list-partial = Open the page in the workbench and let the item of the list match all entries: a class in its selector may be one that only some have. If only these are wanted, say so with “Take only these”, or with partial = true under [list].
engine-next-layout-changed = Repair the rule: “Repair the rule …” in the window proposes how, and so does the command “rule repair”. Or open the page in the workbench and adjust it.
engine-next-run-again = The rule was changed since. Run the site again; pages that failed or were empty are asked for once more.
engine-next-empty = Open the page in the workbench and check the rule's selectors.
engine-next-outage = Check the address, if that lasts.
engine-next-silent-proxy = Every request goes through proxy { $proxy }, and it may be the proxy that does not answer. Test it, or run the site without it.
engine-next-proxy-fault = Test the proxy, or choose another one.
engine-next-incomplete = Run the site again: what did not come is asked for once more. If that lasts, open the page in a browser.
engine-reason-given-up = What was missing is given up. It is asked for again where a list still names it.
engine-next-incomplete-of = Run the site again (bowerbird run { SHELL($site) }): it asks for what is missing. “bowerbird cancel { SHELL($site) }” gives it up.
engine-reason-incomplete = { $missing ->
    [one] One page is missing
   *[other] { $missing } pages are missing
} that the site promised, first { $url }. { $why }
engine-next-start-gone = Open the site in a browser, find the page where the list is now, and correct start in the rule.
engine-next-robots-page = It is left out. If the site's owner has permitted you to collect it, set politeness.robots = false in the rule.
engine-next-robots = Choose another start page. If the site's owner has permitted you to collect it, set politeness.robots = false in the rule.

engine-import = { $path } cannot be imported. { $reason }
engine-file-goes-on = The article goes on at { $url }. Only the file was read; give the address of the page instead to read all of it.
engine-next-left = More records stand on the next page, { $url }. Only this page was read; a run reads all of them.
engine-thread-goes-on = It goes on at { $url }. Ask for more pages with --pages.
engine-part-refused = The article goes on at { $url }, but the site answered with status { $status }. Its text may be incomplete.
engine-part-unread = The article goes on at { $url }, but that page was not read. Its text may be incomplete. { $reason }
engine-part-disallowed = The site's robots.txt does not allow it.

# The workbench
engine-bench-missing = “{ $field }” is required, and nothing was found for it here. Point at it, or let it be missing.
engine-bench-not-of-type = “{ $text }” was found for “{ $field }”, but it is not of the field's type. Choose another type, or add a step that cuts the value out.
engine-bench-rule-fault = The rule cannot be read. Line { $line }, column { $column }: { $fault }
engine-bench-no-rule = The rule cannot be read. Undo the last change of its text.
engine-bench-page-gone = This page is no longer open. Load it again.
engine-bench-picks-gone = { $count ->
    [one] One example stands on a page that is no longer open, and was not used.
   *[other] { $count } examples stand on pages that are no longer open, and were not used.
}
engine-bench-no-link = There is no link here. Click a link, or something inside one.
engine-bench-alone = Nothing else on this page is like it. Click the same thing in another record too, or say that the page is a single article.
engine-bench-left-out = It is left out of what is read, on every page, by { $selector }.
engine-bench-not-left-out = What stands there cannot be told from what belongs to the value. Point at something around it, or inside of it.
engine-learn-text-by-generic = The text is detected automatically and agrees with what you picked, so the rule needs no selector for it. You can still choose one for Text.
engine-learn-next = The page goes on at { $url }; the rule follows. Take “next” out of it to read this page alone.
engine-bench-next-of-nothing = The rule has nothing yet that could go on: first choose what the page lists.
engine-bench-no-offer = This proposal is no longer there. Load the page again.
engine-bench-patterns-gone = { $count ->
    [one] The rule's address patterns refused one of these links; they were removed.
   *[other] The rule's address patterns refused { $count } of these links; they were removed.
}
engine-bench-sample-empty = The rule finds nothing on this page, so there is nothing to compare with later. Point at something first.
engine-bench-sample-gone = This sample is no longer there.
engine-bench-samples-full = There are { $count } samples already, which is as many as can be kept. Remove one first.
engine-bench-not-kept = { $url } is not kept in the project. Load it from its site, or run the site again.
engine-bench-robots-open = robots.txt forbids programs to collect { $url } (rule: { $rule }). You may look at it; a run leaves it out unless the rule says robots = false.
engine-bench-robots = robots.txt forbids { $url }, so it was not fetched.
engine-bench-nothing-before = Nothing is known of the site's pages from before: there is no sample, and no kept page on which the rule works. Point at the fields again.

engine-cancelled = { $dropped ->
    [one] One queued page was dropped; the next run begins anew.
   *[other] { $dropped } queued pages were dropped; the next run begins anew.
}
engine-waiting-place = waiting for another run to end, because as many run as may at once
engine-robots-long-gone = The robots.txt of { $host } could not be had for { $days } { $days ->
    [one] day
   *[other] days
}, so it counts as missing (RFC 9309 allows that after 30), and the pages were fetched. Look whether the site still wants visits.

# What a project may do by itself
plan-at-rest = The project { $path } is at rest: this installation has not been told that it may do by itself all that it wants to. See what it wants: bowerbird project show { SHELL($path) }. Allow it: bowerbird project allow { SHELL($path) }.
plan-is-at-rest = The project is at rest. It wants to do these things by itself:
plan-is-allowed = The project is not at rest. It may do what is allowed here:
plan-line = { $part } ({ $standing }): { $text }
plan-standing-allowed = allowed
plan-standing-refused = refused
plan-standing-new = new
plan-standing-changed = changed
plan-no-part = The project has no part “{ $part }”. “bowerbird project show” names its parts.
plan-permissions-file = What projects may do could not be read or kept at { $path }: { $reason }
plan-export-hidden = The export “{ $name }” was not written: after runs exports go only to full paths and to files whose names begin with no dot. Keep it again with another target.
plan-run-by-hand = The project is at rest: the sites that you named are fetched now, without logins and without exports after runs. Allow these: bowerbird project allow { SHELL($path) }.
plan-login-refused = The login at { $site } was refused for this project. Allow it with “bowerbird project allow”.
plan-part-site = fetch pages of the site “{ $name }” from { $wants }
plan-part-login = log in at the site “{ $name }”: { $wants }
plan-part-file = read a file of this machine for the site “{ $name }”: { $wants }
plan-part-private = ask for addresses inside of your network for the site “{ $name }”: { $wants }
plan-part-proxy = send requests through the proxy “{ $name }”: { $wants }
plan-part-export = write the export “{ $name }” after runs: { $wants }
plan-part-webhook = post alerts to { $wants }
plan-part-mail = mail alerts by and to { $wants }
plan-part-task = run by the schedule, as task { $name }: { $wants }
plan-wants = { $wants }
plan-wants-more = { $wants } and { $more } more
plan-part-export-by-hand = write the export “{ $name }” when you ask for it: { $wants }
plan-part-service = send texts to a service to be summed up: { $wants }
plan-line-before = Before it was: { $wants }
plan-refused = This was refused for the project, so it is not done: { $part }. To allow it, open “What the project may do” in the window, or use “bowerbird project allow FILE --only { SHELL($part) }”.
plan-changed-meanwhile = The project changed while you looked at what it wants. Nothing was allowed or refused; look at it again.
app-command-permissions = What the project may do…
app-command-permissions-tip = See what the project does by itself, and allow or refuse each part of it
plan-look = Look at it…
plan-bar = This project is at rest. It wants to { $wants }: look at it before it may act.
plan-count-between = {", "}
plan-count-sites = { $count ->
    [one] fetch from 1 site
   *[other] fetch from { $count } sites
}
plan-count-logins = { $count ->
    [one] log in at 1 site
   *[other] log in at { $count } sites
}
plan-count-files = { $count ->
    [one] read 1 file of this machine
   *[other] read { $count } files of this machine
}
plan-count-exports = { $count ->
    [one] write 1 export
   *[other] write { $count } exports
}
plan-count-alerts = { $count ->
    [one] send to 1 address
   *[other] send to { $count } addresses
}
plan-count-proxies = { $count ->
    [one] use 1 proxy
   *[other] use { $count } proxies
}
plan-count-schedules = { $count ->
    [one] run 1 task on a schedule
   *[other] run { $count } tasks on a schedule
}
plan-title = What “{ $project }” may do by itself
plan-why-rests = That was not done: the project is at rest until you have said what it may do.
plan-hint-rest = This is what the file wants. None of it happens before you allow it; what you refuse does not happen at all. You can read, search and export by hand meanwhile.
plan-hint-allowed = What you refuse does not happen, also when you ask for it. What you change yourself in this program counts as allowed.
plan-nothing = It does nothing by itself.
plan-group-sites = Sites that it fetches from
plan-group-logins = Logins
plan-group-files = Files of this machine that it reads
plan-group-exports = Exports
plan-group-alerts = Alerts and texts that it sends
plan-group-proxies = Proxies
plan-group-schedules = Schedules
plan-choice-allow = Allow
plan-choice-refuse = Refuse
plan-all-allow = Allow all
plan-all-refuse = Refuse all
plan-allow = Allow
plan-allow-some = Allow { $count } of { $all }
plan-keep = Keep
plan-leave = Leave at rest
plan-close = Close
news-new-site = The new site “{ $site }” would:
news-known-site = The rule replaces that of “{ $site }”. What is new, it would:
news-part = {"  "}- { $part }
news-part-before = {"    "}before it was: { $wants }
news-question = Take the rule of { $sites } with what is new? [y/N]
news-needs-yes = Nothing was changed: the rules of { $sites } would be replaced by ones that ask other hosts, log in otherwise or read files, as said above. Look at what is new, then add --yes.
news-title = Add the site “{ $site }”?
news-would = It would { $part }
news-add = Add it
news-leave = Do not add it
engine-remote-refused = The program that has this project open refused that. Look into its window or its log.
