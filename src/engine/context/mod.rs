//! The shared foundation of the engine: the store, the fetcher, the signals, the secrets, host
//! politeness, the threads that crawl and parse, and the event queue. Crawls have their own
//! threads, with a lower priority than the window's and interactive work.

pub(crate) mod accounts_in_use;
pub(crate) mod anonymous_cookies;
mod login_window;
pub(crate) mod page_client;
pub(crate) mod signals;
pub(crate) mod worker_pool;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use self::accounts_in_use::AccountsInUse;
use self::anonymous_cookies::Visitors;
use self::login_window::LoginWindowSlot;
use self::page_client::PageClient;
use self::signals::{shipped_signals, with_own};
use super::project_permission::Gate;
use super::project_permission::secret_places;
use super::supervise::Orders;
use crate::context::worker_pool::WorkerPool;
use crate::politeness::chosen_pace::Paces;
use crate::politeness::host_delay::Hosts;
use crate::protocol::{EngineError, EngineOptions, Event, EventQueue};
use crate::runtime::threads::{blocking, cores};
use crate::runtime::wakeup::Wakeup;
use bowerbird_io::fetch::{FetchLimits, Fetcher};
use bowerbird_io::secrets::{Secret, Secrets};
use bowerbird_io::store::Store;
use bowerbird_io::work_queue::QueueAddress;
use bowerbird_logic::detect::Signals;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::policy::pools::secret_scope::SecretPlace;

pub(crate) use self::login_window::LoginWindowOrder;

/// The name of the secret with the password of the queue of workers.
pub(crate) const QUEUE_PASSWORD: &str = "workers:queue";
/// The password of the queue at `address`, given for that very place.
pub(crate) fn queue_password(secrets: &Secrets, address: &str) -> Result<Option<Secret>, Message> {
    let (address, _) = QueueAddress::parse(address).map_err(|error| error.explain())?;
    let place = queue_place(&address);
    let kept = secrets.get(QUEUE_PASSWORD);
    let kept = kept.map_err(|error| error.explain())?;
    match kept {
        Some(kept) => {
            let secret = kept.for_place(place);
            secret.cloned().map(Some).map_err(|error| error.explain())
        }
        None => Ok(None),
    }
}

/// Where the password of a queue may go.
pub(crate) fn queue_place(address: &QueueAddress) -> Option<SecretPlace> {
    SecretPlace::at(address.is_secure(), address.host(), address.port())
}

/// The size in bytes from which a page is read alone.
const LARGE_PAGE: usize = 8 * 1024 * 1024;

/// The state shared by all parts of an engine; one per engine.
pub(crate) struct EngineContext {
    pub(crate) store: Store,
    pub(crate) fetcher: Fetcher,
    /// Fetches pages, in the browser where they need it.
    pub(crate) pages: PageClient,
    pub(crate) signals: Signals,
    pub(crate) hosts: Hosts,
    /// User commands for the runs of single sites.
    pub(crate) orders: Orders,
    /// User-set paces of single runs.
    pub(crate) paces: Paces,
    pub(crate) events: Arc<EventQueue>,
    /// Wakes the thread that works on texts.
    pub(crate) texts: Wakeup,
    pub(crate) options: EngineOptions,
    /// Accounts in use by a run or a test.
    pub(crate) accounts_in_use: AccountsInUse,
    /// Sites whose forum is looked at for boards that an account sees.
    pub(crate) board_looks: Mutex<HashSet<SiteId>>,
    /// The cookies of visitors that are not logged in.
    pub(crate) visitors: Visitors,
    /// The window in which a person logs in.
    pub(crate) login_window: LoginWindowSlot,
    /// The workers on other machines.
    pub(crate) workers: WorkerPool,
    /// Whether the project may act by itself.
    pub(crate) gate: Gate,
    secrets: Mutex<Arc<Secrets>>,
    /// Seconds for which runs wait for a person by default.
    person_wait: AtomicU64,
    parsers: Arc<Semaphore>,
    /// One large page is read at a time: its tree takes some forty times its size.
    large_pages: Arc<Semaphore>,
    /// The runtime for crawls and other long background work.
    pub(crate) crawling: Handle,
}

impl EngineContext {
    /// The context of an engine on `store`.
    pub(crate) fn new(
        store: Store,
        options: EngineOptions,
        events: Arc<EventQueue>,
        crawling: Handle,
    ) -> Result<Self, EngineError> {
        bowerbird_io::log::write_about(&store.home());
        // A passphrase file without a passphrase is an error: passwords would silently go to the
        // keychain.
        let passphrase = match options.passphrase.clone() {
            Some(passphrase) => Some(passphrase),
            None => Secrets::passphrase_from_environment()?,
        };
        let secrets = secret_places::open(&store, passphrase)?;
        let shipped = shipped_signals()?;
        // A file that an older version accepted must not prevent the project from opening.
        let signals = with_own(&shipped, &store.signal_files()?).unwrap_or_else(|error| {
            tracing::warn!(%error, "the project's own signals are left out");
            shipped
        });
        let fetcher = Fetcher::new(FetchLimits::default());
        let person_wait = options.person_wait.as_secs();
        let pages = PageClient::new(&fetcher, options.worker.clone());
        let gate = Gate::open(&store, options.windowed)?;
        let project = store.project_id()?;
        let workers = WorkerPool::new(&project, crate::project::workers_folder());
        Ok(Self {
            gate,
            workers,
            store,
            fetcher,
            pages,
            signals,
            hosts: Hosts::default(),
            board_looks: Mutex::default(),
            orders: Orders::default(),
            paces: Paces::default(),
            events,
            texts: Wakeup::default(),
            options,
            accounts_in_use: AccountsInUse::default(),
            visitors: Visitors::default(),
            login_window: LoginWindowSlot::default(),
            secrets: Mutex::new(Arc::new(secrets)),
            person_wait: AtomicU64::new(person_wait),
            parsers: Arc::new(Semaphore::new(cores())),
            large_pages: Arc::new(Semaphore::new(1)),
            crawling,
        })
    }

    /// How long runs wait for a person where neither their options nor their rule say so.
    pub(crate) fn person_wait(&self) -> Duration {
        Duration::from_secs(self.person_wait.load(Ordering::Relaxed))
    }

    /// Sets [`Self::person_wait`] for the runs that start from now on.
    pub(crate) fn set_person_wait(&self, wait: Duration) {
        self.person_wait.store(wait.as_secs(), Ordering::Relaxed);
    }

    /// Reports an event.
    pub(crate) fn publish(&self, event: Event) {
        if matches!(event, Event::RecordsChanged) {
            self.texts.wake();
        }
        crate::project::log::note(&self.store, &event);
        self.events.push(event);
    }

    /// The wall-clock time.
    pub(crate) fn now(&self) -> Timestamp {
        self.options.clock.now()
    }

    /// The monotonic time.
    pub(crate) fn steady(&self) -> Instant {
        self.options.clock.steady()
    }

    /// The project's secrets; locked while the project is at rest.
    pub(crate) fn secrets(&self) -> Arc<Secrets> {
        if self.gate.is_at_rest() {
            return Arc::new(Secrets::closed(&self.store.home()));
        }
        Arc::clone(&self.secrets.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reopens the secrets with a passphrase.
    pub(crate) fn set_passphrase(&self, passphrase: Secret) {
        self.reopen_secrets(Some(passphrase));
    }

    /// Reopens the secrets without a passphrase.
    pub(crate) fn forget_passphrase(&self) {
        self.reopen_secrets(None);
    }

    fn reopen_secrets(&self, passphrase: Option<Secret>) {
        match secret_places::open(&self.store, passphrase) {
            Ok(secrets) => {
                *self.secrets.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(secrets);
                self.workers.try_again();
            }
            Err(error) => tracing::warn!(%error, "the secrets stay locked"),
        }
    }

    /// Binds secrets of earlier versions to the project's current settings, before those change;
    /// also at rest, since binding reveals nothing. Locked secrets do not prevent the change.
    pub(crate) fn settle_secrets(&self) {
        let secrets = Arc::clone(&self.secrets.lock().unwrap_or_else(PoisonError::into_inner));
        if let Err(error) = secrets.adopt_former() {
            tracing::warn!(%error, "secrets of an earlier version are not bound yet");
        }
    }

    /// Reads the settings of workers again if they changed.
    pub(crate) fn refresh_workers(&self) {
        let at_rest = self.gate.is_at_rest();
        self.workers.refresh(&self.crawling, at_rest, |address| {
            queue_password(&self.secrets(), address)
        });
    }

    /// Runs `work` of a crawl (parsing, extraction) on a thread for blocking work; at most as many
    /// at once as there are cores. `None` when it panicked.
    pub(crate) async fn spawn_cpu<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _turn = Arc::clone(&self.parsers).acquire_owned().await.ok()?;
        blocking(work).await
    }

    /// The same for work on a page of this many bytes.
    pub(crate) async fn spawn_cpu_for_page<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _alone = match bytes > LARGE_PAGE {
            true => Some(Arc::clone(&self.large_pages).acquire_owned().await.ok()?),
            false => None,
        };
        self.spawn_cpu(work).await
    }
}

/// Runs interactive `work` on a thread for blocking work, at once. `None` when it panicked.
pub(crate) async fn spawn_cpu_now<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    blocking(work).await
}
