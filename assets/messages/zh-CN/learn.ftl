# learn
learn-no-pick = 没有选取任何内容。请在页面上至少选取一个值。
learn-no-such-page = 有一个选取指向第 { $page } 页,但没有这一页。请检查选取。
learn-not-found = 为“{ $field }”选取的“{ $text }”不在第 { $page } 页上。请检查文字,或用选择器指明元素。
learn-contradiction = 在第 { $page } 页上,“{ $text }”既被选为“{ $field }”,又被排除。请取消其中之一。
learn-nothing-fits = 没有选择器能找到“{ $field }”的全部选取而又避开被排除的内容。请检查它们是否是同一类内容,或减少选取的页面。
learn-why-pages = 在 { $all } 个页面中的 { $found } 个上找到所选内容。
learn-why-records = 在 { $all } 条记录中的 { $found } 条里找到值。
learn-why-more = 还匹配另外 { $extra } 处;以第一处为准。
learn-why-fires = 在没有选取的 { $pages } 个页面上也找到了内容。
learn-why-label = 依据文字“{ $label }”,页面改版时文字通常不变。
learn-why-meaning = 依据说明元素含义的属性。
learn-why-names = 依据类名或 id。
learn-why-link = 依据链接的去向。
learn-why-position = 依据位置计数,内容增减时会错位。
learn-why-cut = 值是从较长的文字中截取的。
learn-why-containers = { $all } 处同类位置中有 { $records } 处是完整的记录。
learn-note-no-way = 没有办法在这类记录中找到“{ $field }”,规则中未包含它。请在另一条记录中选取。
