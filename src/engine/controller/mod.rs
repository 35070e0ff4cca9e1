//! The controller: takes commands, runs them on the runtime, tells events.

mod command;
mod event;

use std::path::Path;

pub use command::{Command, SelectorDraft};
pub use event::{Event, OpenedPage, PageTicket, SelectionResult};

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

    /// Opens (or creates) the project at `path` and starts an engine on it.
    ///
    /// # Errors
    /// From the store.
    pub fn open(_path: &Path, _wake: Box<dyn Fn() + Send + Sync>) -> Result<Self, EngineError> {
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
