# 记录所在页面的截图

screenshots-not-taken = 有 { $count } 条记录没有截图：未能截取其页面，可能是文件、过大或过慢。
screenshots-no-browser = 有 { $count } 条记录没有截图：没有浏览器能显示其页面。请安装 Chromium、Chrome、Edge 或 Brave，或在设置中选择浏览器。
screenshots-storage = { $count ->
    [0] 没有截图。
   *[other] 已存 { $count } 张截图（{ $size }）。
}
screenshots-exported = 已将 { $count } 张截图写入 { $path }。
screenshots-not-in = Webhook 和数据库不能附带截图。请选择文件格式。
screenshots-stored = 已存 { $count } 张截图（{ $megabytes } MB），全部保留。
screenshots-stored-limited = 已存 { $count } 张截图（{ $megabytes } MB），最多保留 { $most } MB。
screenshots-limit-wrong = “{ $text }”不是 MB 数。请写一个数字，或写 all。
app-screenshots-most = 截图上限（MB，留空表示不限）
form-screenshot = 保存每条记录所在页面的截图
form-screenshot-tip = 与记录一起保存，打开记录时显示
form-screenshot-cost = 记录所在页面将连同图片在浏览器中打开：比普通请求慢数倍，每张截图约 100 到 500 KB。没有浏览器时，记录不带截图保存。
app-screenshot-of = 页面截图，{ $time }
app-screenshot-open = 打开截图
app-screenshot-loading = 正在加载截图…
app-screenshot-failed = 无法显示已存的截图。
app-screenshot-fit = 适合宽度
app-screenshot-zoom = { $percent }%
app-screenshot-smaller = 缩小
app-screenshot-larger = 放大
app-screenshot-hint = 按 + 和 − 缩放，按 0 适合宽度，按 Esc 关闭。
