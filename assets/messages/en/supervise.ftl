# How sites are supervised: phases, actions, rules that move a site, what happens next.

supervise-phase-healthy = healthy
supervise-phase-suspect = suspect
supervise-phase-blocked = blocked
supervise-phase-cooling = cooling down
supervise-phase-probing = being probed
supervise-phase-restored = restored
supervise-phase-needs-you = needs you

supervise-action-retry-after = wait as long as the site asks
supervise-action-slow-down = slow down
supervise-action-new-connection = new connection
supervise-action-new-session = new session
supervise-action-other-proxy = other proxy
supervise-action-other-account = other account
supervise-action-other-rule = earlier version of the rule
supervise-action-generic = read without the rule
supervise-action-restart = begin the run again
supervise-action-probe = wait and probe
supervise-action-give-up = give up and tell

supervise-outcome-pending = not known yet
supervise-outcome-helped = helped
supervise-outcome-no-help = did not help

supervise-rule-new = Nothing is known of it yet.

supervise-next-probe = It is probed by itself in { $left } ({ $time }), and goes on where it stopped as soon as it answers.
supervise-next-restart = Its run goes on by itself in { $left } ({ $time }).
supervise-next-seldom = It waits for you. It is asked once a day all the same, next in { $left } ({ $time }).
supervise-next-needs-you = It waits for you: nothing that could be tried by itself is left.

# States, as a part of a sentence
supervise-state-ok = as it should be
supervise-state-rate-limited = “too many requests”
supervise-state-challenge = a challenge
supervise-state-blocked = a block
supervise-state-login-required = a request to log in
supervise-state-soft-block = another page than the one that was asked for
supervise-state-layout-changed = a page that the rule no longer fits
supervise-state-empty = a page with nothing in it
supervise-state-outage = an outage
supervise-state-proxy-fault = a fault of the proxy
supervise-state-incomplete = something that is not whole, or not what was asked for

# Rules that move a site from a phase to another
supervise-rule-good = A page came as it should.
supervise-rule-clean = { $pages } good { $pages ->
    [one] page
   *[other] pages
} came in a row.
supervise-rule-finished = A run finished, and the site answered as it should.
supervise-rule-suspect = The answer was { $state }.
supervise-rule-blocked = The run ended: the answer was { $state }, and no action that is left helps.
supervise-rule-cooling = It was found closed { $times ->
    [one] once
   *[other] { $times } times
}: it is left alone for { $wait }.
supervise-rule-probe = A probe was due.
supervise-rule-pardoned = You said that the page is none that keeps us out.
supervise-rule-probe-good = The probe was answered as it should be.
supervise-rule-gave-up = { $probes ->
    [0] It is not to be probed by itself.
    [one] One probe found it closed: that is the bound.
   *[other] { $probes } probes found it closed: that is the bound.
}
supervise-rule-person = The answer was { $state }: only a person can help.

# Why an action was taken; those with seconds stand in older project files
supervise-why-retry-after = The site asks to wait { $seconds } s.
supervise-why-slow-down = Too many requests: a pause of { $seconds } s, then at { $factor } times the usual distance.
supervise-why-asked-wait = The site asks to wait { $wait }.
supervise-why-slower = Too many requests: a pause of { $wait }, then at { $factor } times the usual distance.
supervise-why-fewer = The site turned a request away while others were under way: a pause of { $wait }, then { $most } at a time.
supervise-why-generic = The rule found nothing on { $url }: the page was read without it.
supervise-why-trouble = The answer was { $state }: { $action }.
supervise-why-other-rule = Version { $version } of the rule reads the page that the newest one does not read: it was taken up again. The newest stays among the versions.
supervise-why-earlier-rule = Version { $version } of the rule is in force again, in place of version { $replaced }: on { $url } it finds { $items } entries, and version { $replaced } finds { $found }; on the stored pages no required field is found less often. To undo it, choose “Use version { $replaced } again” under Versions above the rule.
supervise-why-restart = The run begins again after a rest of { $seconds } s.
supervise-why-restart-after = The run begins again after a rest of { $wait }.
supervise-why-probe = Whether the site answers again (found closed before: { $number }).
supervise-why-give-up = Found closed { $probes } { $probes ->
    [one] time
   *[other] times
}: nothing more is tried by itself.
supervise-why-asked = You asked for it.

supervise-cause = supervision
supervise-runs-already = This site is running: a probe would tell nothing that the run does not tell. Stop the run first, or wait for its end.
supervise-no-proxy-left = { $site }: no other proxy of the pool is left for this run. Add proxies, or let the rule use the pool (proxy = "pool").
supervise-no-account-left = { $site }: no other account could log in. Add an account for this site, or see in the accounts why they cannot.
supervise-no-record = The recording cannot be written to { $path }: { $reason }. Choose another file with --record.

# Command line
cli-supervise-phase = { $phase }, since { $since }: { $rule }
supervise-run-paced = The site kept us out after more pages within an hour: it is asked for { $pages ->
    [one] one page
   *[other] { $pages } pages
} an hour for now, and the run goes on by itself.
cli-supervise-needs-watch = That happens while a window is open or “bowerbird schedule” runs.
cli-supervise-paced = It is asked for { $pages ->
    [one] one page
   *[other] { $pages } pages
} an hour at most, because it kept us out after more; that grows with good answers.
cli-supervise-at-once = It is sent at most { $most } { $most ->
    [one] request
   *[other] requests
} at a time, because it turned more away; that grows with good answers.
cli-supervise-slowed = It is asked at { $factor } times the usual distance; that eases back with good answers.
cli-supervise-nothing = { $site }: nothing had to be done about it so far.
cli-supervise-no-events = It has never left the phase it is in.
cli-supervise-no-actions = Nothing was tried.
cli-supervise-open = { $site } answers again. “bowerbird run” goes on with what was interrupted; with a window open or under “bowerbird schedule” that happens by itself.
cli-supervise-closed = { $site } is still closed.
cli-supervise-unreadable = The recording { $path } cannot be read: { $reason }. Make one with “bowerbird run SITE --record FILE”.
cli-supervise-differs = Line { $line }: recorded { $recorded }, now { $replayed }.
cli-supervise-same = { $answers ->
    [one] One answer
   *[other] { $answers } answers
}: the decisions are the same.
cli-supervise-differences = { $answers ->
    [one] One answer
   *[other] { $answers } answers
}: { $differences ->
    [one] one decision differs
   *[other] { $differences } decisions differ
}.
cli-run-closed = { $site } is { $phase }: { $rule } It is tried all the same: each way out once, without long waits; --now tries everything.
cli-run-left-closed = { $site } is { $phase } and is left alone. Name it to run it all the same.
cli-head-from = FROM
cli-head-to = TO
cli-head-answer = ANSWER
cli-head-action = ACTION
