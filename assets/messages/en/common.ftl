# common

# Lengths of time
span-seconds = { $count } s
span-minutes = { $count } min
span-hours = { $count } h
span-days = { $count } { $count ->
    [one] day
   *[other] days
}

# Between names in a row; a name and its value
list-between = { ", " }
pair = { $name }: { $value }

# What happened to a record
change-new = New
change-changed = Changed
change-gone = Gone
change-back = Back

# What a run brought, part by part
run-parts = { $before }, { $part }
run-part-new = { $count } new
run-part-changed = { $count } changed
run-part-gone = { $count } gone
run-part-kept = { $count ->
    [one] 1 page gone or empty (earlier content kept)
   *[other] { $count } pages gone or empty (earlier content kept)
}
run-changes = Known records: { $parts }.

# A site whose run was stopped
site-stopped = Stopped
site-stopped-left = Stopped; { $count } { $count ->
    [one] page
   *[other] pages
} left
app-sites-continue = Continue
cli-site-stopped = To continue, use “bowerbird run { SHELL($site) }”.
