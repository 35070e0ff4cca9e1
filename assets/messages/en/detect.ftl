# detect
detect-ok = { $host } sent the page that was asked for.
detect-rate-limited = { $cause }: { $host } wants fewer requests than it is getting.{ $wait }{ $vendor }
detect-challenge = { $cause }: { $host } puts a check for robots (a captcha, a puzzle or a script) before its pages.{ $vendor }{ $wait }
detect-blocked = { $cause }: { $host } refuses this client. It may be the address, the user agent or the kind of access.{ $vendor }{ $wait }
detect-blocked-agent = { $cause }: { $host } refuses this client, most likely for its user agent “{ $agent }”: many sites refuse names like that. Without user_agent in the rule Bowerbird gives its own name.{ $vendor }{ $wait }
detect-login-required = { $cause }: { $host } shows this page only to somebody who is logged in and allowed to see it.{ $vendor }{ $wait }
detect-soft-block = { $cause }: { $host } sent a page that is not the one asked for.{ $vendor }{ $wait }
detect-layout-changed = { $cause }: the pages of { $host } no longer look as the rule expects, or the rule is wrong.{ $vendor }{ $wait }
detect-empty = { $cause }: there is nothing to collect at this address of { $host }.{ $vendor }{ $wait }
detect-unknown-host = The host name { $host } is unknown. Check its spelling, and the connection to the network.
detect-outage = { $cause }: { $host } has trouble of its own.{ $wait }{ $vendor }
detect-proxy-fault = { $cause }: the proxy failed, { $host } is not to blame.{ $vendor }{ $wait }
detect-script-shell = The pages of { $host } carry no content without scripts: what was sent is an empty frame that a browser fills. Nothing of it was stored.
detect-incomplete = { $cause }: this is not, or not wholly, what { $host } was asked for. It is asked for again.{ $vendor }{ $wait }
detect-not-taken = { $case ->
        [out-of-reach] { $host } lies on this machine or inside of your network, and what began on the public web is not followed there. If this is wanted, write private = true into the network section of the site's rule.
        [head-too-large] The answer of { $host } has more headers than that of any good site, so it was not taken.
        [too-many-elements] The page of { $host } has more elements than any page for people, so it was not taken.
        [too-much-work] Reading the page of { $host } with this rule would take too much work, so it was not taken.
       *[too-large] The answer of { $host } is larger than the limit, so it was not taken.
    }
detect-nothing = {""}
detect-wait = {" "}It asks to wait { $seconds } s.
detect-wait-asked = {" "}It asks to wait { $wait }.
detect-vendor = {" "}The marks are those of { $name }.
detect-cause-none = No reason was kept
detect-cause-transport = There was no answer ({ $matched })
detect-cause-dropped = The connection was closed without an answer ({ $matched })
detect-cause-timeout = There was no answer in time ({ $matched })
detect-cause-unreachable = No connection was possible ({ $matched })
detect-cause-proxy-failed = No answer came through the proxy ({ $matched })
detect-cause-proxy = The answer was written by a proxy or network on the way (“{ $matched }”)
detect-cause-empty-gateway-error = The answer was a gateway error without a text
detect-cause-status = The site answered { $matched }
detect-cause-header = The answer carries the header “{ $matched }”
detect-cause-url = The request was sent on to { $matched }
detect-cause-title = The page is headed “{ $matched }”
detect-cause-body = The page says “{ $matched }”
detect-cause-body-repeats = The same page comes for different addresses (“{ $matched }”)
detect-cause-sent-home = The request was sent on to the front page { $matched }
detect-cause-bare-page = The page shows next to nothing, and the rule found nothing on it
detect-cause-password-field = The rule found nothing, and the page “{ $matched }” asks for a password
detect-cause-script-shell = The page carries no content without scripts
detect-cause-list-partial = The rule takes a small part of the alike entries on the page ({ $matched })
detect-cause-no-body = The answer has no content
detect-cause-rule-misses = The rule found nothing on the page
detect-cause-session-over = The session of the account is over, and visitors get another page ({ $matched })
detect-cause-robots-disallow = robots.txt forbids it ({ $matched })
detect-cause-robots-unreachable = The robots.txt of the site answers with status { $matched }, so nothing may be fetched there
detect-cause-no-feed = There is no feed at this address, and the page “{ $matched }” names none
detect-cause-no-sitemap = There is no sitemap at this address, and the page “{ $matched }” names none
detect-cause-no-json = The answer is no JSON but the page “{ $matched }”
detect-cause-cut-off = The answer began and was cut off ({ $matched })
detect-cause-json-error = The answer is an error in JSON (“{ $matched }”)
detect-cause-not-markup = The answer is no page ({ $matched })
detect-cause-list-without-items = The list page “{ $matched }” came without items
detect-cause-first-page-again = The first page of the list came in the place of a further one (“{ $matched }”)
detect-cause-no-record = There is no record on the page “{ $matched }”
detect-cause-taught = It looks like a page that you called a block (“{ $matched }”)
detect-cause-exit-agrees = The rule finds nothing, and the same page comes by another way ({ $matched })
detect-cause-exit-differs = The page that the rule wants comes by another way ({ $matched }), but not by this one
detect-cause-history-body-repeats = The same page has come for { $matched } other addresses
detect-cause-history-title-repeats = Pages of the site have titles of their own, but this one has that of { $matched } others
detect-cause-history-little-text = The page has far less text than those of the site have ({ $matched } characters)
detect-cause-history-small = The page is far smaller than those of the site are ({ $matched } bytes)
detect-cause-history-yield = The rule found nothing, though it does on the pages of the site
detect-cause-history-quick = The answer came far sooner than those of the site do ({ $matched })
detect-cause-history-slow = The answer came far later than those of the site do ({ $matched })
detect-cause-own-agent = The user agent sent was “{ $matched }”
detect-cause-history = The site behaved unlike before ({ $matched })

# Lists that read otherwise than before
detect-drift-links = The list looks redesigned: { $left } pages that it led to before still stand on it, but the rule takes { $now } other { $now ->
    [one] link
   *[other] links
} instead. Nothing was collected from it.
detect-drift-fewer = The list looks redesigned: the rule finds { $now } { $now ->
    [one] item
   *[other] items
} on it, while { $left } more that it found before still stand there.
detect-drift-elsewhere = The list looks redesigned: none of its { $now } links leads to a page like those of before.
detect-list-partial = The rule takes { $taken } of about { $alike } alike entries on { $url }, so most of the list is not collected.
detect-list-partial-meant = You said that the rule takes a part of the list on { $url } on purpose.
detect-drift-empty = The list looks redesigned: “{ $field }” is missing in { $empty } of { $now } items; before, they had it.
detect-drift-alike = The list looks redesigned: “{ $field }” says “{ $value }” in all { $now } items; before, each had its own.
detect-drift-swapped = The list looks redesigned: “{ $field }” now says what “{ $other }” said before.
detect-drift-renamed = The list looks redesigned: of { $known } items that were there before, { $changed } have another title. “{ $before }” is now “{ $after }”.
detect-drift-longer = The list looks redesigned: “{ $field }” is far longer than ever before, such as “{ $value }”.
detect-drift-shorter = The list looks redesigned: “{ $field }” is far shorter than ever before, such as “{ $value }”.
detect-drift-page-renamed = The pages look redesigned: of { $known } that were fetched again, { $changed } have another title. “{ $before }” is now “{ $after }”.
detect-drift-page-empty = The pages look redesigned: the rule no longer finds “{ $field }” in { $empty } of { $now } new records; before, it did.
detect-drift-page-vanished = The pages look redesigned in the middle of the run: the first pages had “{ $field }”, but since { $since } the rule has missed it on { $missing } of { $pages } pages.
detect-drift-page-alike = The pages look redesigned: “{ $field }” says “{ $value }” in all { $now } new records; before, each had its own.
detect-drift-page-swapped = The pages look redesigned: “{ $field }” now says what “{ $other }” said before.
detect-drift-page-longer = The pages look redesigned: “{ $field }” is far longer than ever before, such as “{ $value }”.
detect-drift-page-shorter = The pages look redesigned: “{ $field }” is far shorter than ever before, such as “{ $value }”.
