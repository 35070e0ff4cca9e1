# export
export-write = 无法写入文件 { $path }：{ $reason }。请换一个位置，或关闭正在使用该文件的程序。
export-no-folder = 无法写入文件 { $path }：它所在的文件夹不存在。请先创建该文件夹，或另选一个。
export-disk-full = 磁盘已满：{ $path } 没有写入，原有文件保持不变。请腾出空间，或换一个磁盘。
export-column = 没有名为“{ $name }”的列。可用的列有：{ $known }。
export-cancelled = 导出已取消，没有写入文件。
export-over-project = { $path } 是项目文件本身或其附属文件，未作改动。请为导出文件另取名字。
