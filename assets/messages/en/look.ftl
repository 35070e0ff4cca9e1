# What a look at an address found, before a site is made of it.

look-list = A list
look-forum = A forum
look-thread = A thread
look-article = An article
look-feed = A feed
look-sitemap = A sitemap
look-data = Data (JSON)
look-refused = Blocked
look-script-shell = Needs a browser
look-not-found = Page not found
look-unreachable = Cannot be reached
look-nothing = Nothing to collect

look-choice-ready = Built-in rule for { $software }: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} with linked pages
look-choice-threads = Built-in rule for { $software }: { $count ->
    [one] { $count } thread
   *[other] { $count } threads
}, one record per post
look-choice-boards = Built-in rule for { $software }: { $count ->
    [one] { $count } board
   *[other] all { $count } boards
}, one record per post
look-choice-list = List: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} with linked pages
look-choice-posts = { $count ->
    [one] { $count } thread
   *[other] { $count } threads
}, one record per post ({ $posts ->
    [one] { $posts } post
   *[other] { $posts } posts
} on the page that was read)
look-doubt-one-per-thread = The pages are threads: this collects one record per thread, not each post.
look-choice-records = This page: { $count ->
    [one] { $count } record
   *[other] { $count } records
}
look-choice-records-on = This page and the next ones: { $count ->
    [one] { $count } record
   *[other] { $count } records
} on this page
look-choice-links = Links that look like articles: { $count }
look-choice-article = This page only
look-choice-feed = Feed { $title }: { $count ->
        [one] { $count } entry
       *[other] { $count } entries
    }
look-choice-feed-itself = This feed: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} now
look-choice-sitemap-whole = Whole site from its sitemap: { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
look-choice-sitemap-parts = Whole site from its sitemap, which has { $count ->
    [one] { $count } part
   *[other] { $count } parts
}
look-choice-sitemap = Sitemap: { $count ->
    [one] { $count } address
   *[other] { $count } addresses
}

look-why-not-found = The site has no page at { $url }. Check the address for typos, or start at the site's front page.
look-doubtful = Doubtful: { $field }, { $why }. Check the page in the workbench.
look-field = { $name }
doubtful-site-name = which is the name of the site: “{ $value }”
doubtful-same = which is the same on every page: “{ $value }”
doubtful-today = which is today's date on every page ({ $value }) and may come from a clock on the page
doubtful-author-date = which is a date: “{ $value }”
doubtful-long-author = which is too long for a name: “{ $value }…”
look-why-scripts = The page stays empty until its scripts run in a browser, and no browser showed more of it (Settings → Browser). Look for a feed, a sitemap or a printable version of the site, or write a rule with kind = "api" for the address of its data.
look-why-refused = { $reason } Logging in, a proxy or a longer delay may help: add an account or a proxy, or open the page in the workbench.
look-why-data = This is data for programs, and no list of entries was found in it. If it does contain one, write a rule with kind = "api".
look-why-file = This is a file, such as an image or a PDF, not a page. Enter the address of the page that links to it.
look-why-empty-source = It has no entries now. You can add it; runs collect what appears later.
look-why-nothing = The page has no entries, text or feed. Try the page that lists the articles, or open this one in the workbench and click what you want.
look-leads-to = It links to these pages. Check one of them:

look-as-account = Checked with the account { $user }
look-under-way = Checking { $url }…
look-checking-feeds = { $count ->
        [one] Checking a feed of the page…
       *[other] Checking { $count } feeds of the page…
    }
look-reading-articles = { $count ->
        [one] Reading one of the articles to find out where its full text is…
       *[other] Reading { $count } of the articles to find out where their full text is…
    }
look-cancel = Stop checking
look-close = Close
look-again = Check again
look-add-anyway = Add anyway
look-name = Site name
look-added = “{ $site }” added.
look-run = Run now
look-not-now = Not now
look-choice-interface = { $count ->
    [one] The entry from the page's own API, without a browser
   *[other] The { $count } entries from the page's own API, without a browser
}
look-choice-interface-pages = { $count ->
    [one] The entry from the page's own API and those of all its further pages, without a browser
   *[other] The { $count } entries from the page's own API and those of all its further pages, without a browser
}
look-choice-page-data = { $count ->
    [one] The entry in the page's script data
   *[other] The { $count } entries in the page's script data
}
look-choice-page-data-pages = { $count ->
    [one] The entry in the page's script data, with its linked page
   *[other] The { $count } entries in the page's script data, with their linked pages
}
look-choice-data = { $count ->
    [one] The entry in this data
   *[other] The { $count } entries in this data, and those on further pages
}
look-choice-data-pages = { $count ->
    [one] The entry in this data, with the page that it links to
   *[other] The { $count } entries in this data, with the pages that they link to
}
