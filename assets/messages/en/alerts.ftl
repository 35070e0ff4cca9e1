# Alerts: conditions, ways of telling, what was raised
alert-no-new-records = { $count ->
    [one] The last run found no new records.
   *[other] The last { $count } runs found no new records.
}
alert-new-records = { $count ->
    [one] 1 new record.
   *[other] { $count } new records.
}
alert-new-records-titles = { $count ->
    [one] 1 new record: { $titles }
   *[other] { $count } new records, newest first: { $titles }
}
alert-yield-fell = The last runs found { $mean } new records on average; the usual number is { $usual }.
alert-blocked-share = { $percent }% of the last run's requests were blocked ({ $blocks } of { $all }).
alert-missed-turns = { $count ->
    [one] 1 run was missed in the last 24 hours.
   *[other] { $count } runs were missed in the last 24 hours.
}
alert-disk-low = The project's disk has only { $free } free (threshold: { $least }).
alert-title-site = Alert for { $site }
alert-title-project = Project alert
alert-title-new = New records on { $site }
alert-title-site-cleared = Alert for { $site } resolved
alert-title-project-cleared = Project alert resolved
alert-line = { $title }. { $what }
alert-several = { $count } alerts
alert-test-title = Bowerbird: test
alert-test-body = Alerts will arrive here.
alert-tested = Test sent: { $channel }
alert-no-channel = This channel is not set up.
alert-called-off = Bowerbird was closed before this alert was sent. It will be sent the next time Bowerbird starts.
alert-bad-threshold = The threshold must be between { $least } and { $most }.
alert-bad-webhook = Enter an http or https address without a user name and password.
alert-webhook-failed = { $host } did not accept the alert: { $reason }
alert-bad-mail-address = Enter a server, a sender and recipients. Not a valid address: “{ $text }”
alert-mail-clear = Passwords are not sent unencrypted: choose TLS or STARTTLS.
alert-mail-failed = The mail server { $host } did not accept the message: { $reason }
alert-mail-login = It did not accept the user name or password ({ $code }: “{ $said }”). Some providers need a password made for Bowerbird alone (an app password).
alert-mail-later = It asks to try again later ({ $code }: “{ $said }”).
alert-mail-answered = It answered { $code }: “{ $said }”.
alert-mail-no-login = It offers no login with this security. Check port and security: 465 with TLS, 587 with STARTTLS. ({ $said })
alert-mail-unable = It cannot take this message. Use addresses of ASCII letters only, or another server. ({ $said })
alert-mail-certificate = Its certificate is not trusted, or is for another name. Enter the server as its certificate names it; for a server of your own, add its authority to this computer. ({ $said })
alert-mail-no-tls = This port does not begin with TLS. Check port and security: 465 with TLS, 587 with STARTTLS. ({ $said })
alert-mail-silent = It did not answer within { $seconds } seconds. Check port and security: 465 with TLS, 587 with STARTTLS.
alert-mail-unreachable = No connection. Check server, port and network. ({ $said })
alert-passed = The alert was resolved before it could be sent.
alert-holds-again = The alert is active again, so the message that it was resolved was not sent.
alert-way-gone = This channel is no longer set up.
alert-not-told = { $channel }: not sent yet ({ $tries ->
    [one] 1 attempt failed
   *[other] { $tries } attempts failed
 }). { $reason } Next attempt: { $time }.
alert-never-told = { $channel }: not sent. { $reason }
alert-off = off
alert-settings = Alerts
alert-settings-hint = Alerts are saved with the project. They are checked after each run and while the scheduler is on, even if no window is open.
alert-kind-new-records = New records found
alert-kind-no-new = No new records
alert-kind-low-yield = Far fewer new records than usual
alert-kind-blocked = Many blocked requests
alert-kind-missed = Missed runs
alert-kind-disk = Low disk space
alert-kind = Type
alert-covers = Scope
alert-covers-all = All sites
alert-covers-tag = Sites tagged { $tag }
alert-add = Add alert
alert-on = Enable alert { $number }
alert-remove = Remove alert { $number }
alert-unit-new-records = Min. new records
alert-unit-no-new = Runs in a row
alert-unit-low-yield = Below (% of usual)
alert-unit-blocked = Min. % of requests blocked
alert-unit-missed = Missed runs within a day
alert-unit-disk = Min. MB free
alert-row-new-records = { $threshold ->
    [one] A run found new records
   *[other] A run found at least { $threshold } new records
}
alert-row-no-new = { $threshold ->
    [one] No new records in a run
   *[other] No new records in { $threshold } runs in a row
}
alert-row-low-yield = New records below { $threshold }% of the usual number
alert-row-blocked = At least { $threshold }% of a run's requests are blocked
alert-row-missed = { $threshold ->
    [one] At least 1 run missed within a day
   *[other] At least { $threshold } runs missed within a day
}
alert-row-disk = Less than { $threshold } MB free on the disk
alert-tell = Send alerts
alert-desktop = As desktop notifications
alert-recoveries = Also send when resolved
alert-quiet = Quiet hours for alerts
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
alert-secret-hint = Leave empty to keep the stored value
alert-save = Save delivery settings
alert-test-desktop = Test desktop notification
alert-test-webhook = Test webhook
alert-test-mail = Test email
alert-open-none = No active alerts.
alert-history = Recent alerts
alert-history-over = resolved { $time }
alert-none-yet = No site or run alerts yet. Choose a type below.
alert-removed-search = Search “{ $name }” removed.
alert-removed-export = Export “{ $name }” removed.
alert-removed = Alert { $number } removed.
cli-no-alerts = No alerts. Add one: bowerbird alert add no-new
cli-no-alert-history = No alerts so far.
cli-no-such-alert = There is no alert { $number }.
cli-no-condition = “{ $text }” is not a type of alert: use new-records, changes, no-new, low-yield, trouble, needs-you, blocked, redesigned, nothing, failing, lacks-field, missed or disk.
cli-on-or-off = “{ $text }” is neither on nor off.
cli-no-mail-security = “{ $text }” is not tls, starttls or none.
cli-no-channel = “{ $text }” is not desktop, webhook, mail or service-N.
cli-head-condition = TYPE
cli-head-threshold = THRESHOLD
cli-head-covers = SCOPE
cli-head-holds = ACTIVE
cli-head-since = SINCE
cli-head-until = UNTIL
cli-head-what = WHAT
cli-head-told = SENT
alert-secret-for-nobody = A key or password is saved for one address only. Set the webhook or mail server first, then enter the key or password again.
alert-service-slack = Slack
alert-service-discord = Discord
alert-service-teams = Microsoft Teams
alert-service-mattermost = Mattermost
alert-service-telegram = Telegram
alert-service-matrix = Matrix
alert-service-ntfy = ntfy
alert-service-gotify = Gotify
alert-service-wecom = WeCom
alert-service-feishu = Feishu (Lark)
alert-service-dingtalk = DingTalk
alert-service-failed = { $service } did not accept the message: { $reason }
alert-service-refused = it responded with “{ $said }”
alert-service-no-room = its response contains no room ID
alert-service-said = It returned status { $status }: “{ $said }”.
alert-service-key = It does not accept the key in its address (status { $status }). Copy the address from the service again, and add it in place of this one.
alert-service-unknown = This is not the address of a known messaging service. Copy it from the service, or choose the service.
alert-service-incomplete = This is not a complete { $service } address. A complete one looks like { $example }
alert-service-elsewhere = The { $service } address is not stored on this computer. Add the service again.
alert-too-many-services = A project can have at most { $most } messaging services.
alert-services = Messaging services
alert-services-none = None yet. Slack, Discord, Teams, Telegram, Matrix, ntfy and others can show alerts.
alert-service-by-address = Detected from address
alert-service-kind = Service
alert-service-address = Service address
alert-service-add = Add service
alert-service-add-why = Enter the address that the service gives you.
alert-service-hint = Create an incoming webhook, bot or topic in the service and paste its address; Apprise addresses work too. The address is stored like a password.
alert-service-test = Test
alert-service-test-name = Test { $service } at { $host }
alert-service-remove-name = Remove { $service } at { $host }
cli-no-service = “{ $text }” is not slack, discord, teams, mattermost, telegram, matrix, ntfy, gotify, wecom, feishu or dingtalk.
alert-changes = { $count ->
    [one] 1 change: { $changes }
   *[other] { $count } changes, newest first: { $changes }
}
alert-change = { $title }: { $field } { $before } → { $after }
alert-change-gone = { $title }: gone
alert-change-back = { $title }: back
alert-title-changes = Changes on { $site }
alert-kind-changes = Changes found
alert-unit-changes = Min. changes
alert-row-changes = { $threshold ->
    [one] A run found changes
   *[other] A run found at least { $threshold } changes
}
alert-needs-you = The site needs you. { $reason }
alert-standing = { $reason }
alert-failing = { $percent }% of the last run's pages failed ({ $failed } of { $all }).
alert-lacks-field = Records from the last run lack these fields: { $fields }
alert-kind-trouble = Site does not respond as expected
alert-kind-needs-you = Site needs you
alert-kind-redesigned = Site was redesigned
alert-kind-nothing = Site has nothing to collect
alert-kind-failing = Many failed pages
alert-kind-lacks-field = Records lack a field
alert-unit-none = Threshold
alert-unit-failing = Min. % of pages failed
alert-unit-lacks-field = Min. % of records without it
alert-row-trouble = A site does not respond as expected: it is blocked, redesigned or down, or requires a login
alert-row-needs-you = A site needs you: no automatic step is left
alert-row-redesigned = A rule no longer fits its site
alert-row-nothing = A site has nothing to collect
alert-row-failing = At least { $threshold }% of a run's pages failed
alert-row-lacks-field = At least { $threshold }% of a run's records lack a field that most of the site's records have
