# 页面改版后的规则修复。
repair-works = { $pages ->
    [1] 规则在新页面上仍有效（1 处）
   *[other] 规则在新页面的全部 { $pages } 处仍有效
}
repair-no-new-content = 未提供新的详情页
repair-no-new-list = 未提供新的列表页
repair-never-found = 旧页面上也未找到 { $part }
repair-not-found = 新页面上没有类似 { $part } 的内容（以前是“{ $value }”）：{ $wrong }
repair-finds-nothing = { $pages ->
    [1] 规则在新页面上未提取到内容
   *[other] 规则在新页面的 { $pages } 处均未提取到内容
}
repair-finds-too-little = 在新页面的 { $pages } 处中，规则仅在 { $found } 处提取到内容
repair-finds-wrong = 规则仍能匹配，但提取到“{ $found }”，而不是“{ $expected }”
repair-finds-unlike = 规则仍能匹配，但“{ $found }”与以前的内容不是同一类
repair-same-everywhere = 规则仍能匹配，但每个页面上都是“{ $value }”，而以前各页不同
repair-same-values = 按建议提取，{ $all } 处中有 { $same } 处的值与以前相同
repair-looks-alike = 按建议从 { $pages } 个新页面上提取到与旧值相似的内容，例如“{ $value }”
repair-same-text = 按建议提取，{ $pages } 个页面上 { $percent }% 的文字与以前相同
repair-generic-text = 按建议提取，{ $pages } 个页面上 { $percent }% 的文字与自动识别的正文相同
repair-links-found = { $pages } 个列表页上有 { $links } 个链接，其中 { $known } 个以前就有
repair-no-links = 在 { $pages } 个新列表页上未找到指向详情页的链接
repair-refused-links = list.allow 排除了新列表中的所有链接，例如 { $url }。请先修改该正则表达式；仅凭页面无法得知详情页网址的形式
repair-nested = 规则在新页面上未提取到内容；子记录无法自动修复，请重新指定其元素和字段
repair-data-gone = 新页面所附的数据中，规则查找的位置没有条目。请重新学习规则：bowerbird rule learn --page 网页 --out 规则
repair-records-found = { $pages } 个页面上有 { $records } 条记录
repair-no-records = 新页面上未找到记录
repair-next-found = 按建议，在 { $pages } 个页面上找到了下一页链接
repair-no-next = 新页面上没有能确定指向下一页的链接
repair-stated = 按建议得到的是页面自身声明的值；在 { $pages } 个旧页面上，声明的值均正确
repair-by-page = 页面自身声明了此值，在 { $pages } 个旧页面上也是如此
repair-no-witness = 以前的值和页面自带信息都不能证实此建议
repair-is-now = 唯一找到的日期是今天（“{ $value }”）
repair-is-site = 唯一找到的作者是站点名称（“{ $value }”）
repair-is-section = 唯一找到的标题是栏目名称（“{ $value }”）
repair-alone-lost = 以前无需字段即可自动识别此值（“{ $value }”），在新页面上则不能，需要添加字段
repair-alone-gone = 以前无需字段即可自动识别此值（“{ $value }”）；在新页面上，自动识别和字段都找不到。如果值仍在页面上，请打开一个新页面并点选该值
repair-alone-text = 以前无需选择器即可自动识别正文；现在 { $pages } 个新页面中有 { $lost } 个几乎识别不到正文。请打开一个这样的页面并点选正文
