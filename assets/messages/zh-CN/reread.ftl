# 对保存的页面应用规则
reread-open = 重新读取保存的页面…
reread-open-tip = 查看现在的规则从保存的页面中能得到什么，不向网站发出任何请求
reread-try = 用保存的页面试一试…
reread-title = { $site }：对保存的页面应用规则
reread-of-saved = 网站的规则从保存的页面中得到的内容，与已存的记录对照。尚未改动任何内容，也不访问网站。
reread-of-draft = 正在编辑的规则从保存的页面中得到的内容，与已存的记录对照。尚未改动任何内容，也不访问网站。
reread-to-rule = ← 规则
reread-progress = 第 { $done } 页，共 { $pages } 页
reread-stop = 停止
reread-no-pages = 没有保存这个网站的页面。运行读取页面时会保存页面；保存多久在“设置 → 存储”中设定。
reread-would = { $pages } 个页面中，{ $changed } 条记录会改变，{ $new } 条是新的。
reread-did = 从 { $pages } 个页面中，改动了 { $changed } 条记录，新增 { $new } 条。
reread-lost = 规则不再找到 { $count } 条已存的记录。它们会保留。
reread-removed = 规则不再找到的 { $count } 条记录已删除。
reread-unfit = 规则在 { $count } 个页面上找不到内容；这些页面的记录保持不变。
reread-cut-off = 在读完所有页面之前停止了。
reread-take = 更改记录
reread-save-and-take = 保存规则并更改记录
reread-drop = 全部保持原样
reread-remove-lost = 同时删除不再找到的记录
reread-undo = 撤销
reread-undo-earlier = 撤销 { $when } 的更改（{ $count } 条记录）
reread-keep = 保留
reread-rule-stays = 撤销会恢复记录。规则本身可在“版本”中恢复。
reread-close = 关闭
reread-back = { $count } 条记录已恢复原样。{ $left ->
    [0] { "" }
   *[other] 另有 { $left } 条此后又有改动，保持现状。
}
reread-head-field = 字段
reread-head-equal = 相同
reread-head-changed = 改变
reread-head-gained = 新增
reread-head-lost = 缺失
reread-no-difference = 没有不同的值。
cli-rerun-back = { $count } 条记录已恢复原样；{ $left } 条此后又有改动，保持现状。
cli-rerun-no-undo = { $site } 没有可以撤销的更改：它的记录没有被改写过。
