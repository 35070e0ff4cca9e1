//! Who gets an answer. The HTTP client is one; another one, such as a browser, is a file beside this
//! one that implements [`Client`]. Flows in: a question and the session it goes out with. Flows out:
//! the answer, or the fault. Nothing here waits for a turn or judges what came.

use std::future::Future;
use std::pin::Pin;

use url::Url;

use bowerbird_io::fetch::{Condition, FetchError, Fetched, Fetcher, GetOptions, Session};
use bowerbird_io::secrets::Secret;

/// What a site is asked.
pub(in crate::crawl) enum Ask<'a> {
    /// A page, or a document for programs.
    Get {
        url: &'a Url,
        /// What it is asked about the answer that came before.
        condition: Option<&'a Condition>,
        /// Whether only the headers of what is no page are read.
        pages_only: bool,
    },
    /// A form, sent by POST.
    Form { url: Url, body: Secret },
    /// A question in JSON, sent by POST.
    Json { url: Url, body: Secret },
}

/// An answer that is on its way.
pub(in crate::crawl) type Answering<'a> =
    Pin<Box<dyn Future<Output = Result<Fetched, FetchError>> + Send + 'a>>;

/// Who gets answers.
pub(in crate::crawl) trait Client: Send + Sync {
    /// Asks; redirects are followed as the session allows.
    ///
    /// # Errors
    /// [`FetchError`] where there is no whole answer.
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a Ask<'a>) -> Answering<'a>;
}

impl Client for Fetcher {
    fn fetch<'a>(&'a self, session: &'a Session, ask: &'a Ask<'a>) -> Answering<'a> {
        Box::pin(async move {
            match ask {
                Ask::Get {
                    url,
                    condition,
                    pages_only,
                } => {
                    let options = GetOptions {
                        condition: *condition,
                        pages_only: *pages_only,
                    };
                    self.get_with_options(session, url, options).await
                }
                Ask::Form { url, body } => self.post_form(session, url, body, url).await,
                Ask::Json { url, body } => self.post_json(session, url, body).await,
            }
        })
    }
}
