# What a person puts right in records by hand: deleting them, restoring them, writing values.
texts-deleted = { $count ->
    [0] No record was deleted.
    [one] 1 record deleted. It is kept under “Deleted”, and no run collects it again.
   *[other] { $count } records deleted. They are kept under “Deleted”, and no run collects them again.
}
texts-restored = { $count ->
    [0] No record was restored.
    [one] 1 record restored.
   *[other] { $count } records restored.
}
app-results-deleted = Deleted ({ $count })
app-results-deleted-tip = The records that you deleted. You can restore them; no run collects them again.
app-results-delete = Delete
app-results-delete-tip = No run collects it again. You can restore it under “Deleted”.
app-results-restore = Restore
app-results-why-deleted = Restore this record first.
app-mark-deleted = deleted
app-mark-deleted-tip = Deleted on { $time }
app-record-deleted = You deleted this record on { $time }. No run collects it again. Its text and versions are kept as long as saved pages are.
cli-record-deleted = { $count ->
    [0] No record is deleted.
    [one] 1 deleted record:
   *[other] { $count } deleted records:
}
cli-record-chosen = { $count ->
    [0] No record is chosen.
    [one] 1 record is chosen:
   *[other] { $count } records are chosen:
}
cli-record-unknown = No such record: { $record }. Give the number of a record or its address.
