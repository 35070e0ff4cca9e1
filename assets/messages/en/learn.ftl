# learn
learn-no-pick = Nothing was picked. Pick at least one value on a page.
learn-no-such-page = A pick names page { $page }, but there is no such page. Check the picks.
learn-not-found = “{ $text }” was picked for “{ $field }” but is not on page { $page }. Check the text, or give a selector for the element.
learn-contradiction = On page { $page }, “{ $text }” is both picked for “{ $field }” and excluded. Remove one of the two.
learn-nothing-fits = No selector finds all picks of “{ $field }” and none of the excluded ones. Check that the picks are all the same kind of thing, or pick on fewer pages.
learn-why-pages = Finds the picks on { $found } of { $all } { $all ->
    [one] page
   *[other] pages
 }.
learn-why-records = Finds a value in { $found } of { $all } { $all ->
    [one] record
   *[other] records
 }.
learn-why-more = Also matches { $extra } other { $extra ->
    [one] place
   *[other] places
 }; the first match counts.
learn-why-fires = Finds something on { $pages } { $pages ->
    [one] page
   *[other] pages
 } where nothing was picked.
learn-why-label = Uses the words “{ $label }”, which stay the same even if the design changes.
learn-why-heading = Uses a heading element.
learn-why-meaning = Uses an attribute that describes the element.
learn-why-names = Uses class names or IDs.
learn-why-link = Uses the link's target.
learn-why-position = Counts positions, which shift when something is added.
learn-why-tags = Uses only the type of element.
learn-why-vague = The date is less precise than the one picked, for example without a time.
learn-why-pattern-before = Searches the text for “{ $words }” and takes what follows.
learn-why-pattern-behind = Searches the text for what comes before “{ $words }”.
learn-why-pattern-key = Searches the page source for the name “{ $name }”, which may change even if the page looks the same.
learn-why-declared = The page itself declares this value for machines (JSON-LD, metadata); a new layout does not change that.
learn-why-pattern-form = Searches the text for anything in the same format as the pick; no nearby words identify it.
learn-why-cut = The value is only part of the text that is found.
learn-why-without = Leaves out the elements you excluded, based on how they differ from the picks.
learn-why-containers = { $records ->
    [one] { $records } of { $all } similar { $all ->
        [one] place
       *[other] places
     } holds
   *[other] { $records } of { $all } similar places hold
 } a whole record.
learn-note-no-way = No selector finds “{ $field }” in every record of this kind, so it was skipped. Pick it in another record.
