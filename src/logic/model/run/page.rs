//! The result of a page in one run: its outcome, the reason, and its records.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::Verdict;

/// The outcome of a page in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageOutcomeKind {
    /// It was read.
    Read,
    /// It had not changed; the stored one was read.
    Unchanged,
    /// It was fetched and had no content.
    Empty,
    /// It will be requested again.
    Again,
    /// It was given up: it is gone, or failed in several runs.
    Failed,
    /// It was announced but is missing; later runs request it again.
    Missing,
}

impl PageOutcomeKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Unchanged,
        Self::Empty,
        Self::Again,
        Self::Failed,
        Self::Missing,
    ];

    /// The number in the project file.
    pub fn number(self) -> i64 {
        match self {
            Self::Read => 0,
            Self::Unchanged => 1,
            Self::Empty => 2,
            Self::Again => 3,
            Self::Failed => 4,
            Self::Missing => 5,
        }
    }

    /// The outcome with that number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The token used in `--json` and in the ids of texts.
    pub fn token(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Unchanged => "unchanged",
            Self::Empty => "empty",
            Self::Again => "again",
            Self::Failed => "failed",
            Self::Missing => "missing",
        }
    }
}

/// A filter for the pages of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageFilter {
    /// All.
    #[default]
    All,
    /// Those with problems: missing, given up, empty, or to be requested again.
    Wrong,
}

/// A page of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunPage {
    /// Its address.
    pub url: String,
    /// Its outcome.
    pub outcome: PageOutcomeKind,
    /// The number of new records.
    pub records: u64,
    /// When the last answer arrived.
    pub at: Timestamp,
    /// The verdict on that answer, unless "ok".
    pub verdict: Option<Verdict>,
    /// The figures of that answer; runs of older versions have none.
    #[serde(default)]
    pub answer: Option<PageAnswer>,
}

/// The figures of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageAnswer {
    /// Status; 0 when there was none.
    pub status: u16,
    /// Milliseconds until it arrived; 0 when nothing was requested.
    pub took_ms: u64,
    /// Bytes of its body.
    pub bytes: u64,
    /// Records and links that the rule found on it, including known ones.
    pub matches: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_for_one_outcome() {
        for kind in PageOutcomeKind::ALL {
            assert_eq!(PageOutcomeKind::from_number(kind.number()), Some(kind));
        }
        assert_eq!(PageOutcomeKind::from_number(9), None);
    }
}
