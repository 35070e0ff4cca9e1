//! Form logins: fetch the page, fill in its form, send it, and see whether that worked. Flows in:
//! where the form is, user and password. Flows out: how it went; the login itself lives in the
//! session's cookies. Never tries a second time: sites lock accounts for that.

use std::sync::LazyLock;

use url::Url;

use super::error::shown;
use super::form::{self, FormFault};
use super::{FetchError, Fetched, Fetcher, Session};
use crate::io::secrets::Secret;
use crate::logic::messages::Message;
use crate::logic::page::{Page, decode, visible_text};

/// Where and how to log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginForm {
    /// Page with the form.
    pub url: Url,
    /// CSS of the form; the form with a password field when absent.
    pub form: Option<String>,
    /// Name of the user field; guessed when absent.
    pub user_field: Option<String>,
    /// Name of the password field; guessed when absent.
    pub password_field: Option<String>,
    /// CSS that matches only when logged in.
    pub success: Option<String>,
}

/// How a login went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The session is logged in.
    LoggedIn,
    /// User or password are wrong (the form came again).
    Refused(Message),
    /// The account is locked (429, or the page says so).
    Locked(Message),
    /// There is no form that can be filled in, or the site answers logins with an error.
    NoForm(Message),
}

/// Logs `session` in.
pub(super) async fn login(
    fetcher: &Fetcher,
    session: &Session,
    login: &LoginForm,
    user: &str,
    password: &Secret,
) -> Result<LoginOutcome, FetchError> {
    let known_here = session.cookie_line(&login.url).is_some();
    let page = fetcher.get(session, &login.url).await?;
    if known_here && sent_elsewhere(&page, login) {
        return Ok(LoginOutcome::LoggedIn);
    }
    let step = match before(&page, login, user, password) {
        Ok(step) => step,
        Err(outcome) => return Ok(outcome),
    };
    let from = page.url().unwrap_or(&login.url);
    let answer = if step.filled.post {
        let sent = &step.filled;
        fetcher
            .post_form(session, &sent.url, &sent.body, from)
            .await?
    } else {
        fetcher.get(session, &step.filled.url).await?
    };
    match after(&answer, login, step.says_locked) {
        Judged::Done(outcome) => Ok(outcome),
        Judged::LookAgain => {
            let again = fetcher.get(session, &login.url).await?;
            Ok(second_look(&again, login))
        }
    }
}

/// Whether the login page sends a visitor it knows on to a page without the form: that one is
/// logged in already. A sign of success decides better, where there is one.
fn sent_elsewhere(fetched: &Fetched, login: &LoginForm) -> bool {
    login.success.is_none()
        && fetched.url_chain.len() > 1
        && fetched.status < 300
        && !form::is_there(&Seen::of(fetched, login).page, login)
}

/// What is known before the form is sent.
struct Step {
    filled: form::Filled,
    /// Whether the untouched page already speaks of locks, as a warning to everybody.
    says_locked: bool,
}

/// Reads the login page. `Err` when that already is the outcome.
fn before(
    fetched: &Fetched,
    login: &LoginForm,
    user: &str,
    password: &Secret,
) -> Result<Step, LoginOutcome> {
    let seen = Seen::of(fetched, login);
    if fetched.status == 429 {
        return Err(LoginOutcome::Locked(seen.locked()));
    }
    if seen.succeeded().map_err(|f| seen.no_form(&f))? {
        return Err(LoginOutcome::LoggedIn);
    }
    let filled = form::fill(&seen.page, seen.encoding, login, user, password);
    match filled {
        Ok(filled) => Ok(Step {
            filled,
            says_locked: seen.says_locked(),
        }),
        Err(_) if fetched.status >= 400 => Err(LoginOutcome::NoForm(seen.status(fetched.status))),
        Err(fault) => Err(seen.no_form(&fault)),
    }
}

/// What the answer to the form tells.
enum Judged {
    Done(LoginOutcome),
    /// Neither success nor the form: the login page itself will tell.
    LookAgain,
}

fn after(fetched: &Fetched, login: &LoginForm, said_locked: bool) -> Judged {
    let seen = Seen::of(fetched, login);
    let failed = fetched.status >= 400;
    let form_again = form::is_there(&seen.page, login);
    let locked = matches!(fetched.status, 423 | 429)
        || ((failed || form_again) && !said_locked && seen.says_locked());
    let succeeded = login.success.is_some() && matches!(seen.succeeded(), Ok(true));
    Judged::Done(if succeeded && !failed {
        LoginOutcome::LoggedIn
    } else if locked {
        LoginOutcome::Locked(seen.locked())
    } else if fetched.status >= 500 {
        LoginOutcome::NoForm(seen.status(fetched.status))
    } else if form_again || fetched.status == 401 {
        LoginOutcome::Refused(seen.refused())
    } else if failed {
        LoginOutcome::NoForm(seen.status(fetched.status))
    } else if login.success.is_none() {
        LoginOutcome::LoggedIn
    } else {
        return Judged::LookAgain;
    })
}

/// The login page once more, after an answer that showed neither success nor the form. A form
/// there proves nothing: some sites show it to members too.
fn second_look(fetched: &Fetched, login: &LoginForm) -> LoginOutcome {
    let seen = Seen::of(fetched, login);
    match seen.succeeded() {
        Ok(true) => LoginOutcome::LoggedIn,
        Ok(false) => LoginOutcome::Refused(seen.without_sign()),
        Err(fault) => seen.no_form(&fault),
    }
}

/// A page as the login sees it.
struct Seen<'a> {
    page: Page,
    encoding: &'static str,
    login: &'a LoginForm,
    url: String,
}

impl<'a> Seen<'a> {
    fn of(fetched: &Fetched, login: &'a LoginForm) -> Self {
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        let url = fetched.url().unwrap_or(&login.url);
        Self {
            encoding: decoded.encoding,
            page: Page::parse_decoded(&decoded, url),
            login,
            url: shown(&login.url),
        }
    }

    /// Whether the sign of success is there; never without one.
    fn succeeded(&self) -> Result<bool, FormFault> {
        match &self.login.success {
            Some(css) => form::matches(&self.page, css),
            None => Ok(false),
        }
    }

    fn says_locked(&self) -> bool {
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
            .with("selector", self.login.success.clone().unwrap_or_default())
    }

    fn status(&self, status: u16) -> Message {
        Message::new("fetch-login-status")
            .with("url", self.url.as_str())
            .with("status", status.to_string())
    }
}

/// The phrases of `assets/login/locked.txt`.
static LOCKED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    include_str!("../../../assets/login/locked.txt")
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
