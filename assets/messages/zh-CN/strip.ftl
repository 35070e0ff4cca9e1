# 工作台网页上方的一行：说明这是什么网页、下一步做什么

app-author-beside = 打开着“{ $site }”的规则；这个网页不是它的起始页。
app-author-ended-none = “{ $site }”已结束：没有找到记录。
app-author-nothing-fits = 没有选择器能只找到您为此字段点选的全部内容。如果它是别的内容（例如作者），请选择那个名称；否则请撤销（Ctrl Z）并点选另一个例子。
app-data-preview-ready = 蓝色按钮采集：{ $what }
app-data-preview-own = 这个网页本身列出的内容：
