//! The system's keychain (Secret Service, Keychain Services, Credential Manager). A session
//! without one must not hang: every call runs on a thread of its own and is waited for only so
//! long; once the keychain was silent it counts as absent.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use keyring::{Entry, Error};

use super::{Secret, SecretError};

/// A place that keeps secrets by name.
pub(super) trait Keychain: Send + Sync {
    /// Whether it is there at all.
    fn answers(&self) -> bool;
    /// Looks up.
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError>;
    /// Keeps.
    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError>;
    /// Forgets.
    fn remove(&self, name: &str) -> Result<(), SecretError>;
}

/// How long to wait for a sign of life. A keychain on the same machine answers in milliseconds.
const PROBE: Duration = Duration::from_secs(3);
/// How long to wait for an operation: a person may have to unlock the keychain first.
const OPERATION: Duration = Duration::from_secs(60);

/// The keychain of the person's session, for one project.
pub(super) struct SystemKeychain {
    service: String,
}

impl SystemKeychain {
    /// The keychain entries of `project`; another project's stay apart by its path.
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
    /// Asked once per process: a keychain does not come and go.
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

/// Runs `work` on another thread and waits at most `limit` for it. A thread that hangs is left
/// behind: nothing can stop it, and it holds nothing of ours.
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

/// The error in words; those that would carry the stored bytes are only named.
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
