//! The controller: takes commands, runs them on the runtime, reports events. The only entry point
//! for the two front ends; no call on it waits for the network, and only the `wait_*` ones wait at
//! all.

mod alert_delivery;
mod authoring;
mod backups;
mod exports;
mod main_loop;
pub(crate) mod pages;
mod pools;
mod resolve_user_input;
pub(crate) mod runs;
mod serial_executor;
mod shutdown;
pub(crate) mod sites;
pub(crate) mod tasks;
mod texts;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::sync::mpsc::UnboundedSender;

pub use alert_delivery::{AlertField, plan_faults as alert_plan_faults};
pub use tasks::task_check::check as check_task;

use main_loop::MainLoop;

use crate::project::erasure;
use crate::protocol::{Command, EngineError, EngineOptions, Event, EventQueue, ExportEvent};

use crate::context::EngineContext;
use crate::context::worker_pool::PoolStatus;
use crate::runtime::threads::{
    BLOCKING_THREADS, CRAWL_BLOCKING_THREADS, cores, lower_thread_priority,
};
use bowerbird_io::secrets::Secret;
use bowerbird_io::store::{Store, StoreReader};
use bowerbird_logic::messages::Message;

/// A running engine on one project. Dropping it stops all runs cleanly (they resume next time).
pub struct Engine {
    context: Arc<EngineContext>,
    /// Unbounded, because a person sends commands and a window must not wait.
    commands: UnboundedSender<Command>,
    ended: Receiver<()>,
    /// One for interactive work, one for crawls.
    runtimes: Option<[Runtime; 2]>,
}

/// Completes an erasure that was interrupted, before anything else is done with the project.
fn continue_erasure(context: &EngineContext) {
    if context.store.is_temporary() {
        return;
    }
    let places = exports::erasure_places(context);
    match erasure::resume(&context.store, &places) {
        Ok(None) => {}
        Ok(Some(report)) => {
            let report = Some(Box::new(report));
            context.publish(Event::Exports(ExportEvent::Erased(report)));
        }
        // It is tried again at the next start.
        Err(error) => context.publish(Event::CommandFailed { message: error.0 }),
    }
}

impl Engine {
    /// Starts an engine on an open project. `wake` is called (from any thread) whenever an event
    /// is ready, so that a sleeping window can repaint.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn start(store: Store, wake: Box<dyn Fn() + Send + Sync>) -> Result<Self, EngineError> {
        Self::start_with(store, EngineOptions::default(), wake)
    }

    /// [`Self::start`] with options.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn start_with(
        store: Store,
        options: EngineOptions,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, EngineError> {
        let failed = |error: std::io::Error| {
            EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(cores().max(2))
            .max_blocking_threads(BLOCKING_THREADS)
            .thread_name("engine")
            .enable_all()
            .build()
            .map_err(failed)?;
        let crawling = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(cores().max(2))
            .max_blocking_threads(CRAWL_BLOCKING_THREADS)
            .thread_name("crawl")
            .on_thread_start(lower_thread_priority)
            .enable_all()
            .build()
            .map_err(failed)?;
        let events = Arc::new(EventQueue::new(wake));
        let context = {
            // Modules below may need the runtime during construction.
            let _inside = runtime.enter();
            Arc::new(EngineContext::new(
                store,
                options,
                Arc::clone(&events),
                crawling.handle().clone(),
            )?)
        };
        if !context.store.is_read_only()
            && let Err(error) = context.store.end_interrupted_runs()
        {
            // The next run of the site ends them as well.
            tracing::warn!(%error, "interrupted runs stay open");
        }
        continue_erasure(&context);
        crate::records::texts::start(&context).map_err(failed)?;
        let (commands, incoming) = tokio::sync::mpsc::unbounded_channel();
        let (goodbye, ended) = sync_channel(1);
        context.refresh_workers();
        let workers = context.workers.clone();
        let hub = MainLoop::new(Arc::clone(&context));
        runtime.spawn(async move {
            // In its own task, so that the events end even if the main loop panics.
            let _ = tokio::spawn(hub.run(incoming)).await;
            workers.close().await;
            events.close();
            let _ = goodbye.send(());
        });
        Ok(Self {
            context,
            commands,
            ended,
            runtimes: Some([runtime, crawling]),
        })
    }

    /// Opens (or creates) the project at `path` and starts an engine on it.
    ///
    /// # Errors
    /// From the store.
    pub fn open(path: &Path, wake: Box<dyn Fn() + Send + Sync>) -> Result<Self, EngineError> {
        Self::open_with(path, EngineOptions::default(), wake)
    }

    /// [`Self::open`] with options.
    ///
    /// # Errors
    /// From the store.
    pub fn open_with(
        path: &Path,
        options: EngineOptions,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, EngineError> {
        Self::start_with(Store::open_or_create(path)?, options, wake)
    }

    /// Sends a command; never blocks.
    pub fn send(&self, command: Command) {
        // After a shutdown nothing listens, and no answer is expected.
        let _ = self.commands.send(command);
    }

    /// The next event, when there is one; never blocks.
    pub fn try_event(&self) -> Option<Event> {
        self.context.events.try_pop()
    }

    /// Waits for the next event (command line); `None` when the engine has stopped.
    pub fn wait_event(&self) -> Option<Event> {
        self.context.events.pop(None)
    }

    /// Waits for the next event at most `timeout`.
    pub fn wait_event_timeout(&self, timeout: Duration) -> Option<Event> {
        self.context.events.pop(Some(Instant::now() + timeout))
    }

    /// Wakes a thread that waits for an event, without one; for signal handlers.
    pub fn nudger(&self) -> impl Fn() + Send + 'static {
        let events = Arc::clone(&self.context.events);
        move || events.nudge()
    }

    /// Whether no more events will arrive, because the engine has stopped.
    pub fn has_ended(&self) -> bool {
        self.context.events.is_closed()
    }

    /// Read-only queries (they block for a few milliseconds: not on the window's thread).
    pub fn query(&self) -> &StoreReader {
        &self.context.store
    }

    /// The workers of the project as this engine uses them.
    pub fn workers(&self) -> PoolStatus {
        self.context.workers.status()
    }

    /// Sets how long runs that start from now on wait for a person where only a person can answer the
    /// site, unless their rule or their options say otherwise; zero: not at all.
    pub fn set_person_wait(&self, wait: Duration) {
        self.context.set_person_wait(wait);
    }

    /// Sets the user's passphrase for the encrypted secrets file.
    pub fn set_passphrase(&self, passphrase: Secret) {
        self.context.set_passphrase(passphrase);
    }
}
