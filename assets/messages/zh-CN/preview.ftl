# preview
preview-too-many-bytes = 网页太大，无法绘制：共 { $found } 字节，最多绘制 { $limit } 字节。现改为显示其结构；选择器仍作用于整个网页。
preview-too-many-elements = 网页太大，无法绘制：至少有 { $found } 个元素，最多绘制 { $limit } 个。现改为显示其结构；选择器仍作用于整个网页。
preview-too-deep = 网页嵌套过深，无法绘制：共 { $found } 层，最多绘制 { $limit } 层。现改为显示其结构；选择器仍作用于整个网页。
preview-start-failed = 无法绘制网页，因为绘图子进程未能启动：{ $reason }。请确认程序文件仍在原处，然后重新载入网页。
preview-died = 无法绘制网页：绘图子进程提前结束（{ $status }），多半是网页需要的内存过多。现改为显示其结构。
preview-timed-out = 未能在 { $seconds } 秒内绘制完网页，已停止。现改为显示其结构；可重新载入再试。
preview-garbled = 无法绘制网页：绘图子进程的回答无法理解（{ $detail }）。若每个网页都如此，请更新或重装本程序。
preview-engine-failed = 无法绘制网页：绘图引擎处理此页时出错（{ $detail }）。现改为显示其结构。
preview-no-such-tile = 图片没有第 { $number } 部分。请重新载入网页。
preview-write-failed = 无法将图片写入 { $path }：{ $reason }。请换一个位置，或腾出一些空间。
