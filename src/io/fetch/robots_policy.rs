//! Whether the requests of a session obey robots.txt, and the check of each request. Input: the next address of an exchange. Output: a fault
//! where robots.txt does not allow it; a recently fetched file is not fetched again.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::fetch::error::shown;
use crate::fetch::session::Session;
use crate::fetch::{FetchError, Fetcher};

/// Which addresses are checked against robots.txt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RobotsPolicy {
    /// None: the user views one page, logs in, or lets the rule alone decide.
    #[default]
    Ignored,
    /// Redirect targets only. The caller has checked the first address and the crawl delay.
    Redirects,
    /// All.
    Every,
}

/// The path of robots.txt itself, which is always allowed (RFC 9309 §2.2.2).
const FILE: &str = "/robots.txt";

impl RobotsPolicy {
    /// Whether an address is checked; `first` is the first one of the exchange.
    pub(crate) fn concerns(self, at: &Url, first: Option<&Url>) -> bool {
        at.path() != FILE
            && match self {
                Self::Ignored => false,
                Self::Redirects => first.is_some(),
                Self::Every => true,
            }
    }
}

impl Session {
    /// Returns the session with another robots.txt policy; a new session ignores robots.txt.
    #[must_use]
    pub fn with_robots(&self, robots: RobotsPolicy) -> Self {
        let mut session = self.clone();
        session.robots = robots;
        session
    }

    /// Whether any of its requests obeys robots.txt.
    pub fn respects_robots(&self) -> bool {
        self.robots != RobotsPolicy::Ignored
    }

    pub(crate) fn robots_policy(&self) -> RobotsPolicy {
        self.robots
    }
}

/// Rejects `at` where robots.txt does not allow it. `first` is the first address of the exchange;
/// `None` for that one itself.
pub(crate) fn check<'a>(
    fetcher: &'a Fetcher,
    session: &'a Session,
    at: &'a Url,
    first: Option<&'a Url>,
) -> BoxFuture<'a, Result<(), FetchError>> {
    async move {
        let said = fetcher.robots(session, at).await;
        if said.allowed {
            return Ok(());
        }
        if !said.unreachable {
            return Err(FetchError::Disallowed {
                url: shown(at),
                rule: said.rule.unwrap_or_default(),
            });
        }
        // The caller has decided how to treat an unavailable file of this origin.
        let decided = session.robots_policy() == RobotsPolicy::Redirects
            && first.is_some_and(|first| first.origin() == at.origin());
        match (decided, said.fault) {
            (true, _) => Ok(()),
            // The fault that blocks the file blocks the page too, and is more specific.
            (false, Some(fault)) => Err(fault),
            (false, None) => Err(FetchError::RobotsUnreachable {
                url: shown(at),
                status: said.status,
            }),
        }
    }
    .boxed()
}
