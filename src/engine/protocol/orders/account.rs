//! What the faces may ask of the account pool.

use serde::Serialize;

use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AccountId, AccountTerms, SiteId};
use bowerbird_logic::pools::cookies::CookieFault;

/// A command about the account pool. Whatever changes it leads to `PoolsChanged`.
#[derive(Clone, Debug, PartialEq)]
pub enum AccountOrder {
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
    /// Sets limit, end and user agent again; a new password makes a refused account one that
    /// was never tried.
    Change {
        /// Which.
        account: AccountId,
        /// The new password; the old one stays when absent.
        password: Option<Secret>,
        /// The new terms.
        terms: AccountTerms,
    },
    /// Lets password and cookies of an account go to one more place, which the person names: an
    /// address, `host`, or `host:port`.
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
    /// Logs accounts in, those of one site one after the other → `AccountTested` for each.
    TestAll {
        /// Which.
        accounts: Vec<AccountId>,
    },
    /// Takes cookies from a browser → `CookiesBrought`.
    BringCookies {
        /// Of which site.
        site: SiteId,
        /// For which user; the account is added when it is not there.
        user: String,
        /// The text of a cookie file, or of a browser's export.
        text: Secret,
        /// The browser's user agent, to which sites may tie cookies.
        user_agent: Option<String>,
    },
    /// Reads a list of users and passwords into the pool → `AccountsImported`.
    Import {
        /// Of which site.
        site: SiteId,
        /// The text of the list.
        text: Secret,
        /// Only say what would be done.
        dry_run: bool,
    },
}

/// An account that a person adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDraft {
    /// Its site.
    pub site: SiteId,
    /// User name there.
    pub user: String,
    /// Password, or the token; none for an account that lives by cookies.
    pub password: Option<Secret>,
    /// What the person settles.
    pub terms: AccountTerms,
}

/// What came of cookies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CookiesBrought {
    /// For which account.
    pub user: String,
    /// Cookies taken.
    pub taken: usize,
    /// Cookies of other sites, or that have run out.
    pub left: usize,
    /// What could not be read.
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

/// What came of a list of accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportedAccounts {
    /// Users of accounts that are new.
    pub added: Vec<String>,
    /// Users of accounts that were there; their passwords are those of the list now.
    pub known: Vec<String>,
    /// Lines, from 1, that say no account, and why.
    pub faults: Vec<(usize, Message)>,
    /// Whether nothing was done about it.
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
