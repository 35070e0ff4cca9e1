# generic: what kind of page it is, and why

generic-kind-text = One block of text stands out, with { $count ->
    [one] 1 character
   *[other] { $count } characters
}.
generic-kind-teasers = { $count ->
    [0] It consists of several short entries.
    [one] 1 headline links to its own page.
   *[other] { $count } headlines link to their own pages.
}
generic-kind-posts = { $count ->
    [0] People reply to each other.
    [one] 1 post has an author or time.
   *[other] { $count } posts have an author or time.
}
generic-kind-said = The page itself says so.
generic-kind-forum = It uses forum software.
generic-kind-address = Its address looks like a list.
generic-kind-manual = It is a documentation page.
generic-kind-product = It sells one product.
generic-kind-nothing = It has hardly any text.
generic-not-an-article = This page is a list, not an article, so no article text was extracted. Use the list instead, or open a page it links to.
generic-script-shell = This page stays empty until its scripts run in a browser, so no text was extracted. Run the command on the page's address with --fetch browser.
