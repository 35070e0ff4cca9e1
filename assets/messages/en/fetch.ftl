# fetch: why an address could not be fetched, and how a login went
fetch-scheme = { $url } cannot be fetched: Bowerbird supports only http:// and https://. Check the address.
fetch-out-of-reach = { $case ->
        [no-longer-inside] { $host } was in your network before and now points to { $address } on the web. A name that changes like that may be a trap, so it was not requested. If your network or VPN has changed, restart Bowerbird.
        [written-never] { $host } is reserved for cloud services or cannot belong to any host. Bowerbird requests it only for a rule that starts there; remove the address from the rule or list.
        [resolved-never] { $host } points to { $address }, which is reserved for cloud services or cannot belong to any host. Bowerbird requests it only for a rule that starts there; remove the address from the rule or list.
        [resolved] { $host } points to { $address }, on this computer or in your network. Links from the public web are not followed there. To allow it, set private = true in the network section of the site's rule, or add --allow-private to the command.
       *[written] { $host } is on this computer or in your network. Links from the public web are not followed there. To allow it, set private = true in the network section of the site's rule, or add --allow-private to the command.
    }
fetch-robots-unreachable = { $status ->
        [0] The robots.txt of { $url } couldn't be loaded, so nothing may be fetched there now. Try again later.
       *[other] The robots.txt of { $url } returns status { $status }, so nothing may be fetched there now. Try again later.
    }
fetch-dns = The host { $host } was not found. Check the spelling of the address and the network connection.
fetch-connect = Couldn't connect to { $host } ({ $reason }). The site may be down or the port wrong; check the address and the network, then try again.
fetch-tls = { $problem ->
        [expired] No secure connection to { $host }: the site's certificate has expired. Only the site's operator can renew it; check this computer's clock and try again later.
        [not-yet-valid] No secure connection to { $host }: the site's certificate is not valid yet. This computer's clock may be slow; set it and try again.
        [wrong-host] No secure connection to { $host }: the certificate belongs to another host. Check the spelling of the address; often the certificate is valid only with, or only without, www. in the address.
        [untrusted] No secure connection to { $host }: the certificate was not issued by an authority this computer trusts; it may be self-signed. If the site is yours, add its authority to the system's trusted ones.
        [revoked] No secure connection to { $host }: the issuer has revoked the site's certificate. Do not trust the site until it has a new one.
        [old-certificate] No secure connection to { $host }: the site's certificate uses an obsolete version. Only the site's operator can renew it; if it is yours, create a version 3 certificate.
        [bad-certificate] No secure connection to { $host }: the site's certificate cannot be read, or uses an unsupported signature. Only the site's operator can renew it.
        [old-protocol] No secure connection to { $host }: the site supports only old encryption, which is no longer safe, so Bowerbird does not use it. Check whether it works with http://.
        [wrong-purpose] No secure connection to { $host }: the certificate is not meant for websites. Only the site's operator can replace it.
        [revocation-unknown] No secure connection to { $host }: there was no way to check whether the site's certificate has been revoked. Check this computer's clock and try again later.
        [wants-certificate] No secure connection to { $host }: the site requires a client certificate, which Bowerbird cannot send.
        [unknown-host] No secure connection to { $host }: the server there does not know this host. Check the spelling of the address.
        [server-fault] No secure connection to { $host }: the server ended the connection without giving a reason. Try again later; if this persists, open the site in a browser to compare.
        [disturbed] No secure connection to { $host }: the data was corrupted on the way, or the server is faulty. Check the network and any VPN or proxy, and try again later.
        [no-tls] No secure connection to { $host }: the server does not use TLS. Try http:// instead of https://.
       *[other] No secure connection to { $host }. The site's certificate may be bad, or this computer's clock wrong. Open the site in a browser to compare.
    }
fetch-dropped = The connection to { $url } ended before the response was complete ({ $reason }). The site may be overloaded or refusing requests; try again later with a longer delay.
fetch-incomplete = The response from { $url } is incomplete ({ $reason }). It will be retried; if this persists, the site, or a proxy or firewall on the way, cuts responses off.
fetch-timeout = { $stage ->
        [name] Looking up the host of { $url } took longer than { $seconds } s. Check this computer's network connection and try again later.
        [connect] No connection to { $url } within { $seconds } s. The site may be down or overloaded; check the network and try again later.
        [secure] { $url } accepted the connection but did not set up encryption within { $seconds } s. The site may be busy or throttling; try again later.
        [answer] { $url } accepted the request but did not respond within { $seconds } s. The site may be busy or throttling; try again later with a longer delay.
        [body] { $url } stopped in the middle of its response and did not continue within { $seconds } s. The site may be busy; try again later and more slowly.
       *[whole] { $url } did not respond in full within { $seconds } s. The site may be slow or throttling; try again later with a longer delay.
    }
fetch-head-too-large = The response from { $url } has far more, or far longer, headers than any page needs, so it was not read. The site may be broken or malicious; check it in a browser.
fetch-too-large = { $url } is larger than the limit of { $kib } KiB, so it was not read. Normal pages are smaller. If it is a file, exclude such addresses with “deny” in the rule.
fetch-too-many-elements = { $url } has more than { $limit } elements, or a tag with thousands of attributes, unlike any normal page, so it was not read. The site may be broken or malicious; check it in a browser.
fetch-too-much-work = Reading { $url } with this site's rule would take too much work, so it was skipped. Make the rule look at a smaller part of the page, or open the page in a browser: it may be broken or malicious.
fetch-redirects = { $url } was still redirecting after { $followed } redirects. The site may want a login or cookies; open it in a browser to see where it ends.
fetch-redirect-loop = The site redirects in a circle back to { $url }. It may want a login or cookies; open it in a browser to see what it shows.
fetch-proxy = The proxy failed: { $reason } ({ $proxy }). Check its address, user name and password, or use another proxy.
fetch-proxy-closed = The proxy closed the connection without a response ({ $proxy }; { $reason }). Check its scheme and port, or use another one.
fetch-proxy-garbled = The server does not respond like a proxy ({ $proxy }; { $reason }). Check its scheme and port, or use another proxy.
fetch-proxy-unreachable = No proxy responds at this address ({ $proxy }; { $reason }). Check its host and port and that it is running, or use another one.
fetch-proxy-silent = No response within { $seconds } s, the limit for untested proxies ({ $proxy }). Test it, or use another one.
fetch-why-refused = connection refused
fetch-why-closed = connection closed early
fetch-why-no-socks = not a valid SOCKS response
fetch-why-proxy-no-password = the proxy does not accept a user name and password
fetch-why-proxy-forbids = the proxy's rules do not allow this connection
fetch-why-proxy-cannot = the proxy cannot make this kind of connection
fetch-why-proxy-failed = the proxy cannot connect to the site
fetch-why-no-http = not a valid HTTP response
fetch-why-no-route = no route to the host
fetch-why-late = timed out
fetch-why-proxy-password = the proxy requires a password
fetch-why-unknown = no cause given
fetch-browser-fault = { $problem ->
        [missing] This page needs a browser, and none was found on this computer. Install Chromium, Chrome, Edge or Brave, choose one in Settings → Browser, or set the environment variable BOWERBIRD_BROWSER. Pages that need no browser work without one.
        [not-there] There is no browser at { $detail }. Correct the path, or remove it to use the browser that is found automatically.
        [no-browser] { $detail } is not a Chromium-based browser. Choose Chromium, Chrome, Edge or Brave.
        [too-old] The browser is too old: { $detail }. Version 112 or later is needed; update it.
        [system] Bowerbird cannot use a browser on this system yet. Use the JSON data in the page or the page's own API, if it has one.
        [no-window] { $detail } cannot open windows, and no other browser was found. Install Chromium, Chrome, Edge or Brave.
        [no-screen] This computer has no screen on which to open a browser window. Log in with a browser on another computer and import its cookies.
        [start] The browser did not start: { $detail }. Start it yourself to see what is missing, or set another one with BOWERBIRD_BROWSER.
        [died] The browser quit while it was showing the page ({ $detail }). It will be started again for the next page; if this persists, update the browser.
        [hung] The browser did not respond in time while it was showing the page. The page will be retried; if this persists, the page keeps the browser busy all the time.
        [crashed] The page crashed its tab in the browser. The page will be retried; if this persists, update the browser.
        [memory] The page took more memory in the browser than is allowed, so its tab was closed. Collect the data from a smaller page of the site, or from its API.
        [restless] The page kept redirecting the browser, so its tab was closed. Check the address in a browser: the site may want a login or cookies.
        [left-out] The rule's steps need the browser, which this command does not use. Remove --fetch http, or remove the steps from the rule.
        [step] Step { $detail } of the rule found nothing on the page to act on. Open the page in the browser and correct the step, give it more time with wait = "30s", or set optional = true.
       *[other] The browser rejected a command: { $detail }. Update the browser, or set another one with BOWERBIRD_BROWSER.
    }
fetch-garbled = The response from { $url } cannot be read ({ $reason }). The server may not be a web server, or the data is damaged; check the address or try again later.

fetch-login-refused = Login at { $url } failed: the user name or password seems wrong. Correct it and test the account again; the login is not retried automatically.
fetch-login-locked = The account or this IP address is locked out at { $url }. Wait until the lockout ends, check the password in a browser, then test the account again.
fetch-login-no-form = No login form at { $url }. In the rule, give the address of the page with the form, or a CSS selector for the form.
fetch-login-no-password = The form at { $url } has no password field. Give the field's name in the rule, or a CSS selector for another form.
fetch-login-no-user = The form at { $url } has no user name field. Give the field's name in the rule.
fetch-login-selector = “{ $selector }” is not a valid CSS selector, so login cannot continue. Correct it in the rule.
fetch-login-no-sign = After login at { $url }, the sign of success, “{ $selector }”, was not found. Check the selector in the rule, and the account in a browser.
fetch-login-status = Login failed with status { $status } at { $url }. Try again later; if this persists, check in a browser whether the login page has changed.
fetch-login-in-address = The form at { $url } would put the password in the address (method GET), where servers, proxies and browser histories would keep it. The password was not sent. Log in with a browser and import its cookies, or set another form in the rule.
