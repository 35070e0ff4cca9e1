//! One page of a crawl: fetched with retries, checked, read. Input: an address. Output: its
//! record and the addresses on it, or why there is none.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use url::Url;

use super::page::{CrawledPage, PageAddresses, read_page};
use super::retries::{MAX_WAIT, TRIES, again_after, asked_wait};
use super::scope::Scope;
use crate::context::page_client::{PageClient, PageWay};
use crate::politeness::host_delay::Hosts;
use crate::politeness::pace::Pace;
use crate::runtime::threads::blocking;
use bowerbird_io::fetch::{FetchError, Fetched, Fetcher, GetOptions, RobotsVerdict, Session};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::policy::wait_headers::retry_after;
use bowerbird_logic::select::Selector;

/// Bodies up to this length are read on the thread that received them: that takes less than a
/// millisecond, and handing them to another thread costs more.
const QUICK_BYTES: usize = 512 * 1024;

/// Only the headers of a film or a PDF are read.
const PAGES: GetOptions<'_> = GetOptions {
    condition: None,
    pages_only: true,
};

/// The values shared by all visits.
pub(super) struct Visits {
    pub(super) fetcher: Fetcher,
    pub(super) pages: PageClient,
    pub(super) session: Session,
    pub(super) hosts: Hosts,
    pub(super) scope: Scope,
    pub(super) fields: Vec<(String, Selector)>,
    pub(super) parsers: Arc<Semaphore>,
    pub(super) pace: Pace,
    pub(super) robots: bool,
}

/// The result of an address before it is read.
pub(super) enum Got {
    /// An answer.
    Answer(Box<Fetched>),
    /// No answer, and why.
    Nothing(Crawled),
}

/// The result of one address.
pub(super) enum Crawled {
    Page {
        page: CrawledPage,
        found: PageAddresses,
        bytes: u64,
    },
    /// Out of scope after redirects, not HTML, or forbidden by robots.txt.
    Skipped(Message),
    Failed(Message),
}

/// Fetches one page, retrying transient faults.
pub(super) async fn get(shared: &Arc<Visits>, url: &Url) -> Got {
    let mut pace = shared.pace;
    if shared.robots {
        let robots = robots(shared, url).await;
        pace = pace.with_crawl_delay(robots.crawl_delay);
        if !robots.allowed && !robots.unreachable {
            let rule = robots.rule.unwrap_or_default();
            return Got::Nothing(Crawled::Skipped(
                Message::new("engine-reason-robots")
                    .with("url", url.as_str())
                    .with("rule", rule),
            ));
        }
        if let Some(fault @ FetchError::OutOfReach { .. }) = robots.fault {
            return Got::Nothing(Crawled::Failed(fault.explain()));
        }
        if robots.unreachable {
            return Got::Nothing(Crawled::Failed(
                Message::new("engine-robots-unreachable").with("url", url.as_str()),
            ));
        }
    }
    let mut tries = 0;
    loop {
        tries += 1;
        let turn = shared.hosts.turn(url, None, pace, |_, _| {}).await;
        let way = PageWay::without_rule(pace.delay);
        let answer = shared.pages.get(&shared.session, url, PAGES, way).await;
        if let Ok(fetched) = &answer {
            turn.answered(fetched.elapsed, fetched.status < 400);
        }
        drop(turn);
        match answer {
            Ok(fetched) if matches!(fetched.status, 429 | 503) && tries <= TRIES => {
                let wait = asked_wait(&fetched, tries);
                shared.hosts.pause(url, Instant::now() + wait);
            }
            // A problem of the site that may be transient.
            Ok(fetched) if fetched.status >= 500 && tries < TRIES => again_after(url, tries).await,
            Ok(fetched) => return Got::Answer(Box::new(fetched)),
            Err(error @ FetchError::Disallowed { .. }) => {
                return Got::Nothing(Crawled::Skipped(error.explain()));
            }
            Err(error) if tries >= TRIES || error.is_lasting() => {
                return Got::Nothing(Crawled::Failed(error.explain()));
            }
            Err(_) => again_after(url, tries).await,
        }
    }
}

/// Fetches robots.txt, retrying while the server has a transient problem.
async fn robots(shared: &Visits, url: &Url) -> RobotsVerdict {
    let begun = std::time::Instant::now();
    let mut said = shared.fetcher.robots(&shared.session, url).await;
    let mut tries = 1;
    // The page that requested it then has already waited for an earlier failure.
    while said.status.is_some() && said.failed_at.is_some_and(|at| at >= begun) && tries < TRIES {
        let headers = said
            .failure
            .as_ref()
            .map(|failure| failure.headers.as_slice());
        let asked = retry_after(headers.unwrap_or_default(), Timestamp::now().as_second());
        match asked {
            Some(wait) => tokio::time::sleep(wait.min(MAX_WAIT)).await,
            None => again_after(url, tries).await,
        }
        tries += 1;
        let now = std::time::Instant::now();
        said = shared.fetcher.robots_again(&shared.session, url, now).await;
    }
    said
}

/// Reads an answer. Only HTML pages with status 200 become records.
pub(super) async fn read_response(shared: &Arc<Visits>, url: &Url, fetched: Fetched) -> Crawled {
    let last = fetched.url().cloned().unwrap_or_else(|| url.clone());
    if fetched.status != 200 {
        return Crawled::Failed(
            Message::new("engine-page-status")
                .with("url", last.as_str())
                .with("status", fetched.status),
        );
    }
    let is_html = fetched.header("content-type").is_none_or(|kind| {
        let kind = kind.to_ascii_lowercase();
        kind.contains("html")
    });
    if !is_html || !shared.scope.is_near(&last) {
        return Crawled::Skipped(Message::new("engine-page-skipped").with("url", last.as_str()));
    }
    let bytes = u64::try_from(fetched.body.len()).unwrap_or(u64::MAX);
    match read(shared, fetched, &last).await {
        Some((page, found)) => Crawled::Page { page, found, bytes },
        None => Crawled::Failed(Message::new("engine-page-unreadable").with("url", last.as_str())),
    }
}

/// Reads the page; `None` if that panicked.
async fn read(
    shared: &Arc<Visits>,
    fetched: Fetched,
    url: &Url,
) -> Option<(CrawledPage, PageAddresses)> {
    let content_type = fetched.header("content-type").map(str::to_owned);
    let body = fetched.body;
    if body.len() <= QUICK_BYTES && shared.fields.is_empty() {
        let kind = content_type.as_deref();
        return Some(read_page(body, kind, url, &[], &shared.scope));
    }
    let turn = Arc::clone(&shared.parsers).acquire_owned().await.ok()?;
    let (shared, url) = (Arc::clone(shared), url.clone());
    let read = blocking(move || {
        let _turn = turn;
        let kind = content_type.as_deref();
        read_page(body, kind, &url, &shared.fields, &shared.scope)
    });
    read.await
}
