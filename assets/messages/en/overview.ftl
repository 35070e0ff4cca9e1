# overview: what a page is as a whole, and what to do with it

overview-list = The page is a list: { $count ->
    [one] one record
   *[other] { $count } records
}.
overview-list-leads = Each of them leads to a page of its own.
overview-thread = The page is a discussion: { $count ->
    [one] one post
   *[other] { $count } posts
}.
overview-fields = They have: { $names }.
overview-article = The page is one article, about { $count ->
    [one] one character
   *[other] { $count } characters
} long.
overview-feed-itself = This is a feed: a list of entries made for programs.
overview-sitemap-itself = This is a sitemap: a list of addresses made for programs.
overview-nothing = Nothing was found that looks like a list, an article or a discussion.
overview-feeds = The page names { $count ->
    [one] a feed
   *[other] { $count } feeds
}.
overview-sitemaps = The page names { $count ->
    [one] a sitemap
   *[other] { $count } sitemaps
}.
overview-next-list = Take the list: a row for each record, and the page behind it.
overview-next-list-or-feed = Take the list: a row for each record, and the page behind it. For new entries only, take the feed.
overview-next-rows = Take the records: a row for each.
overview-next-thread = Take the posts: a row for each.
overview-next-article = Take the text with title, date and author. To collect many such pages, open the list that leads to them.
overview-next-article-or-feed = Take the text with title, date and author. To collect more of them, open the list that leads to them, or take the feed.
overview-next-feed = Take the feed, or pick on the page what you want.
overview-next-feed-itself = Take its entries: a row for each, and the page behind it.
overview-next-sitemap-itself = Take the pages that it lists.
overview-next-pick = Pick on the page what you want. If the page is empty, it may be filled by a script that does not run here.
