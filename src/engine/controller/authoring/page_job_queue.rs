//! The page job queue: three threads for page work that may take longer than a moment: one for interactive
//! jobs, one for page analysis, and one, started on demand, for repairs, which block nothing else.
//! Input: jobs, each about one page. Output: events. Of waiting jobs of one kind about one
//! page only the newest is kept, so that the queue is no longer than the kinds of jobs; parsed
//! pages are cached, within a bound.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use super::page_jobs::do_job;
use crate::controller::pages::page_thread::PageText;
use crate::workbench::{PageRole, WorkbenchPart, WorkbenchPick};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::Page;

/// The maximum number of parsed pages that a thread caches.
const MAX_PAGES: usize = 8;
/// The maximum number of their elements together; a larger page is cached alone.
const MAX_ELEMENTS: usize = 120_000;

/// A job for the page job queue.
pub(in crate::controller) enum QueuedPageJob {
    Author {
        generation: u64,
        role: PageRole,
        rule_toml: String,
        picks: Vec<WorkbenchPick>,
        part: WorkbenchPart,
        others: Vec<Arc<PageText>>,
    },
    AcceptOffer {
        generation: u64,
        rule_toml: String,
        offer: usize,
        role: PageRole,
    },
    AcceptNext {
        generation: u64,
        role: PageRole,
        rule_toml: String,
        offer: usize,
    },
    Read {
        generation: u64,
        role: PageRole,
        rule_toml: String,
    },
    AcceptRepair {
        generation: u64,
        role: PageRole,
        rule_toml: String,
        accepted: Vec<usize>,
    },
    Tree,
    Source,
    ProposeRepair {
        site: SiteId,
        rule_toml: String,
        others: Vec<Arc<PageText>>,
    },
    Alternatives {
        generation: u64,
        role: PageRole,
        rule_toml: String,
        part: WorkbenchPart,
    },
    Understand,
}

/// A kind of job, in order of urgency.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Author,
    Read,
    Tree,
    Source,
    Alternatives,
    ProposeRepair,
    Understand,
}

impl QueuedPageJob {
    fn kind(&self) -> Kind {
        match self {
            Self::Author { .. }
            | Self::AcceptOffer { .. }
            | Self::AcceptNext { .. }
            | Self::AcceptRepair { .. } => Kind::Author,
            Self::ProposeRepair { .. } => Kind::ProposeRepair,
            Self::Read { .. } => Kind::Read,
            Self::Tree => Kind::Tree,
            Self::Source => Kind::Source,
            Self::Alternatives { .. } => Kind::Alternatives,
            Self::Understand => Kind::Understand,
        }
    }
}

/// The page job queue; its threads end with it.
#[derive(Default)]
pub(in crate::controller) struct PageJobQueue {
    /// Interactive jobs.
    quick: Line,
    /// Automatic jobs.
    slow: Line,
    /// Jobs that evaluate many pages repeatedly.
    repairs: Line,
}

impl PageJobQueue {
    /// Submits a job; it replaces an older one of its kind about the same page.
    pub(in crate::controller) fn submit(&self, page: Arc<PageText>, job: QueuedPageJob) {
        let line = match job.kind() {
            Kind::ProposeRepair => &self.repairs,
            Kind::Alternatives | Kind::Understand => &self.slow,
            Kind::Author | Kind::Read | Kind::Tree | Kind::Source => &self.quick,
        };
        line.submit(page, job);
    }
}

/// Jobs that wait for one thread, which the first of them starts.
#[derive(Default)]
struct Line(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    ready: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<(Arc<PageText>, QueuedPageJob)>,
    started: bool,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most urgent job; among equals, that of the most recently used page, which is the visible
    /// one. `None` when the page job queue is dropped.
    fn next(&self) -> Option<(Arc<PageText>, QueuedPageJob)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let urgent = state.waiting.iter().enumerate().rev();
            let urgent = urgent.min_by_key(|(_, (_, job))| job.kind());
            if let Some((at, _)) = urgent {
                return Some(state.waiting.remove(at));
            }
            state = self
                .ready
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Line {
    fn submit(&self, page: Arc<PageText>, job: QueuedPageJob) {
        let mut state = self.0.lock();
        let kind = job.kind();
        state
            .waiting
            .retain(|(other, old)| other.ticket != page.ticket || old.kind() != kind);
        let context = Arc::clone(&page.context);
        state.waiting.push((page, job));
        if !state.started {
            let shared = Arc::clone(&self.0);
            let thread = std::thread::Builder::new().name("bench".to_owned());
            match thread.spawn(move || work(&shared)) {
                Ok(_) => state.started = true,
                Err(error) => context.publish(crate::protocol::Event::CommandFailed {
                    message: bowerbird_logic::messages::Message::new("engine-no-threads")
                        .with("reason", error.to_string()),
                }),
            }
        }
        drop(state);
        self.0.ready.notify_one();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.ready.notify_one();
    }
}

fn work(shared: &Shared) {
    let mut shelf = PageCache::default();
    while let Some((text, job)) = shared.next() {
        shelf.evict();
        if !text.is_closed() {
            do_job(&text, job, &mut shelf, Timestamp::now());
        }
    }
}

/// Cached parsed pages, the most recently used last.
#[derive(Default)]
pub(in crate::controller) struct PageCache {
    pages: Vec<(Arc<PageText>, Page)>,
}

impl PageCache {
    /// The pages of `texts`, in their order. Pages beyond the bound are parsed only for this call.
    pub(in crate::controller) fn pages(&mut self, texts: &[Arc<PageText>]) -> Vec<&Page> {
        for text in texts {
            let known = self.pages.iter().position(|(t, _)| Arc::ptr_eq(t, text));
            let entry = match known {
                Some(at) => self.pages.remove(at),
                None => (Arc::clone(text), text.parse()),
            };
            self.pages.push(entry);
        }
        let known = |text: &Arc<PageText>| {
            let mut pages = self.pages.iter();
            pages.find(|(t, _)| Arc::ptr_eq(t, text)).map(|(_, p)| p)
        };
        texts.iter().filter_map(known).collect()
    }

    /// Evicts closed pages, and the least recently used ones beyond the bound.
    fn evict(&mut self) {
        self.pages.retain(|(text, _)| !text.is_closed());
        let too_much = |pages: &[(Arc<PageText>, Page)]| {
            let elements: usize = pages.iter().map(|(_, page)| page.len()).sum();
            pages.len() > MAX_PAGES || (elements > MAX_ELEMENTS && pages.len() > 1)
        };
        while too_much(&self.pages) {
            self.pages.remove(0);
        }
    }
}
