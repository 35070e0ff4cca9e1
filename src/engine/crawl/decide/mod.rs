//! Turns a reading into the outcome of its request, and all outcomes into the status of the site.
//! Input: readings with their verdicts. Output: outcomes for the batch, and the run's ending. It
//! knows nothing of the run that asks: what it needs is given to it as values.
//!
//! Below: `outcome` (one answer, with `build_observation`, `session_check`, `login_redirect_streak` and
//! `run_supervisor`), `deferred_pages` (pages decided later), `discovery` (what pages yield for the queue),
//! `site_status` (what the pages of a run say together), `site_ended_run` (a block, a gone start page,
//! robots.txt; after how many runs a missing page is given up: `policy::defaults::MISSING_PAGE_RUNS`),
//! `site_question` (what only a person can answer), `tally`, `run_end_message`.

mod build_observation;
mod deferred_pages;
pub(in crate::crawl) mod discovery;
mod login_redirect_streak;
mod outcome;
mod rule_values;
pub(in crate::crawl) mod run_end_message;
pub(in crate::crawl) mod run_supervisor;
mod session_check;
mod site_ended_run;
pub(in crate::crawl) mod site_question;
mod site_status;
mod tally;

use std::sync::Arc;

use super::egress::Egress;
use super::egress::request_route::RequestRoute;
use super::pipeline::RequestResult;
use super::progress::ProgressTracker;
use super::run_context::RunContext;
use bowerbird_io::store::{PageOutcome, Queued};
use bowerbird_logic::model::{RequestId, SiteStatus};
use deferred_pages::Deferred;
use discovery::Discovery;
use run_end_message::Ending;
use run_supervisor::RunSupervisor;
use site_question::Questions;
use site_status::drift_pages::PageDrift;
use site_status::required_fields::RequiredFields;
use tally::Tally;

/// A request that has ended: the request, its egress, and its result.
pub(in crate::crawl) struct FinishedRequest {
    pub(in crate::crawl) queued: Queued,
    /// `None` for one whose task panicked.
    pub(in crate::crawl) answer: Option<(u32, RequestResult)>,
    /// How many others to its host are in progress.
    pub(in crate::crawl) beside: u32,
}

/// How the run is to choose among the requests of one host from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::crawl) struct HostRequestOrder {
    /// How many may be in progress at once.
    pub(in crate::crawl) at_once: u32,
    /// Whether the last one goes first: when consecutive pages fail alike, a later one is more
    /// informative than the next.
    pub(in crate::crawl) from_end: bool,
}

/// Which pages a run requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::crawl) struct RunExtent {
    /// Whether it continues an earlier run.
    pub(in crate::crawl) resumed: bool,
    /// Whether it does not read lists from their start.
    pub(in crate::crawl) beside: bool,
    /// Whether it requests only named pages.
    pub(in crate::crawl) named_pages: bool,
}

/// Decides what each answer of a run leads to.
pub(in crate::crawl) struct OutcomeDecider {
    run_context: Arc<RunContext>,
    pub(in crate::crawl) egress: Egress,
    pub(in crate::crawl) supervisor: RunSupervisor,
    pub(in crate::crawl) discovery: Discovery,
    pub(in crate::crawl) progress: ProgressTracker,
    deferred: Deferred,
    pages: PageDrift,
    required: RequiredFields,
    tally: Tally,
    extent: RunExtent,
    hosts: HostRequestOrder,
    /// What was decided and not taken yet.
    outcomes: Vec<(Queued, PageOutcome)>,
    /// What the site asks of a person.
    questions: Questions,
    /// Set when the run must end before its frontier is empty.
    ending: Option<Ending>,
}

impl OutcomeDecider {
    /// The decider of a run of a site with this status.
    pub(in crate::crawl) fn new(
        run_context: &Arc<RunContext>,
        status: Option<&SiteStatus>,
        (egress, supervisor): (Egress, RunSupervisor),
        (discovery, progress): (Discovery, ProgressTracker),
        extent: RunExtent,
    ) -> Self {
        Self {
            run_context: Arc::clone(run_context),
            hosts: HostRequestOrder {
                at_once: supervisor.at_once(),
                from_end: false,
            },
            egress,
            supervisor,
            discovery,
            progress,
            deferred: Deferred::default(),
            pages: PageDrift::begin(status),
            required: RequiredFields::begin(status),
            tally: Tally::of(extent.resumed),
            extent,
            outcomes: Vec::new(),
            questions: Questions::of(run_context),
            ending: None,
        }
    }

    /// The route for the next requests.
    pub(in crate::crawl) fn route(&self) -> RequestRoute {
        self.egress.request_route(self.supervisor.least_delay())
    }

    /// How the run is to choose among the requests of one host.
    pub(in crate::crawl) fn hosts(&self) -> HostRequestOrder {
        self.hosts
    }

    /// Takes the outcomes decided since the last call.
    pub(in crate::crawl) fn take_outcomes(&mut self) -> Vec<(Queued, PageOutcome)> {
        std::mem::take(&mut self.outcomes)
    }

    /// Whether the run must end before its frontier is empty.
    pub(in crate::crawl) fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Takes the end decided for the run.
    pub(in crate::crawl) fn take_ending(&mut self) -> Option<Ending> {
        self.ending.take()
    }

    /// The requests whose outcome is not decided yet.
    pub(in crate::crawl) fn held(&self) -> impl Iterator<Item = RequestId> + '_ {
        let held = self.deferred.iter().chain(self.pages.renewed.held());
        let held = held.chain(self.questions.held());
        held.map(|page| page.queued.id)
    }

    /// The number of refetched pages among them.
    pub(in crate::crawl) fn renewed(&self) -> usize {
        self.pages.renewed.held().len()
    }
}
