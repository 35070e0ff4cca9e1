//! One compiled signal: its pattern, where it is searched for, and what it implies. Input: a text.
//! Output: whether and where it matches.

use std::sync::OnceLock;

use regex::Regex;

use super::entry::SignalRole;
use crate::model::{PageState, Strength};

/// One pattern to search for.
#[derive(Debug)]
pub struct Signal {
    /// Its name, unique over all files; evidence refers to it.
    pub id: String,
    /// Where it is searched for.
    pub place: SignalTarget,
    /// The state that it implies.
    pub state: PageState,
    /// How reliable it is.
    pub strength: Strength,
    pub(in crate::detect) role: SignalRole,
    /// The vendor it belongs to, if any.
    pub vendor: Option<String>,
    /// Language of its words; empty for marks.
    pub language: String,
    /// Source of the knowledge.
    pub source: String,
    /// When it was last checked, `YYYY-MM-DD`.
    pub date: String,
    pub(in crate::detect) header: String,
    pub(in crate::detect) only_errors: bool,
    pub(in crate::detect) statuses: Vec<u16>,
    pub(in crate::detect) pattern: String,
    /// Compiled on first use: most signals are only ever matched in their group.
    pub(in crate::detect) regex: OnceLock<Option<Regex>>,
}

/// Where a signal is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalTarget {
    /// A response header of the site.
    Header,
    /// A response header that proves a proxy wrote the answer.
    ProxyHeader,
    /// The source of an answer that a proxy wrote.
    ProxyBody,
    /// The readable text of a page that may be a network's sign-in portal.
    Portal,
    /// The address after redirects.
    Url,
    /// The title.
    Title,
    /// The readable text including title and headings.
    Text,
    /// The source.
    Source,
    /// The scalars of a JSON error, one per line.
    Data,
}

impl SignalTarget {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Header,
        Self::ProxyHeader,
        Self::ProxyBody,
        Self::Portal,
        Self::Url,
        Self::Title,
        Self::Text,
        Self::Source,
        Self::Data,
    ];

    /// The token in signal files.
    pub fn token(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::ProxyHeader => "proxy_header",
            Self::ProxyBody => "proxy_body",
            Self::Portal => "portal",
            Self::Url => "url",
            Self::Title => "title",
            Self::Text => "text",
            Self::Source => "source",
            Self::Data => "data",
        }
    }

    /// The place with this token.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.token() == token)
    }
}

impl Signal {
    /// The first match of the pattern in `text`; empty without one.
    pub(in crate::detect) fn first_match<'t>(&self, text: &'t str) -> &'t str {
        self.regex()
            .and_then(|regex| regex.find(text))
            .map_or("", |found| found.as_str())
    }

    /// The different texts that the pattern matches in `text`, at most two, whatever their case.
    pub(in crate::detect) fn distinct_matches<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut found: Vec<&str> = Vec::new();
        for text in self.regex().into_iter().flat_map(|r| r.find_iter(text)) {
            let text = text.as_str();
            if !found
                .iter()
                .any(|known| known.to_lowercase() == text.to_lowercase())
            {
                found.push(text);
            }
            if found.len() == 2 {
                break;
            }
        }
        found
    }

    pub(in crate::detect) fn is_match(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex
            .get_or_init(|| Regex::new(&self.pattern).ok())
            .as_ref()
    }

    /// Whether the signal applies with `status` (0: unknown).
    pub(in crate::detect) fn fits_status(&self, status: u16) -> bool {
        (!self.only_errors || status >= 400)
            && (self.statuses.is_empty() || self.statuses.contains(&status))
    }
}
