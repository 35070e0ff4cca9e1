# Alerts: conditions, ways of telling, what was raised
alert-no-new-records = { $count ->
    [one] The last run brought no new record.
   *[other] The last { $count } runs brought no new record.
}
alert-yield-fell = The last runs brought { $mean } new records on average; { $usual } are usual.
alert-blocked-share = { $percent } % of the answers of the last run were blocks ({ $blocks } of { $all }).
alert-missed-turns = { $count ->
    [one] One turn was missed within a day.
   *[other] { $count } turns were missed within a day.
}
alert-disk-low = { $free } are free on the project's disk, less than { $least }.
alert-title-site = { $site }: alert
alert-title-project = Alert
alert-title-site-cleared = { $site }: over
alert-title-project-cleared = Over
alert-line = { $title }. { $what }
alert-several = { $count } alerts
alert-test-title = Bowerbird: test
alert-test-body = Alerts come this way.
alert-tested = A test was sent: { $channel }
alert-no-channel = This way of telling is not set up.
alert-called-off = It was called off before it was taken; the next start tells it.
alert-bad-threshold = The threshold must be from { $least } to { $most }.
alert-bad-webhook = Write an http or https address without user and password.
alert-webhook-failed = { $host } did not take it: { $reason }
alert-bad-mail-address = Server, sender and receivers must be filled in; this is no address: “{ $text }”
alert-mail-clear = A password is not sent in clear over a network: choose TLS or STARTTLS.
alert-mail-failed = The mail server { $host } did not take it: { $reason }
alert-passed = It was over before this way could tell it.
alert-holds-again = It holds again; that it was over meanwhile is no news any more.
alert-way-gone = This way of telling is no longer set up.
alert-not-told = { $channel }: not told yet ({ $tries ->
    [one] one try failed
   *[other] { $tries } tries failed
 }). { $reason } Next try: { $time }.
alert-never-told = { $channel }: not told. { $reason }
alert-off = off
alert-settings = Alerts
alert-settings-hint = Kept with the project; judged when runs end and when the scheduler wakes, also without a window.
alert-kind-no-new = No new records
alert-kind-low-yield = Far fewer new records than usual
alert-kind-blocked = Answers are blocks
alert-kind-missed = Turns are missed
alert-kind-disk = The disk gets full
alert-kind = Condition
alert-covers = Covers
alert-covers-all = All sites
alert-covers-tag = Sites tagged { $tag }
alert-add = Add alert
alert-on = Judge alert { $number }
alert-remove = Remove alert { $number }
alert-unit-no-new = Runs in a row
alert-unit-low-yield = Below % of usual
alert-unit-blocked = % of a run's answers
alert-unit-missed = Turns within a day
alert-unit-disk = MB free at least
alert-row-no-new = { $threshold ->
    [one] No new record in a run
   *[other] No new records in { $threshold } runs in a row
}
alert-row-low-yield = New records below { $threshold } % of usual
alert-row-blocked = { $threshold } % of a run's answers or more are blocks
alert-row-missed = { $threshold ->
    [one] A turn missed within a day
   *[other] { $threshold } turns or more missed within a day
}
alert-row-disk = Less than { $threshold } MB free on the disk
alert-tell = Tell outside of the window
alert-desktop = As a notification of the desktop
alert-recoveries = Tell when it is over, too
alert-quiet = Quiet hours of alerts
alert-webhook = Webhook address
alert-webhook-key = Webhook key
alert-mail-host = Mail server
alert-mail-port = Port
alert-mail-security = Security
alert-mail-security-none = None
alert-mail-user = User
alert-mail-password = Mail password
alert-mail-from = From
alert-mail-to = To
alert-secret-hint = Empty: as it is
alert-save = Save alerts
alert-test-desktop = Test the desktop
alert-test-webhook = Test the webhook
alert-test-mail = Test the mail
alert-open-none = Nothing holds now.
alert-history = Raised lately
alert-history-over = over since { $time }
alert-none-yet = No alerts yet. Choose a condition below.
alert-removed-search = Search “{ $name }” is removed.
alert-removed-export = Export “{ $name }” is removed.
alert-removed = Alert { $number } is removed.
cli-no-alerts = No alerts. Add one: bowerbird alert add no-new
cli-no-alert-history = Nothing was raised.
cli-no-such-alert = There is no alert { $number }.
cli-no-condition = “{ $text }” is no condition: no-new, low-yield, blocked, missed or disk.
cli-on-or-off = “{ $text }” is neither on nor off.
cli-no-mail-security = “{ $text }” is none of tls, starttls and none.
cli-no-channel = “{ $text }” is none of desktop, webhook and mail.
cli-head-condition = Condition
cli-head-threshold = Threshold
cli-head-covers = Covers
cli-head-holds = Holds
cli-head-since = Since
cli-head-until = Until
cli-head-what = What
cli-head-told = Told
alert-secret-for-nobody = A key or password is kept for one address only. Name the webhook or the mail server first, then give it again.
