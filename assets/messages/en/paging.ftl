# paging: why a link is taken to lead to the next page

paging-why-word = The link says “{ $word }”.
paging-why-arrow = The link is an arrow that points onwards.
paging-why-rel = The page itself declares the link as the next one.
paging-why-name = The link's class or id says “next”.
paging-why-number = The number in the address goes from { $from } to { $to }.
paging-why-same-path = The address is that of this page with another query.
paging-why-paged = The address counts pages, but is not otherwise that of this page.
paging-why-other = The address has nothing in common with that of this page.
paging-why-pager = The link stands among links to pages.
paging-why-not-pager = The link stands in a gallery, a calendar or the like.
paging-why-numbers = { $count ->
    [one] One numbered page is linked.
   *[other] { $count } numbered pages are linked.
}
paging-why-own-list = Their addresses are that of this page but for the number.
paging-why-current = Page { $page } is marked as the one that is open.
paging-why-offset = The addresses count items, not pages.
paging-why-address-word = The address says that it holds the whole or is for printing.
paging-why-same-item = The address names the same page.
paging-why-has-pages = This page is only one of several.
paging-why-agree = Another sign on the page leads to the same address.
paging-why-differs = The numbered pages lead to another address.
