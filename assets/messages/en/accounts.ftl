# Accounts and cookies
account-logged-in = logged in
account-untried = untested
account-session-over = session expired
account-spent-up = limit reached
account-locked = locked
account-refused = refused
account-expired = expired
account-off = off
account-spent = { $user } has reached today's page limit. The account can be used again after midnight (UTC); to continue now, add another account or raise the limit.
account-in-use = { $user } is in use by a run. Test it after the run.
app-accounts-login-page = Login page
app-accounts-login-page-tip = The page with the login form. If empty, the login uses the page that the site redirects to.
app-accounts-for-page = This account is for { $url }; the page reopens once you add it.
app-accounts-back-to-page = Back to the page
app-accounts-new-site = New site: { $site }
account-not-shared = The password of { $user } was entered for { $given }, so it is not used for “{ $site }”. Add an account for that site.
page-account-in-use = { $user } is in use by a run. Reload the page after the run.
account-no-cookies = { $user } has no cookies yet. Log in with a browser and import its cookies.
account-no-header = The secret cannot be sent in the header { $header }: it contains characters not allowed in headers. Enter it again.
account-window-no-page = No page to open for “{ $site }”: its rule has no start address. Add a start address or a login page to the rule.
account-cookies-brought = Cookies imported for { $user }: { $taken }. Skipped, because they expired or belong to other sites: { $left }. Unreadable: { $faults }.
account-cookie-fault = Line or entry { $place }: { $text }
cookies-none = This text contains no cookies. Export them from the browser as a cookie file or as JSON.
cookies-no-name = This cookie has no name, or a name with invalid characters.
cookies-value = The value of “{ $name }” contains invalid characters.
cookies-domain = The domain of “{ $name }” is not a host name.
cookies-fields = A cookie file line has seven fields separated by tabs; this one has { $count }.
cookies-flag = The second and fourth fields must be TRUE or FALSE.
cookies-time = The expiry time of this cookie is not valid.
cookies-json = This JSON contains no cookies. Export them again.
cookies-entry = This entry is not a cookie.
app-accounts-password = Password or token
app-accounts-password-tip = A password or an API token, whichever the site requires. It is stored in the system keychain or an encrypted file. Leave the field empty to keep the old one.
app-accounts-limit = Pages per day
app-accounts-limit-tip = Maximum pages per day (UTC) with this account; empty for no limit
app-accounts-expires = Ends on
app-accounts-expires-hint = 2027-01-31
app-accounts-expires-tip = The account is not used from this day on, for example after a subscription ends; empty for no end date
app-accounts-bad-terms = “Pages per day” must be a whole number of at least 1, and “Ends on” a date such as 2027-01-31. Correct them or leave them empty.
app-accounts-editing = Editing { $user }
app-accounts-save = Save
app-accounts-cancel = Cancel
app-accounts-change = Change
app-accounts-cookies = Log in manually…
app-accounts-cookies-tip = For sites you log in to yourself, and pages that check whether you are human
app-accounts-window = Log in with a browser window…
app-accounts-window-hint = Select the site and account above. The site opens in a window of your browser, with a temporary profile and the site's proxy. Log in there or complete the site's check; the account then gets the window's cookies.
app-accounts-window-open = A browser window shows { $host }. Log in or complete the check there, then choose “Use these cookies” or close the window.
app-accounts-window-done = Use these cookies
app-accounts-window-cancel = Cancel
app-accounts-window-needs = Select a site and enter a user name first.
app-accounts-cookies-hint = Or open the page in your own browser, log in or complete its check, then export the cookies and paste them here: a cookie file, JSON, or the text after “Cookie:” in the developer tools.
app-accounts-cookies-text = Cookies
app-accounts-cookies-take = Import cookies
app-accounts-user-agent = Browser user agent
app-accounts-user-agent-tip = Some sites bind cookies to it. To see it, enter navigator.userAgent in the console of the browser's developer tools.
app-accounts-open-browser = Open page in browser
app-accounts-go-on = Run site
app-accounts-chosen = { $count } selected
app-accounts-on = Enable
app-accounts-needs-site = Select the account's site first.
app-accounts-needs-user = Enter the user name first.
app-accounts-needs-password = Enter the password first.
app-accounts-off = Disable
app-accounts-remove-chosen = Remove selected
app-accounts-untick = Deselect
app-accounts-tick = Select { $user }
app-accounts-last-login = Last login
app-accounts-ends = Ends
app-accounts-soon = { $time } (soon)
app-accounts-today = Today
app-accounts-next-try = Next attempt
app-accounts-enabled-now = { $count ->
    [one] 1 account enabled.
   *[other] { $count } accounts enabled.
}
app-accounts-disabled-now = { $count ->
    [one] 1 account disabled.
   *[other] { $count } accounts disabled.
}
app-removed-accounts = { $count ->
    [one] Account { $user } removed.
   *[other] { $count } accounts removed.
}
cli-account-changed = Changed the account “{ $user }” for “{ $site }”.
cli-account-enabled = Enabled the account “{ $user }” for “{ $site }”.
cli-account-disabled = Disabled the account “{ $user }” for “{ $site }”.
cli-cookies-file = Couldn't read the cookie file { $path }: { $reason }. Check that it exists and is a text file.
cli-head-last-login = LAST LOGIN
cli-head-ends = ENDS
cli-head-today = TODAY
cli-head-next-try = NEXT ATTEMPT
fetch-login-not-let-in = { $url } rejected the account: its password, token or cookies are no longer valid. Enter new ones; the old ones are not retried automatically.
fetch-login-unknown-user = { $url } asks for the user name again, so the user name seems to be wrong. Correct it and test the account again.
rules-login-kind = “{ $text }” is not a login kind. Use form, basic, bearer, header or cookies.
rules-login-misplaced = { $key } has no effect with kind = "{ $kind }". Remove it, or choose another kind.
rules-login-empty = { $key } is empty. Fill it in, or remove it.

# The way in, in the window
account-recipe = Login method…
account-recipe-tip = How this site's accounts log in: a form, a header, cookies
account-recipe-no-site = Select a site first: its rule says how its accounts log in.
account-recipe-bad-rule = This site's rule is not valid. Correct it first.
account-recipe-hint = This is the [login] section of the site's rule.
account-recipe-none = The rule has no login method, so accounts use the login page that the site redirects to. Set another method here.
account-recipe-kind = Kind
account-recipe-url = Address
account-recipe-form-tip = The page with the login form; if empty, the page that the site redirects to
account-recipe-members-tip = A page only members can open, used to check the login; if empty, the start page
account-recipe-header = Header
account-recipe-prefix = Prefix
account-recipe-save = Save to rule
account-kind-form = Form (user, then password)
account-kind-basic = Basic authentication
account-kind-bearer = Bearer token
account-kind-header = Custom header
account-kind-cookies = Browser cookies
account-cookies-choose = Choose file…
account-cookies-dialog = Choose a cookie file
account-cookies-kind = Cookie files
account-cookie-file = { $path } is not a cookie file: { $reason }
app-accounts-filter = Filter accounts
app-accounts-test-chosen = Log in with selected accounts
app-accounts-enable = Enable or disable { $user }
app-pools-tick-all = Select all
app-pools-tick-all-tip = Select all shown (Ctrl+A)

# Lists of accounts
accounts-list = Import list…
accounts-list-tip = Import many accounts for a site at once, from pasted text or a file
accounts-list-hint = Select the site above. One account per line: user:password, or columns below a header line such as user,password,limit,ends. Known accounts get the new password. Passwords are stored in the system keychain or an encrypted file.
accounts-list-text = Account list
accounts-list-import = Import
accounts-list-choose = Choose list…
accounts-list-not-yet = Select a site above, then paste a list or choose a file.
accounts-list-dialog = Choose an account list
accounts-list-kind = Account lists
accounts-list-file = { $path } is not an account list: { $reason }
accounts-list-preview = { $count ->
    [one] 1 account;
   *[other] { $count } accounts;
} { $faults ->
    [0] all lines can be read.
    [one] 1 line cannot be read.
   *[other] { $faults } lines cannot be read.
}
accounts-list-done = Accounts: { $added } added, { $known } given a new password, { $faults } unreadable.
accounts-list-would = Accounts: { $added } would be added, { $known } would get a new password, { $faults } unreadable.
accounts-list-parts = An account needs a user name and a password: user:password.
accounts-list-columns = The line has more columns than the header line.
accounts-list-limit = Pages per day must be a whole number of at least 1.
accounts-list-ends = The end date must be written like 2027-01-31.
accounts-list-long = A list can have up to { $lines } lines; the rest was skipped.
cli-accounts-file = Couldn't read the list { $path }: { $reason }. Check that it exists and is a text file.

# Where secrets may go
account-other-place = The password or cookies of { $user } were entered for { $given }. “{ $site }” now requests them for { $wanted }, so they were not sent. If that host is right, allow it: bowerbird account set { SHELL($site) } { SHELL($user) } --allow-host { $wanted }, or use “Change” in Accounts. If not, correct the site's rule.
account-no-host = “{ $host }” is not a host. Enter an address, a host such as login.example.org, or host:port.
app-accounts-allow-host = Additional host
app-accounts-allow-host-tip = Password and cookies are sent only to the hosts that the site used when you entered them. Add another host here, such as that of a single sign-on service.
app-accounts-allow = Allow
app-accounts-for-hosts = The password is sent only to { $hosts }.
cli-account-window = A browser window shows { $host }. Log in or complete the check there, then close the window. Press Ctrl+C to cancel without saving the cookies.
cli-account-hosts = New passwords are sent only to { $hosts }.
