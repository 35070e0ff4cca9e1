# preview
preview-too-many-bytes = 页面太大，无法绘制：共 { $found } 字节，最多绘制 { $limit } 字节。现改为显示其结构；选择器仍适用于整个页面。
preview-too-many-elements = 页面太大，无法绘制：至少有 { $found } 个元素，最多绘制 { $limit } 个。现改为显示其结构；选择器仍适用于整个页面。
preview-too-deep = 页面嵌套过深，无法绘制：共 { $found } 层，最多绘制 { $limit } 层。现改为显示其结构；选择器仍适用于整个页面。
preview-start-failed = 无法绘制页面：渲染进程未能启动（{ $reason }）。请确认程序文件未被移动，然后重新加载页面。
preview-died = 无法绘制页面：渲染进程提前结束（{ $status }），通常是页面占用内存过多。现改为显示其结构。
preview-timed-out = 未能在 { $seconds } 秒内绘制页面，已停止。现改为显示其结构；可重新加载再试。
preview-garbled = 无法绘制页面：渲染进程的响应无效（{ $detail }）。若所有页面都如此，请更新或重装本程序。
preview-engine-failed = 无法绘制页面：渲染引擎出错（{ $detail }）。现改为显示其结构。
preview-no-such-tile = 图片没有第 { $number } 部分。请重新加载页面。
preview-write-failed = 无法将图片写入 { $path }：{ $reason }。请换一个位置，或腾出空间。
