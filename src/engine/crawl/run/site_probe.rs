//! A probe: whether a site that blocked us, or was down, answers again. It requests the start page
//! and the refused page, once each, at the rule's own pace, and stops at the first bad answer.
//! Nothing is stored.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::context::EngineContext;
use crate::crawl::decide::run_supervisor::{keep, supervision};
use crate::crawl::egress::Egress;
use crate::crawl::pipeline::{Pipeline, RequestResult};
use crate::crawl::read::Reading;
use crate::crawl::run_context::RunContext;
use crate::crawl::start_pages::{listed_starts, start_requests};
use crate::protocol::EngineError;
use crate::runtime::stop::Stop;
use crate::supervise::{Means, Observation, RequestRole, SiteStateMachine};
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::model::{ActionKind, NextStep, Site};
use bowerbird_logic::rules::{StartPoint, parse};

/// The result of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbeResult {
    /// The site answers again.
    Open,
    /// It does not, or this is not the time for requests.
    Closed,
}

/// Probes a site.
pub(crate) async fn probe_site(
    context: Arc<EngineContext>,
    site: Site,
    stop: Stop,
) -> Result<ProbeResult, EngineError> {
    let rule = parse(&site.rule_toml)?;
    context.gate.lets_run(&context.store, &site, Some(&rule))?;
    let known = supervision(&context, site.id)?;
    let refused = known.url.clone();
    let seed = site.id.0.unsigned_abs();
    let mut machine = SiteStateMachine::new(rule.plan(), known, None, seed);
    let run_context = Arc::new(RunContext::new(&context, &site, rule, stop));
    if let Some(until) = run_context.quiet_until() {
        machine.put_off(NextStep {
            kind: ActionKind::Probe,
            at: until,
        });
        keep(&context, &mut machine)?;
        return Ok(ProbeResult::Closed);
    }
    machine.begin_probe(Timestamp::now());
    keep(&context, &mut machine)?;
    let listed = listed_starts(&run_context).await?;
    let requests = requests(&run_context, &refused, listed);
    let mut egress = Egress::new(&run_context)?;
    let pipeline = Pipeline::new(&run_context);
    let mut answers = Vec::new();
    for request in requests {
        let role = match request.depth {
            0 => RequestRole::Start,
            _ => RequestRole::Content,
        };
        let route = egress.request_route(Duration::ZERO);
        match pipeline.process(request, route).await {
            RequestResult::Read(reading) => {
                egress.note_verdict(reading.state());
                egress.note_met(reading.state(), reading.status(), reading.answer.heard.took);
                answers.push(observation_of(&reading, role, &egress));
            }
            // A run will report that.
            RequestResult::Disallowed(_) => continue,
            RequestResult::Cancelled => return Ok(ProbeResult::Closed),
        }
        if answers.last().is_some_and(SiteStateMachine::is_refusal) {
            break;
        }
    }
    let open = machine.probed(&answers, Timestamp::now());
    keep(&context, &mut machine)?;
    Ok(if open {
        ProbeResult::Open
    } else {
        ProbeResult::Closed
    })
}

/// The first start page, and the refused page.
fn requests(run_context: &RunContext, refused: &str, listed: Vec<StartPoint>) -> Vec<NewRequest> {
    let start = start_requests(
        &run_context.rule,
        &run_context.engine.store,
        run_context.site,
        listed,
    )
    .next();
    let mut requests: Vec<NewRequest> = start.into_iter().collect();
    let known = requests.iter().any(|request| request.url == refused);
    if let Some(first) = requests.first().filter(|_| !known && !refused.is_empty()) {
        let page = NewRequest {
            url: refused.to_owned(),
            kind: match first.kind {
                RequestKind::List => RequestKind::Content,
                kind => kind,
            },
            depth: 1,
            fields: Vec::new(),
            ..first.clone()
        };
        requests.push(page);
    }
    requests
}

fn observation_of(reading: &Reading, role: RequestRole, egress: &Egress) -> Observation {
    Observation {
        at: Timestamp::now(),
        url: reading.url.clone(),
        verdict: reading.verdict().clone(),
        status: reading.status(),
        no_answer: reading.fault.is_some(),
        role,
        failures: 0,
        retries: 0,
        outage_streak: 0,
        means: Means {
            way: egress.route(),
            session: egress.session_number(),
            ..Means::default()
        },
        jitter: 0,
        stood_in: reading.found.stood_in,
        snapshot_at: None,
        beside: 0,
        same_login: 0,
        elsewhere: false,
    }
}
