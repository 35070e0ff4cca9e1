# Texts of records: search, reposts, summaries, doubts.
texts-newest-only = Too many records match to show them all; only the newest { $count } are shown.
texts-indexing = { $count ->
    [one] Building the search index: 1 record is not in it yet.
   *[other] Building the search index: { $count } records are not in it yet.
}
texts-summarised = { $count ->
    [one] 1 summary created
   *[other] { $count } summaries created
}, { $known } already existed.
texts-service-failed = The summary service { $url } did not respond as expected: { $reason }
texts-reposts-settings = { $state ->
    [on] Repost search is on
   *[off] Repost search is off
}: min. similarity { $threshold }, compared with the last { $window } { $window ->
    [one] record
   *[other] records
} and { $days } { $days ->
    [one] day
   *[other] days
}.
texts-reposts-count = { $count ->
    [0] No records are marked as reposts.
    [one] 1 record is marked as a repost.
   *[other] { $count } records are marked as reposts.
}
texts-pass = Searching for reposts: { $percent }%
texts-folded = { $count ->
    [0] No more reposts were found.
    [one] 1 more repost was grouped.
   *[other] { $count } more reposts were grouped.
}
texts-folded-none = No reposts found.
texts-unfolded = { $count ->
    [0] Nothing to undo: no reposts were grouped by a search of all records.
    [one] 1 record is no longer grouped.
   *[other] { $count } records are no longer grouped.
}
texts-apart = { $count ->
    [one] 1 record marked as not a repost.
   *[other] { $count } records marked as not reposts.
}
texts-owned-elsewhere = Another process has this project open. Use its window, or close it first.
rules-validity-date = “{ $found }” is not a date. Write a year, a month or a day, such as 2000-01-01.
texts-made = { $count ->
    [0] All records already had summaries.
    [one] 1 summary created.
   *[other] { $count } summaries created.
}
app-results-fold = Group reposts
app-results-fold-tip = Group later copies of an article under the first one. Nothing is removed.
app-results-unread = Unread
app-results-unread-tip = Records that you have not opened or marked as read yet
app-results-gone = Gone
app-results-gone-tip = Only records that are no longer on their site
app-results-present = Hide gone
app-results-present-tip = Leave out records that are no longer on their site
app-results-changed = Changed
app-results-changed-tip = Records whose content has changed since you read them
app-results-doubtful = Doubtful
app-results-reposts = Reposts only
app-results-reposts-tip = Only records that repeat another one
app-results-noted = With a note
app-results-tag = Tag
app-results-any-tag = Any tag
app-results-searches = Saved searches
app-results-searches-none = No saved searches.
app-results-search-name = Name for this search
app-results-search-keep = Save
app-results-search-remove = Remove “{ $name }”
app-results-columns = Columns
app-results-more = More
app-results-fold-later = Find duplicates (reposts)
app-results-fold-later-tip = Compare all records, not just those fetched around the same time
app-results-fold-undo = Undo repost search
app-results-summarise-shown = For all records shown:
app-results-summarise-ticked = { $count ->
    [one] For the selected record:
   *[other] For the { $count } selected records:
}
app-results-summarise = { $count ->
    [one] Summarise in 1 sentence
   *[other] Summarise in { $count } sentences
}
app-results-chosen = { $count ->
    [one] 1 selected
   *[other] { $count } selected
}
app-results-chosen-hidden = { $count ->
    [one] 1 selected, not shown
   *[other] { $count } selected, { $hidden } not shown
}
app-results-choose = Select { $title }
app-results-choose-none = Deselect
app-results-mark-read = Mark as read
app-results-mark-unread = Mark as unread
app-results-tag-add = Add tag
app-results-tag-take = Remove tag
app-results-apart = Not a repost
app-results-copy-tsv = Copy as table
app-results-unfold = + { $count }
app-results-reposted = { $count ->
    [one] 1 repost
   *[other] { $count } reposts
}
app-results-fold-these = − { $count }
app-column-pick = ✔
app-column-marks = Marks
app-mark-new = unread
app-mark-gone = gone
app-mark-gone-tip = Gone: no longer on the site on { $time }
app-mark-changed = changed
app-mark-repost = repost
app-mark-doubt = doubtful
app-mark-note = note
app-mark-new-tip = Unread: you have not opened it or marked it as read
app-mark-changed-tip = Changed: its content has changed since you read it, or since it was stored if you haven't
app-mark-repost-tip = Repost: it repeats another record
app-results-unfold-tip = { $count ->
        [one] 1 record repeats this one
       *[other] { $count } records repeat this one
    }
app-mark-doubt-tip = Doubtful: a value may be wrong; open the record to see which
app-mark-note-tip = This record has a note
app-doubt-title = Doubtful: the title is very short.
app-doubt-date = Doubtful: the date is missing or implausible.
app-doubt-text = Doubtful: the text is very short.
app-repost-of = Repost ({ $percent }% similar) of
app-record-summary = Summary
app-record-note = Note
app-tag-new = New tag
app-tag-remove = Remove tag { $tag }
app-provenance = Provenance
app-provenance-run = Run { $run }
app-provenance-first-run = First stored by run { $run }
app-provenance-rule = Version { $version } of the rule
app-provenance-list = from the list, selector { $number }
app-provenance-generic = detected automatically
app-provenance-way = selector { $number }
texts-record-gone = This record no longer exists.
texts-kept-page = Saved page
texts-kept-tip = Open the page as received on { $time }, without a request
texts-kept-none = No saved page. Saved pages are removed when they are too old or take up too much space; see Settings.
texts-pictures = Images
texts-pictures-tip = Load the images of the records you view: saved copies first, the rest from the site, using its session
texts-pictures-loading = Loading images…
texts-pictures-none = This record has no images.
texts-picture = Image
texts-picture-failed = Couldn't show: { $url }
texts-provenance-proxy = Through proxy { $proxy }
texts-provenance-direct = Without a proxy
texts-settings = Reposts and summaries
texts-settings-on = Detect reposts automatically
texts-settings-threshold = Min. similarity
texts-settings-window = Max. earlier records to compare
texts-settings-days = Max. days to look back
texts-settings-apply = Apply to new records
texts-settings-usual = Reset
texts-settings-hint = Applies to new records. “Find duplicates (reposts)” in Results applies the new similarity to all.
texts-service = Summary service
texts-service-apply = Use service
texts-service-hint = The service receives each record's title and text as JSON over HTTP. Leave this empty to summarise on this computer, without a service.
texts-service-password = Don't put a user name and password in the service's address: it is stored unencrypted.
texts-validity = Doubtful records
texts-validity-hint = Records outside these limits are stored and flagged as doubtful. 0: no limit.
texts-validity-title = Min. characters in title
texts-validity-text = Min. characters in text
texts-validity-earliest = Earliest date
texts-validity-future = Flag future dates
texts-validity-ahead = Max. days in the future
texts-validity-date = Flag records without a date
texts-rest = Long text: showing the first { $percent }%. Copies and exports contain the full text.
query-unclosed-quote = The quotation mark at character { $place } is not closed, so everything after it is one phrase. Close it with ".
query-unclosed-bracket = The parenthesis at character { $place } is not closed. Close it with ).
query-extra-bracket = The parenthesis at character { $place } closes nothing. Remove it.
query-nothing-to-join = “{ $text }” at character { $place } has nothing to join. Type a word on each side of it, or put it in quotation marks to search for it.
query-no-value = “{ $field }:” at character { $place } has no value. Type one after the colon, such as { $field }:harbour.
query-not-a-number = The value of “{ $field }” at character { $place }, “{ $value }”, is neither a number nor a date. Compare with one, such as { $field }:<2.5 or { $field }:>2026-11-01.
query-not-a-date = The value of “{ $field }” at character { $place }, “{ $value }”, is not a date. Type a day, month or year, such as { $field }:2026-11-03 or { $field }:2026-11.
query-not-compared = “{ $field }” at character { $place } contains text, which cannot be compared with < or >. Type a word, such as { $field }:harbour.
query-unknown-field = No record has a field “{ $field }” (character { $place }). To search for these words, put them in quotation marks: "{ $field }:{ $value }".
query-unknown-field-near = No record has a field “{ $field }” (character { $place }). Did you mean { $near }:{ $value }? To search for these words, put them in quotation marks: "{ $field }:{ $value }".
query-no-words = “{ $text }” has no letter or digit to search for. Type a word.
query-too-long = The search is too long: everything after character { $place } is ignored. Use at most { $most } parts.
query-suggested-records = records: { $count }
query-name-title = words in the title
query-name-text = words in the text
query-name-author = words in the author's name
query-name-url = part of the address
query-name-date = day, month or year, also with < and >
query-name-site = part of the site's name
query-name-tag = a tag
query-name-lang = language, such as en or zh
query-name-fetched = when it was fetched
query-name-after = on or after this day
query-name-before = before this day
app-results-search-tip = Words and "phrases", and, or, not, ( ). A field and its value: company:acme, price:<3, date:2026-11, -tag:done.
app-results-mistake = Check your search
app-results-mistake-hint = See the note under the search field.
