# Notifications about sites
notify-bell = { $count ->
    [0] Notices: nothing new
    [one] Notices: { $count } new
   *[other] Notices: { $count } new
}
notify-centre = Notices
notify-none = No notices yet.
notify-none-hint = When a site stops answering as it should, or works again, it is told here once.
notify-clear = Clear all
notify-show = Show { $site }
notify-well = { $site } works again
notify-trouble = { $site } has trouble
notify-needs-you = { $site } needs you
notify-many = { $count } sites changed
notify-more = { $count } more
notify-told = { $title }. { $body }
notify-settings = Notices
notify-settings-hint = Each change of a site is told once; many at once are told as one.
notify-settings-on = Tell when a site has trouble
notify-settings-recoveries = Tell when it works again, too
notify-settings-desktop = Also as a notification of the desktop
notify-settings-quiet = Quiet hours
notify-settings-quiet-hint = 22:00-07:00
notify-settings-quiet-wrong = Write times such as 22:00-07:00, several with commas.
notify-settings-test = Show a test notification
notify-test-title = Bowerbird
notify-test-body = Notifications of the desktop work.
notify-test-shown = The desktop shows a test notification.
notify-desktop-failed = The desktop shows no notifications: { $reason }
