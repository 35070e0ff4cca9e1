# What people say of pages against the judge, and signals of their own
exceptions-nothing-to-teach = Nothing to change: the page { $url } does not count as a block.
exceptions-reason-taught = You marked { $url } as not a block. Similar pages no longer count as blocks.
exceptions-next-run-again = Run the site again to retry failed pages.
cli-no-block-state = “{ $state }” is not a block state. Use rate_limited, challenge, blocked, login_required or soft_block.
cli-taught-not-a-block = Exception { $id }: pages of { $site } like this one are not blocks (no longer counted there: { $signals }). Run the site again to fetch what failed.
cli-taught-is-a-block = Exception { $id }: pages of { $site } like this one count as { $state }.
cli-no-exceptions = This site has no exceptions.
cli-no-such-exception = The site has no exception { $id }.
cli-exception-forgotten = Removed exception { $id }.
cli-head-id = ID
cli-head-ruling = RULING
cli-head-signals = SIGNALS
cli-head-used = LAST USED
cli-head-page = PAGE
cli-ruling-not-a-block = not a block
cli-ruling-is-a-block = block

# Signal files, and [[signal]] in rules
signals-file = { $file }: { $fault }
signals-toml = invalid TOML: { $reason }
signals-no-id = a signal has no id. Add one, such as id = "my-queue"; evidence is shown under this id.
signals-twice = two signals have the id “{ $signal }”. Each needs its own.
signals-place = signal { $signal }: “{ $text }” is not a valid place. Use title, text, source, url, header, portal, proxy_header or proxy_body.
signals-header = signal { $signal }: `header` is required for header signals and not allowed for others.
signals-state = signal { $signal }: “{ $text }” is not a valid state. Use { $known }.
signals-strength = signal { $signal }: “{ $text }” is not a valid strength. Use “strong” if the signal is decisive alone, “bare” if it is decisive only on a page with hardly any text, “weak”, “asking” or “supporting” if it needs other evidence, or “against” if it is found on pages that merely discuss blocks.
signals-pattern = signal { $signal }: the pattern is not a valid regular expression: { $reason }
signals-everywhere = signal { $signal }: the pattern matches any text. Make it more specific.

cli-signals-good = { $count ->
    [one] 1 signal is valid.
   *[other] All { $count } signals are valid.
}
cli-signals-added = Added the signals from { $name }. New runs use them.
cli-signals-removed = Removed the signals from { $name }.
cli-no-such-signals = The project has no signal file “{ $name }”. It has: { $known }.
cli-no-signals = No custom signals.
cli-head-place = PLACE
cli-head-strength = STRENGTH
cli-head-vendor = VENDOR
cli-head-checked = CHECKED

# What a person said, in the window
exceptions-taught-not-a-block = { $site }: pages like this one no longer count as blocks.
exceptions-taught-is-a-block = { $site }: pages like this one now count as blocks.
exceptions-yours = Your exceptions
exceptions-word-not-a-block = { $time } · not a block: { $url }
exceptions-word-is-a-block = { $time } · is a block: { $url }
exceptions-word-used = { $runs ->
    [0] not used yet
    [one] used in 1 run
   *[other] used in { $runs } runs
}
exceptions-forget = Unmark
exceptions-forget-tip = Pages like this one are judged automatically again
