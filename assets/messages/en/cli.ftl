# The command line.

cli-error = bowerbird: { $text }
cli-cannot-write = Couldn't write { $path }: { $reason }. Choose another location, or free some space.
cli-no-such-site = No site is named “{ $name }”. Known sites: { $known }
cli-no-such-proxy = No proxy is named “{ $name }”. See: bowerbird proxy list
cli-no-such-account = Site “{ $site }” has no account “{ $user }”. See: bowerbird account list
cli-no-such-method = No method is named “{ $name }”. Available methods: { $known }
cli-no-sites = No sites yet. Add one: bowerbird site add RULE.toml
cli-no-runs = No runs yet.
cli-no-tasks = Nothing is scheduled. To run a site regularly, add a [schedule] section to its rule.
cli-no-proxies = No proxies. Add one: bowerbird proxy add NAME http://HOST:PORT
cli-no-accounts = No accounts. Add one: bowerbird account add SITE USER
cli-no-page = Specify a page: a file, an address, or - for standard input.
cli-no-selector = Use one of --css, --xpath, --regex, --jsonpath or --label.
cli-no-secret = No password given. Type it at the prompt, or pipe it in with --secret-stdin.
cli-no-worker = Couldn't start the rendering process: { $reason }. Check that the Bowerbird program file is still in place.
cli-ask-password = Password for { $user }:{" "}
cli-bad-duration = “{ $text }” is not a duration. Write it like 2s, 500ms or 1m.
cli-bad-field = “{ $text }” is not a field. Write it like NAME=SELECTOR, such as date=time.published
cli-bad-header = “{ $text }” is not a header. Write it like 'Retry-After: 30'.
cli-bad-time = “{ $text }” is not a time. Write it like 2026-03-30 or 2026-03-30T08:00:00Z.
cli-bad-url = “{ $text }” is not an address: { $reason }. Write it like https://example.org/page
cli-rule-fault = { $file }:{ $line }:{ $column }: { $text }
cli-rule-good = { $file }: valid. “{ $name }”, { $fields ->
    [one] 1 field
   *[other] { $fields } fields
}.
cli-test-nothing = Nothing was compared.
cli-test-broken = ! { $id }: { $text }
cli-test-not-compared = Not compared, because no sample has them: { $fields }. To include them, use --accept.
cli-test-summary = { $samples ->
    [one] 1 sample
   *[other] { $samples } samples
}: { $equal } equal, { $changed } changed, { $gained } gained, { $lost } lost{ $broken ->
    [0] {""}
   *[other] ; { $broken } could not be read
}
cli-test-accepted = { $samples ->
    [0] All samples already expect what the rule finds.
    [one] 1 sample now expects what the rule finds.
   *[other] { $samples } samples now expect what the rule finds.
}
cli-diff-changed = ~ { $field } · { $place } #{ $number }
    {"  "}- { $before }
    {"  "}+ { $after }
cli-diff-gained = + { $field } · { $place } #{ $number }
    {"  "}+ { $after }
cli-diff-lost = - { $field } · { $place } #{ $number }
    {"  "}- { $before }
cli-sample-content = Saved sample “{ $id }” for { $file }: a content page with { $count ->
    [one] 1 record
   *[other] { $count } records
}.
cli-sample-list = Saved sample “{ $id }” for { $file }: a list page with { $count ->
    [one] 1 item
   *[other] { $count } items
}.
cli-sample-replace = A sample “{ $id }” already exists. Replace it? [y/N]{" "}
cli-head-field = FIELD
cli-head-equal = EQUAL
cli-head-gained = GAINED
cli-head-lost = LOST
cli-version = version { $number }, { $time }, { $origin }
cli-origin-added = added
cli-origin-edited = edited
cli-origin-imported = imported
cli-origin-repaired = repaired
cli-origin-restored = restored
cli-no-versions = No versions.
cli-diff-only-one = The rule for “{ $name }” has only one version.
cli-diff-same = No differences.
cli-diff-layout = comments or layout only
cli-restored = Restored version { $number } of the rule for “{ $name }” as version { $new }.
cli-restored-same = The rule for “{ $name }” is already the same as version { $number }.
cli-head-version = VERSION
cli-head-saved = SAVED
cli-head-origin = ORIGIN
cli-head-changes = CHANGES
cli-page-list = Read as a list page: { $count ->
    [one] 1 item
   *[other] { $count } items
}
cli-page-content = Read as a content page: { $count ->
    [one] 1 record
   *[other] { $count } records
}
cli-page-next = Next page: { $url }
cli-page-nothing = The rule finds nothing on this page.
cli-page-more = … and { $count } more; --json shows all
cli-page-alternative = {"    "}alternative { $number }: { $selector }
cli-page-generic = {"    "}detected without a rule
cli-rerun-progress = { $done } of { $pages } saved { $pages ->
    [one] page
   *[other] pages
}, { $changed } { $changed ->
    [one] record
   *[other] records
} changed
cli-rerun-more = … and { $count } more { $count ->
    [one] difference
   *[other] differences
}; --json shows up to 200
cli-rerun-would = { $pages ->
    [one] 1 saved page
   *[other] { $pages } saved pages
}: { $changed } { $changed ->
    [one] record
   *[other] records
} would change, { $new } would be new. Nothing was written.
cli-rerun-done = { $pages ->
    [one] 1 saved page
   *[other] { $pages } saved pages
}: { $changed } { $changed ->
    [one] record
   *[other] records
} changed, { $new } new.
cli-rerun-unfit = The rule finds nothing on { $pages ->
    [one] 1 page; its records stay as they are.
   *[other] { $pages } pages; their records stay as they are.
}
cli-rerun-lost = { $count ->
    [one] 1 record is
   *[other] { $count } records are
} no longer found by the rule. They are kept; --remove-lost removes them.
cli-rerun-removed = Removed { $count ->
    [one] 1 record
   *[other] { $count } records
} that the rule no longer finds.
cli-rerun-cancelled = Stopped after { $done } { $done ->
    [one] page
   *[other] pages
}. Changes so far are kept; run the command again to continue.
cli-site-double = Note: “{ $name }” collects the same pages as “{ $other }”. See: bowerbird rule duplicates
cli-duplicates-none = { $rules ->
    [one] 1 rule
   *[other] { $rules } rules
} checked; no duplicates.
cli-duplicates-offer = Merge them into one rule: bowerbird rule duplicates { $files } --merge --out MERGED.toml
cli-duplicates-merged = Wrote { $path }.
cli-site-added = Added “{ $name }”.
cli-site-replaced = Replaced the rule for “{ $name }”.
cli-site-removed = Removed “{ $name }” and its records.
cli-site-enabled = “{ $name }” is included in runs again.
cli-site-disabled = “{ $name }” is excluded from runs.
cli-engine-ended = The engine stopped because of an internal error. Everything stored so far is safe; run the command again.
cli-state-disabled = disabled
cli-state-new = new
cli-run-open = running or interrupted
cli-run-resumed = { $site }: continuing the last run.
cli-run-locked = { $site }: a proxy's password is locked, so this run does not use that proxy. To use it, stop the run, set BOWERBIRD_PASSPHRASE_FILE to a file that contains the passphrase, and run again.
cli-run-question = { $site }: the site requires a login or a check that only a person can complete. The run waits for { $left }. In another terminal: bowerbird answer { SHELL($site) }
cli-answer-window = A browser window shows { $host }. Log in or complete the check there, then close the window; the run continues. Press Ctrl+C to stop the run.
cli-run-stopping = Stopping; collected records are safe. Press Ctrl+C again to quit at once.
cli-run-progress = { $site }: { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $records } new { $records ->
    [one] record
   *[other] records
}, { $queued } queued, { $failed } failed, { $blocked } blocked
cli-run-waiting = { $line } · { $waiting }
cli-run-finished = { $site }: finished. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued.
cli-run-incomplete = { $site }: incomplete. Pages missing: { $missing }; run again to fetch them. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed.
cli-versions-unknown = No record has the address { $url }. Write it as shown in the results.
cli-versions-withheld = { $time }: less than half as long; the longer version is kept unless the next fetch confirms this one
cli-versions-first = { $time }: first fetched
cli-changes-time = TIME
cli-changes-site = SITE
cli-changes-record = RECORD
cli-changes-what = KIND
cli-changes-field = FIELD
cli-changes-values = BEFORE → AFTER
cli-changes-none = No changes.
cli-changes-written = { $count ->
    [one] 1 change written to { $file }.
   *[other] { $count } changes written to { $file }.
}
cli-run-limited = { $site }: limit reached. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued; run again to continue.
cli-run-stopped = { $site }: stopped. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued; run again to continue.
cli-run-blocked = { $site }: blocked. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued.
cli-run-failed = { $site }: run failed. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued. All stored records are kept.
cli-run-redesigned = { $site }: ended early because its layout changed. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $queued } still queued. All stored records are kept.
cli-run-paused = { $site }: paused. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued; run it by name to continue.
cli-run-interrupted = { $site }: interrupted. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed, { $queued } still queued; run again to continue.
cli-run-rates = { $line } · { $now } pages/s now, { $average } on average
cli-run-left = { $line } · about { $left } left
cli-run-left-paused = { $site } is paused and was skipped. To resume it: bowerbird resume { SHELL($site) }
cli-dry-run-nothing = This was a dry run: nothing was stored.
cli-dry-run-more = … and { $count } more { $count ->
    [one] record
   *[other] records
}.
cli-run-open-figures = running or interrupted: { $rate } pages/s, { $queued } queued, about { $left } left
cli-site-paused = Paused: tasks and runs of all sites skip this site. To resume it: bowerbird resume { SHELL($site) }
cli-cause-by-hand = manual
cli-cause-schedule = schedule
cli-cause-made-up = { $cause }, catching up on the run missed at { $time }
cli-cause-retry = retry
cli-cause-resumed = { $cause }, continued
cli-end-finished = finished
cli-end-incomplete = incomplete
cli-end-limited = limit reached
cli-end-stopped = stopped
cli-end-blocked = blocked
cli-end-failed = failed
cli-end-paused = paused
cli-end-interrupted = interrupted
cli-limit-pages = { $most } { $most ->
    [one] page
   *[other] pages
}
cli-limit-time = { $most } of run time
cli-limit-bytes = { $most }
cli-limit-errors = { $most } { $most ->
    [one] error
   *[other] errors
}
cli-head-cause = CAUSE
cli-head-took = DURATION
cli-head-status = STATUS
cli-head-size = SIZE
cli-head-found = FOUND
cli-head-limits = LIMITS
cli-crawl-progress = { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $queued } queued, { $failed } failed
cli-crawl-done = { $pages } { $pages ->
    [one] page
   *[other] pages
} in { $path }; { $failed } failed.
cli-crawl-stopped = Stopped: { $pages } { $pages ->
    [one] page
   *[other] pages
} in { $path }; { $failed } failed.
cli-crawl-left = { $left ->
    [one] 1 link was skipped: it goes
   *[other] { $left } links were skipped: they go
} beyond the depth limit, or into endless pages such as those of a calendar.
cli-export-progress = { $rows } { $rows ->
    [one] record
   *[other] records
}
cli-exported = { $rows ->
    [one] 1 record
   *[other] { $rows } records
} in { $path }
cli-search-count = { $count ->
    [0] No records match “{ $query }”.
    [one] 1 record matches “{ $query }”.
   *[other] { $count } records match “{ $query }”.
}
cli-select-nothing = “{ $selector }” matches nothing on this page.
cli-extract-missing = The rule's required fields were not found: { $fields }. Check their selectors on the page with: bowerbird select
cli-extract-nothing = No article text was found on this page.
cli-batch-done = { $pages ->
    [one] 1 page
   *[other] { $pages } pages
} in { $path }
cli-evidence = { $strength }  { $signal }  ({ $place })  { $matched }
cli-preview-done = Wrote { $path }: { $width } × { $height } CSS pixels, { $boxes } { $boxes ->
    [one] element
   *[other] elements
}.
cli-preview-cut = The page is too long to render in full; only its first { $height } pixels are shown.
cli-schedule-on = The scheduler is running. Press Ctrl+C to stop it.
cli-schedule-off = The scheduler has stopped.
cli-schedule-restored = { $time } { $site }: { $why }
cli-schedule-started = { $time } { $site }: started
cli-schedule-ended = { $time } { $site }: { $end }, { $new } new { $new ->
    [one] record
   *[other] records
}, { $pages } { $pages ->
    [one] page
   *[other] pages
}
cli-task-once = once
cli-task-paused = paused
cli-head-brings = EXPECTED
cli-schedule-adapts = { $site } runs { $often }, as long as the scheduler is on (in the window or with “bowerbird schedule”).
cli-bad-interval = “{ $text }” is not a valid duration. Write a number and unit: 10m, 6h or 1d.
cli-proxy-password-set = Changed the password of the proxy “{ $name }”.
cli-proxy-added = Added the proxy “{ $name }”.
cli-proxies-removed = { $count ->
        [one] Removed { $count } proxy.
       *[other] Removed { $count } proxies.
    }
cli-proxies-enabled = { $count ->
        [one] Enabled { $count } proxy.
       *[other] Enabled { $count } proxies.
    }
cli-proxies-disabled = { $count ->
        [one] Disabled { $count } proxy.
       *[other] Disabled { $count } proxies.
    }
cli-proxies-changed = { $count ->
        [one] Changed { $count } proxy.
       *[other] Changed { $count } proxies.
    }
cli-proxy-nothing-said = Specify what to change: --tag, --remove, --tier, --country or --limit.
cli-no-proxy-tagged = No proxy has the tag or country “{ $tag }”. See: bowerbird proxy list
cli-proxy-testing = Tested { $done } of { $of } { $of ->
    [one] proxy
   *[other] proxies
}
cli-pool-line = Proxies: { $count } ({ $parts })
cli-head-score = SCORE
cli-head-latency = LATENCY
cli-head-success = SUCCESS
cli-head-tier = TIER
cli-head-tags = TAGS
cli-head-traffic = THIS MONTH
cli-head-exit = EXIT ADDRESS
cli-account-added = Added the account “{ $user }” for “{ $site }”. Its password is sent only to { $hosts }.
cli-account-removed = Removed the account “{ $user }” for “{ $site }”.
cli-test-good = “{ $name }” works. { $text }
cli-test-bad = “{ $name }” does not work. { $text }
cli-demo-serving = Bowerbird serves the sample site at { $url }.
cli-demo-wrote = { $site }: { $count } { $count ->
    [one] record
   *[other] records
} in { $path }
cli-demo-project = The project is { $path }; open it with: bowerbird --project { SHELL($path) }
cli-head-name = NAME
cli-head-kind = KIND
cli-head-state = STATE
cli-head-records = RECORDS
cli-head-start = START
cli-head-started = STARTED
cli-head-site = SITE
cli-head-end = RESULT
cli-head-pages = PAGES
cli-head-new = NEW
cli-head-failed = FAILED
cli-head-blocked = BLOCKED
cli-head-proxy = PROXY
cli-head-example = EXAMPLE
cli-head-address = ADDRESS
cli-head-user = USER
cli-head-good = SUCCESSES
cli-head-reason = REASON
cli-head-terms = TERMS OF USE
cli-head-when = WHEN
cli-head-priority = PRIORITY
cli-head-next = NEXT
cli-head-last = LAST
cli-head-missed = MISSED
cli-learn-no-out = Add --out RULE.toml to write a rule that prefers the first selector of each list above.
cli-learn-no-page = Nothing to learn from. Use --page FILE followed by --pick NAME=TEXT, or --picks FILE.
cli-learn-bad-pick = “{ $pick }” is not a pick. Write the field's name, an equals sign, and a selector or the value's text.
cli-learn-record = Record
cli-learn-field = { $name }
cli-learn-done = Wrote { $path }.
cli-repair-proposal = { $part }: suggestion, { $sure }% confidence
cli-repair-doubtful = { $part }: doubtful suggestion, { $sure }% confidence
cli-repair-left-out = Doubtful suggestions are not written. Compare their values with the pages; “--doubtful” writes them too.
cli-repair-old = was: { $select }
cli-repair-new = now: { $select }
cli-repair-strip = excluded: { $select }
cli-repair-steps = steps: { $steps }
cli-repair-works = { $part }: { $why }
cli-repair-broken = { $part }: broken, no suggestion; { $why }
cli-repair-unknown = { $part }: not checked; { $why }
cli-repair-nothing = There is nothing to repair.
cli-repair-wrote = The repaired rule is in { $path }; review it before you use it.

# rule import
cli-no-such-format = No format is named “{ $name }”. Available formats: { $known }
cli-import-rule = { $file } → { $path }: { $taken } imported, { $changed } changed, { $dropped } skipped
cli-import-kept = { $file }: { $path } already exists and was left as it is. Use --force to replace it. ({ $taken } imported, { $changed } changed, { $dropped } skipped)
cli-import-changed = {"  "}{ $place }: changed: { $text }
cli-import-dropped = {"  "}{ $place }: skipped: { $text }
cli-import-totals = { $rules ->
    [one] 1 rule
   *[other] { $rules } rules
} written to { $path } from { $files ->
    [one] 1 file
   *[other] { $files } files
}. Files that could not be imported: { $failed }; existing rules not replaced: { $kept }. { $taken } { $taken ->
    [one] part
   *[other] parts
} imported, { $changed } changed, { $dropped } skipped.
cli-extract-pages = { $pages ->
    [one] 1 page was read.
   *[other] { $pages } pages were read and joined.
}
cli-samples-taken = { $count ->
        [one] Added 1 sample.
       *[other] Added { $count } samples.
    }
cli-sample-not-taken = Sample “{ $name }” was not added: { $reason }
cli-rules-exported = Exported { $rules } { $rules ->
    [one] rule
   *[other] rules
} and { $samples } { $samples ->
    [one] sample
   *[other] samples
}.

cli-end-cancelled = cancelled
cli-run-cancelled = { $site }: cancelled. { $new } new { $new ->
    [one] record
   *[other] records
}, { $known } known, { $pages } { $pages ->
    [one] page
   *[other] pages
}, { $failed } failed; the queue was cleared, and the next run starts over.
cli-head-run = RUN
cli-head-changed = CHANGED
cli-head-unchanged = UNCHANGED
cli-head-received = RECEIVED
cli-head-rate = PAGES/S
cli-head-time = TIME
cli-head-outcome = OUTCOME
cli-no-pages = The pages of this run are not listed. Page lists are kept only for a site's latest runs.
cli-no-wrong-pages = No problems in this run.
cli-no-such-run = There is no run { $run } in this project. “bowerbird runs” lists them.
cli-page-not-kept = No page is saved for { $url }: no response was received, or the page was removed to save space.
cli-page-read = read
cli-page-unchanged = unchanged
cli-page-empty = empty
cli-page-again = to be retried
cli-page-failed = failed
cli-page-missing = missing
cli-status-records = { $records ->
    [one] 1 record
   *[other] { $records } records
}
cli-status-missing = { $missing ->
    [one] 1 page is missing (retry it with
   *[other] { $missing } pages are missing (retry them with
} “bowerbird run { SHELL($site) }”):
cli-control-pause = { $site }: paused. To resume it: bowerbird resume { SHELL($site) }
cli-control-resume = { $site }: resumed.
cli-control-answer = { $site }: when the site asks, a browser window opens on the computer that runs the project. Log in or complete the check there, then close the window.
cli-control-stop = { $site }: stopped; the queue is kept.
cli-control-stop-nothing = { $site } is not running.
cli-control-stop-all = Stopping all runs; their queues are kept.
cli-control-none-runs = No runs in progress.
cli-control-cancel = { $site }: cancelled, and its queue was cleared. To bring the queue back before the next run: bowerbird cancel --undo { SHELL($site) }
cli-control-cancel-nothing = { $site } has nothing queued.
cli-control-restore = { $site }: the queue has been restored. Run the site to continue.
cli-control-restore-nothing = { $site }: nothing to restore. Nothing was cleared, or a run has started since.
cli-control-no-answer = The Bowerbird process that has this project open is not responding. Nothing was changed; check whether it has frozen.
cli-cancel-question = Clear { $queued } queued { $queued ->
    [one] page
   *[other] pages
} from { $sites }? [y/N]
cli-cancel-needs-yes = { $queued ->
    [one] 1 page of { $sites } is queued. Add --yes to clear it without a prompt.
   *[other] { $queued } pages of { $sites } are queued. Add --yes to clear them without a prompt.
}

# site set, rule test --twice
cli-site-set = Settings of “{ $name }” saved.
cli-site-every = “{ $text }” does not divide an hour, a day or a week evenly. Use a time such as 5m, 10m, 30m, 1h, 6h, 1d or 7d, or --cron.
cli-site-again = “{ $text }” is not valid for --again. Use new, last=7d, listed, all or after=7d.
cli-twice-ignore = Ignore what { $pattern } matches in “{ $field }”
cli-twice-written = Wrote { $file }.
cli-site-leave-out = To leave “{ $field }” out of changes, use “--leave-out { $field }”.
cli-site-noise-open = Nothing is left out of changes yet. To leave out a field, use “bowerbird site set { $name } --leave-out FIELD”.

# Several sites
cli-sites-which = Which sites? Specify their names, or use --tag TAG or --all.
cli-no-such-tag = No site has the tag “{ $tag }”. Known tags: { $known }
cli-sites-dry-run = { $count ->
    [one] 1 site would be affected. Nothing was changed.
   *[other] { $count } sites would be affected. Nothing was changed.
}
cli-site-tags-changed = The tags of “{ $name }” were changed.
cli-site-set-fault = “{ $name }”: { $fault } No site was changed.
cli-sites-remove-needs-yes = This removes { $count ->
    [one] 1 site
   *[other] { $count } sites
} with { $records ->
    [one] 1 record
   *[other] { $records } records
}. Add --yes to do it, or --dry-run to list the sites.
cli-sites-remove-question = Remove { $count ->
    [one] 1 site
   *[other] { $count } sites
} with { $records ->
    [one] 1 record
   *[other] { $records } records
}? [y/N]
cli-head-host = HOST
cli-feeds-exported = { $count ->
    [1] 1 feed written.
   *[other] { $count } feeds written.
}
