//! A page as one run met it: what became of it, why, and what it brought.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::Verdict;

/// What became of a page in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageOutcomeKind {
    /// It was read.
    Read,
    /// It had not changed; the kept one was read.
    Unchanged,
    /// It came, and had nothing in it.
    Empty,
    /// It is to be asked for again.
    Again,
    /// It was given up: it is gone, or did not come in several runs.
    Failed,
    /// It was promised and has not come; later runs ask for it again.
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

    /// What a number stands for.
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

/// Which pages of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageFilter {
    /// All.
    #[default]
    All,
    /// Those that went wrong: missing, given up, empty, or to be asked for again.
    Wrong,
}

/// A page of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunPage {
    /// Its address.
    pub url: String,
    /// What became of it.
    pub outcome: PageOutcomeKind,
    /// Records that were new on it.
    pub records: u64,
    /// When the last answer came.
    pub at: Timestamp,
    /// The judgement on that answer, where it says more than "ok".
    pub verdict: Option<Verdict>,
    /// That answer in figures; runs of versions that did not keep them have none.
    #[serde(default)]
    pub answer: Option<PageAnswer>,
}

/// An answer in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageAnswer {
    /// Status; 0 when there was none.
    pub status: u16,
    /// Milliseconds until it was there; 0 when nothing was asked.
    pub took_ms: u64,
    /// Bytes of its body.
    pub bytes: u64,
    /// Records and links that the rule found on it, known ones counted too.
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
