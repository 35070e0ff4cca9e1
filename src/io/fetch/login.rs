//! Form logins.

use url::Url;

use crate::logic::messages::Message;

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
    /// There is no form that can be filled in.
    NoForm(Message),
}
