# detect
detect-ok = { $host } sent the requested page.
detect-rate-limited = { $host } asks Bowerbird to slow down. { $cause }.{ $wait }{ $vendor }
detect-challenge = { $host } shows a robot check (a captcha, puzzle or script) before its pages. { $cause }.{ $vendor }{ $wait }
detect-blocked = { $host } blocks requests from Bowerbird, because of the IP address, user agent or type of access. { $cause }.{ $vendor }{ $wait }
detect-blocked-agent = { $host } blocks requests from Bowerbird, most likely because of the user agent “{ $agent }”, which many sites block. { $cause }. Without user_agent in the rule, Bowerbird sends its own name.{ $vendor }{ $wait }
detect-login-required = { $host } shows this page only to logged-in users with access. { $cause }.{ $vendor }{ $wait }
detect-soft-block = { $host } sent a different page than requested. { $cause }.{ $vendor }{ $wait }
detect-layout-changed = The pages of { $host } no longer match the rule, or the rule is wrong. { $cause }.{ $vendor }{ $wait }
detect-empty = There is nothing to collect at this address on { $host }. { $cause }.{ $vendor }{ $wait }
detect-unknown-host = The host name { $host } is unknown. Check its spelling and your network connection.
detect-outage = { $host } has technical problems. { $cause }.{ $wait }{ $vendor }
detect-proxy-fault = The proxy failed, not { $host }. { $cause }.{ $vendor }{ $wait }
detect-script-shell = The pages of { $host } have no content until their scripts run in a browser. Nothing was stored.
detect-needs-browser = The response from { $host } is empty until a browser fills it in. { $cause }. Nothing was stored.{ $vendor }{ $wait }
detect-incomplete = { $host } did not send what was requested, or sent only part of it. { $cause }. The page will be retried.{ $vendor }{ $wait }
detect-not-taken = { $case ->
        [out-of-reach] { $host } is on this computer or in your network, and links from the public web are not followed there. To allow it, set private = true in the network section of the site's rule.
        [head-too-large] The response from { $host } has more headers than any normal site sends, so it was skipped.
        [browser-memory] A page on { $host } took more memory in the browser than is allowed, so it was closed.
        [browser-restless] A page on { $host } kept redirecting the browser, so it was closed.
        [too-many-elements] A page on { $host } has more elements than any normal page, so it was skipped.
        [too-much-work] Reading a page on { $host } with this rule would take too much work, so it was skipped.
       *[too-large] The response from { $host } is larger than the limit, so it was skipped.
    }
detect-nothing = {""}
detect-wait = {" "}The site requires a wait of { $seconds } s.
detect-wait-asked = {" "}The site requires a wait of { $wait }.
detect-vendor = {" "}The response looks like one from { $name }.
detect-cause-none = No reason recorded
detect-cause-transport = No response ({ $matched })
detect-cause-dropped = Connection closed without a response ({ $matched })
detect-cause-timeout = Timed out ({ $matched })
detect-cause-unreachable = Couldn't connect ({ $matched })
detect-cause-proxy-failed = No response through the proxy ({ $matched })
detect-cause-portal = A network's login page (“{ $matched }”) was returned instead of the page
detect-cause-proxy = The response came from a proxy or network in between (“{ $matched }”)
detect-cause-empty-gateway-error = The response was a gateway error without text
detect-cause-status = The site returned { $matched }
detect-cause-header = The response has the header “{ $matched }”
detect-cause-url = Redirected to { $matched }
detect-cause-title = The page is titled “{ $matched }”
detect-cause-body = The page says “{ $matched }”
detect-cause-body-repeats = Different addresses return the same page (“{ $matched }”)
detect-cause-sent-home = Redirected to the front page { $matched }
detect-cause-bare-page = The page is nearly empty, and the rule found nothing on it
detect-cause-password-field = The rule found nothing, and the page “{ $matched }” asks for a password
detect-cause-script-shell = The page has no content without scripts
detect-cause-list-partial = The rule takes only some of the similar entries on the page ({ $matched })
detect-cause-network = Your network (a filter, provider or login page), not the site, seems to say “{ $matched }”
detect-cause-no-body = The response is empty
detect-cause-rule-misses = The rule found nothing on the page
detect-cause-session-over = The account's session has expired, and visitors get another page ({ $matched })
detect-cause-kept-from-account = The account is logged in, but may not open this page ({ $matched })
detect-cause-robots-disallow = robots.txt forbids this address ({ $matched })
detect-cause-robots-unreachable = The site's robots.txt returns status { $matched }, so nothing may be fetched there
detect-cause-no-feed = No feed at this address, and the page “{ $matched }” links to none
detect-cause-no-sitemap = No sitemap at this address, and the page “{ $matched }” links to none
detect-cause-no-json = The response is the page “{ $matched }”, not JSON
detect-cause-cut-off = The response was cut off ({ $matched })
detect-cause-json-error = The response is a JSON error (“{ $matched }”)
detect-cause-not-markup = The response is not a page ({ $matched })
detect-cause-list-without-items = The list page “{ $matched }” has no items
detect-cause-first-page-again = The site returned the list's first page instead of a later one (“{ $matched }”)
detect-cause-no-record = No record on the page “{ $matched }”
detect-cause-taught = The page looks like one you marked as a block (“{ $matched }”)
detect-cause-exit-agrees = The rule finds nothing, and the site returns the same page through another connection ({ $matched })
detect-cause-exit-differs = Through another connection, the site returns the page that the rule expects ({ $matched }); through this one it doesn't
detect-cause-history-body-repeats = { $matched } other addresses returned the same page
detect-cause-history-title-repeats = Pages of this site have different titles, but this one shares its title with { $matched } others
detect-cause-history-little-text = The page has far less text than usual for this site ({ $matched } characters)
detect-cause-history-small = The page is far smaller than usual for this site ({ $matched } bytes)
detect-cause-history-yield = The rule found nothing, unlike on other pages of the site
detect-cause-history-quick = The response came far sooner than usual for this site ({ $matched })
detect-cause-history-slow = The response came far later than usual for this site ({ $matched })
detect-cause-own-agent = The user agent sent was “{ $matched }”
detect-cause-history = The site behaved differently than before ({ $matched })

# Lists that read otherwise than before
detect-drift-links = The list looks redesigned: { $left } links that it had before are still there, but the rule takes { $now } other { $now ->
    [one] link
   *[other] links
} instead. Nothing was collected from it.
detect-drift-fewer = The list looks redesigned: the rule finds { $now } { $now ->
    [one] item
   *[other] items
}, but { $left } more that it found before are still there.
detect-drift-elsewhere = The list looks redesigned: none of its { $now } links leads to a page like the earlier ones.
detect-list-partial = The rule takes { $taken } of about { $alike } similar entries on { $url }, so most of the list is not collected.
detect-list-partial-meant = You confirmed that the rule takes only part of the list on { $url }.
detect-drift-empty = The list looks redesigned: “{ $field }” is missing from { $empty } of { $now } items, but was found before.
detect-drift-alike = The list looks redesigned: “{ $field }” is “{ $value }” in all { $now } items; before, the values differed.
detect-drift-swapped = The list looks redesigned: “{ $field }” now has what “{ $other }” had before.
detect-drift-renamed = The list looks redesigned: { $changed } of { $known } known items have a different title. “{ $before }” is now “{ $after }”.
detect-drift-longer = The list looks redesigned: “{ $field }” is far longer than before, such as “{ $value }”.
detect-drift-shorter = The list looks redesigned: “{ $field }” is far shorter than before, such as “{ $value }”.
detect-drift-page-renamed = The pages look redesigned: { $changed } of { $known } refreshed pages have a different title. “{ $before }” is now “{ $after }”.
detect-drift-page-empty = The pages look redesigned: “{ $field }” is missing from { $empty } of { $now } new records, but was found before.
detect-drift-page-gone = { $count ->
    [one] “{ $fields }” is missing from all
   *[other] { $fields } are missing from all
} records since the rule was changed; before, most had { $count ->
    [one] it
   *[other] them
}. Repair the rule, or stop looking there for what the site no longer has.
detect-drift-page-vanished = The pages look redesigned since the run started: the first pages had “{ $field }”, but since { $since } it has been missing on { $missing } of { $pages } pages.
detect-drift-page-alike = The pages look redesigned: “{ $field }” is “{ $value }” in all { $now } new records; before, the values differed.
detect-drift-page-swapped = The pages look redesigned: “{ $field }” now has what “{ $other }” had before.
detect-drift-page-longer = The pages look redesigned: “{ $field }” is far longer than before, such as “{ $value }”.
detect-drift-page-shorter = The pages look redesigned: “{ $field }” is far shorter than before, such as “{ $value }”.
remedy-answer-check = Open the page in your browser and complete the check there.
remedy-wait = If the site still blocks Bowerbird, try again in a few hours.
remedy-slower = Set a longer delay in the rule.
remedy-other-address = A proxy in the pool may get through.
remedy-home-line = A home connection, or a proxy with one, may get through; addresses of data centres and VPNs rarely do.
remedy-country = A proxy in the site's own country may get through.
remedy-account = Log in with your own account.
remedy-cookies = Import your browser's cookies for an account on this site.
remedy-named-agent = Set a user agent with your name and a way to contact you.
remedy-feed = Look for a feed or API of the site; these are often open.
remedy-owner = Ask the site's owner to let Bowerbird in.
