# Pools: proxies.

pools-list-no-port = The port is missing. Write host:port.
pools-list-port = This is no port: a number from 1 to 65535.
pools-list-host = This is no host. Write host:port, host:port:user:password or scheme://user:password@host:port.
pools-list-scheme = This scheme is no proxy's. There are http, https, socks5 and socks5h.
pools-list-brackets = An IPv6 address stands in brackets: [2001:db8::1]:3128.
pools-list-user = There is a password without a user name.
pools-list-trailing = After a proxy may stand only tag=…, tier=…, country=… and name=….
pools-list-tier = A tier is a number from 1 to 255; 1 is the cheapest.
pools-list-columns = There are more columns than scheme, host, port, user, password, tags, tier, country and name. Put a heading line on top, or text with separators in double quotes.
pools-list-long = The list has more than { $lines } lines; the rest was not read. Split it.
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
