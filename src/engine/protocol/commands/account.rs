//! Account pool commands of the front ends.

use serde::Serialize;

use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AccountId, AccountTerms, SiteId};
use bowerbird_logic::policy::pools::cookies::CookieFault;

/// A command about the account pool. Every change leads to `PoolsChanged`.
#[derive(Clone, Debug, PartialEq)]
pub enum AccountCommand {
    /// Adds an account.
    Add(AccountDraft),
    /// Removes accounts with their secrets.
    Remove {
        /// Which.
        accounts: Vec<AccountId>,
    },
    /// Turns accounts on or off.
    Enable {
        /// Which.
        accounts: Vec<AccountId>,
        /// On or off.
        enabled: bool,
    },
    /// Replaces limit, end and user agent; a new password marks a refused account as untried.
    Change {
        /// Which.
        account: AccountId,
        /// The new password; the old one stays when absent.
        password: Option<Secret>,
        /// The new terms.
        terms: AccountTerms,
    },
    /// Allows password and cookies of an account at one more place, given by the user: an address,
    /// `host`, or `host:port`.
    AllowHost {
        /// Which.
        account: AccountId,
        /// The place.
        host: String,
    },
    /// Logs an account in → `AccountTested`.
    Test {
        /// Which.
        account: AccountId,
    },
    /// Logs accounts in, those of one site in sequence → `AccountTested` for each.
    TestAll {
        /// Which.
        accounts: Vec<AccountId>,
    },
    /// Imports cookies from a browser → `CookiesBrought`.
    BringCookies {
        /// The site.
        site: SiteId,
        /// The user; the account is added if it does not exist.
        user: String,
        /// The text of a cookie file, or of a browser's export.
        text: Secret,
        /// The browser's user agent, which sites may bind cookies to.
        user_agent: Option<String>,
    },
    /// Opens the site in a window of the browser, for the user to log in there or to answer what the
    /// site asks → `LoginWindow`. An earlier window is closed.
    OpenLoginWindow {
        /// The site.
        site: SiteId,
        /// The user; the account is added if it does not exist.
        user: String,
        /// The page; by default the one that caused the site's state, the one with the login form,
        /// or the start page.
        url: Option<String>,
    },
    /// Imports the cookies of the open login window, and closes it → `CookiesBrought`,
    /// `LoginWindow`. So does the user who closes the window.
    TakeLoginCookies,
    /// Closes the login window without its cookies → `LoginWindow`.
    CloseLoginWindow,
    /// Imports a list of users and passwords into the pool → `AccountsImported`.
    Import {
        /// The site.
        site: SiteId,
        /// The text of the list.
        text: Secret,
        /// Only report what would be done.
        dry_run: bool,
    },
}

impl AccountCommand {
    /// The site that it gives an account or a login.
    pub(crate) fn new_account(&self) -> Option<SiteId> {
        match self {
            Self::Add(draft) => Some(draft.site),
            Self::BringCookies { site, .. } => Some(*site),
            _ => None,
        }
    }
}

/// An account that a person adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDraft {
    /// Its site.
    pub site: SiteId,
    /// User name there.
    pub user: String,
    /// Password, or token; `None` for an account with cookies only.
    pub password: Option<Secret>,
    /// The user's terms.
    pub terms: AccountTerms,
}

/// A browser window in which the user logs in to a site, or answers what it asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoginWindow {
    /// The site.
    pub site: SiteId,
    /// The account that gets its cookies; empty if the site's own session gets them.
    pub user: String,
    /// The host that it opened.
    pub host: String,
    /// Whether a run waits for what the user does in it.
    pub answers: bool,
    /// Whether it is open.
    pub is_open: bool,
    /// Tells one window from the one before it.
    pub number: u64,
    /// Whether the run goes on with what the user did in it.
    pub is_answered: bool,
    /// Why it could not be opened, or its cookies could not be kept.
    pub fault: Option<Message>,
}

/// The result of importing cookies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CookiesBrought {
    /// The account's user.
    pub user: String,
    /// Cookies imported.
    pub taken: usize,
    /// Cookies of other sites, or expired ones.
    pub left: usize,
    /// What could not be parsed.
    pub faults: Vec<CookieFault>,
}

impl CookiesBrought {
    /// In words.
    pub fn message(&self) -> Message {
        Message::new("account-cookies-brought")
            .with("user", self.user.as_str())
            .with("taken", self.taken)
            .with("left", self.left)
            .with("faults", self.faults.len())
    }
}

/// The result of importing accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportedAccounts {
    /// Users of new accounts.
    pub added: Vec<String>,
    /// Users of existing accounts; their passwords are replaced by those of the list.
    pub known: Vec<String>,
    /// Lines, from 1, without a valid account, and why.
    pub faults: Vec<(usize, Message)>,
    /// Whether nothing was changed.
    pub dry_run: bool,
}

impl ImportedAccounts {
    /// In words.
    pub fn message(&self) -> Message {
        let id = match self.dry_run {
            true => "accounts-list-would",
            false => "accounts-list-done",
        };
        Message::new(id)
            .with("added", self.added.len())
            .with("known", self.known.len())
            .with("faults", self.faults.len())
    }
}
