# 从用户自己的浏览器发送的页面
sent-pages-settings = 来自浏览器的页面
sent-pages-settings-hint = 将浏览器中看到的页面原样发送过来，例如需要登录才能看到的页面。Bowerbird 在接收页面之前会询问，并且不会向站点发送任何请求。
sent-pages-on = 在此窗口打开时接收已配对浏览器的页面
sent-pages-port = 仅在本机的端口 { $port } 上监听。
sent-pages-pair = 配对浏览器
sent-pages-pair-hint = 安装扩展，点击其图标，然后输入此代码：
sent-pages-code-left = 代码在 { $seconds } 秒内有效。
sent-pages-code-end = 取消
sent-pages-folder = 打开扩展文件夹
sent-pages-how = 如何安装
sent-pages-guide = 来自浏览器的页面
sent-pages-bookmark = 创建书签
sent-pages-bookmark-tip = 用于未安装扩展的浏览器。它并非在每个页面上都能使用。
sent-pages-bookmark-name = 书签
sent-pages-bookmark-hint = 复制此地址，并在浏览器中用它创建书签。此地址不会再次显示。
sent-pages-bookmark-copy = 复制书签地址
sent-pages-bookmark-hide = 完成
sent-pages-browser-extension = 扩展
sent-pages-browser-bookmark = 书签
sent-pages-browser-used = 上次发送：{ $time }
sent-pages-browser-unused = 尚未发送页面
sent-pages-remove = 移除 { $name }
sent-pages-none = 没有已配对的浏览器。

sent-pages-question = 本机的 { $browser } 发送了“{ $title }”（{ $url }，{ $size }）。
sent-pages-question-bookmark = 浏览器中的书签发送了“{ $title }”（{ $url }，{ $size }）。仅在是您本人发送时打开。
sent-pages-waiting = 还有 { $count } 个页面在等待。
sent-pages-open = 在工作台中打开
sent-pages-save = 保存为 { $site } 的记录
sent-pages-save-other = 保存为其他站点的记录
sent-pages-save-menu = 保存为记录…
sent-pages-discard = 丢弃
sent-pages-being-kept = 正在读取页面…
sent-pages-from = 发送自

sent-pages-kept-new = 已保存为 { $site } 的 { $new } 条记录。
sent-pages-kept-updated = 已更新 { $site } 的 { $updated } 条记录。
sent-pages-kept-same = { $site } 已有内容相同的此记录。
sent-pages-kept-deleted = 您已删除 { $site } 的此记录。请在“结果”中恢复它，然后重新发送页面。
sent-pages-show = 显示记录

sent-pages-refused = 未保存 { $url }：它是“{ $state }”，不是内容。请在工作台中打开它，或将其丢弃。
sent-pages-nothing = 未保存 { $url }：未在其中找到文本。请在工作台中打开它，并指出其中的内容。
sent-pages-gone = 此页面已不存在。请从浏览器重新发送。
sent-pages-off = 来自浏览器的页面已关闭。请在“设置”中将其打开。
sent-pages-no-window = 只有在窗口中才能接收来自浏览器的页面。
sent-pages-cannot-listen = 无法接收来自浏览器的页面：{ $reason }。请关闭占用端口 8788 至 8797 的程序。
sent-pages-no-code = 无法生成代码：{ $reason }。
sent-pages-file = 无法使用 { $path } 中的已配对浏览器列表：{ $reason }。请删除此文件，然后重新配对浏览器。

sent-pages-bookmark-asked = Bowerbird 已收到此页面，并在其窗口中询问如何处理。您可以关闭此标签页。
sent-pages-bookmark-unknown = Bowerbird 不认识此书签。请在“设置 → 来自浏览器的页面”中创建新书签。
sent-pages-bookmark-malformed = 无法发送此页面。请尝试使用扩展。
sent-pages-bookmark-address = 只能发送网址以 http:// 或 https:// 开头的页面。
sent-pages-bookmark-large = 此页面大于 16 MB，无法发送。
sent-pages-bookmark-waiting = Bowerbird 的窗口中等待的页面过多。请先在其中作出选择，然后重新发送此页面。
sent-pages-bookmark-many = 短时间内发送的页面过多。请等待一分钟，然后重新发送此页面。
