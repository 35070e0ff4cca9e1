//! Background work on texts of stored records: the index of older projects, signatures, doubts,
//! reposts, summaries. Input: a wake-up whenever records changed. Output: results, one
//! transaction per batch; a thread that is interrupted at any moment continues where it was.

mod find_reposts;
mod likeness;
mod parallel;
mod pictures;
mod repost_second_pass;
mod screenshot;
mod summaries;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use crate::protocol::RecordPicture;
pub use find_reposts::{RecordAssessor, Step};
pub use pictures::kept_address;
pub(crate) use pictures::pictures;
pub use repost_second_pass::fold_later;
pub(crate) use screenshot::screenshot;
pub use summaries::{SummaryRound, SummaryService, summarise_records};

use super::super::context::EngineContext;
use crate::protocol::Event;
use crate::protocol::TextEvent;
use crate::runtime::threads::lower_thread_priority;

/// How long a closing engine continues to settle what a run has just stored.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(800);
/// The number of records whose earlier versions are read for changes in one transaction.
const CHANGES_AT_ONCE: u32 = 50;
/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// Starts the thread, if the project is writable.
pub(crate) fn start(context: &Arc<EngineContext>) -> std::io::Result<()> {
    if context.store.is_read_only() {
        return Ok(());
    }
    context.texts.wake();
    let context = Arc::clone(context);
    std::thread::Builder::new()
        .name("texts".to_owned())
        .spawn(move || {
            lower_thread_priority();
            let mut settler = RecordAssessor::new(context.store.clone());
            while context.texts.wait() {
                work(&context, &mut settler, None);
            }
            // The last run's records are settled before the program ends, if that is fast.
            work(&context, &mut settler, Some(Instant::now() + DRAIN_TIMEOUT));
        })?;
    Ok(())
}

fn work(context: &EngineContext, settler: &mut RecordAssessor, deadline: Option<Instant>) {
    let mut changed = false;
    let mut told = Instant::now();
    loop {
        let over = match deadline {
            Some(deadline) => Instant::now() >= deadline,
            None => context.texts.is_closed(),
        };
        if over {
            return;
        }
        match context.store.fill_changes(CHANGES_AT_ONCE) {
            Ok(0) => {}
            Ok(_) => continue,
            Err(error) => {
                tracing::warn!(%error, "earlier changes wait");
                return;
            }
        }
        match settler.step() {
            Ok(Step::Done) => break,
            Ok(Step::More) => changed = true,
            Err(error) => {
                // Usually a full disk; the next wake-up retries.
                tracing::warn!(%error, "texts wait");
                return;
            }
        }
        if told.elapsed() >= REPORT_EVERY {
            told = Instant::now();
            if let Ok(left) = context.store.texts_left() {
                context.publish(Event::Texts(TextEvent::Left(left)));
            }
        }
    }
    if changed {
        context.publish(Event::Texts(TextEvent::Left(Default::default())));
        context.publish(Event::Texts(TextEvent::Settled));
    }
}
