# 对保存的页面应用规则
reread-open = 重新提取已存页面…
reread-open-tip = 查看当前规则从已存页面中提取的结果，不请求站点
reread-try = 用已存页面试用…
reread-title = { $site }：对已存页面应用规则
reread-of-saved = 对比站点规则从已存页面中提取的内容与已存记录。记录尚未更改，也不会请求站点。
reread-of-draft = 对比正在编辑的规则从已存页面中提取的内容与已存记录。记录尚未更改，也不会请求站点。
reread-to-rule = ← 规则
reread-progress = 第 { $done } 页，共 { $pages } 页
reread-stop = 停止
reread-no-pages = 没有此站点的已存页面。运行时会保存页面；保留时间在“设置 → 存储”中设定。
reread-would = { $pages } 个页面中，{ $changed } 条记录将变更，{ $new } 条将新增。
reread-did = { $pages } 个页面中，已更改 { $changed } 条记录，新增 { $new } 条。
reread-lost = 规则已找不到 { $count } 条已存记录，这些记录已保留。
reread-shortened = { $count } 条记录的正文会减少一半以上。保留前请先查看；可以撤销。
reread-removed = 已删除规则找不到的 { $count } 条记录。
reread-unfit = 规则在 { $count } 个页面上未找到内容；这些页面的记录保持不变。
reread-cut-off = 未读完所有页面就已停止。
reread-take = 更改记录
reread-save-and-take = 保存规则并更改记录
reread-drop = 保持原样
reread-remove-lost = 同时删除规则找不到的记录
reread-undo = 撤销
reread-undo-earlier = 撤销 { $when } 的更改（{ $count } 条记录）
reread-keep = 保留
reread-rule-stays = 撤销会恢复记录。规则本身可在“版本”中恢复。
reread-close = 关闭
reread-back = 已恢复 { $count } 条记录。{ $left ->
    [0] { "" }
   *[other] 另有 { $left } 条之后又有变更，保持不变。
}
reread-head-field = 字段
reread-head-equal = 相同
reread-head-changed = 改变
reread-head-gained = 新增
reread-head-lost = 缺失
reread-no-difference = 没有不同的值。
cli-rerun-back = 已恢复 { $count } 条记录；{ $left } 条之后又有变更，保持不变。
cli-rerun-no-undo = { $site } 没有可撤销的更改。
