# sample
app-sample-left = “{ $project }” is closed meanwhile: its tasks do not run. Closing the sample project opens it again.
app-sample-back = Open it again
