# store
store-locked = 项目 { $path } 正被另一个 Bowerbird 窗口或命令使用。请关闭它，或等它结束后再试。
store-foreign-lock = 本机用户 { $user } 占用或拥有锁文件 { $path }，因此无法打开项目。请让该用户关闭此项目；如果该用户与此项目无关，请删除该锁文件后重试，新的锁文件只有您能使用。
store-missing = 没有项目 { $path }。请检查文件名和文件夹；往里面添加站点就会新建一个项目。
store-exists = 文件 { $path } 已经存在。请换一个名字，或直接打开该文件。
store-damaged = 文件 { $path } 已损坏，或不是 Bowerbird 项目（{ $reason }）。请从备份恢复，或新建项目；该文件未作任何改动。
store-too-new = 项目 { $path } 由更新版本的 Bowerbird 创建（文件版本 { $version }）。请升级 Bowerbird 后再打开。
store-too-old = 项目 { $path } 由旧版本的 Bowerbird 创建（文件版本 { $version }）。请以可写方式打开一次以完成升级；升级前会保留副本。
store-disk-full = 磁盘已满：无法写入 { $path }。此前保存的内容都完好。请腾出空间后重新运行，将从停止处继续。
store-read-only = 项目 { $path } 只能读取。请关闭占用它的窗口或命令，或检查文件及其文件夹的权限。
store-name-taken = 名称“{ $name }”已被使用。请换一个名称。
store-not-found = { $what ->
    [export] 这个已存的导出
    [site] 该站点
    [run] 该次运行
    [proxy] 该代理
    [account] 该账号
    [task] 该任务
   *[other] 所请求的内容
 }已不在项目中。请刷新列表后再试。
store-other = 无法读写项目 { $path }：{ $reason }。已保存的内容没有丢失；请重试，若再次出现请检查磁盘。
