//! What pages yield for the queue: which links are requested, under which address records are
//! stored, how far lists, threads and sources continue, and which lists are revisited. Input:
//! accepted pages, one by one. Output: the same pages, reduced to what is stored and requested.

mod addresses;
pub(in crate::crawl) mod lists;
mod revisit;
mod sources;

use std::sync::Arc;

use url::Url;

use crate::crawl::read::Reading;
use crate::crawl::run_context::RunContext;
use crate::protocol::EngineError;
use addresses::Claims;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{NewRequest, Queued, RequestKind};
use bowerbird_logic::model::WatchTerms;
use lists::{Lists, Threads};
pub(in crate::crawl) use revisit::refresh_of;
use sources::Sources;

/// A run's state of the lists, threads and sources that it reads.
pub(in crate::crawl) struct Discovery {
    run_context: Arc<RunContext>,
    lists: Lists,
    threads: Threads,
    sources: Sources,
    claims: Claims,
    /// The first start addresses, once a list was read.
    list_names: Vec<String>,
    /// The terms by which the records of the site are watched.
    watch: Arc<WatchTerms>,
    /// Whether all lists were followed to their end so far.
    whole: bool,
}

impl Discovery {
    /// The state of a run that starts with `lists`, or continues where another one stopped.
    pub(in crate::crawl) fn new(
        run_context: &Arc<RunContext>,
        lists: Lists,
        resumed: bool,
    ) -> Result<Self, EngineError> {
        let (store, site) = (&run_context.engine.store, run_context.site);
        Ok(Self {
            sources: Sources::load(store, site, resumed)?,
            run_context: Arc::clone(run_context),
            lists,
            threads: Threads::default(),
            claims: Claims::default(),
            list_names: Vec::new(),
            watch: Arc::new(run_context.rule.watch_terms()),
            whole: true,
        })
    }

    /// Settles the links and records of an accepted page.
    pub(in crate::crawl) fn settle(
        &mut self,
        queued: &Queued,
        reading: &mut Reading,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        let is_list = queued.request.kind == RequestKind::List;
        self.settle_addresses(queued, reading, frontier)?;
        if is_list {
            self.lists.note(&reading.url);
            if let Ok(here) = Url::parse(&reading.url) {
                let here = self.run_context.rule.list_address(&here);
                self.lists.note(here.as_str());
            }
        }
        self.note_changes(queued, reading);
        self.end_thread(queued, reading);
        self.leave_traps(queued, reading)?;
        let found = &mut reading.found;
        let mut requests = std::mem::take(&mut found.yields.requests);
        let further = self.read_again(queued, &mut requests);
        if !requests.is_empty() {
            requests = frontier.unseen(requests);
        }
        requests.extend(further);
        self.whole &= !found.cut;
        if is_list {
            let lists = std::mem::take(&mut found.lists);
            // Pages with changed threads are followed like those with new ones.
            let any_new = !requests.is_empty()
                || self.any_record_new(reading)?
                || self.any_thread_changed(reading)?;
            requests.extend(self.further(lists.further));
            self.note_newest(queued, lists.newest);
            let here = queued.request.url.as_str();
            let next = self.lists.follow(here, lists.next, any_new, &lists.news);
            self.whole &= !lists.beyond_limit;
            requests.extend(next);
        }
        reading.found.yields.requests = requests;
        Ok(())
    }

    /// Whether all lists of the run were followed to their end.
    pub(in crate::crawl) fn read_whole(&self) -> bool {
        self.whole && !self.lists.is_cut()
    }

    /// The terms by which the records of the site are watched.
    pub(in crate::crawl) fn watch(&self) -> &Arc<WatchTerms> {
        &self.watch
    }

    /// Takes out the further pages of a table that every run reads whole: known ones too are read
    /// again.
    fn read_again(&self, queued: &Queued, requests: &mut Vec<NewRequest>) -> Vec<NewRequest> {
        if queued.request.kind != RequestKind::Content
            || !self.run_context.rule.reads_whole_tables()
        {
            return Vec::new();
        }
        std::mem::take(requests)
    }

    /// Ends a thread at a further page with nothing new: some sites repeat the last page, or the
    /// first, forever.
    fn end_thread(&mut self, queued: &Queued, reading: &mut Reading) {
        let file = self.run_context.rule.file();
        if queued.request.kind != RequestKind::Content || file.record.is_none() {
            return;
        }
        let first = queued.request.depth <= u32::from(self.run_context.rule.has_list());
        let thread = (queued.found_in, queued.request.position);
        if (!first || !reading.found.yields.requests.is_empty())
            && self
                .threads
                .nothing_new(thread, &reading.found.yields.records)
        {
            reading.found.yields.records.clear();
            reading.found.yields.requests.clear();
        }
        if reading.found.yields.requests.is_empty() {
            self.threads.forget(thread);
        }
    }
}
