# `storage check` and Settings: what is wrong with a project's files, and what can be done

check-progress = { $done } of about { $of } { $of ->
    [one] row
   *[other] rows
} checked
check-clean = Records checked: { $records }. Saved pages: { $pages }. Archives: { $archives }. No problems found.
check-clean-now = Records checked: { $records }. Saved pages: { $pages }. Archives: { $archives }. All problems were repaired.
check-wrong = Records checked: { $records }. Saved pages: { $pages }. Archives: { $archives }. Kinds of problems found: { $count }.
check-copy = The original file was saved as { $path }.
check-cli-repair = “bowerbird storage check --repair” repairs what it can, after copying each affected file.
check-stopped = Check stopped. It changed nothing.
check-would-mend = Repair: { $remedy }
check-mended = Done: { $remedy }
check-not-mended = Not done: { $remedy }
check-cannot-mend = Cannot be repaired automatically. { $remedy }

check-button = Check
check-repair-button = Check and repair
check-hint = Checks the project and its archives: files, record numbers, counts, search, saved pages. Repair copies each affected file first.
check-title = Check the project

check-damaged = { $file } is damaged. Errors found by SQLite's own check: { $count }.
check-then-damaged = Copy the file, then restore a backup, or read what is left with “sqlite3 FILE .recover”. The disk may be failing: check its health.
check-indexes = { $file }: indexes don't match their tables, so some rows are not found. Errors: { $count }.
check-then-indexes = rebuild the indexes from the tables.
check-schema = { $file }: tables, indexes, views or triggers differ from those this version makes (- missing, + added, ≠ different). Differences: { $count }.
check-then-schema = Someone or another program changed the file's structure. It is not repaired, because a repair could run what was added. Restore a backup, or export the records to a new project.
check-missing = { $file }: missing indexes, views or triggers: { $count }.
check-then-missing = create them again.
check-lost-sites = { $file }: records whose sites no longer exist. Such sites: { $count }.
check-then-lost-sites = add each of these sites again, without a rule and disabled, so that you can list and export its records.
check-orphans = { $file }: rows that belong to something removed: { $count }.
check-then-orphans = remove these rows; no records are removed.
check-parts = { $file }: records without their text or derived data, so they are not shown. Such rows: { $count }.
check-then-parts = add the missing rows, leaving the text empty where it is lost. To get lost text back, collect its page again.
check-unreadable = { $file }: rows that Bowerbird cannot read: { $count }.
check-then-unreadable = They are left unchanged. Restore a backup, or ask for help and give their numbers.
check-counters = { $file }: counters that would give out the same number twice: { $count }.
check-then-counters = raise the counters above all known numbers, including archives.
check-given-twice = { $file }: archived records with the number of another record in the project: { $count }.
check-then-given-twice = give the project's records new numbers. No records are removed.
check-doubled = { $file }: archived records that are also in the project: { $count }.
check-then-doubled = remove them from the archive; those in the project are kept.
check-unmarked = { $file }: archived records the project does not know about and would collect again: { $count }.
check-then-unmarked = add their addresses to the project, so that they are not collected again.
check-moving = { $file }: archiving was interrupted.
check-then-moving = finish it, as opening the project does; no records are removed.
check-figures = { $file }: stored counts that are wrong: { $count }.
check-then-figures = recalculate them.
check-search-damaged = { $file }: the search index is damaged.
check-then-search-damaged = rebuild it from the records.
check-search-missing = { $file }: records that search does not find: { $count }.
check-then-search-missing = add them to the search index.
check-search-stale = { $file }: search index entries without a record: { $count }.
check-then-search-stale = remove these entries.
check-pages = { $file }: saved pages that cannot be unpacked or read: { $count }.
check-then-pages = remove them, like expired ones. Their records are kept.
check-resources = { $file }: damaged style sheets or images: { $count }.
check-then-resources = remove them; pages are rendered without them.
check-unused-resources = { $file }: style sheets or images that no site uses: { $count }.
check-then-unused-resources = remove them.
check-kept = { $file }: samples or earlier versions that cannot be unpacked: { $count }.
check-then-kept = They are left unchanged. Remove the sample yourself, or restore a backup.
check-archive-away = The archive { $file } is not in the project's folder. Search and exports skip its records.
check-then-archive-away = Put the file back into the project's folder. Records still due for removal from it are removed then.
check-archive-foreign = { $file } has an archive's name but belongs to another project.
check-then-archive-foreign = It is not read or changed. Put this project's archive in its place.
check-archive-older = The archive { $file } was made by an older version and is skipped until upgraded.
check-then-archive-older = upgrade it if it clearly belongs to this project. Opening the project does the same.
check-archive-unlisted = { $file } is an unlisted archive of this project. Search and exports skip its records.
check-then-archive-unlisted = list it again.
