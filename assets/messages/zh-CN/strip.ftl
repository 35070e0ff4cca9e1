# 工作台网页上方的一行：说明这是什么网页、下一步做什么

app-author-beside = “{ $site }”的规则已打开；此页面不是该站点的起始页。
app-author-ended-none = “{ $site }”运行结束：没有找到记录。
app-author-ended-redesigned = “{ $site }”运行结束，没有找到记录：页面已改版。
app-author-nothing-fits = 没有选择器能只匹配您为此字段点选的全部内容。如果最后点选的是其他内容（例如作者），请选择相应的字段；否则请撤销（Ctrl+Z），再点选另一个示例。
app-data-preview-ready = 点击突出显示的按钮将采集：{ $what }
app-data-preview-own = 此页面自身列出的内容：
