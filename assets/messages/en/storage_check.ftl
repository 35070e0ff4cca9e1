# `storage check` and Settings: what is wrong with a project's files, and what can be done

check-progress = { $done } of about { $of } { $of ->
    [one] row
   *[other] rows
} looked at
check-clean = Records looked at: { $records }. Stored pages: { $pages }. Archives: { $archives }. Nothing is wrong.
check-clean-now = Records looked at: { $records }. Stored pages: { $pages }. Archives: { $archives }. All that was wrong is mended.
check-wrong = Records looked at: { $records }. Stored pages: { $pages }. Archives: { $archives }. Kinds of faults that are there: { $count }.
check-copy = The file as it was before is kept: { $path }
check-cli-repair = `bowerbird storage check --repair` mends what can be mended, after a copy of each file concerned.
check-stopped = The check was stopped. Nothing was changed by it.
check-would-mend = Mending does this: { $remedy }
check-mended = Mended: { $remedy }
check-not-mended = Not mended. What was to be done: { $remedy }
check-cannot-mend = This cannot be mended here. { $remedy }

check-button = Check
check-repair-button = Check and mend
check-hint = Verifies the project with its archives: the files, numbers, counts, the search, stored pages. Mending keeps a copy of each file first.
check-title = Is everything in order?

check-damaged = { $file } is damaged. Faults that SQLite's own check finds: { $count }.
check-then-damaged = Keep a copy of the file, then restore a backup, or read what is left with “sqlite3 FILE .recover”. The disk may be failing: look at its health.
check-indexes = { $file }: indexes do not fit their tables, so that rows are not found. Faults: { $count }.
check-then-indexes = the indexes are made anew from the tables.
check-schema = { $file }: the tables, indexes, views or triggers are not those that this version makes (- missing, + added, ≠ different). Differences: { $count }.
check-then-schema = Somebody or another program changed how the file is made. Nothing in it is mended, because what was put into it might run. Restore a backup, or export the records into a new project.
check-missing = { $file }: there are indexes, views or triggers missing: { $count }.
check-then-missing = they are made again.
check-lost-sites = { $file }: there are records of sites that are gone. Such sites: { $count }.
check-then-lost-sites = each of these sites is added again, without a rule and disabled, so that its records are listed and can be exported.
check-orphans = { $file }: there are rows that belong to something that is gone. Such rows: { $count }.
check-then-orphans = these rows are removed; no record is.
check-parts = { $file }: there are records without their text, or without what is made of it, so that they do not show. Such rows: { $count }.
check-then-parts = the row is added: an empty text where the text is gone. Collecting the page again brings it back.
check-unreadable = { $file }: there are rows that this program cannot read: { $count }.
check-then-unreadable = They are left as they are. Restore a backup, or ask for help with their numbers.
check-counters = { $file }: counters are too low, so that numbers would be given again. Such counters: { $count }.
check-then-counters = the counters are raised above all numbers that are known, in archives too.
check-given-twice = { $file }: archived records have the number of another record in the project: { $count }.
check-then-given-twice = the project's records get new numbers. No record goes.
check-doubled = { $file }: archived records stand in the project as well: { $count }.
check-then-doubled = they are taken out of the archive; the project's stand.
check-unmarked = { $file }: the project does not know that these records are archived, and would collect them again: { $count }.
check-then-unmarked = their addresses are noted.
check-moving = { $file }: a move into an archive was cut off.
check-then-moving = the move is tidied up, as the next opening does; no record goes.
check-figures = { $file }: counts that are kept do not fit what is counted. Such counts: { $count }.
check-then-figures = they are counted anew.
check-search-damaged = { $file }: the search index is damaged.
check-then-search-damaged = it is made anew from the records.
check-search-missing = { $file }: there are records that the search does not find: { $count }.
check-then-search-missing = they are put into the search index.
check-search-stale = { $file }: the search index has entries without a record: { $count }.
check-then-search-stale = these entries are removed.
check-pages = { $file }: there are stored pages that cannot be unpacked or read: { $count }.
check-then-pages = they are removed, as if they had grown too old. Their records stay.
check-resources = { $file }: there are kept style sheets or pictures that are damaged: { $count }.
check-then-resources = they are removed; pages are drawn without them.
check-unused-resources = { $file }: there are kept style sheets or pictures that no site uses: { $count }.
check-then-unused-resources = they are removed.
check-kept = { $file }: there are samples or earlier versions that cannot be unpacked: { $count }.
check-then-kept = They are left as they are. Remove the sample by hand, or restore a backup.
check-archive-away = The archive { $file } is not beside the project. Its records are left out of search and exports.
check-then-archive-away = Put the file back into the folder of the project. What is to be forgotten in it is remembered.
check-archive-foreign = { $file } stands in the place of an archive and is not this project's.
check-then-archive-foreign = It is left alone and not read. Put this project's archive in its place.
check-archive-older = The archive { $file } was made by an older version and is left out until it is brought to this one.
check-then-archive-older = it is brought to this version where it is certainly this project's; opening the project does so too.
check-archive-unlisted = { $file } is an archive of this project that it does not know. Its records are left out of search and exports.
check-then-archive-unlisted = it is listed again.
