# Forgetting: everything about a person or a word, found and removed for good

trace-record = Records, with versions, changes, notes and tags
trace-deleted = Deleted records
trace-page = Saved pages
trace-picture = Screenshots of pages
trace-evidence = Evidence of blocks and faults
trace-sample = Samples
trace-resource = Style sheets and images of saved pages
trace-request = Addresses of pages
trace-note = Notes on runs and sites
trace-match = Matches of record alerts and filters
trace-skipped = Records that filters skipped
trace-alert = Alerts
trace-search = Saved searches
trace-undo = Records before the last re-extraction
trace-rule-version = Earlier versions of rules
trace-copy = Old copies of the project
trace-backup = Backups
trace-log = Log lines
trace-window = Remembered window state
trace-export = Exported files
trace-rule = Rules and site names
trace-account = Accounts
trace-proxy = Proxies
trace-task = Tasks
trace-condition = Record alerts and filters
trace-saved-export = Saved exports
trace-setting = Other settings

trace-fate-erased = will be removed
trace-fate-file-removed = the whole file will be removed
trace-fate-only-if-asked = outside the project: removed only if selected
trace-fate-needs-person = not removed: edit it yourself

erasure-words-short = Enter a name, word or address of at least two letters or digits.
erasure-read-only = The project is open as read-only. Open it for writing, then try again.
erasure-no-space = Not enough free space: rewriting the project needs { $needed } MB temporarily, and { $free } MB are free. Nothing was removed. Free some space and try again.
erasure-elsewhere = on another machine or server; remove it there
erasure-packed = cannot be searched in this format
erasure-other-sites = may hold records of other sites, so it is not searched for one site. Search without a site.
erasure-data-stays = Data of removed backups is left in its folder, because this list cannot be read: { $reason }
erasure-no-backup = a new backup couldn't be created, and Bowerbird will try again the next time the project is opened. { $reason }
erasure-file = Couldn't read or write { $path }: { $reason }
erasure-runs = Runs are in progress. Stop them, then try again.
erasure-busy = An export, a backup or a storage job is in progress. Wait until it is done.
erasure-in-progress = A search or removal is already in progress. Wait until it is done.
erasure-resumed = An interrupted removal for good has now been completed.

cli-forget-progress = { $rows } rows searched
cli-forget-none = Nothing found.
cli-forget-group = { $kind }: { $count } · { $fate }
cli-forget-group-in = { $kind }: { $count } in { $file } · { $fate }
cli-forget-example = { $name }: … { $text } …
cli-forget-unsearched = Not searched: { $file }: { $reason }
cli-forget-how = Nothing was changed. To remove these mentions for good, run the command again with --apply.
cli-forget-exports = To remove the files outside the project as well, add --exports.
cli-forget-done = { $count ->
    [one] 1 mention removed for good.
   *[other] { $count } mentions removed for good.
}
cli-forget-stays = { $count ->
    [one] 1 mention was not removed and needs you.
   *[other] { $count } mentions were not removed and need you.
}
cli-forget-kept = Sites may still publish what you removed, so pages collected later may contain it. Addresses of removed records are not collected again; only keyed hashes of them are kept.
cli-forget-backed-up = A new backup was made.
cli-forget-needs-yes = { $count ->
    [one] 1 mention would be removed for good. Add --yes to confirm.
   *[other] { $count } mentions would be removed for good. Add --yes to confirm.
}
cli-forget-question = { $count ->
    [one] 1 mention will be removed for good, from backups too. This cannot be undone. Type “{ $word }” to confirm:
   *[other] { $count } mentions will be removed for good, from backups too. This cannot be undone. Type “{ $word }” to confirm:
}
cli-forget-word = remove

app-command-forget = Forget…
app-command-forget-tip = Find everything about a person or a word, and remove it for good
palette-words-forget = gdpr privacy erase erasure delete remove person name right to be forgotten data protection purge
app-forget-title = Find and remove for good
app-forget-hint = Searches records with all their versions, saved pages, evidence, samples, archives, backups, the log and saved exports.
app-forget-words = Names, words or addresses, one per line, in each spelling:
app-forget-parts = Also match parts of longer words
app-forget-find = Search
app-forget-other-words = The words have changed. Search again to see what would be removed.
app-forget-exports = Also remove the files outside the project ({ $count })
app-forget-searches = Searching… { $rows } rows searched
app-forget-removes = Removing…
app-forget-remove = Remove for good ({ $count })
app-forget-remove-tip = This cannot be undone. Backups with these mentions are removed, and a new one is made.
app-forget-stays = Mentions left: { $count }
