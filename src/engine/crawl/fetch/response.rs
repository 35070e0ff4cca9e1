//! The result of a request: the values that leave the network. Everything after them works offline.

use std::time::Duration;

use jiff::Timestamp;

use super::robots::DisallowedAddress;
pub(in crate::crawl) use crate::crawl::client::Purpose;
use crate::crawl::egress::request_route::RequestRoute;
use bowerbird_io::fetch::{FetchError, Fetched, Session};
use bowerbird_io::store::{Confirmed, NewRequest};
use bowerbird_logic::model::Verdict;

/// The result of a request.
pub(in crate::crawl) enum Fetch {
    /// An answer, or a network fault.
    Response(Box<Response>),
    /// The run was stopped before an answer came.
    Cancelled,
    /// robots.txt forbids it.
    Disallowed(DisallowedAddress),
    /// It is judged without an answer of its own; the verdict is about the page at `url`.
    Judged { url: String, verdict: Verdict },
    /// Documents named by robots.txt replace it.
    Sitemaps(Vec<NewRequest>),
}

/// An answer before it is read, or why there is none.
pub(in crate::crawl) struct Response {
    pub(in crate::crawl) answer: Result<Fetched, FetchError>,
    /// The stored answer used as `answer`, because it is still valid.
    pub(in crate::crawl) confirmed: Option<Confirmed>,
    /// The visitor it was sent to, if it may be revalidated later.
    pub(in crate::crawl) visitor: Option<i64>,
    pub(in crate::crawl) through_proxy: bool,
    /// Its session.
    pub(in crate::crawl) session: Session,
    /// The time since the last request to its host began.
    pub(in crate::crawl) since_last: Option<Duration>,
    pub(in crate::crawl) received_at: Timestamp,
    /// What another machine read of it already, as it travels.
    pub(in crate::crawl) reading: Option<Vec<u8>>,
}

impl Response {
    /// An answer received through `route`, without a stored one.
    pub(in crate::crawl) fn new(answer: Result<Fetched, FetchError>, route: &RequestRoute) -> Self {
        Self {
            answer,
            confirmed: None,
            visitor: None,
            through_proxy: route.through_proxy,
            session: route.session.clone(),
            since_last: None,
            received_at: Timestamp::now(),
            reading: None,
        }
    }

    /// A header of the answer by its lower-case name.
    pub(in crate::crawl) fn header(&self, name: &str) -> Option<&str> {
        self.answer.as_ref().ok()?.header(name)
    }
}
