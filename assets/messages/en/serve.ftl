# Answers to other programs
serve-on = Other programs can now read the project at { $address }. Press Ctrl+C to stop. To show the token they need: bowerbird serve --show-token
serve-off = Other programs can no longer read the project.
serve-open = { $address } can be reached from other machines, and the connection is not encrypted. If others can listen in, put a TLS proxy in front of it.
serve-cannot-listen = Couldn't listen on { $address }: { $reason }. Choose another port or address.
serve-bad-address = “{ $text }” is neither an address nor a port. Use one such as 127.0.0.1:8787, 0.0.0.0 or 9000.
serve-mcp-failed = The MCP connection ended: { $reason }. This command is meant to be started by a program that uses MCP, the Model Context Protocol.
serve-token-file = Couldn't read or create the token in { $path }: { $reason }.
serve-token-short = { $path } contains no token of at least { $least } characters. Delete the file; a new token is created at the next start.
serve-no-token = Couldn't create a token: { $reason }.

serve-settings = Other programs
serve-settings-hint = Programs on this computer can read the records, changes, sites and saved-search feeds of this project. They cannot change anything.
serve-settings-on = Let other programs read this project while this window is open
serve-settings-port = Port
serve-bad-port = Enter a port from 1 to 65535.
serve-address = Address
serve-copy-address = Copy address
serve-token = Token
serve-copy-token = Copy token
serve-new-token = New token
serve-new-token-tip = Programs with the old token can no longer read the project
serve-terms = Programs send the token as “Authorization: Bearer TOKEN”. Feed readers send it as the password, with any user name. All requests are listed at /openapi.json under this address.

# Exports into databases
export-database = “{ $address }” is not a database address. Use one that starts with postgres://, mysql:// or sqlite: and contains the user, host and database, or a file. Enter the password in its own field, or pipe it in on standard input.
export-database-insecure = No secure connection to { $place }: { $reason }. Nothing was written, and the password was not sent. If the server has an authority of its own, add ?sslrootcert=FILE to the address, with the authority's certificate.
export-database-reason = { $reason }.
export-database-not-numbers = { $count ->
    [one] 1 value is not a number and was left out of its number column.
   *[other] { $count } values are not numbers and were left out of their number columns.
}
export-app-database = Database
export-app-database-address = Database address
export-app-database-password = Password
export-app-password-moved = The password was moved from the address to its own field under “Format options”. It is not shown, and is stored with the other passwords when you save the export.
export-app-database-hint = Each record becomes a row, identified by record_key. The table and any missing columns are created. The password is stored with the other passwords when you save the export.

# Evidence
evidence-written = { $count ->
    [one] Wrote 1 page to { $path }.
   *[other] Wrote { $count } pages to { $path }.
}
evidence-would = { $count ->
    [one] The page of 1 record would be written. Nothing was written.
   *[other] The pages of { $count } records would be written. Nothing was written.
}
evidence-without = { $count ->
    [one] 1 record was left out, because its page is no longer saved.
   *[other] { $count } records were left out, because their pages are no longer saved.
}
app-evidence-open = Save evidence…
app-evidence-open-tip = Save the stored page with its time, headers and hashes, for replay programs
app-evidence-title = { $count ->
    [one] Save the page of 1 record as evidence
   *[other] Save the pages of { $count } records as evidence
}
app-evidence-hint = The file (WACZ) has each stored page as it was received, with its time, headers and hashes, and the values that were read from it. Screenshots, stored style sheets and pictures are included with the time when they were seen. Nothing is fetched.
app-evidence-replace = Replace the file if it exists
app-evidence-save = Save evidence
app-evidence-writing = Writing the pages…
app-evidence-dialog = Save evidence
app-evidence-kind = Web archives
evidence-listed = { $path } has not changed since it was listed at { $time }.
evidence-not-listed = { $path } is not in { $list }, or has changed since it was listed.
evidence-list-changed = { $list } has been changed: line { $reason } does not follow from the lines before it. Compare it with an older copy.
evidence-list-fault = Couldn't read or write the file or the list { $list }: { $reason }. Check the paths.
