# Sessions of sites: proxy, account, cookies and user agent as one visitor.

sessions-other = Session { $session } takes the place of session { $before }: with cookies of its own, as “{ $agent }”.

sites-part-sessions = Sessions
sessions-about = A session is whom the site sees: proxy, account, cookies and user agent together. The site keeps the one that it answers well; one that it refuses rests, longer each time.
sessions-none = No session yet: the site was not asked so far.
sessions-direct = directly
sessions-nobody = nobody
sessions-number = Session { $number }
sessions-parts = { $way }, logged in: { $account }
sessions-through = through proxy { $proxy }
sessions-last = session { $session } was used last: { $way }, logged in: { $account }; score { $score } of 100
sessions-good = answered well
sessions-unproven = no good answer yet
sessions-new = not used yet
sessions-refused = refused: { $state }
sessions-rests = rests until { $time }: { $state }
sessions-figures = score { $score } of 100 · { $answers ->
    [one] one good answer
   *[other] { $answers } good answers
} · { $refusals ->
    [0] never refused
    [one] refused once
   *[other] refused { $refusals } times
}
sessions-latency = { $ms } ms until an answer
sessions-used = used last { $time }
sessions-in-session = in session { $number }
cli-head-session = SESSION
cli-head-way = WAY
cli-head-logged-in = LOGGED IN
cli-head-agent = USER AGENT
cli-head-refusals = REFUSED
