//! The bench: three threads for what looks at pages and may take longer than a moment: one for what
//! a person waits for, one for what pages are, and one, started when it is first needed, for
//! repairs, behind which nothing else waits. Flows in: jobs, each about one page. Flows out: events.
//! Of waiting jobs of one kind about one page only the newest is kept, so that the queue is no
//! longer than the kinds of jobs; parsed pages are kept for a while, within a bound.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use super::bench_work::do_job;
use crate::controller::pages::page_thread::PageText;
use crate::workbench::{BenchPart, BenchPick, PageRole};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::Page;

/// Parsed pages that a thread keeps at most.
const MAX_PAGES: usize = 8;
/// Elements that they may have together; a page of more is kept alone.
const MAX_ELEMENTS: usize = 120_000;

/// What is asked of the bench.
pub(in crate::controller) enum BenchJob {
    Author {
        generation: u64,
        role: PageRole,
        rule_toml: String,
        picks: Vec<BenchPick>,
        part: BenchPart,
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
        part: BenchPart,
    },
    Understand,
}

/// A kind of job, in the order in which they are done.
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

impl BenchJob {
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

/// The bench; its threads end with it.
#[derive(Default)]
pub(in crate::controller) struct Bench {
    /// What somebody waits for with a finger on the mouse.
    quick: Line,
    /// What comes by itself.
    slow: Line,
    /// What looks at many pages again and again.
    repairs: Line,
}

impl Bench {
    /// Hands a job over; it takes the place of an older one of its kind about the same page.
    pub(in crate::controller) fn submit(&self, page: Arc<PageText>, job: BenchJob) {
        let line = match job.kind() {
            Kind::ProposeRepair => &self.repairs,
            Kind::Alternatives | Kind::Understand => &self.slow,
            Kind::Author | Kind::Read | Kind::Tree | Kind::Source => &self.quick,
        };
        line.submit(page, job);
    }
}

/// Jobs that wait for one thread, which is started by the first of them.
#[derive(Default)]
struct Line(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    ready: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<(Arc<PageText>, BenchJob)>,
    started: bool,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most urgent job, of equals that of the page which was asked about last: this is the one
    /// that is looked at. `None` when the bench is gone.
    fn next(&self) -> Option<(Arc<PageText>, BenchJob)> {
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
    fn submit(&self, page: Arc<PageText>, job: BenchJob) {
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
    let mut shelf = Shelf::default();
    while let Some((text, job)) = shared.next() {
        shelf.evict();
        if !text.is_closed() {
            do_job(&text, job, &mut shelf, Timestamp::now());
        }
    }
}

/// Parsed pages kept, the last used last.
#[derive(Default)]
pub(in crate::controller) struct Shelf {
    pages: Vec<(Arc<PageText>, Page)>,
}

impl Shelf {
    /// The pages of `texts`, in their order. Pages beyond the bound are parsed for this once.
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

    /// Lets go of closed pages, and of the longest unused ones beyond the bound.
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
