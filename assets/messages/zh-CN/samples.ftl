# samples：规则的样例页面及其应得结果
samples-form = 第 { $line } 行第 { $column } 列：{ $reason }。样本的格式如 {"{"} "url": "https://…", "kind": "content", "records": [ {"{"} "title": "…" {"}"} ] {"}"}；见 rules/README.md 的“Sample pages”一节。
samples-value = 字段“{ $field }”的值类型有误。请写文字、文字列表、{"{"} 名称: 文字 {"}"} 的列表，或用 null 表示没有值。
samples-no-json = 缺少 { $path }，该文件说明页面的预期结果。请重新保存样本：bowerbird rule sample
samples-no-page = 缺少页面 { $path }。请放回该文件、用“bowerbird rule sample”重新保存样本，或删除对应的 JSON 文件。
samples-packed = 无法解压页面 { $path }：{ $reason }。请重新保存此样本：bowerbird rule sample
samples-too-large = { $path } 超过 { $megabytes } MB。请用较小的页面作样本。
samples-bad-id = “{ $id }”不能作为样本的名称。请使用不超过 60 个字母、数字、“-”“_”“.”。
samples-file = 无法读写 { $path }：{ $reason }。请检查文件夹权限和剩余空间后重试。
samples-in = { $path }：{ $text }
samples-none = { $folder } 中没有此规则的样本。要保存样本：bowerbird rule sample { SHELL($file) } 页面或网址
samples-empty = { $path } 没有预期结果：缺少“records”“items”或“next”。要采用规则的当前结果：bowerbird rule test --accept
samples-yields-nothing = 规则在此页面上未提取到内容，无法保存样本。要查看原因：bowerbird rule test { SHELL($file) } --page { SHELL($page) }
samples-taken = 已有 { $url } 的样本“{ $id }”。请用 --id 另取名称，或用 --force 替换。
