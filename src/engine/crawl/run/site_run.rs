//! One run of one site: lease, answer, decide, commit, until the frontier is empty, a limit is
//! reached, the site keeps us out or somebody stops it. A run killed at any instant goes on in the
//! next one: what is stored is stored with its requests, in one transaction.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;
use tracing::Instrument as _;

use super::batch::Batch;
use super::ending::{Ending, Tally};
use super::progress_reporter::{ProgressReporter, REPORT_EVERY};
use super::run_clock::RunClock;
use super::run_supervisor::RunSupervisor;
use super::seed::{note_walked, seed, walked_before};
use super::slot::Slot;
use crate::context::EngineContext;
use crate::crawl::decide::addresses::Claims;
use crate::crawl::decide::drift_pages::PageDrift;
use crate::crawl::decide::lists::{Lists, Threads};
use crate::crawl::decide::outages::Outages;
use crate::crawl::decide::revisit::wanted_again;
use crate::crawl::decide::sources::Sources;
use crate::crawl::egress::Egress;
use crate::crawl::pipeline::{Pipeline, Processed};
use crate::crawl::read::Reading;
use crate::crawl::run::by_host::ByHost;
use crate::crawl::run_context::RunContext;
use crate::crawl::starts::{listed_starts, several_hosts};
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::runtime::stop::Stop;
use bowerbird_io::frontier::{Frontier, Next};
use bowerbird_io::store::{Queued, RunStart};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RunEnd, RunId, RunLimits, RunOptions, RunProgress, Site, SiteStatus};
use bowerbird_logic::rules::{Rule, parse};

/// How a run went.
#[derive(Clone, Debug)]
pub(crate) struct RunReport {
    pub(crate) run: Option<RunId>,
    pub(crate) end: RunEnd,
    pub(crate) progress: RunProgress,
    pub(crate) message: Option<Message>,
}

/// Runs `site` until its end.
pub(crate) async fn run_site(
    context: Arc<EngineContext>,
    site: Site,
    options: RunOptions,
    stop: Stop,
    slot: Slot,
) -> RunReport {
    let mut report = RunReport {
        run: None,
        end: RunEnd::Failed,
        progress: RunProgress::default(),
        message: None,
    };
    // Boxed: it holds a whole run, too much for the stacks of unoptimised builds.
    let run = Box::pin(whole_run(
        &context,
        &site,
        &options,
        (&stop, slot),
        &mut report,
    ));
    match run.await {
        Ok(ending) => {
            report.end = ending.end;
            report.message = ending.message;
        }
        Err(error) => report.message = Some(error.0),
    }
    report.progress.waiting = None;
    report.progress.next_at = None;
    if let Some(run) = report.run {
        let ended = context.store.end_run(
            run,
            report.end,
            &report.progress,
            report.message.as_ref(),
            Timestamp::now(),
        );
        // The first fault is what a person must see.
        if let (Err(error), None) = (ended, &report.message) {
            report.message = Some(bowerbird_logic::messages::Explain::explain(&error));
        }
    }
    report
}

async fn whole_run(
    context: &Arc<EngineContext>,
    site: &Site,
    options: &RunOptions,
    (stop, slot): (&Stop, Slot),
    report: &mut RunReport,
) -> Result<Ending, EngineError> {
    // A rule that cannot be read has a run all the same: its end says why.
    let rule = parse(&site.rule_toml);
    context
        .gate
        .lets_run(&context.store, site, rule.as_ref().ok())?;
    let limits = options
        .limits()
        .and(&rule.as_ref().map(Rule::limits).unwrap_or_default());
    let start = RunStart {
        cause: options.cause,
        limits: limits.clone(),
        failed_only: options.failed_only,
        failed_too: site
            .status
            .as_ref()
            .is_some_and(SiteStatus::asks_failed_again),
        refresh: wanted_again(rule.as_ref().ok(), options, Timestamp::now()),
    };
    let (run, resumed) = context
        .store
        .start_run_as(site.id, &start, Timestamp::now())?;
    report.run = Some(run);
    tracing::Span::current().record("run", run.0);
    context.tell(Event::RunStarted {
        run,
        site: site.id,
        resumed,
    });
    let rule = rule?;
    let run_context =
        Arc::new(RunContext::new(context, site, rule, stop.clone()).asked_now(options.now));
    let urls = run_context.rule.urls();
    let canonical = |url: &str| urls.other(url);
    let mut frontier = Frontier::open_as(&context.store, site.id, run, &canonical)?;
    let pipeline = Arc::new(Pipeline::new(&run_context));
    pipeline.history().take_up_first_pages(&run_context.rule);
    let walked = walked_before(&context.store, site)?;
    let mut lists = Lists::new(&run_context.rule, walked);
    if options.failed_only {
        if frontier.is_empty() {
            return Ok(Ending::nothing_failed());
        }
    } else if !options.only_pages.is_empty() {
        if frontier.is_empty() {
            return Ok(Ending::nothing_again());
        }
    } else {
        // In a run that goes on this only adds start pages that the rule has got meanwhile.
        let listed = listed_starts(&run_context).await?;
        seed(&mut frontier, &mut lists, &run_context, listed)?;
    }
    let state = site.status.as_ref().map(|status| status.state);
    let mut running = SiteRun {
        egress: Egress::new(&run_context)?,
        supervisor: RunSupervisor::new(&run_context, run, options)?,
        batch: Batch::new(site.id, run),
        teller: ProgressReporter::new(&run_context, run, state),
        tasks: JoinSet::new(),
        under_way: HashMap::new(),
        set_aside: Vec::new(),
        held_lists: Vec::new(),
        down: Outages::default(),
        tally: Tally::of(resumed),
        pages: PageDrift::begin(site.status.as_ref()),
        progress: RunProgress::default(),
        limits,
        clock: RunClock::new(Timestamp::now(), Instant::now()),
        beside: options.failed_only || !options.only_pages.is_empty(),
        named_pages: !options.only_pages.is_empty(),
        list_names: Vec::new(),
        by_host: ByHost::new(
            run_context.rule.file().politeness.concurrency,
            several_hosts(&run_context.rule),
        ),
        ending: None,
        frontier,
        lists,
        slot,
        threads: Threads::default(),
        claims: Claims::default(),
        sources: Sources::going_on(&context.store, site.id, resumed)?,
        pipeline,
        run_context,
    };
    let bounds = (&mut running.limits, &mut running.by_host);
    running.supervisor.bound(bounds, options.now);
    let ended = running.run().await;
    running.look();
    running.pipeline.history().keep();
    report.progress = running.progress.clone();
    let ending = running.supervisor.told(ended?);
    running.supervisor.end(ending.end, running.teller.said())?;
    if ending.end == RunEnd::Finished {
        running.keep_newest()?;
    }
    if let Some(walked) = running.walked(ending.end)? {
        note_walked(&context.store, site, walked)?;
    }
    Ok(ending)
}

/// A request that was set aside, with the answer that led there.
pub(in crate::crawl) struct Aside {
    pub(in crate::crawl) queued: Queued,
    pub(in crate::crawl) reading: Reading,
}

impl Aside {
    /// Whether the site kept us out.
    pub(in crate::crawl) fn is_refused(&self) -> bool {
        self.reading.state().is_block()
    }
}

/// A run while it goes.
pub(in crate::crawl) struct SiteRun {
    pub(in crate::crawl) run_context: Arc<RunContext>,
    pipeline: Arc<Pipeline>,
    pub(in crate::crawl) frontier: Frontier,
    pub(in crate::crawl) lists: Lists,
    pub(in crate::crawl) threads: Threads,
    pub(in crate::crawl) sources: Sources,
    pub(in crate::crawl) claims: Claims,
    pub(in crate::crawl) egress: Egress,
    pub(in crate::crawl) supervisor: RunSupervisor,
    pub(in crate::crawl) batch: Batch,
    pub(in crate::crawl) teller: ProgressReporter,
    pub(in crate::crawl) tasks: JoinSet<(u32, Processed)>,
    /// What each task asks for.
    under_way: HashMap<Id, Queued>,
    pub(in crate::crawl) slot: Slot,
    pub(in crate::crawl) set_aside: Vec<Aside>,
    /// Further list pages that came as another one has: the end of a list, or a block.
    pub(in crate::crawl) held_lists: Vec<Aside>,
    pub(in crate::crawl) down: Outages,
    pub(in crate::crawl) tally: Tally,
    pub(in crate::crawl) pages: PageDrift,
    pub(in crate::crawl) progress: RunProgress,
    limits: RunLimits,
    clock: RunClock,
    /// Whether the run reads no lists from their start.
    pub(in crate::crawl) beside: bool,
    /// Whether it asks for pages that were named, and for no others.
    pub(in crate::crawl) named_pages: bool,
    /// The first start addresses, once a list was read.
    pub(in crate::crawl) list_names: Vec<String>,
    pub(in crate::crawl) by_host: ByHost,
    /// Set when the run must end before its frontier is empty.
    pub(in crate::crawl) ending: Option<Ending>,
}

/// What the frontier had.
enum Filled {
    /// As many requests are under way as may be.
    Busy,
    /// Nothing more for now.
    Idle {
        /// When something is due.
        until: Option<Timestamp>,
    },
    /// A limit is reached.
    Limit,
}

impl SiteRun {
    /// Goes on until the end; then stores what is read and gives the rest back.
    async fn run(&mut self) -> Result<Ending, EngineError> {
        let ended = self.go().await;
        self.tasks.shutdown().await;
        let stored = self.store_batch();
        // After a fault of the store this may fail too; the next run takes the leases back itself.
        let released = self.frontier.release();
        self.progress.queued = self.frontier.len();
        let mut ending = ended?;
        stored?;
        released?;
        if ending.end == RunEnd::Cancelled {
            let dropped = self
                .run_context
                .engine
                .store
                .drop_queue(self.run_context.site)?;
            self.progress.queued = 0;
            ending.message = Some(Message::new("engine-cancelled").with("dropped", dropped));
        }
        Ok(ending)
    }

    async fn go(&mut self) -> Result<Ending, EngineError> {
        if self.egress.must_log_in_first() {
            self.egress.log_in(None, Timestamp::now()).await?;
        }
        loop {
            if self.run_context.stop.is_stopped() {
                return self.wind_down().await;
            }
            self.look();
            self.take_orders().await?;
            if let Some(ending) = self.out_of_time()? {
                return Ok(ending);
            }
            if let Some(ending) = self.ending.take() {
                return Ok(ending);
            }
            if self.rest().await? {
                continue;
            }
            // Before anything is leased, so that what is in hand is never taken for lost.
            self.renew_leases();
            let filled = self.fill()?;
            self.report()?;
            if !self.tasks.is_empty() {
                self.step().await?;
            } else if !self.batch.is_empty() {
                self.store_batch()?;
            } else {
                match filled {
                    Filled::Idle { until: Some(until) } => self.wait_until(until).await,
                    Filled::Limit if self.frontier.len() > self.asides() => {
                        self.keep_asides()?;
                        return Ok(Ending::limited(self.limits.reached(&self.progress)));
                    }
                    _ if self.try_asides_again()? => {}
                    _ if self.bring_missing()? => {}
                    _ => return self.finish(),
                }
            }
        }
    }

    /// Hands requests out while there is room.
    fn fill(&mut self) -> Result<Filled, EngineError> {
        while self.by_host.has_room() {
            let under_way = self.tasks.len() + self.pages.renewed.held().len();
            let under_way = u64::try_from(under_way).unwrap_or(u64::MAX);
            let begun = self.progress.done().saturating_add(under_way);
            let enough = self.limits.pages.is_some_and(|most| begun >= most);
            if enough || self.limits.reached(&self.progress).is_some() {
                return Ok(Filled::Limit);
            }
            let queued = match self.next_request()? {
                Ok(queued) => queued,
                Err(filled) => return Ok(filled),
            };
            let exit = self.egress.exit(self.supervisor.least_delay());
            let pipeline = Arc::clone(&self.pipeline);
            let request = queued.request.clone();
            let task = async move {
                let generation = exit.generation;
                (generation, pipeline.process(request, exit).await)
            };
            let task = self.tasks.spawn(task.in_current_span());
            self.under_way.insert(task.id(), queued);
        }
        Ok(Filled::Busy)
    }

    /// The next request whose host has room, or why there is none.
    fn next_request(&mut self) -> Result<Result<Queued, Filled>, EngineError> {
        loop {
            let mut filled = Some(Filled::Busy);
            if self.by_host.wants_more() {
                let now = self.time();
                filled = match tokio::task::block_in_place(|| self.frontier.lease(now))? {
                    Next::Request(queued) => {
                        self.by_host.hold(*queued);
                        None
                    }
                    Next::EmptyForNow { until } => Some(Filled::Idle { until }),
                    Next::Finished => Some(Filled::Idle { until: None }),
                };
            }
            if filled.is_none() && self.by_host.takes_from_end() {
                continue;
            }
            if let Some(queued) = self.by_host.begin() {
                return Ok(Ok(queued));
            }
            if let Some(filled) = filled {
                return Ok(Err(filled));
            }
        }
    }

    /// Waits for the next answer, the next commit or the next report.
    pub(in crate::crawl) async fn step(&mut self) -> Result<(), EngineError> {
        let stop = self.run_context.stop.clone();
        let commit_at = self
            .batch
            .due()
            .unwrap_or_else(|| Instant::now() + REPORT_EVERY);
        tokio::select! {
            Some(joined) = self.tasks.join_next_with_id() => self.ended(joined).await?,
            () = tokio::time::sleep_until(commit_at) => {
                if !self.batch.is_empty() {
                    self.store_batch()?;
                }
            }
            () = stop.stopped() => {}
        }
        Ok(())
    }

    /// A task has ended. One that broke takes its page with it, not the place of its host.
    pub(in crate::crawl) async fn ended(
        &mut self,
        joined: Result<(Id, (u32, Processed)), JoinError>,
    ) -> Result<(), EngineError> {
        let id = joined.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
        let Some(queued) = self.under_way.remove(&id) else {
            return Ok(());
        };
        self.by_host.ended(&queued);
        match joined {
            Ok((_, (generation, processed))) => self.take(queued, generation, processed).await,
            Err(error) if error.is_panic() => {
                tracing::error!(url = %queued.request.url, "the task of a page broke");
                self.broke(queued);
                Ok(())
            }
            // Aborted: its lease is given back at the end.
            Err(_) => Ok(()),
        }
    }

    /// Renews the leases of all that this run still has in hand; what it has lost comes again.
    fn renew_leases(&mut self) {
        let now = self.time();
        let tasks = self.under_way.values().map(|queued| queued.id);
        let asides = self.set_aside.iter().chain(&self.held_lists);
        let asides = asides
            .chain(self.down.held())
            .chain(self.pages.renewed.held());
        let asides = asides.map(|aside| aside.queued.id);
        let alive = tasks
            .chain(asides)
            .chain(self.by_host.held())
            .chain(self.batch.requests());
        self.frontier.renew(alive, now);
    }

    /// Stores what was read so far.
    pub(in crate::crawl) fn store_batch(&mut self) -> Result<(), EngineError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let store = &self.run_context.engine.store;
        let stored = tokio::task::block_in_place(|| self.batch.store(store, &mut self.frontier))?;
        self.progress.records_new += stored.records_new;
        self.progress.records_known += stored.records_known;
        self.progress.records_updated += stored.updated;
        self.progress.pages_kept += stored.refused;
        Ok(())
    }

    /// The time that due times of this run are told by.
    pub(in crate::crawl) fn time(&self) -> Timestamp {
        self.clock.time(Instant::now())
    }

    /// Brings time and rates up to now.
    fn look(&mut self) {
        self.clock
            .look(Instant::now(), &self.limits, &mut self.progress);
    }

    /// Ends the run when its time is over: what is under way is given back, because it may wait for
    /// its host for long.
    fn out_of_time(&mut self) -> Result<Option<Ending>, EngineError> {
        let time = RunLimits {
            seconds: self.limits.seconds,
            ..RunLimits::default()
        };
        let Some(message) = time.reached(&self.progress) else {
            return Ok(None);
        };
        self.keep_asides()?;
        Ok((!self.frontier.is_empty()).then(|| Ending::limited(Some(message))))
    }

    pub(in crate::crawl) fn report(&mut self) -> Result<(), EngineError> {
        if !self.teller.is_due() {
            return Ok(());
        }
        self.progress.queued = tokio::task::block_in_place(|| self.frontier.len());
        let next = self
            .run_context
            .waiting
            .next(Instant::now(), Timestamp::now());
        if next.is_some() || !self.tasks.is_empty() {
            (self.progress.waiting, self.progress.next_at) = next.unzip();
        }
        self.teller.progress(&self.progress)
    }
}
