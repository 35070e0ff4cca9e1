//! The client interface. The HTTP client implements [`Client`], and so does the one that shows pages
//! in the browser where they need it. Input: a request and its session. Output: the answer, or the
//! fault. Nothing here waits for a turn or judges an answer.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::context::page_client::{PageClient, RuleWays};
use bowerbird_io::fetch::{FetchError, Fetched, Fetcher, GetOptions, Session};
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::policy::caching_headers::RequestCondition;
use bowerbird_logic::rules::PagePlace;

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::crawl) enum Purpose {
    /// The request itself.
    Request,
    /// A further page of the article that the request is for.
    Further,
    /// The request itself through another egress, for comparison only: not recorded anywhere.
    Beside,
}

/// What an answer is read for.
#[derive(Clone, Copy)]
pub(in crate::crawl) struct ReadOrder<'a> {
    pub(in crate::crawl) request: &'a NewRequest,
    pub(in crate::crawl) purpose: Purpose,
    /// The time since the last request to its host began.
    pub(in crate::crawl) since_last: Option<Duration>,
    /// The least time between two requests to its host.
    pub(in crate::crawl) gap: Duration,
    pub(in crate::crawl) through_proxy: bool,
}

/// An answer, and what was read of it already.
pub(in crate::crawl) struct Exchanged {
    pub(in crate::crawl) answer: Result<Fetched, FetchError>,
    /// What a worker on another machine read, as it travels; the answer is read here without it.
    pub(in crate::crawl) reading: Option<Vec<u8>>,
    /// When it was received, if elsewhere.
    pub(in crate::crawl) received_at: Option<Timestamp>,
}

impl From<Result<Fetched, FetchError>> for Exchanged {
    fn from(answer: Result<Fetched, FetchError>) -> Self {
        Self {
            answer,
            reading: None,
            received_at: None,
        }
    }
}

/// Where in its site a request is.
pub(in crate::crawl) fn place_of(request: &NewRequest) -> PagePlace {
    match request.kind {
        _ if request.depth == 0 => PagePlace::Start,
        RequestKind::List => PagePlace::List,
        RequestKind::Content | RequestKind::Page => PagePlace::Article,
    }
}

/// The request to a site.
pub(in crate::crawl) enum ClientRequest<'a> {
    /// A page, or a document for programs.
    Get {
        url: &'a Url,
        /// The condition on the previous answer.
        condition: Option<&'a RequestCondition>,
        /// Whether only the headers are read if it is not a page.
        pages_only: bool,
        /// Where in the site it is.
        place: PagePlace,
        /// Whether no picture of it is stored, whatever its rule keeps.
        pictureless: bool,
    },
    /// A form, sent by POST.
    Form { url: Url, body: Secret },
    /// JSON, sent by POST.
    Json { url: Url, body: Secret },
}

/// A pending answer.
pub(in crate::crawl) type PendingAnswer<'a> =
    Pin<Box<dyn Future<Output = Result<Fetched, FetchError>> + Send + 'a>>;

/// A pending answer that may be read already.
pub(in crate::crawl) type PendingExchange<'a> =
    Pin<Box<dyn Future<Output = Exchanged> + Send + 'a>>;

/// A client that fetches answers.
pub(in crate::crawl) trait Client: Send + Sync {
    /// Sends the request; redirects are followed as the session allows.
    ///
    /// # Errors
    /// [`FetchError`] if there is no complete answer.
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a ClientRequest<'a>) -> PendingAnswer<'a>;

    /// The same; the answer may come from another machine, which has read it as `order` says.
    fn fetch_and_read<'a>(
        &'a self,
        session: &'a Session,
        ask: &'a ClientRequest<'a>,
        _order: ReadOrder<'a>,
    ) -> PendingExchange<'a> {
        Box::pin(async move { self.fetch(session, ask).await.into() })
    }
}

impl Client for Fetcher {
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a ClientRequest<'a>) -> PendingAnswer<'a> {
        Box::pin(async move {
            match ask {
                ClientRequest::Get {
                    url,
                    condition,
                    pages_only,
                    ..
                } => {
                    let options = GetOptions {
                        condition: *condition,
                        pages_only: *pages_only,
                    };
                    self.get_with_options(session, url, options).await
                }
                ClientRequest::Form { url, body } => self.post_form(session, url, body, url).await,
                ClientRequest::Json { url, body } => self.post_json(session, url, body).await,
            }
        })
    }
}

/// The client of a run: pages by the way that its rule names, documents for programs and forms by
/// plain requests.
pub(in crate::crawl) struct RunClient {
    /// For pages.
    pub(in crate::crawl) pages: PageClient,
    /// For everything else.
    pub(in crate::crawl) http: Fetcher,
    /// The ways to the pages of its rule.
    pub(in crate::crawl) ways: RuleWays,
}

impl Client for RunClient {
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a ClientRequest<'a>) -> PendingAnswer<'a> {
        let ClientRequest::Get {
            url,
            condition,
            pages_only: true,
            place,
            pictureless,
        } = ask
        else {
            return self.http.fetch(session, ask);
        };
        let options = GetOptions {
            condition: *condition,
            pages_only: true,
        };
        let mut way = self.ways.to(*place).clone();
        way.picture &= !pictureless;
        Box::pin(self.pages.get(session, url, options, way))
    }
}
