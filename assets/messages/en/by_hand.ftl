# What a person puts right in records by hand: deleting them, restoring them, writing values.
texts-deleted = { $count ->
    [0] No record was deleted.
    [one] 1 record deleted. It is kept under “Deleted”, and no run collects it again.
   *[other] { $count } records deleted. They are kept under “Deleted”, and no run collects them again.
}
texts-restored = { $count ->
    [0] No record was restored.
    [one] 1 record restored.
   *[other] { $count } records restored.
}
app-results-deleted = Deleted ({ $count })
app-results-deleted-tip = The records that you deleted. You can restore them; no run collects them again.
app-results-delete = Delete
app-results-delete-tip = No run collects it again. You can restore it under “Deleted”.
app-results-restore = Restore
app-results-why-deleted = Restore this record first.
app-mark-deleted = deleted
app-mark-deleted-tip = Deleted on { $time }
app-record-deleted = You deleted this record on { $time }. No run collects it again. Its text and versions are kept as long as saved pages are.
cli-record-deleted = { $count ->
    [0] No record is deleted.
    [one] 1 deleted record:
   *[other] { $count } deleted records:
}
cli-record-chosen = { $count ->
    [0] No record is chosen.
    [one] 1 record is chosen:
   *[other] { $count } records are chosen:
}
cli-record-unknown = No such record: { $record }. Give the number of a record or its address.
values-edited = { $count ->
    [0] No value was changed.
    [one] 1 value edited.
   *[other] { $count } values edited.
}
app-record-edit = Edit
app-record-edit-tip = Write title, date, author, fields and text by hand (F2). Later readings do not overwrite what you write.
app-record-save = Save
app-record-rows = A table: change it with “bowerbird record edit”.
app-record-list = A list, one entry a line
app-record-page-value = Page's value
app-record-page-value-tip = Go back to what the page says
app-mark-hand = edited
app-mark-hand-news = page differs
app-mark-hand-tip = { $field }: edited on { $time }. The page says: { $page }
app-mark-hand-tip-none = { $field }: edited on { $time }. The page says nothing there.
app-record-news = { $field }: the page now says “{ $page }”.
app-record-news-none = { $field }: the page says nothing there any more.
app-record-take-over = Take over
app-record-keep-mine = Keep mine
cli-record-set = “{ $text }” is not FIELD=VALUE.
cli-record-fixed = { $field } cannot be changed by hand: it says which record it is.
record-no-date = “{ $text }” is no date. Write it as year-month-day, such as 2026-11-24.
replace-would = { $count ->
    [0] Nothing would change.
    [one] 1 value would change.
   *[other] { $count } values would change.
}
replace-no-dates = { $count ->
    [one] 1 date stays as it is: the result would be no date.
   *[other] { $count } dates stay as they are: the results would be no dates.
}
replace-too-many = More than { $most } values would change. Narrow the filter and replace in several steps.
replace-pattern = This is no regular expression: { $reason }
replace-empty = This is found everywhere, also where nothing is. Type what is to be found.
app-replace-open = Find and replace…
app-replace-open-tip = In the values of the selected records, or of all that are shown; you see what would change first
app-replace-find = Find
app-replace-with = Replace with
app-replace-field = In
app-replace-all-fields = All values
app-replace-pattern = Regular expression
app-replace-pattern-tip = $1 in the replacement is what the first group in parentheses matches
app-replace-preview = Preview
app-replace-do = { $count ->
    [0] Replace
    [one] Replace 1 value
   *[other] Replace { $count } values
}
app-replace-shown = In all records that are shown
app-replace-ticked = { $count ->
    [one] In 1 selected record
   *[other] In { $count } selected records
}
record-added = 1 record added by hand.
record-add-address = { $url } is not a web address. Write one such as https://example.org/page.
record-add-known = { $url } has a record already. If it was deleted, restore it under “Deleted”.
app-record-add = Add a record…
app-record-add-tip = A record of the chosen site, with an address and a title; write the rest with Edit
app-record-add-site = Choose a site first.
app-record-add-do = Add record
app-merge-open = Merge…
app-merge-why-one = Select at least two records to merge.
app-merge-why-many = At most 8 records are merged at once.
app-merge-title = Merge { $count } records
app-merge-hint = One record stays, with the values that you choose and the tags of all. The others are deleted, and no run collects them again.
app-merge-kept = Keep
app-merge-do = Merge
record-merge-gone = One of these records is gone or in an archive. Nothing was merged.
record-merge-few = Name at least two records to merge.
records-merged = { $count } records merged into one.
app-move-open = Move to another site…
app-move-title = { $count ->
    [one] Move 1 record to another site
   *[other] Move { $count } records to another site
}
app-move-hint = Values, tags, notes and versions move along. The site they come from does not collect them again.
app-move-to = To
app-move-choose = Choose a site
app-move-do = Move
records-moved = { $left ->
    [0] { $count ->
        [one] 1 record moved to “{ $site }”.
       *[other] { $count } records moved to “{ $site }”.
    }
   *[other] { $count ->
        [one] 1 record moved to “{ $site }”; { $left } stayed, because the site has their addresses or they are archived.
       *[other] { $count } records moved to “{ $site }”; { $left } stayed, because the site has their addresses or they are archived.
    }
}
