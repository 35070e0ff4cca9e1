//! The states an answer or a site can be in, with the evidence that led there. The tokens are
//! part of the file formats and of the command line.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What an answer turned out to be (DESIGN: one token everywhere).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageState {
    /// The page that was asked for.
    Ok,
    /// Too many requests, by status, header or phrase.
    RateLimited,
    /// A captcha, a proof of work or a script check stands before the page.
    Challenge,
    /// The site refuses this client, address or user agent.
    Blocked,
    /// The page wants an account that is logged in.
    LoginRequired,
    /// A page that looks fine and is not the one asked for, or has nothing in it.
    SoftBlock,
    /// The page came, but the rule no longer fits it.
    LayoutChanged,
    /// The page came and truly has nothing to collect.
    Empty,
    /// The site's own fault: its 5xx, its DNS, its closed port.
    Outage,
    /// The proxy's fault, never the site's.
    ProxyFault,
    /// The answer is no whole one, or none of the sort that was asked for; of a site: pages that it
    /// promised have not come.
    Incomplete,
}

impl PageState {
    /// Every state, in the order of the design; their places are numbers in the project file.
    pub const ALL: [Self; 11] = [
        Self::Ok,
        Self::RateLimited,
        Self::Challenge,
        Self::Blocked,
        Self::LoginRequired,
        Self::SoftBlock,
        Self::LayoutChanged,
        Self::Empty,
        Self::Outage,
        Self::ProxyFault,
        Self::Incomplete,
    ];

    /// The token used in files, in `--json` output and in the database.
    pub fn token(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::RateLimited => "rate_limited",
            Self::Challenge => "challenge",
            Self::Blocked => "blocked",
            Self::LoginRequired => "login_required",
            Self::SoftBlock => "soft_block",
            Self::LayoutChanged => "layout_changed",
            Self::Empty => "empty",
            Self::Outage => "outage",
            Self::ProxyFault => "proxy_fault",
            Self::Incomplete => "incomplete",
        }
    }

    /// The state a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.token() == token)
    }

    /// Whether the site keeps us out on purpose.
    pub fn is_block(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Challenge | Self::Blocked | Self::SoftBlock
        )
    }
}

/// How far one piece of evidence may be trusted. Weak evidence alone never blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Decides alone.
    Strong,
    /// Decides only together with other evidence.
    Weak,
}

impl Strength {
    /// The token used in signal files and in `--json` output.
    pub fn token(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }
}

/// Where in an answer a piece of evidence was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidencePlace {
    /// Below HTTP: DNS, connection, TLS, silence.
    Transport,
    /// The proxy's own answer.
    Proxy,
    /// The status line.
    Status,
    /// A response header.
    Header,
    /// Where the request ended up.
    Url,
    /// The page's title.
    Title,
    /// The page's structure.
    Structure,
    /// The page's text or source.
    Body,
    /// What the rule made of the page.
    Rule,
    /// The site's own history.
    History,
}

/// One reason for a verdict, kept with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Id of the signal, as in the signal files or one of the built-in ones.
    pub signal: String,
    /// How far it may be trusted.
    pub strength: Strength,
    /// Where it was found.
    pub place: EvidencePlace,
    /// The text that matched, at most 200 characters.
    pub matched: String,
}

/// The judgement on one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The state.
    pub state: PageState,
    /// Why, strongest first; empty for `ok`.
    pub evidence: Vec<Evidence>,
    /// How long the site asked us to wait (`Retry-After`, RFC 9110 §10.2.3).
    pub retry_after: Option<Duration>,
}

impl Verdict {
    /// The verdict on a page that is fine.
    pub fn ok() -> Self {
        Self {
            state: PageState::Ok,
            evidence: Vec::new(),
            retry_after: None,
        }
    }

    /// A verdict resting on one piece of evidence.
    pub fn because(state: PageState, evidence: Evidence) -> Self {
        Self {
            state,
            evidence: vec![evidence],
            retry_after: None,
        }
    }

    /// A verdict resting on one strong signal, of which the first 200 characters that matched are kept.
    pub fn by_signal(state: PageState, signal: &str, place: EvidencePlace, matched: &str) -> Self {
        let evidence = Evidence {
            signal: signal.to_owned(),
            strength: Strength::Strong,
            place,
            matched: matched.chars().take(200).collect(),
        };
        Self::because(state, evidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_names_its_state() {
        for state in PageState::ALL {
            assert_eq!(PageState::from_token(state.token()), Some(state));
        }
        assert_eq!(PageState::from_token("fine"), None);
    }
}
