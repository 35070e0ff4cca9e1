//! Executes one request: robots.txt, the host's turn, the exchange. Input: a leased request and
//! the current session. Output: the response, or why it was not requested.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use url::Url;

use super::response::{Fetch, Purpose, Response};
use super::revalidation::Revalidation;
use super::robots::{DisallowedAddress, Permit, led_to, permit};
use super::sitemaps::sitemaps;
use crate::crawl::client::{ClientRequest, Exchanged, ReadOrder, place_of};
use crate::crawl::egress::request_route::RequestRoute;
use crate::crawl::run_context::RunContext;
use crate::politeness::host_delay::{HostPermit, Why};
use crate::politeness::pace::{AskedBy, Pace};
use bowerbird_io::fetch::FetchError;
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::model::{EvidencePlace, PageState, Verdict};
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::wait_headers::pause_asked;

/// The length of the steps in which quiet hours are waited for.
pub(in crate::crawl) const MAX_REST: Duration = Duration::from_secs(60);
pub(in crate::crawl) const MIN_REST: Duration = Duration::from_millis(10);

/// Fetches one answer.
pub(in crate::crawl) async fn fetch(
    run_context: &Arc<RunContext>,
    request: &NewRequest,
    route: &RequestRoute,
    purpose: Purpose,
) -> Fetch {
    let Ok(url) = Url::parse(&request.url) else {
        let url = request.url.clone();
        let verdict = Verdict::by_signal(PageState::Outage, "bad-url", EvidencePlace::Url, &url);
        return Fetch::Judged { url, verdict };
    };
    let own = listed_page_route(run_context, request, route, &url);
    let route = own.as_ref().unwrap_or(route);
    tokio::select! {
        biased;
        () = run_context.stop.stopped(), if purpose == Purpose::Request => return Fetch::Cancelled,
        () = rest(run_context, &url) => {}
    }
    if let Some(found) = sitemaps(run_context, request, route, &url).await {
        return Fetch::Sitemaps(found);
    }
    let mut pace = pace_of(run_context, route);
    if run_context.rule.file().politeness.robots {
        pace = match permit(run_context, request, &url, route, (pace, purpose)).await {
            Permit::Granted(pace) => pace,
            Permit::Settled(settled) => return settled,
            Permit::Fault(fault) => {
                return Fetch::Response(Box::new(Response::new(Err(fault), route)));
            }
        };
    }
    let post = post_of(run_context, request, &url);
    let mut known = match purpose {
        Purpose::Request if post.is_none() => Revalidation::of(run_context, route, &url),
        _ => Revalidation::none(),
    };
    if let Some(response) = known.fresh(run_context, request, route) {
        return Fetch::Response(Box::new(response));
    }
    let ask = ask_of(run_context, (request, purpose), &url, (post, &known));
    let turn = tokio::select! {
        biased;
        // Nothing is in progress yet.
        () = run_context.stop.stopped(), if purpose == Purpose::Request => return Fetch::Cancelled,
        turn = turn_of(run_context, &url, pace) => turn,
    };
    let order = ReadOrder {
        request,
        purpose,
        since_last: turn.since_last,
        gap: pace
            .slowed(run_context.engine.paces.of(run_context.site))
            .delay,
        through_proxy: route.through_proxy,
    };
    let exchanged = run_context
        .client
        .fetch_and_read(&route.session, &ask, order);
    let Exchanged {
        answer,
        reading,
        received_at,
    } = exchanged.await;
    match &answer {
        Ok(fetched) => turn.answered(fetched.elapsed, fetched.status < 400),
        Err(FetchError::Timeout { seconds, .. }) => {
            turn.answered(Duration::from_secs(*seconds), false);
        }
        Err(_) => {}
    }
    let since_last = turn.since_last;
    drop(turn);
    if let Ok(fetched) = &answer
        && let Some(pause) = pause_asked(&fetched.headers, Timestamp::now().as_second())
    {
        let until = Instant::now() + pause;
        let hosts = &run_context.engine.hosts;
        hosts.pause_because(&url, until, Why::Asked);
    }
    if let Err(FetchError::Disallowed { url, rule }) = answer {
        return led_to(run_context, request, DisallowedAddress { url, rule });
    }
    let response = known.response(answer, route);
    Fetch::Response(Box::new(Response {
        since_last,
        received_at: received_at.unwrap_or(response.received_at),
        // The stored answer that the site confirmed was not read elsewhere.
        reading: reading.filter(|_| response.confirmed.is_none()),
        ..response
    }))
}

/// The same request through another egress, at the host's pace, for comparison only. `None` if its
/// address is invalid.
pub(in crate::crawl) async fn fetch_beside(
    run_context: &Arc<RunContext>,
    request: &NewRequest,
    route: &RequestRoute,
) -> Option<Response> {
    let target = Url::parse(&request.url).ok()?;
    let pace = pace_of(run_context, route);
    let hosts = &run_context.engine.hosts;
    let turn = hosts
        .turn(&target, Some(run_context.site), pace, |_, _| {})
        .await;
    let known = Revalidation::none();
    let post = post_of(run_context, request, &target);
    let ask = ask_of(
        run_context,
        (request, Purpose::Beside),
        &target,
        (post, &known),
    );
    let answer = run_context.client.fetch(&route.session, &ask).await;
    Some(Response {
        since_last: turn.since_last,
        ..known.response(answer, route)
    })
}

/// The egress for a page from the rule's own address list, if it is not in the space of the start
/// pages: each such address is its own start.
fn listed_page_route(
    run_context: &RunContext,
    request: &NewRequest,
    route: &RequestRoute,
    url: &Url,
) -> Option<RequestRoute> {
    let is_listed = run_context.rule.file().pages.is_some() && request.depth == 0;
    let reach = route.session.reach();
    let own = reach.or(Reach::of_start(url));
    (is_listed && own != reach).then(|| RequestRoute {
        session: route.session.reaching(own),
        ..route.clone()
    })
}

/// Waits for a turn at the current pace: after a change it does not wait for the old one.
pub(in crate::crawl) async fn turn_of<'a>(
    run_context: &'a RunContext,
    target: &Url,
    pace: Pace,
) -> HostPermit<'a> {
    let waits = run_context.waiting.enter(target);
    let paces = &run_context.engine.paces;
    loop {
        let changed = paces.changed();
        tokio::pin!(changed);
        // Registered before the check, so that no change in between is missed.
        changed.as_mut().enable();
        let pace = pace.slowed(paces.of(run_context.site));
        let wait = |until, why| waits.set(until, why, pace.delay);
        tokio::select! {
            turn = run_context.engine.hosts.turn(target, Some(run_context.site), pace, wait) => return turn,
            () = &mut changed => {}
        }
    }
}

/// Waits for the end of quiet hours. In steps, so that a machine that was suspended, or whose clock
/// was set, does not wait too long.
async fn rest(run_context: &RunContext, url: &Url) {
    while let Some(until) = run_context.quiet_until() {
        let left = until.duration_since(Timestamp::now());
        let left = Duration::try_from(left).unwrap_or_default();
        let waits = run_context.waiting.enter(url);
        waits.set(Some(Instant::now() + left), Why::Quiet, left);
        tokio::time::sleep(left.clamp(MIN_REST, MAX_REST)).await;
    }
}

/// The address and body of a request by POST: JSON for an API, a form for a search. `None` if the
/// request is a GET.
fn post_of<'u>(
    run_context: &RunContext,
    request: &NewRequest,
    target: &'u Url,
) -> Option<ClientRequest<'u>> {
    if request.kind != RequestKind::List {
        return None;
    }
    let rule = &run_context.rule;
    if let Some((url, body)) = rule.body_for(target, &request.fields) {
        let body = Secret::new(body);
        return Some(ClientRequest::Json { url, body });
    }
    let form = target.fragment().filter(|_| rule.posts(&request.fields))?;
    let (url, body) = (without_fragment(target), Secret::new(form));
    Some(ClientRequest::Form { url, body })
}

/// What is sent to the site: `post`, or a GET on the condition on which the answer is `known`.
fn ask_of<'u>(
    run_context: &RunContext,
    (request, purpose): (&NewRequest, Purpose),
    target: &'u Url,
    (post, known): (Option<ClientRequest<'u>>, &'u Revalidation),
) -> ClientRequest<'u> {
    post.unwrap_or_else(|| {
        // Documents are served under any content type.
        let documents = request.kind == RequestKind::List && run_context.rule.reads_documents();
        ClientRequest::Get {
            url: target,
            condition: known.condition(),
            pages_only: !documents,
            place: place_of(request),
            pictureless: purpose == Purpose::Further,
        }
    })
}

/// The pace required by the rule, or by supervision through this route.
fn pace_of(run_context: &RunContext, route: &RequestRoute) -> Pace {
    let rule = &run_context.rule;
    let politeness = &rule.file().politeness;
    let (delay, asked_by) = match route.least_delay > rule.delay() {
        true => (route.least_delay, AskedBy::Supervision),
        false => (rule.delay(), AskedBy::Rule),
    };
    Pace {
        delay,
        asked_by,
        at_once: politeness.concurrency,
        // No delay also means no adaptive delay.
        adaptive: politeness.adaptive && !rule.delay().is_zero(),
    }
}
