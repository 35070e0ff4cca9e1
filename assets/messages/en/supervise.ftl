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

supervise-next-probe = It is probed in { $left } ({ $time }).
supervise-next-restart = Its run begins again in { $left } ({ $time }).
supervise-next-needs-you = It waits for you: nothing that could be tried by itself is left.
