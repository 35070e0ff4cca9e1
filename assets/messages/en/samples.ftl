# samples: saved pages of a rule with what they are expected to yield
samples-form = Line { $line }, column { $column }: { $reason }. A sample looks like {"{"} "url": "https://…", "kind": "content", "records": [ {"{"} "title": "…" {"}"} ] {"}"}; see “Sample pages” in rules/README.md.
samples-value = The field “{ $field }” has a value no field can have. Write a string, a list of strings, a list of {"{"} name: text {"}"}, or null for no value.
samples-no-json = { $path } is missing; it says what to expect on the page. Save the sample again with: bowerbird rule sample
samples-no-page = The page { $path } is missing. Put it back, save the sample again with “bowerbird rule sample”, or remove its JSON file.
samples-packed = The page { $path } cannot be unpacked: { $reason }. Save the sample again with: bowerbird rule sample
samples-too-large = { $path } is larger than { $megabytes } MB. Choose a smaller page for the sample.
samples-bad-id = “{ $id }” cannot be the name of a sample. Use up to 60 letters, digits, “-”, “_” and “.”.
samples-file = Couldn't read or write { $path }: { $reason }. Check the folder's permissions and the free space, then try again.
samples-in = { $path }: { $text }
samples-none = No sample of this rule in { $folder }. Save one with: bowerbird rule sample { SHELL($file) } PAGE_OR_URL
samples-empty = { $path } expects nothing: it has no “records”, “items” or “next”. Accept what the rule finds now with: bowerbird rule test --accept
samples-yields-nothing = The rule finds nothing on this page, so there is nothing to save. See why with: bowerbird rule test { SHELL($file) } --page { SHELL($page) }
samples-taken = A sample “{ $id }” of { $url } already exists. Choose another name with --id, or replace it with --force.
