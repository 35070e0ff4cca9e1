# The table of records and its export: selecting, opening what was written.

app-results-choose-all = Select all records shown
app-results-choose-all-tip = Select all records that the table shows (Ctrl+A). To select a range, click the checkbox of its first row, then Shift-click that of its last row.
app-results-chosen-most = At most { $most } records can be selected at once. To export all records, export without selecting any.
app-export-open = Open
app-export-folder = Show in folder
app-browsed = { $url } is open in your browser. When you have completed the check there, run the site again here.
app-open-failed = Couldn't open { $path }: { $reason }.

# Sites: removing by key, the tab with the state
sites-part-now = Overview
sites-remove-question = Remove “{ $site }” with { $records } { $records ->
    [one] record
   *[other] records
}? You can undo this for 20 seconds.

# Settings: what is typed wrong
export-storage-wrong = Enter days and megabytes as whole numbers.

# Changes
app-view-changes = Changes
app-view-changes-tip = What changed on all sites, newest first
changes-table = Changes
changes-when = Time
changes-record = Record
changes-what = Kind
changes-kind = Kind
changes-field = Field
changes-before = Before
changes-after = After
changes-difference = Difference
changes-all-kinds = All kinds
changes-all-fields = All fields
changes-words = Words
changes-words-hint = In title or values
changes-unread-only = Unread only
changes-read-all = Mark all as read
changes-read-all-tip = Mark all changes that match the filter as read
changes-mark-read = Mark as read
changes-mark-unread = Mark as unread
changes-leave-out = Leave “{ $field }” out of changes
changes-leave-out-tip = Add the field to “leave_out” in the [identity] section of the site's rule, so that its changes are no longer listed
changes-show-record = Show record
changes-open-page = Open page in browser
changes-newest = { $count ->
    [one] The newest change
   *[other] The newest { $count } changes
}
changes-more = Show more
changes-history = { $count ->
    [one] 1 change to this record
   *[other] { $count } changes to this record
}
changes-chart = { $field } over time
changes-none = No changes match
changes-none-hint = Select another site, kind or field, or enter fewer words.
changes-show-all = Clear filter
changes-empty = No changes yet
changes-empty-hint = Once a site has been read a second time, this view lists what is new, changed, gone or back. To run a site every hour or day, choose “Watch for changes” when you add it, or schedule it in Tasks. Tables and pages listed by address are read again in each run.

# Pages that are read at each run
app-results-watch = Watch these records
app-results-watch-tip = Every run reads the pages of these records again; differences are listed under Changes
app-results-watch-not = Stop watching
app-results-watch-not-tip = Runs read these pages again only when the site's settings call for it
app-results-watching = { $count ->
    [one] Every run reads the page of this record again.
   *[other] Every run reads the pages of these { $count } records again.
}
app-results-watching-not = { $count ->
    [one] The page of this record is no longer watched separately.
   *[other] The pages of these { $count } records are no longer watched separately.
}
# Two versions beside each other
compare-before = Earlier
compare-after = Later
compare-older = Previous change
compare-newer = Next change
compare-beside = Side by side
compare-as-one = Inline
compare-in-full = Show everything
compare-in-full-tip = Show the whole text, including unchanged parts far from any difference
compare-same = These two versions have the same content.
compare-folded = { $count ->
    [one] … 1 unchanged line
   *[other] … { $count } unchanged lines
}
compare-set-same = { $count ->
    [one] 1 value is in both
   *[other] { $count } values are in both
}
changes-versions = Compare versions
changes-versions-tip = Any two versions of this record, side by side (V)
changes-versions-none = No earlier version of this record was saved.
changes-unread = Unread
changes-tag = Tag
changes-all-tags = All tags
changes-export = Export
changes-export-tip = Save the filtered changes as a table or a feed
changes-as-csv = CSV
changes-as-xlsx = Excel (XLSX)
changes-as-jsonl = JSON Lines
changes-as-atom = Feed (Atom)
changes-as-jsonfeed = Feed (JSON Feed)
changes-feed-title = Changes: { $of }
changes-open-file = Open file
compare-pages = Images of both pages
compare-pages-tip = The saved pages that these versions were read from; nothing is requested from the site
compare-pages-drawn = Rendering the pages…
compare-page-of = Page as of { $time }
compare-page-not-kept = The page of this version was not saved.
compare-page-no-place = “{ $field }” could not be found on this page.
compare-page-part = The page is longer than this image.
