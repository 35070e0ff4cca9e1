# Texts of records: search, reposts, summaries, doubts.
texts-newest-only = Very many records fit; the newest { $count } are ranked.
texts-indexing = { $count ->
    [one] The search index is being made: 1 record is not in it yet.
   *[other] The search index is being made: { $count } records are not in it yet.
}
texts-summarised = { $count ->
    [one] 1 summary made
   *[other] { $count } summaries made
}, { $known } known already.
texts-service-failed = The summary service { $url } did not answer as it should: { $reason }
texts-reposts-settings = { $state ->
    [on] Reposts are looked for
   *[off] Reposts are not looked for
}: likeness { $threshold } or more, { $window } { $window ->
    [one] record
   *[other] records
} and { $days } { $days ->
    [one] day
   *[other] days
} back.
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
app-results-reposts = Reposts only
app-results-reposts-tip = Only records that repeat another one
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
texts-record-gone = This record is no longer there.
texts-kept-page = Kept page
texts-kept-tip = Opens the page as it came on { $time }, without a request.
texts-kept-none = The page is not kept: kept pages go when they are too old or take too much room (Settings).
texts-pictures = Pictures
texts-pictures-tip = Loads the pictures of records that you look at: those kept with the site, others from it, in its session.
texts-pictures-loading = Loading pictures …
texts-pictures-none = This record has no pictures.
texts-picture = Picture
texts-picture-failed = Could not be shown: { $url }
texts-provenance-proxy = Through the proxy { $proxy }
texts-provenance-direct = Directly, through no proxy
texts-settings = Texts
texts-settings-on = Look for reposts
texts-settings-threshold = Likeness from which a record is a repost
texts-settings-window = Records back
texts-settings-days = Days back
texts-settings-apply = Use from now on
texts-settings-usual = As usual
texts-settings-hint = Holds for records that come from now on. “Look for reposts everywhere” in Results goes over all with the new likeness.
texts-service = Summaries by a service
texts-service-apply = Use service
texts-service-hint = It gets title and text of each record as JSON over HTTP. Leave it empty to sum up here, without any service.
texts-service-password = Leave user and password out of the service’s address: it is kept as it is.
texts-validity = Doubtful records
texts-validity-hint = Records outside of these limits are kept and marked. 0: no limit.
texts-validity-title = Characters of a title at least
texts-validity-text = Characters of a text at least
texts-validity-earliest = Earliest date
texts-validity-future = Dates to come are doubtful
texts-validity-ahead = Days ahead that are not
texts-validity-date = A record without a date is doubtful
texts-rest = A long text: the first { $percent } % are shown. Copies and exports have all of it.
