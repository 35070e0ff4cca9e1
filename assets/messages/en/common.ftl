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
