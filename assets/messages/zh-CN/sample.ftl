# sample
app-sample-left = “{ $project }”已关闭，其任务暂不运行。关闭示例项目后会重新打开它。
app-sample-back = 立即重新打开
