# 对保存的页面应用规则
reread-open = 重新提取已存页面…
reread-open-tip = 查看当前规则从已存页面中提取的结果，不请求站点
reread-try = 用已存页面测试…
reread-title = { $site }：将规则应用于已存页面
reread-of-saved = 对比站点规则从已存页面提取的结果与现有记录。目前不会更改记录，也不会请求站点。
reread-of-draft = 对比正在编辑的规则从已存页面提取的结果与现有记录。目前不会更改记录，也不会请求站点。
reread-to-rule = ← 规则
reread-progress = 第 { $done } 页，共 { $pages } 页
reread-stop = 停止
reread-no-pages = 此站点没有已存页面。运行时会保存所读取的页面；保留时间在“设置 → 已存页面与归档”中设定。
reread-would = 在读取的 { $pages } 个页面中：{ $changed } 条记录将变更，{ $new } 条将新增。
reread-did = 已读取 { $pages } 个页面：更新 { $changed } 条记录，新增 { $new } 条。
reread-lost = 规则已提取不到 { $count } 条现有记录；这些记录会保留。
reread-shortened = { $count } 条记录的正文将缩短一半以上。请先检查，再决定是否保留；可以撤销。
reread-removed = 已删除规则提取不到的 { $count } 条记录。
reread-unfit = 规则在 { $count } 个页面上未提取到内容；这些页面的记录保持原样。
reread-cut-off = 未读完所有页面就已停止。
reread-take = 更新记录
reread-save-and-take = 保存规则并更新记录
reread-drop = 取消
reread-remove-lost = 同时删除规则提取不到的记录
reread-undo = 撤销
reread-undo-earlier = 撤销 { $when } 的更新（{ $count } 条记录）
reread-keep = 保留
reread-rule-stays = “撤销”只恢复记录。要恢复规则，请使用“版本”。
reread-close = 关闭
reread-back = 已恢复 { $count } 条记录。{ $left ->
    [0] { "" }
   *[other] 另有 { $left } 条在更新后又有变更，保持不变。
}
reread-head-field = 字段
reread-head-equal = 相同
reread-head-changed = 有变更
reread-head-gained = 新增
reread-head-lost = 缺失
reread-no-difference = 没有差异。
cli-rerun-back = { $left ->
    [0] 已恢复 { $count } 条记录。
   *[other] 已恢复 { $count } 条记录；另有 { $left } 条在更新后又有变更，保持不变。
}
cli-rerun-no-undo = “{ $site }”没有可撤销的更新：其记录未更新过。
