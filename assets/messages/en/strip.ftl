# The line above the page of the workbench that says what it is and what comes next

app-author-beside = The rule for “{ $site }” is open; this page is not the site's start page.
app-author-ended-none = “{ $site }” is done: no records found.
app-author-ended-redesigned = “{ $site }” found no records: its pages look different now.
app-author-nothing-fits = No selector finds everything you clicked for this field and nothing else. If your last click belongs to another field, such as the author, choose that field; otherwise undo (Ctrl+Z) and click another example.
app-data-preview-ready = The next step collects: { $what }
app-data-preview-own = What this page itself lists:
