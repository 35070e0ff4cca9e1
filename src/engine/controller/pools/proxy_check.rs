//! Tests proxies: each requests a known page, several at once, and the answer is judged and
//! compared with the direct one. Input: proxies and test targets. Output: a verdict for each
//! as it finishes. The pages belong to the project's own sites unless a person gives an address; no
//! other servers are contacted.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::task::JoinSet;
use tokio::time::Instant;
use url::Url;

use super::locked_secrets::ask_for;
use crate::context::{EngineContext, spawn_cpu_now};
use crate::controller::resolve_user_input::{find_site, typed_url};
use crate::crawl::{proxy_route, session_of};
use crate::project_permission::at_rest;
use crate::protocol::{EngineError, Event, ProxyTest, TestAgainst};
use crate::runtime::stop::Stop;
use crate::supervise::{Next, describe};
use bowerbird_io::fetch::{FetchError, FetchLimits, Fetched, Session};
use bowerbird_logic::detect::{Answer, TransportFault, judge};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{PageState, Proxy, ProxyId, ProxyUse, Site, SiteId};
use bowerbird_logic::page::{Page, decode};
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::pools::{Appearance, ProxyPolicy, exit_address};
use bowerbird_logic::rules::{Network, parse};

/// The number of proxies tested at once.
const AT_ONCE: usize = 8;
/// The time limit for a proxy to begin an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum size of a page in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
/// The maximum number of own sites that a proxy is tested against: a single refusal says nothing
/// about the proxy.
const OWN_SITES: usize = 3;
/// How often the window is notified of pool changes during tests.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// The tests in progress.
#[derive(Default)]
pub(in crate::controller) struct ProxyTests {
    stop: Option<Stop>,
}

/// The target of a proxy test.
struct Target {
    site: Option<SiteId>,
    url: Url,
    network: Network,
    /// The features of the page fetched directly, if available.
    direct: Option<Appearance>,
    /// Whether it can be fetched directly; `None` if direct requests are not allowed.
    answers: Option<bool>,
}

impl ProxyTests {
    /// Ends the tests in progress.
    pub(in crate::controller) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.stop();
        }
    }

    /// Starts testing.
    pub(in crate::controller) fn start(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        ids: &[ProxyId],
        against: &TestAgainst,
    ) -> Result<(), EngineError> {
        if context.gate.is_at_rest() {
            return Err(at_rest(&context.store));
        }
        let mut proxies = context.store.proxies()?;
        match ids {
            [] => proxies.retain(|proxy| proxy.enabled),
            ids => proxies.retain(|proxy| ids.contains(&proxy.id)),
        }
        let targets = targets(context, against)?;
        ask_for(context, &proxies)?;
        self.stop();
        let stop = Stop::new();
        self.stop = Some(stop.clone());
        let (context, closing) = (Arc::clone(context), closing.clone());
        tokio::spawn(async move {
            let of = proxies.len();
            let done = tokio::select! {
                () = stop.stopped() => None,
                () = closing.stopped() => None,
                () = test_all(&context, proxies, targets) => Some(of),
            };
            context.publish(Event::PoolsChanged);
            context.publish(Event::ProxyTests {
                done: done.unwrap_or(0),
                of,
                ended: true,
            });
        });
        Ok(())
    }
}

impl Target {
    /// The addresses that its request may reach: a site's start counts as such, a typed address as
    /// typed.
    async fn reach(&self, context: &EngineContext) -> Reach {
        match self.site {
            Some(_) => Reach::of_start(&self.url),
            None => context.fetcher.reach_of_named(&self.url).await,
        }
    }
}

/// The pages to request.
fn targets(
    context: &Arc<EngineContext>,
    against: &TestAgainst,
) -> Result<Vec<Target>, EngineError> {
    match against {
        TestAgainst::Address(typed) => Ok(vec![Target {
            site: None,
            url: typed_url(typed)?,
            network: Network::default(),
            direct: None,
            answers: None,
        }]),
        TestAgainst::Site(id) => {
            let site = find_site(context, *id)?;
            context.gate.unless_site_refused(&site.name)?;
            let target = target_of(&site)?.ok_or_else(|| {
                EngineError(Message::new("pools-no-start").with("site", site.name.as_str()))
            })?;
            Ok(vec![target])
        }
        TestAgainst::OwnSites => {
            let mut sites = context.store.sites()?;
            sites.retain(|site| context.gate.unless_site_refused(&site.name).is_ok());
            // A site that answered last time will most likely answer now.
            sites.sort_by_key(|site| {
                let state = site.status.as_ref().map(|status| status.state);
                (!site.enabled, state != Some(PageState::Ok))
            });
            let targets: Vec<Target> = sites
                .iter()
                .filter_map(|site| target_of(site).ok().flatten())
                .take(OWN_SITES)
                .collect();
            if targets.is_empty() {
                return Err(EngineError(Message::new("pools-no-site")));
            }
            Ok(targets)
        }
    }
}

fn target_of(site: &Site) -> Result<Option<Target>, EngineError> {
    let rule = parse(&site.rule_toml)?;
    Ok(rule.start().next().map(|url| Target {
        site: Some(site.id),
        url,
        network: rule.file().network.clone(),
        direct: None,
        answers: None,
    }))
}

async fn test_all(context: &Arc<EngineContext>, proxies: Vec<Proxy>, mut targets: Vec<Target>) {
    for target in &mut targets {
        ask_directly(context, target).await;
    }
    let of = proxies.len();
    let targets = Arc::new(targets);
    let mut waiting = proxies.into_iter();
    // The set ends those in progress when the tests are stopped.
    let mut tests = JoinSet::new();
    let mut told = Instant::now();
    let mut done = 0;
    loop {
        while tests.len() < AT_ONCE
            && let Some(proxy) = waiting.next()
        {
            let (context, targets) = (Arc::clone(context), Arc::clone(&targets));
            tests.spawn(async move { test_one(&context, &proxy, &targets).await });
        }
        let Some(ended) = tests.join_next().await else {
            return;
        };
        done += 1;
        let Ok(test) = ended else {
            tracing::error!("the test of a proxy broke");
            continue;
        };
        context.publish(Event::ProxyTested(Box::new(test)));
        context.publish(Event::ProxyTests {
            done,
            of,
            ended: false,
        });
        if told.elapsed() >= REPORT_EVERY {
            told = Instant::now();
            context.publish(Event::PoolsChanged);
        }
    }
}

/// Requests the page as a visitor without a proxy would see it, if the rule allows that.
async fn ask_directly(context: &Arc<EngineContext>, target: &mut Target) {
    let policy = ProxyPolicy::parse(&target.network.proxy);
    if policy.is_some_and(|policy| policy.is_never_direct()) {
        return;
    }
    let reach = target.reach(context).await;
    let session = session_of(&target.network, None).reaching(reach);
    let answer = fetch(context, &session, &target.url).await;
    let seen = see(context, &target.url, answer, false).await;
    target.answers = Some(seen.fault.is_none());
    if seen.state == PageState::Ok && (200..300).contains(&seen.status) {
        target.direct = seen.looks;
    }
}

async fn fetch(
    context: &EngineContext,
    session: &Session,
    url: &Url,
) -> Result<Fetched, FetchError> {
    let limits = FetchLimits {
        idle: PATIENCE,
        total: PATIENCE * 2,
        max_bytes: MAX_BYTES,
        ..FetchLimits::default()
    };
    context.fetcher.get_with(session, url, &limits).await
}

/// Tests one proxy and stores the result. If one of several sites refuses or is down, the next one
/// is used.
async fn test_one(context: &Arc<EngineContext>, proxy: &Proxy, targets: &[Target]) -> ProxyTest {
    let mut last = None;
    for target in targets {
        let test = test_against(context, proxy, target).await;
        let enough = test.is_useful() || test.state == PageState::ProxyFault;
        last = Some(test);
        if enough {
            break;
        }
    }
    last.unwrap_or_else(|| ProxyTest {
        proxy: proxy.id,
        name: proxy.name.clone(),
        site: None,
        url: String::new(),
        works: false,
        state: PageState::Outage,
        status: 0,
        took_ms: None,
        exit_address: None,
        message: Message::new("pools-no-site"),
    })
}

async fn test_against(context: &Arc<EngineContext>, proxy: &Proxy, target: &Target) -> ProxyTest {
    let mut test = ProxyTest {
        proxy: proxy.id,
        name: proxy.name.clone(),
        site: target.site,
        url: target.url.to_string(),
        works: false,
        state: PageState::ProxyFault,
        status: 0,
        took_ms: None,
        exit_address: None,
        message: Message::new("pools-no-site"),
    };
    let route = match proxy_route(context, proxy) {
        Ok(route) => route.on_trial(PATIENCE),
        Err(error) => {
            // A locked password is not the proxy's fault.
            test.message = error.0;
            return test;
        }
    };
    let meter = Arc::clone(&route.meter);
    let reach = target.reach(context).await;
    let session = session_of(&target.network, None).reaching(reach);
    let session = session.through(Some(route));
    let begun = Instant::now();
    let answer = fetch(context, &session, &target.url).await;
    let took = begun.elapsed();
    let mut seen = see(context, &target.url, answer, true).await;
    if let (Some(direct), Some(looks)) = (&target.direct, &seen.looks)
        && seen.status < 400
        && !direct.is_like(looks)
    {
        seen.state = PageState::ProxyFault;
        seen.reason = Message::new("pools-foreign-page");
    }
    // A page that is available directly but not through the proxy is the proxy's fault.
    if seen.fault.is_some() && target.answers == Some(true) {
        seen.state = PageState::ProxyFault;
    }
    test.state = seen.state;
    test.status = seen.status;
    test.works = seen.fault.is_none() && seen.state != PageState::ProxyFault;
    test.took_ms = test
        .works
        .then(|| u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
    test.exit_address = seen.exit.filter(|_| test.works);
    test.message = outcome_message(proxy, &seen);
    let traffic = meter.take();
    let at = Timestamp::now();
    let mut r#use = ProxyUse {
        requests: traffic.requests,
        bytes: traffic.bytes,
        latency_ms: traffic.latency_ms.filter(|_| test.works),
        exit_address: test.exit_address.map(|address| address.to_string()),
        ..ProxyUse::none(proxy.id, target.site, at)
    };
    if seen.state == PageState::ProxyFault {
        r#use.fault = Some(test.message.clone());
    } else if test.works {
        r#use.good = 1;
        if seen.state.is_block() {
            r#use.site = None;
        }
    }
    let mut uses = vec![r#use];
    if test.works && seen.state.is_block() {
        uses.push(ProxyUse {
            refused: Some(seen.state),
            ..ProxyUse::none(proxy.id, target.site, at)
        });
    }
    let kept = tokio::task::block_in_place(|| context.store.note_proxy_uses(&uses));
    if let Err(error) = kept {
        tracing::warn!(%error, "how a proxy fared is not kept");
    }
    test
}

fn outcome_message(proxy: &Proxy, seen: &Observation) -> Message {
    let name = proxy.name.as_str();
    match seen.state {
        PageState::ProxyFault => Message::new("engine-proxy-fault")
            .with("proxy", name)
            .with("cause", seen.reason.clone()),
        PageState::Ok | PageState::Empty => Message::new("pools-test-works").with("proxy", name),
        _ => Message::new("pools-test-but")
            .with("proxy", name)
            .with("reason", seen.reason.clone()),
    }
}

/// The result of an answer.
struct Observation {
    state: PageState,
    status: u16,
    reason: Message,
    looks: Option<Appearance>,
    exit: Option<std::net::IpAddr>,
    fault: Option<TransportFault>,
}

async fn see(
    context: &Arc<EngineContext>,
    url: &Url,
    answer: Result<Fetched, FetchError>,
    through_proxy: bool,
) -> Observation {
    let (judging, target) = (Arc::clone(context), url.clone());
    let seen =
        spawn_cpu_now(move || observation_of(&judging, &target, answer, through_proxy)).await;
    seen.unwrap_or_else(|| Observation {
        state: PageState::Outage,
        status: 0,
        reason: Message::new("pools-unreadable"),
        looks: None,
        exit: None,
        fault: None,
    })
}

fn observation_of(
    context: &EngineContext,
    url: &Url,
    answer: Result<Fetched, FetchError>,
    through_proxy: bool,
) -> Observation {
    let (fetched, fault, explained): (_, Option<TransportFault>, _) = match answer {
        Ok(fetched) => (Some(fetched), None, None),
        Err(error) => (None, Some(error.fault()), Some(error.explain())),
    };
    let empty = Vec::new();
    let (status, headers, body, last) = match &fetched {
        Some(fetched) => (
            fetched.status,
            &fetched.headers,
            decode(&fetched.body, fetched.header("content-type")).text,
            fetched.url().unwrap_or(url),
        ),
        None => (0, &empty, String::new(), url),
    };
    let page = fetched.as_ref().map(|_| Page::parse(&body, last));
    let verdict = judge(
        &context.signals,
        &Answer {
            fault: fault.as_ref(),
            requested_url: url.as_str(),
            final_url: last.as_str(),
            status,
            headers,
            through_proxy,
            body: &body,
            page: page.as_ref(),
            now_s: Timestamp::now().as_second(),
            ..Answer::default()
        },
    );
    let reason = explained.unwrap_or_else(|| {
        describe(&verdict, url.as_str(), Next::Nothing, Timestamp::now()).reason
    });
    Observation {
        state: verdict.state,
        status,
        reason,
        looks: page.as_ref().map(|page| Appearance::of(&body, page)),
        exit: exit_address(headers, &body),
        fault,
    }
}
