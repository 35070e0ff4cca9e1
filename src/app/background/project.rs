//! An open project: its engine and its loader. Opening reads and migrates files, so it runs on its
//! own thread. Closing stops all runs cleanly.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use super::Loader;
use bowerbird_engine::types::Message;
use bowerbird_engine::{
    Command, Engine, EngineError, EngineOptions, ProjectCommand, private_files,
};

/// An open project.
pub struct Project {
    /// Its engine.
    pub engine: Engine,
    /// Its loader.
    pub loader: Loader,
}

/// A project being opened.
pub struct ProjectOpening {
    /// Its file.
    pub path: PathBuf,
    /// Whether to start the sample site with it.
    pub sample: bool,
    answer: Receiver<Result<Engine, EngineError>>,
}

/// While a window is open, failing sites are probed automatically.
fn watching() -> EngineOptions {
    EngineOptions {
        watch: true,
        windowed: true,
        backups: Some(bowerbird_engine::project::backups_folder()),
        paired_browsers: Some(bowerbird_engine::project::paired_browsers_folder()),
        ..EngineOptions::default()
    }
}

/// Repaints the window; called from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

impl ProjectOpening {
    /// Begins to open the project at `path`; creates it if it does not exist.
    pub fn begin(path: PathBuf, sample: bool, wake: &Wake) -> Self {
        let (sender, answer) = sync_channel(1);
        let (wake, file) = (Arc::clone(wake), path.clone());
        let spawned = std::thread::Builder::new()
            .name("open-project".to_owned())
            .spawn(move || {
                let opened = make_folder(&file).and_then(|()| {
                    let engine_wake = Arc::clone(&wake);
                    Engine::open_with(&file, watching(), Box::new(move || engine_wake()))
                });
                // The window may no longer wait; then the engine is dropped here.
                let _ = sender.send(opened);
                wake();
            });
        drop(spawned);
        Self {
            path,
            sample,
            answer,
        }
    }

    /// The result, once the project is open or opening failed.
    pub fn done(&self, wake: &Wake) -> Option<Result<Project, Message>> {
        use std::sync::mpsc::TryRecvError;
        match self.answer.try_recv() {
            Ok(Ok(engine)) => Some(self.equip(engine, wake)),
            Ok(Err(error)) => Some(Err(error.0)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(Message::new("app-error-open"))),
        }
    }

    fn equip(&self, engine: Engine, wake: &Wake) -> Result<Project, Message> {
        let wake = Arc::clone(wake);
        let loader = Loader::start(engine.query().clone(), move || wake())
            .map_err(|e| Message::new("app-error-thread").with("reason", e.to_string()))?;
        if self.sample {
            engine.send(Command::Project(ProjectCommand::DemonstrateSample));
        }
        Ok(Project { engine, loader })
    }
}

fn make_folder(file: &std::path::Path) -> Result<(), EngineError> {
    let Some(folder) = file.parent() else {
        return Ok(());
    };
    private_files::create_folders(folder).map_err(|e| {
        EngineError(
            Message::new("app-error-folder")
                .with("path", folder.display().to_string())
                .with("reason", e.to_string()),
        )
    })
}
