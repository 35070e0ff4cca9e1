# Repair of rules after a redesign.
repair-works = works on { $pages ->
    [one] the new page
   *[other] all { $pages } new places
}
repair-no-new-content = no new page with content was given
repair-no-new-list = no new list page was given
repair-never-found = { $part } was not found on the old pages either
repair-not-found = nothing on the new pages looks like { $part } (“{ $value }” on the old pages); the rule { $wrong }
repair-finds-nothing = finds nothing on { $pages ->
    [one] the new page
   *[other] any of { $pages } new places
}
repair-finds-too-little = finds something in only { $found } of { $pages } { $pages ->
    [one] place
   *[other] places
} on the new pages
repair-finds-wrong = still matches, but finds “{ $found }” instead of “{ $expected }”
repair-finds-unlike = still matches, but “{ $found }” is unlike what was found before
repair-same-everywhere = still matches, but finds “{ $value }” on every page, where values used to differ
repair-same-values = finds the known value in { $same } of { $all } { $all ->
    [one] place
   *[other] places
}
repair-looks-alike = finds values similar to the old ones on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} never seen before, such as “{ $value }”
repair-same-text = { $percent }% of the text is the same as before on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-generic-text = { $percent }% of the text is the same as the auto-detected text on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-links-found = { $links } { $links ->
    [one] link
   *[other] links
} on { $pages ->
    [one] 1 list
   *[other] { $pages } lists
}, { $known } of them known from before
repair-no-links = the links to content were not found on { $pages ->
    [one] the new list
   *[other] { $pages } new lists
}
repair-refused-links = list.allow excludes all links of the new list, such as { $url }. Change that pattern first; the pages alone cannot show what addresses of content look like
repair-nested = finds nothing on the new pages; nested records cannot be repaired, so set their item and fields again
repair-records-found = { $records } { $records ->
    [one] record
   *[other] records
} on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-no-records = the records were not found on the new pages
repair-next-found = leads to the next page from { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-no-next = no link on the new pages clearly leads to the next page
repair-stated = holds what the page itself states, which was right on { $pages ->
    [one] { $pages } old page
   *[other] { $pages } old pages
}
repair-by-page = the page itself states it, as it did on { $pages ->
    [one] { $pages } old page
   *[other] { $pages } old pages
}
repair-no-witness = neither an earlier value nor the page's own metadata confirms it
repair-is-now = the only date found is today's (“{ $value }”)
repair-is-site = the only author found is the site's name (“{ $value }”)
repair-is-section = the only title found is the name of a section (“{ $value }”)
repair-alone-lost = was detected without a field before (“{ $value }”), but not on the new pages: it needs a field
repair-alone-gone = was detected without a field before (“{ $value }”); on the new pages, neither detection nor a field finds it. Open such a page and click it, if it is still there
repair-alone-text = was detected without a selector before; on { $lost } of { $pages } new { $pages ->
    [one] page
   *[other] pages
} hardly any of it is left. Open such a page and click its text
