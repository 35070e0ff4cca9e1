//! The user's permissions for projects, one private file per project, in the platform's data
//! folder: never in a project file, because those are shared. Several processes may write.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bowerbird_logic::messages::{Explain, Message, english};
use bowerbird_logic::policy::project_permission::Permissions;

/// Why permissions cannot be read or stored.
#[derive(Debug)]
pub struct PermissionError {
    path: PathBuf,
    reason: String,
}

impl Explain for PermissionError {
    fn explain(&self) -> Message {
        Message::new("plan-permissions-file")
            .with("path", self.path.display().to_string())
            .with("reason", self.reason.as_str())
    }
}

impl std::fmt::Display for PermissionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for PermissionError {}

/// Detects that a file changed.
pub type Stamp = (SystemTime, u64);

/// The folder with the permissions of this installation.
#[derive(Clone, Debug)]
pub struct PermissionStore {
    folder: PathBuf,
}

impl PermissionStore {
    /// Permissions stored in `folder`.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The permissions of the project with this id; `None` if there never were any.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn load(&self, id: &str) -> Result<Option<Permissions>, PermissionError> {
        let path = self.file(id);
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|error| failed(&path, &error)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&path, &error)),
        }
    }

    /// A stamp that shows whether another process changed the permissions; `None` if there are
    /// none.
    pub fn stamp(&self, id: &str) -> Option<Stamp> {
        let about = std::fs::metadata(self.file(id)).ok()?;
        Some((about.modified().ok()?, about.len()))
    }

    /// Changes a project's permissions, under a lock between processes; the file is complete at any
    /// time.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Permissions),
    ) -> Result<Permissions, PermissionError> {
        let path = self.file(id);
        let fault = |error: std::io::Error| failed(&path, &error);
        make_private_folder(&self.folder).map_err(fault)?;
        let lock = private_file(&self.folder.join("lock"), false).map_err(fault)?;
        lock.lock().map_err(fault)?;
        let mut permissions = self.load(id)?.unwrap_or_default();
        change(&mut permissions);
        let bytes = serde_json::to_vec_pretty(&permissions).map_err(|e| failed(&path, &e))?;
        let aside = self.folder.join(format!("{id}.part"));
        let mut file = private_file(&aside, true).map_err(fault)?;
        file.write_all(&bytes).map_err(fault)?;
        file.sync_all().map_err(fault)?;
        drop(file);
        std::fs::rename(&aside, &path).map_err(fault)?;
        Ok(permissions)
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }
}

fn failed(path: &Path, reason: &dyn std::fmt::Display) -> PermissionError {
    PermissionError {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private_file(path: &Path, empty: bool) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(empty);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
