//! The controller: takes commands, runs them on the runtime, tells events. The only door for the
//! two faces; no call on it waits for the network, and none but the `wait_*` ones waits at all.

mod account_import;
mod account_order;
mod accounts;
mod after_run;
mod alerts;
mod backups;
mod bench;
mod bench_orders;
mod bench_work;
mod broken;
mod command;
mod drafts;
mod drawing;
mod earlier;
mod event;
mod exceptions;
mod export_order;
mod exports;
mod holding;
mod hub;
mod kept_pages;
mod looks;
mod opening;
mod page_thread;
mod pages;
mod permitting;
mod proxies;
mod proxy_check;
mod proxy_import;
mod proxy_order;
mod queue;
mod reread_order;
mod reruns;
mod run_place;
mod runs;
mod sample;
mod sample_files;
mod samples;
mod serial_executor;
pub(crate) mod signals;
mod sites;
mod supervision;
mod task_order;
mod tasks;
mod texts;
mod try_rule;
mod turn_runs;
mod turns;
mod visits;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::sync::mpsc::UnboundedSender;

pub use account_order::{AccountDraft, AccountOrder, CookiesBrought, ImportedAccounts};
pub use alerts::{AlertEvent, AlertOrder};
pub use command::Command;
pub use drafts::SelectorDraft;
pub use event::{Event, OpenedPage, PageTicket, SelectionResult};
pub use exceptions::TaughtPage;
pub use export_order::{ErrandKind, ErrandProgress, ExportNews, ExportOrder};
pub use proxy_order::{
    ImportedProxies, ProxyDraft, ProxyOrder, ProxySource, ProxyTest, TestAgainst,
};
pub(crate) use queue::EventQueue;
pub use reread_order::{RereadNews, RereadOrder};
pub use signals::SignalFile;
pub(crate) use sites::not_found as no_such_site;
pub use task_order::TaskOrder;
pub use tasks::check as check_task;
pub use texts::{TextEvent, TextOrder};

use hub::Hub;

use crate::context::{EngineContext, cores, lower_thread_priority};
use bowerbird_io::secrets::{Secret, Secrets};
use bowerbird_io::store::Store;
use bowerbird_io::system::clock::{Clock, SystemClock};
use bowerbird_logic::messages::{Explain, Message, english};

/// Why the engine cannot start or do something.
#[derive(Debug)]
pub struct EngineError(pub Message);

impl<E: Explain> From<E> for EngineError {
    fn from(error: E) -> Self {
        Self(error.explain())
    }
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.0))
    }
}

impl std::error::Error for EngineError {}

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The program that is started as `worker preview-worker` to draw pages: this program itself.
    pub worker: PathBuf,
    /// Sites run at once.
    pub sites_at_once: usize,
    /// Whether sites that do not answer as they should are probed when that is due, also while the
    /// scheduler is off.
    pub watch: bool,
    /// Whether a window belongs to it, which can come to the front.
    pub windowed: bool,
    /// The program's own folder of backups, when the project is backed up each day while it is open in a
    /// window or its scheduler is on; else it is not.
    pub backups: Option<PathBuf>,
    /// Passphrase of the encrypted secrets file, when it is known.
    pub passphrase: Option<Secret>,
    /// The clock that the scheduler goes by.
    pub clock: Arc<dyn Clock>,
}

impl Default for EngineOptions {
    /// This program as the worker, four sites at once, the passphrase of the environment, the system's
    /// clock. What is wrong with the environment's is said when the engine starts.
    fn default() -> Self {
        Self {
            worker: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bowerbird")),
            sites_at_once: 4,
            watch: false,
            windowed: false,
            backups: None,
            passphrase: Secrets::passphrase_from_environment().ok().flatten(),
            clock: Arc::new(SystemClock),
        }
    }
}

/// How long a closing engine waits for its runs to store what they have read.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);
/// How long it then waits for the threads that look at pages and work on texts; as a rule they need
/// some milliseconds, but a dictionary that is just being read takes its time.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(6);
/// Threads for blocking work: parsing is held to the cores by itself; the rest waits for disks.
const BLOCKING_THREADS: usize = 32;

/// Threads for the blocking work of crawls: reading pages, and waiting for the store.
const CRAWL_BLOCKING_THREADS: usize = 16;

/// A running engine on one project. Dropping it stops all runs cleanly (they resume next time).
pub struct Engine {
    context: Arc<EngineContext>,
    /// Unbounded, because a person sends commands and a window must not wait.
    commands: UnboundedSender<Command>,
    ended: Receiver<()>,
    /// For what a person waits for, then for crawls.
    runtimes: Option<[Runtime; 2]>,
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
            // Rooms below may ask for the runtime when they are made.
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
        crate::texts::start(&context).map_err(failed)?;
        let (commands, incoming) = tokio::sync::mpsc::unbounded_channel();
        let (goodbye, ended) = sync_channel(1);
        let hub = Hub::new(Arc::clone(&context));
        runtime.spawn(async move {
            // In a task of its own, so that the events end even if the hub dies.
            let _ = tokio::spawn(hub.run(incoming)).await;
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

    /// Hands a command over; never blocks.
    pub fn send(&self, command: Command) {
        // After a shutdown nobody listens any more, and nobody expects an answer.
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

    /// Lets who waits for an event come back without one; for a signal that interrupts.
    pub fn nudger(&self) -> impl Fn() + Send + 'static {
        let events = Arc::clone(&self.context.events);
        move || events.nudge()
    }

    /// Whether no more events will come, because the engine has stopped.
    pub fn has_ended(&self) -> bool {
        self.context.events.is_closed()
    }

    /// Read-only queries (they block for a few milliseconds: not on the window's thread).
    pub fn query(&self) -> &Store {
        &self.context.store
    }

    /// The passphrase for the encrypted secrets file, typed by the person.
    pub fn set_passphrase(&self, passphrase: Secret) {
        self.context.set_passphrase(passphrase);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.send(Command::Shutdown);
        // Longer than the hub's own patience; a hub that hangs must not keep the program open.
        let _ = self
            .ended
            .recv_timeout(SHUTDOWN_GRACE + Duration::from_millis(500));
        for runtime in self.runtimes.take().into_iter().flatten() {
            runtime.shutdown_background();
        }
        // Threads that look at pages, and the one that works on texts, hold the project open until
        // they have seen that it is over: who closes one may open it again at once, or copy its
        // file, in which all of it lies once nobody holds it.
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while Arc::strong_count(&self.context) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
