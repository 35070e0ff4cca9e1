//! Multi-page articles: the further pages are fetched in sequence, each in its host's turn, and
//! their text is appended to the record of the first. Input: the reading of the first page.
//! Output: one reading of the whole. The request is done only when the whole is stored, so that
//! a killed run restarts the article and nothing is lost or duplicated; within a run the pages read
//! so far are remembered, so that a retry fetches only the missing ones.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use url::Url;

use super::{Pipeline, RequestResult};
use crate::crawl::egress::request_route::RequestRoute;
use crate::crawl::fetch::Purpose;
use crate::crawl::read::Reading;
use crate::extract::article_pages::{ArticlePageRequest, Further, Whole};
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::model::{PageState, Record};
use bowerbird_logic::rules::Rule;

/// The maximum number of partially read articles remembered at once.
const MAX_WAITING: usize = 200;

/// Articles that were partially read when an answer was not ok.
#[derive(Default)]
pub(super) struct Articles(Mutex<HashMap<String, Article>>);

impl Articles {
    /// The pages already read of the article at `url`.
    pub(super) fn take(&self, url: &str) -> Option<Article> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.remove(url)
    }

    fn keep(&self, url: &str, article: Article) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MAX_WAITING {
            waiting.insert(url.to_owned(), article);
        }
    }
}

/// An article being read.
pub(super) struct Article {
    /// The reading of the first page, with the bytes and answers of the later ones.
    reading: Reading,
    /// Its record.
    whole: Whole,
}

/// The result of a further page.
enum Part {
    Good(Box<Reading>),
    /// It is not a page of the article; the article ends before it.
    None,
    /// It may be available later.
    NotNow(RequestResult),
}

impl Article {
    fn begin(rule: &Rule, request: &NewRequest, mut reading: Reading, record: Record) -> Self {
        let addresses = [request.url.as_str(), reading.url.as_str()];
        let found = &mut reading.found;
        let (single, next) = (found.single_page.take(), found.next_part.take());
        Self {
            whole: Whole::begin(rule, record, &addresses, single, next),
            reading,
        }
    }

    /// Adds a good page that was requested.
    fn take(&mut self, wanted: &ArticlePageRequest, mut further: Reading) {
        self.reading.answer.heard.bytes += further.answer.heard.bytes;
        self.reading.pages += further.pages;
        let Some(record) = further.found.yields.records.into_iter().next() else {
            return;
        };
        let part = Further {
            record,
            complete: further.found.complete,
            url: further.url,
            next: further.found.next_part,
        };
        if self.whole.take(wanted, part) {
            let kept = &mut self.reading.answer.snapshots;
            kept.append(&mut further.answer.snapshots);
        }
    }

    fn done(mut self) -> RequestResult {
        let record = self.whole.into_record();
        self.reading.found.yields.records.insert(0, record);
        self.reading.into()
    }
}

impl Pipeline {
    /// Reads the whole article, starting with the reading of its first page.
    pub(super) async fn whole_article(
        &self,
        request: &NewRequest,
        route: &RequestRoute,
        processed: RequestResult,
    ) -> RequestResult {
        let RequestResult::Read(mut reading) = processed else {
            return processed;
        };
        let found = &mut reading.found;
        let goes_on = found.next_part.is_some() || found.single_page.is_some();
        let is_first = request.kind == RequestKind::Content && !found.yields.records.is_empty();
        if !goes_on || !is_first || !reading.is_ok() {
            return RequestResult::Read(reading);
        }
        let record = reading.found.yields.records.remove(0);
        let article = Article::begin(&self.run_context.rule, request, *reading, record);
        self.read_on(request, route, article).await
    }

    /// Continues reading an article.
    pub(super) async fn read_on(
        &self,
        request: &NewRequest,
        route: &RequestRoute,
        mut article: Article,
    ) -> RequestResult {
        while let Some(wanted) = article.whole.next_request() {
            match self
                .part(request, route, wanted.url(), wanted.is_part())
                .await
            {
                Part::Good(reading) => article.take(&wanted, *reading),
                Part::None => {}
                Part::NotNow(processed) => {
                    article.whole.put_back(wanted);
                    self.articles.keep(&request.url, article);
                    return processed;
                }
            }
        }
        article.done()
    }

    async fn part(
        &self,
        request: &NewRequest,
        route: &RequestRoute,
        url: &Url,
        part: bool,
    ) -> Part {
        let request = NewRequest {
            url: url.to_string(),
            // The list's values belong to the article, which has them from its first page.
            fields: if part {
                Vec::new()
            } else {
                request.fields.clone()
            },
            ..request.clone()
        };
        let reading = match self.page(&request, route, Purpose::Further).await {
            RequestResult::Read(reading) => reading,
            RequestResult::Disallowed(_) => return Part::None,
            RequestResult::Cancelled => return Part::NotNow(RequestResult::Cancelled),
        };
        if reading.is_ok() && !reading.found.yields.records.is_empty() {
            return Part::Good(reading);
        }
        let state = reading.state();
        let gone = matches!(
            state,
            PageState::Ok | PageState::Empty | PageState::LayoutChanged
        );
        // The single-page view is optional; the pages themselves are required.
        let dispensable = !part && !matches!(state, PageState::RateLimited | PageState::ProxyFault);
        if gone || dispensable {
            return Part::None;
        }
        Part::NotNow(RequestResult::Read(reading))
    }
}
