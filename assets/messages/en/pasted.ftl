# Many addresses pasted where one is expected, and sites that collect the same pages

pasted-question = { $count } addresses: collect these pages?
pasted-collect = Collect { $count } pages
pasted-collect-tip = Create a site from these pages, and read each page as an article. You can change the rule afterwards.
look-same-host = “{ $site }” already collects from this host; pages that both find are stored twice.
app-sites-same-host = “{ $name }” and “{ $other }” collect from the same host; pages that both find are stored twice.
app-editor-aside = These sections are not used by this kind of site and were set aside: { $sections }. Saving removes them; switching back to the previous kind before you save restores them.
