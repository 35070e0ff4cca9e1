# rules: what can be wrong with a rule file

rules-fault = Line { $line }, column { $column }: { $fault }
rules-two-lines =
    { $first }
    { $second }
rules-more-faults = … and { $count } more.
rules-no-fault = The rule file cannot be used.
rules-unwritable = This rule cannot be written as TOML. Check its values for numbers that are no numbers.

# What to do about an unknown name
rules-did-you-mean = Did you mean “{ $meant }”?
rules-known-names = Possible here: { $names }.

# Syntax
rules-syntax = This is not TOML: { $detail }. Check quotes, brackets and equals signs here and just before.
rules-syntax-duplicate = This key stands twice in its section. Keep one of them.
rules-syntax-escape = A backslash in "…" begins an escape. Write patterns in single quotes, '…', where a backslash is just a backslash.
rules-syntax-quote = A text needs quotes around it: "…", or '…' for patterns.

# Keys and types
rules-unknown-section = A rule has no section “{ $key }”. { $hint }
rules-unknown-key = { $section } has no key “{ $key }”. { $hint }
rules-wrong-type = “{ $key }” must be { $wanted }, but this is { $found }.
rules-missing-key = { $section } needs the key “{ $key }”. Add it.
rules-missing-site = The section [site] is missing. Begin with [site] and its name, kind and start.
rules-missing-list = A site of the kind "list" needs the section [list] with a link. Add it, or use kind = "pages" when the start addresses are the content.
rules-list-unused = A site of the kind "pages" takes its start addresses as content and reads no [list]. Remove the section, or use kind = "list".
rules-blank = “{ $key }” is empty. Give it a value.
rules-range = “{ $key }” must be from { $low } to { $high }, but this is { $found }.
rules-type-text = a text in quotes
rules-type-texts = a list of texts in brackets, such as ["…", "…"]
rules-type-number = a number
rules-type-flag = true or false
rules-type-time = a date or time
rules-type-array = a list
rules-type-table = a table
rules-type-tables = a list of tables, each headed [[field]]
rules-type-alternatives = a list of alternatives, such as [{"{"} css = "h1" {"}"}]
rules-type-step = a step such as {"{"} trim = true {"}"}
rules-type-steps = a list of steps, such as [{"{"} trim = true {"}"}]
rules-type-method = the name of a method in quotes, or false

# [site]
rules-name-control = The name holds a line break or another invisible character. Remove it.
rules-kind-unknown = There is no kind “{ $kind }”. { $hint }
rules-kind-later = This version cannot run sites of the kind “{ $kind }” yet. It runs: { $kinds }.
rules-kind-crawl = A crawl of a whole site needs no rule: use the command “bowerbird crawl URL --out FILE”. A rule is of the kind "list" or "pages".
rules-start-none = There is no start address. Give at least one, such as start = ["https://example.org/news/"].
rules-url = “{ $url }” is not a web address. Write it in full, such as "https://example.org/news/".
rules-url-relative = “{ $url }” is not a full web address. Put http:// or https:// and the host before it.
rules-url-scheme = “{ $url }” cannot be fetched: only http and https addresses can.
rules-url-secret = An address must not hold a user name or password: rule files hold no secrets. Remove what stands before the @ and add an account for this site.
rules-language = “{ $language }” is not a language code. Use one such as "en", "zh-CN" or "de".
rules-timezone = “{ $name }” is not a known time zone. Use a name such as "Asia/Shanghai" or "UTC".

# [politeness], [network], [login], [schedule]
rules-duration = “{ $text }” is not a duration. Write a number with its unit: "500ms", "2s", "1m" or "1h".
rules-duration-long = “{ $text }” is longer than a day. Use a shorter delay, and a schedule for rare visits.
rules-local-address = “{ $text }” is not an address of this machine's network. Use an IP address such as "192.0.2.7".
rules-user-agent = A user agent is one line of plain characters, without accents or Chinese. Change it, or leave the key out.
rules-cron = The cron expression cannot be used. { $reason }

# Alternatives
rules-alternative-none = { $part } says nothing to look for. Give it one of css, xpath and regex.
rules-alternative-two = { $part } has more than one selector. Keep one of css, xpath and regex; further ones are alternatives of their own.
rules-selector-css = This CSS selector does not parse. { $reason }
rules-selector-xpath = This XPath does not parse. { $reason }
rules-selector-regex = This pattern does not parse. { $reason }
rules-selector-jsonpath = This JSONPath does not parse. { $reason }
rules-selector-label = This label cannot be used. { $reason }
rules-take = “{ $take }” is nothing that can be taken. Use text, own_text, html, url, or the name of an attribute such as href.
rules-item-regex = { $part } marks a part of the page, and a pattern finds only text. Use css or xpath.
rules-item-take = { $part } marks a part of the page; nothing is taken of it. Remove take.
rules-pattern = This pattern does not parse. { $reason }
rules-pattern-refused = This pattern cannot be used. Make it simpler or shorter.

# Fields
rules-field-twice = There are two fields called “{ $name }”. Rename one, or put its selectors among the alternatives of the other.
rules-field-reserved = “{ $name }” is a column that the program fills. Choose another name.
rules-field-url = The column “url” always holds the page's address. Choose another name, such as "link". (Only with [record] a field may set it.)
rules-field-name = “{ $name }” is no name for a column. Use one without commas, line breaks and spaces at its ends.
rules-select-none = A field needs at least one alternative in select.
rules-type-unknown = There is no type “{ $type }”. { $hint }
rules-list-field-item = Fields of a list are read off its items. Say what an item is: item = {"{"} css = "…" {"}"}.
rules-method = There is no method “{ $method }” of finding content. { $hint }

# Transform steps
rules-step-unknown = There is no step “{ $step }”. { $hint }
rules-step-keys = A step is a table with one key, such as {"{"} trim = true {"}"}. Write several steps one after the other.
rules-step-argument = The step “{ $step }” needs { $wanted }.
rules-argument-true = true, or has to go
rules-argument-replace = a pattern and what to put in its place: ['\s+', " "]
rules-argument-part = the number of a part: 1 is the first, -1 the last
rules-argument-case = "lower", "upper" or "title"
rules-argument-map = a table of values: {"{"} "yes" = "1", "no" = "0" {"}"}
rules-argument-date = true, or a format such as "%d/%m/%Y"
rules-argument-split = the text that stands between the parts, such as ";"
