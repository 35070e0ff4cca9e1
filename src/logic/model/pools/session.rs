//! Sessions: a site's view of a visitor, that is a proxy, an account, cookies and a user agent
//! together, and the site's answers to it so far. Cookies are not in here: those of an account are
//! stored in `io::secrets`, others in memory.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{PageState, SiteId, Track};

/// The parts of a session, apart from its cookies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SessionParts {
    /// Name of the proxy; a direct connection when absent.
    pub proxy: Option<String>,
    /// User name of the account; not logged in when absent.
    pub account: Option<String>,
    /// The user agent.
    pub user_agent: String,
}

/// A session of a site and its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteSession {
    /// The site.
    pub site: SiteId,
    /// Counted from 1 within the site; never reused.
    pub number: u64,
    /// When it was created.
    pub made_at: Timestamp,
    /// Its parts.
    #[serde(flatten)]
    pub parts: SessionParts,
    /// Its results: decaying weights, and latency.
    #[serde(flatten)]
    pub track: Track,
    /// Total good answers.
    pub answers: u64,
    /// Total refusals.
    pub refusals: u64,
    /// Consecutive refusals.
    pub in_row: u32,
    /// How the site last refused it, until the next good answer.
    pub refused: Option<PageState>,
    /// Not used before this time.
    pub rest_until: Option<Timestamp>,
}

impl SiteSession {
    /// A session that was not used yet.
    pub fn new(site: SiteId, number: u64, parts: SessionParts, now: Timestamp) -> Self {
        Self {
            site,
            number,
            made_at: now,
            parts,
            track: Track::default(),
            answers: 0,
            refusals: 0,
            in_row: 0,
            refused: None,
            rest_until: None,
        }
    }

    /// Whether it rests at `now` because the site refused it.
    pub fn rests(&self, now: Timestamp) -> bool {
        self.rest_until.is_some_and(|until| until > now)
    }

    /// Its connection, in words.
    pub fn route_message(&self) -> Message {
        match &self.parts.proxy {
            Some(proxy) => Message::new("sessions-through").with("proxy", proxy.as_str()),
            None => Message::new("sessions-direct"),
        }
    }

    /// Connection and account, as arguments of message `id`.
    pub fn describe(&self, id: &str) -> Message {
        let told = Message::new(id)
            .with("session", self.number)
            .with("way", self.route_message());
        match &self.parts.account {
            Some(account) => told.with("account", account.as_str()),
            None => told.with("account", Message::new("sessions-nobody")),
        }
    }

    /// Its standing, in words; `time` is the formatted end of a rest.
    pub fn status_message(&self, now: Timestamp, time: &str) -> Message {
        let state = |id: &str, state: PageState| {
            let token = state.token().replace('_', "-");
            let words = Message::new(format!("supervise-state-{token}"));
            Message::new(id).with("state", words)
        };
        match self.refused {
            Some(refused) if self.rests(now) => state("sessions-rests", refused).with("time", time),
            Some(refused) => state("sessions-refused", refused),
            None if self.answers == 0 && self.refusals > 0 => Message::new("sessions-unproven"),
            None if self.answers == 0 => Message::new("sessions-new"),
            None => Message::new("sessions-good"),
        }
    }

    /// The time of its last use, or of its creation if it was never used.
    pub fn used_at(&self) -> Timestamp {
        self.track.seen_at.unwrap_or(self.made_at)
    }
}
