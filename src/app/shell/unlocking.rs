//! What failed because secrets need a passphrase: it is kept until the passphrase is entered, and
//! then goes on; if it is not entered, what does not go on is said. Which secrets are locked is
//! looked up when the pools change. Holds a command only as long as it is open.

use super::Bowerbird;
use crate::action::{Action, Notice};
use crate::notices::Topic;
use crate::state::app_state::{EndedRun, NOT_RUN};
use bowerbird_engine::types::{
    Message, Proxy, ProxyId, RunEnd, RunOptions, RunProgress, Secret, SiteId, asks_passphrase,
};
use bowerbird_engine::{
    AccountCommand, AlertCommand, Command, PageEgress, PageTicket, ProjectCommand, ProxyCommand,
    RunCommand, SiteCommand,
};

/// The command that a passphrase may be needed for.
#[derive(Debug, Default)]
pub(super) struct Unlocking {
    /// The last one sent, until it succeeds.
    sent: Option<Command>,
    /// The one that failed for want of a passphrase.
    waiting: Option<Command>,
    /// The sites whose runs lack it.
    runs: Vec<LockedRun>,
    /// The page of the workbench that failed for it.
    page: Option<PageTicket>,
}

/// A run that lacks the passphrase.
#[derive(Clone, Debug)]
pub(super) struct LockedRun {
    /// Its site.
    pub site: SiteId,
    /// The options with which it begins once the passphrase is entered.
    pub options: RunOptions,
    /// Whether a run goes on meanwhile, without what is locked.
    pub goes_on: bool,
}

impl Unlocking {
    /// A command was sent.
    pub(super) fn sent(&mut self, command: &Command) {
        if let Command::Run(RunCommand::Start { sites, options }) = command
            && options.pass_locked
        {
            self.runs.retain(|run| !sites.contains(&run.site));
        }
        let of_alerts = matches!(
            command,
            Command::Alerts(
                AlertCommand::AddService { .. }
                    | AlertCommand::Secret { .. }
                    | AlertCommand::Test(_)
            )
        );
        let serves = matches!(command, Command::Project(ProjectCommand::Serve(_)));
        if of_alerts || serves || matches!(Topic::of(command), Some(Topic::Pools | Topic::Runs)) {
            self.sent = Some(command.clone());
        }
    }

    /// The last command failed because of a missing or wrong passphrase.
    pub(super) fn failed(&mut self, message: &Message) {
        if asks_passphrase(message) {
            self.waiting = self.sent.take().or(self.waiting.take());
        }
    }

    /// Other programs are answered: the command for it is done.
    pub(super) fn served(&mut self) {
        let serves =
            |command: &Command| matches!(command, Command::Project(ProjectCommand::Serve(_)));
        for done in [&mut self.sent, &mut self.waiting] {
            if done.as_ref().is_some_and(serves) {
                *done = None;
            }
        }
    }

    /// The alerts changed: what was asked of them is done. Tests wait on.
    pub(super) fn alerts_changed(&mut self) {
        let is_done = |command: &Command| match command {
            Command::Alerts(order) => !matches!(order, AlertCommand::Test(_)),
            _ => false,
        };
        for done in [&mut self.sent, &mut self.waiting] {
            if done.as_ref().is_some_and(is_done) {
                *done = None;
            }
        }
    }

    /// The pools changed: what was asked of them is done. Tests and runs wait on.
    pub(super) fn succeeded(&mut self) {
        self.sent = None;
        let is_done = |command: &Command| match command {
            Command::Proxies(order) => !matches!(order, ProxyCommand::Test { .. }),
            command => matches!(command, Command::Accounts(_)),
        };
        if self.waiting.as_ref().is_some_and(is_done) {
            self.waiting = None;
        }
    }

    /// The sites that do not run as long as the passphrase is not entered.
    fn waiting_sites(&self) -> Vec<SiteId> {
        let waiting = match &self.waiting {
            Some(Command::Run(RunCommand::Start { sites, .. })) => sites.clone(),
            Some(Command::Site(SiteCommand::Supervise { site, .. })) => vec![*site],
            _ => Vec::new(),
        };
        let begun = self.runs.iter().filter(|run| !run.goes_on);
        let mut sites: Vec<SiteId> = begun.map(|run| run.site).collect();
        sites.extend(waiting);
        sites
    }
}

/// Commands that start the runs, those with the same options together.
fn starts(runs: impl IntoIterator<Item = LockedRun>) -> Vec<Command> {
    let mut groups: Vec<(Vec<SiteId>, RunOptions)> = Vec::new();
    for LockedRun { site, options, .. } in runs {
        match groups.iter_mut().find(|(_, same)| *same == options) {
            Some((sites, _)) => sites.push(site),
            None => groups.push((vec![site], options)),
        }
    }
    let groups = groups.into_iter();
    groups
        .map(|(sites, options)| Command::Run(RunCommand::Start { sites, options }))
        .collect()
}

impl Bowerbird {
    /// A page could not be loaded: asks for the passphrase if that is what it lacks.
    pub(super) fn page_failed(&mut self, ticket: PageTicket, message: Message) {
        if asks_passphrase(&message) {
            self.unlocking.page = Some(ticket);
            let mut notice = Notice::bad(message.clone());
            // A passphrase may be lost.
            if self.world.has_open_proxy() {
                let url = self.views.workbench.page.address.clone();
                let egress = PageEgress::UnlockedPool;
                let other = Action::OpenThrough { url, egress };
                notice = notice.offering("app-notice-other-proxy", other);
            }
            self.notify(notice, Topic::Other);
        }
        self.views.workbench.failed(ticket, message);
    }

    /// A run lacks the passphrase: it is asked for, and the site runs then.
    pub(super) fn run_locked(&mut self, run: LockedRun, message: Message) {
        let runs = &mut self.unlocking.runs;
        runs.retain(|waiting| waiting.site != run.site);
        runs.push(run);
        let mut notice = Notice::bad(message);
        if self.world.has_open_proxy() {
            let passing = self.unlocking.runs.iter().cloned().map(|mut run| {
                run.options.pass_locked = true;
                run
            });
            // Runs of one command have the same options.
            if let [command] = &starts(passing)[..] {
                let send = Action::Send(command.clone());
                notice = notice.offering("app-notice-other-proxy", send);
            }
        }
        self.notify(notice, Topic::Other);
    }

    /// The passphrase is not entered: says what does not go on, and offers it again.
    pub(super) fn leave_passphrase(&mut self) {
        self.notices.leave_passphrase();
        let sites = self.unlocking.waiting_sites();
        let mut runs = std::mem::take(&mut self.unlocking.runs);
        runs.retain(|run| !run.goes_on);
        let mut again = starts(runs);
        again.extend(self.unlocking.waiting.take());
        if sites.is_empty() {
            return;
        }
        let locked = EndedRun {
            end: RunEnd::Failed,
            progress: RunProgress::default(),
            message: Some(Message::new(NOT_RUN)),
        };
        let mut names: Vec<&str> = Vec::new();
        for id in sites {
            if let Some(site) = self.world.sites.iter().flatten().find(|site| site.id == id) {
                names.push(&site.name);
            }
            self.world.ended.insert(id, locked.clone());
        }
        let told = Message::new("app-notice-not-run")
            .with("count", names.len())
            .with("sites", names);
        let mut notice = Notice::bad(told);
        if again.len() == 1
            && let Some(command) = again.pop()
        {
            notice = notice.offering("app-proxies-enter-passphrase", Action::Send(command));
        }
        self.notify(notice, Topic::Runs);
    }

    /// Looks which passwords are locked, if the pools have any and that may have changed since `old`.
    pub(super) fn find_locked(&mut self, old: &[Proxy]) {
        let guarded = |pool: &[Proxy]| -> Vec<ProxyId> {
            let guarded = pool.iter().filter(|proxy| proxy.user.is_some());
            guarded.map(|proxy| proxy.id).collect()
        };
        let changed = guarded(old) != guarded(&self.world.proxies);
        if changed || self.world.locked.message.is_some() {
            self.look_for_locked();
        }
    }

    /// Looks which passwords are locked.
    pub(super) fn look_for_locked(&self) {
        if let Some(project) = &self.project {
            let find = ProjectCommand::FindLocked;
            project.engine.send(Command::Project(find));
        }
    }

    /// Puts the secrets aside whose passphrase is lost; the next password asks for a new one.
    pub(super) fn start_over(&mut self) {
        self.unlocking = Unlocking::default();
        self.notices.leave_passphrase();
        if let Some(project) = &self.project {
            let forget = ProjectCommand::ForgetLocked;
            project.engine.send(Command::Project(forget));
            let told = Message::new("secrets-started-over");
            self.notify(Notice::success(told), Topic::Other);
        }
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
        self.look_for_locked();
        let runs = starts(std::mem::take(&mut self.unlocking.runs));
        let goes_on = reloads || !runs.is_empty();
        runs.into_iter().for_each(|run| self.send(run));
        let Some(command) = self.unlocking.waiting.take() else {
            if goes_on {
                return;
            }
            let set = Message::new("app-settings-passphrase-set");
            self.notify(Notice::success(set), Topic::Other);
            return;
        };
        // The forms are emptied once what they add exists.
        match &command {
            Command::Proxies(ProxyCommand::Add(_)) => self.views.proxies.adding = true,
            Command::Accounts(AccountCommand::Add(_)) => self.views.accounts.adding = true,
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
        Command::Proxies(ProxyCommand::SetPassword {
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

    fn run(site: i64, options: RunOptions) -> LockedRun {
        LockedRun {
            site: SiteId(site),
            options,
            goes_on: false,
        }
    }

    #[test]
    fn a_test_and_a_run_wait_on_while_the_pools_change() {
        let test = Command::Proxies(ProxyCommand::Test {
            proxies: vec![ProxyId(1)],
            against: bowerbird_engine::TestAgainst::OwnSites,
        });
        let mut unlocking = Unlocking::default();
        unlocking.sent(&test);
        unlocking.failed(&Message::new("secrets-no-passphrase"));
        unlocking.runs.push(run(3, RunOptions::default()));
        unlocking.succeeded();
        assert_eq!(unlocking.waiting, Some(test));
        assert_eq!(unlocking.waiting_sites(), [SiteId(3)]);
    }

    #[test]
    fn runs_with_the_same_options_start_together() {
        let now = RunOptions {
            now: true,
            ..RunOptions::default()
        };
        let usual = RunOptions::default;
        let runs = [run(1, usual()), run(2, now), run(3, usual())];
        let [Command::Run(RunCommand::Start { sites, .. }), _] = &starts(runs)[..] else {
            panic!("two commands");
        };
        assert_eq!(sites[..], [SiteId(1), SiteId(3)]);
    }
}
