//! What a person said about a page of a site against the judge: that it is no block, or that it is
//! one. Such a word stands for all pages of that site that look the same.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::{ExceptionId, PageState, SiteId};

/// What was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// The page is the one that was asked for.
    NotABlock,
    /// The page is not the one that was asked for: the site keeps us out.
    IsABlock,
}

impl Ruling {
    /// Both, in the order in which views name them.
    pub const ALL: [Self; 2] = [Self::NotABlock, Self::IsABlock];

    /// The token used in the project file and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::NotABlock => "not_a_block",
            Self::IsABlock => "is_a_block",
        }
    }
}

/// Sixty-four bits that differ little between things that are much alike (Charikar, "Similarity
/// estimation techniques from rounding algorithms", STOC 2002). Serialised as 16 hex digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Print(pub u64);

impl Print {
    /// In how many bits two differ: 0 to 64.
    pub fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl Serialize for Print {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Print {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}

/// What a page looks like, in a few numbers: enough to know its like again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFingerprint {
    /// The title; digits as `#`, so that numbers of incidents do not matter.
    pub title: String,
    /// Of the sequence of tags.
    pub structure: Print,
    /// How many tags there are, up to the part that is looked at.
    pub tags: u32,
    /// Of the readable text.
    pub text: Print,
    /// Readable characters without spaces, at most 6,000.
    pub chars: u32,
    /// Bytes of the decoded body.
    pub bytes: u64,
}

/// A word of a person about a page, to be taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionDraft {
    /// The site.
    pub site: SiteId,
    /// What was said.
    pub ruling: Ruling,
    /// Of a page that is no block, what the judge took it for; of one that is, what it is.
    pub state: PageState,
    /// Ids of the signals that the judge went by: these count no more on pages of this look. Empty
    /// for a page that is a block.
    pub signals: Vec<String>,
    /// What the page looks like.
    pub look: PageFingerprint,
    /// Its status; 0 when unknown.
    pub status: u16,
    /// Its address, or the file that it was read from.
    pub url: String,
}

/// An exception of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteException {
    /// Which; never used again.
    pub id: ExceptionId,
    /// What was said of which page.
    #[serde(flatten)]
    pub draft: ExceptionDraft,
    /// When.
    pub made_at: Timestamp,
    /// In how many runs it has decided since.
    pub runs: u64,
    /// When it decided last.
    pub used_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_print_is_written_as_hex_digits() {
        let print = Print(0x00ff_0000_0000_0001);
        let json = serde_json::to_string(&print).unwrap();
        assert_eq!(json, "\"00ff000000000001\"");
        assert_eq!(serde_json::from_str::<Print>(&json).unwrap(), print);
        assert_eq!(print.distance(Print(0)), 9);
        for ruling in Ruling::ALL {
            let json = serde_json::to_string(&ruling).unwrap();
            assert_eq!(json.trim_matches('"'), ruling.token());
        }
    }
}
