# suggest: why repeated parts of a page are offered as records

suggest-why-count = { $count ->
    [one] 1 record was found.
   *[other] { $count } records were found.
}
suggest-why-alike = Their structure is { $percent }% similar.
suggest-why-coverage = They contain { $percent }% of the page's text.
suggest-why-fields = { $count ->
    [one] 1 part is in the same place in each record.
   *[other] { $count } parts are in the same place in each record.
}
suggest-why-beside = They are next to the main content, like menus and sidebars.
suggest-why-siblings = Each record continues in the { $count } { $count ->
    [one] element
   *[other] elements
} after its first.
suggest-why-field = Found in { $found } of { $count } { $count ->
    [one] record
   *[other] records
}.
suggest-heading = { $number }. { $count ->
    [one] 1 record
   *[other] { $count } records
}, score { $score }
suggest-pagination = Next page:
suggest-no-pagination = { $page } has no link to a next page.
suggest-refused = { $reason } No rule can be learned from this response. Try again later, with a proxy or an account, or save the page in a browser and specify the file.
suggest-none = Nothing that repeats on { $page } looks like records. Pick values instead: --pick NAME=TEXT.
suggest-interface = The page gets its entries from an API: { $url }. The page shows { $shown } of the first { $compared } entries that the API returns. A rule for the API needs no browser.
suggest-interface-written = Wrote a rule for the API to { $path }.
suggest-data-written = Wrote a rule for the data in the page to { $path }.
suggest-whole-text = Some articles were read; the rule now takes their full text from the element that contains it ([content]).
suggest-key-written = The rule identifies rows by “{ $field }” (key in [identity]).
suggest-noise-open = Nothing is left out of changes yet. To accept the suggestions: bowerbird rule test RULE --page PAGE --twice --out NEW
suggest-written = Wrote a rule for the best suggestion to { $path }.
suggest-goes-on = The rule continues to the next page: { $url }. Remove “next” to read only this page.

# What two readings of a page suggest, before it is watched
watch-read-twice = Check what changes by itself
watch-read-twice-tip = Read the page twice, some seconds apart, to see which field identifies each row and what changes every time
watch-reading-twice = Reading the page twice…
watch-quiet = Both readings of the page found the same content.
watch-key-stable = Rows have no links. “{ $field }” identifies each row: it differs in all { $count } rows and stayed the same when the page was read twice.
watch-key-unique = Rows have no links. “{ $field }” identifies each row: it differs in all { $count } rows.
watch-use-key = Identify rows by “{ $field }”
watch-drop-key = Don't identify rows by “{ $field }”
watch-noise = “{ $field }” differs between two readings in { $count } of { $all } rows: “{ $before }” → “{ $after }”.
watch-leave-out = Leave “{ $field }” out of changes
watch-as-set = Compare “{ $field }” without regard to order
watch-ignore = Ignore what changes in “{ $field }”
watch-keep = “{ $field }” looks like a price or a measured value, so its changes are still listed.
watch-restless = “{ $field }” changed in each of the last { $count } readings, in most records: “{ $before }” → “{ $after }”.
