# 在只要一个网址的地方粘贴了许多网址；采集相同网页的站点

pasted-question = 共 { $count } 个网址：采集这些网页吗？
pasted-collect = 采集 { $count } 个网页
pasted-collect-tip = 用这些网页建立一个站点，每个网页按文章读取。之后可以修改规则。
look-same-host = “{ $site }”已在采集这台主机；两者都找到的网页会保存两次。
app-sites-same-host = “{ $name }”与“{ $other }”采集同一台主机；两者都找到的网页会保存两次。
app-editor-aside = 此类型不使用、已放在一边：{ $sections }。保存时会删除；保存前换回原来的类型即可恢复。
