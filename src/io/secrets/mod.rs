//! Secrets: passwords of proxies and accounts, session cookies. Kept in the system's keychain, or
//! in a file beside the project encrypted under a passphrase. Never in SQLite, logs or exports.

mod error;
mod file;
mod keychain;

use std::path::{Path, PathBuf};

pub use error::SecretError;

use file::SecretFile;
use keychain::{Keychain, SystemKeychain};

/// The environment variable that names a file with the passphrase.
const PASSPHRASE_FILE: &str = "BOWERBIRD_PASSPHRASE_FILE";

/// What stands in place of a secret wherever one is shown or written down.
const MASK: &str = "•••";

/// A secret text: prints and serialises as `•••`, is wiped by nobody but leaves this room only into
/// a request.
#[derive(Clone, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl serde::Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for a request.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(MASK)
    }
}

impl std::fmt::Display for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(MASK)
    }
}

/// The secrets of one project. Names: `proxy:NAME`, `account:SITE:USER`, `cookies:SITE:USER`.
/// Calls may wait for the disk, for the key derivation (a tenth of a second), or for a person who
/// unlocks the keychain: never call them where nothing may wait.
pub struct Secrets {
    place: Place,
}

enum Place {
    /// Of the project at this path, which is at rest.
    Closed(PathBuf),
    /// The encrypted file, whose passphrase is known.
    File(SecretFile),
    /// The keychain; `path` is where the encrypted file would be.
    Keychain {
        keychain: Box<dyn Keychain>,
        path: PathBuf,
    },
}

impl Secrets {
    /// The secrets of the project at `project`. A passphrase (from the file named by
    /// `BOWERBIRD_PASSPHRASE_FILE`, or typed) selects the encrypted file; without one the keychain
    /// is tried.
    pub fn open(project: &Path, passphrase: Option<Secret>) -> Self {
        let path = file_beside(project);
        let place = match passphrase {
            Some(passphrase) => Place::File(SecretFile::new(path, passphrase)),
            None => Place::Keychain {
                keychain: Box::new(SystemKeychain::of(project)),
                path,
            },
        };
        Self { place }
    }

    /// Secrets that nobody gets at: those of a project that the person has not allowed.
    pub fn closed(project: &Path) -> Self {
        let place = Place::Closed(project.to_owned());
        Self { place }
    }

    /// The passphrase in the file that `BOWERBIRD_PASSPHRASE_FILE` names, when it is set. One
    /// line end after it does not belong to it.
    ///
    /// # Errors
    /// When that file cannot be read, or is empty.
    pub fn passphrase_from_environment() -> Result<Option<Secret>, SecretError> {
        match std::env::var_os(PASSPHRASE_FILE) {
            Some(path) if !path.is_empty() => passphrase_in(Path::new(&path)).map(Some),
            _ => Ok(None),
        }
    }

    /// Looks a secret up.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        match &self.place {
            Place::Closed(path) => Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => Ok(file.read()?.remove(name)),
            Place::Keychain { keychain, path } => {
                let found = if keychain.answers() {
                    keychain.get(name)?
                } else {
                    None
                };
                // What the keychain does not know may lie in the file of a time with a passphrase.
                if found.is_none() && path.exists() {
                    return Err(no_passphrase(path));
                }
                Ok(found)
            }
        }
    }

    /// Keeps a secret.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        match &self.place {
            Place::Closed(path) => Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => file.change(|all| {
                all.insert(name.to_owned(), secret.clone());
            }),
            Place::Keychain { keychain, path } => {
                if !keychain.answers() {
                    return Err(no_passphrase(path));
                }
                keychain.set(name, secret)
            }
        }
    }

    /// Keeps many secrets at once, by name: the file is written once for all of them.
    ///
    /// # Errors
    /// [`SecretError`]; of a keychain some may be kept then.
    pub fn set_all(&self, secrets: &[(String, Secret)]) -> Result<(), SecretError> {
        match &self.place {
            Place::Closed(path) => Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => file.change(|all| all.extend(secrets.iter().cloned())),
            Place::Keychain { .. } => secrets
                .iter()
                .try_for_each(|(name, secret)| self.set(name, secret)),
        }
    }

    /// Forgets a secret; one that is not there is forgotten already.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn remove(&self, name: &str) -> Result<(), SecretError> {
        match &self.place {
            Place::Closed(path) => Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => file.change(|all| {
                all.remove(name);
            }),
            Place::Keychain { keychain, path } => {
                if keychain.answers() {
                    keychain.remove(name)?;
                }
                if path.exists() {
                    return Err(no_passphrase(path));
                }
                Ok(())
            }
        }
    }
}

/// Puts the secrets of the project at `project` under another passphrase. What changed them meanwhile
/// is not lost; whoever knows the old one only, reads them no more.
///
/// # Errors
/// [`SecretError`]: there is no encrypted file, the old passphrase is wrong, or the disk fails.
pub fn change_passphrase(project: &Path, old: &Secret, new: &Secret) -> Result<(), SecretError> {
    let path = file_beside(project);
    if !path.exists() {
        return Err(SecretError::NoFile { path });
    }
    SecretFile::new(path, old.clone()).rekey(new)
}

/// The encrypted file of a project: its name with `-secrets`.
fn file_beside(project: &Path) -> PathBuf {
    let mut path = project.as_os_str().to_owned();
    path.push("-secrets");
    path.into()
}

fn no_passphrase(path: &Path) -> SecretError {
    SecretError::NoPassphrase {
        path: path.to_owned(),
    }
}

/// The passphrase in a file; one line end after it does not belong to it.
///
/// # Errors
/// When the file cannot be read, or is empty.
pub fn passphrase_in(path: &Path) -> Result<Secret, SecretError> {
    let text = std::fs::read_to_string(path).map_err(|e| SecretError::file(path, &e))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.is_empty() {
        return Err(SecretError::EmptyPassphrase {
            path: path.to_owned(),
        });
    }
    Ok(Secret::new(line))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;

    /// A keychain in memory, or none when `absent`.
    #[derive(Default)]
    struct Fake {
        absent: bool,
        kept: Mutex<HashMap<String, Secret>>,
    }

    impl Keychain for Fake {
        fn answers(&self) -> bool {
            !self.absent
        }
        fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
            Ok(self.kept.lock().unwrap().get(name).cloned())
        }
        fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
            let mut kept = self.kept.lock().unwrap();
            kept.insert(name.to_owned(), secret.clone());
            Ok(())
        }
        fn remove(&self, name: &str) -> Result<(), SecretError> {
            self.kept.lock().unwrap().remove(name);
            Ok(())
        }
    }

    fn with(keychain: Fake, folder: &Path) -> Secrets {
        Secrets {
            place: Place::Keychain {
                keychain: Box::new(keychain),
                path: file_beside(&folder.join("news.bowerbird")),
            },
        }
    }

    #[test]
    fn a_secret_never_shows_itself() {
        let secret = Secret::new("s3cret");
        let shown = format!("{secret} {secret:?} {:?}", Some(&secret));
        assert!(!shown.contains("s3cret"), "{shown}");
        let written = serde_json::to_string(&secret).unwrap();
        assert_eq!(written, "\"•••\"");
        assert_eq!(secret.reveal(), "s3cret");
    }

    #[test]
    fn the_keychain_keeps_and_forgets() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = with(Fake::default(), folder.path());
        secrets.set("proxy:a", &Secret::new("x")).unwrap();
        assert_eq!(secrets.get("proxy:a").unwrap(), Some(Secret::new("x")));
        secrets.remove("proxy:a").unwrap();
        assert_eq!(secrets.get("proxy:a").unwrap(), None);
    }

    #[test]
    fn without_keychain_and_passphrase_there_is_nothing_to_find_and_no_place_to_keep() {
        let folder = tempfile::tempdir().unwrap();
        let absent = Fake {
            absent: true,
            ..Fake::default()
        };
        let secrets = with(absent, folder.path());
        assert_eq!(secrets.get("proxy:a").unwrap(), None);
        secrets.remove("proxy:a").unwrap();
        let refused = secrets.set("proxy:a", &Secret::new("x"));
        assert!(matches!(refused, Err(SecretError::NoPassphrase { .. })));
    }

    #[test]
    fn a_file_without_its_passphrase_is_not_mistaken_for_no_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("news.bowerbird");
        let with_file = Secrets::open(&project, Some(Secret::new("pass")));
        with_file.set("proxy:a", &Secret::new("x")).unwrap();
        let secrets = with(Fake::default(), folder.path());
        let missing = secrets.get("proxy:a");
        assert!(matches!(missing, Err(SecretError::NoPassphrase { .. })));
        secrets.set("proxy:a", &Secret::new("y")).unwrap();
        assert_eq!(secrets.get("proxy:a").unwrap(), Some(Secret::new("y")));
    }

    #[test]
    fn passphrases_come_from_a_file_without_its_line_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pass");
        let check = |bytes: &str, expected: Option<&str>| {
            std::fs::write(&path, bytes).unwrap();
            let found = passphrase_in(&path).ok();
            assert_eq!(found, expected.map(Secret::new));
        };
        check("open sesame\n", Some("open sesame"));
        check("芝麻开门\r\n", Some("芝麻开门"));
        check(" spaces \n\n", Some(" spaces \n"));
        check("\n", None);
        check("", None);
        let absent = passphrase_in(&folder.path().join("absent"));
        assert!(matches!(absent, Err(SecretError::File { .. })));
    }
}
