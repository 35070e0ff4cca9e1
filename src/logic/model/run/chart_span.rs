//! The spans of time that the charts of the dashboard can show, and the width of their buckets.

use serde::{Deserialize, Serialize};

/// How far back a chart goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChartSpan {
    /// The last hour, by the minute.
    Hour,
    /// The last 24 hours, by the hour.
    #[default]
    Day,
    /// The last seven days, by the hour.
    Week,
    /// All time, by the day.
    All,
}

impl ChartSpan {
    /// All, shortest first.
    pub const ALL: [Self; 4] = [Self::Hour, Self::Day, Self::Week, Self::All];

    /// Seconds of a bucket.
    pub fn bucket(self) -> i64 {
        match self {
            Self::Hour => 60,
            Self::Day | Self::Week => 3_600,
            Self::All => 86_400,
        }
    }

    /// The seconds it covers; `None` for all time.
    pub fn seconds(self) -> Option<i64> {
        match self {
            Self::Hour => Some(3_600),
            Self::Day => Some(86_400),
            Self::Week => Some(7 * 86_400),
            Self::All => None,
        }
    }
}
