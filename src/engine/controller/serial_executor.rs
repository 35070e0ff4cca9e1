//! A thread that executes jobs in the order they were given: for work that must not be reordered.
//! The first job starts it, and it ends when its executor is dropped.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use crate::context::EngineContext;
use bowerbird_logic::messages::Message;

/// A job.
type BackgroundJob = Box<dyn FnOnce() + Send>;

/// The queue of jobs.
#[derive(Default)]
pub(super) struct SerialExecutor(Mutex<Option<Sender<BackgroundJob>>>);

impl SerialExecutor {
    /// Adds a job; each comes from a user's command, so few wait at a time.
    pub(super) fn submit(&self, context: &EngineContext, job: impl FnOnce() + Send + 'static) {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if line.is_none() {
            let (sender, jobs) = channel::<BackgroundJob>();
            let thread = std::thread::Builder::new().name("jobs".to_owned());
            let work = move || jobs.into_iter().for_each(|job| job());
            match thread.spawn(work) {
                Ok(_) => *line = Some(sender),
                Err(error) => context.publish(crate::protocol::Event::CommandFailed {
                    message: Message::new("engine-no-threads").with("reason", error.to_string()),
                }),
            }
        }
        if let Some(line) = line.as_ref() {
            let _ = line.send(Box::new(job));
        }
    }
}
