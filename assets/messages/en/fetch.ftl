# fetch: why an address could not be fetched, and how a login went
fetch-scheme = { $url } cannot be fetched: Bowerbird reads only http:// and https:// addresses. Check the address.
fetch-out-of-reach = { $case ->
        [no-longer-inside] { $host } led into your network before and leads to { $address } on the web now. A name that changes like that may be a trap, so it is not asked. If your network or VPN has changed, start Bowerbird again.
        [written-never] { $host } is an address that only a cloud machine itself asks, or that no host has. Bowerbird goes there only for a rule that starts there; take the address out of the rule or the list.
        [resolved-never] { $host } leads to { $address }, an address that only a cloud machine itself asks, or that no host has. Bowerbird goes there only for a rule that starts there; take the address out of the rule or the list.
        [resolved] { $host } leads to { $address }, on this machine or inside of your network. What began on the public web is not followed there. If this is wanted, write private = true into the network section of the site's rule, or add --allow-private to the command.
       *[written] { $host } lies on this machine or inside of your network. What began on the public web is not followed there. If this is wanted, write private = true into the network section of the site's rule, or add --allow-private to the command.
    }
fetch-robots-unreachable = { $status ->
        [0] The robots.txt of { $url } cannot be had, so nothing may be fetched there now. Try again later.
       *[other] The robots.txt of { $url } answers with status { $status }, so nothing may be fetched there now. Try again later.
    }
fetch-dns = The host { $host } was not found. Check the spelling of the address and the network connection.
fetch-connect = { $host } cannot be reached ({ $reason }). The site may be down or the port wrong; check the address and the network, then try again.
fetch-tls = { $problem ->
        [expired] No secure connection to { $host }: the site's certificate has expired. Only the site can renew it; check that the clock of this computer is right, and try again later.
        [not-yet-valid] No secure connection to { $host }: the site's certificate is not valid yet. The clock of this computer may be slow; set it, and try again.
        [wrong-host] No secure connection to { $host }: the site shows the certificate of another host. Check the spelling of the address; often only the form with or without www. is right.
        [untrusted] No secure connection to { $host }: nobody whom this computer trusts has signed the site's certificate; the site may have signed it itself. If it is your own, add its authority to those that the system trusts.
        [revoked] No secure connection to { $host }: the site's certificate was taken back by who signed it. Do not trust the site until it has a new one.
        [old-certificate] No secure connection to { $host }: the site's certificate is of a version that has long been out of use. Only the site can renew it; if it is your own, make a certificate of version 3.
        [bad-certificate] No secure connection to { $host }: the site's certificate cannot be read, or is signed in a way that is no longer taken. Only the site can renew it.
        [old-protocol] No secure connection to { $host }: the site knows only old kinds of encryption, which are no longer safe and not used here. Look whether it can be read by http://.
        [no-tls] No secure connection to { $host }: what answers there does not speak TLS. Try the address with http:// in place of https://.
       *[other] No secure connection to { $host }: { $reason }. The site's certificate may be bad, or the computer's clock wrong. Open the site in a browser to compare.
    }
fetch-dropped = The connection to { $url } ended before the whole answer came ({ $reason }). The site may be overloaded or may refuse us; try again later and more slowly.
fetch-incomplete = The answer of { $url } began but is not whole ({ $reason }). It is asked for again; if that lasts, the site or something on the way cuts its answers off.
fetch-timeout = { $stage ->
        [name] The name server did not say within { $seconds } s where { $url } is. Check the network connection of this computer, and try again later.
        [connect] No connection to { $url } within { $seconds } s. The site may be down or far away; check the network, and try again later.
        [secure] { $url } took the connection, but did not agree on encryption within { $seconds } s. The site may be busy or may hold us back; try again later.
        [answer] { $url } took the request but did not begin to answer within { $seconds } s. The site may be busy or may hold us back; try again later and more slowly.
        [body] { $url } stopped in the middle of its answer; it was given up after { $seconds } s. The site may be busy; try again later and more slowly.
       *[whole] { $url } did not answer in full within { $seconds } s. The site may be slow or may hold us back; try again later and more slowly.
    }
fetch-head-too-large = The answer from { $url } has more headers, or longer ones, than any page needs, so it was not read. The site may be broken or hostile; open it in a browser to see.
fetch-too-large = { $url } is larger than the limit of { $kib } KiB, so it was not read. Pages for people are smaller. If it is a file, leave such addresses out with deny in the rule.
fetch-too-many-elements = { $url } has more than { $limit } elements, or a tag of thousands of attributes, which no page for people has, so it was not taken. The site may be broken or hostile; open it in a browser to see.
fetch-too-much-work = Reading { $url } with the rule of this site would take too much work, so it was not taken. Let the rule look at a smaller part of the page, or open the page in a browser: it may be broken or hostile.
fetch-redirects = { $url } was still redirecting after { $followed } redirects. The site may want a login or cookies; open it in a browser to see where it ends.
fetch-redirect-loop = The site redirects in a circle that comes back to { $url }. It may want a login or cookies; open it in a browser to see what it shows.
fetch-proxy = The proxy { $proxy } failed: { $reason }. Check its address, user and password, or take another proxy.
fetch-proxy-unreachable = The proxy { $proxy } does not answer at this address ({ $reason }). Check host and port and whether the proxy runs, or take another one.
fetch-proxy-silent = The proxy { $proxy } began no answer in { $seconds } s; proxies that nobody knows are not waited for longer. Test it, or take another proxy.
fetch-garbled = The answer from { $url } cannot be read ({ $reason }). It may be no web server, or its data is damaged; check the address or try again later.

fetch-login-refused = The login at { $url } was refused: user name or password seem to be wrong. Correct them and test the account again; it is not tried again by itself.
fetch-login-locked = The site has locked the account or this address out of the login at { $url }. Wait until the lock ends, check the password in a browser, then test the account again.
fetch-login-no-form = There is no login form at { $url }. Give the address of the page that shows the form, or a CSS selector for it.
fetch-login-no-password = The form at { $url } has no password field. Give the name of the field in the rule, or a CSS selector for another form.
fetch-login-no-user = The form at { $url } has no field for the user name. Give the name of the field in the rule.
fetch-login-selector = “{ $selector }” is no valid CSS selector, so the login cannot go on. Correct it in the rule.
fetch-login-no-sign = After the login at { $url } the sign of success, “{ $selector }”, is nowhere to be found. Check the selector in the rule, and the account in a browser.
fetch-login-status = The site answered the login at { $url } with the error { $status }. Try again later; if it stays, check in a browser whether the login page has changed.
fetch-login-in-address = The form at { $url } would put the password into an address (method GET), where servers, proxies and histories keep it. It was not sent. Log in with a browser and bring its cookies, or name another form in the rule.
