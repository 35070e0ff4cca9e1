//! What robots.txt says of a request of a run. Flows in: a request and its egress. Flows out: the pace
//! at which it may go out, or what came in its place. A file that could not be had is asked for once
//! more before that counts as trouble of the site.

use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;
use url::Url;

use super::exchange::turn_of;
use super::login_redirect::asks_to_log_in;
use super::response::{Fetch, Purpose};
use crate::crawl::egress::exit::Exit;
use crate::crawl::run_context::RunContext;
use crate::politeness::hosts::{AskedBy, Pace};
use bowerbird_io::fetch::{FetchError, RobotsFailure, RobotsVerdict};
use bowerbird_io::store::NewRequest;
use bowerbird_logic::detect::{Answer, judge, retry_after};
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};
use bowerbird_logic::page::decode;

/// Status of an answer that sends the request on.
const SENT_ON: u16 = 302;

/// What robots.txt says of a request.
pub(in crate::crawl) enum Permit {
    /// It may go out at this pace.
    Granted(Pace),
    /// The file could not be had, for a fault on the way.
    Fault(FetchError),
    /// It may not go out; what came of it.
    Settled(Fetch),
}

/// An address that robots.txt does not allow.
pub(in crate::crawl) struct Refused {
    /// Which: the one that was asked for, or one that it leads to.
    pub(in crate::crawl) url: String,
    /// The rule that decides.
    pub(in crate::crawl) rule: String,
}

impl Refused {
    /// As a judgement on the answer to `asked`.
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
                matched: self.url.chars().take(200).collect(),
            });
        }
        verdict
    }
}

/// Asks robots.txt about `url`; `pace` is the one that the rule wants.
pub(in crate::crawl) async fn permit(
    run_context: &RunContext,
    request: &NewRequest,
    url: &Url,
    exit: &Exit,
    (mut pace, purpose): (Pace, Purpose),
) -> Permit {
    let fetcher = &run_context.engine.fetcher;
    let begun = Instant::now();
    let mut said = fetcher.robots(&exit.session, url).await;
    slow(&mut pace, &said);
    // What may not be asked says nothing of the file.
    if let Some(fault @ FetchError::OutOfReach { .. }) = said.fault {
        return Permit::Fault(fault);
    }
    let (gone, store) = (&run_context.unavailable_robots, &run_context.engine.store);
    // What cannot be had through a proxy may be its doing: it says nothing of the file either.
    let by_proxy = exit.through_proxy;
    if said.unreachable {
        if !by_proxy && gone.counts_as_missing(store, url, true) {
            return Permit::Granted(pace);
        }
        let silent = matches!(said.fault, Some(FetchError::Timeout { .. }));
        let is_new = said.failed_at.is_some_and(|at| at >= begun);
        // Asking a silent proxy once more would tell no more, and cost as much again.
        let is_in_vain = silent && by_proxy;
        if !is_new && !is_in_vain {
            let waits = run_context.waiting.enter(url);
            let turn = tokio::select! {
                biased;
                () = run_context.stop.stopped(), if purpose == Purpose::Request => {
                    return Permit::Settled(Fetch::Cancelled);
                }
                turn = turn_of(run_context, url, pace, &waits) => turn,
            };
            said = fetcher.robots_again(&exit.session, url, begun).await;
            drop(turn);
            slow(&mut pace, &said);
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
        } => Permit::Settled(out_of_order(run_context, exit, request, &said)),
        _ => {
            gone.counts_as_missing(store, url, false);
            match said.allowed {
                true => Permit::Granted(pace),
                false => Permit::Settled(Fetch::Disallowed(Refused {
                    url: url.to_string(),
                    rule: said.rule.unwrap_or_default(),
                })),
            }
        }
    }
}

fn slow(pace: &mut Pace, said: &RobotsVerdict) {
    if let Some(asked) = said.crawl_delay.filter(|asked| *asked > pace.delay) {
        pace.delay = asked;
        pace.asked_by = AskedBy::Robots;
    }
}

/// While robots.txt cannot be had, nothing may be fetched (RFC 9309 §2.3.1.4): that is trouble of the
/// site, or of the proxy where that one wrote the answer.
fn out_of_order(
    run_context: &RunContext,
    exit: &Exit,
    request: &NewRequest,
    said: &RobotsVerdict,
) -> Fetch {
    let status = said.status.unwrap_or_default();
    let none = Arc::default();
    let failure: &RobotsFailure = said.failure.as_ref().unwrap_or(&none);
    let now_s = Timestamp::now().as_second();
    if exit.through_proxy {
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

/// What becomes of a request that led to an address which robots.txt does not allow: one that asks for
/// a login, or for a proof that nobody is a robot, says so by its name alone.
pub(in crate::crawl) fn led_to(
    run_context: &RunContext,
    request: &NewRequest,
    refused: Refused,
) -> Fetch {
    let headers = [("location".to_owned(), refused.url.clone())];
    let verdict =
        asks_to_log_in(&run_context.rule, &request.url, &refused.url).unwrap_or_else(|| {
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
