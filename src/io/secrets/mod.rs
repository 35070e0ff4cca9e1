//! Secrets: passwords of proxies and accounts, session cookies. Stored in the system's keychain, or
//! in an encrypted file with a passphrase beside the project. Never in SQLite, logs or exports.
//!
//! A secret is bound to three things. All are stored with the secret itself and never in the
//! project's file, which is not trusted here:
//! - the project: its entry is called `PROJECT-ID/NAME`, so that a file that replaces a known one
//!   finds nothing, and a project moved with its `-secrets` file finds all;
//! - the purpose: `account:SITE:USER`, `cookies:SITE:USER`, `proxy:NAME`, `alert:CHANNEL`,
//!   `export:NAME`;
//! - the places it was given for ([`SecretScope`]); it is never revealed without naming one.
//!
//! Entries of earlier versions have neither id nor places. They are adopted once: all of them by
//! the first project that opens them at their path after the upgrade, each for the places that it
//! has in that project at that moment (the hosts of the site's start and login pages, the address
//! of the proxy, mail server or webhook). Nothing else is known about them, and before the upgrade
//! any file at that path could use them. After that all is strict: entries unknown to the project
//! are bound to no place, and a keychain records under `bound-project` that nothing is left to
//! adopt.

mod error;
mod file;
mod keychain;
mod scoped_secret;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub use error::{SecretError, asks_first_passphrase, asks_passphrase, unknown_passphrase};
pub use scoped_secret::{BoundSecret, OutOfScope};

use bowerbird_logic::policy::pools::secret_scope::SecretScope;
use file::SecretFile;
use keychain::{Keychain, SystemKeychain};

/// The least number of characters of a new passphrase.
pub const MIN_PASSPHRASE_CHARS: usize = 8;
/// The environment variable that names a file with the passphrase.
const PASSPHRASE_FILE: &str = "BOWERBIRD_PASSPHRASE_FILE";

/// Shown in place of a secret wherever one is displayed or logged.
const MASK: &str = "•••";

/// A secret text: prints as `•••`, cannot be serialised, and leaves this module only for a request.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Secret(String);

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

/// The name of the keychain entry that names the project which adopted unbound entries.
const ADOPTED: &str = "bound-project";

/// The names and places of a project's secrets, for entries of earlier versions.
pub type Former = Box<dyn Fn() -> Result<Vec<(String, SecretScope)>, String> + Send + Sync>;

/// The secrets of one project. Names: `proxy:NAME`, `account:SITE:USER`, `cookies:SITE:USER`. Calls
/// may block on the disk, on key derivation (a tenth of a second), or on the user unlocking the
/// keychain: never call them where blocking is not allowed.
pub struct Secrets {
    place: Place,
    /// The id of the project that they belong to.
    project: String,
    /// Present until entries of earlier versions were searched for.
    former: Mutex<Option<Former>>,
}

enum Place {
    /// The secrets of the project at this path, which is at rest.
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
    /// The secrets of the project at `project` with the id `id`. A passphrase (from the file named
    /// by `BOWERBIRD_PASSPHRASE_FILE`, or typed) selects the encrypted file; without one the
    /// keychain is tried. `former` returns the project's secrets if entries of earlier versions are
    /// found.
    pub fn open(project: &Path, id: &str, passphrase: Option<Secret>, former: Former) -> Self {
        let path = file_beside(project);
        let place = match passphrase {
            Some(passphrase) => Place::File(SecretFile::new(path, passphrase)),
            None => Place::Keychain {
                keychain: Box::new(SystemKeychain::of(project)),
                path,
            },
        };
        Self {
            place,
            project: id.to_owned(),
            former: Mutex::new(Some(former)),
        }
    }

    /// Inaccessible secrets: those of a project that the user has not allowed.
    pub fn closed(project: &Path) -> Self {
        let place = Place::Closed(project.to_owned());
        Self {
            place,
            project: String::new(),
            former: Mutex::new(None),
        }
    }

    /// The passphrase in the file that `BOWERBIRD_PASSPHRASE_FILE` names, if set, without one
    /// trailing line end.
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
    pub fn get(&self, name: &str) -> Result<Option<BoundSecret>, SecretError> {
        self.adopt_former()?;
        let name = self.own(name);
        let found = match &self.place {
            Place::Closed(path) => return Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => file.read()?.remove(&name),
            Place::Keychain { keychain, path } => {
                let found = if keychain.answers() {
                    keychain.get(&name)?
                } else {
                    None
                };
                // Secrets missing in the keychain may be in the file, from a time with a
                // passphrase.
                if found.is_none() && path.exists() {
                    return Err(no_passphrase(path));
                }
                found
            }
        };
        Ok(found.as_ref().and_then(BoundSecret::read))
    }

    /// Which of `names` cannot be read because the passphrase is unknown or wrong, as places in
    /// `names`, with the failure that says so; `None` if all can be read.
    pub fn locked(&self, names: &[String]) -> Option<(SecretError, Vec<usize>)> {
        if names.is_empty() {
            return None;
        }
        match &self.place {
            Place::Closed(_) => None,
            Place::File(file) => match file.read() {
                Err(error @ SecretError::WrongPassphrase { .. }) => {
                    Some((error, (0..names.len()).collect()))
                }
                _ => None,
            },
            Place::Keychain { path, .. } if !path.exists() => None,
            Place::Keychain { keychain, path } => {
                let answers = keychain.answers();
                let missing =
                    |name: &String| !answers || matches!(keychain.get(&self.own(name)), Ok(None));
                let places: Vec<usize> = (0..)
                    .zip(names)
                    .filter(|(_, name)| missing(name))
                    .map(|(place, _)| place)
                    .collect();
                (!places.is_empty()).then(|| (no_passphrase(path), places))
            }
        }
    }

    /// Stores a secret.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn set(&self, name: &str, secret: &BoundSecret) -> Result<(), SecretError> {
        self.set_all(&[(name.to_owned(), secret.clone())])
    }

    /// Stores many secrets at once, by name: the file is written once for all of them.
    ///
    /// # Errors
    /// [`SecretError`]; in a keychain some may be stored then.
    pub fn set_all(&self, secrets: &[(String, BoundSecret)]) -> Result<(), SecretError> {
        self.adopt_former()?;
        let mut written = secrets
            .iter()
            .map(|(name, secret)| (self.own(name), secret.written()));
        match &self.place {
            Place::Closed(path) => Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => file.change(|all| all.extend(written)),
            Place::Keychain { keychain, path } => written.try_for_each(|(name, secret)| {
                if !keychain.answers() {
                    return Err(no_passphrase(path));
                }
                keychain.set(&name, &secret)
            }),
        }
    }

    /// Removes a secret; does nothing if there is none.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn remove(&self, name: &str) -> Result<(), SecretError> {
        self.adopt_former()?;
        let name = self.own(name);
        match &self.place {
            Place::Closed(path) => Err(SecretError::AtRest { path: path.clone() }),
            Place::File(file) => file.change(|all| {
                all.remove(&name);
            }),
            Place::Keychain { keychain, path } => {
                if keychain.answers() {
                    keychain.remove(&name)?;
                }
                if path.exists() {
                    return Err(no_passphrase(path));
                }
                Ok(())
            }
        }
    }

    /// Binds the entries of earlier versions to this project, once; see the module documentation.
    /// Call it before a rule or an address changes, so that they are bound to the old one.
    ///
    /// # Errors
    /// [`SecretError`]; then the next call tries again.
    pub fn adopt_former(&self) -> Result<(), SecretError> {
        let mut former = self.former.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = former.as_ref() else {
            return Ok(());
        };
        let known = |path: &Path| {
            known().map_err(|reason| SecretError::File {
                path: path.to_owned(),
                reason,
            })
        };
        match &self.place {
            Place::File(file) => {
                if file.read()?.keys().any(|name| !is_bound(name)) {
                    let known = known(file.path())?;
                    file.change(|all| self.adopt_in_file(all, &known))?;
                }
            }
            Place::Keychain { keychain, path } if keychain.answers() => {
                self.adopt_in_keychain(keychain.as_ref(), &known(path)?)?;
            }
            Place::Closed(_) | Place::Keychain { .. } => {}
        }
        *former = None;
        Ok(())
    }

    fn adopt_in_file(&self, all: &mut file::All, known: &[(String, SecretScope)]) {
        let mut adopted = file::All::new();
        for (name, secret) in std::mem::take(all) {
            if is_bound(&name) {
                adopted.insert(name, secret);
                continue;
            }
            let places = known.iter().find(|(known, _)| *known == name);
            let scope = places.map(|(_, scope)| scope.clone()).unwrap_or_default();
            let bound = BoundSecret::new(secret, scope).written();
            adopted.entry(self.own(&name)).or_insert(bound);
        }
        *all = adopted;
    }

    /// A keychain cannot be listed: entries unknown to the project stay, and are never used again.
    fn adopt_in_keychain(
        &self,
        keychain: &dyn Keychain,
        known: &[(String, SecretScope)],
    ) -> Result<(), SecretError> {
        if known.is_empty() || keychain.get(ADOPTED)?.is_some() {
            return Ok(());
        }
        let mut adopted = Vec::new();
        for (name, scope) in known {
            let own = self.own(name);
            if let Some(secret) = keychain.get(name)? {
                if keychain.get(&own)?.is_none() {
                    let bound = BoundSecret::new(secret, scope.clone());
                    keychain.set(&own, &bound.written())?;
                }
                adopted.push(name);
            }
        }
        keychain.set(ADOPTED, &Secret::new(self.project.as_str()))?;
        adopted
            .into_iter()
            .try_for_each(|name| keychain.remove(name))
    }

    /// The entry name of a secret of this project.
    fn own(&self, name: &str) -> String {
        format!("{}/{name}", self.project)
    }
}

/// Whether an entry's name begins with a project id.
fn is_bound(name: &str) -> bool {
    let id = name.split_once('/').map_or("", |(id, _)| id);
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Encrypts the secrets of the project at `project` under another passphrase. Concurrent changes
/// are not lost; the old passphrase no longer works.
///
/// # Errors
/// [`SecretError`]: there is no encrypted file, the old passphrase is wrong, or writing fails.
pub fn change_passphrase(project: &Path, old: &Secret, new: &Secret) -> Result<(), SecretError> {
    let path = file_beside(project);
    if !path.exists() {
        return Err(SecretError::NoFile { path });
    }
    SecretFile::new(path, old.clone()).rekey(new)
}

/// Puts the encrypted file of the project at `project` aside, as `NAME-secrets.old`: its passphrase
/// is lost, and what it holds is entered again. An older one that was put aside is replaced.
///
/// # Errors
/// [`SecretError`]: there is no encrypted file, or it cannot be renamed.
pub fn put_aside(project: &Path) -> Result<(), SecretError> {
    let path = file_beside(project);
    if !path.exists() {
        return Err(SecretError::NoFile { path });
    }
    let mut old = path.clone().into_os_string();
    old.push(".old");
    std::fs::rename(&path, &old).map_err(|error| SecretError::file(&path, &error))
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
        exists: path.exists(),
    }
}

/// The passphrase in a file, without one trailing line end.
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
mod tests;
