//! A command about proxies or accounts that failed because secrets need a passphrase: it is kept
//! until the passphrase is entered, and then goes on. Holds a command only as long as it is open.

use super::Bowerbird;
use crate::action::Notice;
use crate::notices::{Topic, asks_passphrase};
use bowerbird_engine::types::{Message, Secret};
use bowerbird_engine::{AccountOrder, Command, ProxyOrder};

/// The command that a passphrase may be needed for.
#[derive(Debug, Default)]
pub(super) struct Unlocking {
    /// The last one sent, until it succeeds.
    sent: Option<Command>,
    /// The one that failed for want of a passphrase.
    waiting: Option<Command>,
}

impl Unlocking {
    /// A command was sent.
    pub(super) fn sent(&mut self, command: &Command) {
        if Topic::of(command) == Some(Topic::Pools) {
            self.sent = Some(command.clone());
        }
    }

    /// The last command failed because of a missing or wrong passphrase.
    pub(super) fn failed(&mut self, message: &Message) {
        if asks_passphrase(message) {
            self.waiting = self.sent.take().or(self.waiting.take());
        }
    }

    /// The pools changed: nothing is open.
    pub(super) fn succeeded(&mut self) {
        *self = Self::default();
    }
}

impl Bowerbird {
    /// Uses `passphrase` from now on, and goes on with the command that waited for it.
    pub(super) fn set_passphrase(&mut self, passphrase: Secret) {
        let Some(project) = &self.project else {
            return;
        };
        project.engine.set_passphrase(passphrase);
        self.notices.passphrase_entered();
        let Some(command) = self.unlocking.waiting.take() else {
            let set = Message::new("app-settings-passphrase-set");
            self.notify(Notice::success(set), Topic::Other);
            return;
        };
        // The forms are emptied once what they add exists.
        match &command {
            Command::Proxies(ProxyOrder::Add(_)) => self.views.proxies.adding = true,
            Command::Accounts(AccountOrder::Add(_)) => self.views.accounts.adding = true,
            _ => {}
        }
        self.send(command);
    }
}
