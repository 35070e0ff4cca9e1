//! Processes one request from the frontier: fetch, read, settle the verdict, check again where that
//! helps, and follow the further pages of an article. Input: a leased request and the egress.
//! Output: one reading, or why there is none.

mod article;
mod recheck;

use std::sync::Arc;

use jiff::Timestamp;

use super::egress::request_route::RequestRoute;
use super::fetch::robots::DisallowedAddress;
use super::fetch::{Fetch, Purpose, Response, fetch, fetch_beside};
use super::read::{ReadTask, Reading, read};
use super::run_context::RunContext;
use super::verdict::{RunHistory, settle};
use article::Articles;
use bowerbird_io::store::NewRequest;
use bowerbird_logic::model::{EvidencePlace, PageState, Verdict};
use recheck::Rechecks;

/// The result of a request.
pub(in crate::crawl) enum RequestResult {
    /// The run was stopped before an answer came.
    Cancelled,
    /// robots.txt forbids it.
    Disallowed(DisallowedAddress),
    /// It was read.
    Read(Box<Reading>),
}

impl From<Reading> for RequestResult {
    fn from(reading: Reading) -> Self {
        Self::Read(Box::new(reading))
    }
}

/// The stages of a run, with the state shared between requests.
pub(in crate::crawl) struct Pipeline {
    run_context: Arc<RunContext>,
    history: Arc<RunHistory>,
    articles: Articles,
    rechecks: Rechecks,
}

impl Pipeline {
    /// The pipeline of a run that starts.
    pub(in crate::crawl) fn new(run_context: &Arc<RunContext>) -> Self {
        Self {
            run_context: Arc::clone(run_context),
            history: Arc::new(RunHistory::of(run_context)),
            articles: Articles::default(),
            rechecks: Rechecks::default(),
        }
    }

    /// The history of the run's site and its answers.
    pub(in crate::crawl) fn history(&self) -> &RunHistory {
        &self.history
    }

    /// Fetches and reads one page, with the further pages of an article; returns at once when the
    /// run is halted.
    pub(in crate::crawl) async fn process(
        &self,
        request: NewRequest,
        route: RequestRoute,
    ) -> RequestResult {
        let stop = self.run_context.stop.clone();
        let processed = tokio::select! {
            biased;
            () = stop.halted() => return RequestResult::Cancelled,
            processed = self.whole_page(&request, &route) => processed,
        };
        match processed {
            RequestResult::Read(mut reading) => {
                reading.answer.heard.proxy.clone_from(&route.proxy);
                RequestResult::Read(reading)
            }
            other => other,
        }
    }

    /// Processes a whole request: an article may continue over further pages.
    async fn whole_page(&self, request: &NewRequest, route: &RequestRoute) -> RequestResult {
        if let Some(begun) = self.articles.take(&request.url) {
            return self.read_on(request, route, begun).await;
        }
        let processed = self.page(request, route, Purpose::Request).await;
        self.whole_article(request, route, processed).await
    }

    /// Fetches and reads one answer.
    async fn page(
        &self,
        request: &NewRequest,
        route: &RequestRoute,
        purpose: Purpose,
    ) -> RequestResult {
        let response = match fetch(&self.run_context, request, route, purpose).await {
            Fetch::Response(response) => *response,
            Fetch::Cancelled => return RequestResult::Cancelled,
            Fetch::Disallowed(refused) => return RequestResult::Disallowed(refused),
            Fetch::Judged { url, verdict } => {
                return Reading::judged(&url, verdict, Timestamp::now()).into();
            }
            Fetch::Sitemaps(found) => return named_sitemaps(request, found).into(),
        };
        match (self.read(request, response, purpose).await, purpose) {
            (Some(reading), Purpose::Request) => self.recheck(request, route, reading).await.into(),
            (Some(reading), _) => reading.into(),
            (None, _) => unreadable(&request.url, Timestamp::now()).into(),
        }
    }

    /// The same request through another egress, for comparison only. `None` without an answer.
    async fn page_beside(&self, request: &NewRequest, route: &RequestRoute) -> Option<Reading> {
        let response = fetch_beside(&self.run_context, request, route).await?;
        self.read(request, response, Purpose::Beside).await
    }

    /// Reads a response and settles its verdict, on a thread of the parsing pool; `None` if that
    /// panicked, which is a defect of this program.
    async fn read(
        &self,
        request: &NewRequest,
        response: Response,
        purpose: Purpose,
    ) -> Option<Reading> {
        let task = ReadTask::of(&self.run_context, request, purpose);
        let history = Arc::clone(&self.history);
        let bytes = response
            .answer
            .as_ref()
            .map_or(0, |fetched| fetched.body.len());
        let work = move || settle(&history, &task, &response, read(&task, &response));
        self.run_context
            .engine
            .spawn_cpu_for_page(bytes, work)
            .await
    }
}

/// The reading of a page whose task panicked.
pub(in crate::crawl) fn unreadable(url: &str, at: Timestamp) -> Reading {
    let verdict = Verdict::by_signal(PageState::Empty, "unreadable", EvidencePlace::Body, url);
    Reading::judged(url, verdict, at)
}

/// The sitemaps that replace a request, without fetching a page.
fn named_sitemaps(request: &NewRequest, found: Vec<NewRequest>) -> Reading {
    let mut reading = Reading::judged(&request.url, Verdict::ok(), Timestamp::now());
    reading.pages = 0;
    reading.found.lists.further = found;
    reading
}
