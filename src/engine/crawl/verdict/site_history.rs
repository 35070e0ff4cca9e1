//! The history of a site beyond one answer: rulings on its pages, and what its answers usually look
//! like. Input: the judge's verdict on an answer with a few figures of it. Output: the final
//! verdict. Shared by the threads of a run, stored in the project.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use bowerbird_io::store::Store;
use bowerbird_logic::detect::{
    History, PageSort, RuleOutcome, Shown, Trace, overruling, page_fingerprint, readable, ruled,
    with_history,
};
use bowerbird_logic::model::{ExceptionId, PageState, Ruling, SiteException, SiteId, Verdict};

/// Answers after which the history is stored, so that a killed run loses little.
const KEEP_EVERY: u32 = 50;

/// The history of a site.
pub(super) struct SiteHistory {
    store: Store,
    site: SiteId,
    exceptions: Vec<SiteException>,
    used: Mutex<HashSet<ExceptionId>>,
    history: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    history: History,
    /// Answers recorded since it was stored.
    new: u32,
}

/// An answer that was judged.
pub(super) struct JudgedAnswer<'a> {
    pub(super) url: &'a str,
    pub(super) status: u16,
    pub(super) body: &'a str,
    pub(super) rule: RuleOutcome,
    /// The kind of page it is compared as, with a few figures of it.
    pub(super) trace: Option<(PageSort, Trace)>,
}

/// A few figures of an answer.
pub(super) fn trace(url: &str, body: &str, took: Duration, yields: bool) -> Trace {
    let (title, chars) = readable(body);
    let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    Trace::of(url, body, &title, chars, took, yields)
}

impl SiteHistory {
    /// The history of a site. Unreadable parts count as unknown: they must not fail a run.
    pub(super) fn of(store: &Store, site: SiteId) -> Self {
        let exceptions = store.exceptions(site).unwrap_or_else(|error| {
            tracing::warn!(%error, "exceptions cannot be read");
            Vec::new()
        });
        let history = store.history(site).unwrap_or_else(|error| {
            tracing::warn!(%error, "the site's history cannot be read");
            History::default()
        });
        Self {
            store: store.clone(),
            site,
            exceptions,
            used: Mutex::default(),
            history: Mutex::new(Notes { history, new: 0 }),
        }
    }

    /// The verdict adjusted by the history, where it applies.
    pub(super) fn adjust_verdict(&self, verdict: Verdict, judged: &JudgedAnswer<'_>) -> Verdict {
        let Some((sort, trace)) = &judged.trace else {
            return verdict;
        };
        with_history(verdict, judged.rule, &self.lock().history, *sort, trace)
    }

    /// Records an answer by its final verdict: a block is not a measure for others.
    pub(super) fn note(&self, verdict: &Verdict, judged: &JudgedAnswer<'_>) {
        let let_pass = matches!(
            verdict.state,
            PageState::Ok | PageState::Empty | PageState::LayoutChanged
        );
        let Some((sort, trace)) = judged.trace.as_ref().filter(|_| let_pass) else {
            return;
        };
        let mut kept = self.lock();
        kept.history.note(*sort, trace);
        kept.new += 1;
        let due = kept.new >= KEEP_EVERY;
        drop(kept);
        if due {
            self.keep();
        }
    }

    /// The ruling that overrides the verdict, and the verdict by it.
    pub(super) fn overruled(
        &self,
        verdict: &Verdict,
        judged: &JudgedAnswer<'_>,
        is_list: bool,
    ) -> Option<(Ruling, Verdict)> {
        if self.exceptions.is_empty() {
            return None;
        }
        let look = page_fingerprint(judged.body);
        let shown = Shown {
            look: &look,
            status: judged.status,
            rule: judged.rule,
            is_list,
            url: judged.url,
        };
        let exception = overruling(&self.exceptions, verdict, shown)?;
        self.note_use(exception.id);
        Some((exception.draft.ruling, ruled(exception, shown)))
    }

    /// Whether the rule usually found something on pages of that kind.
    pub(super) fn used_to_yield(&self, sort: PageSort) -> bool {
        self.lock().history.used_to_yield(sort)
    }

    /// Stores what was recorded since the last call.
    pub(super) fn keep(&self) {
        let mut kept = self.lock();
        if kept.new == 0 {
            return;
        }
        kept.new = 0;
        let history = kept.history.clone();
        drop(kept);
        if let Err(error) = self.store.set_history(self.site, &history) {
            tracing::warn!(%error, "the site's history cannot be kept");
        }
    }

    /// Records the use of an exception, once per run.
    fn note_use(&self, exception: ExceptionId) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if !used.insert(exception) {
            return;
        }
        drop(used);
        let noted = self.store.note_exceptions(&[exception], Timestamp::now());
        if let Err(error) = noted {
            tracing::warn!(%error, "the use of an exception cannot be noted");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Notes> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
