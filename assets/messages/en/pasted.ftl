# Many addresses pasted where one is expected, and sites that collect the same pages

pasted-question = { $count } addresses: collect these pages?
pasted-collect = Collect { $count } pages
pasted-collect-tip = Makes a site of these pages, each of them read as an article. Its rule can be changed afterwards.
look-same-host = “{ $site }” collects from this host already; pages that both find are stored twice.
app-sites-same-host = “{ $name }” and “{ $other }” collect from the same host; pages that both find are stored twice.
app-editor-aside = Not used by this kind and put aside: { $sections }. Saving drops it; another kind brings it back before.
