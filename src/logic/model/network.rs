//! Accounts of the pool. Passwords are not in here: they live in `io::secrets`
//! under the name of their owner.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{AccountId, SiteId};
use crate::logic::messages::Message;

/// Whether an account is logged in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginState {
    /// Never tried.
    #[default]
    Untried,
    /// The last login went well.
    LoggedIn,
    /// The site refused user or password.
    Refused,
    /// The site locked the account; it rests.
    Locked,
}

/// An account of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// The site it belongs to.
    pub site: SiteId,
    /// Name of that site.
    pub site_name: String,
    /// User name at the site; the password is the secret `account:SITE:USER`.
    pub user: String,
    /// Whether the pool hands it out.
    pub enabled: bool,
    /// Whether it is logged in.
    pub state: LoginState,
    /// Not used before this time.
    pub rest_until: Option<Timestamp>,
    /// Why it does not work.
    pub fault: Option<Message>,
}
