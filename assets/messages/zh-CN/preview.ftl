# preview
preview-too-many-bytes = 页面太大，无法渲染：共 { $found } 字节，最多渲染 { $limit } 字节。现改为显示大纲；选择器仍适用于整个页面。
preview-too-many-elements = 页面太大，无法渲染：至少有 { $found } 个元素，最多渲染 { $limit } 个。现改为显示大纲；选择器仍适用于整个页面。
preview-too-deep = 页面嵌套过深，无法渲染：共 { $found } 层，最多渲染 { $limit } 层。现改为显示大纲；选择器仍适用于整个页面。
preview-start-failed = 无法渲染页面：渲染进程未能启动（{ $reason }）。请确认 Bowerbird 程序文件仍在原处，然后重新加载页面。
preview-died = 无法渲染页面：渲染进程意外退出（{ $status }），通常是因为页面占用内存过多。现改为显示大纲。
preview-timed-out = { $seconds } 秒内未能渲染完页面，已停止。现改为显示大纲；可重新加载再试。
preview-garbled = 无法渲染页面：渲染进程的响应无效（{ $detail }）。如果所有页面都如此，请更新或重新安装 Bowerbird。
preview-engine-failed = 无法渲染页面：渲染引擎出错（{ $detail }）。现改为显示大纲。
preview-no-such-tile = 页面图没有第 { $number } 部分。请重新加载页面。
preview-write-failed = 无法将页面图写入 { $path }：{ $reason }。请换一个位置，或腾出空间。
