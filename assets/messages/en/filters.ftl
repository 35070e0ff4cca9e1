# Filters: what becomes of new records
filter-no-action = Choose what happens: skip the record, keep it, tag it, or mark it as read.
filter-skips-alone = A filter that skips records cannot keep, tag or mark them.
filter-on-arrival-only = Records can be skipped or kept only when they arrive.
filter-looks-back = “{ $test }” compares with an earlier reading. A new record has none.
filter-unknown = There is no filter { $number }.
filter-gone = removed
filter-would = { $count ->
    [0] No new records would have matched in the last 30 days.
    [1] 1 new record would have matched in the last 30 days.
   *[other] { $count } new records would have matched in the last 30 days.
}
filter-saves-requests = The list already has the values this filter checks, so skipped pages are not fetched.
filter-none-skipped = No records were skipped.
filter-page-read = page fetched
filter-page-saved = page not fetched
filter-kept-waits = kept; fetched in the next run
filter-kept = Stored: { $stored }. To be fetched in the next run: { $awaited }.
filter-kept-partly = { $kept } Not stored, because another record has or had the same address: { $refused }.
filter-apply-more = Only the first { $count } were counted. The filter is applied to all that match.
filter-apply-all = Apply to all that match
filter-applying = Applying the filter…
filter-apply-cancel = Stop applying the filter
filter-apply-busy = A filter is being applied to stored records. Wait until it is done, or cancel it.
filter-applied-in-part = { $count ->
    [0] Stopped before any stored record matched.
    [1] Stopped. Applied to 1 stored record so far, which stays as it is now.
   *[other] Stopped. Applied to { $count } stored records so far, which stay as they are now.
}
cli-filter-progress = { $rows } of { $all } stored records checked
filters-taken = { $count ->
    [0] The filters and record alerts of the rule file are there already.
    [1] Added 1 filter or record alert from beside the rule file.
   *[other] Added { $count } filters and record alerts from beside the rule file.
}
filters-exported = { $count ->
    [1] With 1 filter or record alert.
   *[other] With { $count } filters and record alerts.
}
filter-file-unreadable = This is not a file with filters: { $reason }.
filter-file-fault = Couldn't use { $path }: { $reason }
filter-would-apply = { $count ->
    [0] No stored records match.
    [1] 1 stored record matches. Nothing has been changed yet.
   *[other] { $count } stored records match. Nothing has been changed yet.
}
filter-applied = { $count ->
    [0] No stored records match.
    [1] Applied to 1 stored record.
   *[other] Applied to { $count } stored records.
}
cli-filter-head = FILTER
cli-filter-page = PAGE
cli-filters-none = No filters. Add one: bowerbird filter add "title contains advert" --skip
cli-run-skipped = { $count ->
    [1] 1 new record skipped by filters
   *[other] { $count } new records skipped by filters
}
filter-settings = Filters
filter-settings-hint = Filters check each new record before it is stored. A filter that keeps records takes precedence over filters that skip them. Records already stored stay as they are.
filter-none = No filters yet.
filter-new = Add filter
filter-edit-name = Edit filter { $number }
filter-name = filter { $number }
filter-enable = Enable filter { $number }
filter-removed = Filter { $number } removed.
filter-up = Move up
filter-down = Move down
filter-why-first = This is already the first filter.
filter-why-last = This is already the last filter.
filter-apply-open = Apply to stored records…
filter-apply-open-tip = Show which stored records the filter matches, before anything is changed
filter-matching = Searching the stored records…
filter-apply-delete = { $count ->
    [1] Delete 1 record
   *[other] Delete { $count } records
}
filter-apply-mark = { $count ->
    [1] Apply to 1 record
   *[other] Apply to { $count } records
}
filter-row = { $sentence }: { $does }
filter-row-figures = { $count ->
    [0] no matches yet
    [1] 1 match in the last 30 days
   *[other] { $count } matches in the last 30 days
}
filter-row-skipped = { $count ->
    [1] 1 skipped in total
   *[other] { $count } skipped in total
}
filter-skipped-open = Show skipped records
filter-skipped-close = Hide skipped records
filter-keep = Keep
filter-keep-name = Keep “{ $title }” after all
filter-keep-tip = Store the record now, or in the next run if its page was not fetched
filter-by = by filter { $number }
filter-by-gone = by a removed filter
filter-editor-title = When a new record arrives…
filter-editor-skip = Skip it: don't store it
filter-editor-skip-tip = The record is not stored. It is counted, and listed under “Show skipped records”.
filter-editor-keep = Keep it, even if another filter skips it
filter-editor-keep-tip = The record is stored, even if another filter skips it
filter-editor-mark = Store it as usual, and tag or mark it
filter-editor-mark-tip = The record is stored unless another filter skips it
filter-save = Save filter
app-run-skipped = { $count ->
    [1] 1 new record skipped by filters.
   *[other] { $count } new records skipped by filters.
}
