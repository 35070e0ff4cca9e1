# Many addresses pasted where one is expected, and sites that collect the same pages

pasted-question = { $count } addresses: collect these pages?
pasted-collect = Collect { $count } pages
pasted-collect-tip = Makes a site from these pages, each of them read as an article. You can change its rule afterwards.
look-same-host = “{ $site }” already collects from this host; pages that both find are stored twice.
app-sites-same-host = “{ $name }” and “{ $other }” collect from the same host; pages that both find are stored twice.
app-editor-aside = Not used by this kind and set aside: { $sections }. Saving removes these sections; switching back to the previous kind before you save restores them.
