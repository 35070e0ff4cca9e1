# What people say of pages against the judge, and signals of their own
exceptions-nothing-to-teach = Nothing to teach: the page { $url } is not taken for a block.
exceptions-reason-taught = You said that { $url } is no block. Pages that look like it count as good ones from now on.
exceptions-next-run-again = Run the site again: pages that failed are asked for once more.
cli-no-block-state = “{ $state }” is no state of a block. There are rate_limited, challenge, blocked, login_required and soft_block.
cli-taught-not-a-block = Exception { $id }: pages of { $site } that look like this one are no block ({ $signals } no longer counts there). Run the site again to fetch what failed.
cli-taught-is-a-block = Exception { $id }: pages of { $site } that look like this one are { $state }.
cli-no-exceptions = Nothing was said of pages of this site.
cli-no-such-exception = The site has no exception { $id }.
cli-exception-forgotten = Exception { $id } is forgotten.
cli-head-id = ID
cli-head-ruling = SAID
cli-head-signals = SIGNALS
cli-head-used = LAST USED
cli-head-page = PAGE
cli-ruling-not-a-block = not a block
cli-ruling-is-a-block = is a block

# Signal files, and [[signal]] in rules
signals-file = { $file }: { $fault }
signals-toml = this cannot be read: { $reason }
signals-no-id = a signal has no id. Give it one, such as id = "mine-queue"; evidence is shown under it.
signals-twice = two signals are called “{ $signal }”. Each has an id of its own.
signals-place = signal { $signal }: “{ $text }” is no place to look at. There are title, text, source, url, header, portal, proxy_header and proxy_body.
signals-header = signal { $signal }: `header` names the header of a header signal; those need it, and others must not have it.
signals-state = signal { $signal }: “{ $text }” is nothing that a signal can mean. There are { $known }.
signals-strength = signal { $signal }: “{ $text }” is no strength. Write strong for what decides alone, bare for what does so on a page with hardly any text, weak or supporting for what needs other evidence, against for words of pages about blocks.
signals-pattern = signal { $signal }: the pattern is no regular expression: { $reason }
signals-everywhere = signal { $signal }: the pattern is found in every text. Write something that must be there.

cli-signals-good = { $count ->
    [one] 1 signal, all good.
   *[other] { $count } signals, all good.
}
cli-signals-added = Added the signals of { $name }. Runs that begin from now on go by them.
cli-signals-removed = Removed the signals of { $name }.
cli-no-such-signals = The project has no signal file “{ $name }”. It has: { $known }.
cli-no-signals = There are no signals of your own.
cli-head-place = PLACE
cli-head-strength = STRENGTH
cli-head-vendor = VENDOR
cli-head-checked = CHECKED

# What a person said, in the window
exceptions-taught-not-a-block = { $site }: pages that look like this one count as good ones from now on.
exceptions-taught-is-a-block = { $site }: pages that look like this one count as a block from now on.
exceptions-yours = What you said of its pages
exceptions-word-not-a-block = { $time }  not a block: { $url }
exceptions-word-is-a-block = { $time }  is a block: { $url }
exceptions-word-used = { $runs ->
    [0] has not decided yet
    [one] decided in 1 run
   *[other] decided in { $runs } runs
}
exceptions-forget = Forget
exceptions-forget-tip = The judge's own word counts again for pages like this one.
