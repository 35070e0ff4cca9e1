//! The system's keychain (Secret Service, Keychain Services, Credential Manager). A system without
//! one must not cause a hang: every call runs on its own thread with a time limit; once the
//! keychain timed out it counts as absent.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use keyring::{Entry, Error};

use super::{Secret, SecretError};

/// A store of secrets by name.
pub(super) trait Keychain: Send + Sync {
    /// Whether it responds at all.
    fn answers(&self) -> bool;
    /// Looks a secret up.
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError>;
    /// Stores a secret.
    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError>;
    /// Removes a secret.
    fn remove(&self, name: &str) -> Result<(), SecretError>;
}

/// How long to wait for a first response. A keychain on the same machine answers in milliseconds.
const PROBE: Duration = Duration::from_secs(3);
/// Time limit of an operation: the user may have to unlock the keychain first.
const OPERATION: Duration = Duration::from_secs(60);

/// The keychain of the user's session, for one project.
pub(super) struct SystemKeychain {
    service: String,
}

impl SystemKeychain {
    /// The keychain entries of `project`; its path separates them from those of other projects.
    pub(super) fn of(project: &Path) -> Self {
        let path = std::path::absolute(project).unwrap_or_else(|_| project.to_owned());
        Self {
            service: format!("bowerbird:{}", path.display()),
        }
    }

    /// Runs `work` on the entry `name`, within the time limit.
    fn with<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&Entry) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, SecretError> {
        let (service, name) = (self.service.clone(), name.to_owned());
        within(OPERATION, move || {
            Entry::new(&service, &name).and_then(|entry| work(&entry))
        })
        .map_err(|reason| SecretError::Keychain { reason })?
        .map_err(|e| SecretError::Keychain {
            reason: without_content(&e),
        })
    }
}

impl Keychain for SystemKeychain {
    /// Checked once per process: a keychain does not appear and disappear.
    fn answers(&self) -> bool {
        static ANSWERS: OnceLock<bool> = OnceLock::new();
        *ANSWERS.get_or_init(|| {
            let found = within(PROBE, || {
                let probe = Entry::new("bowerbird", "probe")?;
                match probe.get_password() {
                    Ok(_) | Err(Error::NoEntry) => Ok(()),
                    Err(e) => Err(e),
                }
            });
            match found {
                Ok(Ok(())) => true,
                Ok(Err(e)) => {
                    tracing::debug!("no keychain: {}", without_content(&e));
                    false
                }
                Err(reason) => {
                    tracing::debug!("no keychain: {reason}");
                    false
                }
            }
        })
    }

    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        self.with(name, |entry| match entry.get_password() {
            Ok(text) => Ok(Some(Secret::new(text))),
            Err(Error::NoEntry) => Ok(None),
            Err(e) => Err(e),
        })
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        let text = secret.reveal().to_owned();
        self.with(name, move |entry| entry.set_password(&text))
    }

    fn remove(&self, name: &str) -> Result<(), SecretError> {
        self.with(name, |entry| match entry.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(e) => Err(e),
        })
    }
}

/// Runs `work` on another thread and waits at most `limit` for it. A hanging thread is abandoned:
/// nothing can stop it, and it holds nothing of ours.
fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = sync_channel(1);
    std::thread::Builder::new()
        .name("keychain".to_owned())
        .spawn(move || {
            let _ = sender.send(work());
        })
        .map_err(|e| e.to_string())?;
    receiver.recv_timeout(limit).map_err(|e| match e {
        RecvTimeoutError::Timeout => format!("no answer in {} s", limit.as_secs()),
        RecvTimeoutError::Disconnected => "keychain access failed".to_owned(),
    })
}

/// The error as text; errors that would contain the stored bytes are only named.
fn without_content(error: &Error) -> String {
    match error {
        Error::BadEncoding(_) | Error::BadDataFormat(..) => "unreadable entry".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_keychain_is_not_waited_for() {
        let (hold, held) = sync_channel::<()>(0);
        let silent = within(Duration::from_millis(1), move || held.recv());
        assert_eq!(silent, Err("no answer in 0 s".to_owned()));
        drop(hold);
        assert_eq!(within(Duration::from_secs(30), || 7), Ok(7));
    }

    #[test]
    fn errors_never_carry_the_stored_bytes() {
        let error = Error::BadEncoding(b"s3cret".to_vec());
        assert_eq!(without_content(&error), "unreadable entry");
    }
}
