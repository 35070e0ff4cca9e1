# paging: why a link is taken to lead to the next page

paging-why-word = The link says “{ $word }”.
paging-why-arrow = The link is a forward arrow.
paging-why-rel = The page declares the link as the next page.
paging-why-name = The link's class or id contains “next”.
paging-why-number = The number in the address goes from { $from } to { $to }.
paging-why-counts-down = The pages count down to older items: the link goes from page { $from } to { $to }.
paging-why-begins-above = The newest page has no number; the next older one is { $to }.
paging-why-same-path = The address is the same as this page's, with a different query.
paging-why-paged = The address has a page number, but also differs from this page's in other ways.
paging-why-other = The address is unlike this page's.
paging-why-pager = The link is among other page links.
paging-why-not-pager = The link is in a gallery, a calendar or the like.
paging-why-numbers = { $count ->
    [one] 1 numbered page is linked.
   *[other] { $count } numbered pages are linked.
}
paging-why-own-list = The numbered pages' addresses differ from this page's only in the number.
paging-why-current = Page { $page } is marked as current.
paging-why-offset = The number in the addresses counts items, not pages.
paging-why-address-word = The address looks like a full or print version.
paging-why-same-item = The address belongs to the same article.
paging-why-has-pages = This page is one of several.
paging-why-agree = Another sign on the page points to the same address.
paging-why-differs = The numbered pages point to another address.
