//! The controller: takes commands, runs them on the runtime, tells events.

mod command;
mod event;

use std::path::{Path, PathBuf};

pub use command::{Command, SelectorDraft};
pub use event::{Event, OpenedPage, PageTicket, SelectionResult};

use crate::io::secrets::{Secret, Secrets};
use crate::io::store::Store;
use crate::logic::messages::{Explain, Message, english};

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
    /// Passphrase of the encrypted secrets file, when it is known.
    pub passphrase: Option<Secret>,
}

impl Default for EngineOptions {
    /// This program as the worker, four sites at once, the passphrase of the environment.
    fn default() -> Self {
        Self {
            worker: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bowerbird")),
            sites_at_once: 4,
            passphrase: Secrets::passphrase_from_environment().ok().flatten(),
        }
    }
}

/// Opens the project at `path` for reading only, beside whoever owns it.
///
/// # Errors
/// From the store.
pub fn view(path: &Path) -> Result<Store, EngineError> {
    Ok(Store::open_read_only(path)?)
}

/// A running engine on one project. Dropping it stops all runs cleanly (they resume next time).
pub struct Engine {}

impl Engine {
    /// Starts an engine on an open project. `wake` is called (from any thread) whenever an event
    /// is ready, so that a sleeping window can repaint.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn start(_store: Store, _wake: Box<dyn Fn() + Send + Sync>) -> Result<Self, EngineError> {
        todo!()
    }

    /// [`Self::start`] with options.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn start_with(
        _store: Store,
        _options: EngineOptions,
        _wake: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, EngineError> {
        todo!()
    }

    /// Opens (or creates) the project at `path` and starts an engine on it.
    ///
    /// # Errors
    /// From the store.
    pub fn open(_path: &Path, _wake: Box<dyn Fn() + Send + Sync>) -> Result<Self, EngineError> {
        todo!()
    }

    /// [`Self::open`] with options.
    ///
    /// # Errors
    /// From the store.
    pub fn open_with(
        _path: &Path,
        _options: EngineOptions,
        _wake: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, EngineError> {
        todo!()
    }

    /// Hands a command over; never blocks.
    pub fn send(&self, _command: Command) {
        todo!()
    }

    /// The next event, when there is one; never blocks.
    pub fn try_event(&self) -> Option<Event> {
        todo!()
    }

    /// Waits for the next event (command line); `None` when the engine has stopped.
    pub fn wait_event(&self) -> Option<Event> {
        todo!()
    }

    /// Waits for the next event at most `timeout`.
    pub fn wait_event_timeout(&self, _timeout: std::time::Duration) -> Option<Event> {
        todo!()
    }

    /// Read-only queries (they block for a few milliseconds: not on the window's thread).
    pub fn query(&self) -> &Store {
        todo!()
    }

    /// The passphrase for the encrypted secrets file, typed by the person.
    pub fn set_passphrase(&self, _passphrase: crate::io::secrets::Secret) {
        todo!()
    }
}
