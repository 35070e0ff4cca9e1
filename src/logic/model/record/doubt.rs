//! Doubts about a record.

use serde::{Deserialize, Serialize};

/// A doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// The title is shorter than the site's limit.
    ShortTitle,
    /// The date is missing, unreadable or not plausible.
    Date,
    /// The text is shorter than the site's limit.
    ShortText,
}

impl Doubt {
    /// All, in the order of their bits.
    pub const ALL: [Self; 3] = [Self::ShortTitle, Self::Date, Self::ShortText];

    /// Its bit in a stored number.
    pub fn bit(self) -> i64 {
        match self {
            Self::ShortTitle => 1,
            Self::Date => 2,
            Self::ShortText => 4,
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::ShortTitle => "title",
            Self::Date => "date",
            Self::ShortText => "text",
        }
    }

    /// The doubts in a stored number.
    pub fn of_bits(bits: i64) -> Vec<Self> {
        Self::ALL
            .into_iter()
            .filter(|doubt| bits & doubt.bit() != 0)
            .collect()
    }
}
