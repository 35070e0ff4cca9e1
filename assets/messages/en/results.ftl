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

# Changes
app-view-changes = Changes
app-view-changes-tip = What changed on all sites, newest first
changes-table = Changes
changes-when = Time
changes-record = Record
changes-what = What
changes-kind = What
changes-field = Field
changes-before = Before
changes-after = After
changes-difference = Difference
changes-all-kinds = Everything
changes-all-fields = All fields
changes-words = Words
changes-words-hint = In title or values
changes-unread-only = Unread only
changes-read-all = Mark all as read
changes-read-all-tip = All changes that the filter shows
changes-mark-read = Mark as read
changes-mark-unread = Mark as unread
changes-leave-out = Leave “{ $field }” out of changes
changes-leave-out-tip = The rule of the site gets it under [identity] leave_out; its changes are not told any more
changes-show-record = Show record
changes-open-page = Open page in browser
changes-newest = { $count ->
    [one] The newest change
   *[other] The newest { $count } changes
}
changes-more = Show more
changes-history = { $count ->
    [one] One change of this record
   *[other] { $count } changes of this record
}
changes-chart = { $field } over time
changes-none = No changes match
changes-none-hint = Choose another site, kind or field, or fewer words.
changes-empty = No changes yet
changes-empty-hint = From the second reading of a site on, what came, changed or went is listed here. Set a site to run every hour or day on its strip in Sites; tables and pages that are listed by address are read again in each run.
