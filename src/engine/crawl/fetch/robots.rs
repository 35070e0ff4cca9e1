//! Applies robots.txt to a request of a run. Input: a request and its egress. Output: the
//! pace for it, or the result that replaces it. A failed fetch of the file is retried once before
//! it counts as a problem of the site.

use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;
use url::Url;

use super::response::{Fetch, Purpose};
use super::send_request::turn_of;
use crate::crawl::egress::request_route::RequestRoute;
use crate::crawl::run_context::RunContext;
use crate::politeness::pace::Pace;
use bowerbird_io::fetch::{FetchError, RobotsFailure, RobotsVerdict};
use bowerbird_io::store::NewRequest;
use bowerbird_logic::detect::{Answer, judge};
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};
use bowerbird_logic::page::decode;
use bowerbird_logic::policy::wait_headers::retry_after;

/// Status of a redirect.
const SENT_ON: u16 = 302;

/// The robots.txt result for a request.
pub(in crate::crawl) enum Permit {
    /// It may be sent at this pace.
    Granted(Pace),
    /// The file could not be fetched, because of a network fault.
    Fault(FetchError),
    /// It must not be sent; the result.
    Settled(Fetch),
}

/// An address that robots.txt disallows.
pub(in crate::crawl) struct DisallowedAddress {
    /// The address: the requested one, or one that it redirects to.
    pub(in crate::crawl) url: String,
    /// The decisive rule.
    pub(in crate::crawl) rule: String,
}

impl DisallowedAddress {
    /// The verdict on the answer to `asked`.
    pub(in crate::crawl) fn verdict(&self, asked: &str) -> Verdict {
        let mut verdict = Verdict::by_signal(
            PageState::Blocked,
            "robots-disallow",
            EvidencePlace::Url,
            &self.rule,
        );
        if self.url != asked {
            verdict.evidence.push(Evidence {
                signal: "sent-on".to_owned(),
                strength: Strength::Weak,
                place: EvidencePlace::Url,
                matched: self.url.chars().take(Evidence::MAX_QUOTE_CHARS).collect(),
            });
        }
        verdict
    }
}

/// Checks robots.txt for `url`; `pace` is the one that the rule requires.
pub(in crate::crawl) async fn permit(
    run_context: &RunContext,
    request: &NewRequest,
    url: &Url,
    route: &RequestRoute,
    (mut pace, purpose): (Pace, Purpose),
) -> Permit {
    let fetcher = &run_context.engine.fetcher;
    let begun = Instant::now();
    let mut said = fetcher.robots(&route.session, url).await;
    pace = pace.with_crawl_delay(said.crawl_delay);
    // An address out of reach says nothing about the file.
    if let Some(fault @ FetchError::OutOfReach { .. }) = said.fault {
        return Permit::Fault(fault);
    }
    let (gone, store) = (&run_context.unavailable_robots, &run_context.engine.store);
    // A failure through a proxy may be the proxy's: it says nothing about the file either.
    let by_proxy = route.through_proxy;
    if said.unreachable {
        if !by_proxy && gone.counts_as_missing(store, url, true) {
            return Permit::Granted(pace);
        }
        let silent = matches!(said.fault, Some(FetchError::Timeout { .. }));
        let is_new = said.failed_at.is_some_and(|at| at >= begun);
        // Retrying through a silent proxy would yield no more information, at the same cost.
        let is_in_vain = silent && by_proxy;
        if !is_new && !is_in_vain {
            let turn = tokio::select! {
                biased;
                () = run_context.stop.stopped(), if purpose == Purpose::Request => {
                    return Permit::Settled(Fetch::Cancelled);
                }
                turn = turn_of(run_context, url, pace) => turn,
            };
            said = fetcher.robots_again(&route.session, url, begun).await;
            drop(turn);
            pace = pace.with_crawl_delay(said.crawl_delay);
        }
    }
    match said {
        RobotsVerdict {
            unreachable: true,
            fault: Some(fault),
            ..
        } => Permit::Fault(fault),
        RobotsVerdict {
            unreachable: true, ..
        } => Permit::Settled(out_of_order(run_context, route, request, &said)),
        _ => {
            gone.counts_as_missing(store, url, false);
            match said.allowed {
                true => Permit::Granted(pace),
                false => Permit::Settled(Fetch::Disallowed(DisallowedAddress {
                    url: url.to_string(),
                    rule: said.rule.unwrap_or_default(),
                })),
            }
        }
    }
}

/// While robots.txt is unavailable, nothing may be fetched (RFC 9309 §2.3.1.4): a problem of the
/// site, or of the proxy if that one sent the answer.
fn out_of_order(
    run_context: &RunContext,
    route: &RequestRoute,
    request: &NewRequest,
    said: &RobotsVerdict,
) -> Fetch {
    let status = said.status.unwrap_or_default();
    let none = Arc::default();
    let failure: &RobotsFailure = said.failure.as_ref().unwrap_or(&none);
    let now_s = Timestamp::now().as_second();
    if route.through_proxy {
        let kind = failure
            .headers
            .iter()
            .find(|(name, _)| name == "content-type");
        let body = decode(&failure.body, kind.map(|(_, value)| value.as_str())).text;
        let verdict = judge(
            &run_context.engine.signals,
            &Answer {
                through_proxy: true,
                body: &body,
                took: Some(failure.elapsed),
                ..plain(&request.url, status, &failure.headers)
            },
        );
        if verdict.state == PageState::ProxyFault {
            return judged(request, verdict);
        }
    }
    let matched = status.to_string();
    let mut verdict = Verdict::by_signal(
        PageState::Outage,
        "robots-unreachable",
        EvidencePlace::Status,
        &matched,
    );
    verdict.retry_after = retry_after(&failure.headers, now_s);
    judged(request, verdict)
}

/// The result of a redirect to an address that robots.txt disallows: a login or robot-check address
/// is recognised by its name alone.
pub(in crate::crawl) fn led_to(
    run_context: &RunContext,
    request: &NewRequest,
    refused: DisallowedAddress,
) -> Fetch {
    let headers = [("location".to_owned(), refused.url.clone())];
    let verdict = run_context
        .rule
        .login_redirect(&request.url, &refused.url)
        .unwrap_or_else(|| {
            judge(
                &run_context.signals,
                &plain(&request.url, SENT_ON, &headers),
            )
        });
    let named = verdict.evidence.first().map(|found| found.place) == Some(EvidencePlace::Url);
    let says = verdict.state == PageState::LoginRequired || verdict.state.is_block();
    if !named || !says {
        return Fetch::Disallowed(refused);
    }
    let url = refused.url;
    Fetch::Judged { url, verdict }
}

fn judged(request: &NewRequest, verdict: Verdict) -> Fetch {
    let url = request.url.clone();
    Fetch::Judged { url, verdict }
}

fn plain<'a>(url: &'a str, status: u16, headers: &'a [(String, String)]) -> Answer<'a> {
    Answer {
        requested_url: url,
        final_url: url,
        status,
        headers,
        now_s: Timestamp::now().as_second(),
        ..Answer::default()
    }
}
