# sample
