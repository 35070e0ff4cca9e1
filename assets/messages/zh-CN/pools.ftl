# 代理池。

pools-list-no-port = 缺少端口。请写成 host:port。
pools-list-port = 这不是端口：应为 1 到 65535 的数字。
pools-list-host = 这不是主机。请写成 host:port、host:port:user:password 或 scheme://user:password@host:port。
pools-list-scheme = 代理没有这种协议。可用的有 http、https、socks5 和 socks5h。
pools-list-brackets = IPv6 地址要放在方括号里：[2001:db8::1]:3128。
pools-list-user = 有密码却没有用户名。
pools-list-trailing = 代理之后只能写 tag=…、tier=…、country=…、name=… 以及其他代理。
pools-list-tier = 等级是 1 到 255 的数字；1 最便宜。
pools-list-columns = 列数超过了协议、主机、端口、用户、密码、标签、等级、国家和名称。请在最上面加一行表头，或给含分隔符的文字加双引号。
pools-list-long = 列表超过 { $lines } 行；其余未读。请拆分列表。
pools-list-no-file = { $path } 不是普通文件。其他程序输出的列表请用标准输入传入，在文件名处写 -
pools-list-file = 无法读取列表 { $path }：{ $reason }
pools-list-large = 列表 { $path } 超过 16 MB。请拆分。
pools-list-line = 第 { $line } 行：{ $reason }
pools-list-repeated = 第 { $line } 行与第 { $first } 行是同一个代理。
pools-list-done = 已加入 { $added } 个代理；{ $known } 个原已在池中{ $faults ->
        [0] 。
       *[other] ；{ $faults } 行无法读取。
    }
pools-list-would = 列表中有 { $added } 个新代理；{ $known } 个已在池中{ $faults ->
        [0] 。
       *[other] ；{ $faults } 行无法读取。
    }

pools-none-allowed = 规则要求使用代理（{ $wish }），而池中没有已启用且未超限的合适代理。请添加或启用一个，或修改规则中的 network.proxy。
pools-limit-reached = 代理 { $proxy } 本月流量已达上限，而规则没有别的途径。请提高上限，或让规则使用其他代理，然后再次运行，会从中断处继续。
pools-no-start = 站点 { $site } 没有可用于测试的起始页。请指定一个地址。
pools-no-site = 没有可用来测试代理的站点。请添加站点或指定地址；不会询问任何第三方。
pools-unreadable = 回答无法读取。
pools-foreign-page = 它用自己的页面（登录门户或拦截页）代替了所请求的页面。
pools-test-works = 代理 { $proxy } 可用。
pools-test-but = 代理 { $proxy } 本身正常，但：{ $reason }
pools-refused = 在此处 { $state }

pools-standing-good = 可用
pools-standing-shaky = 不稳定
pools-standing-untested = 未测试
pools-standing-faulty = 有故障
pools-standing-resting = 冷却中
pools-standing-spent-up = 已达流量上限
pools-standing-off = 已停用

app-removed-proxies = { $count ->
        [1] 代理 { $proxy } 已移除。
       *[other] 已移除 { $count } 个代理。
    }
app-proxies-enabled-now = { $count } 个代理重新可用。
app-proxies-disabled-now = { $count } 个代理不再使用。
app-proxies-changed-now = 已修改 { $count } 个代理。

# 代理视图
app-proxies-added = { $count ->
        [1] 已添加代理 { $proxy }。
       *[other] 已添加 { $count } 个代理。
    }
app-proxies-open-through-it = 通过它重新打开页面
app-proxies-open-through-them = 通过它们重新打开页面
app-proxies-run-through-pool = 通过代理再试此站点
app-proxies-import = 导入列表…
app-proxies-import-now = 导入
app-proxies-import-file = 选择文件…
app-proxies-list = 代理列表
app-proxies-list-hint = 每行一个，或以空格、逗号、分号隔开：host:port、host:port:user:password、user:password@host:port、scheme://user:password@host:port 或分列；其后可写 tag=… tier=… country=…。也可把文件拖到此处。密码只存入密钥库。
app-proxies-list-has = { $count } 个代理{ $faults ->
        [0] 。
       *[other] ，{ $faults } 行无法读取。
    }
app-proxies-scheme = 未写协议的行
app-proxies-filter = 筛选
app-proxies-all = 全部
app-proxies-test-against = 测试目标
app-proxies-own-sites = 自己的站点
app-proxies-an-address = 某个地址
app-proxies-test-all = 全部测试
app-proxies-test-chosen = 测试所选
app-proxies-testing = 已测试 { $done } / { $of }
app-proxies-stop-tests = 停止
app-proxies-no-target = 请添加站点或输入地址：目前没有可测试的目标。
app-proxies-test-runs = 正在测试；结束后可以再次开始。
app-proxies-chosen = 已选 { $count } 个
app-proxies-on = 启用
app-proxies-off = 停用
app-proxies-wake = 重新尝试
app-proxies-wake-none = 所选代理都没有在休息。
app-proxies-wake-tip = 结束故障和被拒后的冷却。
app-proxies-remove-chosen = 移除所选
app-proxies-untick = 取消选择
app-proxies-tick = 选择 { $proxy }
app-proxies-ticked = ✓
app-proxies-tier = 等级
app-proxies-tier-n = 等级 { $tier }
app-proxies-tier-tip = 代价：先用等级 1，需要时才用更贵的。
app-proxies-tag = 标签
app-proxies-add-tag = 加标签
app-proxies-remove-tag = 去标签
app-proxies-score = 得分
app-proxies-score-n = 得分 { $score }
app-proxies-latency = 延迟
app-proxies-success = 成功率
app-proxies-tags = 标签
app-proxies-sites = 站点
app-proxies-traffic = 本月流量
app-proxies-minutes = { $count } 分钟
app-proxies-hours = { $count } 小时
app-proxies-used = 成功 { $good }，失败 { $failed }
app-proxies-exit = 出口 { $address }
app-proxies-good-at = 最近可用 { $time }
app-proxies-all-bytes = 共 { $bytes }
app-proxies-no-sites = 尚未用于任何站点。
app-proxies-rests-here = 在此冷却 { $left }
app-dialog-proxies = 导入代理列表
app-dialog-proxies-kind = 列表
app-proxies-country = 国家
app-proxies-country-tip = 两个字母，例如 DE；留空表示无。规则可以要求：proxy = "tag:de"
app-proxies-set-country = 设置国家
app-proxies-limit = 每月限额
app-proxies-limit-tip = 每个自然月最多的流量，例如 5GB；留空则取消限额
app-proxies-set-limit = 设置限额
app-proxies-bad-limit = 请输入大小，例如 500MB 或 5GB
