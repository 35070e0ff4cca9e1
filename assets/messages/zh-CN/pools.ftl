# 代理池。

pools-list-no-port = 缺少端口。请写成 host:port。
pools-list-port = 端口应为 1 到 65535 的数字。
pools-list-host = 主机无效。请写成 host:port、host:port:user:password 或 scheme://user:password@host:port。
pools-list-scheme = 不支持此协议。可用：http、https、socks4、socks4a、socks5 和 socks5h。
pools-list-no-password = SOCKS4 代理不支持用户名和密码。请删除它们，或改用 socks5。
pools-list-brackets = IPv6 地址要放在方括号里：[2001:db8::1]:3128。
pools-list-user = 有密码但没有用户名。
pools-list-trailing = 代理之后只能是 tag=…、tier=…、country=…、name=… 或其他代理。
pools-list-tier = 等级应为 1 到 255 的数字；1 最便宜。
pools-list-columns = 列数过多：只支持协议、主机、端口、用户名、密码、标签、等级、国家/地区和名称。请在顶部添加表头，或给含分隔符的文字加双引号。
pools-list-long = 列表超过 { $lines } 行，其余未读取。请拆分列表。
pools-list-no-file = { $path } 不是普通文件。要从标准输入读取列表，请用 - 代替文件名。
pools-list-file = 无法读取列表 { $path }：{ $reason }
pools-list-large = 列表 { $path } 超过 16 MB。请拆分。
pools-list-line = 第 { $line } 行：{ $reason }
pools-list-repeated = 第 { $line } 行与第 { $first } 行的代理相同。
pools-list-done = 已添加 { $added } 个代理；{ $known } 个已存在{ $faults ->
    [0] 。
   *[other] ；{ $faults } 行无法读取。
}
pools-list-would = 列表中有 { $added } 个新代理；{ $known } 个已存在{ $faults ->
    [0] 。
   *[other] ；{ $faults } 行无法读取。
}

pools-none-allowed = 规则要求使用代理（{ $wish }），但代理池中没有已启用且未达到上限的代理。请添加或启用一个，或修改规则中的 network.proxy。
pools-limit-reached = 代理“{ $proxy }”本月流量已达到上限，而规则不允许使用其他代理。请提高上限，或让规则使用其他代理，然后再次运行即可继续。
pools-no-start = 站点“{ $site }”没有可用于测试的起始页。请指定一个网址。
pools-no-site = 没有可用于测试代理的站点。请添加站点或指定网址；不会访问其他主机。
pools-unreadable = 无法读取响应。
pools-foreign-page = 代理返回的是自己的页面（登录页面或拦截页），而不是所请求的页面。
pools-test-works = 代理“{ $proxy }”可用。
pools-test-but = 代理“{ $proxy }”可用，但：{ $reason }
pools-refused = 在此站点被拒绝：{ $state }

pools-standing-good = 可用
pools-standing-shaky = 不稳定
pools-standing-untested = 未测试
pools-standing-faulty = 不可用
pools-standing-resting = 冷却中
pools-standing-spent-up = 已达到流量上限
pools-standing-locked = 已锁定：需要主密码
pools-standing-off = 已停用

app-removed-proxies = { $count ->
        [1] 已删除代理“{ $proxy }”。
       *[other] 已删除 { $count } 个代理。
    }
app-proxies-enabled-now = 已启用 { $count } 个代理。
app-proxies-disabled-now = 已停用 { $count } 个代理。
app-proxies-changed-now = 已修改 { $count } 个代理。

# 代理视图
app-proxies-added = { $count ->
        [1] 已添加代理“{ $proxy }”。
       *[other] 已添加 { $count } 个代理。
    }
app-proxies-open-through-it = 用此代理重新打开页面
app-proxies-open-through-them = 用这些代理重新打开页面
app-proxies-run-through-pool = 用代理重试此站点
app-proxies-import = 导入列表…
app-proxies-import-now = 导入
app-proxies-import-file = 选择文件…
app-proxies-list = 代理列表
app-proxies-list-hint = 每行一个，或以空格、逗号、分号分隔：host:port、host:port:user:password、user:password@host:port、scheme://user:password@host:port，也可分列填写；其后可写 tag=… tier=… country=…。也可把文件拖到此处。密码只保存在凭据库中。
app-proxies-list-has = { $count } 个代理{ $faults ->
        [0] 。
       *[other] ，{ $faults } 行无法读取。
    }
app-proxies-scheme = 默认协议
app-proxies-filter = 筛选
app-proxies-all = 全部
app-proxies-test-against = 测试用网址
app-proxies-own-sites = 项目中的站点
app-proxies-an-address = 某个网址
app-proxies-test-all = 全部测试
app-proxies-test-chosen = 测试所选
app-proxies-testing = 已测试 { $done } / { $of }
app-proxies-stop-tests = 停止
app-proxies-no-target = 没有测试用网址：请添加站点或输入网址。
app-proxies-test-runs = 正在测试，请等待测试结束。
app-proxies-chosen = 已选 { $count } 个
app-proxies-on = 启用
app-proxies-off = 停用
app-proxies-wake = 结束冷却
app-proxies-wake-none = 所选代理都不在冷却中。
app-proxies-wake-tip = 结束因出错或被拒绝而进入的冷却
app-proxies-remove-chosen = 删除所选
app-proxies-untick = 取消选择
app-proxies-tick = 选择“{ $proxy }”
app-proxies-ticked = ✓
app-proxies-tier = 等级
app-proxies-tier-n = 等级 { $tier }
app-proxies-tier-tip = 费用等级：优先使用等级 1，需要时才使用更贵的等级
app-proxies-tag = 标签
app-proxies-add-tag = 添加标签
app-proxies-remove-tag = 移除标签
app-proxies-score = 得分
app-proxies-score-n = 得分 { $score }
app-proxies-latency = 延迟
app-proxies-few-uses = { $good }/{ $all }
app-proxies-success = 成功率
app-proxies-tags = 标签
app-proxies-sites = 站点
app-proxies-traffic = 本月流量
app-proxies-minutes = { $count } 分钟
app-proxies-hours = { $count } 小时
app-proxies-used = 成功 { $good } 次，失败 { $failed } 次
app-proxies-exit = 出口地址 { $address }
app-proxies-good-at = 上次可用：{ $time }
app-proxies-all-bytes = 共 { $bytes }
app-proxies-no-sites = 尚未用于任何站点。
app-proxies-rests-here = 在此站点冷却中，还剩 { $left }
app-dialog-proxies = 导入代理列表
app-dialog-proxies-kind = 代理列表
app-proxies-country = 国家/地区
app-proxies-country-tip = 两个字母，例如 DE；留空表示不指定。规则可按国家/地区选择代理：proxy = "tag:de"
app-proxies-set-country = 设置国家/地区
app-proxies-limit = 每月上限
app-proxies-limit-tip = 每个自然月的最大流量，例如 5GB；留空则不限
app-proxies-set-limit = 设置上限
app-proxies-bad-limit = 请输入大小，例如 500MB 或 5GB。
