# store
store-locked = 另一个 Bowerbird 窗口或命令正在使用项目 { $path }。请将其关闭，或等待其结束后再试。
store-foreign-lock = 本机用户 { $user } 占用或拥有锁文件 { $path }，因此无法打开项目。请让该用户关闭此项目；如果该用户没有打开此项目，请删除锁文件后重试。
store-missing = 找不到项目 { $path }。请检查文件名和文件夹。要创建此项目，请向其中添加站点。
store-exists = 文件 { $path } 已存在。请换一个名称，或打开该文件。
store-damaged = 文件 { $path } 已损坏，或不是 Bowerbird 项目（{ $reason }）。请从备份恢复，或新建项目；该文件未更改。
store-foreign-schema = 项目 { $path } 含有 Bowerbird 不会创建的内容（{ $what }）：可能由其他程序更改，或有人想让项目执行额外的操作。该项目未打开，也未更改。请从备份恢复，询问提供者，或用添加该内容的程序将其删除。
store-too-new = 项目 { $path } 由较新版本的 Bowerbird 创建（文件版本 { $version }）。请更新 Bowerbird 后再打开。
store-too-old = 项目 { $path } 由旧版本的 Bowerbird 创建（文件版本 { $version }）。请以可写方式打开一次以完成升级；旧文件会保留副本。
store-disk-full = 磁盘已满：无法写入 { $path }。已保存的内容不受影响。请腾出空间后再次运行即可继续。
store-read-only = 项目 { $path } 为只读。请关闭占用此项目的窗口或结束该命令，或检查文件及其文件夹的权限。
store-name-taken = 名称“{ $name }”已使用。请换一个名称。
store-not-found = { $what ->
    [export] 此已存导出
    [site] 此站点
    [run] 此次运行
    [proxy] 此代理
    [account] 此账号
    [task] 此任务
   *[other] 此项
}已不在项目中。请重新加载列表后再试。
store-other = 无法读写项目 { $path }：{ $reason }。已保存的内容没有丢失；请重试，如果再次出现，请检查磁盘。
