# duplicates：内容重复的规则与备选
duplicates-same-start = 起始网址相同：{ $url }
duplicates-same-links = 在 { $host } 上采集相同的链接
duplicates-same-selectors = 两者的选择器完全相同
duplicates-written = { $part }：第 { $later } 种方式与第 { $first } 种相同
duplicates-selected = { $part }：第 { $later } 种方式与第 { $first } 种选中的内容完全相同（已检查 { $pages } 个页面），因此没有作用
duplicates-nothing-to-merge = 没有可合并的规则。请指定规则文件。
duplicates-kinds = 不同类型的规则（{ $first } 与 { $other }）不能合并。请分开保留。
duplicates-faulty = 合并后的规则有错误，因此未写入。{ $errors }
duplicates-kept-first = { $part }：各规则不同，保留第一条的内容
duplicates-allow = list.allow：其中一条规则允许所有链接，合并后同样允许
