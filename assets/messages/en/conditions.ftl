# Conditions over records: what is asked, how it is said, what is done
condition-no-parts = Enter 1 to { $most } conditions.
condition-no-field = Choose a field. Only “appears” and “vanishes” can apply to the whole record, and “any text” only works with “contains”, “matches” and their opposites.
condition-no-number = “{ $text }” is not a number.
condition-number-missing = Enter a number.
condition-no-step = “{ $text }” is neither a number nor a percentage such as 10%.
condition-no-days = “{ $text }” is not a number of days from 1 to 3650.
condition-no-words = Enter a word or phrase.
condition-no-pattern = “{ $text }” is not a valid regular expression.
condition-too-long = Enter at most { $most } characters.
condition-no-action = Choose what happens: send a message, tag the record, mark it as read, or run a task.
condition-runs-always = A record alert set to “in every run while it is true” cannot run a task.
condition-no-tag = Enter a tag.
condition-not-read = “{ $text }” is not a condition. Write it as FIELD TEST VALUE, such as: price below 3. Tests: below, above, falls, rises, lowest, highest, contains, lacks, matches, mismatches, equals, empty, older, changes, appears, vanishes.
condition-open-brace = A brace in the message text is not closed. Placeholders: { $all }
condition-no-placeholder = There is no placeholder “{ $name }”. Placeholders: { $all }
condition-unknown = There is no record alert { $number }.
condition-task-gone = The task of record alert { $number } no longer exists.
condition-own-task = A record alert cannot run a task that includes the site it applies to.
condition-bad-hours = “{ $text }” is not a list of times such as 08:00, 18:00.
condition-too-many = A project can have at most { $most } record alerts and filters.
condition-said-there = appeared
condition-said-gone = gone
condition-said-matches = matches the condition
condition-said-empty = { $field } has no value
condition-said-vanished = { $field } no longer has a value
condition-said-value = { $field } { $after }
condition-said-change = { $field } { $before } → { $after }
condition-said-number = { $field } { $before } → { $after }, { $difference }
condition-told = { $count ->
    [one] { $lines }
   *[other] { $count } records:
    { $lines }
}
condition-told-more = … and { $count } more
condition-title = { $site }: { $what }
condition-whole-record = the record
condition-any-text = any text
condition-test-below = is below
condition-test-above = is above
condition-test-falls = falls by
condition-test-rises = rises by
condition-test-lowest = is the lowest in this many days:
condition-test-highest = is the highest in this many days:
condition-test-contains = contains
condition-test-lacks = does not contain
condition-test-matches = matches pattern
condition-test-mismatches = does not match pattern
condition-test-equals = is
condition-test-empty = is empty
condition-test-older = is older than this many days:
condition-test-changes = changes
condition-test-appears = appears
condition-test-vanishes = vanishes
condition-part-below = { $field } is below { $value }
condition-part-above = { $field } is above { $value }
condition-part-falls = { $field } falls by { $value }
condition-part-rises = { $field } rises by { $value }
condition-part-falls-any = { $field } falls
condition-part-rises-any = { $field } rises
condition-part-lowest = { $count ->
    [one] { $field } is the lowest in 1 day
   *[other] { $field } is the lowest in { $count } days
}
condition-part-highest = { $count ->
    [one] { $field } is the highest in 1 day
   *[other] { $field } is the highest in { $count } days
}
condition-part-contains = { $field } contains “{ $value }”
condition-part-lacks = { $field } does not contain “{ $value }”
condition-part-matches = { $field } matches /{ $value }/
condition-part-mismatches = { $field } does not match /{ $value }/
condition-part-equals = { $field } is “{ $value }”
condition-part-empty = { $field } is empty
condition-part-older = { $count ->
    [1] { $field } is older than 1 day
   *[other] { $field } is older than { $count } days
}
condition-part-changes = { $field } changes
condition-part-appears = { $field } appears
condition-part-vanishes = { $field } vanishes
condition-or = { $one } or { $other }
condition-and = { $one } and { $other }
condition-once = the first time only
condition-again = each time it becomes true
condition-further = each time the value moves further
condition-arrival = when a new record arrives
condition-always = in every run while it is true
condition-once-tip = Matches each record once, the first time the condition becomes true after you save, even when the record is read for the first time
condition-again-tip = Matches a record when the condition becomes true for it, and each time it becomes true again after it had not been
condition-further-tip = Matches a record when the condition becomes true for it, and each time a number moves further in the same direction or text changes
condition-arrival-tip = Matches a record once, when it is read for the first time, before it is stored
condition-always-tip = Matches a record in every run that reads it, for as long as the condition is true
condition-does-tell = sends a message through { $channels }
condition-does-tell-all = sends a message through all channels
condition-does-digest = in the digest
condition-does-tag = tags “{ $tag }”
condition-does-read = marks as read
condition-does-skip = skips the record
condition-does-keep = keeps the record
condition-does-run = runs task { $task }
condition-settings = Record alerts
condition-settings-hint = Each record that a run reads is checked: its values, and whether it is new, changed, gone or back.
condition-none = No record alerts yet.
condition-new = Add record alert
condition-edit = Edit
condition-edit-name = Edit record alert { $number }
condition-remove-name = Remove record alert { $number }
condition-enable = Enable record alert { $number }
condition-removed = Record alert { $number } removed.
condition-row-figures = { $count ->
    [0] no matches in the last 30 days
    [one] 1 match in the last 30 days
   *[other] { $count } matches in the last 30 days
}
condition-row-waiting = { $count ->
    [one] 1 match is waiting for the digest
   *[other] { $count } matches are waiting for the digest
}
condition-row-skipped = { $count ->
    [one] 1 record skipped
   *[other] { $count } records skipped
}
condition-editor-title = Tell me when…
condition-editor-scope = on
condition-editor-scope-all = all sites
condition-editor-scope-tag = sites tagged { $tag }
condition-editor-field = Field
condition-editor-test = Test
condition-editor-value = Value
condition-editor-timing = How often
condition-editor-present = Also for records that match now
condition-editor-present-tip = When this is off, records that match when you save count only once they match again
condition-editor-join-any = any of these
condition-editor-join-all = all of these
condition-editor-join = Match
condition-editor-add-part = Add another condition
condition-editor-remove-part = Remove condition { $number }
condition-editor-then = Then
condition-editor-tell = Send a message
condition-editor-all-channels = through all channels
condition-editor-no-channels = No channel is set up: messages appear only in this window.
condition-editor-set-up = Set up a channel…
condition-editor-set-up-tip = Open Settings → Alerts. Your unsaved alert is kept; return to it with the button at the top.
condition-editor-aside = Your unsaved alert is kept.
condition-editor-back = Back to the alert
condition-editor-desktop = Notify on the desktop
condition-editor-at-once = at once
condition-editor-digest = in the digest
condition-editor-digest-why = Digest hours are set in Settings → Alerts.
condition-editor-tag = Tag the record
condition-editor-tag-name = Tag
condition-editor-read = Mark as read
condition-editor-task = Run a task
condition-editor-task-none = no task
condition-editor-wording = Message text
condition-editor-wording-hint = {"{"}title{"}"}: {"{"}what{"}"}
condition-editor-placeholders = Placeholders: { $all }
condition-editor-preview = Preview
condition-editor-would = { $count ->
    [0] There would have been no matches in the last 30 days.
    [one] There would have been 1 match in the last 30 days.
   *[other] There would have been { $count } matches in the last 30 days.
}
condition-editor-manual = “{ $site }” runs only when you run it, and this alert is checked only then. To check it by itself, choose “Watch for changes” in the workbench or add a task.
condition-editor-counting = Counting…
condition-editor-save = Save alert
condition-editor-test-message = Send test message
condition-editor-test-tip = Send the message in the preview now, through the channels selected here
condition-from-change = Tell me when…
condition-from-change-tip = Open a new record alert with this site and field filled in
condition-digest-hours = Digest hours
condition-digest-hours-hint = 08:00, 18:00
condition-watched = Watched
cli-condition-head = CONDITION
cli-condition-does = ACTION
cli-condition-recent = LAST 30 DAYS
cli-conditions-none = No record alerts. Add one: bowerbird alert condition add "price below 3" --site NAME
cli-condition-would = { $count ->
    [0] There would have been no matches in the last 30 days.
    [one] There would have been 1 match in the last 30 days:
   *[other] There would have been { $count } matches in the last 30 days:
}
cli-condition-no-timing = “{ $text }” is not one of: once, again, further, always.
condition-channel = { $name }
cli-condition-no-task = “{ $text }” is not a task number.
condition-notice-title = Alert for { $site }
condition-from-site-tip = Open a new record alert for this site
condition-editor-example-value = example value
condition-editor-example-before = earlier value
condition-editor-example = Example record
