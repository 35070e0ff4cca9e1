# Accounts and cookies
account-logged-in = logged in
account-untried = untried
account-session-over = session over
account-spent-up = used up today
account-locked = locked
account-refused = refused
account-expired = expired
account-off = off
account-spent = { $user } has got its pages of today. It goes on after midnight (UTC); add another account, or raise its limit, to go on now.
account-in-use = { $user } is in use by a run. Test it when the run has ended.
account-no-cookies = There are no cookies of { $user } yet. Log in with a browser and bring its cookies.
account-no-header = The secret cannot be sent in the header { $header }: it holds signs that no header may have. Type it again.
account-cookies-brought = Cookies taken for { $user }: { $taken }. Left out, because they are of other sites or have run out: { $left }. Not readable: { $faults }.
account-cookie-fault = Line { $place }: { $text }
cookies-none = There are no cookies in this text. Export them from the browser, as a cookie file or as JSON.
cookies-no-name = This cookie has no name, or one with signs that no cookie may have.
cookies-value = The value of “{ $name }” holds signs that no cookie may have.
cookies-domain = The site of “{ $name }” is no name of a host.
cookies-fields = A line of a cookie file has seven fields between tabs; here are { $count }.
cookies-flag = The second and the fourth field are TRUE or FALSE.
cookies-time = The time at which the cookie ends is no time.
cookies-json = This is no JSON that holds cookies. Export them again.
cookies-entry = This entry is no cookie.
app-accounts-password = Password or token
app-accounts-password-tip = What the site wants: a password, or the token of an interface. It goes to the secrets. Left empty while changing an account, the old one stays.
app-accounts-limit = Pages a day
app-accounts-limit-tip = At most so many pages a day (UTC) with this account; empty for no bound.
app-accounts-expires = Ends on
app-accounts-expires-hint = 2027-01-31
app-accounts-expires-tip = The account is not used from this day on, as when a subscription ends; empty for never.
app-accounts-bad-terms = Pages a day are a whole number from 1, the end is a day such as 2027-01-31. Correct what is typed, or leave it empty.
app-accounts-editing = Changing { $user }
app-accounts-save = Save
app-accounts-cancel = Cancel
app-accounts-change = Change
app-accounts-cookies = Cookies from a browser
app-accounts-cookies-tip = For sites where you log in by hand, and for pages that ask for proof that you are a person
app-accounts-cookies-hint = Choose the site and name the account above, open the page in your browser, log in or pass what it asks for, export the cookies and paste them here: a cookie file, JSON, or the line after Cookie: in the developer tools.
app-accounts-cookies-text = Cookies
app-accounts-cookies-take = Take cookies
app-accounts-user-agent = User agent of the browser
app-accounts-user-agent-tip = Some sites tie cookies to it. The developer tools of the browser show it: navigator.userAgent
app-accounts-open-browser = Open page in browser
app-accounts-go-on = Run the site
app-accounts-chosen = Chosen: { $count }
app-accounts-on = Enable
app-accounts-needs-site = Choose the site of the account first.
app-accounts-needs-user = Type the user name first.
app-accounts-needs-password = Type the password first.
app-accounts-off = Disable
app-accounts-remove-chosen = Remove chosen
app-accounts-untick = Choose none
app-accounts-tick = Choose { $user }
app-accounts-last-login = Last login
app-accounts-ends = Ends
app-accounts-soon = { $time } – soon
app-accounts-today = Today
app-accounts-next-try = Next try
app-accounts-enabled-now = Accounts enabled: { $count }.
app-accounts-disabled-now = Accounts disabled: { $count }.
app-removed-accounts = { $count ->
    [one] The account { $user } is removed.
   *[other] { $count } accounts are removed.
}
cli-account-changed = Changed the account “{ $user }” of “{ $site }”.
cli-account-enabled = The account “{ $user }” of “{ $site }” is used again.
cli-account-disabled = The account “{ $user }” of “{ $site }” is not used any more.
cli-cookies-file = The cookie file { $path } cannot be read: { $reason }. Check the path, and that it is a text.
cli-head-last-login = LAST LOGIN
cli-head-ends = ENDS
cli-head-today = TODAY
cli-head-next-try = NEXT TRY
fetch-login-not-let-in = { $url } did not let the account in: its password, token or cookies are no longer good. Bring new ones; they are not tried again by themselves.
fetch-login-unknown-user = { $url } asks for the user again: the user name seems to be wrong. Correct it and test the account again.
rules-login-kind = “{ $text }” is no kind of login. Write form, basic, bearer, header or cookies.
rules-login-misplaced = { $key } says nothing with kind = "{ $kind }". Remove it, or choose another kind.
rules-login-empty = { $key } is empty. Fill it in, or remove it.

# The way in, in the window
account-recipe = Way in …
account-recipe-tip = How the accounts of this site get in: a form, a header, cookies
account-recipe-no-site = Choose a site first: its rule says how its accounts get in.
account-recipe-bad-rule = The rule of this site cannot be read. Correct it first.
account-recipe-hint = This is the [login] of the site's rule.
account-recipe-none = The rule names no way in: the form of the page is used that the site sends visitors to. Name another way here.
account-recipe-kind = Kind
account-recipe-url = Address
account-recipe-form-tip = The page with the form; when it is empty, the page that the site sends visitors to
account-recipe-members-tip = A page that only members see, by which a login is checked; the start when it is empty
account-recipe-header = Header
account-recipe-prefix = Before the secret
account-recipe-save = Write into the rule
account-kind-form = form (user, then password)
account-kind-basic = Basic authorization
account-kind-bearer = Bearer token
account-kind-header = header of its own
account-kind-cookies = cookies of a browser
account-cookies-choose = Choose a file …
account-cookies-dialog = A file with cookies
account-cookies-kind = Cookie files
account-cookie-file = { $path } is no file with cookies: { $reason }
app-accounts-filter = Filter accounts
app-accounts-test-chosen = Log in chosen
app-accounts-enable = Switch { $user } on or off
app-pools-tick-all = Choose all
app-pools-tick-all-tip = Chooses all that are shown (Ctrl+A)

# Lists of accounts
accounts-list = Import list …
accounts-list-tip = Many accounts of a site at once, from a text or a file
accounts-list-hint = Choose the site above. One account a line: user:password, or columns below a heading line such as user,password,limit,ends. An account that is there already gets the new password. Passwords go to the secrets.
accounts-list-text = List of accounts
accounts-list-import = Import
accounts-list-choose = Choose a list…
accounts-list-not-yet = Choose a site above, and paste a list or choose a file.
accounts-list-dialog = A list of accounts
accounts-list-kind = Lists of accounts
accounts-list-file = { $path } is no list of accounts: { $reason }
accounts-list-preview = { $count ->
    [one] 1 account,
   *[other] { $count } accounts,
} { $faults ->
    [0] all lines can be read.
    [one] 1 line cannot be read.
   *[other] { $faults } lines cannot be read.
}
accounts-list-done = Accounts: { $added } added, { $known } given a new password, { $faults } not readable.
accounts-list-would = Accounts: { $added } would be added, { $known } would be given a new password, { $faults } not readable.
accounts-list-parts = An account has a user and a password: user:password.
accounts-list-columns = The line has more fields than the heading.
accounts-list-limit = Pages a day are a whole number from 1.
accounts-list-ends = The end is a day such as 2027-01-31.
accounts-list-long = A list has at most { $lines } lines; the rest was left out.
cli-accounts-file = The list { $path } cannot be read: { $reason }. Check the path, and that it is a text.

# Where secrets may go
account-other-place = The password or cookies of { $user } were given for { $given }. “{ $site }” now wants them at { $wanted }, and they were not sent there. If that place is right, allow it: bowerbird account set { SHELL($site) } { SHELL($user) } --allow-host { $wanted }, or Change the account in Accounts. If not, correct the site's rule.
account-no-host = “{ $host }” names no host. Write an address, a host such as login.example.org, or host:port.
app-accounts-allow-host = Also for host
app-accounts-allow-host-tip = Password and cookies go only to the hosts that the site had when they were given. Name one more here, such as that of a single sign-on.
app-accounts-allow = Allow
app-accounts-for-hosts = The password goes to { $hosts } and nowhere else.
cli-account-hosts = Passwords given now are for { $hosts } and go nowhere else.
