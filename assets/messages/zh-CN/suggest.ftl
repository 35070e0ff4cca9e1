# suggest：为什么把页面中重复的部分作为记录提出

suggest-why-count = 找到 { $count } 条记录。
suggest-why-alike = 它们的结构有 { $percent }% 相同。
suggest-why-coverage = 它们占页面文字的 { $percent }%。
suggest-why-fields = 它们在相同位置有 { $count } 个部分。
suggest-why-beside = 它们位于正文旁边，像菜单或边栏。
suggest-why-siblings = 每条记录延伸到首个元素之后的 { $count } 个元素。
suggest-why-field = 在 { $count } 条记录中的 { $found } 条里找到。
suggest-heading = { $number }. { $count } 条记录，得分 { $score }
suggest-pagination = 页面如何继续：
suggest-no-pagination = { $page } 没有通向下一页的链接。
suggest-refused = { $reason }无法根据该响应学习规则。请稍后重试，改用代理或账号，或在浏览器中保存页面后指定该文件。
suggest-none = { $page } 上没有可作为记录的重复内容。请改为选取值：--pick 名称=文字。
suggest-written = 已将第一个写入 { $path }。
suggest-goes-on = 规则会继续读取下一页：{ $url }。若只读本页，请删去规则中的“next”。
