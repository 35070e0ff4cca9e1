# Repair of rules after a redesign.
repair-works = works on { $pages ->
    [one] the new page
   *[other] all { $pages } new places
}
repair-no-new-content = no new page with content was given
repair-no-new-list = no new list page was given
repair-never-found = { $part } was not found on the old pages either
repair-not-found = nothing on the new pages looks like { $part } (“{ $value }” before): { $wrong }
repair-finds-nothing = finds nothing on { $pages ->
    [one] the new page
   *[other] any of { $pages } new places
}
repair-finds-too-little = finds something on { $found } of { $pages } new { $pages ->
    [one] place
   *[other] places
} only
repair-finds-wrong = still matches, but finds “{ $found }” where “{ $expected }” was
repair-finds-unlike = still matches, but “{ $found }” is not like what was found before
repair-same-everywhere = still matches, but finds “{ $value }” on every page, and it used to differ
repair-same-values = yields the value known from before on { $same } of { $all } { $all ->
    [one] place
   *[other] places
}
repair-looks-alike = yields what looks like the old values on { $pages ->
    [one] one page
   *[other] { $pages } pages
} never seen before, such as “{ $value }”
repair-same-text = { $percent } % the same text as before on { $pages ->
    [one] one page
   *[other] { $pages } pages
}
repair-generic-text = { $percent } % the text that the program finds by itself on { $pages ->
    [one] one page
   *[other] { $pages } pages
}
repair-links-found = { $links } { $links ->
    [one] link
   *[other] links
} on { $pages ->
    [one] one list
   *[other] { $pages } lists
}, { $known } of them known from before
repair-no-links = the links to content were not found on { $pages ->
    [one] the new list
   *[other] { $pages } new lists
}
repair-refused-links = list.allow lets none of the links of the new list through, such as { $url }. Change that pattern first; it says what addresses of content look like, and the pages alone cannot
repair-nested = finds nothing on the new pages; lists inside a record are not repaired, so point its item and its fields at them anew
repair-records-found = { $records } { $records ->
    [one] record
   *[other] records
} on { $pages ->
    [one] one page
   *[other] { $pages } pages
}
repair-no-records = the records were not found on the new pages
repair-next-found = leads to the next page from { $pages ->
    [one] one page
   *[other] { $pages } pages
}
repair-no-next = no link on the new pages leads to the next page for sure
repair-no-witness = neither a value from before nor what the page says of itself confirms it
repair-is-now = the only date found is today’s (“{ $value }”)
repair-is-site = the only author found is the site’s name (“{ $value }”)
repair-is-section = the only title found is the name of a section (“{ $value }”)
repair-alone-lost = was found without a field before (“{ $value }”), and is not found so on the new pages: a field finds it
repair-alone-gone = was found without a field before (“{ $value }”); on the new pages neither that nor a field finds it. Open such a page and point at it, if it is still there
repair-alone-text = was found without a selector before; on { $lost } of { $pages } new { $pages ->
    [one] page
   *[other] pages
} hardly any of it is left. Open such a page and point at its text
