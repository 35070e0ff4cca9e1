# 命令行。

cli-error = bowerbird：{ $text }
cli-cannot-write = 无法写入 { $path }：{ $reason }。请换一个位置，或在那里腾出空间。
cli-no-such-site = 没有名为“{ $name }”的站点。现有站点：{ $known }
cli-no-such-proxy = 没有名为“{ $name }”的代理。查看：bowerbird proxy list
cli-no-such-account = 站点“{ $site }”没有账号“{ $user }”。查看：bowerbird account list
cli-no-such-method = 没有名为“{ $name }”的方法。可用方法：{ $known }
cli-no-sites = 还没有站点。添加：bowerbird site add RULE.toml
cli-no-runs = 还没有运行过。
cli-no-tasks = 没有计划任务。在站点规则里写上 [schedule] 一节，它就会定期运行。
cli-no-proxies = 没有代理。添加：bowerbird proxy add 名称 http://主机:端口
cli-no-accounts = 没有账号。添加：bowerbird account add 站点 用户
cli-no-page = 请指定页面：文件、网址，或用 - 表示标准输入。
cli-no-selector = 请给出 --css、--xpath、--regex、--jsonpath、--label 之一。
cli-no-secret = 没有收到密码。请在提示处输入，或用 --secret-stdin 从管道传入。
cli-no-worker = 程序找不到自身，无法绘制页面：{ $reason }
cli-ask-password = { $user } 的密码：
cli-bad-duration = “{ $text }”不是时长。写法如 2s、500ms 或 1m。
cli-bad-field = “{ $text }”不是字段。写法如 名称=选择器，例如 date=time.published
cli-bad-header = “{ $text }”不是响应头。写法如 'Retry-After: 30'。
cli-bad-time = “{ $text }”不是时间。写法如 2026-03-30 或 2026-03-30T08:00:00Z。
cli-bad-url = “{ $text }”不是网址：{ $reason }。写法如 https://example.org/page
cli-rule-fault = { $file }:{ $line }:{ $column }：{ $text }
cli-rule-good = { $file }：没有问题。“{ $name }”，{ $fields } 个字段。
cli-rule-robots-off = 注意：robots = false 使此规则抓取站点 robots.txt 禁止的内容。请只在站点允许的情况下这样做。
cli-test-nothing = 没有可比较的内容。
cli-test-broken = ! { $id }：{ $text }
cli-test-not-compared = 下列字段没有样例提到，未作比较：{ $fields }。若也要收入样例：--accept
cli-test-summary = { $samples } 个样例：{ $equal } 处相同，{ $changed } 处改变，{ $gained } 处新增，{ $lost } 处缺失{ $broken ->
    [0] {""}
   *[other] ；{ $broken } 个样例无法读取
}
cli-test-accepted = { $samples ->
    [0] 所有样例本来就是这样。
   *[other] { $samples } 个样例已按此更新。
}
cli-diff-changed = ~ { $field } · { $place } #{ $number }
    {"  "}- { $before }
    {"  "}+ { $after }
cli-diff-gained = + { $field } · { $place } #{ $number }
    {"  "}+ { $after }
cli-diff-lost = - { $field } · { $place } #{ $number }
    {"  "}- { $before }
cli-sample-content = 已为 { $file } 保存样例“{ $id }”：内容页，{ $count } 条记录。
cli-sample-list = 已为 { $file } 保存样例“{ $id }”：列表页，{ $count } 项。
cli-sample-replace = 已有样例“{ $id }”。要替换吗？[y/N]{" "}
cli-head-field = 字段
cli-head-equal = 相同
cli-head-changed = 改变
cli-head-gained = 新增
cli-head-lost = 缺失
cli-version = 第 { $number } 版，{ $time }，{ $origin }
cli-origin-added = 添加
cli-origin-edited = 编辑
cli-origin-imported = 导入
cli-origin-repaired = 修复
cli-origin-restored = 恢复
cli-no-versions = 没有版本。
cli-diff-only-one = “{ $name }”的规则只有一个版本。
cli-diff-same = 两个版本内容相同。
cli-diff-layout = 只有注释或排版不同
cli-restored = “{ $name }”的规则已恢复为第 { $number } 版的内容，记作第 { $new } 版。
cli-restored-same = “{ $name }”的规则本来就与第 { $number } 版相同。
cli-head-version = 版本
cli-head-saved = 保存时间
cli-head-origin = 来源
cli-head-changes = 改动
cli-page-list = 作为列表页：{ $count } 项
cli-page-content = 作为内容页：{ $count } 条记录
cli-page-next = 下一页：{ $url }
cli-page-nothing = 规则在此页面上什么也没得到。
cli-page-more = …… 另有 { $count } 条；--json 可显示全部
cli-page-alternative = {"    "}第 { $number } 个备选：{ $selector }
cli-page-generic = {"    "}未用规则，由程序自行找到
cli-rerun-progress = 已读 { $done } / { $pages } 个已存页面，{ $changed } 条记录有变化
cli-rerun-more = …… 另有 { $count } 处差异；--json 最多显示 200 处
cli-rerun-would = { $pages } 个已存页面：{ $changed } 条记录将改变，{ $new } 条将新增。没有写入任何内容。
cli-rerun-done = { $pages } 个已存页面：{ $changed } 条记录已改变，{ $new } 条新增。
cli-rerun-unfit = 规则在 { $pages } 个页面上什么也没得到；这些页面的记录保持原样。
cli-rerun-lost = 有 { $count } 条记录规则已不再得出。它们仍被保留；--remove-lost 可删除它们。
cli-rerun-removed = 已删除规则不再得出的 { $count } 条记录。
cli-rerun-cancelled = 读完 { $done } 个页面后停止。已写入的内容保留；再次运行即可继续。
cli-site-double = 注意：“{ $name }”与“{ $other }”采集相同的页面。见：bowerbird rule duplicates
cli-duplicates-none = 查看了 { $rules } 条规则；没有重复。
cli-duplicates-offer = 可合成一条规则：bowerbird rule duplicates { $files } --merge --out MERGED.toml
cli-duplicates-merged = 已写入 { $path }。
cli-site-added = 已添加“{ $name }”。
cli-site-replaced = 已替换“{ $name }”的规则。
cli-site-removed = 已移除“{ $name }”及其采集的内容。
cli-site-enabled = “{ $name }”重新参与运行。
cli-site-disabled = “{ $name }”不再参与运行。
cli-engine-ended = 程序出现故障，引擎已停止。已保存的内容不受影响，请重新执行命令。
cli-state-disabled = 已停用
cli-state-new = 新站点
cli-run-open = 运行中或被中断
cli-run-resumed = { $site }：从上次停下的地方继续。
cli-run-stopping = 正在停止，已采集的内容不会丢失。再按一次 Ctrl-C 立即退出。
cli-run-progress = { $site }：{ $pages } 页，新记录 { $records } 条，剩余 { $queued }，失败 { $failed }
cli-run-waiting = { $line } · { $waiting }
cli-run-finished = { $site }：完成。新记录 { $new } 条，已有 { $known } 条，{ $pages } 页，失败 { $failed }，剩余 { $queued }。
cli-run-limited = { $site }：到达上限而停止。新记录 { $new } 条，已有 { $known } 条，{ $pages } 页，失败 { $failed }，剩余 { $queued }；再次运行即可继续。
cli-run-stopped = { $site }：已停止。新记录 { $new } 条，已有 { $known } 条，{ $pages } 页，失败 { $failed }，剩余 { $queued }；再次运行即可继续。
cli-run-blocked = { $site }：被拦截。新记录 { $new } 条，已有 { $known } 条，{ $pages } 页，失败 { $failed }，剩余 { $queued }。
cli-run-failed = { $site }：失败。新记录 { $new } 条，已有 { $known } 条，{ $pages } 页，失败 { $failed }，剩余 { $queued }；已保存的内容不受影响。
cli-crawl-progress = { $pages } 页，剩余 { $queued }，失败 { $failed }
cli-crawl-done = { $path } 中有 { $pages } 页；失败 { $failed }。
cli-crawl-stopped = 已停止：{ $path } 中有 { $pages } 页；失败 { $failed }。
cli-crawl-left = 跳过了 { $left } 个链接：超出了指定的深度，或者通向没有尽头的网页，例如日历。
cli-export-progress = { $rows } 条记录
cli-exported = { $path } 中有 { $rows } 条记录
cli-search-count = { $count ->
    [0] 没有记录包含“{ $query }”。
   *[other] { $count } 条记录包含“{ $query }”。
}
cli-select-nothing = “{ $selector }”在此页面上没有匹配。
cli-extract-missing = 规则的必填字段没有找到内容：{ $fields }。请用 bowerbird select 对照页面检查选择器。
cli-extract-nothing = 此页面上没有找到像文章的内容。
cli-batch-done = { $path } 中有 { $pages } 页
cli-evidence = { $strength }  { $signal }  ({ $place })  { $matched }
cli-preview-done = 已绘制 { $path }：{ $width } × { $height } CSS 像素，{ $boxes } 个元素。
cli-preview-cut = 页面太长，图片只包含前 { $height } 像素。
cli-schedule-on = 调度器已启动。按 Ctrl-C 正常停止。
cli-schedule-off = 调度器已停止。
cli-schedule-started = { $time } { $site }：开始
cli-schedule-ended = { $time } { $site }：结束，新记录 { $new } 条，{ $pages } 页
cli-task-once = 一次
cli-task-paused = 已暂停
cli-proxy-added = 已添加代理“{ $name }”。
cli-proxy-removed = 已移除代理“{ $name }”。
cli-proxy-untested = 未测试
cli-proxy-good = 正常
cli-proxy-faulty = 故障
cli-account-added = 已为“{ $site }”添加账号“{ $user }”。
cli-account-removed = 已移除“{ $site }”的账号“{ $user }”。
cli-account-untried = 未尝试
cli-account-logged-in = 已登录
cli-account-refused = 被拒绝
cli-account-locked = 被锁定
cli-test-good = { $name }：可用。{ $text }
cli-test-bad = { $name }：不可用。{ $text }
cli-demo-serving = 示例网站由本程序在 { $url } 提供。
cli-demo-wrote = { $site }：{ $path } 中有 { $count } 条记录
cli-demo-project = 项目文件是 { $path }；打开它：bowerbird --project { $path }
cli-head-name = 名称
cli-head-kind = 类型
cli-head-state = 状态
cli-head-records = 记录
cli-head-start = 起始地址
cli-head-started = 开始时间
cli-head-site = 站点
cli-head-end = 结果
cli-head-pages = 页数
cli-head-new = 新增
cli-head-failed = 失败
cli-head-blocked = 拦截
cli-head-proxy = 代理
cli-head-address = 地址
cli-head-user = 用户
cli-head-good = 成功
cli-head-reason = 原因
cli-head-when = 时间
cli-head-priority = 优先级
cli-head-next = 下次
cli-head-last = 上次
cli-head-missed = 错过
cli-learn-no-out = 加上 --out RULE.toml 可写出以这些为首选的规则。
cli-learn-no-page = 没有可供学习的内容。请给出 --page FILE 并在其后给出 --pick NAME=TEXT,或给出 --picks FILE。
cli-learn-bad-pick = “{ $pick }”不是选取。请写字段名、等号，再写选择器或值的文字。
cli-learn-record = 一条记录
cli-learn-field = { $name }
cli-learn-done = 已写入 { $path }。
cli-repair-proposal = { $part }：建议，把握 { $sure } %
cli-repair-old = 原来：{ $select }
cli-repair-new = 现在：{ $select }
cli-repair-strip = 去掉：{ $select }
cli-repair-steps = 步骤：{ $steps }
cli-repair-works = { $part }：{ $why }
cli-repair-broken = { $part }：已失效，没有建议；{ $why }
cli-repair-unknown = { $part }：未检查；{ $why }
cli-repair-nothing = 没有需要修复的。
cli-repair-wrote = 修复后的规则在 { $path }，使用前请看一遍。

# rule import
cli-no-such-format = 没有名为“{ $name }”的格式。已知的格式：{ $known }
cli-import-rule = { $file } → { $path }：采用 { $taken } 处，改动 { $changed } 处，舍弃 { $dropped } 处
cli-import-kept = { $file }：{ $path } 已经存在，保持原样。用 --force 替换它。（采用 { $taken } 处，改动 { $changed } 处，舍弃 { $dropped } 处）
cli-import-changed = {"  "}{ $place }：改动：{ $text }
cli-import-dropped = {"  "}{ $place }：舍弃：{ $text }
cli-import-totals = 从 { $files } 个文件在 { $path } 写了 { $rules } 条规则；{ $failed } 个无法导入，{ $kept } 个没有替换。采用 { $taken } 处，改动 { $changed } 处，舍弃 { $dropped } 处。
cli-extract-pages = 文章共 { $pages } 页，文字已合并。
cli-samples-taken = 已导入 { $count } 个样本。
cli-sample-not-taken = 未导入样本 { $name }：{ $reason }
cli-rules-exported = 已写出 { $rules } 条规则和 { $samples } 个样本。
