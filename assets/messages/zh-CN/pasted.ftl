# 在只要一个网址的地方粘贴了许多网址；采集相同网页的站点

pasted-question = 要采集这 { $count } 个网址的页面吗？
pasted-collect = 采集 { $count } 个页面
pasted-collect-tip = 用这些页面新建一个站点，每个页面作为一篇文章提取。之后可以修改规则。
look-same-host = “{ $site }”已在采集此主机上的页面；两个站点都找到的页面会保存两份。
app-sites-same-host = “{ $name }”与“{ $other }”采集同一主机上的页面；两个站点都找到的页面会保存两份。
app-editor-aside = 此类型不使用以下部分，已暂时移出：{ $sections }。保存时会将其删除；保存前换回原来的类型即可恢复。
