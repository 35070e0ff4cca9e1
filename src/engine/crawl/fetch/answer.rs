//! One request's way through robots.txt, its host's turn, the fetch and the reading. Flows in: a
//! leased request and the session of the moment. Flows out: what was read, or why it was not asked.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use url::Url;

use super::revalidation::{Asking, Came};
use super::robots::{Permit, Refused, led_to, permit};
use super::robots_gone::RobotsGone;
use crate::context::EngineContext;
use crate::crawl::read::article::{self, Articles};
use crate::crawl::read::discover::sitemaps;
use crate::crawl::read::reading::{Job, Reading, because, read};
use crate::crawl::run::waiting::{Waiting, Waits};
use crate::crawl::verdict::body_hashes::Bodies;
use crate::crawl::verdict::first_pages::FirstPages;
use crate::crawl::verdict::second_look::{SecondLooks, looked_again};
use crate::crawl::verdict::site_history::Remembered;
use crate::politeness::hosts::{AskedBy, Pace, Turn, Why};
use crate::runtime::stop::Stop;
use bowerbird_io::fetch::{FetchError, Fetched, GetOptions, Session};
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::address_policy::Reach;
use bowerbird_logic::detect::Signals;
use bowerbird_logic::model::{PageState, Place, Site, SiteId, Verdict};
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::rules::Rule;
use bowerbird_logic::sources::pause_asked;

/// Quiet hours are slept through in pieces of this length.
pub(in crate::crawl) const MAX_REST: Duration = Duration::from_secs(60);
pub(in crate::crawl) const SHORTEST_REST: Duration = Duration::from_millis(10);

/// What the whole run shares.
pub(in crate::crawl) struct RunContext {
    pub(in crate::crawl) engine: Arc<EngineContext>,
    pub(in crate::crawl) site: SiteId,
    pub(in crate::crawl) site_name: String,
    pub(in crate::crawl) rule: Arc<Rule>,
    pub(in crate::crawl) bodies: Arc<Bodies>,
    pub(in crate::crawl) firsts: Arc<FirstPages>,
    pub(in crate::crawl) remembered: Arc<Remembered>,
    pub(in crate::crawl) second_looks: SecondLooks,
    /// What blocks look like: as shipped, as the project says, as the rule says.
    pub(in crate::crawl) signals: Signals,
    pub(in crate::crawl) had_records: bool,
    pub(in crate::crawl) articles: Articles,
    pub(in crate::crawl) stop: Stop,
    pub(in crate::crawl) waiting: Waiting,
    pub(in crate::crawl) robots_gone: RobotsGone,
    /// Whether the run was asked for now: quiet hours and fresh lists do not hold it.
    pub(in crate::crawl) now: bool,
}

impl RunContext {
    /// The run_context things of a run of `site` under `rule`.
    pub(in crate::crawl) fn new(
        context: &Arc<EngineContext>,
        site: &Site,
        rule: Rule,
        stop: Stop,
    ) -> Self {
        let signals = signals_of(context, &rule);
        Self {
            engine: Arc::clone(context),
            site: site.id,
            signals,
            site_name: site.name.clone(),
            rule: Arc::new(rule),
            bodies: Arc::new(Bodies::default()),
            firsts: Arc::new(FirstPages::default()),
            remembered: Arc::new(Remembered::of(&context.store, site.id)),
            second_looks: SecondLooks::default(),
            had_records: site.records > 0,
            articles: Articles::default(),
            stop,
            waiting: Waiting::default(),
            robots_gone: RobotsGone::default(),
            now: false,
        }
    }

    /// The same for a run that is to ask at once.
    pub(in crate::crawl) fn asked_now(self, now: bool) -> Self {
        Self { now, ..self }
    }

    /// When the quiet hours of now end, where they hold this run.
    pub(in crate::crawl) fn quiet_until(&self) -> Option<Timestamp> {
        self.rule
            .quiet_until(Timestamp::now())
            .filter(|_| !self.now)
    }
}

/// The signals that a run goes by: those of the project as they are now, and the rule's.
fn signals_of(context: &EngineContext, rule: &Rule) -> Signals {
    let files = context.store.signal_files().unwrap_or_else(|error| {
        tracing::warn!(%error, "the project's own signals cannot be read");
        Vec::new()
    });
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let signals = context.signals.with_own(&files, &rule.file().signals);
    signals.unwrap_or_else(|error| {
        tracing::warn!(%error, "own signals are left out");
        context.signals.clone()
    })
}

/// Through what a request goes out.
#[derive(Clone)]
pub(in crate::crawl) struct Exit {
    pub(in crate::crawl) session: Session,
    /// Counts the changes of proxy and login, so that late answers are told from new ones.
    pub(in crate::crawl) generation: u32,
    pub(in crate::crawl) through_proxy: bool,
    /// Name of that proxy.
    pub(in crate::crawl) proxy: Option<String>,
    /// Least delay while this way out is in use.
    pub(in crate::crawl) least_delay: Duration,
}

/// What came of a request.
pub(in crate::crawl) enum Answered {
    /// The run was stopped before an answer came.
    Cancelled,
    /// robots.txt forbids it.
    Disallowed(Refused),
    /// It was read.
    Read(Box<Reading>),
}

/// Gets one answer.
pub(in crate::crawl) async fn answer(
    run_context: Arc<RunContext>,
    request: NewRequest,
    exit: Exit,
) -> Answered {
    let stop = run_context.stop.clone();
    tokio::select! {
        biased;
        () = stop.halted() => Answered::Cancelled,
        answered = ask(&run_context, request, &exit) => match answered {
            Answered::Read(mut reading) => {
                reading.proxy = exit.proxy.clone();
                Answered::Read(reading)
            }
            other => other,
        },
    }
}

/// One request with all it takes: an article may go on over further pages.
async fn ask(run_context: &Arc<RunContext>, request: NewRequest, exit: &Exit) -> Answered {
    if let Some(begun) = run_context.articles.take(&request.url) {
        return article::go_on(run_context, &request, exit, begun).await;
    }
    let answered = fetch(run_context, request.clone(), exit, Fetching::Request).await;
    article::whole(run_context, &request, exit, answered).await
}

/// What one answer is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::crawl) enum Fetching {
    /// The request itself.
    Request,
    /// A further page of the article that the request is for.
    Further,
    /// The request itself by another way out, to be held against it.
    Beside,
}

/// One answer: robots.txt, the host's turn, the fetch, the reading.
pub(in crate::crawl) async fn fetch(
    run_context: &Arc<RunContext>,
    request: NewRequest,
    exit: &Exit,
    fetching: Fetching,
) -> Answered {
    let Ok(url) = Url::parse(&request.url) else {
        let verdict = because(PageState::Outage, "bad-url", Place::Url, &request.url);
        return read_nothing(&request, verdict);
    };
    let own = own_exit(run_context, &request, exit, &url);
    let exit = own.as_ref().unwrap_or(exit);
    tokio::select! {
        biased;
        () = run_context.stop.stopped(), if fetching == Fetching::Request => return Answered::Cancelled,
        () = rest(run_context, &url) => {}
    }
    if let Some(answered) = sitemaps(run_context, &request, exit, &url).await {
        return answered;
    }
    let mut pace = pace_of(run_context, exit);
    if run_context.rule.file().politeness.robots {
        pace = match permit(run_context, &request, &url, exit, (pace, fetching)).await {
            Permit::Granted(pace) => pace,
            Permit::Settled(answered) => return answered,
            Permit::Fault(fault) => {
                let came = Asking::plain().take(Err(fault));
                return look(run_context, request, came, exit, None, fetching).await;
            }
        };
    }
    let target = url;
    let mut asking = match fetching {
        Fetching::Request => Asking::of(run_context, &request, exit, &target),
        _ => Asking::plain(),
    };
    if let Some(kept) = asking.fresh(run_context, &request) {
        return look(run_context, request, kept, exit, None, fetching).await;
    }
    let waits = run_context.waiting.enter(&target);
    let turn = tokio::select! {
        biased;
        // Nothing is under way yet.
        () = run_context.stop.stopped(), if fetching == Fetching::Request => return Answered::Cancelled,
        turn = turn_of(run_context, &target, pace, &waits) => turn,
    };
    drop(waits);
    let answer = exchange(run_context, &request, exit, &target, &asking).await;
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
        run_context
            .engine
            .hosts
            .pause_because(&target, until, Why::Asked);
    }
    if let Err(FetchError::Disallowed { url, rule }) = answer {
        return led_to(run_context, &request, Refused { url, rule });
    }
    let came = asking.take(answer);
    look(run_context, request, came, exit, since_last, fetching).await
}

/// The way out of a page that the rule's own list of addresses names, where that lies elsewhere than
/// the start pages: each of those begins at itself.
fn own_exit(
    run_context: &RunContext,
    request: &NewRequest,
    exit: &Exit,
    url: &Url,
) -> Option<Exit> {
    let is_listed = run_context.rule.file().pages.is_some() && request.depth == 0;
    let reach = exit.session.reach();
    let own = reach.or(Reach::of_start(url));
    (is_listed && own != reach).then(|| Exit {
        session: exit.session.reaching(own),
        ..exit.clone()
    })
}

/// Waits for a turn at the pace of now: whoever changes it meanwhile need not wait for the old one.
pub(in crate::crawl) async fn turn_of<'a>(
    run_context: &'a RunContext,
    target: &Url,
    pace: Pace,
    waits: &Waits<'_>,
) -> Turn<'a> {
    let paces = &run_context.engine.paces;
    loop {
        let changed = paces.changed();
        tokio::pin!(changed);
        // Before looking, so that no change is missed in between.
        changed.as_mut().enable();
        let pace = pace.slowed(paces.of(run_context.site));
        let wait = |until, why| waits.set(until, why, pace.delay);
        tokio::select! {
            turn = run_context.engine.hosts.turn(target, pace, wait) => return turn,
            () = &mut changed => {}
        }
    }
}

/// Waits for the end of quiet hours. In pieces, so that a machine that slept, or whose clock was
/// set, does not wait too long.
async fn rest(run_context: &RunContext, url: &Url) {
    while let Some(until) = run_context.quiet_until() {
        let left = until.duration_since(Timestamp::now());
        let left = Duration::try_from(left).unwrap_or_default();
        let waits = run_context.waiting.enter(url);
        waits.set(Some(Instant::now() + left), Why::Quiet, left);
        tokio::time::sleep(left.clamp(SHORTEST_REST, MAX_REST)).await;
    }
}

/// Asks: by POST where a search wants that, whose form is the fragment of its address.
async fn exchange(
    run_context: &Arc<RunContext>,
    request: &NewRequest,
    exit: &Exit,
    target: &Url,
    asking: &Asking,
) -> Result<Fetched, FetchError> {
    let fetcher = &run_context.engine.fetcher;
    if let Some((address, body)) = body_of(run_context, request, target) {
        let body = Secret::new(body);
        return fetcher.post_json(&exit.session, &address, &body).await;
    }
    match form_of(run_context, request, target) {
        Some(form) => {
            let body = Secret::new(form);
            let page = without_fragment(target);
            fetcher.post_form(&exit.session, &page, &body, &page).await
        }
        None => {
            let documents = request.kind == RequestKind::List && run_context.rule.reads_documents();
            let wish = GetOptions {
                condition: asking.condition(),
                // Documents come under every content type.
                pages_only: !documents,
            };
            fetcher.get_wished(&exit.session, target, wish).await
        }
    }
}

/// Where and with which JSON an interface or a search is asked that wants POST.
pub(in crate::crawl) fn body_of(
    run_context: &RunContext,
    request: &NewRequest,
    target: &Url,
) -> Option<(Url, String)> {
    let list = request.kind == RequestKind::List;
    list.then(|| run_context.rule.body_for(target, &request.fields))
        .flatten()
}

/// The form of a search by POST.
pub(in crate::crawl) fn form_of<'u>(
    run_context: &RunContext,
    request: &NewRequest,
    target: &'u Url,
) -> Option<&'u str> {
    target
        .fragment()
        .filter(|_| request.kind == RequestKind::List && run_context.rule.posts(&request.fields))
}

/// Reads the answer on a thread of the parsing pool; a doubtful one is looked at a second time.
async fn look(
    run_context: &Arc<RunContext>,
    request: NewRequest,
    came: Came,
    exit: &Exit,
    since_last: Option<Duration>,
    fetching: Fetching,
) -> Answered {
    let again = request.clone();
    let reading = read_answer(run_context, request, came, exit, since_last, fetching).await;
    Answered::Read(Box::new(match (reading, fetching) {
        (Some(reading), Fetching::Request) => {
            looked_again(run_context, &again, exit, reading).await
        }
        (Some(reading), Fetching::Further | Fetching::Beside) => reading,
        (None, _) => {
            let verdict = because(PageState::Empty, "unreadable", Place::Body, &again.url);
            return read_nothing(&again, verdict);
        }
    }))
}

/// Reads the answer; `None` when that broke, which is a defect of this program.
async fn read_answer(
    run_context: &Arc<RunContext>,
    request: NewRequest,
    came: Came,
    exit: &Exit,
    since_last: Option<Duration>,
    fetching: Fetching,
) -> Option<Reading> {
    let job = Job {
        context: Arc::clone(&run_context.engine),
        site: run_context.site,
        rule: Arc::clone(&run_context.rule),
        bodies: Arc::clone(&run_context.bodies),
        firsts: Arc::clone(&run_context.firsts),
        remembered: Arc::clone(&run_context.remembered),
        signals: run_context.signals.clone(),
        request,
        answer: came.answer,
        kept: came.kept,
        visitor: came.visitor,
        through_proxy: exit.through_proxy,
        session: exit.session.clone(),
        since_last,
        had_records: run_context.had_records,
        part: fetching == Fetching::Further,
        beside: fetching == Fetching::Beside,
        now: Timestamp::now(),
    };
    let bytes = job.answer.as_ref().map_or(0, |fetched| fetched.body.len());
    let engine = &run_context.engine;
    engine.spawn_cpu_for_page(bytes, move || read(&job)).await
}

/// The pace that the rule asks for, or supervision through this exit.
fn pace_of(run_context: &RunContext, exit: &Exit) -> Pace {
    let rule = &run_context.rule;
    let politeness = &rule.file().politeness;
    let (delay, asked_by) = match exit.least_delay > rule.delay() {
        true => (exit.least_delay, AskedBy::Supervision),
        false => (rule.delay(), AskedBy::Rule),
    };
    Pace {
        delay,
        asked_by,
        at_once: politeness.concurrency,
        // Who wants no delay wants no other one either.
        adaptive: politeness.adaptive && !rule.delay().is_zero(),
    }
}

/// The same request by another way out, at the host's pace, for comparison only: nothing of it is
/// kept. `None` where there was no answer.
pub(in crate::crawl) async fn fetch_beside(
    run_context: &Arc<RunContext>,
    request: NewRequest,
    exit: &Exit,
) -> Option<Reading> {
    let target = Url::parse(&request.url).ok()?;
    let pace = pace_of(run_context, exit);
    let hosts = &run_context.engine.hosts;
    let turn = hosts.turn(&target, pace, |_, _| {}).await;
    let asking = Asking::plain();
    let answer = exchange(run_context, &request, exit, &target, &asking).await;
    let since_last = turn.since_last;
    drop(turn);
    let came = asking.take(answer);
    read_answer(
        run_context,
        request,
        came,
        exit,
        since_last,
        Fetching::Beside,
    )
    .await
}

pub(in crate::crawl) fn read_nothing(request: &NewRequest, verdict: Verdict) -> Answered {
    Answered::Read(Box::new(Reading::verdict_only(
        &request.url,
        verdict,
        Timestamp::now(),
    )))
}
