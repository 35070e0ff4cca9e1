//! A site of the project: a name, a rule, and its status.
//!
//! Below: the kinds of source, and the health of a site's rule.

pub(super) mod health;
pub(super) mod source_kind;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Evidence, PageState, SiteId, SourceKind};
use crate::messages::Message;

/// The data to add or replace a site. The rule file's text is the source of truth; the code that
/// builds the draft reads name and kind from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteDraft {
    /// Name, unique in the project.
    pub name: String,
    /// Kind of the rule.
    pub kind: SourceKind,
    /// First start address, for lists and search.
    pub start: String,
    /// The rule file, verbatim, comments included.
    pub rule_toml: String,
}

/// A site as stored in the project file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// Row id.
    pub id: SiteId,
    /// Name, unique in the project.
    pub name: String,
    /// Kind of the rule.
    pub kind: SourceKind,
    /// First start address.
    pub start: String,
    /// The rule file, verbatim.
    pub rule_toml: String,
    /// Whether runs and tasks include it.
    pub enabled: bool,
    /// Its status; `None` before the first run.
    pub status: Option<SiteStatus>,
    /// Records stored so far.
    pub records: u64,
    /// When its last run ended.
    pub last_run_at: Option<Timestamp>,
    /// Whether a person paused it: its last run ended so.
    #[serde(default)]
    pub paused: bool,
    /// Whether its last run was cut off: the program ended in the middle of it.
    #[serde(default)]
    pub interrupted: bool,
    /// Requests that its last run left because it was stopped or cut off; the next run continues with them.
    #[serde(default)]
    pub left: u64,
    /// New items a day, estimated from its visits; `None` until there are enough.
    #[serde(default)]
    pub news_per_day: Option<f64>,
}

impl Site {
    /// The pages that a stopped run left, where nothing weightier is to be said of the site: it is neither
    /// paused nor in a bad state.
    pub fn stopped_with(&self) -> Option<u64> {
        let well = |status: &SiteStatus| matches!(status.state, PageState::Ok | PageState::Empty);
        let shown = !self.paused && self.status.as_ref().is_none_or(well);
        (shown && self.left > 0).then_some(self.left)
    }
}

/// The status of a site, its reason, and what happens next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteStatus {
    /// The state.
    pub state: PageState,
    /// Since when.
    pub since: Timestamp,
    /// The reason, as a message of the catalogue.
    pub reason: Message,
    /// The action taken or the advice for the user; `None` when nothing is needed.
    pub next: Option<Message>,
    /// The evidence behind it.
    pub evidence: Vec<Evidence>,
    /// The address that was judged.
    pub url: String,
}

/// The next step after a rule was changed because of a redesign.
const RUN_AGAIN: &str = "engine-next-run-again";
/// The next step after a person ruled that a page is not a block.
const TAUGHT: &str = "exceptions-next-run-again";
/// The signal of a verdict based on the user's ruling.
pub const TAUGHT_SIGNAL: &str = "taught";
/// The signal of a list of which the rule takes a small part.
pub const LIST_PARTIAL: &str = "list-partial";

impl SiteStatus {
    /// The status after a rule change, for a site whose rule no longer matched: it needs a new run.
    /// Other states stay unchanged.
    #[must_use]
    pub fn after_new_rule(self) -> Self {
        match self.state {
            _ if self.takes_part() => Self {
                next: Some(Message::new(RUN_AGAIN)),
                ..self
            },
            PageState::LayoutChanged => Self {
                next: Some(Message::new(RUN_AGAIN)),
                ..self
            },
            _ => self,
        }
    }

    /// The status after a person ruled that the page at `url` is not a block.
    pub fn after_denial(url: &str, now: Timestamp) -> Self {
        Self {
            state: PageState::Ok,
            since: now,
            reason: Message::new("exceptions-reason-taught").with("url", url),
            next: Some(Message::new(TAUGHT)),
            evidence: Vec::new(),
            url: url.to_owned(),
        }
    }

    /// The status after a person said that the rule takes a part of the list at `url` on purpose.
    pub fn after_partial_list(url: &str, now: Timestamp) -> Self {
        Self {
            reason: Message::new("detect-list-partial-meant").with("url", url),
            next: None,
            ..Self::after_denial(url, now)
        }
    }

    /// Whether it is based on a person's ruling rather than on the judge.
    pub fn is_by_word(&self) -> bool {
        let by_word = |piece: &Evidence| piece.signal == TAUGHT_SIGNAL;
        self.next.as_ref().is_some_and(|next| next.id == TAUGHT)
            || self.evidence.iter().any(by_word)
    }

    /// Whether the next run should retry failed pages: the cause of their failure was fixed.
    pub fn asks_failed_again(&self) -> bool {
        self.needs_run() || self.next.as_ref().is_some_and(|next| next.id == TAUGHT)
    }

    /// The status code with which the site said that there is no such page: 404 or 410.
    pub fn missing_page(&self) -> Option<&str> {
        let fails = matches!(self.state, PageState::Outage | PageState::Empty);
        let mut evidence = self.evidence.iter().filter(|_| fails);
        evidence.find_map(|found| found.missing_page())
    }

    /// Whether the name of the host is unknown.
    pub fn is_unknown_host(&self) -> bool {
        self.state == PageState::Outage && self.evidence.iter().any(Evidence::is_unknown_host)
    }

    /// Whether the rule does not match and has not been changed since.
    pub fn needs_repair(&self) -> bool {
        self.state == PageState::LayoutChanged && !self.needs_run()
    }

    /// Whether the rule takes a small part of the alike entries of a list.
    pub fn takes_part(&self) -> bool {
        let partial = |found: &Evidence| found.signal == LIST_PARTIAL;
        self.evidence.iter().any(partial) && !self.needs_run()
    }

    /// Whether the rule did not match, but has been changed since.
    pub fn needs_run(&self) -> bool {
        let next = self.next.as_ref();
        next.is_some_and(|next| next.id == RUN_AGAIN)
    }
}
