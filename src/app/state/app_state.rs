//! The window's knowledge of the project: a copy of the engine's answers and events. Input:
//! [`bowerbird_engine::Event`]s and the loader's answers (through the shell). Output: plain data
//! for the views. Never queries the engine itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use super::recent::Recent;
use bowerbird_engine::project_permission::Review;
use bowerbird_engine::types::{
    Account, AccountId, AlertDelivery, Message, PageState, Proxy, ProxyId, ProxyStatus, RunEnd,
    RunId, RunProgress, Site, SiteId, SiteQuestion, SiteReadings, StoredCondition, Supervision,
    Task, TaskTurn, Timing, TurnOutcome, Url, proxy_status,
};
use bowerbird_engine::{LockedSecrets, ProxyTest, RunCommand, SentPagesState};
use jiff::Timestamp;

/// Why a site was not run: the passphrase was not entered.
pub const NOT_RUN: &str = "app-run-locked";

/// The app state.
#[derive(Default)]
pub struct AppState {
    /// The project's file; `None` when none is open.
    pub project: Option<PathBuf>,
    /// Sites by name; `None` until loaded.
    pub sites: Option<Vec<Site>>,
    /// Tasks by next turn.
    pub tasks: Vec<Task>,
    /// The value that a condition watches, by site.
    pub watched: BTreeMap<SiteId, String>,
    /// The filters of new records, in their order.
    pub filters: Vec<StoredCondition>,
    /// The newest delivery of each alert channel that fails.
    pub failing_channels: Vec<AlertDelivery>,
    /// Turns of tasks of the last week, the newest first.
    pub turns: Vec<TaskTurn>,
    /// Tags with their sites, and whether each comes from the rule.
    pub tags: Vec<(String, SiteId, bool)>,
    /// Proxies by name.
    pub proxies: Vec<Proxy>,
    /// Accounts by site and user.
    pub accounts: Vec<Account>,
    /// All records of the project.
    pub records: u64,
    /// The supervision of sites with recorded data.
    pub supervisions: BTreeMap<SiteId, Supervision>,
    /// What the runs of sites found, as far as it was asked for.
    pub readings: BTreeMap<SiteId, SiteReadings>,
    /// Active runs.
    pub live: BTreeMap<SiteId, LiveRun>,
    /// How the last run of a site ended, if this window observed it. A scheduled run that finds
    /// nothing new leaves it as it was.
    pub ended: BTreeMap<SiteId, EndedRun>,
    /// Sites whose run was started in this window.
    pub by_hand: BTreeSet<SiteId>,
    /// How the run before an active scheduled one ended.
    pub ended_before: BTreeMap<SiteId, EndedRun>,
    /// Whether the scheduler runs.
    pub scheduling: bool,
    /// Whether all runs are paused.
    pub held: bool,
    /// Results of proxy tests.
    pub proxy_tests: BTreeMap<ProxyId, ProxyTest>,
    /// The number of proxies tested, and their total, while a test runs.
    pub proxy_progress: Option<(usize, usize)>,
    /// The passwords of the pools that need the passphrase.
    pub locked: LockedSecrets,
    /// Results of account tests.
    pub account_tests: BTreeMap<AccountId, (bool, Message)>,
    /// Address of the sample site, while it is served.
    pub sample: Option<String>,
    /// Recently opened items.
    pub recent: Recent,
    /// Pages that browsers send, and the paired browsers.
    pub sent_pages: SentPagesState,
    /// The project's plan and the user's permissions; `None` until known.
    pub review: Option<Review>,
}

/// An active run.
#[derive(Clone, Debug)]
pub struct LiveRun {
    /// Its id.
    pub run: RunId,
    /// Whether it continues an earlier run.
    pub resumed: bool,
    /// Its figures.
    pub progress: RunProgress,
    /// Whether the user asked it to stop.
    pub stopping: bool,
    /// Minimum time between its requests, as set by the user; zero leaves it to the rule.
    pub gap: Duration,
}

/// A run that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedRun {
    /// How it ended.
    pub end: RunEnd,
    /// Its figures.
    pub progress: RunProgress,
    /// A message for the user.
    pub message: Option<Message>,
}

impl EndedRun {
    /// Whether it found nothing new, and nothing went wrong.
    pub fn is_nothing_new(&self) -> bool {
        self.end == RunEnd::Finished
            && self.message.is_none()
            && self.progress.records_new == 0
            && self.progress.records_updated == 0
            && self.progress.records_gone == 0
    }

    /// Whether it read its lists and met no record on them, because nothing there is new. A run that
    /// has something to say about its pages found none.
    pub fn has_unchanged_lists(&self) -> bool {
        self.end == RunEnd::Finished && self.message.is_none() && self.progress.found_nothing()
    }

    /// The records it found that were known before; `stored` is how many its site has.
    pub fn known(&self, stored: u64) -> u64 {
        match self.has_unchanged_lists() {
            true => stored,
            false => self.progress.records_known,
        }
    }
}

/// A known address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The address.
    pub url: String,
    /// Its title, or the name of a site.
    pub title: String,
}

impl AppState {
    /// A run of a site began.
    pub fn run_began(&mut self, site: SiteId) {
        let before = self.ended.remove(&site);
        match before.filter(|_| !self.by_hand.contains(&site)) {
            Some(before) => self.ended_before.insert(site, before),
            None => self.ended_before.remove(&site),
        };
    }

    /// A run of a site ended. What a run that a person asked for found stays told until another has
    /// something to tell.
    pub fn run_ended(&mut self, site: SiteId, ended: EndedRun) {
        self.by_hand.remove(&site);
        let before = self.ended_before.remove(&site);
        let before = before.filter(|_| ended.is_nothing_new());
        self.ended.insert(site, before.unwrap_or(ended));
    }

    /// Whether the project does nothing automatically, as far as known.
    pub fn is_at_rest(&self) -> bool {
        self.review.as_ref().is_some_and(Review::is_at_rest)
    }

    /// Shows the effect of a run command before the engine reports it.
    pub fn run_commanded(&mut self, command: &RunCommand) {
        match command {
            RunCommand::HoldAll { on } => self.held = *on,
            RunCommand::Pace { site, gap } => {
                if let Some(live) = self.live.get_mut(site) {
                    live.gap = *gap;
                }
            }
            RunCommand::Stop { site }
            | RunCommand::Pause { site }
            | RunCommand::Cancel { site } => {
                if let Some(live) = self.live.get_mut(site) {
                    live.stopping = true;
                }
            }
            RunCommand::StopAll | RunCommand::FinishAll => {
                for live in self.live.values_mut() {
                    live.stopping = true;
                }
            }
            RunCommand::Start { sites, .. } => self.by_hand.extend(sites),
            RunCommand::RestoreQueue { .. } | RunCommand::Rerun { .. } | RunCommand::Reread(_) => {}
        }
    }

    /// The status of a proxy; a locked one cannot be used, whatever it did before.
    pub fn proxy_status(&self, proxy: &Proxy, now: Timestamp) -> ProxyStatus {
        match proxy_status(proxy, now) {
            off @ (ProxyStatus::Off | ProxyStatus::SpentUp) => off,
            _ if self.locked.proxies.contains(&proxy.id) => ProxyStatus::Locked,
            status => status,
        }
    }

    /// Whether there is an enabled proxy whose password is not locked.
    pub fn has_open_proxy(&self) -> bool {
        let mut enabled = self.proxies.iter().filter(|proxy| proxy.enabled);
        enabled.any(|proxy| !self.locked.proxies.contains(&proxy.id))
    }

    /// Whether the last run of a site did not begin, because the passphrase was not entered.
    pub fn was_not_run(&self, site: SiteId) -> bool {
        let ended = self.ended.get(&site);
        let why = ended.and_then(|ended| ended.message.as_ref());
        why.is_some_and(|why| why.id == NOT_RUN)
    }

    /// The sites known so far.
    pub fn sites(&self) -> &[Site] {
        self.sites.as_deref().unwrap_or_default()
    }

    /// Addresses to suggest: recent pages, then the sites' own.
    pub fn known_addresses(&self) -> Vec<Known> {
        let pages = self.recent.pages.iter().map(|page| Known {
            url: page.url.clone(),
            title: page.title.clone(),
        });
        let sites = self.sites().iter().map(|site| Known {
            url: site.start.clone(),
            title: site.name.clone(),
        });
        pages.chain(sites).collect()
    }

    /// One site.
    pub fn site(&self, id: SiteId) -> Option<&Site> {
        self.sites().iter().find(|site| site.id == id)
    }

    /// The site that starts at `address`, ignoring spelling differences: a missing scheme, a
    /// trailing slash, a fragment.
    pub fn beginning_at(&self, address: &str) -> Option<&Site> {
        let begins = |site: &&Site| same_start(&site.start, address);
        self.sites().iter().find(begins)
    }

    /// Whether `site` requires attention now: not while its run is about to continue by itself.
    pub fn waits_for_person(&self, site: &Site) -> bool {
        let known = self.supervisions.get(&site.id);
        needs_attention(site) && !known.is_some_and(Supervision::acts_by_itself)
    }

    /// What a site asks of a person, while its run waits for one.
    pub fn question(&self, site: SiteId) -> Option<&SiteQuestion> {
        self.live.get(&site)?.progress.question.as_ref()
    }

    /// The number of things that wait for a person: sites, tasks, alert channels.
    pub fn attention_count(&self) -> usize {
        let sites = self
            .sites()
            .iter()
            .filter(|site| self.waits_for_person(site));
        sites.count() + self.troubled_tasks().len() + self.failing_channels.len()
    }

    /// The tasks whose last turn was missed or failed. A failed one counts only if none of its sites
    /// says why.
    pub fn troubled_tasks(&self) -> Vec<&Task> {
        let known = |id: &SiteId| {
            let site = self.sites().iter().find(|site| site.id == *id);
            site.is_some_and(|site| self.waits_for_person(site))
        };
        let troubled = |task: &&Task| match task.last {
            Some(TurnOutcome::Missed) => true,
            Some(TurnOutcome::Failed) => !task.sites.iter().any(known),
            _ => false,
        };
        let active = self.tasks.iter().filter(|task| !task.paused);
        active.filter(troubled).collect()
    }

    /// Whether a task will run this site again.
    pub fn runs_by_itself(&self, site: SiteId) -> bool {
        let follows = |task: &Task| matches!(task.timing, Timing::After { .. });
        let mut tasks = self.tasks.iter().filter(|task| !task.paused);
        tasks.any(|task| task.runs(site) && (task.next_at.is_some() || follows(task)))
    }
}

/// Whether two addresses are the same start, ignoring spelling differences.
pub fn same_start(one: &str, other: &str) -> bool {
    place_of(one).is_some_and(|place| Some(place) == place_of(other))
}

/// Whether two addresses are on the same host and port, a missing scheme ignored.
pub fn same_host(one: &str, other: &str) -> bool {
    let host = |address: &str| place_of(address).map(|(host, port, ..)| (host, port));
    host(one).is_some_and(|place| Some(place) == host(other))
}

/// The significant parts of a start address: host, port, path and query.
fn place_of(address: &str) -> Option<(String, Option<u16>, String, String)> {
    let address = address.trim();
    let url = match Url::parse(address) {
        Ok(url) if url.has_host() => url,
        _ if address.contains('.') => Url::parse(&format!("https://{address}")).ok()?,
        _ => return None,
    };
    Some((
        url.host_str()?.trim_start_matches("www.").to_owned(),
        url.port(),
        url.path().trim_end_matches('/').to_owned(),
        url.query().unwrap_or_default().to_owned(),
    ))
}

/// Whether `site` requires attention; a site paused by the user does not, one that never yielded a
/// record does.
fn needs_attention(site: &Site) -> bool {
    let rests = site.paused || !site.enabled;
    !rests
        && site.status.as_ref().is_some_and(|s| match s.state {
            PageState::Ok => false,
            PageState::Empty => site.records == 0,
            _ => true,
        })
}

impl LiveRun {
    /// Share of known pages that are done, 0 to 1.
    pub fn share(&self) -> f32 {
        let done = self.done();
        let all = done + self.progress.queued;
        if all == 0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "a bar of some hundred pixels")]
        let share = done as f32 / all as f32;
        share
    }

    /// Pages that are done, successfully or not.
    pub fn done(&self) -> u64 {
        self.progress.pages_ok + self.progress.pages_failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::{Message, SiteId, SiteStatus, SourceKind};

    #[test]
    fn what_a_person_put_to_rest_waits_for_nobody() {
        let status = SiteStatus {
            state: PageState::RateLimited,
            since: Timestamp::UNIX_EPOCH,
            reason: Message::new("x"),
            next: None,
            evidence: Vec::new(),
            url: String::new(),
        };
        let site = Site {
            id: SiteId(1),
            name: "a".to_owned(),
            kind: SourceKind::List,
            start: String::new(),
            rule_toml: String::new(),
            enabled: true,
            status: Some(status),
            records: 0,
            last_run_at: None,
            paused: false,
            interrupted: false,
            left: 0,
            news_per_day: None,
        };
        assert!(needs_attention(&site));
        let paused = Site {
            paused: true,
            ..site.clone()
        };
        let off = Site {
            enabled: false,
            ..site
        };
        assert!(!needs_attention(&paused) && !needs_attention(&off));
    }

    #[test]
    fn a_scheduled_run_without_news_leaves_what_the_run_by_hand_found() {
        let site = SiteId(1);
        let ended = |records_new: u64| EndedRun {
            end: RunEnd::Finished,
            progress: RunProgress {
                records_new,
                ..RunProgress::default()
            },
            message: None,
        };
        let mut world = AppState::default();
        let told = |world: &AppState| world.ended.get(&site).map(|run| run.progress.records_new);
        let start = RunCommand::Start {
            sites: vec![site],
            options: Default::default(),
        };
        let mut run = |by_hand: bool, records_new: u64| {
            if by_hand {
                world.run_commanded(&start);
            }
            world.run_began(site);
            world.run_ended(site, ended(records_new));
            told(&world)
        };
        assert_eq!(run(true, 22), Some(22));
        assert_eq!(
            run(false, 0),
            Some(22),
            "by the schedule, half a minute later"
        );
        assert_eq!(run(false, 3), Some(3));
        assert_eq!(run(true, 0), Some(0), "asked for: that is its answer");
    }
}
