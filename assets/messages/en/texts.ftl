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
