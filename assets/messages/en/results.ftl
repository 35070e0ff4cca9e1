# The table of records and its export: selecting, opening what was written.

app-results-choose-all = Select all records shown
app-results-choose-all-tip = Select all records that the table shows (Ctrl+A). Shift-click selects all rows from the last selected one.
app-results-chosen-most = At most { $most } records can be selected at once. Export without a selection writes all.
app-export-open = Open
app-export-folder = Show in folder
app-open-failed = { $path } cannot be opened: { $reason }.

# Sites: removing by key, the tab with the state
sites-part-now = Overview
sites-remove-question = Remove “{ $site }” with { $records } { $records ->
    [one] record
   *[other] records
}? You can undo it for twenty seconds.

# Settings: what is typed wrong
export-storage-wrong = Enter days and megabytes as whole numbers.
