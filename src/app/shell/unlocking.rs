//! A command about proxies or accounts that failed because secrets need a passphrase: it is kept
//! until the passphrase is entered, and then goes on. Holds a command only as long as it is open.

use super::Bowerbird;
use crate::action::{Action, Notice};
use crate::notices::Topic;
use bowerbird_engine::types::{Message, RunOptions, Secret, SiteId, asks_passphrase};
use bowerbird_engine::{AccountOrder, Command, PageEgress, PageTicket, ProxyOrder, RunCommand};

/// The command that a passphrase may be needed for.
#[derive(Debug, Default)]
pub(super) struct Unlocking {
    /// The last one sent, until it succeeds.
    sent: Option<Command>,
    /// The one that failed for want of a passphrase.
    waiting: Option<Command>,
    /// The page of the workbench that failed for it.
    page: Option<PageTicket>,
}

impl Unlocking {
    /// A command was sent.
    pub(super) fn sent(&mut self, command: &Command) {
        if matches!(Topic::of(command), Some(Topic::Pools | Topic::Runs)) {
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
    /// A page could not be loaded: asks for the passphrase if that is what it lacks.
    pub(super) fn page_failed(&mut self, ticket: PageTicket, message: Message) {
        if asks_passphrase(&message) {
            self.unlocking.page = Some(ticket);
            let mut notice = Notice::bad(message.clone());
            // A passphrase may be lost.
            if self
                .world
                .proxies
                .iter()
                .filter(|proxy| proxy.enabled)
                .count()
                > 1
            {
                let url = self.views.workbench.page.address.clone();
                let egress = PageEgress::UnlockedPool;
                let other = Action::OpenThrough { url, egress };
                notice = notice.offering("app-notice-other-proxy", other);
            }
            self.notify(notice, Topic::Other);
        }
        self.views.workbench.failed(ticket, message);
    }

    /// A run lacks the passphrase: it is asked for, and the site runs again then.
    pub(super) fn run_locked(&mut self, site: SiteId, message: Message) {
        self.unlocking.waiting = Some(Command::Run(RunCommand::Start {
            sites: vec![site],
            options: RunOptions::default(),
        }));
        self.notify(Notice::bad(message), Topic::Other);
    }

    /// Uses `passphrase` from now on, and goes on with what waited for it.
    pub(super) fn set_passphrase(&mut self, passphrase: Secret, further: &mut Vec<Action>) {
        let Some(project) = &self.project else {
            return;
        };
        project.engine.set_passphrase(passphrase);
        self.notices.passphrase_entered();
        let page = self.unlocking.page.take();
        let reloads = page.is_some_and(|ticket| ticket == self.views.workbench.page.ticket);
        if reloads {
            self.views.workbench.page.ask_again(further);
        }
        let Some(command) = self.unlocking.waiting.take() else {
            if reloads {
                return;
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::ProxyId;

    fn password(typed: &str) -> Command {
        Command::Proxies(ProxyOrder::SetPassword {
            proxy: ProxyId(1),
            user: None,
            password: Secret::new(typed.to_owned()),
        })
    }

    #[test]
    fn what_failed_for_want_of_a_passphrase_waits_until_it_succeeds() {
        let mut unlocking = Unlocking::default();
        unlocking.sent(&password("one"));
        unlocking.failed(&Message::new("app-error-open"));
        assert_eq!(unlocking.waiting, None, "another cause");
        unlocking.failed(&Message::new("secrets-no-passphrase"));
        assert_eq!(unlocking.waiting, Some(password("one")));
        unlocking.failed(&Message::new("secrets-wrong-passphrase"));
        assert_eq!(unlocking.waiting, Some(password("one")), "not lost");
        unlocking.sent(&password("two"));
        unlocking.failed(&Message::new("secrets-no-passphrase"));
        assert_eq!(unlocking.waiting, Some(password("two")), "the newest");
        unlocking.succeeded();
        assert_eq!(unlocking.waiting, None);
    }
}
