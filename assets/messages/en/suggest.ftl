# suggest: why repeated parts of a page are offered as records

suggest-why-count = { $count ->
    [one] One record was found.
   *[other] { $count } records were found.
}
suggest-why-alike = They are { $percent } % alike in their structure.
suggest-why-coverage = They hold { $percent } % of the page's text.
suggest-why-fields = { $count ->
    [one] One part stands at the same place in them.
   *[other] { $count } parts stand at the same place in them.
}
suggest-why-beside = They stand beside the content, as menus and boxes do.
suggest-why-siblings = Each record goes on in the { $count } { $count ->
    [one] element
   *[other] elements
} after its first.
suggest-why-field = Found in { $found } of { $count } { $count ->
    [one] record
   *[other] records
}.
suggest-heading = { $number }. { $count ->
    [one] One record
   *[other] { $count } records
}, score { $score }
suggest-pagination = How the page goes on:
suggest-no-pagination = { $page } does not lead to a next page.
suggest-refused = { $reason } No rule can be learned from this answer. Try again later, through a proxy or with an account, or save the page in a browser and name the file.
suggest-none = Nothing on { $page } is repeated in a way that could be records. Pick values instead: --pick NAME=TEXT.
suggest-written = Wrote the first of them to { $path }.
suggest-goes-on = The rule goes on to the next page: { $url }. Take “next” out of it to read this page alone.
