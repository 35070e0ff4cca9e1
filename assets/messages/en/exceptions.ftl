# What people say of pages against the judge, and signals of their own
exceptions-nothing-to-teach = Nothing to teach: the page { $url } is not taken for a block.
exceptions-reason-taught = You said that { $url } is no block. Pages that look like it count as good ones from now on.
exceptions-next-run-again = Run the site again: pages that failed are asked for once more.
