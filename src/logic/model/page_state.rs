//! The states of an answer or a site, with their evidence. The tokens are part of the file formats
//! and of the command line.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::messages::Message;

/// The state of an answer (DESIGN: one token everywhere).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageState {
    /// The requested page.
    Ok,
    /// Too many requests, by status, header or phrase.
    RateLimited,
    /// A captcha, a proof of work or a script check precedes the page.
    Challenge,
    /// The site refuses this client, address or user agent.
    Blocked,
    /// The page requires a login.
    LoginRequired,
    /// A page that looks normal but is not the requested one, or has no content.
    SoftBlock,
    /// The page was fetched, but the rule no longer matches it. Decided for one answer in
    /// `logic::detect` (`judge::block_page`; `fingerprint::redesign_or_block` with another egress), for a list
    /// in `engine::crawl::verdict` (`empty_list`; `verdict_steps` for one that drifts), for renewed pages in
    /// `crawl::decide::renewed_pages`, and for the site in `crawl::run::run_end` and
    /// `crawl::decide::site_status::required_fields`.
    LayoutChanged,
    /// The page was fetched and really has nothing to collect.
    Empty,
    /// The site's own fault: its 5xx, its DNS, its closed port.
    Outage,
    /// The proxy's fault, never the site's.
    ProxyFault,
    /// The answer is incomplete, or not of the requested type; of a site: pages that it announced
    /// are missing.
    Incomplete,
    /// The page has no content until scripts fill it in a browser.
    NeedsBrowser,
}

impl PageState {
    /// Every state, in the order of the design; the positions are numbers in the project file.
    pub const ALL: [Self; 12] = [
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
        Self::NeedsBrowser,
    ];

    /// Whether the answer is something else than the requested page: a block, a login, an error.
    pub fn is_refusal(self) -> bool {
        !matches!(self, Self::Ok | Self::Empty | Self::LayoutChanged)
    }

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
            Self::NeedsBrowser => "needs_browser",
        }
    }

    /// Its word in the catalogues.
    pub fn name(self) -> Message {
        Message::new(format!("app-state-{}", self.token().replace('_', "-")))
    }

    /// The state a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.token() == token)
    }

    /// Whether another egress may get the page: the site or the proxy turned this one away.
    pub fn depends_on_egress(self) -> bool {
        matches!(
            self,
            Self::Blocked | Self::Challenge | Self::SoftBlock | Self::ProxyFault
        )
    }

    /// Whether the site blocks us on purpose.
    pub fn is_block(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Challenge | Self::Blocked | Self::SoftBlock
        )
    }
}

/// The reliability of one piece of evidence. Weak evidence alone never blocks.
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

/// The place in an answer where a piece of evidence was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidencePlace {
    /// Below HTTP: DNS, connection, TLS, no response.
    Transport,
    /// The proxy's own answer.
    Proxy,
    /// The status line.
    Status,
    /// A response header.
    Header,
    /// The final address of the request.
    Url,
    /// The page's title.
    Title,
    /// The page's structure.
    Structure,
    /// The page's text or source.
    Body,
    /// The result of the rule on the page.
    Rule,
    /// The site's own history.
    History,
}

/// One reason for a verdict, stored with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Id of the signal, as in the signal files or one of the built-in ones.
    pub signal: String,
    /// Its reliability.
    pub strength: Strength,
    /// Where it was found.
    pub place: EvidencePlace,
    /// The text that matched, at most [`MAX_QUOTE_CHARS`](Self::MAX_QUOTE_CHARS) characters.
    pub matched: String,
}

impl Evidence {
    /// The maximum length of the text quoted as evidence, in characters.
    pub const MAX_QUOTE_CHARS: usize = 200;

    /// The status code with which the site said that there is no such page: 404 or 410.
    pub fn missing_page(&self) -> Option<&str> {
        let code = self.matched.split_whitespace().next()?;
        (self.place == EvidencePlace::Status && matches!(code, "404" | "410")).then_some(code)
    }

    /// Whether it is what the page as a whole lacks: then the quoted title only names the page, and is
    /// no place of it.
    pub fn is_of_whole_page(&self) -> bool {
        LACKING.contains(&self.signal.as_str())
    }

    /// Whether the name of the host is unknown: then it is all that is quoted; a host that does not
    /// answer is quoted with the reason behind a colon.
    pub fn is_unknown_host(&self) -> bool {
        self.signal == UNREACHABLE && !self.matched.contains(": ")
    }
}

/// The signals of pages without what the rule looks for.
const LACKING: [&str; 3] = ["list-without-items", "no-record", "script-shell"];

/// The signal of a host to which there is no connection.
pub(crate) const UNREACHABLE: &str = "unreachable";

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
    /// The verdict on a good page.
    pub fn ok() -> Self {
        Self {
            state: PageState::Ok,
            evidence: Vec::new(),
            retry_after: None,
        }
    }

    /// A verdict based on one piece of evidence.
    pub fn because(state: PageState, evidence: Evidence) -> Self {
        Self {
            state,
            evidence: vec![evidence],
            retry_after: None,
        }
    }

    /// A verdict based on one strong signal, with the beginning of the text that matched.
    pub fn by_signal(state: PageState, signal: &str, place: EvidencePlace, matched: &str) -> Self {
        let evidence = Evidence {
            signal: signal.to_owned(),
            strength: Strength::Strong,
            place,
            matched: matched.chars().take(Evidence::MAX_QUOTE_CHARS).collect(),
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
