# Pools: proxies.

pools-list-no-port = The port is missing. Write host:port.
pools-list-port = This is no port: a number from 1 to 65535.
pools-list-host = This is no host. Write host:port, host:port:user:password or scheme://user:password@host:port.
pools-list-scheme = This scheme is no proxy's. There are http, https, socks5 and socks5h.
pools-list-brackets = An IPv6 address stands in brackets: [2001:db8::1]:3128.
pools-list-user = There is a password without a user name.
pools-list-trailing = After a proxy may stand only tag=…, tier=…, country=…, name=… and further proxies.
pools-list-tier = A tier is a number from 1 to 255; 1 is the cheapest.
pools-list-columns = There are more columns than scheme, host, port, user, password, tags, tier, country and name. Put a heading line on top, or text with separators in double quotes.
pools-list-long = The list has more than { $lines } lines; the rest was not read. Split it.
pools-list-no-file = { $path } is no ordinary file. A list out of another program is given by standard input, with - in place of the file
pools-list-file = The list { $path } cannot be read: { $reason }
pools-list-large = The list { $path } is larger than 16 MB. Split it.
pools-list-line = Line { $line }: { $reason }
pools-list-repeated = Line { $line } says the same proxy as line { $first }.
pools-list-done = { $added ->
        [one] Added { $added } proxy
       *[other] Added { $added } proxies
    }; { $known } were there already{ $faults ->
        [0] .
        [one] ; { $faults } line could not be read.
       *[other] ; { $faults } lines could not be read.
    }
pools-list-would = { $added ->
        [one] The list has { $added } new proxy
       *[other] The list has { $added } new proxies
    }; { $known } are there already{ $faults ->
        [0] .
        [one] ; { $faults } line cannot be read.
       *[other] ; { $faults } lines cannot be read.
    }

pools-none-allowed = The rule wants a proxy ({ $wish }), and the pool has none for it that is on and within its limit. Add one, switch one on, or change network.proxy in the rule.
pools-limit-reached = The proxy { $proxy } has carried as much as it may this month, and the rule takes no other way. Raise its limit, or let the rule take another proxy; then run again, it goes on where it stopped.
pools-no-start = The site { $site } has no start page to test against. Name an address.
pools-no-site = There is no site to test proxies against. Add a site, or name an address; nobody else is asked.
pools-unreadable = The answer cannot be read.
pools-foreign-page = it answers with a page of its own (a sign-in portal or a block page) instead of the one asked for.
pools-test-works = Proxy { $proxy } works.
pools-test-but = Proxy { $proxy } does its part, but: { $reason }
pools-refused = { $state } here

pools-standing-good = good
pools-standing-shaky = shaky
pools-standing-untested = untested
pools-standing-faulty = faulty
pools-standing-resting = resting
pools-standing-spent-up = limit reached
pools-standing-off = off

app-removed-proxies = { $count ->
        [one] The proxy { $proxy } is removed.
       *[other] { $count } proxies are removed.
    }
app-proxies-enabled-now = { $count ->
        [one] { $count } proxy is handed out again.
       *[other] { $count } proxies are handed out again.
    }
app-proxies-disabled-now = { $count ->
        [one] { $count } proxy is no longer used.
       *[other] { $count } proxies are no longer used.
    }
app-proxies-changed-now = { $count ->
        [one] { $count } proxy is changed.
       *[other] { $count } proxies are changed.
    }

# Proxies, the view
app-proxies-added = { $count ->
        [one] The proxy { $proxy } is added.
       *[other] { $count } proxies are added.
    }
app-proxies-open-through-it = Open the page again through it
app-proxies-open-through-them = Open the page again through them
app-proxies-run-through-pool = Try the site through a proxy
app-proxies-import = Import list …
app-proxies-import-now = Import
app-proxies-import-file = Choose a file …
app-proxies-list = List of proxies
app-proxies-list-hint = One a line, or separated by blanks, commas or semicolons: host:port, host:port:user:password, user:password@host:port, scheme://user:password@host:port, or columns; then tag=… tier=… country=…. Or drop a file here. Passwords go to the secrets.
app-proxies-list-has = { $count ->
        [one] { $count } proxy
       *[other] { $count } proxies
    }{ $faults ->
        [0] .
        [one] , { $faults } line cannot be read.
       *[other] , { $faults } lines cannot be read.
    }
app-proxies-scheme = Lines without scheme
app-proxies-filter = Filter
app-proxies-all = all
app-proxies-test-against = Test against
app-proxies-own-sites = own sites
app-proxies-an-address = an address
app-proxies-test-all = Test all
app-proxies-test-chosen = Test chosen
app-proxies-testing = Tested { $done } of { $of }
app-proxies-stop-tests = Stop
app-proxies-no-target = Add a site or type an address: there is nothing to test against.
app-proxies-test-runs = A test is running; it can be started again when it has ended.
app-proxies-chosen = { $count ->
        [one] { $count } chosen
       *[other] { $count } chosen
    }
app-proxies-on = Switch on
app-proxies-off = Switch off
app-proxies-wake = Try again
app-proxies-wake-none = None of the chosen ones rests.
app-proxies-wake-tip = Ends the rests after faults and refusals.
app-proxies-remove-chosen = Remove chosen
app-proxies-untick = Choose none
app-proxies-tick = Choose { $proxy }
app-proxies-ticked = ✓
app-proxies-tier = Tier
app-proxies-tier-n = Tier { $tier }
app-proxies-tier-tip = What it costs: tier 1 is tried first, dearer ones when it is needed.
app-proxies-tag = Tag
app-proxies-add-tag = Add tag
app-proxies-remove-tag = Remove tag
app-proxies-score = Score
app-proxies-score-n = score { $score }
app-proxies-latency = Latency
app-proxies-success = Success
app-proxies-tags = Tags
app-proxies-sites = Sites
app-proxies-traffic = This month
app-proxies-minutes = { $count } min
app-proxies-hours = { $count } h
app-proxies-used = { $good } good, { $failed } failed
app-proxies-exit = leaves from { $address }
app-proxies-good-at = worked last { $time }
app-proxies-all-bytes = { $bytes } in all
app-proxies-no-sites = Not used for a site yet.
app-proxies-rests-here = rests for { $left } here
app-dialog-proxies = Import a list of proxies
app-dialog-proxies-kind = Lists
app-proxies-country = Country
app-proxies-country-tip = Two letters, such as DE; empty for none. A rule can ask for it: proxy = "tag:de"
app-proxies-set-country = Set country
app-proxies-limit = Monthly limit
app-proxies-limit-tip = What it may carry in a calendar month, such as 5GB; empty lifts the limit
app-proxies-set-limit = Set limit
app-proxies-bad-limit = A size, such as 500MB or 5GB
