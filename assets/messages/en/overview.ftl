# overview: what a page is as a whole, and what to do with it

overview-list = This page is a list: { $count ->
    [one] 1 record
   *[other] { $count } records
}.
overview-list-leads = Each links to its own page.
overview-thread = This page is a discussion: { $count ->
    [one] 1 post
   *[other] { $count } posts
}.
overview-fields = Fields: { $names }.
overview-article = This page is one article, about { $count ->
    [one] 1 character
   *[other] { $count } characters
} long.
overview-feed-itself = This is a feed: a machine-readable list of entries.
overview-sitemap-itself = This is a sitemap: a machine-readable list of addresses.
overview-nothing = No list, article or discussion was found.
overview-feeds = The page links to { $count ->
    [one] 1 feed
   *[other] { $count } feeds
}.
overview-sitemaps = The page links to { $count ->
    [one] 1 sitemap
   *[other] { $count } sitemaps
}.
overview-next-list = Use the list: one row per record, with its linked page.
overview-next-list-or-feed = Use the list: one row per record, with its linked page. For new entries only, use the feed.
overview-next-rows = Use the records: one row each.
overview-next-thread = Use the posts: one row each.
overview-next-article = Use the text with title, date and author. To collect many such pages, open the list that links to them.
overview-next-article-or-feed = Use the text with title, date and author. To collect more such pages, open the list that links to them, or use the feed.
overview-next-feed = Use the feed, or pick what you want on the page.
overview-next-feed-itself = Use its entries: one row each, with the linked page.
overview-next-sitemap-itself = Use the pages it lists.
overview-next-pick = Pick what you want on the page. If the page is empty, a script may fill it: choose “Use the page” under Rule.
