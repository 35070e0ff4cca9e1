# select
