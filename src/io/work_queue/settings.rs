//! The workers of a project as this installation knows them: the server, and who was accepted. One
//! private file a project in the program's data folder, never the project file, because that is
//! shared. Several processes may write.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::{PublicKey, QueueError};
use crate::files::private_files;

/// The maximum bytes that wait in the queue, where nothing else is set.
pub const DEFAULT_LIMIT_BYTES: u64 = 64 * 1024 * 1024;
/// The name of the key of this installation.
const KEY_FILE: &str = "key";

/// A worker that a person accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedWorker {
    /// Its key.
    pub key: PublicKey,
    /// Its name when it was accepted.
    pub name: String,
    /// Whether it may get passwords, cookies of accounts and keys.
    #[serde(default)]
    pub secrets: bool,
    /// Whether nothing is handed out to it for now.
    #[serde(default)]
    pub paused: bool,
    /// Whether it finishes what it has and gets nothing more.
    #[serde(default)]
    pub draining: bool,
    /// The names of the sites that it is for; all if empty.
    #[serde(default)]
    pub sites: Vec<String>,
    /// The tags of the sites that it is for; all if empty.
    #[serde(default)]
    pub tags: Vec<String>,
}

impl AcceptedWorker {
    /// A worker that was just accepted.
    pub fn new(key: PublicKey, name: &str) -> Self {
        Self {
            key,
            name: name.to_owned(),
            secrets: false,
            paused: false,
            draining: false,
            sites: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// Whether it works for a site.
    pub fn is_for(&self, site: &str, tags: &[String]) -> bool {
        let any = self.sites.is_empty() && self.tags.is_empty();
        any || self.sites.iter().any(|name| name == site)
            || self.tags.iter().any(|tag| tags.contains(tag))
    }
}

/// Which workers a project uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WorkerSettings {
    /// Whether it uses any.
    pub on: bool,
    /// The address of the server, without a password.
    pub address: String,
    /// Whether the server wants a password, which is kept as a secret.
    pub password: bool,
    /// The maximum bytes that wait in the queue.
    pub limit_bytes: u64,
    /// The workers that were accepted.
    pub accepted: Vec<AcceptedWorker>,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self {
            on: false,
            address: String::new(),
            password: false,
            limit_bytes: DEFAULT_LIMIT_BYTES,
            accepted: Vec::new(),
        }
    }
}

impl WorkerSettings {
    /// The accepted worker with this key.
    pub fn accepted_mut(&mut self, key: &PublicKey) -> Option<&mut AcceptedWorker> {
        self.accepted.iter_mut().find(|worker| worker.key == *key)
    }
}

/// Detects that a file changed.
pub type SettingsStamp = (SystemTime, u64);

/// The folder with these settings and the key of this installation.
#[derive(Clone, Debug)]
pub struct WorkerSettingsStore {
    folder: PathBuf,
}

impl WorkerSettingsStore {
    /// Those in `folder`.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The file with the key of this installation.
    pub fn key_file(&self) -> PathBuf {
        self.folder.join(KEY_FILE)
    }

    /// The settings of the project with this id.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn load(&self, project: &str) -> Result<WorkerSettings, QueueError> {
        let path = self.file(project);
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| failed(&path, &error)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(WorkerSettings::default()),
            Err(error) => Err(failed(&path, &error)),
        }
    }

    /// A stamp that shows whether another process changed them; `None` if there are none.
    pub fn stamp(&self, project: &str) -> Option<SettingsStamp> {
        let about = std::fs::metadata(self.file(project)).ok()?;
        Some((about.modified().ok()?, about.len()))
    }

    /// Changes a project's settings, under a lock between processes; the file is complete at any time.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn change(
        &self,
        project: &str,
        change: impl FnOnce(&mut WorkerSettings),
    ) -> Result<WorkerSettings, QueueError> {
        let path = self.file(project);
        let fault = |error: std::io::Error| failed(&path, &error);
        private_files::create_folders(&self.folder).map_err(fault)?;
        let lock = private_files::open_or_create(&self.folder.join("lock")).map_err(fault)?;
        lock.lock().map_err(fault)?;
        let mut settings = self.load(project)?;
        change(&mut settings);
        let bytes = serde_json::to_vec_pretty(&settings).map_err(|e| failed(&path, &e))?;
        private_files::replace(&path, &bytes).map_err(fault)?;
        drop(lock);
        Ok(settings)
    }

    fn file(&self, project: &str) -> PathBuf {
        let name: String = project
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        self.folder.join(format!("{name}.json"))
    }
}

fn failed(path: &Path, reason: &dyn std::fmt::Display) -> QueueError {
    QueueError::Identity {
        path: path.display().to_string(),
        reason: reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work_queue::Identity;

    #[test]
    fn settings_are_kept_by_project() {
        let folder = tempfile::tempdir().unwrap();
        let store = WorkerSettingsStore::at(folder.path().join("workers"));
        let key = Identity::load_or_create(&store.key_file())
            .unwrap()
            .public();
        assert_eq!(store.load("one").unwrap(), WorkerSettings::default());
        store
            .change("one", |all| {
                all.on = true;
                all.accepted.push(AcceptedWorker::new(key, "w"));
            })
            .unwrap();
        assert!(store.load("one").unwrap().on && !store.load("two").unwrap().on);
        assert!(store.stamp("one").is_some() && store.stamp("two").is_none());
    }

    #[test]
    fn a_bound_worker_is_for_its_sites_and_tags() {
        let folder = tempfile::tempdir().unwrap();
        let key = Identity::load_or_create(&folder.path().join("key")).unwrap();
        let mut worker = AcceptedWorker::new(key.public(), "w");
        assert!(worker.is_for("any", &[]));
        worker.sites.push("one".to_owned());
        worker.tags.push("far".to_owned());
        assert!(worker.is_for("one", &[]) && worker.is_for("two", &["far".to_owned()]));
        assert!(!worker.is_for("two", &[]));
    }
}
