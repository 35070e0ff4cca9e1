//! Cached robots.txt files. Input: an address to be fetched. Output: what its host's
//! robots.txt tells us. Only one task at a time requests an origin's file. What the status of the
//! answer means is in `policy`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::Mutex as Turn;
use url::Url;

use super::answer_status::allowed_by_answer;
use super::{MAX_BYTES, RobotsFailure};
use crate::fetch::exchange::ExchangeRequest;
use crate::fetch::{
    FetchError, FetchLimits, Fetched, Fetcher, ROBOTS_TOKEN, Robots, RobotsPolicy, RobotsVerdict,
    Session,
};
use bowerbird_logic::model::ProxyId;
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::caching_headers::lifetime_s;
use bowerbird_logic::policy::wait_headers::retry_after;

/// How long a file, or its absence, is cached (RFC 9309 §2.4: a day at most).
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// Minimum time it is cached, whatever its headers say.
const MIN_KEPT: Duration = Duration::from_secs(300);
/// How long a failure is cached: long enough to spare a failing site a request for every page,
/// short enough to notice its recovery soon.
const FAILURE_KEPT: Duration = Duration::from_secs(60);
/// Maximum bytes kept of an answer that is not the file.
const FAILURE_BYTES: usize = 16 * 1024;
/// Redirects to follow (RFC 9309 §2.3.1.2).
const MAX_REDIRECTS: u32 = 5;
/// Maximum number of cached origins.
const MAX_ORIGINS: usize = 10_000;

/// Cached results, by origin. A good answer counts for every egress. A bad one may be the proxy's
/// fault, so it counts only for the egress it came through.
#[derive(Default)]
pub(crate) struct RobotsCache {
    origins: Mutex<HashMap<String, Arc<Turn<Known>>>>,
}

/// The egress and reach of a failure: an address out of reach of one session may be in reach of
/// another.
type RouteKey = (Option<ProxyId>, Reach);

#[derive(Default)]
struct Known {
    file: Option<Entry>,
    failures: HashMap<RouteKey, Entry>,
}

#[derive(Clone)]
struct Entry {
    answer: Answer,
    answered_at: Instant,
    until: Instant,
}

/// The result of requesting robots.txt.
#[derive(Clone)]
struct Answer {
    /// The file; empty (all allowed) when it does not exist; absent when nothing is allowed.
    robots: Option<Arc<Robots>>,
    status: Option<u16>,
    fault: Option<FetchError>,
    failed_at: Option<Instant>,
    failure: Option<Arc<RobotsFailure>>,
    /// Whether a page was received in its place.
    is_page: bool,
    /// How long it is cached.
    kept: Duration,
    /// How long the site asks to wait.
    wait: Duration,
}

/// What robots.txt says about `url`.
pub(crate) async fn verdict(
    fetcher: &Fetcher,
    cache: &RobotsCache,
    session: &Session,
    url: &Url,
) -> RobotsVerdict {
    judged(known(fetcher, cache, session, url, None).await, url)
}

/// The same, but a failure known since `known_at` or earlier does not count.
pub(crate) async fn verdict_again(
    fetcher: &Fetcher,
    cache: &RobotsCache,
    session: &Session,
    url: &Url,
    known_at: Instant,
) -> RobotsVerdict {
    judged(
        known(fetcher, cache, session, url, Some(known_at)).await,
        url,
    )
}

fn judged(answer: Answer, url: &Url) -> RobotsVerdict {
    let verdict = match answer.robots {
        Some(robots) => robots.check(ROBOTS_TOKEN, path_of(url)),
        None => RobotsVerdict {
            unreachable: true,
            ..RobotsVerdict::default()
        },
    };
    RobotsVerdict {
        status: answer.status,
        fault: answer.fault,
        failed_at: answer.failed_at,
        failure: answer.failure,
        ..verdict
    }
}

/// The sitemaps listed in the robots.txt of `url`'s host.
pub(crate) async fn sitemaps(
    fetcher: &Fetcher,
    cache: &RobotsCache,
    session: &Session,
    url: &Url,
) -> Vec<String> {
    let answer = known(fetcher, cache, session, url, None).await;
    answer
        .robots
        .map_or_else(Vec::new, |r| r.sitemaps().to_vec())
}

/// Path and query of an address.
fn path_of(url: &Url) -> &str {
    &url[url::Position::BeforePath..url::Position::AfterQuery]
}

/// The file of `url`'s origin, cached or fetched. A failure for a file never received counts only
/// if it is younger than `since`, or the site asked to wait.
async fn known(
    fetcher: &Fetcher,
    cache: &RobotsCache,
    session: &Session,
    url: &Url,
    since: Option<Instant>,
) -> Answer {
    let turn = cache.origin(&url.origin().ascii_serialization());
    let mut known = turn.lock().await;
    let route = session.proxy().map(|p| p.id);
    let way = (route, session.reach());
    let now = Instant::now();
    let counts = |entry: &&Entry| {
        let settled = entry.answer.robots.is_some() || entry.answered_at + entry.answer.wait > now;
        entry.until > now && (settled || since.is_none_or(|since| entry.answered_at >= since))
    };
    let kept = [known.file.as_ref(), known.failures.get(&way)];
    if let Some(entry) = kept.into_iter().flatten().find(counts) {
        return entry.answer.clone();
    }
    let mut answer = ask(fetcher, session, url).await;
    let now = Instant::now();
    answer.failed_at = answer.robots.is_none().then_some(now);
    // While the file is unavailable, its last content still applies (RFC 9309 §2.4).
    if let (None, Some(last)) = (&answer.robots, &known.file) {
        let entry = Entry {
            answer: last.answer.clone(),
            answered_at: now,
            until: now + answer.kept,
        };
        known.failures.insert(way, entry.clone());
        return entry.answer;
    }
    // A captive portal answers everything with its own page, which is nobody's robots.txt.
    let is_file = matches!(answer.status, Some(200..=299 | 404 | 410))
        && answer.robots.is_some()
        && !(answer.is_page && route.is_some());
    let entry = Entry {
        answer: answer.clone(),
        answered_at: now,
        until: now
            + match is_file || answer.robots.is_none() {
                true => answer.kept,
                false => FAILURE_KEPT,
            },
    };
    if is_file {
        known.file = Some(entry);
        known.failures.clear();
    } else {
        known.failures.insert(way, entry);
    }
    answer
}

/// How long the file may be cached by its headers (RFC 9309 §2.4: standard cache control), a day at
/// most, but not so short that every page requests it again.
fn kept_for(headers: &[(String, String)]) -> Duration {
    let said = lifetime_s(headers).and_then(|seconds| u64::try_from(seconds).ok());
    said.map_or(KEPT, Duration::from_secs).clamp(MIN_KEPT, KEPT)
}

/// How long a failing server asks to wait, a day at most.
fn wait_asked(fetched: &Fetched) -> Duration {
    let asked = retry_after(&fetched.headers, Timestamp::now().as_second());
    let asked = asked.filter(|_| fetched.status >= 500);
    asked.unwrap_or_default().min(KEPT)
}

fn failure(mut fetched: Fetched) -> RobotsFailure {
    fetched.body.truncate(FAILURE_BYTES);
    RobotsFailure {
        headers: fetched.headers,
        body: fetched.body,
        elapsed: fetched.elapsed,
    }
}

/// Fetches and parses the file.
async fn ask(fetcher: &Fetcher, session: &Session, url: &Url) -> Answer {
    let nothing = |fault| Answer {
        robots: None,
        status: None,
        fault: Some(fault),
        failed_at: None,
        failure: None,
        is_page: false,
        kept: FAILURE_KEPT,
        wait: Duration::ZERO,
    };
    // robots.txt itself may always be fetched, wherever it redirects.
    let session = &session.with_robots(RobotsPolicy::Ignored);
    let mut at = crate::fetch::answer::without_credentials(url);
    at.set_query(None);
    at.set_fragment(None);
    at.set_path("/robots.txt");
    let limits = FetchLimits {
        max_bytes: MAX_BYTES as u64,
        max_redirects: MAX_REDIRECTS,
        ..fetcher.limits().clone()
    };
    match fetcher
        .exchange(session, ExchangeRequest::get(&at, &limits).cut())
        .await
    {
        Ok(fetched) => {
            let wait = wait_asked(&fetched);
            Answer {
                robots: allowed_by_answer(fetched.status, &fetched.body).map(Arc::new),
                status: Some(fetched.status),
                fault: None,
                is_page: fetched.body.trim_ascii_start().starts_with(b"<"),
                kept: match fetched.status {
                    500.. => wait.clamp(FAILURE_KEPT, KEPT),
                    _ => kept_for(&fetched.headers),
                },
                wait,
                failed_at: None,
                failure: (fetched.status >= 500).then(|| Arc::new(failure(fetched))),
            }
        }
        // More redirects than a crawler has to follow count as "not found".
        Err(FetchError::Redirects { .. } | FetchError::RedirectLoop { .. }) => Answer {
            robots: Some(Arc::default()),
            status: None,
            fault: None,
            failed_at: None,
            failure: None,
            is_page: false,
            kept: KEPT,
            wait: Duration::ZERO,
        },
        Err(fault) => nothing(fault),
    }
}

impl RobotsCache {
    /// Simulates the passing of a day.
    #[cfg(test)]
    pub(crate) async fn expire(&self, url: &Url) {
        let turn = self.origin(&url.origin().ascii_serialization());
        if let Some(entry) = &mut turn.lock().await.file {
            entry.until = Instant::now();
        }
    }

    fn origin(&self, origin: &str) -> Arc<Turn<Known>> {
        let mut origins = self.origins.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = origins.get(origin) {
            return Arc::clone(turn);
        }
        if origins.len() >= MAX_ORIGINS {
            // Entries in use stay; the others are fetched again when needed.
            origins.retain(|_, turn| Arc::strong_count(turn) > 1);
        }
        Arc::clone(origins.entry(origin.to_owned()).or_default())
    }
}
