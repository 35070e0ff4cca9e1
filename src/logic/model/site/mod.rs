//! A site of the project: a name, a rule, and how it fares.
//!
//! Below: the kinds of source, how a site's rule fares, and the states that answers and sites can be in.

pub(super) mod health;
pub(super) mod source_kind;
pub(super) mod state;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Evidence, PageState, SiteId, SourceKind};
use crate::messages::Message;

/// What is needed to add or replace a site. The rule file's text is the source of truth; name
/// and kind are read from it by the code that builds the draft.
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

/// A site as the project file holds it.
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
    /// Whether runs and tasks take it.
    pub enabled: bool,
    /// How it fares; `None` before the first run.
    pub status: Option<SiteStatus>,
    /// Records stored so far.
    pub records: u64,
    /// When its last run ended.
    pub last_run_at: Option<Timestamp>,
    /// Whether a person paused it: its last run ended so.
    #[serde(default)]
    pub paused: bool,
    /// New items a day, as its visits so far tell; `None` before they tell anything.
    #[serde(default)]
    pub news_per_day: Option<f64>,
}

/// How a site fares, why, and what happens next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteStatus {
    /// The state.
    pub state: PageState,
    /// Since when.
    pub since: Timestamp,
    /// What happened and why, ready for the message catalogue.
    pub reason: Message,
    /// What is being done about it or what the person should do; `None` when nothing is needed.
    pub next: Option<Message>,
    /// The evidence behind it.
    pub evidence: Vec<Evidence>,
    /// The address that was judged.
    pub url: String,
}

/// What is to be done after a rule was changed on account of a redesign.
const RUN_AGAIN: &str = "engine-next-run-again";
/// The same after a person said that a page is no block.
const TAUGHT: &str = "exceptions-next-run-again";
/// The signal of a verdict that the user's ruling led to.
pub const TAUGHT_SIGNAL: &str = "taught";

impl SiteStatus {
    /// The status of a site whose rule no longer fitted, after the rule was changed: it is to run
    /// again. Other states stay as they are.
    #[must_use]
    pub fn after_new_rule(self) -> Self {
        match self.state {
            PageState::LayoutChanged => Self {
                next: Some(Message::new(RUN_AGAIN)),
                ..self
            },
            _ => self,
        }
    }

    /// The status after a person said of the page at `url` that it is no block.
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

    /// Whether it rests on what a person said of the page, not on the judge.
    pub fn is_by_word(&self) -> bool {
        let by_word = |piece: &Evidence| piece.signal == TAUGHT_SIGNAL;
        self.next.as_ref().is_some_and(|next| next.id == TAUGHT)
            || self.evidence.iter().any(by_word)
    }

    /// Whether the next run is to ask for pages again that failed before: what they failed for has
    /// been mended.
    pub fn asks_failed_again(&self) -> bool {
        self.needs_run() || self.next.as_ref().is_some_and(|next| next.id == TAUGHT)
    }

    /// Whether the rule does not fit and was not changed since.
    pub fn needs_repair(&self) -> bool {
        self.state == PageState::LayoutChanged && !self.needs_run()
    }

    /// Whether the rule did not fit, but was changed since.
    pub fn needs_run(&self) -> bool {
        let next = self.next.as_ref();
        next.is_some_and(|next| next.id == RUN_AGAIN)
    }
}
