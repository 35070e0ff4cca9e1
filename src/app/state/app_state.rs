//! What the window knows of the project: a copy of the engine's answers and events. Flows in:
//! [`bowerbird_engine::Event`]s and the loader's answers (through the shell). Flows out: plain data
//! for the views. Never asks the engine itself.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use super::recent::Recent;
use bowerbird_engine::permission::Review;
use bowerbird_engine::types::{
    Account, AccountId, Message, PageState, Proxy, ProxyId, RunEnd, RunId, RunProgress, Site,
    SiteId, Supervision, Task, TaskTurn, Url,
};
use bowerbird_engine::{ProxyTest, RunCommand};

/// The copy.
#[derive(Default)]
pub struct AppState {
    /// The project's file; `None` when none is open.
    pub project: Option<PathBuf>,
    /// Sites by name; `None` until they were loaded.
    pub sites: Option<Vec<Site>>,
    /// Tasks by next turn.
    pub tasks: Vec<Task>,
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
    /// How sites are supervised, those of which something was noted.
    pub supervisions: BTreeMap<SiteId, Supervision>,
    /// Runs that go on.
    pub live: BTreeMap<SiteId, LiveRun>,
    /// How the last run of a site ended, while this window watched.
    pub ended: BTreeMap<SiteId, EndedRun>,
    /// Whether the scheduler runs.
    pub scheduling: bool,
    /// Whether all runs are held.
    pub held: bool,
    /// What tests of proxies said.
    pub proxy_tests: BTreeMap<ProxyId, ProxyTest>,
    /// How many proxies were tested, and how many are to be, while a test goes on.
    pub proxy_progress: Option<(usize, usize)>,
    /// What tests of accounts said.
    pub account_tests: BTreeMap<AccountId, (bool, Message)>,
    /// Address of the sample site, while it runs.
    pub sample: Option<String>,
    /// What was open lately.
    pub recent: Recent,
    /// What the project wants to do by itself, and what was said to it; `None` until that is known.
    pub review: Option<Review>,
}

/// A run that goes on.
#[derive(Clone, Debug)]
pub struct LiveRun {
    /// Which.
    pub run: RunId,
    /// Whether it goes on with what an earlier one left.
    pub resumed: bool,
    /// Its figures.
    pub progress: RunProgress,
    /// Whether the person asked it to stop.
    pub stopping: bool,
    /// Least time between its requests, as the person set it; zero leaves it to the rule.
    pub gap: Duration,
}

/// A run that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedRun {
    /// How.
    pub end: RunEnd,
    /// Its figures.
    pub progress: RunProgress,
    /// What the person should know.
    pub message: Option<Message>,
}

/// An address that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The address.
    pub url: String,
    /// What stands there: a title, or the name of a site.
    pub title: String,
}

impl AppState {
    /// Whether the project does nothing by itself, as far as is known.
    pub fn is_at_rest(&self) -> bool {
        self.review.as_ref().is_some_and(Review::is_at_rest)
    }

    /// Shows what a command about runs will do, before the engine tells it.
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
            RunCommand::Start { .. }
            | RunCommand::RestoreQueue { .. }
            | RunCommand::Rerun { .. }
            | RunCommand::Reread(_) => {}
        }
    }

    /// The sites known so far.
    pub fn sites(&self) -> &[Site] {
        self.sites.as_deref().unwrap_or_default()
    }

    /// The addresses that are suggested: pages of late, then the sites' own.
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

    /// The site that begins at `address`, however it is written: without a scheme, with a slash at
    /// its end, with a place on the page.
    pub fn beginning_at(&self, address: &str) -> Option<&Site> {
        let begins = |site: &&Site| same_start(&site.start, address);
        self.sites().iter().find(begins)
    }

    /// How many sites are in a state that a person should look at.
    pub fn needing_attention(&self) -> usize {
        self.sites()
            .iter()
            .filter(|site| needs_attention(site))
            .count()
    }
}

/// Whether two addresses are the same start, however they are written.
pub fn same_start(one: &str, other: &str) -> bool {
    place_of(one).is_some_and(|place| Some(place) == place_of(other))
}

/// What makes two addresses the same start: host, port, path and query.
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

/// Whether a person should look at `site`; one that a person put to rest waits for nobody.
pub fn needs_attention(site: &Site) -> bool {
    let rests = site.paused || !site.enabled;
    !rests
        && site
            .status
            .as_ref()
            .is_some_and(|s| !matches!(s.state, PageState::Ok | PageState::Empty))
}

impl LiveRun {
    /// Pages done, of those known, 0 to 1.
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

    /// Pages that are through, well or not.
    pub fn done(&self) -> u64 {
        self.progress.pages_ok + self.progress.pages_failed
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

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
}
