# What a look at an address found, before a site is made of it.

look-list = A list
look-forum = A forum
look-thread = A thread
look-article = A single text
look-feed = A feed
look-sitemap = A sitemap
look-data = Data (JSON)
look-refused = The site refuses
look-script-shell = Nothing without scripts
look-not-found = No such page
look-unreachable = Cannot be reached
look-nothing = Nothing to collect

look-choice-ready = Ready rule for { $software }: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} here, with the pages behind them
look-choice-threads = Ready rule for { $software }: { $count ->
    [one] { $count } thread
   *[other] { $count } threads
} here, one record a post
look-choice-boards = Ready rule for { $software }: { $count ->
    [one] { $count } board
   *[other] all { $count } boards
}, one record a post
look-choice-list = List: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} here, with the pages behind them
look-choice-records = This page: { $count ->
    [one] { $count } record
   *[other] { $count } records
}
look-choice-links = Links that look like articles: { $count }
look-choice-article = This page alone
look-choice-feed = Feed { $title }: { $count ->
        [one] { $count } entry
       *[other] { $count } entries
    }
look-choice-feed-itself = The feed: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} now
look-choice-sitemap = The sitemap: { $count ->
    [one] { $count } address
   *[other] { $count } addresses
}

look-why-not-found = The site answers, but it has no page at { $url }. Check the address for typing mistakes, or begin at the site’s front page.
look-why-scripts = The page is an empty frame that scripts fill in a browser. Look for a feed, a sitemap or a printable version of the site; its data address can be collected with a rule of kind “api”.
look-why-refused = { $reason } A browser login, a proxy or a longer delay can help: add an account or a proxy, or open the page in the workbench.
look-why-data = This is data for programs. Say in a rule of kind “api” where its entries are.
look-why-file = This is a file, such as a picture or a PDF, and no page. Give the address of the page that links to it.
look-why-empty-source = It has no entries now. It can be added; runs will find what comes later.
look-why-nothing = The page has neither entries nor a text nor a feed. Try the page that lists the articles, or open this one in the workbench and point at what you want.

look-under-way = Looking at { $url } …
look-checking-feeds = { $count ->
        [one] Checking a feed that the page names …
       *[other] Checking { $count } feeds that the page names …
    }
look-cancel = Cancel the look
look-close = Close
look-again = Look again
look-add-anyway = Add anyway
look-name = Name of the new site
look-added = “{ $site }” was added.
look-run = Run it now
look-not-now = Not now
