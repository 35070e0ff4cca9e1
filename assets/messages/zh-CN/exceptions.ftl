# 人对页面判断的更正，以及自定义信号
exceptions-nothing-to-teach = 无需更正：页面 { $url } 并未被判断为屏蔽。
exceptions-reason-taught = 您已说明 { $url } 不是屏蔽页。今后外观相同的页面都按正常页面处理。
exceptions-next-run-again = 请再次运行该站点：失败的页面会重新抓取一次。
