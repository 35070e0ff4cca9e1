# suggest：为什么把页面中重复的部分作为记录提出

suggest-why-count = 找到 { $count } 条记录。
suggest-why-alike = 结构相似度 { $percent }%。
suggest-why-coverage = 占页面文字的 { $percent }%。
suggest-why-fields = 各条记录中有 { $count } 个部分位置相同。
suggest-why-beside = 位于主要内容旁边，像菜单或边栏。
suggest-why-siblings = 每条记录还包括首个元素之后的 { $count } 个元素。
suggest-why-field = 在 { $found } / { $count } 条记录中找到。
suggest-heading = { $number }. { $count } 条记录，得分 { $score }
suggest-pagination = 翻页方式：
suggest-no-pagination = { $page } 没有下一页链接。
suggest-refused = { $reason }无法根据此响应学习规则。请稍后重试、使用代理或账号，或在浏览器中保存页面后指定该文件。
suggest-none = { $page } 上没有可作为记录的重复内容。请改为选取值：--pick 名称=文字。
suggest-interface = 页面的条目来自接口：{ $url }。页面上显示了接口返回的前 { $compared } 个条目中的 { $shown } 个。接口规则不需要浏览器。
suggest-interface-written = 已将接口规则写入 { $path }。
suggest-data-written = 已将用于页面所附数据的规则写入 { $path }。
suggest-whole-text = 已读取几篇文章；规则现在从包含全文的元素中提取正文（[content]）。
suggest-key-written = 规则按“{ $field }”识别各行（[identity] 中的 key）。
suggest-noise-open = 目前所有字段都计入变更。要采用建议：bowerbird rule test 规则 --page 网页 --twice --out 新规则
suggest-written = 已将最佳建议的规则写入 { $path }。
suggest-goes-on = 规则会继续读取下一页：{ $url }。如果只读取此页面，请删除规则中的 next。

# 监测之前读取两次页面得到的建议
watch-read-twice = 检查自行变化的内容
watch-read-twice-tip = 间隔数秒读取页面两次，以确定哪个字段能识别各行、哪些内容每次都变
watch-reading-twice = 正在读取页面两次…
watch-quiet = 两次读取的内容相同。
watch-key-stable = 各行没有链接。“{ $field }”可识别各行：{ $count } 行各不相同，两次读取一致。
watch-key-unique = 各行没有链接。“{ $field }”可识别各行：{ $count } 行各不相同。
watch-use-key = 按“{ $field }”识别各行
watch-drop-key = 不按“{ $field }”识别各行
watch-noise = 两次读取之间，{ $all } 行中有 { $count } 行的“{ $field }”不同：“{ $before }”→“{ $after }”。
watch-leave-out = 不再列出“{ $field }”的变更
watch-as-set = 比较“{ $field }”时忽略顺序
watch-ignore = 忽略“{ $field }”中每次都变的部分
watch-keep = “{ $field }”看起来是价格或测量值，因此仍会列出其变更。
watch-restless = 最近 { $count } 次读取，大多数记录的“{ $field }”每次都变：“{ $before }”→“{ $after }”。
