# export
export-write = The file { $path } could not be written: { $reason }. Choose another place, or close the program that has the file open.
export-no-folder = The file { $path } could not be written because its folder does not exist. Create the folder, or choose another one.
export-disk-full = The disk is full: { $path } was not written, and what stood there is as it was. Free some space, or choose another disk.
export-column = There is no column “{ $name }”. The columns are: { $known }.
export-cancelled = The export was cancelled. No file was written.
export-over-project = { $path } is the project itself or belongs to it, and was left alone. Choose another name for the export.
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
export-columns-dropped = { $count } columns did not fit into a sheet and were left out.
export-statement = { $path } makes the table and loads the file.
app-export-format = Format
app-export-csv = CSV
app-export-jsonl = JSON Lines
app-export-xlsx = Excel workbook
app-export-sqlite = SQLite
app-export-markdown = Markdown files
app-export-rss = RSS feed
app-export-postgres = PostgreSQL script
app-export-parquet = Parquet
app-export-details = Columns and details
app-export-cancel = Cancel the export
app-export-running-rows = Writing … { $count } records so far
app-export-columns = Columns, in order, with the headings they get
app-export-heading = Heading of { $column }
app-export-up = Move { $column } up
app-export-down = Move { $column } down
app-export-limit = Records at most (empty: all)
app-export-nested = Several values in one cell
app-export-nested-joined = joined: a | b
app-export-nested-json = as JSON
app-export-separator = Between cells
app-export-comma = Comma ,
app-export-semicolon = Semicolon ;
app-export-tab = Tab
app-export-encoding = Encoding
app-export-bom = Byte order mark
app-export-bom-tip = Says that the file is UTF-8. Without it Excel shows Chinese as wrong signs.
app-export-guard = Guard against formulas
app-export-guard-tip = Puts an apostrophe before cells that begin with = + - @, so that no spreadsheet runs what a page wrote.
app-export-lf = Lines end as on Linux and macOS (LF)
app-export-webhook = Webhook (POST to an address)
app-export-title = Title (table or feed)
app-export-key = Key to sign with
app-export-key-tip = The receiver checks the signature with the same key (Standard Webhooks). It is not kept.
