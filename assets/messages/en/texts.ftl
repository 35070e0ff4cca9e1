# Texts of records: search, reposts, summaries, doubts.
texts-newest-only = Very many records fit; the newest { $count } are ranked.
texts-indexing = The search index is being made: { $count } records are not in it yet.
texts-summarised = { $count ->
    [one] 1 summary made
   *[other] { $count } summaries made
}, { $known } known already.
texts-service-failed = The summary service { $url } did not answer as it should: { $reason }
texts-reposts-settings = { $state ->
    [on] Reposts are looked for
   *[off] Reposts are not looked for
}: likeness { $threshold } or more, { $window } records and { $days } days back.
texts-reposts-count = { $count ->
    [0] No record is marked as a repost.
    [one] 1 record is marked as a repost.
   *[other] { $count } records are marked as reposts.
}
texts-pass = Looking for reposts: { $percent } %
texts-folded = { $count ->
    [0] No further repost was found.
    [one] 1 further repost was folded.
   *[other] { $count } further reposts were folded.
}
texts-unfolded = { $count ->
    [0] No later pass had folded anything.
    [one] 1 record stands for itself again.
   *[other] { $count } records stand for themselves again.
}
texts-apart = { $count ->
    [one] 1 record is no repost from now on.
   *[other] { $count } records are no reposts from now on.
}
texts-owned-elsewhere = Another process has this project open. Use its window, or close it first.
rules-validity-date = “{ $found }” is no date. Write a year, a month or a day, such as 2000-01-01.
texts-made = { $count ->
    [0] All had summaries already.
    [one] 1 summary made.
   *[other] { $count } summaries made.
}
app-results-fold = Fold reposts
app-results-fold-tip = Later copies of an article stand under the first one. Nothing is removed.
app-results-unread = Unread
app-results-doubtful = Doubtful
app-results-noted = With a note
app-results-tag = Tag
app-results-any-tag = Any tag
app-results-searches = Searches
app-results-searches-none = No search is kept yet.
app-results-search-name = Name of this search
app-results-search-keep = Keep
app-results-search-remove = Remove “{ $name }”
app-results-columns = Columns
app-results-more = More
app-results-fold-later = Look for reposts everywhere
app-results-fold-later-tip = Compares records of all times, not only those that were fetched close to each other.
app-results-fold-undo = Undo that
app-results-summarise = { $count ->
    [one] Sum each up in 1 sentence
   *[other] Sum each up in { $count } sentences
}
app-results-chosen = { $count ->
    [one] 1 chosen
   *[other] { $count } chosen
}
app-results-choose = Choose { $title }
app-results-choose-none = Choose none
app-results-mark-read = Mark read
app-results-mark-unread = Mark unread
app-results-tag-add = Add tag
app-results-tag-take = Take tag away
app-results-apart = No repost
app-results-copy-tsv = Copy as table
app-results-unfold = + { $count }
app-results-fold-these = − { $count }
app-column-pick = ✔
app-column-marks = Marks
app-mark-new = new
app-mark-repost = repost
app-mark-doubt = doubtful
app-mark-note = note
app-doubt-title = Doubtful: the title is very short.
app-doubt-date = Doubtful: the date is missing or not plausible.
app-doubt-text = Doubtful: the text is very short.
app-repost-of = Repost ({ $percent } % alike) of
app-record-summary = Summary
app-record-note = Note
app-tag-new = New tag
app-tag-remove = Remove the tag { $tag }
app-provenance = Where it came from
app-provenance-run = Run { $run }
app-provenance-rule = Version { $version } of the rule
app-provenance-list = from the list, alternative { $number }
app-provenance-generic = generic extraction
app-provenance-way = alternative { $number }
