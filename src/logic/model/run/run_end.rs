//! How a run ended.

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    /// The frontier is empty, and every announced page was fetched or given up by name.
    Finished,
    /// The frontier is empty, but pages that the site announced are missing; the next run requests
    /// them.
    Incomplete,
    /// A limit was reached; the next run continues.
    Limited,
    /// A person stopped it; the next run continues.
    Stopped,
    /// The site blocks us; see its status.
    Blocked,
    /// It could not continue (disk full, project damaged); see the message.
    Failed,
    /// A person paused it: only a person can resume the site.
    Paused,
    /// The program ended before the run (killed, power cut); the next run continues.
    Interrupted,
    /// A person cancelled it: the queue is dropped; the next run starts over.
    Cancelled,
}

impl RunEnd {
    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Incomplete => "incomplete",
            Self::Limited => "limited",
            Self::Stopped => "stopped",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
            Self::Paused => "paused",
            Self::Interrupted => "interrupted",
            Self::Cancelled => "cancelled",
        }
    }

    /// The end a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        [
            Self::Finished,
            Self::Incomplete,
            Self::Limited,
            Self::Stopped,
            Self::Blocked,
            Self::Failed,
            Self::Paused,
            Self::Interrupted,
            Self::Cancelled,
        ]
        .into_iter()
        .find(|e| e.token() == token)
    }
}
