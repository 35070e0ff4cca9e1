//! An engine for the duration of one command: sends commands and waits for their results.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bowerbird_engine::types::{Message, Site, Store};
use bowerbird_engine::{Command, Engine, EngineError, EngineOptions, Event, project};

/// Longest wait for an event. Ctrl-C and the end of the engine end it early.
const MAX_WAIT: Duration = Duration::from_secs(3_600);

/// An engine that owns a project.
pub struct Session {
    engine: Engine,
    interrupted: Arc<AtomicBool>,
}

impl Session {
    /// Opens the project for writing; creates it if it does not exist.
    ///
    /// # Errors
    /// When it is locked, damaged or cannot be created.
    pub fn open_or_create(path: &Path) -> Result<Self, EngineError> {
        Self::of(Engine::open(path, Box::new(|| {}))?)
    }

    /// A session on a project that is already open.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn on(store: Store) -> Result<Self, EngineError> {
        Self::of(Engine::start(store, Box::new(|| {}))?)
    }

    fn of(engine: Engine) -> Result<Self, EngineError> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let (flag, nudge) = (Arc::clone(&interrupted), engine.nudger());
        if let Err(error) = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                // A second Ctrl-C is meant: what is committed is safe.
                std::process::exit(130);
            }
            nudge();
        }) {
            // The second engine of one command: the handler of the first one stays.
            match error {
                ctrlc::Error::MultipleHandlers => {
                    tracing::debug!("Ctrl-C is listened to already");
                }
                error => tracing::warn!(%error, "Ctrl-C will not stop cleanly"),
            }
        }
        Ok(Self {
            engine,
            interrupted,
        })
    }

    /// Opens an existing project for writing.
    ///
    /// # Errors
    /// Also when there is none.
    pub fn open(path: &Path) -> Result<Self, EngineError> {
        project::must_exist(path)?;
        Self::open_or_create(path)
    }

    /// Like [`Self::open`], for a long-running command: the project is backed up daily.
    ///
    /// # Errors
    /// Also when there is none.
    pub fn open_for_long(path: &Path) -> Result<Self, EngineError> {
        project::must_exist(path)?;
        let options = EngineOptions {
            backups: Some(project::backups_folder()),
            ..EngineOptions::default()
        };
        Self::of(Engine::open_with(path, options, Box::new(|| {}))?)
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// Sends `command` and waits until `done` accepts an event as the last one.
    ///
    /// # Errors
    /// What [`Event::failure`] says.
    pub fn perform(
        &self,
        command: Command,
        mut done: impl FnMut(&Event) -> bool,
    ) -> Result<(), EngineError> {
        self.engine.send(command);
        self.wait(|event| done(event), || {})
    }

    /// Waits until `done` accepts an event as the last one. `on_interrupt` is called once when
    /// Ctrl-C is pressed meanwhile.
    ///
    /// # Errors
    /// What [`Event::failure`] says.
    pub fn wait(
        &self,
        mut done: impl FnMut(&Event) -> bool,
        mut on_interrupt: impl FnMut(),
    ) -> Result<(), EngineError> {
        let mut told = false;
        loop {
            if self.interrupted() && !told {
                told = true;
                on_interrupt();
            }
            let Some(event) = self.engine.wait_event_timeout(MAX_WAIT) else {
                if self.engine.has_ended() {
                    return Err(EngineError(Message::new("cli-engine-ended")));
                }
                continue;
            };
            if let Some(message) = event.failure() {
                return Err(EngineError(message.clone()));
            }
            if done(&event) {
                return Ok(());
            }
        }
    }
}

/// Finds the site with that name in `sites`.
///
/// # Errors
/// When there is none; the error names the existing sites.
pub fn find_site<'a>(sites: &'a [Site], name: &str) -> Result<&'a Site, EngineError> {
    sites
        .iter()
        .find(|site| site.name == name)
        .or_else(|| {
            sites
                .iter()
                .find(|site| site.name.to_lowercase() == name.to_lowercase())
        })
        .ok_or_else(|| {
            let known: Vec<&str> = sites.iter().map(|s| s.name.as_str()).collect();
            EngineError(
                Message::new("cli-no-such-site")
                    .with("name", name)
                    .with("known", known.join(", ")),
            )
        })
}
