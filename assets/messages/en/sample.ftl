# sample
app-sample-left = “{ $project }” is closed for now, so its tasks do not run. It reopens when you close the sample project.
app-sample-back = Reopen it now
