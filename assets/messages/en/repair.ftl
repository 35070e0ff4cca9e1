# Repair of rules after a redesign.
repair-works = the rule works { $pages ->
    [one] in 1 place on the new pages
   *[other] in { $pages } places on the new pages
}
repair-no-new-content = no new page with content was given
repair-no-new-list = no new list page was given
repair-never-found = { $part } was not found on the old pages either
repair-not-found = nothing on the new pages looks like { $part } (“{ $value }” on the old pages); { $wrong }
repair-finds-nothing = the rule finds nothing { $pages ->
    [one] on the new page
   *[other] in any of the { $pages } places on the new pages
}
repair-finds-too-little = the rule finds something in only { $found } of { $pages } { $pages ->
    [one] place
   *[other] places
} on the new pages
repair-finds-wrong = the rule still matches, but finds “{ $found }” instead of “{ $expected }”
repair-finds-unlike = the rule still matches, but “{ $found }” is unlike what it found before
repair-same-everywhere = the rule still matches, but finds “{ $value }” on every page, where values used to differ
repair-same-values = the suggestion finds the known value in { $same } of { $all } { $all ->
    [one] place
   *[other] places
}
repair-looks-alike = the suggestion finds values similar to the old ones, such as “{ $value }”, on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} never seen before
repair-same-text = with the suggestion, { $percent }% of the text is the same as before on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-generic-text = with the suggestion, { $percent }% of the text is the same as the auto-detected text on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-links-found = { $links } { $links ->
    [one] link
   *[other] links
} on { $pages ->
    [one] 1 list
   *[other] { $pages } lists
}, { $known } of them already known
repair-no-links = the links to content were not found on { $pages ->
    [one] the new list
   *[other] { $pages } new lists
}
repair-refused-links = list.allow excludes all links on the new list, such as { $url }. Change that pattern first; the pages alone cannot show what the addresses of content pages look like
repair-nested = the rule finds nothing on the new pages; nested records cannot be repaired, so set their item and fields again
repair-data-gone = the data in the new pages has no entries where the rule looks. Learn the rule again: bowerbird rule learn --page PAGE --out RULE
repair-records-found = { $records } { $records ->
    [one] record
   *[other] records
} on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-no-records = the records were not found on the new pages
repair-next-found = the suggestion finds the link to the next page on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}
repair-no-next = no link on the new pages clearly leads to the next page
repair-stated = the suggestion finds the value that the page itself states, which was right on { $pages ->
    [one] { $pages } old page
   *[other] { $pages } old pages
}
repair-by-page = the page itself states the value, as it did on { $pages ->
    [one] { $pages } old page
   *[other] { $pages } old pages
}
repair-no-witness = neither an earlier value nor the page's own metadata confirms the suggestion
repair-is-now = the only date found is today's (“{ $value }”)
repair-is-site = the only author found is the site's name (“{ $value }”)
repair-is-section = the only title found is the name of a section (“{ $value }”)
repair-alone-lost = the value used to be detected without a field (“{ $value }”), but is not detected on the new pages: it needs a field
repair-alone-gone = the value used to be detected without a field (“{ $value }”); on the new pages, neither detection nor a field finds it. Open one of the new pages and click the value, if it is still there
repair-alone-text = the text used to be detected without a selector; on { $lost } of { $pages } new { $pages ->
    [one] page
   *[other] pages
}, hardly any of it is detected now. Open such a page and click its text
