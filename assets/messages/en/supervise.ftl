# How sites are supervised: phases, actions, rules that move a site, what happens next.

supervise-phase-healthy = healthy
supervise-phase-suspect = suspect
supervise-phase-blocked = blocked
supervise-phase-cooling = cooling down
supervise-phase-probing = retrying
supervise-phase-restored = restored
supervise-phase-needs-you = needs you

supervise-action-retry-after = wait as long as the site asks
supervise-action-slow-down = slow down
supervise-action-new-connection = new connection
supervise-action-new-session = new session
supervise-action-other-proxy = another proxy
supervise-action-other-account = another account
supervise-action-other-rule = earlier version of the rule
supervise-action-generic = read without the rule
supervise-action-restart = restart the run
supervise-action-probe = wait and retry
supervise-action-give-up = give up and notify

supervise-outcome-pending = pending
supervise-outcome-helped = helped
supervise-outcome-no-help = did not help

supervise-rule-new = No data yet.

supervise-next-probe = Automatic retry in { $left } ({ $time }); the run continues once the site responds.
supervise-next-restart = The run continues automatically in { $left } ({ $time }).
supervise-next-seldom = Needs you. Still retried once a day; next automatic retry in { $left } ({ $time }).
supervise-next-needs-you = Needs you: all automatic remedies have been tried.

# Rules that move a site from a phase to another
supervise-rule-good = A page loaded as expected.
supervise-rule-clean = { $pages } good { $pages ->
    [one] page
   *[other] pages
} in a row.
supervise-rule-finished = A run finished, and the site responded as expected.
supervise-rule-suspect = Response: { $state }.
supervise-rule-blocked = The run ended after this response: { $state }. No remedies were left.
supervise-rule-cooling = { $times ->
    [one] The site did not respond as expected
   *[other] The site did not respond as expected { $times } times in a row
}; waiting { $wait }.
supervise-rule-probe = An automatic retry was due.
supervise-rule-pardoned = You marked the page as not a block.
supervise-rule-probe-good = The automatic retry got a good response.
supervise-rule-gave-up = { $probes ->
    [0] Automatic retries are off.
    [one] 1 automatic retry failed, which is the limit.
   *[other] { $probes } automatic retries failed, which is the limit.
}
supervise-rule-person = Response: { $state }. Only you can resolve this.
supervise-rule-question = Response: { $state }. The run is waiting for you.
supervise-rule-answered = You logged in or completed the site's check.
supervise-rule-unanswered = Nobody logged in or completed the site's check.

# Why an action was taken; those with seconds stand in older project files
supervise-why-retry-after = The site requires a wait of { $seconds } s.
supervise-why-slow-down = Too many requests: pausing { $seconds } s, then { $factor } times the usual delay.
supervise-why-asked-wait = The site requires a wait of { $wait }.
supervise-why-slower = Too many requests: pausing { $wait }, then { $factor } times the usual delay.
supervise-why-fewer = The site rejected one of several parallel requests: pausing { $wait }, then { $most } at a time.
supervise-why-generic = The rule found nothing on { $url }, so the page was read without it.
supervise-why-trouble = Response: { $state }. Remedy: { $action }.
supervise-why-other-rule = Version { $version } of the rule can read the page and the newest version cannot, so version { $version } was restored. The newest is still listed under Versions.
supervise-why-earlier-rule = Version { $version } of the rule was restored in place of version { $replaced }: on { $url } it finds { $items } items, and version { $replaced } finds { $found }; on the saved pages no required field is found less often. To undo, choose “Restore version { $replaced }” under Versions above the rule.
supervise-why-restart = Restarting the run after a pause of { $seconds } s.
supervise-why-restart-after = Restarting the run after a pause of { $wait }.
supervise-why-probe = Checking whether the site responds again (failed retries so far: { $number }).
supervise-why-give-up = { $probes } { $probes ->
    [one] automatic retry
   *[other] automatic retries
} failed: no more automatic attempts.
supervise-why-asked = You requested this.

supervise-cause = Automatic retry
supervise-runs-already = This site is running, so a retry would show nothing new. Stop the run first, or wait for it to end.
supervise-no-proxy-left = { $site }: no other proxy in the pool is left for this run. Add proxies, or let the rule use the pool (proxy = "pool").
supervise-no-account-left = { $site }: no other account could log in. Add an account for this site, or see the errors in Accounts.
supervise-no-record = Couldn't write the recording to { $path }: { $reason }. Choose another file with --record.

# Command line
cli-supervise-phase = { $phase }, since { $since }: { $rule }
supervise-run-paced = The site blocked Bowerbird after too many pages within an hour. From now on, Bowerbird requests at most { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} per hour, and the run continues automatically.
cli-supervise-needs-watch = Automatic retries only happen while a Bowerbird window is open or “bowerbird schedule” is running.
cli-supervise-paced = Bowerbird requests at most { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} per hour because the site blocked it after more than that; good responses raise this limit.
cli-supervise-at-once = Bowerbird sends at most { $most } { $most ->
    [one] request
   *[other] requests
} at a time because the site rejected more; good responses raise this limit.
cli-supervise-slowed = Bowerbird waits { $factor } times the usual delay between requests; good responses reduce this.
cli-supervise-nothing = { $site }: no problems so far.
cli-supervise-no-events = The site's state has never changed.
cli-supervise-no-actions = No remedies were tried.
cli-supervise-open = { $site } responds again. “bowerbird run” continues what was interrupted; an open window or “bowerbird schedule” does so automatically.
cli-supervise-closed = { $site } still does not respond as expected.
cli-supervise-unreadable = Couldn't read the recording { $path }: { $reason }. Make one with “bowerbird run SITE --record FILE”.
cli-supervise-differs = Line { $line }: recorded { $recorded }, now { $replayed }.
cli-supervise-same = { $answers ->
    [one] 1 response
   *[other] { $answers } responses
}: same decisions.
cli-supervise-differences = { $answers ->
    [one] 1 response
   *[other] { $answers } responses
}: { $differences ->
    [one] 1 decision differs
   *[other] { $differences } decisions differ
}.
cli-run-closed = { $site } ({ $phase }): { $rule } Trying it anyway, with each remedy once and without long waits; --now lifts these limits.
cli-run-left-closed = { $site } was skipped ({ $phase }). To run it anyway, specify it by name.
cli-head-from = FROM
cli-head-to = TO
cli-head-answer = RESPONSE
cli-head-action = ACTION
