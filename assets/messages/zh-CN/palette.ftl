# 命令面板按这些词找到命令和视图（小写，不显示）

palette-words-monitor = 概览 总览 仪表盘 统计 图表 状态
palette-words-sites = 网站 删除站点 移除站点 暂停站点 不是封锁 封锁
palette-words-workbench = 预览 浏览器 规则 选择器 点选
palette-words-tasks = 定时 计划 间隔 每隔 自动 周期
palette-words-changes = 变化 变更 差异 监测 监控 价格 历史 消失
palette-words-results = 记录 文章 数据 表格 搜索 重复
palette-words-proxies = 代理 代理服务器
palette-words-accounts = 密码 登录 用户 账户
palette-words-runs = 运行记录 历史 采集进度
palette-words-settings = 首选项 选项
palette-words-log = 错误 事件
palette-words-export = 保存 下载 表格 记录 文件
palette-words-rules = 规则文件
palette-words-permissions = 允许 许可
palette-words-size = 字号 字体 放大 缩小 大小
palette-words-guide = 帮助 指南 手册 文档 说明
palette-words-tour = 帮助 入门 教程
palette-words-shortcuts = 帮助 键盘 按键
palette-words-new-site = 添加站点 添加网站
palette-words-edit = 修改规则 间隔 延迟 速度
palette-words-versions = 规则版本 历史
palette-words-reposts = 重复 转载 相同
palette-words-find-reposts = 查找重复 查找转载 相同
palette-words-summarise = 摘要 概括 总结
palette-summarise = “结果”中选中或显示的记录
palette-words-version = 版本 关于 报告
palette-version = 显示版本；可复制版本与环境报告

# 程序内的指南

app-command-guide = 指南
app-command-guide-tip = 打开指南中关于当前视图的一章
guide-find = 在指南中查找
guide-none = 没有包含这些词的章节。
guide-at-monitor = 同时关注许多站点
guide-at-sites = 站点响应异常时
guide-at-workbench = 采集自己的网站
guide-at-tasks = 定期运行
guide-at-changes = 定期运行
guide-at-results = 导出
guide-at-pools = 代理与账号
guide-at-runs = 停止、暂停与上限
guide-at-settings = 提醒
guide-at-log = 常见问题
