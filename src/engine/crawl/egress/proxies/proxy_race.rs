//! Selects a usable one of several unknown proxies: they request the site's robots.txt in parallel,
//! each a little after the previous (as RFC 8305 §5 does for addresses), and the first with an
//! answer is used. Bad proxies never reach the site, so it receives one or two small requests.
//! Input: proxies, best first. Output: one that works, and why others do not. Slower ones are
//! not blamed.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tracing::Instrument as _;
use url::Url;

use crate::context::EngineContext;
use crate::runtime::stop::Stop;
use bowerbird_io::fetch::{FetchError, FetchLimits, Fetched, ProxyRoute, RobotsPolicy, Session};
use bowerbird_logic::detect::{Answer, judge};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::PageState;

/// The timeout of a proxy.
const PATIENCE: Duration = Duration::from_secs(5);
/// The delay before the next one starts as well.
const HEAD_START: Duration = Duration::from_millis(250);
/// The maximum number of proxies tested at once.
const AT_ONCE: usize = 16;
/// The number of inconclusive answers after which the first of them is used: the site answers all
/// alike.
const ENOUGH_DOUBT: usize = 3;
/// The maximum number of bytes read of a robots.txt.
const MAX_BYTES: u64 = 64 * 1024;

/// The result of the race.
#[derive(Debug, Default)]
pub(in crate::crawl) struct ProxyRaceResult {
    /// Index of the one to use.
    pub(in crate::crawl) winner: Option<usize>,
    /// Indexes of those that failed, and why.
    pub(in crate::crawl) failed: Vec<(usize, Failure)>,
}

/// Why a proxy failed.
#[derive(Debug)]
pub(in crate::crawl) struct Failure {
    /// The cause, in words.
    pub(in crate::crawl) cause: Message,
    /// Whether a site that is down would look the same.
    pub(in crate::crawl) silent: bool,
}

/// What an answer proves about its origin.
enum Proof {
    /// It is the site's.
    Works,
    /// It may be the site's.
    Doubtful,
    /// It is not.
    Failed(Failure),
}

/// Sends requests through `routes`, best first.
pub(in crate::crawl) async fn race_proxies(
    context: &Arc<EngineContext>,
    session: &Session,
    site: &Url,
    routes: Vec<ProxyRoute>,
    stop: &Stop,
) -> ProxyRaceResult {
    let Ok(target) = site.join("/robots.txt") else {
        return ProxyRaceResult::default();
    };
    let mut raced = ProxyRaceResult::default();
    let mut doubtful = Vec::new();
    let mut waiting = routes.into_iter().enumerate().peekable();
    let mut under_way = JoinSet::new();
    let mut due = Instant::now();
    while doubtful.len() < ENOUGH_DOUBT {
        if (due <= Instant::now() || under_way.is_empty())
            && under_way.len() < AT_ONCE
            && let Some((place, route)) = waiting.next()
        {
            let (context, target) = (Arc::clone(context), target.clone());
            let session = session.through(Some(route.on_trial(PATIENCE)));
            let asked = async move { (place, ask(&context, &session, &target).await) };
            under_way.spawn(asked.in_current_span());
            due = Instant::now() + HEAD_START;
        }
        if under_way.is_empty() {
            break;
        }
        let more = waiting.peek().is_some() && under_way.len() < AT_ONCE;
        tokio::select! {
            Some(answered) = under_way.join_next() => match answered {
                Ok((place, Proof::Works)) => {
                    raced.winner = Some(place);
                    return raced;
                }
                Ok((place, Proof::Doubtful)) => doubtful.push(place),
                Ok((place, Proof::Failed(failure))) => {
                    raced.failed.push((place, failure));
                    due = Instant::now();
                }
                Err(error) => tracing::error!(%error, "asking through a proxy broke"),
            },
            () = sleep_until(due), if more => {}
            () = stop.stopped() => break,
        }
    }
    raced.winner = doubtful.into_iter().min();
    raced
}

async fn ask(context: &EngineContext, session: &Session, target: &Url) -> Proof {
    let limits = FetchLimits {
        idle: PATIENCE,
        total: PATIENCE,
        max_bytes: MAX_BYTES,
        ..FetchLimits::default()
    };
    // robots.txt itself is requested.
    let session = session.with_robots(RobotsPolicy::Ignored);
    match context.fetcher.get_with(&session, target, &limits).await {
        Ok(fetched) => proof_of(context, target, &fetched),
        Err(error @ (FetchError::Proxy { .. } | FetchError::ProxySilent { .. })) => {
            Proof::Failed(Failure {
                silent: matches!(error, FetchError::ProxySilent { .. }),
                cause: error.explain(),
            })
        }
        // It reached the site.
        Err(FetchError::TooLarge { .. }) => Proof::Works,
        Err(_) => Proof::Doubtful,
    }
}

fn proof_of(context: &EngineContext, target: &Url, fetched: &Fetched) -> Proof {
    let body = String::from_utf8_lossy(&fetched.body);
    let last = fetched.url().unwrap_or(target);
    let verdict = judge(
        &context.signals,
        &Answer {
            requested_url: target.as_str(),
            final_url: last.as_str(),
            status: fetched.status,
            headers: &fetched.headers,
            through_proxy: true,
            body: &body,
            now_s: 0,
            ..Answer::default()
        },
    );
    if verdict.state == PageState::ProxyFault {
        return Proof::Failed(Failure {
            cause: Message::new("pools-foreign-page"),
            silent: false,
        });
    }
    let markup = body.trim_start().starts_with('<');
    match fetched.status {
        200..=299 if !markup && last.host_str() == target.host_str() => Proof::Works,
        // The answer of a site without robots.txt; a captive portal sends its own page for
        // everything.
        404 | 410 => Proof::Works,
        _ => Proof::Doubtful,
    }
}
