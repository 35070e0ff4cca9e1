//! Work on texts of stored records, beside everything else: the index of older projects,
//! signatures, doubts, reposts, summaries. Flows in: a wake-up whenever records changed. Flows out:
//! what was made, a batch a transaction; a thread that is cut off at any instant goes on where it
//! was.

mod later;
mod likeness;
mod parallel;
mod pictures;
mod settle;
mod summaries;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use crate::protocol::RecordPicture;
pub use later::fold_later;
pub use pictures::kept_address;
pub(crate) use pictures::pictures;
pub use settle::{Settler, Step};
pub use summaries::{Summarised, SummaryService, summarise_records};

use super::super::context::EngineContext;
use crate::protocol::Event;
use crate::protocol::TextEvent;
use crate::runtime::threads::lower_thread_priority;

/// How long an engine that closes goes on settling what a run has just stored.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(800);
/// Least time between two words about how far it is.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// Starts the thread, where the project can be written.
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
            let mut settler = Settler::new(context.store.clone());
            while context.texts.wait() {
                work(&context, &mut settler, None);
            }
            // What the last run stored is settled before the program ends, as far as that is quick.
            work(&context, &mut settler, Some(Instant::now() + DRAIN_TIMEOUT));
        })?;
    Ok(())
}

fn work(context: &EngineContext, settler: &mut Settler, deadline: Option<Instant>) {
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
        match settler.step() {
            Ok(Step::Done) => break,
            Ok(Step::More) => changed = true,
            Err(error) => {
                // A full disk, above all; the next wake-up tries again.
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
