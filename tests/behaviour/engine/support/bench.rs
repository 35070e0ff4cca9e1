//! An engine on a temporary project, and what tests ask of it.

use std::time::{Duration, Instant};

use bowerbird::engine::types::{
    Account, AccountTerms, Message, PageState, Proxy, ProxyTraits, RecordFilter, RuleOrigin,
    RunEnd, RunOptions, RunProgress, Secret, SiteId, SiteStatus, Store, StoredRecord,
};
use bowerbird::engine::{
    AccountCommand, AccountDraft, Command, Engine, EngineOptions, Event, ProxyCommand, ProxyDraft,
    RunCommand, SiteCommand,
};

/// Longer than any step of a test takes; only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Bench {
    pub engine: Engine,
    store: Option<Store>,
}

/// How a run went.
#[derive(Debug)]
pub struct Ended {
    pub end: RunEnd,
    pub progress: RunProgress,
    pub message: Option<Message>,
    pub resumed: bool,
    /// States told while it went.
    pub states: Vec<PageState>,
}

impl Bench {
    /// An engine that was started elsewhere.
    pub fn of(engine: Engine) -> Self {
        Self {
            engine,
            store: None,
        }
    }

    /// The project, to write what only the engine and time write.
    pub fn store(&self) -> &Store {
        self.store.as_ref().expect("made here")
    }

    pub fn new() -> Self {
        Self::on(Store::temporary().unwrap())
    }

    /// An engine that runs so many sites at once.
    pub fn of_places(sites_at_once: usize) -> Self {
        Self::with(Store::temporary().unwrap(), sites_at_once)
    }

    pub fn on(store: Store) -> Self {
        Self::with(store, 4)
    }

    fn with(store: Store, sites_at_once: usize) -> Self {
        let options = EngineOptions {
            worker: "/no/such/worker".into(),
            sites_at_once,
            watch: false,
            passphrase: Some(Secret::new("a passphrase of the tests")),
            ..EngineOptions::default()
        };
        Self {
            engine: Engine::start_with(store.clone(), options, Box::new(|| {})).unwrap(),
            store: Some(store),
        }
    }

    pub fn send(&self, command: Command) {
        self.engine.send(command);
    }

    /// Waits for the first event that `pick` takes.
    pub fn wait<T>(&self, mut pick: impl FnMut(Event) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let Some(event) = self.engine.wait_event_timeout(left) else {
                break;
            };
            seen.push(format!("{event:?}"));
            if let Some(picked) = pick(event) {
                return picked;
            }
        }
        panic!("the event never came; seen: {seen:#?}");
    }

    /// Adds a site and returns its id.
    pub fn add(&self, rule_toml: &str) -> SiteId {
        let before: Vec<SiteId> = self.sites();
        self.send(Command::Site(SiteCommand::Add {
            rule_toml: rule_toml.to_owned(),
            origin: RuleOrigin::Added,
        }));
        self.wait(|event| match event {
            Event::SitesChanged => Some(()),
            Event::CommandFailed { message } => panic!("{message:?}"),
            _ => None,
        });
        let added = self.sites().into_iter().find(|id| !before.contains(id));
        added.expect("a new site")
    }

    fn sites(&self) -> Vec<SiteId> {
        let sites = self.engine.query().sites().unwrap();
        sites.into_iter().map(|site| site.id).collect()
    }

    /// Runs a site to its end.
    pub fn run(&self, site: SiteId) -> Ended {
        self.run_with(site, RunOptions::default())
    }

    pub fn run_with(&self, site: SiteId, options: RunOptions) -> Ended {
        self.send(Command::Run(RunCommand::Start {
            sites: vec![site],
            options,
        }));
        self.ended()
    }

    /// Waits for the end of the run under way.
    pub fn ended(&self) -> Ended {
        let (mut states, mut went_on) = (Vec::new(), false);
        let mut ended = None;
        self.wait(|event| {
            match event {
                Event::RunStarted { resumed, .. } => went_on = resumed,
                Event::SiteState { status, .. } => states.push(status.state),
                Event::RunEnded {
                    end,
                    progress,
                    message,
                    ..
                } => ended = Some((end, progress, message)),
                Event::CommandFailed { message } => panic!("{message:?}"),
                Event::RunsEnded => return Some(()),
                _ => {}
            }
            None
        });
        let (end, progress, message) = ended.expect("a run that ended");
        Ended {
            end,
            progress,
            message,
            resumed: went_on,
            states,
        }
    }

    pub fn records(&self, site: SiteId) -> Vec<StoredRecord> {
        let filter = RecordFilter {
            site: Some(site),
            ..RecordFilter::default()
        };
        self.engine.query().records(&filter, 0, 1000).unwrap()
    }

    pub fn titles(&self, site: SiteId) -> Vec<String> {
        let records = self.records(site);
        records.into_iter().map(|r| r.record.title).collect()
    }

    pub fn status(&self, site: SiteId) -> SiteStatus {
        let site = self.engine.query().site(site).unwrap().unwrap();
        site.status.expect("a status")
    }

    pub fn add_proxy(&self, name: &str, url: &str) {
        self.order(ProxyCommand::Add(ProxyDraft {
            name: name.to_owned(),
            url: url.to_owned(),
            user: None,
            password: None,
            traits: ProxyTraits::default(),
        }));
    }

    /// Orders something of the proxy pool and waits until it is done.
    pub fn order(&self, order: ProxyCommand) {
        self.send(Command::Proxies(order));
        self.pools_changed();
    }

    pub fn add_account(&self, site: SiteId, user: &str, password: &str) {
        self.send(Command::Accounts(AccountCommand::Add(AccountDraft {
            site,
            user: user.to_owned(),
            password: Some(Secret::new(password)),
            terms: AccountTerms::default(),
        })));
        self.pools_changed();
    }

    fn pools_changed(&self) {
        self.wait(|event| match event {
            Event::PoolsChanged => Some(()),
            Event::CommandFailed { message } => panic!("{message:?}"),
            _ => None,
        });
    }

    pub fn proxy(&self, name: &str) -> Proxy {
        let proxies = self.engine.query().proxies().unwrap();
        proxies.into_iter().find(|p| p.name == name).unwrap()
    }

    pub fn account(&self, user: &str) -> Account {
        let accounts = self.engine.query().accounts().unwrap();
        accounts.into_iter().find(|a| a.user == user).unwrap()
    }
}
