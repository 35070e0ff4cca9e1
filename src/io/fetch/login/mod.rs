//! Form logins: fetches the page, fills in its form, sends it, and checks the result. Input: the
//! form's place, user and password. Output: the outcome; the login itself is stored in the
//! session's cookies. Never sends a form twice: sites lock accounts for that.
//!
//! Below: login forms on pages.

pub(super) mod form;

use std::sync::LazyLock;

use url::Url;

use super::error::{shown, without_query};
use super::{FetchError, Fetched, Fetcher, RobotsPolicy, Session};
use crate::secrets::{BoundSecret, OutOfScope};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{Page, decode, visible_text};
use form::FormFault;

/// Where and how to log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginForm {
    /// Page with the form.
    pub url: Url,
    /// CSS of the form; the form with a password field when absent.
    pub form: Option<String>,
    /// Name of the user field; detected when absent.
    pub user_field: Option<String>,
    /// Name of the password field; detected when absent.
    pub password_field: Option<String>,
    /// CSS that matches only when logged in.
    pub success: Option<String>,
    /// Further signs of success or failure.
    pub signs: LoginSigns,
    /// Further fields of the form.
    pub fields: Vec<(String, String)>,
}

impl LoginForm {
    /// A form at `url` with nothing else known.
    pub fn at(url: Url) -> Self {
        Self {
            url,
            form: None,
            user_field: None,
            password_field: None,
            success: None,
            signs: LoginSigns::default(),
            fields: Vec::new(),
        }
    }
}

/// Signs of a login's outcome, beside the CSS of success. All signs of success must be present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoginSigns {
    /// Text that only members can see.
    pub success_text: Option<String>,
    /// Name of a cookie that only members have.
    pub success_cookie: Option<String>,
    /// Status of the last answer.
    pub success_status: Option<u16>,
    /// CSS that matches only when user or password are wrong.
    pub failure: Option<String>,
    /// Text that is shown only then.
    pub failure_text: Option<String>,
}

/// The outcome of a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The session is logged in.
    LoggedIn,
    /// User or password are wrong (the form was shown again).
    Refused(Message),
    /// The account is locked (429, or the page says so).
    Locked(Message),
    /// There is no form that can be filled in, or the site answers logins with an error.
    NoForm(Message),
    /// The form is at, or is sent to, a place that the password was not given for. It was not sent.
    Elsewhere(OutOfScope),
}

/// Why a login stops early.
enum Halt {
    Fetch(FetchError),
    Done(LoginOutcome),
}

impl From<FetchError> for Halt {
    fn from(error: FetchError) -> Self {
        Self::Fetch(error)
    }
}

impl From<OutOfScope> for Halt {
    fn from(fault: OutOfScope) -> Self {
        Self::Done(LoginOutcome::Elsewhere(fault))
    }
}

/// Logs `session` in.
pub(super) async fn login(
    fetcher: &Fetcher,
    session: &Session,
    login: &LoginForm,
    user: &str,
    password: &BoundSecret,
) -> Result<LoginOutcome, FetchError> {
    match steps(fetcher, session, login, user, password).await {
        Ok(outcome) | Err(Halt::Done(outcome)) => Ok(outcome),
        // A site may put anything into the addresses of a login.
        Err(Halt::Fetch(error)) => Err(error.without_query()),
    }
}

async fn steps(
    fetcher: &Fetcher,
    session: &Session,
    login: &LoginForm,
    user: &str,
    password: &BoundSecret,
) -> Result<LoginOutcome, Halt> {
    // A login acts for a person, so robots.txt does not apply.
    let session = &session.with_robots(RobotsPolicy::Ignored);
    password.for_url(&login.url)?;
    let known_here = session.cookie_line(&login.url).is_some();
    let page = page_of_form(fetcher, session, login).await?;
    if known_here && sent_elsewhere(&page, session, login) {
        return Ok(LoginOutcome::LoggedIn);
    }
    let (page, which) = match first_of_two(&page, session, login, user) {
        Some(filled) => {
            let next = send(fetcher, session, &page, login, &filled, password).await?;
            if let Some(outcome) = after_user(&next, session, login) {
                return Ok(outcome);
            }
            (next, form::Step::Second)
        }
        None => (page, form::Step::Whole),
    };
    let step = match before(&page, session, login, (user, password), which) {
        Ok(step) => step,
        Err(outcome) => return Ok(outcome),
    };
    let answer = match send(fetcher, session, &page, login, &step.filled, password).await {
        // The form was accepted, but the answer is incomplete. It is not sent again.
        Err(Halt::Fetch(error @ FetchError::Incomplete { .. })) => {
            return match check_login(fetcher, session, login).await {
                Ok(LoginOutcome::LoggedIn) => Ok(LoginOutcome::LoggedIn),
                _ => Err(error.into()),
            };
        }
        sent => sent?,
    };
    match after(&answer, session, login, step.says_locked) {
        Judged::Done(outcome) => Ok(outcome),
        Judged::LookAgain => {
            let again = fetcher.get(session, &login.url).await?;
            Ok(recheck(&again, session, login))
        }
    }
}

/// Fetches the page with the form. Nothing was sent yet, so an incomplete answer is requested once
/// more.
async fn page_of_form(
    fetcher: &Fetcher,
    session: &Session,
    login: &LoginForm,
) -> Result<Fetched, FetchError> {
    match fetcher.get(session, &login.url).await {
        Err(FetchError::Incomplete { .. }) => fetcher.get(session, &login.url).await,
        answered => answered,
    }
}

/// Checks a session that needs no form (secret header, imported cookies) on a page that only
/// members can see.
pub(super) async fn check_login(
    fetcher: &Fetcher,
    session: &Session,
    login: &LoginForm,
) -> Result<LoginOutcome, FetchError> {
    let session = &session.with_robots(RobotsPolicy::Ignored);
    let fetched = fetcher.get(session, &login.url).await;
    let fetched = fetched.map_err(FetchError::without_query)?;
    let seen = LoginPage::of(&fetched, session, login);
    Ok(match fetched.status {
        423 | 429 => LoginOutcome::Locked(seen.locked()),
        401 | 403 => LoginOutcome::Refused(seen.not_let_in()),
        status if status >= 400 => LoginOutcome::NoForm(seen.status(status)),
        _ if form::is_there(&seen.page, login) && !seen.has_signs() => {
            LoginOutcome::Refused(seen.not_let_in())
        }
        _ => match seen.succeeded() {
            Ok(true) => LoginOutcome::LoggedIn,
            Ok(false) if seen.has_signs() => LoginOutcome::Refused(seen.without_sign()),
            Ok(false) => LoginOutcome::LoggedIn,
            Err(fault) => seen.no_form(&fault),
        },
    })
}

/// Sends the filled form. This is the only place that sends a form, so page, action and redirects
/// are always checked against the places that the password was given for. The user name is sent
/// nowhere else either.
async fn send(
    fetcher: &Fetcher,
    session: &Session,
    page: &Fetched,
    login: &LoginForm,
    sent: &form::Filled,
    password: &BoundSecret,
) -> Result<Fetched, Halt> {
    let from = page.url().unwrap_or(&login.url);
    password.for_url(from)?;
    password.for_url(&sent.url)?;
    if !sent.post {
        return Ok(fetcher.get(session, &sent.url).await?);
    }
    let scope = password.scope();
    let answer = fetcher.post_login(session, sent, from, scope).await?;
    let wants_it_again = matches!(answer.status, 307 | 308);
    let at = answer.url().unwrap_or(&sent.url);
    let next = answer.header("location").and_then(|to| at.join(to).ok());
    if let Some(next) = next.filter(|_| wants_it_again) {
        password.for_url(&next)?;
    }
    Ok(answer)
}

/// The form of a page that first asks for the user only and shows no password field yet.
fn first_of_two(
    fetched: &Fetched,
    session: &Session,
    login: &LoginForm,
    user: &str,
) -> Option<form::Filled> {
    let seen = LoginPage::of(fetched, session, login);
    if fetched.status >= 400 || !form::asks_user_only(&seen.page, login) {
        return None;
    }
    form::fill_user(&seen.page, seen.encoding, login, user).ok()
}

/// What the answer to the user name alone means, if it asks for no password.
fn after_user(fetched: &Fetched, session: &Session, login: &LoginForm) -> Option<LoginOutcome> {
    let seen = LoginPage::of(fetched, session, login);
    let again = form::asks_user_only(&seen.page, login);
    match fetched.status {
        423 | 429 => Some(LoginOutcome::Locked(seen.locked())),
        status if status >= 400 => Some(LoginOutcome::NoForm(seen.status(status))),
        _ if again => Some(LoginOutcome::Refused(seen.unknown_user())),
        _ => None,
    }
}

/// Whether the login page redirects a known visitor to a page without the form: then the session is
/// already logged in. A sign of success, if there is one, is more reliable.
fn sent_elsewhere(fetched: &Fetched, session: &Session, login: &LoginForm) -> bool {
    let seen = LoginPage::of(fetched, session, login);
    !seen.has_signs()
        && fetched.url_chain.len() > 1
        && fetched.status < 300
        && !form::is_there(&seen.page, login)
        && !form::asks_user_only(&seen.page, login)
}

/// What is known before the form is sent.
struct Step {
    filled: form::Filled,
    /// Whether the page mentions locks before the login, as a warning to everybody.
    says_locked: bool,
}

/// Parses the login page. `Err` when that already gives the outcome.
fn before(
    fetched: &Fetched,
    session: &Session,
    login: &LoginForm,
    (user, password): (&str, &BoundSecret),
    which: form::Step,
) -> Result<Step, LoginOutcome> {
    let seen = LoginPage::of(fetched, session, login);
    if fetched.status == 429 {
        return Err(LoginOutcome::Locked(seen.locked()));
    }
    if which == form::Step::Whole && seen.succeeded().map_err(|f| seen.no_form(&f))? {
        return Err(LoginOutcome::LoggedIn);
    }
    let at = fetched.url().unwrap_or(&login.url);
    let secret = password.for_url(at).map_err(LoginOutcome::Elsewhere)?;
    let filled = form::fill(&seen.page, seen.encoding, login, user, secret, which);
    match filled {
        Ok(filled) => Ok(Step {
            filled,
            says_locked: seen.has_lock_phrase(),
        }),
        Err(_) if fetched.status >= 400 => Err(LoginOutcome::NoForm(seen.status(fetched.status))),
        Err(fault) => Err(seen.no_form(&fault)),
    }
}

/// The result of checking the answer to the form.
enum Judged {
    Done(LoginOutcome),
    /// Neither success nor the form: the login page itself must be checked.
    LookAgain,
}

fn after(fetched: &Fetched, session: &Session, login: &LoginForm, said_locked: bool) -> Judged {
    let seen = LoginPage::of(fetched, session, login);
    let failed = fetched.status >= 400;
    let form_again = form::is_there(&seen.page, login);
    let locked = matches!(fetched.status, 423 | 429)
        || ((failed || form_again) && !said_locked && seen.has_lock_phrase());
    let succeeded = matches!(seen.succeeded(), Ok(true));
    let wanted = login.signs.success_status == Some(fetched.status);
    Judged::Done(if succeeded && (!failed || wanted) {
        LoginOutcome::LoggedIn
    } else if locked {
        LoginOutcome::Locked(seen.locked())
    } else if fetched.status >= 500 {
        LoginOutcome::NoForm(seen.status(fetched.status))
    } else if form_again || fetched.status == 401 || seen.has_failure_sign() {
        LoginOutcome::Refused(seen.refused())
    } else if failed {
        LoginOutcome::NoForm(seen.status(fetched.status))
    } else if !seen.has_signs() {
        LoginOutcome::LoggedIn
    } else {
        return Judged::LookAgain;
    })
}

/// Checks the login page once more, after an answer with neither success nor the form. A form there
/// proves nothing: some sites show it to members too.
fn recheck(fetched: &Fetched, session: &Session, login: &LoginForm) -> LoginOutcome {
    let seen = LoginPage::of(fetched, session, login);
    match seen.succeeded() {
        Ok(true) => LoginOutcome::LoggedIn,
        Ok(false) => LoginOutcome::Refused(seen.without_sign()),
        Err(fault) => seen.no_form(&fault),
    }
}

/// A page with the data that login checks need.
struct LoginPage<'a> {
    page: Page,
    encoding: &'static str,
    login: &'a LoginForm,
    url: String,
    status: u16,
    /// Whether the cookie of success exists.
    cookie: bool,
}

impl<'a> LoginPage<'a> {
    fn of(fetched: &Fetched, session: &Session, login: &'a LoginForm) -> Self {
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        let url = fetched.url().unwrap_or(&login.url);
        Self {
            encoding: decoded.encoding,
            page: Page::parse_decoded(&decoded, url),
            login,
            url: shown(&without_query(&login.url)),
            status: fetched.status,
            cookie: login.signs.success_cookie.as_ref().is_some_and(|name| {
                session.has_cookie(&login.url, name) || session.has_cookie(url, name)
            }),
        }
    }

    /// Whether the rule defines signs of success.
    fn has_signs(&self) -> bool {
        let signs = &self.login.signs;
        self.login.success.is_some()
            || signs.success_text.is_some()
            || signs.success_cookie.is_some()
            || signs.success_status.is_some()
    }

    /// Whether all signs of success are present; false if there are none.
    fn succeeded(&self) -> Result<bool, FormFault> {
        let signs = &self.login.signs;
        let css = match &self.login.success {
            Some(css) => form::matches(&self.page, css)?,
            None => true,
        };
        let text = signs.success_text.as_ref();
        Ok(self.has_signs()
            && css
            && text.is_none_or(|text| self.contains_text(text))
            && (signs.success_cookie.is_none() || self.cookie)
            && signs
                .success_status
                .is_none_or(|status| status == self.status))
    }

    /// Whether a sign of failure is present.
    fn has_failure_sign(&self) -> bool {
        let signs = &self.login.signs;
        let css = signs.failure.as_ref();
        css.is_some_and(|css| matches!(form::matches(&self.page, css), Ok(true)))
            || signs
                .failure_text
                .as_ref()
                .is_some_and(|text| self.contains_text(text))
    }

    fn contains_text(&self, wanted: &str) -> bool {
        let text = visible_text(&self.page).to_lowercase();
        text.contains(&wanted.trim().to_lowercase())
    }

    fn has_lock_phrase(&self) -> bool {
        let text = visible_text(&self.page).to_lowercase();
        LOCKED.iter().any(|phrase| text.contains(phrase))
    }

    fn no_form(&self, fault: &FormFault) -> LoginOutcome {
        LoginOutcome::NoForm(fault.message(&self.url))
    }

    fn locked(&self) -> Message {
        Message::new("fetch-login-locked").with("url", self.url.as_str())
    }

    fn refused(&self) -> Message {
        Message::new("fetch-login-refused").with("url", self.url.as_str())
    }

    fn without_sign(&self) -> Message {
        Message::new("fetch-login-no-sign")
            .with("url", self.url.as_str())
            .with("selector", self.sign_names())
    }

    /// The signs of success as written in the rule.
    fn sign_names(&self) -> String {
        let signs = &self.login.signs;
        let status = signs.success_status.map(|status| status.to_string());
        let all = [
            self.login.success.clone(),
            signs.success_text.clone(),
            signs.success_cookie.clone(),
            status,
        ];
        let named: Vec<String> = all.into_iter().flatten().collect();
        named.join(", ")
    }

    fn not_let_in(&self) -> Message {
        Message::new("fetch-login-not-let-in").with("url", self.url.as_str())
    }

    fn unknown_user(&self) -> Message {
        Message::new("fetch-login-unknown-user").with("url", self.url.as_str())
    }

    fn status(&self, status: u16) -> Message {
        Message::new("fetch-login-status")
            .with("url", self.url.as_str())
            .with("status", status.to_string())
    }
}

/// The phrases of `assets/login/account-locked-phrases.txt`.
static LOCKED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    include_str!("../../../../assets/login/account-locked-phrases.txt")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phrases_load_and_are_lower_case() {
        assert!(LOCKED.len() > 20);
        for phrase in LOCKED.iter() {
            assert_eq!(*phrase, phrase.to_lowercase());
        }
    }
}
