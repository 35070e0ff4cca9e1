# export
export-write = The file { $path } could not be written: { $reason }. Choose another place, or close the program that has the file open.
export-no-folder = The file { $path } could not be written because its folder does not exist. Create the folder, or choose another one.
export-disk-full = The disk is full: { $path } was not written, and what stood there is as it was. Free some space, or choose another disk.
export-column = There is no column “{ $name }”. The columns are: { $known }.
export-cancelled = The export was cancelled. No file was written.
export-other-kind = { $path } exists and is not a { $format } file. Nothing was written. Choose another name, or confirm that it may be replaced (--replace on the command line).
export-exists = { $path } already exists. Nothing was written. Replace it, or choose another name.
export-over-project = { $path } is a Bowerbird project or belongs to one, and was left alone. Choose another name for the export.
export-twice = Two columns would be called “{ $name }”. Give one of them another name.
export-charset = CSV cannot be written in the charset “{ $label }”. Common ones are utf-8, gb18030, gbk, big5, shift_jis and windows-1252.
export-separator = “{ $separator }” cannot stand between cells. Choose one character that is no letter, digit, quote or line end, such as a comma, a semicolon or tab.
export-not-built-in = This program was built without { $format }. Build it with “cargo build --release --features { $format }”, or choose another format: SQLite and CSV can be read by most programs that read { $format }.
export-address = “{ $address }” is no address that records can be sent to. It must begin with http:// or https:// and have no user or password in it.
export-refused = { $host } did not take the records: { $reason } It took { $sent } before.
export-status = It answered with status { $status }.
export-unmappable = { $count ->
    [one] One character is not in { $charset } and was written as “?”: { $characters }
   *[other] { $count } characters, { $kinds } different ones, are not in { $charset } and were written as “?”: { $characters }
}
export-left-out = { $count ->
    [one] One control character that the format does not allow was left out.
   *[other] { $count } control characters that the format does not allow were left out.
}
export-sheets = The records did not fit into one sheet and stand in { $sheets }.
export-long-texts = Some texts did not fit into one cell; they go on in the sheet “{ $sheet }”.
export-columns-dropped = { $count ->
    [one] 1 column did not fit into a sheet and was left out.
   *[other] { $count } columns did not fit into a sheet and were left out.
}
export-statement = { $path } makes the table and loads the file.
export-nothing-new = Nothing is new since the last export; what it wrote was left as it is.
export-archived = { $count ->
    [0] No record is old enough to be moved.
    [one] One record was moved into an archive.
   *[other] { $count } records were moved into archives.
}

# on the command line
cli-would-archive = { $count ->
    [one] One record would move into an archive.
   *[other] { $count } records would move into archives.
}
cli-storage = { $pages ->
    [one] 1 stored page takes { $megabytes } MB. It is
   *[other] { $pages } stored pages take { $megabytes } MB. They are
} kept for { $days ->
    [one] 1 day
   *[other] { $days } days
}, and { $most } MB of a site at most.
cli-archive-file = Archive
cli-archive-records = Records
cli-archive-first = From
cli-archive-last = To
cli-archive-none = There are no archives.
cli-search-archived = { $count ->
    [one] One of them lies in an archive.
   *[other] { $count } of them lie in archives.
}
cli-export-saved = The export “{ $name }” is kept.
cli-export-removed = The export “{ $name }” is forgotten; what it wrote stays.
cli-export-unknown = No export is kept under the name “{ $name }”. “bowerbird export list” shows those there are.
cli-export-new-only = only new
cli-export-each-run = after each run
cli-export-name = Name
cli-export-format = Format
cli-export-target = Written to
cli-export-what = Records
cli-export-when = When
cli-export-none = No exports are kept.

# in the window
export-app-format = Format
export-app-csv = CSV
export-app-jsonl = JSON Lines
export-app-xlsx = Excel (XLSX)
export-app-parquet = Parquet
export-app-sqlite = SQLite
export-app-markdown = Markdown files
export-app-rss = RSS feed
export-app-postgres = PostgreSQL (COPY)
export-app-webhook = Webhook
export-app-address = Send to
export-app-cancel = Cancel
export-app-replace = Replace the file
export-app-progress = { $rows } so far …
export-app-progress-of = { $rows } of { $all }
export-app-share = Share that is done
export-app-ticked = { $count ->
    [one] The ticked record
   *[other] The { $count } ticked records
}
export-app-shown = What the filter shows ({ $count })
export-app-every = All records ({ $count })
export-app-counting = Counting the records …
export-app-amount = { $count ->
    [0] No record fits: the export would be empty.
    [one] 1 record will be written.
   *[other] { $count } records will be written.
}
export-app-grows = A run is under way; more may come.
export-app-why-ticked-new = Ticked records are written whether they are new or not.
export-app-why-ticked-kept = A kept export follows a filter, not ticks. Choose what the filter shows, or all records.
export-app-records = Further conditions
export-app-columns = Columns
export-app-how = How it is written
export-app-kept = Kept exports
export-app-since-last = Only what is new since the last export to this place
export-app-since-last-tip = New records, and those that were fetched again and differ. Nothing is left out when an export fails: the next one has it.
export-app-since = Fetched since
export-app-until = Fetched before
export-app-day-hint = 2026-03-30
export-app-day-wrong = A day cannot be read. Write it like 2026-03-30.
export-app-state = State
export-app-any-state = Any
export-app-state-unchanged = As first stored
export-app-state-changed = Changed since
export-app-all = All
export-app-none = None
export-app-up = Move { $column } up
export-app-down = Move { $column } down
export-app-head = other name
export-app-head-of = Name of { $column } in the export
export-app-charset = Charset
export-app-separator = Between cells
export-app-comma = Comma
export-app-semicolon = Semicolon
export-app-tab = Tab
export-app-bar = Bar
export-app-ends = Line ends
export-app-crlf = CRLF
export-app-lf = LF
export-app-bom = Byte order mark, so that Excel reads Chinese right
export-app-guard = Keep spreadsheets from running cells as formulas
export-app-guard-tip = Cells that begin with = + - @ get an apostrophe; numbers stay as they are.
export-app-nested = Several values as JSON instead of a | b
export-app-feed-title = Title of the feed
export-app-table = Name of the table
export-app-secret = Signing key
export-app-secret-hint = Requests are signed as Standard Webhooks say. The key is kept with the passwords when the export is kept.
export-app-name = Keep it as
export-app-after-run = After each run
export-app-keep = Keep
export-app-write-saved = Write now
export-app-take-up = Change
export-app-remove = Forget { $name }

export-storage = Stored pages and archives
export-storage-pages = { $pages ->
    [one] One stored page, { $size }
   *[other] { $pages } stored pages, { $size }
}
export-storage-days = Days at most
export-storage-size = MB a site at most
export-storage-apply = Apply
export-storage-keep-hint = Stored pages let a changed rule run again without fetching. What is over these limits goes, the oldest first.
export-storage-archive-hint = Old records can move into files beside the project. The project stays fast; Results, search and exports still reach them.
export-storage-older = Older than days
export-storage-period = One file for
export-storage-year = Each year
export-storage-month = Each month
export-storage-archive = Move into archives
export-storage-archived = { $file }: { $records } { $records ->
    [one] record
   *[other] records
}
export-storage-warc-to = Pages as WARC to
export-storage-warc = Write WARC
export-storage-busy = Working …
export-storage-written = { $pages ->
    [one] One page written to { $path }.
   *[other] { $pages } pages written to { $path }.
}
# archives in the table
archive-results = { $count } of them in archives
archive-mark = archive { $period }
archive-with = With archives
archive-with-tip = Also look through records that were moved into archives. They stand behind those of the project, the newest archive first.
archive-missing = The archive { $file } is not beside the project, or another file has its place, so what it holds is left out. Put the file back beside the project.
archive-chosen = { $count ->
    [one] One of them lies in an archive, where nothing is changed.
   *[other] { $count } of them lie in archives, where nothing is changed.
}
archive-record = This record lies in the archive { $file }: it can be read and exported, but not marked.
