# 工作台网页上方的一行：说明这是什么网页、下一步做什么

app-author-beside = 打开着“{ $site }”的规则；这个网页不是它的起始页。
app-author-ended-none = “{ $site }”已结束：没有找到记录。
