//! What every part of the engine stands on: the store, the fetcher, the signals, the secrets, the
//! hosts' politeness, the pool of parsing threads and the way events go out.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::EngineError;
use super::controller::{EngineOptions, Event, EventQueue};
use super::crawl::Hosts;
use super::inspect::shipped_signals;
use crate::io::fetch::{FetchLimits, Fetcher};
use crate::io::secrets::{Secret, Secrets};
use crate::io::store::Store;
use crate::logic::detect::Signals;

/// The common ground; one an engine.
pub(crate) struct Ground {
    pub(crate) store: Store,
    pub(crate) fetcher: Fetcher,
    pub(crate) signals: Signals,
    pub(crate) hosts: Hosts,
    pub(crate) events: Arc<EventQueue>,
    pub(crate) options: EngineOptions,
    secrets: Mutex<Arc<Secrets>>,
    parsers: Arc<Semaphore>,
}

impl Ground {
    /// The ground of an engine on `store`.
    pub(crate) fn new(
        store: Store,
        options: EngineOptions,
        events: Arc<EventQueue>,
    ) -> Result<Self, EngineError> {
        let secrets = Secrets::open(store.path(), options.passphrase.clone());
        Ok(Self {
            store,
            fetcher: Fetcher::new(FetchLimits::default()),
            signals: shipped_signals()?,
            hosts: Hosts::default(),
            events,
            options,
            secrets: Mutex::new(Arc::new(secrets)),
            parsers: Arc::new(Semaphore::new(cores())),
        })
    }

    /// Tells an event.
    pub(crate) fn tell(&self, event: Event) {
        self.events.push(event);
    }

    /// The project's secrets.
    pub(crate) fn secrets(&self) -> Arc<Secrets> {
        Arc::clone(&self.secrets.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Opens the secrets again, with a passphrase.
    pub(crate) fn set_passphrase(&self, passphrase: Secret) {
        let secrets = Secrets::open(self.store.path(), Some(passphrase));
        *self.secrets.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(secrets);
    }

    /// Runs `work` (parsing, extraction) on a thread for blocking work; as many at once as there
    /// are cores. `None` when it panicked.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _turn = Arc::clone(&self.parsers).acquire_owned().await.ok()?;
        tokio::task::spawn_blocking(work).await.ok()
    }
}

/// Cores of this machine, at least one.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
