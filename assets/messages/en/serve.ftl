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
