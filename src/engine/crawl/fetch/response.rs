//! What comes of a request: the values that leave the network. Everything after them works without it.

use std::time::Duration;

use jiff::Timestamp;

use super::robots::Refused;
use crate::crawl::egress::exit::Exit;
use bowerbird_io::fetch::{FetchError, Fetched, Session};
use bowerbird_io::store::{Confirmed, NewRequest};
use bowerbird_logic::model::Verdict;

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::crawl) enum Purpose {
    /// The request itself.
    Request,
    /// A further page of the article that the request is for.
    Further,
    /// The request itself by another egress, for comparison only: it is noted nowhere.
    Beside,
}

/// What came of a request.
pub(in crate::crawl) enum Fetch {
    /// An answer, or a fault on the way to one.
    Response(Box<Response>),
    /// The run was stopped before an answer came.
    Cancelled,
    /// robots.txt forbids it.
    Disallowed(Refused),
    /// It is judged without an answer of its own; the verdict is about the page at `url`.
    Judged { url: String, verdict: Verdict },
    /// Documents that robots.txt names stand for it.
    Sitemaps(Vec<NewRequest>),
}

/// An answer on its way to being read, or why there is none.
pub(in crate::crawl) struct Response {
    pub(in crate::crawl) answer: Result<Fetched, FetchError>,
    /// The kept answer that `answer` is, because it still holds.
    pub(in crate::crawl) confirmed: Option<Confirmed>,
    /// Whom it was sent to, when it may be asked about another time.
    pub(in crate::crawl) visitor: Option<i64>,
    pub(in crate::crawl) through_proxy: bool,
    /// The session that it came through.
    pub(in crate::crawl) session: Session,
    /// How long before it the last request to its host began.
    pub(in crate::crawl) since_last: Option<Duration>,
    pub(in crate::crawl) received_at: Timestamp,
}

impl Response {
    /// An answer that came by `exit`, of which no other one is known.
    pub(in crate::crawl) fn new(answer: Result<Fetched, FetchError>, exit: &Exit) -> Self {
        Self {
            answer,
            confirmed: None,
            visitor: None,
            through_proxy: exit.through_proxy,
            session: exit.session.clone(),
            since_last: None,
            received_at: Timestamp::now(),
        }
    }

    /// A header of the answer by its lower-case name.
    pub(in crate::crawl) fn header(&self, name: &str) -> Option<&str> {
        self.answer.as_ref().ok()?.header(name)
    }
}
