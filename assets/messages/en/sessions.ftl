# Sessions of sites: proxy, account, cookies and user agent as one visitor.

sessions-other = Session { $session } replaces session { $before }, with its own cookies and the user agent “{ $agent }”.

sites-part-sessions = Sessions
sessions-about = A session is one visitor to the site: proxy, account, cookies and user agent together. A session that works is kept; a session that the site refuses rests, longer each time.
sessions-none = No sessions yet: nothing has been requested from this site.
sessions-direct = no proxy
sessions-nobody = no
sessions-number = Session { $number }
sessions-parts = { $way }, logged in: { $account }
sessions-through = proxy { $proxy }
sessions-last = last used: session { $session }, { $way }, logged in: { $account }; score { $score } of 100
sessions-good = works
sessions-unproven = no success yet
sessions-new = not used yet
sessions-refused = refused by the site: { $state }
sessions-rests = rests until { $time }: { $state }
sessions-figures = score { $score } of 100 · { $answers ->
    [one] 1 good response
   *[other] { $answers } good responses
} · { $refusals ->
    [0] never refused
    [one] refused once
   *[other] refused { $refusals } times
}
sessions-latency = latency { $ms } ms
sessions-used = last used { $time }
sessions-in-session = in session { $number }
cli-head-session = SESSION
cli-head-way = VIA
cli-head-logged-in = LOGGED IN
cli-head-agent = USER AGENT
cli-head-refusals = REFUSED
