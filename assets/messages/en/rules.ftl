# rules: what can be wrong with a rule file

rules-fault = Line { $line }, column { $column }: { $fault }
rules-two-lines =
    { $first }
    { $second }
rules-more-faults = … and { $count } more.
rules-no-fault = The rule file cannot be used.
rules-unwritable = This rule cannot be written as TOML. Check its values for invalid numbers.

# What to do about an unknown name
rules-did-you-mean = Did you mean “{ $meant }”?
rules-known-names = Allowed here: { $names }.

# Syntax
rules-syntax = Invalid TOML: { $detail }. Check quotes, brackets and equals signs here and just before.
rules-syntax-duplicate = This key appears twice in its section. Keep one of them.
rules-syntax-escape = A backslash in "…" starts an escape. Write patterns in single quotes, '…', where a backslash is just a backslash.
rules-syntax-quote = A string needs quotes: "…", or '…' for patterns.

# Keys and types
rules-unknown-section = Rule files have no section “{ $key }”. { $hint }
rules-unknown-key = { $section } has no key “{ $key }”. { $hint }
rules-wrong-type = “{ $key }” must be { $wanted }, not { $found }.
rules-missing-key = { $section } needs the key “{ $key }”. Add it.
rules-missing-site = The section [site] is missing. Start with [site] and its name, kind and start.
rules-missing-list = A site with kind = "list" needs a [list] section with a link. Add it, or use kind = "pages" if the start addresses are the content.
rules-list-unused = A site with kind = "pages" uses its start addresses as content and does not read [list]. Remove the section, or use kind = "list".
rules-blank = “{ $key }” is empty. Give it a value.
rules-range = “{ $key }” must be from { $low } to { $high }, not { $found }.
rules-type-text = a string in quotes
rules-type-texts = a list of strings in brackets, such as ["…", "…"]
rules-type-number = a number
rules-type-flag = true or false
rules-type-time = a date or time
rules-type-array = a list
rules-type-table = a table
rules-type-tables = a list of tables, each under a heading in double brackets, such as [[field]]
rules-type-alternatives = a list of alternatives, such as [{"{"} css = "h1" {"}"}]
rules-type-step = a step such as {"{"} trim = true {"}"}
rules-type-steps = a list of steps, such as [{"{"} trim = true {"}"}]
rules-type-labels = a string or list of strings, such as ["出版社", "Publisher"]
rules-type-group = the number of a group, or its name in quotes
rules-type-headers = a table of strings, such as {"{"} Referer = "https://example.org/" {"}"}
rules-type-pairs = a list of pairs, such as [["old", "new"]]
rules-type-method = the name of a method in quotes, or false

# [site]
rules-name-control = The name contains a line break or another invisible character. Remove it.
rules-kind-unknown = There is no kind “{ $kind }”. { $hint }
rules-start-none = There is no start address. Give at least one, such as start = ["https://example.org/news/"].
rules-start-range = A range in this address runs backwards or has no step. Put the smaller number first, such as [1-100] or [0-100:10].
rules-start-many = The ranges expand to more than { $most } start addresses. Make them smaller, or have the rule follow the link to the next page instead.
rules-url = “{ $url }” is not a web address. Write it in full, such as "https://example.org/news/".
rules-url-relative = “{ $url }” is not a full web address. Put http:// or https:// and the host before it.
rules-url-scheme = “{ $url }” cannot be fetched: only http and https addresses can.
rules-url-secret = An address must not contain a user name or password: rule files hold no secrets. Remove what is before the @ and add an account for this site.
rules-language = “{ $language }” is not a language code. Use one such as "en", "zh-CN" or "de".
rules-timezone = “{ $name }” is not a known time zone. Use a name such as "Asia/Shanghai" or "UTC".

# [politeness], [network], [login], [schedule]
rules-duration = “{ $text }” is not a duration. Write a number with its unit: "500ms", "2s", "1m", "1h" or "7d".
rules-duration-long = “{ $text }” is longer than a day. Use a shorter delay; for infrequent runs, use a schedule.
rules-quiet = “{ $text }” is not a valid time range. Write its start and end as times of day: "22:00-06:00"; separate several with commas.
rules-size = “{ $text }” is not a size. Write a number with its unit: "500KB", "200MB" or "1GB".
rules-local-address = “{ $text }” is not an IP address. Use an IP address of this computer, such as "192.0.2.7".
rules-user-agent = A user agent must be one line of plain characters, without accents or Chinese characters. Change it, or omit the key.
rules-header-name = “{ $name }” is not a header name. Use letters, digits and hyphens, such as Accept-Language.
rules-header-value = The value of “{ $name }” must be one line of plain characters. Change it, or remove the header.
rules-header-secret = “{ $name }” can identify a person, and rule files hold no secrets. Remove it and add an account for this site: bowerbird account add.
rules-fetch = “{ $text }” is not a way to fetch pages. Use "auto" (the browser only where pages need it), "http" (never the browser) or "browser" (always).
rules-step-do = “{ $text }” is not something a step can do. Use "click", "type", "choose", "press", "scroll", "wait" or "close".
rules-step-lacks = A step with do = "{ $step }" needs the key “{ $key }”. Add { $key } = "…" to it.
rules-step-key = A step cannot press “{ $text }”. Use one of { $keys }.
rules-step-on = “{ $text }” does not name pages. Use "lists" (start pages and lists), "starts" (start pages only), "articles" (the pages they link to) or "all".
rules-step-wait = “{ $text }” is not a time that a step can wait. Write at most { $most } seconds, such as "5s".
rules-step-values-do = Only a step that types or chooses can have “values”. Remove them, or write do = "type" or do = "choose".
rules-step-values-place = Steps with “values” are for start pages and lists, in rules of the kinds "list", "pages" and "crawl".
rules-step-values-text = A step can have either “text” or “values”, and no value may be empty.
rules-step-values-field = Two steps store their values in the field “{ $field }”. Give one of them a field of its own: field = "…".
rules-step-values-many = The values of the steps make more than { $most } combinations. Use fewer values.
rules-step-http = Steps need the browser, which fetch = "http" does not use. Write fetch = "auto" or fetch = "browser" in [network], or remove the steps.
rules-keep-screenshot-http = A screenshot needs the browser, which fetch = "http" does not use. Write fetch = "auto" or fetch = "browser" in [network], or remove screenshot.
rules-step-many = There are more than { $most } steps. Put those for other pages into a rule of their own.
rules-header-own = “{ $name }” is set by Bowerbird. Remove it; for the user agent, use the key user_agent.
rules-cron = The cron expression is not valid. { $reason }
rules-interval = “{ $text }” is not a valid interval. Use at least a minute and at most a year, such as "10m", "6h" or "7d".
rules-adaptive-bounds = The shortest interval is longer than the longest. Swap min and max.
rules-adaptive-cron = A schedule follows either a cron expression or how often the site changes. Remove “cron” or “adaptive”.
rules-adaptive-pages = Pages listed by address bring no new items for “adaptive” to count. Use “cron” instead, and [revisit] to find changes in the pages.
rules-revisit-until = “until” limits “articles”, but “articles” is missing or set to "listed". Add articles = "7d" or "run", or remove “until”.
rules-revisit-listed = Only sites with a list can set articles to "listed". Use articles = "run" for this site.
rules-revisit-page = “{ $url }” cannot be one of the pages read in each run. List at most 10,000 addresses that start with http:// or https://.
rules-revisit-changed = Only feeds, sitemaps, APIs (kind = "api") and lists say when an article changed. Use articles = "7d" for this site.

# [identity], and how fields are compared
rules-identity-key = “{ $name }” cannot be one of the key fields. List at most 20 fields, each only once.
rules-identity-unknown = No field is named “{ $name }”. In “key”, name fields of this rule, or use “link” for the address.
rules-identity-gone = “{ $found }” does not say when a record is gone. Write "list", "404", "never", or a number of readings such as 2.
rules-compare = “{ $found }” is not a way to compare values. Use "text", "number", "set" or "never".
rules-tolerance = “{ $found }” is not a tolerance. Write a number or a percentage, such as "0.5" or "2%", with compare = "number".
rules-ignore = The pattern “{ $pattern }” is not valid. Check its parentheses and brackets.

# Alternatives
rules-alternative-none = { $part } has nothing to look for. Add one of these: { $ways }.
rules-alternative-two = { $part } has more than one thing to look for. Keep one of these: { $ways }. Add others as separate alternatives.
rules-selector-css = This CSS selector is not valid. { $reason }
rules-selector-xpath = This XPath is not valid. { $reason }
rules-selector-regex = This pattern is not valid. { $reason }
rules-selector-jsonpath = This JSONPath is not valid. { $reason }
rules-selector-label = This label is not valid. { $reason }
rules-take = “{ $take }” is not a valid value for take. Use text, own_text, html, clean_html, markdown, url, table, or an attribute name such as href.
rules-item-regex = { $part } selects a part of the page, but a regex finds only text. Use css or xpath.
rules-item-take = { $part } selects a part of the page; nothing is taken from it. Remove “take”.
rules-take-plain = “{ $way }” already finds a value; nothing else can be taken from it. Remove “take”.
rules-take-table = Only a field can take a table, and only from an element. Change “take” here, or move this alternative to a field.
rules-only-regex = “{ $key }” only works with a regex. Remove it, or use a regex.
rules-on = A regex cannot search “{ $on }”. { $hint }
rules-group = The pattern has no such group. { $count ->
    [0] Its groups are numbered from 1 to { $last }; 0 is the whole match.
   *[other] Its groups are numbered from 1 to { $last }, and some have names: { $names }.
}
rules-page-fact = The page metadata has no “{ $fact }”. { $hint }
rules-fields-many = There are more than { $most } fields. Remove some, or read the rest with another rule.
rules-pattern = This pattern is not valid. { $reason }
rules-patterns-large = Together, the patterns of this rule take too much memory. Make repetitions such as {"{1,60}"} shorter, or use a class such as [a-z] for \w.
rules-pattern-refused = This pattern cannot be used. Make it simpler or shorter.

# Fields
rules-field-twice = There are two fields named “{ $name }”. Rename one, or move its selectors to the alternatives of the other.
rules-field-reserved = “{ $name }” is a column that Bowerbird fills. Choose another name.
rules-field-url = The column “url” always holds the page's address. Choose another name, such as "link". (A field may set “url” only in a rule with [record].)
rules-field-name = “{ $name }” is not a column name. Use one without commas or line breaks, and without spaces at either end.
rules-select-none = A field needs at least one alternative in “select”.
rules-type-unknown = There is no type “{ $type }”. { $hint }
rules-list-field-item = Fields of a list are read from its items. Define an item: item = {"{"} css = "…" {"}"}.
rules-method = There is no content method “{ $method }”. { $hint }
rules-format = There is no text format “{ $format }”. { $hint }

rules-table-plain = A table has rows, not one value, so “{ $key }” has no meaning here. Remove it.
rules-nested-plain = This field is a list of nested records, so “{ $key }” has no meaning here. Remove it, or move it to one of the nested fields.
rules-nested-twice = Nested records cannot contain lists. Make this a plain field with “select”.
rules-nested-fields = The nested records have no fields. Add { $heading } tables below this field.

# Further pages
rules-next-two = { $part } has more than one way to the next page. Keep one: a selector, auto, or pages.
rules-next-word = “{ $word }” is not a way to the next page. { $hint } Or give a selector in braces, such as {"{"} css = "a.next" {"}"}.
rules-next-number = Put {"{"}n{"}"} once in place of the page number, such as "?page={"{"}n{"}"}".
rules-next-order = The last number, { $to }, is smaller than the first, { $from }. Swap them.
rules-next-pages-only = “{ $key }” counts pages, so it also needs pages = "?page={"{"}n{"}"}".
rules-next-fallbacks = { $part } has fallbacks but no selector. Use fallbacks together with a selector, such as css = "a.next".
rules-content-next-record = With [record], a page holds several records, but the key “next” in [content] joins the pages of one article. Use “next” in [record] instead.

# Transform steps
rules-step-unknown = There is no step “{ $step }”. { $hint }
rules-step-keys = A step is a table with one key, such as {"{"} trim = true {"}"}. Write several steps one after the other.
rules-step-argument = The step “{ $step }” needs { $wanted }.
rules-argument-true = true, or must be removed
rules-argument-replace = a pattern and what to put in its place: ['\s+', " "]
rules-argument-part = the number of a part: 1 is the first, -1 the last
rules-argument-case = "lower", "upper" or "title"
rules-argument-map = a table of values: {"{"} "yes" = "1", "no" = "0" {"}"}
rules-argument-date = true, or a format such as "%d/%m/%Y"
rules-argument-split = the text between the parts, such as ";"

# Sources
rules-missing-search = A site with kind = "search" needs a [search] section with keywords and url. Add it.
rules-missing-api = A site with kind = "api" needs an [api] section that sets item. Add it.
rules-section-unused = A site with kind = "{ $kind }" does not read [{ $section }]. Remove the section, or use kind = "{ $section }".
rules-word = “{ $word }” is not valid for “{ $key }”. { $hint }
rules-type-pages = true, false or "auto"
rules-type-engines = a list of tables, each headed [[search.engine]]
rules-parameter = “{ $key }” must be one parameter with { $hole } in it, such as "name={ $hole }", without spaces.
rules-next-api-only = “{ $key }” is only for API responses. Use it inside the “next” key of [api].
rules-since = “{ $text }” is not a date. Use a date such as "2026-01-05", or a number of days such as "30d".
rules-encoding = There is no encoding “{ $name }”. Use a name such as "gbk", "big5" or "utf-8".
rules-search-two = A search has either one url or [[search.engine]] sections, not both. Remove the url or the sections.
rules-search-hole = There is no placeholder for the search term. Put {"{"}query{"}"} where it belongs: in the address, in “form” or in “body”.
rules-search-list = The rule does not say how to read the results page. Add a [list] section, or a [search.engine.list] section below this engine.
rules-search-many = This search has more than { $most } search terms. Split it into several sites.
rules-search-start = A search starts with its keywords and url, so “start” has no meaning here. Remove it.
rules-search-body = The body of a search is JSON, with {"{"}query{"}"} where the search term goes, such as body = '{"{"}"q": "{"{"}query{"}"}"{"}"}'.
rules-search-bodies = A search is sent either as a form or as JSON. Remove “form” or “body”.
rules-api-jsonpath = API items are found by JSONPath, such as item = {"{"} jsonpath = "$.items[*]" {"}"}.
rules-api-pages-link = Pages can only be fetched if the items have a link. Add “link”, or remove “pages”.
rules-crawl-needed = With follow = "needed", the rule must say which pages are records. Add “records”, such as records = ['/article/'].
rules-urls-rewrite = Each entry of rewrite is a list of two strings: a pattern and its replacement, such as rewrite = [['^http://m[.]', 'http://www.']].
rules-api-body = The body of an API request is JSON, with {"{"}name{"}"} where the value of an address parameter goes, such as body = '{"{"}"page": {"{"}page{"}"}{"}"}'.
rules-api-data = “data” names the JSON in a page that holds the items, such as “__NEXT_DATA__”: a name without spaces around it, up to 120 characters.
rules-api-data-body = “data” is the JSON in a page, which is fetched without a body. Remove “body”.
rules-proxy = “{ $text }” is not a valid proxy setting. Use none, pool, always, tag:NAME, tier:N (N from 1) or a proxy's name.

# [supervise]
rules-supervise-action = “{ $text }” is not an action. { $hint }
rules-supervise-twice = “{ $text }” appears twice. List each action once, in the order to try them.
rules-supervise-time = { $key } cannot be “{ $text }”. Write a time from { $low } to { $high }.
rules-supervise-probe-bounds = “probe_at_most” is shorter than “probe_every”. Make it at least as long: the wait between automatic retries grows from the one to the other.
rule-warning-robots-off = This rule does not obey robots.txt (robots = false): it fetches what the site asks programs not to fetch. Use it only if the site allows you to.
