//! The values shared by all requests of one run: the site with its rule, the block signals, the
//! stop handle. Input: a site and its rule. Output: one value that every stage of the run can
//! use.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::client::{Client, RunClient};
use super::remote::owner::RemoteClient;
use crate::context::EngineContext;
use crate::context::page_client::RuleWays;
use crate::politeness::unavailable_robots::UnavailableRobots;
use crate::politeness::wait_reasons::WaitingRequests;
use crate::runtime::stop::Stop;
use bowerbird_logic::detect::Signals;
use bowerbird_logic::model::{RunOptions, Site, SiteId};
use bowerbird_logic::rules::Rule;

/// The values shared by the whole run.
pub(in crate::crawl) struct RunContext {
    pub(in crate::crawl) engine: Arc<EngineContext>,
    /// The client that fetches answers.
    pub(in crate::crawl) client: Arc<dyn Client>,
    pub(in crate::crawl) site: SiteId,
    pub(in crate::crawl) site_name: String,
    /// Whether the site had records before the run.
    pub(in crate::crawl) had_records: bool,
    pub(in crate::crawl) rule: Arc<Rule>,
    /// The block signals: built-in, of the project, and of the rule.
    pub(in crate::crawl) signals: Signals,
    pub(in crate::crawl) stop: Stop,
    pub(in crate::crawl) waiting: WaitingRequests,
    pub(in crate::crawl) unavailable_robots: UnavailableRobots,
    /// Whether the run was requested now: quiet hours and fresh lists do not delay it.
    pub(in crate::crawl) now: bool,
    /// How long it waits for a person where only a person can answer the site; zero: not at all.
    pub(in crate::crawl) person_wait: Duration,
}

impl RunContext {
    /// The context of a run of `site` under `rule`.
    pub(in crate::crawl) fn new(
        context: &Arc<EngineContext>,
        site: &Site,
        rule: Rule,
        stop: Stop,
    ) -> Self {
        Self {
            engine: Arc::clone(context),
            client: Arc::new(client_of(context, &rule)),
            site: site.id,
            site_name: site.name.clone(),
            had_records: site.records > 0,
            signals: signals_of(context, &rule),
            rule: Arc::new(rule),
            stop,
            waiting: WaitingRequests::default(),
            unavailable_robots: UnavailableRobots::default(),
            now: false,
            person_wait: Duration::ZERO,
        }
    }

    /// The same for a run that waits for a person as its options, its rule and the program say, in
    /// this order.
    pub(in crate::crawl) fn waiting_for_person(self, options: &RunOptions) -> Self {
        let asked = options.person_wait.map(Duration::from_secs);
        let person_wait = asked
            .or(self.rule.person_wait())
            .unwrap_or_else(|| self.engine.person_wait());
        Self {
            person_wait,
            ..self
        }
    }

    /// The same for a run that starts at once.
    pub(in crate::crawl) fn asked_now(self, now: bool) -> Self {
        Self { now, ..self }
    }

    /// The same for a run of `site` that uses workers on other machines where there are any.
    pub(in crate::crawl) fn with_workers(self, site: &Site) -> Self {
        self.engine.refresh_workers();
        let here = client_of(&self.engine, &self.rule);
        let signals = self.engine.store.signal_files().unwrap_or_default();
        let pool = self.engine.workers.clone();
        let client = RemoteClient::new(here, pool, (site, &self.rule), signals);
        Self {
            client: Arc::new(client),
            ..self
        }
    }

    /// When the current quiet hours end, if they delay this run.
    pub(in crate::crawl) fn quiet_until(&self) -> Option<Timestamp> {
        self.rule
            .quiet_until(Timestamp::now())
            .filter(|_| !self.now)
    }
}

/// The client that works on this machine.
fn client_of(context: &EngineContext, rule: &Rule) -> RunClient {
    RunClient {
        pages: context.pages.clone(),
        http: context.fetcher.clone(),
        ways: RuleWays::of(rule, rule.delay()),
    }
}

/// The signals of a run: the project's current ones, and the rule's.
fn signals_of(context: &EngineContext, rule: &Rule) -> Signals {
    let files = context.store.signal_files().unwrap_or_else(|error| {
        tracing::warn!(%error, "the project's own signals cannot be read");
        Vec::new()
    });
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let signals = context.signals.with_own(&files, &rule.file().signals);
    signals.unwrap_or_else(|error| {
        tracing::warn!(%error, "own signals are left out");
        context.signals.clone()
    })
}
