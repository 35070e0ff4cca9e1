# samples：规则的样例页面及其应得结果
samples-form = 第 { $line } 行第 { $column } 列：{ $reason }。样例的写法如 {"{"} "url": "https://…", "kind": "content", "records": [ {"{"} "title": "…" {"}"} ] {"}"}；见 rules/README.md 的“Sample pages”一节。
samples-value = 字段“{ $field }”中的内容不可能由字段得出。请写一段文字、若干文字的列表、若干 {"{"} 名称: 文字 {"}"} 的列表，或用 null 表示没有值。
samples-no-json = 该页面缺少 { $path }，因此不知道应得什么结果。请用 bowerbird rule sample 重新保存此样例
samples-no-page = 缺少页面 { $path }。请放回该文件、用“bowerbird rule sample”重新保存样例，或删除对应的 JSON 文件。
samples-packed = 页面 { $path } 无法解压：{ $reason }。请用 bowerbird rule sample 重新保存此样例
samples-too-large = { $path } 超过 { $megabytes } MB。请换一个较小的页面作样例。
samples-bad-id = “{ $id }”不能作为样例的名称。请使用不超过 60 个字母、数字、“-”“_”“.”。
samples-file = { $path } 无法读写：{ $reason }。
samples-in = { $path }：{ $text }
samples-none = { $folder } 中没有该规则的样例。保存一个：bowerbird rule sample { SHELL($file) } 页面或网址
samples-empty = { $path } 没有写明应得结果：其中没有“records”“items”“next”。可用 bowerbird rule test --accept 采用规则现在的结果
samples-yields-nothing = 规则在此页面上什么也没得到，没有可保存的结果。可用 bowerbird rule test { SHELL($file) } --page { SHELL($page) } 查看
samples-taken = 已有样例“{ $id }”，网址为 { $url }。请用 --id 另起名称，或用 --force 替换它。
