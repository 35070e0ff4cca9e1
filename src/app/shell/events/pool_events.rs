//! What follows when pools change: what was blocked is tried again once there is a proxy for it, and
//! boards that a new account sees are offered.

use crate::Bowerbird;
use crate::action::{Action, Blocked, Notice};
use crate::notices::Topic;
use crate::notices::notice_duration::OPEN_AGAIN_STAYS;
use crate::shortcuts::View;
use bowerbird_engine::types::{AccountId, Message, Proxy, ProxyId, SiteSupervisionCommand};
use bowerbird_engine::{Command, FoundBoards, PageEgress, SiteCommand};

/// Boards that are named where some were found.
const NAMED_BOARDS: usize = 3;

impl Bowerbird {
    /// Shows the form for a new proxy, ready to type its address.
    pub(in crate::shell) fn add_proxy(&mut self, blocked: Blocked, further: &mut Vec<Action>) {
        let proxies = &mut self.views.proxies;
        (proxies.blocked, proxies.focus) = (Some(blocked), true);
        self.show(View::Proxies, further);
    }

    /// An account was tested: one that logs in may see more boards of its forum.
    pub(super) fn account_tested(
        &mut self,
        account: AccountId,
        (ok, message): (bool, Message),
        actions: &mut Vec<Action>,
    ) {
        let tested = self.world.accounts.iter().find(|one| one.id == account);
        if let Some(tested) = tested.filter(|_| ok) {
            let look = SiteCommand::LookForBoards { site: tested.site };
            actions.push(Action::Send(Command::Site(look)));
        }
        self.world.account_tests.insert(account, (ok, message));
    }

    /// Boards came that only the account sees: says which, with a button that adds them.
    pub(super) fn boards_found(&mut self, found: FoundBoards) {
        let names = found.boards.iter().map(|board| board.name.clone());
        let names: Vec<String> = names.take(NAMED_BOARDS).collect();
        let told = Message::new("app-boards-found")
            .with("site", found.name.as_str())
            .with("count", found.boards.len())
            .with("names", names);
        let urls = found.boards.into_iter().map(|board| board.url).collect();
        let add = SiteCommand::AddStarts {
            site: found.site,
            urls,
        };
        let notice = Notice {
            stay: Some(OPEN_AGAIN_STAYS),
            ..Notice::info(told).offering("app-boards-add", Action::Send(Command::Site(add)))
        };
        self.notify(notice, Topic::Other);
    }

    /// The pool changed from `old`: what was blocked is offered again when there are new proxies.
    pub(super) fn proxies_came(&mut self, old: &[Proxy]) {
        let proxies = &mut self.views.proxies;
        let new = proxies.came(old, &self.world.proxies);
        let [first, others @ ..] = &new[..] else {
            return;
        };
        let Some(blocked) = proxies.blocked.take() else {
            return;
        };
        let one = others.is_empty().then_some(*first);
        let name = self.world.proxies.iter().find(|proxy| proxy.id == *first);
        let told = Message::new("app-proxies-added")
            .with("count", new.len())
            .with("proxy", name.map_or("", |proxy| proxy.name.as_str()));
        let (label, action) = again(blocked, one);
        let notice = Notice {
            stay: Some(OPEN_AGAIN_STAYS),
            ..Notice::success(told).offering(label, action)
        };
        self.notify(notice, Topic::Other);
    }
}

/// The label and the action that try again what was blocked, through `one` proxy or the pool.
fn again(blocked: Blocked, one: Option<ProxyId>) -> (&'static str, Action) {
    match blocked {
        Blocked::Page(url) => {
            let egress = one.map_or(PageEgress::Pool, PageEgress::Through);
            let label = match one {
                Some(_) => "app-proxies-open-through-it",
                None => "app-proxies-open-through-them",
            };
            (label, Action::OpenThrough { url, egress })
        }
        Blocked::Site(site) => {
            let order = SiteSupervisionCommand::OtherProxy;
            let command = Command::Site(SiteCommand::Supervise { site, order });
            ("app-proxies-run-through-pool", Action::Send(command))
        }
    }
}
