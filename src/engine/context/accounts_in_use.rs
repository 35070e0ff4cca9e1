//! Accounts that a run or a test has at the moment: a site that sees one account twice at once
//! takes it for shared, or stolen.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bowerbird_logic::model::AccountId;

/// The accounts that somebody has.
#[derive(Default)]
pub(crate) struct AccountsInUse(Mutex<HashSet<AccountId>>);

impl AccountsInUse {
    /// Takes an account; false when somebody has it.
    pub(crate) fn take(&self, account: AccountId) -> bool {
        self.kept().insert(account)
    }

    /// Gives it back.
    pub(crate) fn release(&self, account: AccountId) {
        self.kept().remove(&account);
    }

    /// All that somebody has.
    pub(crate) fn all(&self) -> HashSet<AccountId> {
        self.kept().clone()
    }

    fn kept(&self) -> MutexGuard<'_, HashSet<AccountId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
