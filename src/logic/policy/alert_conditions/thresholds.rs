//! The thresholds of alerts: the default of each kind, and what may be set.

use crate::model::AlertKind;

impl AlertKind {
    /// The default threshold: records, runs, percent, percent, turns, megabytes.
    pub fn usual(self) -> u64 {
        match self {
            Self::NewRecords | Self::Changes => 1,
            Self::NoNew | Self::Missed => 3,
            Self::LowYield => 50,
            Self::Blocked => 20,
            Self::Disk => 1_000,
            Self::Trouble | Self::NeedsYou | Self::Redesigned | Self::Nothing | Self::Condition => {
                1
            }
            Self::Failing => 20,
            Self::LacksField => 50,
        }
    }

    /// The valid thresholds, both ends included.
    pub fn range(self) -> (u64, u64) {
        match self {
            Self::NewRecords | Self::Changes => (1, 1_000_000),
            Self::Trouble | Self::NeedsYou | Self::Redesigned | Self::Nothing | Self::Condition => {
                (1, 1)
            }
            Self::Failing | Self::LacksField => (1, 100),
            Self::NoNew => (1, 20),
            Self::LowYield | Self::Blocked => (1, 100),
            Self::Missed => (1, 1_000),
            Self::Disk => (1, 100_000_000),
        }
    }
}
