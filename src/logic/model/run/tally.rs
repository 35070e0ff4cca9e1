//! Time series of pages, records, answers and errors, in buckets of a minute, an hour and a day, so
//! that a chart of a week costs the same for ten sites and for a thousand.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::chart_span::ChartSpan;
use crate::model::{PageState, SiteId};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tallied {
    /// Pages judged, whatever their outcome.
    Pages,
    /// New records.
    Records,
    /// Records with changed content.
    Updated,
    /// Bytes of answers, as transferred.
    Bytes,
    /// Answers with a measured time.
    Timed,
    /// Total milliseconds of these.
    TookMs,
    /// Answers of status 200 to 299.
    Status2xx,
    /// Answers of status 300 to 399, mostly unchanged pages.
    Status3xx,
    /// Answers of status 400 to 499.
    Status4xx,
    /// Answers of status 500 and above.
    Status5xx,
    /// Requests without an answer.
    NoAnswer,
    /// Pages in a state other than ok.
    State(PageState),
}

/// The first number of the states.
const STATES: i64 = 32;

impl Tallied {
    /// All except the states.
    const PLAIN: [Self; 11] = [
        Self::Pages,
        Self::Records,
        Self::Updated,
        Self::Bytes,
        Self::Timed,
        Self::TookMs,
        Self::Status2xx,
        Self::Status3xx,
        Self::Status4xx,
        Self::Status5xx,
        Self::NoAnswer,
    ];

    /// The class of a status; `None` for an invalid HTTP status.
    pub fn of_status(status: u16) -> Option<Self> {
        match status {
            200..=299 => Some(Self::Status2xx),
            300..=399 => Some(Self::Status3xx),
            400..=499 => Some(Self::Status4xx),
            500..=599 => Some(Self::Status5xx),
            _ => None,
        }
    }

    /// Its number in the project file.
    pub fn number(self) -> i64 {
        let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
        match self {
            Self::State(state) => {
                let at = PageState::ALL.iter().position(|known| *known == state);
                STATES + place(at.unwrap_or_default())
            }
            plain => {
                let at = Self::PLAIN.iter().position(|known| *known == plain);
                place(at.unwrap_or_default())
            }
        }
    }

    /// The item with that number; `None` for a number of a newer version.
    pub fn from_number(number: i64) -> Option<Self> {
        let state = || {
            let at = usize::try_from(number.checked_sub(STATES)?).ok()?;
            PageState::ALL.get(at).copied().map(Self::State)
        };
        let at = usize::try_from(number).ok()?;
        Self::PLAIN.get(at).copied().or_else(state)
    }
}

/// The network figures of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkFigures {
    /// Its HTTP status; 0 where there was no answer.
    pub status: u16,
    /// Bytes of its body as transferred.
    pub bytes: u64,
    /// Its duration; `None` without an answer.
    pub took: Option<Duration>,
    /// Name of its proxy; `None` for a direct connection.
    pub proxy: Option<String>,
}

/// A bucket of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TallyBucket {
    /// When it begins, in seconds since 1970 (UTC).
    pub at: i64,
    /// The counts in it; missing ones are zero.
    pub counts: BTreeMap<i64, u64>,
}

impl TallyBucket {
    /// The count of `what`.
    pub fn get(&self, what: Tallied) -> u64 {
        self.counts.get(&what.number()).copied().unwrap_or_default()
    }
}

/// What the dashboard shows of a span.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dashboard {
    /// How far back.
    pub span: ChartSpan,
    /// The non-empty buckets, in order.
    pub buckets: Vec<TallyBucket>,
    /// New records by source kind (`list`, `feed`, …), most first.
    pub by_kind: Vec<(String, u64)>,
    /// The sites with the most new records, most first: ten at most.
    pub top_sites: Vec<(SiteId, String, u64)>,
    /// New records since midnight.
    pub records_today: u64,
    /// Records that repeat another.
    pub reposts: u64,
    /// Queued addresses, by site, longest queue first: ten at most.
    pub queues: Vec<(SiteId, String, u64)>,
    /// The total number of queued addresses.
    pub queued: u64,
    /// Bytes of the project's file.
    pub file_bytes: u64,
    /// Free bytes on its disk; `None` if the system does not report them.
    pub free_bytes: Option<u64>,
    /// Bytes of memory used by this program; `None` if the system does not report them.
    pub memory_bytes: Option<u64>,
}

impl Dashboard {
    /// The total of `what` over the whole span.
    pub fn total(&self, what: Tallied) -> u64 {
        self.buckets.iter().map(|bucket| bucket.get(what)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_what_is_counted() {
        let states = PageState::ALL.into_iter().map(Tallied::State);
        for what in Tallied::PLAIN.into_iter().chain(states) {
            assert_eq!(Tallied::from_number(what.number()), Some(what));
        }
        assert_eq!(Tallied::from_number(20), None);
        assert_eq!(Tallied::from_number(-1), None);
        assert_eq!(Tallied::of_status(304), Some(Tallied::Status3xx));
        assert_eq!(Tallied::of_status(0), None);
    }
}
