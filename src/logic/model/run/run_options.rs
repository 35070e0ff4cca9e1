//! With what a run starts, and why.

use super::run_limits::RunLimits;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The options of a run set by a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOptions {
    /// Stop after this many fetched pages.
    pub max_pages: Option<u64>,
    /// Ignore quiet hours and schedule windows.
    pub now: bool,
    /// Stop after this many seconds of work.
    #[serde(default)]
    pub max_seconds: Option<u64>,
    /// Stop after this many bytes received.
    #[serde(default)]
    pub max_bytes: Option<u64>,
    /// Stop after this many errors (pages given up, answers that were blocks).
    #[serde(default)]
    pub max_errors: Option<u64>,
    /// Only pages that failed or were empty are requested, without the start pages.
    #[serde(default)]
    pub failed_only: bool,
    /// Known articles fetched longer ago than this many seconds are fetched again; 0 means all of
    /// them.
    #[serde(default)]
    pub refresh_older_than: Option<u64>,
    /// Only these known pages are fetched again, without the start pages.
    #[serde(default)]
    pub only_pages: Vec<String>,
    /// The file to which the supervision's observations and decisions are written.
    #[serde(default)]
    pub record: Option<PathBuf>,
    /// What started it.
    #[serde(default)]
    pub cause: RunCause,
    /// Proxies whose passwords are locked are passed over, and their passphrase is not asked for.
    #[serde(default)]
    pub pass_locked: bool,
    /// How many seconds the run waits for a person where the site asks something that only a person
    /// can answer; 0 does not wait, `None` leaves it to the rule and the program's default.
    #[serde(default)]
    pub person_wait: Option<u64>,
}

impl RunOptions {
    /// The requested limits.
    pub fn limits(&self) -> RunLimits {
        RunLimits {
            pages: self.max_pages,
            seconds: self.max_seconds,
            bytes: self.max_bytes,
            errors: self.max_errors,
        }
    }
}

/// What started a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunCause {
    /// A person.
    #[default]
    ByHand,
    /// A task of the schedule.
    Schedule,
    /// A person who retries failed pages.
    Retry,
    /// The supervision: the site answers again, or a rest is over.
    Supervised,
}

impl RunCause {
    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::ByHand => "by_hand",
            Self::Schedule => "schedule",
            Self::Retry => "retry",
            Self::Supervised => "supervised",
        }
    }

    /// The cause a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::ByHand, Self::Schedule, Self::Retry, Self::Supervised]
            .into_iter()
            .find(|cause| cause.token() == token)
    }
}
