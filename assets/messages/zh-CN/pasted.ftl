# 在只要一个网址的地方粘贴了许多网址；采集相同网页的站点

pasted-question = 共 { $count } 个网址：采集这些页面吗？
pasted-collect = 采集 { $count } 个页面
pasted-collect-tip = 用这些页面新建一个站点，每个页面按文章提取。之后可以修改规则。
look-same-host = “{ $site }”已在采集此主机；两者都找到的页面会保存两份。
app-sites-same-host = “{ $name }”与“{ $other }”采集同一主机；两者都找到的页面会保存两份。
app-editor-aside = 此类型不使用以下部分，已暂时搁置：{ $sections }。保存时会将其删除；保存前换回原来的类型即可恢复。
