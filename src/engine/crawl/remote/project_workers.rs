//! Workers on other machines, for the front ends: the settings of this installation for a project, who
//! is there, who is accepted. Needs no engine, so that it works while another process has the project
//! open; an engine follows the settings by itself.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use super::worker::serve;
use super::worker::{WorkerOptions, WorkerReport};
use crate::context::{QUEUE_PASSWORD, queue_password, queue_place};
use crate::project;
use crate::project_permission::secret_places;
use crate::protocol::EngineError;
use bowerbird_io::secrets::{BoundSecret, Secret, Secrets};
use bowerbird_io::store::StoreReader;
pub use bowerbird_io::work_queue::{
    AcceptedWorker, DEFAULT_LIMIT_BYTES, PublicKey, QueueAddress, WorkerSettings,
};
use bowerbird_io::work_queue::{
    Identity, QueueError, WorkerLine, WorkerOverview, WorkerSettingsStore, connect,
};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::policy::pools::secret_scope::SecretScope;

/// How long a look at the queue may take.
const LOOK: Duration = Duration::from_secs(12);
/// The least bytes that the queue may hold: one large page.
const MIN_LIMIT_BYTES: u64 = 1024 * 1024;

/// The number of characters from which hexadecimal digits are a key or a fingerprint, not a name.
const KEY_LIKE: usize = 16;

/// The private folder of the workers of this machine.
pub fn folder() -> std::path::PathBuf {
    project::workers_folder()
}

/// The workers of one project, as this installation uses them.
pub struct ProjectWorkers {
    project: String,
    settings: WorkerSettingsStore,
    secrets: Arc<Secrets>,
}

impl ProjectWorkers {
    /// Those of a project, with the passphrase of its secrets if that is known.
    ///
    /// # Errors
    /// When the project has no id.
    pub fn of(store: &StoreReader, passphrase: Option<Secret>) -> Result<Self, EngineError> {
        let secrets = secret_places::open(store, passphrase)?;
        Self::with_secrets(store, Arc::new(secrets))
    }

    /// The same with the secrets of an engine.
    pub(crate) fn with_secrets(
        store: &StoreReader,
        secrets: Arc<Secrets>,
    ) -> Result<Self, EngineError> {
        Ok(Self {
            project: store.project_id()?,
            settings: WorkerSettingsStore::at(project::workers_folder()),
            secrets,
        })
    }

    /// The settings.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn settings(&self) -> Result<WorkerSettings, EngineError> {
        Ok(self.settings.load(&self.project)?)
    }

    /// The fingerprint of this installation, which its workers may be told.
    ///
    /// # Errors
    /// When its key cannot be read or made.
    pub fn own_fingerprint(&self) -> Result<String, EngineError> {
        let identity = Identity::load_or_create(&self.settings.key_file())?;
        Ok(identity.public().fingerprint())
    }

    /// Uses the queue at this address from now on; checks first that it can be used.
    ///
    /// # Errors
    /// When it cannot, or the password cannot be kept.
    pub fn use_queue(
        &self,
        address: &str,
        password: Option<Secret>,
        limit_bytes: Option<u64>,
    ) -> Result<WorkerSettings, EngineError> {
        let (address, in_address) = QueueAddress::parse(address)?;
        let before = self.settings()?;
        let mut password = password.or(in_address);
        let same = before.address == address.shown() && before.password;
        if password.is_none() && same {
            password = self.password(&before)?;
        }
        wait_for(async { connect(&address, password.as_ref()).await.map(drop) })??;
        if let Some(password) = &password {
            let scope = SecretScope::only(queue_place(&address));
            let secret = BoundSecret::new(password.clone(), scope);
            self.secrets.set(QUEUE_PASSWORD, &secret)?;
        }
        let settings = self.settings.change(&self.project, |settings| {
            settings.on = true;
            address.shown().clone_into(&mut settings.address);
            settings.password = password.is_some();
            if let Some(limit) = limit_bytes {
                settings.limit_bytes = limit.max(MIN_LIMIT_BYTES);
            }
        });
        Ok(settings?)
    }

    /// Uses no workers from now on; who was accepted stays so.
    ///
    /// # Errors
    /// When the settings cannot be written.
    pub fn turn_off(&self) -> Result<(), EngineError> {
        self.settings
            .change(&self.project, |settings| settings.on = false)?;
        Ok(())
    }

    /// Who is there.
    ///
    /// # Errors
    /// When the settings cannot be read; a queue that cannot be used is told in the overview.
    pub fn overview(&self) -> Result<WorkerOverview, EngineError> {
        let settings = self.settings()?;
        let mut overview = WorkerOverview {
            own_fingerprint: self.own_fingerprint()?,
            ..WorkerOverview::of(&settings)
        };
        if !settings.on {
            return Ok(overview);
        }
        let seen = self.password(&settings).and_then(|password| {
            let (address, _) = QueueAddress::parse(&settings.address)?;
            let look = wait_for(async {
                let queue = connect(&address, password.as_ref()).await?;
                let now_ms = queue.time_ms().await?;
                Ok::<_, QueueError>((queue.workers().await?, now_ms))
            });
            Ok(look??)
        });
        match seen {
            Ok((entries, now_ms)) => overview.add_entries(&settings, entries, now_ms),
            Err(error) => overview.problem = Some(error.0),
        }
        Ok(overview)
    }

    /// Accepts a worker that is there: named by its name, or by its fingerprint or the beginning of it.
    /// `secrets` for passwords, cookies of accounts and keys.
    ///
    /// # Errors
    /// When there is none, or several, of that name.
    pub fn accept(&self, named: &str, secrets: bool) -> Result<WorkerLine, EngineError> {
        let overview = self.overview()?;
        if let Some(problem) = overview.problem {
            return Err(EngineError(problem));
        }
        if !overview.on {
            return Err(EngineError(Message::new("workers-off-first")));
        }
        let line = find(overview.workers, named)?;
        self.settings.change(&self.project, |settings| {
            match settings.accepted_mut(&line.key) {
                Some(known) => known.secrets = secrets,
                None => settings.accepted.push(AcceptedWorker {
                    secrets,
                    ..AcceptedWorker::new(line.key, &line.name)
                }),
            }
        })?;
        Ok(line)
    }

    /// Changes an accepted worker.
    ///
    /// # Errors
    /// When there is none, or several, of that name.
    pub fn change(
        &self,
        named: &str,
        change: impl FnOnce(&mut AcceptedWorker),
    ) -> Result<WorkerLine, EngineError> {
        let line = self.accepted(named)?;
        self.settings.change(&self.project, |settings| {
            if let Some(worker) = settings.accepted_mut(&line.key) {
                change(worker);
            }
        })?;
        Ok(line)
    }

    /// Accepts a worker no longer.
    ///
    /// # Errors
    /// When there is none, or several, of that name.
    pub fn remove(&self, named: &str) -> Result<WorkerLine, EngineError> {
        let line = self.accepted(named)?;
        self.settings.change(&self.project, |settings| {
            settings.accepted.retain(|worker| worker.key != line.key);
        })?;
        Ok(line)
    }

    fn accepted(&self, named: &str) -> Result<WorkerLine, EngineError> {
        let settings = self.settings()?;
        find(WorkerOverview::of(&settings).workers, named)
    }

    fn password(&self, settings: &WorkerSettings) -> Result<Option<Secret>, EngineError> {
        if !settings.password {
            return Ok(None);
        }
        queue_password(&self.secrets, &settings.address).map_err(EngineError)
    }
}

/// The one worker that is meant.
fn find(workers: Vec<WorkerLine>, named: &str) -> Result<WorkerLine, EngineError> {
    let named = named.trim();
    let plain = named.to_ascii_lowercase();
    let has_key = |line: &WorkerLine| {
        line.key.to_string() == plain || (plain.len() >= 4 && line.fingerprint.starts_with(&plain))
    };
    // A worker chooses its name: it must not pass for another one by the text of that one's key.
    let is_key = plain.len() >= KEY_LIKE
        && plain
            .chars()
            .all(|one| one.is_ascii_hexdigit() || one == '-');
    let by_key = is_key || workers.iter().any(has_key);
    let is_meant = |line: &WorkerLine| match by_key {
        true => has_key(line),
        false => line.name == named,
    };
    let known: Vec<String> = workers.iter().map(|line| line.name.clone()).collect();
    let mut meant = workers.into_iter().filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some(line), None) => Ok(line),
        (Some(_), Some(_)) => Err(EngineError(
            Message::new("workers-several").with("name", named),
        )),
        (None, _) if known.is_empty() => Err(EngineError(Message::new("workers-none"))),
        (None, _) => Err(EngineError(
            Message::new("workers-none-such")
                .with("name", named)
                .with("known", known.join(", ")),
        )),
    }
}

/// Stops a worker; clones stop the same one.
#[derive(Clone, Default)]
pub struct WorkerStop(Arc<Notify>);

impl WorkerStop {
    /// Stops it: it finishes what is in progress.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// The name of this machine, or `worker` where it has none.
pub fn machine_name() -> String {
    let file = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = file.or_else(|| std::env::var("COMPUTERNAME").ok());
    let name = name.map(|name| name.trim().to_owned());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "worker".to_owned())
}

/// Works as a worker until `stop`, in this process.
///
/// # Errors
/// When threads cannot be started, or the queue cannot be used at all.
pub fn work(
    options: WorkerOptions,
    stop: &WorkerStop,
    report: impl Fn(WorkerReport),
) -> Result<(), EngineError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_name("worker")
        .enable_all()
        .build()
        .map_err(|error| no_threads(&error))?;
    let ended = runtime.block_on(serve(options, stop.0.notified(), report));
    runtime.shutdown_background();
    Ok(ended?)
}

/// Waits for a look at the queue.
fn wait_for<T>(look: impl Future<Output = T>) -> Result<T, EngineError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| no_threads(&error))?;
    runtime
        .block_on(async { tokio::time::timeout(LOOK, look).await })
        .map_err(|_| EngineError(Message::new("queue-silent")))
}

fn no_threads(error: &std::io::Error) -> EngineError {
    EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
}

impl From<&WorkerReport> for Message {
    fn from(report: &WorkerReport) -> Self {
        match report {
            WorkerReport::Key { fingerprint } => {
                Message::new("worker-key").with("fingerprint", fingerprint.as_str())
            }
            WorkerReport::Connected => Message::new("worker-connected"),
            WorkerReport::Problem(problem) => problem.clone(),
            WorkerReport::Accepted { owner } => {
                Message::new("worker-accepted").with("owner", owner.as_str())
            }
            WorkerReport::Foreign { owner } => {
                Message::new("worker-foreign").with("owner", owner.as_str())
            }
            WorkerReport::OtherBuild { theirs, ours } => Message::new("worker-other-build")
                .with("theirs", theirs.as_str())
                .with("ours", ours.as_str()),
        }
    }
}

/// The error for an address that is none, in words.
///
/// # Errors
/// When it is none.
pub fn parse_address(text: &str) -> Result<(QueueAddress, Option<Secret>), EngineError> {
    QueueAddress::parse(text).map_err(|error| EngineError(error.explain()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_not_pass_for_a_key() {
        let key = |digit: &str| PublicKey::parse(&digit.repeat(64)).unwrap();
        let (one, two, nobody) = (key("1"), key("2"), key("3"));
        let settings = WorkerSettings {
            accepted: vec![
                AcceptedWorker::new(one, "north"),
                AcceptedWorker::new(two, &one.fingerprint()),
                AcceptedWorker::new(two, &nobody.to_string()),
            ],
            ..WorkerSettings::default()
        };
        let found = |named: &str| {
            let found = find(WorkerOverview::of(&settings).workers, named);
            found.ok().map(|line| line.key)
        };
        assert_eq!(found(" north"), Some(one));
        assert_eq!(found(&one.fingerprint()), Some(one));
        assert_eq!(found(&one.to_string()), Some(one));
        assert_eq!(found(&nobody.to_string()), None);
        assert_eq!(found("south"), None);
    }
}
