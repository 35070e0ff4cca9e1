//! Hears that a project's files were written, by this process or by another, so that nobody has to
//! look again and again (inotify, FSEvents and the like, by `notify`).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::Notify;

/// The files of one project, listened to.
pub struct Changes {
    heard: Arc<Notify>,
    /// Stops listening when it is dropped.
    _watcher: RecommendedWatcher,
}

impl Changes {
    /// Listens to the project file `project` and what `SQLite` keeps beside it. `None` where the
    /// system tells nothing (some file systems, or too many listeners): then somebody has to look.
    #[must_use]
    pub fn of(project: &Path) -> Option<Self> {
        let name = project.file_name()?.to_os_string();
        let folder = match project.parent()? {
            here if here.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let heard = Arc::new(Notify::new());
        let told = Arc::clone(&heard);
        let told = move |event: notify::Result<Event>| {
            // An error says that something may have been missed.
            if event.map_or(true, |event| concerns(&event, &name)) {
                told.notify_one();
            }
        };
        let mut watcher = notify::recommended_watcher(told).ok()?;
        watcher.watch(folder, RecursiveMode::NonRecursive).ok()?;
        Some(Self {
            heard,
            _watcher: watcher,
        })
    }

    /// Waits until something was written since this was asked last. May be dropped at any time.
    pub async fn heard(&self) {
        self.heard.notified().await;
    }
}

/// Whether files were written that are called `name`, or `name` with an ending like `-wal`.
fn concerns(event: &Event, name: &OsString) -> bool {
    let written = event.need_rescan() || event.kind.is_modify() || event.kind.is_create();
    let ours = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|file| file.as_encoded_bytes().starts_with(name.as_encoded_bytes()))
    };
    written && (event.need_rescan() || event.paths.iter().any(ours))
}
