//! Accounts in use by a run or a test: a site that sees one account twice at once considers it
//! shared, or stolen.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bowerbird_logic::model::AccountId;

/// The accounts in use.
#[derive(Default)]
pub(crate) struct AccountsInUse(Mutex<HashSet<AccountId>>);

impl AccountsInUse {
    /// Reserves an account; returns false if it is in use.
    pub(crate) fn take(&self, account: AccountId) -> bool {
        self.kept().insert(account)
    }

    /// Releases it.
    pub(crate) fn release(&self, account: AccountId) {
        self.kept().remove(&account);
    }

    /// All accounts in use.
    pub(crate) fn all(&self) -> HashSet<AccountId> {
        self.kept().clone()
    }

    fn kept(&self) -> MutexGuard<'_, HashSet<AccountId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
