//! The supervisor's input for an answer, and its possible decisions. Plain values, so that they can
//! be recorded and replayed.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use bowerbird_logic::model::Verdict;

/// The egress of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EgressRoute {
    /// Directly from this machine.
    #[default]
    Direct,
    /// A proxy of the pool, used because the site blocked us.
    Pool,
    /// The proxy that the rule names: no other may replace it.
    Fixed,
}

/// The page's role in the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestRole {
    /// A start page: without it the run cannot continue.
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
    /// An account is available.
    Account,
}

/// The means available to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Means {
    /// The egress.
    pub way: EgressRoute,
    /// Proxies of the pool that this run may still use.
    pub proxies_left: usize,
    /// Whether a login can help.
    pub login: LoginChance,
    /// Whether the session is that of an account.
    pub logged_in: bool,
    /// Whether the session has cookies of the site.
    pub cookies: bool,
    /// Number of the session that received the answer.
    pub session: Option<u64>,
    /// Other sessions that this run may still use on this egress: with their own cookies, and
    /// another user agent unless the rule names one.
    pub sessions_left: u32,
    /// Whether the site blocked the direct connection in this run.
    pub direct_blocked: bool,
}

/// One answer, as the supervisor sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The time of the answer.
    pub at: Timestamp,
    /// Its address.
    pub url: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Status of the answer; 0 when there was none.
    pub status: u16,
    /// Whether there was none because of a network fault, such as a timeout.
    pub no_answer: bool,
    /// The page's role in the run.
    pub role: RequestRole,
    /// Failed tries of this request before this one.
    pub failures: u32,
    /// Retries that the rule allows.
    pub retries: u32,
    /// Consecutive requests given up for an outage, before this one.
    pub outage_streak: u32,
    /// The means available to the run.
    pub means: Means,
    /// Random value for this request: 0 to 255.
    pub jitter: u8,
    /// Whether the page was read without the rule, because the rule found nothing on it.
    pub stood_in: bool,
    /// When the page stored as evidence was fetched, if there is one.
    pub snapshot_at: Option<Timestamp>,
    /// Other requests of the run in progress at its host.
    #[serde(default)]
    pub beside: u32,
    /// Consecutive content pages that redirected to the same login request, including this one,
    /// while none was fetched.
    #[serde(default)]
    pub same_login: u32,
    /// Whether the answer is from another site, to which this one redirected the request.
    #[serde(default)]
    pub elsewhere: bool,
}

/// The decision on one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Keep the results of the page.
    Keep,
    /// Retry this page later; the others continue.
    Retry {
        /// From now.
        after: Duration,
    },
    /// Send no requests to the host for a while, then retry this page.
    Pause {
        /// From now.
        wait: Duration,
    },
    /// Retry over a new connection.
    NewConnection {
        /// From now.
        after: Duration,
    },
    /// Drop the cookies of the site and retry.
    NewSession,
    /// Use the next proxy of the pool and retry.
    NextProxy,
    /// Rest the proxy, use the next one (or the direct connection) and retry.
    DropProxy,
    /// Log in and retry.
    LogIn,
    /// Set the page aside; the others continue.
    SetAside,
    /// Give the page up; the others continue.
    GiveUp,
    /// The site blocks us: end the run, to be resumed.
    EndBlocked,
    /// The run cannot continue.
    EndFailed,
}

impl Decision {
    /// Whether the page is requested again in this run.
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
