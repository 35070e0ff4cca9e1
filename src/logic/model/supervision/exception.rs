//! A person's ruling on a page of a site against the judge: that it is not a block, or that it is
//! one. It applies to all pages of that site that look the same.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::{ExceptionId, PageState, SiteId};

/// The ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// It is the requested page.
    NotABlock,
    /// It is not the requested page: the site blocks us.
    IsABlock,
}

impl Ruling {
    /// Both, in the order in which views list them.
    pub const ALL: [Self; 2] = [Self::NotABlock, Self::IsABlock];

    /// The token used in the project file and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::NotABlock => "not_a_block",
            Self::IsABlock => "is_a_block",
        }
    }
}

/// A 64-bit fingerprint that differs little between similar inputs (Charikar, "Similarity
/// estimation techniques from rounding algorithms", STOC 2002). Serialised as 16 hex digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Simhash(pub u64);

impl Simhash {
    /// The number of differing bits: 0 to 64.
    pub fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl Serialize for Simhash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Simhash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}

/// The fingerprint of a page: a few numbers that recognise similar ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFingerprint {
    /// The title; digits as `#`, so that incident numbers do not matter.
    pub title: String,
    /// Fingerprint of the sequence of tags.
    pub structure: Simhash,
    /// The number of tags, up to the part that is checked.
    pub tags: u32,
    /// Fingerprint of the readable text.
    pub text: Simhash,
    /// Readable characters without spaces, at most 6,000.
    pub chars: u32,
    /// Bytes of the decoded body.
    pub bytes: u64,
}

/// A ruling to be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionDraft {
    /// The site.
    pub site: SiteId,
    /// The ruling.
    pub ruling: Ruling,
    /// For a page that is not a block, the judge's verdict; for one that is, the actual state.
    pub state: PageState,
    /// Ids of the signals behind the judge's verdict: these no longer count on pages of this look.
    /// Empty for a page that is a block.
    pub signals: Vec<String>,
    /// The page's fingerprint.
    pub look: PageFingerprint,
    /// Its status; 0 when unknown.
    pub status: u16,
    /// Its address, or the file it was read from.
    pub url: String,
}

/// An exception of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteException {
    /// Its id; never reused.
    pub id: ExceptionId,
    /// The ruling with its page.
    #[serde(flatten)]
    pub draft: ExceptionDraft,
    /// When.
    pub made_at: Timestamp,
    /// The number of runs in which it was applied since.
    pub runs: u64,
    /// When it was last applied.
    pub used_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_print_is_written_as_hex_digits() {
        let print = Simhash(0x00ff_0000_0000_0001);
        let json = serde_json::to_string(&print).unwrap();
        assert_eq!(json, "\"00ff000000000001\"");
        assert_eq!(serde_json::from_str::<Simhash>(&json).unwrap(), print);
        assert_eq!(print.distance(Simhash(0)), 9);
        for ruling in Ruling::ALL {
            let json = serde_json::to_string(&ruling).unwrap();
            assert_eq!(json.trim_matches('"'), ruling.token());
        }
    }
}
