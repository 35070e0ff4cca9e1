//! The client interface. The HTTP client implements [`Client`], and so does the one that shows pages
//! in the browser where they need it. Input: a request and its session. Output: the answer, or the
//! fault. Nothing here waits for a turn or judges an answer.

use std::future::Future;
use std::pin::Pin;

use url::Url;

use crate::context::page_client::{PageClient, PageWay};
use bowerbird_io::fetch::{FetchError, Fetched, Fetcher, GetOptions, Session};
use bowerbird_io::secrets::Secret;
use bowerbird_logic::policy::caching_headers::RequestCondition;

/// The request to a site.
pub(in crate::crawl) enum ClientRequest<'a> {
    /// A page, or a document for programs.
    Get {
        url: &'a Url,
        /// The condition on the previous answer.
        condition: Option<&'a RequestCondition>,
        /// Whether only the headers are read if it is not a page.
        pages_only: bool,
        /// Whether it is a list.
        is_list: bool,
    },
    /// A form, sent by POST.
    Form { url: Url, body: Secret },
    /// JSON, sent by POST.
    Json { url: Url, body: Secret },
}

/// A pending answer.
pub(in crate::crawl) type PendingAnswer<'a> =
    Pin<Box<dyn Future<Output = Result<Fetched, FetchError>> + Send + 'a>>;

/// A client that fetches answers.
pub(in crate::crawl) trait Client: Send + Sync {
    /// Sends the request; redirects are followed as the session allows.
    ///
    /// # Errors
    /// [`FetchError`] if there is no complete answer.
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a ClientRequest<'a>) -> PendingAnswer<'a>;
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
    /// The ways to lists and to other pages.
    pub(in crate::crawl) ways: [PageWay; 2],
}

impl Client for RunClient {
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a ClientRequest<'a>) -> PendingAnswer<'a> {
        let ClientRequest::Get {
            url,
            condition,
            pages_only: true,
            is_list,
        } = ask
        else {
            return self.http.fetch(session, ask);
        };
        let options = GetOptions {
            condition: *condition,
            pages_only: true,
        };
        let [lists, others] = &self.ways;
        let way = if *is_list { lists } else { others }.clone();
        Box::pin(self.pages.get(session, url, options, way))
    }
}
