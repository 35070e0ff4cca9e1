# Notifications about sites
notify-bell = { $count ->
    [0] Notifications: none new
    [one] Notifications: { $count } new
   *[other] Notifications: { $count } new
}
notify-centre = Notifications
notify-none = No notifications
notify-none-hint = When a site stops responding normally, or works again, you see it here.
notify-clear = Clear all
notify-show = Show { $site }
notify-well = { $site } works again
notify-trouble = { $site } has problems
notify-needs-you = { $site } needs you
notify-many = The state of { $count } sites changed
notify-more = { $count } more
notify-told = { $title }. { $body }
notify-settings = Notifications
notify-settings-hint = You get one notification each time a site's state changes; many changes at once are grouped.
notify-settings-on = Notify when a site has problems
notify-settings-recoveries = Also notify when a site works again
notify-settings-desktop = Also show desktop notifications
notify-settings-person-wait = Runs wait for me when a site needs a person
notify-settings-person-wait-tip = For a captcha or login that only you can complete, the run waits 30 minutes, or as long as its rule says, while other sites run. If off, the run ends.
notify-settings-quiet = Quiet hours
notify-settings-quiet-hint = 22:00-07:00
notify-settings-quiet-wrong = Enter time ranges such as 22:00-07:00, separated by commas.
notify-settings-test = Send test notification
notify-test-title = Bowerbird
notify-test-body = Desktop notifications work.
notify-test-shown = Test notification sent to the desktop.
notify-desktop-failed = Couldn't show desktop notifications: { $reason }

# Why the desktop does not show or open something
desktop-no-bus = there is no desktop session (no session bus)
desktop-no-service = the desktop has no service for this
desktop-no-opener = { $program } is not installed; on Linux, install the package xdg-utils
desktop-no-browser = no browser was found; install Firefox, Chromium or another browser and make it the default
desktop-refused = the desktop refused the request ({ $detail })
