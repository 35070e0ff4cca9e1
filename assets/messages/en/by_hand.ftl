# What a person puts right in records by hand: deleting them, restoring them, writing values.
texts-deleted = { $count ->
    [0] No records were deleted.
    [one] 1 record deleted. It is kept under “Deleted”, and no run collects it again.
   *[other] { $count } records deleted. They are kept under “Deleted”, and no run collects them again.
}
texts-restored = { $count ->
    [0] No records were restored.
    [one] 1 record restored.
   *[other] { $count } records restored.
}
app-results-deleted = Deleted ({ $count })
app-results-deleted-tip = Records you deleted. You can restore them; no run collects them again.
app-results-delete = Delete
app-results-delete-tip = No run collects the record again. You can restore it under “Deleted”.
app-results-restore = Restore
app-results-why-deleted = Restore this record first.
app-mark-deleted = deleted
app-mark-deleted-tip = Deleted on { $time }
app-record-deleted = You deleted this record on { $time }. No run collects it again. Its text and versions are kept as long as saved pages are.
cli-record-deleted = { $count ->
    [0] No deleted records.
    [one] 1 deleted record:
   *[other] { $count } deleted records:
}
cli-record-chosen = { $count ->
    [0] No records match.
    [one] 1 record matches:
   *[other] { $count } records match:
}
cli-record-unknown = No record “{ $record }”. Specify a record by its number or address.
values-edited = { $count ->
    [0] No values edited.
    [one] 1 value edited.
   *[other] { $count } values edited.
}
app-record-edit = Edit
app-record-edit-tip = Edit the title, date, author, fields and text (F2). Later runs do not overwrite your edits.
app-record-save = Save
app-record-rows = This value is a table. Edit it with “bowerbird record edit”.
app-record-list = List: one entry per line
app-record-page-value = Restore page's value
app-record-page-value-tip = Discard your edit and use the value on the page
app-mark-hand = edited
app-mark-hand-news = page differs
app-mark-hand-tip = { $field }: edited on { $time }. On the page: { $page }
app-mark-hand-tip-none = { $field }: edited on { $time }. The page has no value for this field.
app-record-news = { $field }: the page now has “{ $page }”.
app-record-news-none = { $field }: the page no longer has a value.
app-record-take-over = Use page's value
app-record-keep-mine = Keep my value
cli-record-set = “{ $text }” is not in the form FIELD=VALUE.
cli-record-fixed = { $field } cannot be edited: it identifies the record.
record-no-date = “{ $text }” is not a date. Write it as year-month-day, such as 2026-11-24.
replace-would = { $count ->
    [0] No values would change.
    [one] 1 value would change.
   *[other] { $count } values would change.
}
replace-no-dates = { $count ->
    [one] 1 date stays as it is: the result would not be a date.
   *[other] { $count } dates stay as they are: the results would not be dates.
}
replace-too-many = More than { $most } values would change. Narrow the filter and replace in several steps.
replace-pattern = Not a valid regular expression: { $reason }
replace-empty = The pattern matches empty text, so it matches everywhere. Enter the text to find.
app-replace-open = Find and replace…
app-replace-open-tip = Replace text in the selected records, or in all records shown; preview the changes first
app-replace-find = Find
app-replace-with = Replace with
app-replace-field = In
app-replace-all-fields = All fields
app-replace-pattern = Regular expression
app-replace-pattern-tip = In the replacement, $1 stands for what the first group in parentheses matches
app-replace-preview = Preview
app-replace-do = { $count ->
    [0] Replace
    [one] Replace 1 value
   *[other] Replace { $count } values
}
app-replace-shown = In all records shown
app-replace-ticked = { $count ->
    [one] In 1 selected record
   *[other] In { $count } selected records
}
record-added = Record added.
record-add-address = { $url } is not a web address. Write one such as https://example.org/page.
record-add-known = There is already a record for { $url }. If it was deleted, restore it under “Deleted”.
app-record-add = Add record…
app-record-add-tip = Add a record to the selected site, with an address and a title; add the rest with Edit
app-record-add-site = Select a site first.
app-record-add-do = Add record
app-merge-open = Merge…
app-merge-why-one = Select at least two records to merge.
app-merge-why-many = You can merge at most 8 records at once.
app-merge-title = Merge { $count } records
app-merge-hint = One record is kept, with the values you choose and the tags of all of them. The others are deleted, and no run collects them again.
app-merge-kept = Keep
app-merge-do = Merge
record-merge-gone = One of these records no longer exists or is archived. No records were merged.
record-merge-few = Specify at least two records to merge.
records-merged = { $count } records merged into one.
app-move-open = Move to another site…
app-move-title = { $count ->
    [one] Move 1 record to another site
   *[other] Move { $count } records to another site
}
app-move-hint = Values, tags, notes and versions move with the records. The previous site does not collect them again.
app-move-to = To
app-move-choose = Select a site
app-move-do = Move
records-moved = { $left ->
    [0] { $count ->
        [one] 1 record moved to “{ $site }”.
       *[other] { $count } records moved to “{ $site }”.
    }
   *[other] { $count ->
        [one] 1 record moved to “{ $site }”; { $left } not moved: archived, or already on that site.
       *[other] { $count } records moved to “{ $site }”; { $left } not moved: archived, or already on that site.
    }
}
