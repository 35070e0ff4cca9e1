//! The loader: one thread that runs the read-only queries, so that the window's thread never
//! blocks. Input: [`DataQuery`]s, only the newest of each kind is kept. Output:
//! [`QueryResult`]s and a wake-up of the window. Never writes into the project.
//!
//! Below: queries and answers, and the open project with its loader.

mod condition_outlook;
pub mod export_facts;
pub(super) mod project;
mod query;
mod query_limits;
mod rule_versions;
mod run_query;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

pub use query::{
    Beside, ConditionOutlook, DataQuery, IdentifiedFile, PagesFilter, PagesOfRun, QueryResult,
    Read, SiteHistory, TextSettings,
};
pub(crate) use query_limits::MAX_MATCHED;
pub use query_limits::{MAX_CHOSEN, MAX_MOVES, MAX_RUN_PAGES, MAX_RUNS, PAGE_ROWS, TURNS_SHOWN};
pub use rule_versions::{ListedVersion, listed};

use bowerbird_engine::types::StoreReader;
use run_query::answer;

/// Maximum waiting queries; older pages of records are dropped first (the view asks again).
const WAITING: usize = 32;
/// Maximum waiting answers; the loader sleeps while the window does not receive them.
const ANSWERS: usize = 64;

/// The loader of one project; its thread ends when it is dropped.
pub struct Loader {
    inbox: Arc<Inbox>,
    answers: Receiver<QueryResult>,
}

impl Loader {
    /// Starts a loader on `reader`; `wake` is called after every answer.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(reader: StoreReader, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let inbox = Arc::new(Inbox::default());
        let (sender, answers) = sync_channel(ANSWERS);
        let thread_inbox = Arc::clone(&inbox);
        std::thread::Builder::new()
            .name("window-loader".to_owned())
            .spawn(move || serve(&thread_inbox, &reader, &sender, &wake))?;
        Ok(Self { inbox, answers })
    }

    /// Sends a query without blocking. Replaces an identical waiting query.
    pub fn ask(&self, ask: DataQuery) {
        self.inbox.put(ask);
    }

    /// The next answer, if there is one; never blocks.
    pub fn try_result(&self) -> Option<QueryResult> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.inbox.close();
    }
}

fn serve(inbox: &Inbox, reader: &StoreReader, answers: &SyncSender<QueryResult>, wake: &dyn Fn()) {
    while let Some(ask) = inbox.take() {
        if answers.send(answer(reader, ask)).is_err() {
            return;
        }
        wake();
    }
}

/// Waiting queries; the newest of a kind replaces the older one.
#[derive(Default)]
struct Inbox {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Default)]
struct Waiting {
    asks: VecDeque<DataQuery>,
    closed: bool,
}

impl Inbox {
    fn put(&self, ask: DataQuery) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.asks.retain(|old| !replaces(&ask, old));
        if waiting.asks.len() >= WAITING
            && let Some(oldest) = waiting
                .asks
                .iter()
                .position(|a| matches!(a, DataQuery::Records { .. }))
        {
            waiting.asks.remove(oldest);
        }
        waiting.asks.push_back(ask);
        self.arrived.notify_one();
    }

    fn take(&self) -> Option<DataQuery> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(ask) = waiting.asks.pop_front() {
                return Some(ask);
            }
            waiting = self
                .arrived
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        self.waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .closed = true;
        self.arrived.notify_all();
    }
}

/// Whether `new` makes `old` superfluous.
fn replaces(new: &DataQuery, old: &DataQuery) -> bool {
    match (new, old) {
        (DataQuery::Count { .. }, DataQuery::Count { .. })
        | (DataQuery::Dashboard { .. }, DataQuery::Dashboard { .. })
        | (DataQuery::Runs(_), DataQuery::Runs(_))
        | (DataQuery::Changes(..), DataQuery::Changes(..))
        | (DataQuery::ConditionOutlook(_), DataQuery::ConditionOutlook(_))
        | (DataQuery::FilterMatches(_), DataQuery::FilterMatches(_))
        | (DataQuery::Replacements(..), DataQuery::Replacements(..))
        | (DataQuery::ChangesOf(_), DataQuery::ChangesOf(_))
        | (DataQuery::RecordWithVersions(_), DataQuery::RecordWithVersions(_))
        | (DataQuery::Log(_), DataQuery::Log(_))
        | (
            DataQuery::Exports(export_facts::ExportAsk::Count(_)),
            DataQuery::Exports(export_facts::ExportAsk::Count(_)),
        )
        | (
            DataQuery::Exports(export_facts::ExportAsk::CountTicked(_)),
            DataQuery::Exports(export_facts::ExportAsk::CountTicked(_)),
        )
        | (DataQuery::Timeline(_), DataQuery::Timeline(_))
        | (DataQuery::Evidence(..), DataQuery::Evidence(..))
        | (DataQuery::RunPages(..), DataQuery::RunPages(..)) => true,
        (
            DataQuery::Records {
                generation, page, ..
            },
            DataQuery::Records {
                generation: old_generation,
                page: old_page,
                ..
            },
        ) => generation > old_generation || (generation == old_generation && page == old_page),
        _ => new == old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::RecordFilter;

    fn page(generation: u64, page: u64) -> DataQuery {
        DataQuery::Records {
            generation,
            filter: RecordFilter::default(),
            page,
        }
    }

    #[test]
    fn only_the_newest_of_a_kind_waits() {
        let inbox = Inbox::default();
        for ask in [
            DataQuery::Sites,
            DataQuery::Sites,
            page(1, 0),
            page(1, 1),
            page(1, 0),
            page(2, 0),
        ] {
            inbox.put(ask);
        }
        assert_eq!(inbox.take(), Some(DataQuery::Sites));
        assert_eq!(inbox.take(), Some(page(2, 0)));
        inbox.close();
        assert_eq!(inbox.take(), None);
    }

    #[test]
    fn scrolling_far_never_fills_the_inbox() {
        let inbox = Inbox::default();
        inbox.put(DataQuery::Sites);
        for number in 0..1_000 {
            inbox.put(page(1, number));
        }
        let waiting = inbox.waiting.lock().unwrap();
        assert_eq!(waiting.asks.len(), WAITING);
        assert_eq!(waiting.asks.back(), Some(&page(1, 999)));
        assert_eq!(waiting.asks.front(), Some(&DataQuery::Sites));
    }
}
