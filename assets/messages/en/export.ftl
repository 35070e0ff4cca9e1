# export
export-write = Couldn't write the file { $path }: { $reason }. Choose another location, or close the program that has the file open.
export-no-folder = Couldn't write { $path } because its folder does not exist. Create the folder, or choose another one.
export-disk-full = The disk is full: { $path } was not written, and any existing file is unchanged. Free some space, or choose another disk.
export-column = There is no column “{ $name }”. The columns are: { $known }.
export-cancelled = The export was cancelled. No file was written.
export-other-kind = { $path } exists and is not a { $format } file. Nothing was written. Choose another name, or confirm that it may be replaced (--replace on the command line).
export-exists = { $path } already exists. Nothing was written. Replace it, or choose another name.
export-over-project = { $path } is or belongs to a Bowerbird project and was not replaced. Choose another name for the export.
export-twice = Two columns would be named “{ $name }”. Give one of them another name.
export-charset = CSV cannot be written in the encoding “{ $label }”. Common ones are utf-8, gb18030, gbk, big5, shift_jis and windows-1252.
export-separator = “{ $separator }” cannot separate cells. Use one character other than a letter, digit, quote or line break, such as a comma, semicolon or tab.
export-not-built-in = Bowerbird was built without { $format }. Build it with “cargo build --release --features { $format }”, or choose another format: most programs that read { $format } also read SQLite or CSV.
export-not-for-changes = Changes cannot be written as { $format }. Use csv, xlsx, jsonl, atom or jsonfeed.
export-address = “{ $address }” is not a valid webhook address. Use one that starts with http:// or https:// and has no user name or password in it.
export-no-database = Couldn't connect to { $place }: connection refused. Check that the database is running. Nothing was written.
export-refused = { $host } rejected the records: { $reason } Records accepted before that: { $sent }.
export-status = It returned status { $status }.
export-unmappable = { $count ->
    [one] 1 character is not in { $charset } and was written as “?”: { $characters }
   *[other] { $count } characters ({ $kinds } different ones) are not in { $charset } and were written as “?”: { $characters }
}
export-left-out = { $count ->
    [one] 1 control character that the format does not allow was removed.
   *[other] { $count } control characters that the format does not allow were removed.
}
export-sheets = The records did not fit on one sheet and are on { $sheets } sheets.
export-long-texts = Some text did not fit into one cell; it continues on the sheet “{ $sheet }”.
export-columns-dropped = { $count ->
    [one] 1 column did not fit on a sheet and was left out.
   *[other] { $count } columns did not fit on a sheet and were left out.
}
export-statement = { $path } creates the table and loads the file.
export-nothing-new = Nothing is new since the last export; its file is unchanged.
export-archived = { $count ->
    [0] No record is old enough to archive.
    [one] 1 record was archived.
   *[other] { $count } records were archived.
}

# on the command line
cli-would-archive = { $count ->
    [one] 1 record would be archived.
   *[other] { $count } records would be archived.
}
cli-storage = { $pages ->
    [one] 1 saved page takes { $megabytes } MB. It is
   *[other] { $pages } saved pages take { $megabytes } MB. They are
} kept for { $days ->
    [one] 1 day
   *[other] { $days } days
}, up to { $most } MB per site.
cli-archive-file = ARCHIVE
cli-archive-records = RECORDS
cli-archive-first = FROM
cli-archive-last = TO
cli-archive-none = No archives.
cli-search-archived = { $count ->
    [one] 1 of them is in an archive.
   *[other] { $count } of them are in archives.
}
cli-export-saved = Saved the export “{ $name }”.
cli-export-removed = Removed the export “{ $name }”; its files are kept.
cli-export-unknown = No saved export is named “{ $name }”. “bowerbird export list” shows all.
cli-export-new-only = new only
cli-export-each-run = each run
cli-export-name = NAME
cli-export-format = FORMAT
cli-export-target = TARGET
cli-export-what = RECORDS
cli-export-when = WHEN
cli-export-none = No saved exports.

# in the window
export-app-format = Format
export-app-csv = CSV
export-app-jsonl = JSON Lines
export-app-json = JSON (one array)
export-app-bibtex = BibTeX
export-app-ris = RIS
export-app-csl = CSL-JSON
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
export-app-progress = { $rows } so far…
export-app-progress-of = { $rows } of { $all }
export-app-share = Progress
export-app-ticked = Selected records ({ $count })
export-app-shown = Filtered records ({ $count })
export-app-every = All records ({ $count })
export-app-counting = Counting records…
export-app-amount = { $count ->
    [0] No records match: the export would be empty.
    [one] 1 record will be exported.
   *[other] { $count } records will be exported.
}
export-app-grows = A run is in progress; more records may follow.
export-app-why-ticked-new = Selected records are exported whether they are new or not.
export-app-why-ticked-kept = A saved export follows a filter, not a selection. Choose the filtered records, or all.
export-app-records = More filters
export-app-columns = Columns
export-app-how = Format options
export-app-kept = Saved exports
export-app-since-last = Only what is new since the last export to this target
export-app-since-last-tip = New records, and those that changed since. If an export fails, the next one includes its records.
export-app-since = Fetched since
export-app-until = Fetched before
export-app-day-hint = 2026-03-30
export-app-day-wrong = This is not a valid date. Use a date such as 2026-03-30.
export-app-no-column = No column is selected. Select at least one.
export-app-state = State
export-app-any-state = Any
export-app-state-unchanged = Unchanged
export-app-state-present = Still on the site
export-app-state-gone = Gone from the site
export-app-state-changed = Changed
export-app-all = All
export-app-none = None
export-app-up = Move { $column } up
export-app-down = Move { $column } down
export-app-head = New name
export-app-head-of = Name of { $column } in the export
export-app-charset = Encoding
export-app-separator = Separator
export-app-comma = Comma
export-app-semicolon = Semicolon
export-app-tab = Tab
export-app-bar = Pipe
export-app-ends = Line endings
export-app-crlf = CRLF
export-app-lf = LF
export-app-bom = Byte order mark, so that Excel shows non-English characters correctly
export-app-guard = Keep spreadsheets from running cells as formulas
export-app-guard-tip = Cells that start with = + - @ get an apostrophe; numbers stay as they are
export-app-nested = Multiple values as JSON instead of a | b
export-app-feed-title = Feed title
export-app-table = Table name
export-app-secret = Signing key
export-app-secret-hint = Requests are signed as specified by Standard Webhooks. The key is stored with the passwords when you save the export.
export-app-name = Save as
export-app-after-run = After each run
export-app-keep = Save
export-app-write-saved = Export now
export-app-take-up = Edit
export-app-remove = Remove { $name }

export-storage = Saved pages and archives
export-storage-pages = { $pages ->
    [one] 1 saved page, { $size }
   *[other] { $pages } saved pages, { $size }
}
export-storage-days = Keep for (days)
export-storage-size = Max. MB per site
export-storage-apply = Apply
export-storage-keep-hint = With saved pages, you can re-extract records after changing the rule, without fetching again. Beyond these limits, the oldest pages are removed.
export-storage-archive-hint = Move old records into files in the project's folder. The project stays fast; Results, search and exports still include them.
export-storage-older = Min. age (days)
export-storage-period = One file per
export-storage-year = Year
export-storage-month = Month
export-storage-archive = Archive records
export-storage-archived = { $file }: { $records } { $records ->
    [one] record
   *[other] records
}
export-storage-warc-to = Save WARC to
export-storage-warc = Save WARC
export-storage-busy = Working…
export-storage-written = { $pages ->
    [one] 1 page saved to { $path }.
   *[other] { $pages } pages saved to { $path }.
}
export-warc-evidence = { $count ->
    [one] 1 page kept as evidence of a refusal was shortened, so it is not in the file.
   *[other] { $count } pages kept as evidence of refusals were shortened, so they are not in the file.
}
# archives in the table
archive-results = { $count } of them in archives
archive-mark = archive { $period }
archive-mark-tip = Stored in the archive for { $period }
archive-with = Include archives
archive-with-tip = Archived records are listed after the project's own, newest archive first
archive-missing = The archive { $file } is not in the project's folder, or another file has replaced it, so its records are missing here. Put the file back into that folder.
archive-chosen = { $count ->
    [one] 1 of them is in an archive. A change brings it back into the project.
   *[other] { $count } of them are in archives. A change brings them back into the project.
}
archive-record = This record is in the archive { $file }. A change brings it back into the project.
archive-brought-back = { $count ->
    [one] 1 record came back from its archive into the project.
   *[other] { $count } records came back from their archives into the project.
}
