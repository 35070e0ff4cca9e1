//! One run of one site: lease, answer, decide, commit, until the frontier is empty, a limit is
//! reached, the site blocks us or a person stops it. A run killed at any moment continues in the
//! next one: results are stored with their requests, in one transaction.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::time::Instant;

use super::batch::Batch;
use super::next_request::ByHost;
use super::request_queue::{LeaseResult, RequestQueue};
use super::seed_requests::{note_walked, seed, walked_before};
use super::slot::Slot;
use crate::context::EngineContext;
use crate::crawl::decide::discovery::lists::Lists;
use crate::crawl::decide::discovery::{Discovery, refresh_of};
use crate::crawl::decide::run_end_message::Ending;
use crate::crawl::decide::run_supervisor::RunSupervisor;
use crate::crawl::decide::{FinishedRequest, OutcomeDecider, RunExtent};
use crate::crawl::egress::Egress;
use crate::crawl::pipeline::Pipeline;
use crate::crawl::progress::{ProgressReporter, ProgressTracker, REPORT_EVERY};
use crate::crawl::run_context::RunContext;
use crate::crawl::start_pages::{listed_starts, several_hosts};
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::runtime::stop::Stop;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::RunStart;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RunEnd, RunId, RunOptions, RunProgress, Site, SiteStatus};
use bowerbird_logic::rules::{Rule, parse};

/// The result of a run.
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
    // Boxed: it holds a whole run, which is too large for the stack in unoptimised builds.
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
    report.progress.question = None;
    if let Some(run) = report.run {
        let ended = context.store.end_run(
            run,
            report.end,
            &report.progress,
            report.message.as_ref(),
            Timestamp::now(),
        );
        // The first fault is the one to report.
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
    // An invalid rule still gets a run: its end says why.
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
        refresh: refresh_of(rule.as_ref().ok(), options, Timestamp::now()),
    };
    let (run, resumed) = context
        .store
        .start_run_as(site.id, &start, Timestamp::now())?;
    report.run = Some(run);
    tracing::Span::current().record("run", run.0);
    context.publish(Event::RunStarted {
        run,
        site: site.id,
        resumed,
    });
    let rule = rule?;
    let run_context = RunContext::new(context, site, rule, stop.clone())
        .asked_now(options.now)
        .waiting_for_person(options);
    let run_context = Arc::new(run_context.with_workers(site));
    let tags = &run_context.rule.file().site.tags;
    context.workers.ready(&site.name, tags).await;
    let urls = run_context.rule.urls();
    let canonical = |url: &str| urls.other(url);
    let mut frontier = Frontier::open_as(&context.store, site.id, run, &canonical)?;
    let pipeline = Arc::new(Pipeline::new(&run_context));
    pipeline.history().load_first_pages(&run_context.rule);
    // A list that says what is gone is read to its end by every run.
    let walked = walked_before(&context.store, site)? && !run_context.rule.reads_whole_lists();
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
        // In a resumed run this only adds start pages that the rule has gained meanwhile.
        let listed = listed_starts(&run_context).await?;
        seed(
            &mut frontier,
            &mut lists,
            &run_context,
            listed,
            options.cause,
        )?;
    }
    let state = site.status.as_ref().map(|status| status.state);
    let reporter = ProgressReporter::new(&run_context, run, state);
    let by_host = ByHost::new(
        run_context.rule.file().politeness.concurrency,
        several_hosts(&run_context.rule),
    );
    let egress = Egress::new(&run_context)?;
    let mut supervisor = RunSupervisor::new(&run_context, run, options)?;
    let mut limits = limits;
    supervisor.bound(&mut limits, options.now);
    let discovery = Discovery::new(&run_context, lists, resumed)?;
    let extent = RunExtent {
        resumed,
        beside: options.failed_only || !options.only_pages.is_empty(),
        named_pages: !options.only_pages.is_empty(),
    };
    let mut running = SiteRun {
        decider: OutcomeDecider::new(
            &run_context,
            site.status.as_ref(),
            (egress, supervisor),
            (discovery, ProgressTracker::new(limits, reporter)),
            extent,
        ),
        queue: RequestQueue::new(frontier, by_host),
        batch: Batch::new(site.id, run),
        beside: extent.beside,
        slot,
        window_wanted: false,
        retry_wanted: false,
        pipeline,
        run_context,
    };
    running.order_hosts();
    let ended = running.run().await;
    let SiteRun {
        mut decider,
        pipeline,
        ..
    } = running;
    decider.progress.update();
    pipeline.history().keep();
    report.progress = decider.progress.figures.clone();
    let ending = decider.supervisor.explain_ending(ended?);
    let said = decider.progress.reporter.last_status();
    decider.supervisor.end(ending.end, said)?;
    if ending.end == RunEnd::Finished {
        decider.discovery.keep_newest()?;
    }
    decider.count_reading(ending.end)?;
    report.progress.records_gone = decider.progress.figures.records_gone;
    if let Some(walked) = decider.walked(ending.end)? {
        note_walked(&context.store, site, walked)?;
    }
    Ok(ending)
}

/// A run in progress.
pub(in crate::crawl) struct SiteRun {
    pub(super) run_context: Arc<RunContext>,
    pipeline: Arc<Pipeline>,
    pub(super) queue: RequestQueue,
    /// What decides about the answers.
    pub(super) decider: OutcomeDecider,
    batch: Batch,
    pub(super) slot: Slot,
    /// Whether a person wants to see what the site asks.
    pub(super) window_wanted: bool,
    /// Whether a person wants the site to be asked again, without an answer.
    pub(super) retry_wanted: bool,
    /// Whether the run does not read lists from their start.
    pub(super) beside: bool,
}

/// Why no request was started.
enum NoneStarted {
    /// The maximum number of requests is in progress.
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
    /// Runs until the end; then stores the results and releases the rest.
    async fn run(&mut self) -> Result<Ending, EngineError> {
        let ended = self.run_loop().await;
        self.queue.shut_down().await;
        let stored = self.store_batch();
        // After a store fault this may fail too; the next run then reclaims the leases itself.
        let released = self.queue.frontier.release();
        self.decider.progress.figures.queued = self.queue.frontier.len();
        let mut ending = ended?;
        stored?;
        released?;
        if ending.end == RunEnd::Cancelled {
            let dropped = self
                .run_context
                .engine
                .store
                .drop_queue(self.run_context.site)?;
            self.decider.progress.figures.queued = 0;
            ending.message = Some(Message::new("engine-cancelled").with("dropped", dropped));
        }
        Ok(ending)
    }

    async fn run_loop(&mut self) -> Result<Ending, EngineError> {
        if self.decider.egress.must_log_in_first() {
            self.decider.egress.log_in(None, Timestamp::now()).await?;
        }
        loop {
            if self.run_context.stop.is_stopped() {
                return self.wind_down().await;
            }
            self.decider.progress.update();
            self.take_orders().await?;
            if let Some(ending) = self.out_of_time()? {
                return Ok(ending);
            }
            if let Some(ending) = self.decider.take_ending() {
                return Ok(ending);
            }
            if self.wait_for_person().await? || self.rest().await? {
                continue;
            }
            // Before any lease, so that a request in progress is never considered lost.
            self.renew_leases();
            let filled = self.fill()?;
            self.report()?;
            if !self.queue.is_idle() {
                self.step().await?;
            } else if !self.batch.is_empty() {
                self.store_batch()?;
            } else {
                match filled {
                    NoneStarted::Idle { until: Some(until) } => self.wait_until(until).await,
                    NoneStarted::Limit if self.queue.len() > self.decider.held_pages() => {
                        self.keep_held()?;
                        self.decider.report_required()?;
                        return Ok(Ending::limited(self.decider.progress.limit_reached()));
                    }
                    _ if self.try_held_again()? => {}
                    _ if self.bring_missing()? => {}
                    _ if self.decider.ask_about_deferred(Timestamp::now())? => {}
                    _ => return self.finish(),
                }
            }
        }
    }

    /// Starts requests while there is capacity.
    fn fill(&mut self) -> Result<NoneStarted, EngineError> {
        let route = self.decider.route();
        while self.queue.by_host.has_room() {
            let under_way = self.queue.in_flight() + self.decider.renewed();
            if self.decider.progress.is_at_limit(under_way) {
                return Ok(NoneStarted::Limit);
            }
            let queued = match self.queue.lease(self.decider.progress.time())? {
                LeaseResult::Request(queued) => queued,
                LeaseResult::Busy => break,
                LeaseResult::Idle { until } => return Ok(NoneStarted::Idle { until }),
            };
            let route = route.clone();
            let pipeline = Arc::clone(&self.pipeline);
            let request = queued.request.clone();
            self.queue.begin(queued, async move {
                let generation = route.generation;
                (generation, pipeline.process(request, route).await)
            });
        }
        Ok(NoneStarted::Busy)
    }

    /// Waits for the next answer, the next commit or the next report.
    pub(in crate::crawl) async fn step(&mut self) -> Result<(), EngineError> {
        let stop = self.run_context.stop.clone();
        let commit_at = self
            .batch
            .due()
            .unwrap_or_else(|| Instant::now() + REPORT_EVERY);
        tokio::select! {
            Some(ended) = self.queue.next_ended() => self.take(ended).await?,
            () = tokio::time::sleep_until(commit_at) => {
                if !self.batch.is_empty() {
                    self.store_batch()?;
                }
            }
            () = stop.stopped() => {}
        }
        Ok(())
    }

    /// Has an answer decided, and does what follows for the run.
    pub(super) async fn take(&mut self, ended: FinishedRequest) -> Result<(), EngineError> {
        self.decider.take(ended, &mut self.queue.frontier).await?;
        self.order_hosts();
        self.collect();
        match self.decider.is_over() {
            true => self.keep_held(),
            false => Ok(()),
        }
    }

    /// Adds what was decided to the batch.
    pub(super) fn collect(&mut self) {
        for (queued, outcome) in self.decider.take_outcomes() {
            self.batch.push(queued, outcome);
        }
    }

    /// Has the queue choose among the requests of a host as was decided.
    fn order_hosts(&mut self) {
        let hosts = self.decider.hosts();
        self.queue.by_host.limit(hosts.at_once);
        self.queue.by_host.take_from_end(hosts.from_end);
    }

    /// Renews the leases of all requests of this run in progress; lost ones are repeated.
    pub(super) fn renew_leases(&mut self) {
        let others = self.decider.held().chain(self.batch.requests());
        self.queue.renew(others, self.decider.progress.time());
    }

    /// Stores the results so far.
    pub(in crate::crawl) fn store_batch(&mut self) -> Result<(), EngineError> {
        self.collect();
        if self.batch.is_empty() {
            return Ok(());
        }
        let store = &self.run_context.engine.store;
        let stored =
            tokio::task::block_in_place(|| self.batch.store(store, &mut self.queue.frontier))?;
        self.decider.progress.count_stored(stored);
        Ok(())
    }

    /// Ends the run when its time is up: requests in progress are released, because they may wait
    /// long for their host.
    fn out_of_time(&mut self) -> Result<Option<Ending>, EngineError> {
        let Some(message) = self.decider.progress.out_of_time() else {
            return Ok(None);
        };
        self.keep_held()?;
        let any_left = !self.queue.frontier.is_empty();
        Ok(any_left.then(|| Ending::limited(Some(message))))
    }

    /// Reports the figures, and what the run waits for, when due.
    pub(in crate::crawl) fn report(&mut self) -> Result<(), EngineError> {
        if !self.decider.progress.reporter.is_due() {
            return Ok(());
        }
        let waiting = &self.run_context.waiting;
        let (why, until) = waiting.next(Instant::now(), Timestamp::now()).unzip();
        if why.is_some() || !self.queue.is_idle() {
            self.decider.progress.waits(why, until);
        }
        self.decider.progress.report(self.queue.len())
    }
}
