//! What the supervisor receives of an answer, and what it can decide. Plain values, so that they
//! can be written down and decided about again.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use bowerbird_logic::model::Verdict;

/// The egress that an answer came by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EgressRoute {
    /// Straight from this machine.
    #[default]
    Direct,
    /// A proxy of the pool, taken because the site kept us out.
    Pool,
    /// The proxy that the rule names: no other may stand in for it.
    Fixed,
}

/// What the page is to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestRole {
    /// A start page: without it the run has nothing to do.
    Start,
    /// A further list page.
    List,
    /// One content page among others.
    #[default]
    Content,
}

/// Whether a login can help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginChance {
    /// No account is left to try.
    #[default]
    None,
    /// An account is there.
    Account,
}

/// What is available to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Means {
    /// The egress.
    pub way: EgressRoute,
    /// Proxies of the pool that this run may still take.
    pub proxies_left: usize,
    /// Whether a login can help.
    pub login: LoginChance,
    /// Whether the session is that of an account.
    pub logged_in: bool,
    /// Whether the session has cookies of the site.
    pub cookies: bool,
    /// Number of the session that the answer came through.
    pub session: Option<u64>,
    /// Other sessions that this run may still take on this egress: with cookies of their own, and
    /// another user agent where the rule names none.
    pub sessions_left: u32,
    /// Whether the site blocked the direct way in this run.
    pub direct_blocked: bool,
}

/// One answer, as the supervisor sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// When it came.
    pub at: Timestamp,
    /// Its address.
    pub url: String,
    /// The judgement.
    pub verdict: Verdict,
    /// Status of the answer; 0 when there was none.
    pub status: u16,
    /// Whether there was none for a fault on the way, such as silence.
    pub no_answer: bool,
    /// What the page is to the run.
    pub role: RequestRole,
    /// Failed tries of this request before this one.
    pub failures: u32,
    /// Retries that the rule allows.
    pub retries: u32,
    /// Requests in a row given up for an outage, before this one.
    pub outage_streak: u32,
    /// What is available to the run.
    pub means: Means,
    /// Chance for this request: 0 to 255.
    pub jitter: u8,
    /// Whether the page was read without the rule, because the rule found nothing on it.
    pub stood_in: bool,
    /// When the page was fetched that is kept as evidence, if one is.
    pub snapshot_at: Option<Timestamp>,
    /// Requests of the run that its host had under way beside this one.
    #[serde(default)]
    pub beside: u32,
    /// Content pages in a row that led to the same request to log in, this one included, while none
    /// came.
    #[serde(default)]
    pub same_login: u32,
    /// Whether the answer is of another site, to which this one sent the request on.
    #[serde(default)]
    pub elsewhere: bool,
}

/// What to do about one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Keep what the page yielded.
    Keep,
    /// Ask for this page again later; the others go on.
    Retry {
        /// From now.
        after: Duration,
    },
    /// Ask the host for nothing for a while, then for this page again.
    Pause {
        /// From now.
        wait: Duration,
    },
    /// Ask again over a new connection.
    NewConnection {
        /// From now.
        after: Duration,
    },
    /// Forget the cookies of the site and ask again.
    NewSession,
    /// Take the next proxy of the pool and ask again.
    NextProxy,
    /// Let the proxy rest, take the next one (or the direct way) and ask again.
    DropProxy,
    /// Log in and ask again.
    LogIn,
    /// Set the page aside; the others go on.
    SetAside,
    /// Give the page up; the others go on.
    GiveUp,
    /// The site keeps us out: end the run, to be resumed.
    EndBlocked,
    /// The run cannot go on.
    EndFailed,
}

impl Decision {
    /// Whether the page is asked for again in this run.
    pub fn asks_again(self) -> bool {
        matches!(
            self,
            Self::Retry { .. }
                | Self::Pause { .. }
                | Self::NewConnection { .. }
                | Self::NewSession
                | Self::NextProxy
                | Self::DropProxy
                | Self::LogIn
        )
    }
}

/// For tests: an answer in `state` for a list page, `second` seconds after the epoch.
#[cfg(test)]
pub(super) fn observed(second: i64, state: bowerbird_logic::model::PageState) -> Observation {
    Observation {
        at: Timestamp::from_second(second).unwrap(),
        url: format!("http://h/{second}"),
        verdict: Verdict {
            state,
            evidence: Vec::new(),
            retry_after: None,
        },
        status: 200,
        no_answer: false,
        role: RequestRole::List,
        failures: 0,
        retries: 2,
        outage_streak: 0,
        means: Means::default(),
        jitter: 0,
        stood_in: false,
        snapshot_at: None,
        beside: 0,
        same_login: 0,
        elsewhere: false,
    }
}
