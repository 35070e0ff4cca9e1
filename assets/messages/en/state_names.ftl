# States of pages and sites, as a word beside a mark.
app-state-locked = Not run: passphrase needed
app-state-new = not run yet
app-state-running = running
app-state-begun = not finished yet
app-state-ok = OK
app-state-rate-limited = rate limited
app-state-challenge = robot check
app-state-blocked = blocked
app-state-login-required = login required
app-state-soft-block = different page
app-state-layout-changed = layout changed
app-state-empty = empty
app-state-outage = site down
app-state-not-found = page not found ({ $status })
app-state-host-unknown = unknown host
app-state-proxy-fault = proxy error
app-state-incomplete = incomplete
app-state-needs-browser = needs a browser

# The same within sentences about supervision.
supervise-state-ok = as expected
supervise-state-rate-limited = “too many requests”
supervise-state-challenge = a robot check
supervise-state-blocked = a block page
supervise-state-login-required = a login page
supervise-state-soft-block = a different page
supervise-state-layout-changed = a page the rule no longer fits
supervise-state-empty = an empty page
supervise-state-outage = an outage
supervise-state-proxy-fault = a proxy error
supervise-state-incomplete = incomplete or unexpected content
supervise-state-needs-browser = a page that only scripts fill
