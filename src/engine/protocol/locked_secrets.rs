//! Passwords of the pools that cannot be read without the passphrase.

use std::collections::BTreeSet;

use serde::Serialize;

use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AccountId, ProxyId};

/// Proxies and accounts whose passwords cannot be read because the passphrase is unknown or wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LockedSecrets {
    /// The proxies.
    pub proxies: BTreeSet<ProxyId>,
    /// The accounts.
    pub accounts: BTreeSet<AccountId>,
    /// The failure that asks for the passphrase; `None` if nothing is locked.
    pub message: Option<Message>,
}
