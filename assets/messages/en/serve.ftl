# Answers to other programs
serve-on = Other programs get answers at { $address }. Ctrl-C ends it; bowerbird serve --show-token prints the token that they need.
serve-off = Other programs no longer get answers.
serve-open = { $address } can be reached from other machines, and the connection is not encrypted. Put a proxy with TLS before it where others can listen.
serve-cannot-listen = Cannot listen at { $address }: { $reason }. Choose another port or address.
serve-bad-address = { $text } is neither an address nor a port. Examples: 127.0.0.1:8787, 0.0.0.0, 9000.
serve-mcp-failed = The Model Context Protocol ended: { $reason }. This command is started by a program that speaks it.
serve-token-file = The token in { $path } cannot be read or made: { $reason }.
serve-token-short = { $path } holds no token of at least { $least } characters. Delete the file, and the next start makes one.
serve-no-token = No token can be made: { $reason }.

serve-settings = Other programs
serve-settings-hint = Programs on this computer can read records, changes, sites and feeds of saved searches of this project. They cannot change anything.
serve-settings-on = Answer other programs while this window is open
serve-settings-port = Port
serve-bad-port = A port is a number up to 65535.
serve-address = Address
serve-copy-address = Copy address
serve-token = Token
serve-copy-token = Copy token
serve-new-token = New token
serve-new-token-tip = Programs with the old token no longer get answers.
serve-terms = Programs send the token as Authorization: Bearer TOKEN. Feed readers send it as password, with any user. /openapi.json at this address lists all requests.

# Exports into databases
export-database = “{ $address }” is not the address of a database. It begins with postgres://, mysql:// or sqlite: and names user, host and database, or a file. The password goes into its own field, or comes from standard input.
export-database-reason = { $reason }.
export-database-not-numbers = { $count ->
    [one] One value is no number and was left out of its number column.
   *[other] { $count } values are no numbers and were left out of their number columns.
}
export-app-database = Database
export-app-database-address = Database address
export-app-database-password = Password
export-app-database-hint = Each record is one row, found again by record_key. The table and missing columns are made. The password is stored with the passwords when you save the export.

# Evidence
evidence-written = { $count ->
    [one] One page is in { $path }.
   *[other] { $count } pages are in { $path }.
}
evidence-would = { $count ->
    [one] One record is chosen.
   *[other] { $count } records are chosen.
}
evidence-without = { $count ->
    [one] The page of one record is no longer stored and is left out.
   *[other] The pages of { $count } records are no longer stored and are left out.
}
evidence-listed = { $path } is as it was listed at { $time }.
evidence-not-listed = { $path } is not in { $list }, or it was changed since.
evidence-list-changed = { $list } was changed: line { $reason } does not follow from the lines before it. Compare it with an older copy.
evidence-list-fault = The file or the list { $list } cannot be read or written: { $reason }.
