# Pools: proxies.

pools-list-no-port = The port is missing. Write host:port.
pools-list-port = Not a port: use a number from 1 to 65535.
pools-list-host = Not a host. Write host:port, host:port:user:password or scheme://user:password@host:port.
pools-list-scheme = Unknown proxy scheme. Use http, https, socks4, socks4a, socks5 or socks5h.
pools-list-no-password = SOCKS4 proxies take no user and password. Remove them, or use socks5.
pools-list-brackets = Put an IPv6 address in brackets: [2001:db8::1]:3128.
pools-list-user = There is a password but no user name.
pools-list-trailing = After a proxy, only tag=…, tier=…, country=…, name=… and more proxies are allowed.
pools-list-tier = A tier is a number from 1 to 255; 1 is the cheapest.
pools-list-columns = There are more columns than scheme, host, port, user, password, tags, tier, country and name. Add a header line, or quote values that contain separators.
pools-list-long = The list has more than { $lines } lines; the rest was not read. Split it.
pools-list-no-file = { $path } is not a regular file. To read a list from standard input, use - instead of a file name.
pools-list-file = Couldn't read the list { $path }: { $reason }
pools-list-large = The list { $path } is larger than 16 MB. Split it.
pools-list-line = Line { $line }: { $reason }
pools-list-repeated = Line { $line } repeats the proxy on line { $first }.
pools-list-done = { $added ->
        [one] Added { $added } proxy
       *[other] Added { $added } proxies
    }; { $known } already there{ $faults ->
        [0] .
        [one] ; { $faults } line could not be read.
       *[other] ; { $faults } lines could not be read.
    }
pools-list-would = { $added ->
        [one] { $added } new proxy in the list
       *[other] { $added } new proxies in the list
    }; { $known } already there{ $faults ->
        [0] .
        [one] ; { $faults } line cannot be read.
       *[other] ; { $faults } lines cannot be read.
    }

pools-none-allowed = The rule requires a proxy ({ $wish }), but the pool has none that is enabled and within its limit. Add or enable one, or change network.proxy in the rule.
pools-limit-reached = Proxy { $proxy } has reached its monthly limit, and the rule allows no other. Raise the limit, or let the rule use another proxy; then run again to continue.
pools-no-start = The site { $site } has no start page to test with. Specify an address.
pools-no-site = There is no site to test proxies with. Add a site or specify an address; no other hosts are contacted.
pools-unreadable = The response cannot be read.
pools-foreign-page = The proxy returns its own page (a login page or a block page) instead of the requested one.
pools-test-works = Proxy { $proxy } works.
pools-test-but = Proxy { $proxy } works, but: { $reason }
pools-refused = refused here: { $state }

pools-standing-good = good
pools-standing-shaky = unstable
pools-standing-untested = untested
pools-standing-faulty = unavailable
pools-standing-resting = resting
pools-standing-spent-up = limit reached
pools-standing-locked = locked: passphrase needed
pools-standing-off = off

app-removed-proxies = { $count ->
        [one] Proxy { $proxy } removed.
       *[other] { $count } proxies removed.
    }
app-proxies-enabled-now = { $count ->
        [one] { $count } proxy enabled.
       *[other] { $count } proxies enabled.
    }
app-proxies-disabled-now = { $count ->
        [one] { $count } proxy disabled.
       *[other] { $count } proxies disabled.
    }
app-proxies-changed-now = { $count ->
        [one] { $count } proxy changed.
       *[other] { $count } proxies changed.
    }

# Proxies, the view
app-proxies-added = { $count ->
        [one] Proxy { $proxy } added.
       *[other] { $count } proxies added.
    }
app-proxies-open-through-it = Reopen page with this proxy
app-proxies-open-through-them = Reopen page with these proxies
app-proxies-run-through-pool = Retry the site with a proxy
app-proxies-import = Import list…
app-proxies-import-now = Import
app-proxies-import-file = Choose file…
app-proxies-list = Proxy list
app-proxies-list-hint = One per line, or separated by spaces, commas or semicolons: host:port, host:port:user:password, user:password@host:port, scheme://user:password@host:port, or columns; then tag=… tier=… country=…. Or drop a file here. Passwords are stored in the system keychain or an encrypted file.
app-proxies-list-has = { $count ->
        [one] { $count } proxy
       *[other] { $count } proxies
    }{ $faults ->
        [0] .
        [one] ; { $faults } line cannot be read.
       *[other] ; { $faults } lines cannot be read.
    }
app-proxies-scheme = Default scheme
app-proxies-filter = Filter
app-proxies-all = All
app-proxies-test-against = Test with
app-proxies-own-sites = Your sites
app-proxies-an-address = An address
app-proxies-test-all = Test all
app-proxies-test-chosen = Test selected
app-proxies-testing = Tested { $done } of { $of }
app-proxies-stop-tests = Stop
app-proxies-no-target = Nothing to test with: add a site or enter an address.
app-proxies-test-runs = A test is running; you can start another when it ends.
app-proxies-chosen = { $count ->
        [one] { $count } selected
       *[other] { $count } selected
    }
app-proxies-on = Enable
app-proxies-off = Disable
app-proxies-wake = Use again now
app-proxies-wake-none = None of the selected proxies is resting.
app-proxies-wake-tip = End the waiting time after errors and refusals
app-proxies-remove-chosen = Remove selected
app-proxies-untick = Deselect
app-proxies-tick = Select { $proxy }
app-proxies-ticked = ✓
app-proxies-tier = Tier
app-proxies-tier-n = Tier { $tier }
app-proxies-tier-tip = Cost: tier 1 is tried first, more expensive tiers only when needed
app-proxies-tag = Tag
app-proxies-add-tag = Add tag
app-proxies-remove-tag = Remove tag
app-proxies-score = Score
app-proxies-score-n = score { $score }
app-proxies-latency = Latency
app-proxies-few-uses = { $good } of { $all }
app-proxies-success = Success
app-proxies-tags = Tags
app-proxies-sites = Sites
app-proxies-traffic = This month
app-proxies-minutes = { $count } min
app-proxies-hours = { $count } h
app-proxies-used = { $good } good, { $failed } failed
app-proxies-exit = exit address { $address }
app-proxies-good-at = last worked { $time }
app-proxies-all-bytes = { $bytes } total
app-proxies-no-sites = Not used for any site yet.
app-proxies-rests-here = resting here, { $left } left
app-dialog-proxies = Import proxy list
app-dialog-proxies-kind = Lists
app-proxies-country = Country
app-proxies-country-tip = Two letters, such as DE; empty for none. A rule can select proxies by country: proxy = "tag:de".
app-proxies-set-country = Set country
app-proxies-limit = Monthly limit
app-proxies-limit-tip = Traffic per calendar month, such as 5GB; empty for no limit
app-proxies-set-limit = Set limit
app-proxies-bad-limit = Enter a size, such as 500MB or 5GB.
