//! Whether the requests of a session heed robots.txt, and the check of each of them. Flows in: the next
//! address of an exchange. Flows out: a fault where robots.txt does not allow it; a file that was
//! asked for lately is not asked for again.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use url::Url;

use crate::fetch::error::shown;
use crate::fetch::session::Session;
use crate::fetch::{FetchError, Fetcher};

/// Which addresses robots.txt is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RobotsPolicy {
    /// None: a person looks at one page, logs in, or lets the rule decide alone.
    #[default]
    Ignored,
    /// Those that redirects lead to. The caller has checked the first one and the crawl delay.
    Redirects,
    /// All.
    Every,
}

/// The place that robots.txt itself is asked for at, which is always allowed (RFC 9309 §2.2.2).
const FILE: &str = "/robots.txt";

impl RobotsPolicy {
    /// Whether an address is asked about; `first` is the one that the exchange began with.
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
    /// The same session with another way to heed robots.txt; a new one heeds none.
    #[must_use]
    pub fn with_robots(&self, robots: RobotsPolicy) -> Self {
        let mut session = self.clone();
        session.robots = robots;
        session
    }

    /// Whether any of its requests heeds robots.txt.
    pub fn respects_robots(&self) -> bool {
        self.robots != RobotsPolicy::Ignored
    }

    pub(crate) fn robots_policy(&self) -> RobotsPolicy {
        self.robots
    }
}

/// Refuses `at` where robots.txt does not allow it. `first` is the address that the exchange began
/// with; `None` for that one itself.
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
        // Whoever asks has decided about a file of this origin that cannot be had.
        let decided = session.robots_policy() == RobotsPolicy::Redirects
            && first.is_some_and(|first| first.origin() == at.origin());
        match (decided, said.fault) {
            (true, _) => Ok(()),
            // What keeps the file away keeps the page away, and says more.
            (false, Some(fault)) => Err(fault),
            (false, None) => Err(FetchError::RobotsUnreachable {
                url: shown(at),
                status: said.status,
            }),
        }
    }
    .boxed()
}
