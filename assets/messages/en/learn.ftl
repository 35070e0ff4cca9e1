# learn
learn-no-pick = Nothing was picked. Pick at least one value on a page.
learn-no-such-page = A pick names page { $page }, but there is no such page. Check the picks.
learn-not-found = “{ $text }” was picked for “{ $field }” but is not on page { $page }. Check the text, or name the element by a selector.
learn-contradiction = On page { $page }, “{ $text }” is picked for “{ $field }” and excluded as well. Take one of the two back.
learn-nothing-fits = No selector finds all picks of “{ $field }” and none of the excluded things. Check whether they mean the same kind of thing, or pick on fewer pages.
learn-why-pages = It finds what was picked on { $found } of { $all } { $all ->
    [one] page
   *[other] pages
 }.
learn-why-records = It finds a value in { $found } of { $all } { $all ->
    [one] record
   *[other] records
 }.
learn-why-more = It matches { $extra } { $extra ->
    [one] other thing
   *[other] other things
 } too; the first match counts.
learn-why-fires = It finds something on { $pages } { $pages ->
    [one] page
   *[other] pages
 } where nothing was picked.
learn-why-label = It goes by the words “{ $label }”, which stay when a page changes its looks.
learn-why-heading = It goes by the heading that it stands in.
learn-why-meaning = It goes by an attribute that says what the element means.
learn-why-names = It goes by names of classes or ids.
learn-why-link = It goes by where the link points.
learn-why-position = It counts positions, which shift when something is added.
learn-why-tags = It goes by the kind of element only.
learn-why-vague = The date there says less than what was picked, such as no time.
learn-why-pattern-before = It searches the text for “{ $words }” and takes what follows.
learn-why-pattern-behind = It searches the text for what stands before “{ $words }”.
learn-why-pattern-key = It searches the page's source for the name “{ $name }”, which may change unseen.
learn-why-pattern-form = It searches the text for anything of this form; nothing beside it says what it is.
learn-why-cut = The value is cut out of a longer text.
learn-why-without = It leaves out what was excluded by what sets it apart.
learn-why-containers = { $records } of { $all } { $all ->
    [one] place
   *[other] places
} like this one hold a whole record.
learn-note-no-way = Nothing finds “{ $field }” in every record of this kind, so the rule leaves it out. Pick it in another record.
