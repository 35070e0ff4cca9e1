# The line above the page of the workbench that says what it is and what comes next

app-author-beside = The rule of “{ $site }” is open; this page is not its start.
app-author-ended-none = “{ $site }” has ended: no records found.
