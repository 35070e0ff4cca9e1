//! Secrets in a file, encrypted under a passphrase. The key comes from the passphrase by Argon2id
//! (RFC 9106), the content is JSON sealed by XChaCha20-Poly1305 with the header as associated data,
//! so that a changed header is detected too. Writing replaces the whole file atomically.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `BOWERSEC` |
//! | 1 | version, 1 |
//! | 12 | Argon2id: memory in KiB, passes, lanes, each u32 little-endian |
//! | 16 | salt |
//! | 24 | nonce, new for every write |
//! | rest | ciphertext and tag |

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

use super::{Secret, SecretError};
use crate::files::local_file::{self, LocalFileError};

/// Maximum bytes of the file: about ten thousand secrets.
const MAX_BYTES: u64 = 16 * 1024 * 1024;
const MAGIC: &[u8; 8] = b"BOWERSEC";
const VERSION: u8 = 1;
const SALT_BYTES: usize = 16;
const NONCE_BYTES: usize = 24;
const HEADER_BYTES: usize = MAGIC.len() + 1 + 12 + SALT_BYTES + NONCE_BYTES;
/// Cost of a new file: 64 MiB and 3 passes, the second choice of RFC 9106 §4 on one lane.
const COST: Cost = Cost {
    memory_kib: 64 * 1024,
    passes: 3,
    lanes: 1,
};
/// The maximum cost that a file may demand; more would only be an attack or damage.
const MAX_COST: Cost = Cost {
    memory_kib: 1024 * 1024,
    passes: 16,
    lanes: 16,
};

/// All secrets by name.
pub(super) type All = BTreeMap<String, Secret>;

/// The encrypted file of one project.
pub(super) struct SecretFile {
    path: PathBuf,
    passphrase: Secret,
    /// The last derived key: deriving is slow on purpose.
    key: Mutex<Option<Derived>>,
}

/// A key with its derivation parameters.
type Derived = (Cost, [u8; SALT_BYTES], [u8; 32]);

impl SecretFile {
    /// The file at `path`, which need not exist yet.
    pub(super) fn new(path: PathBuf, passphrase: Secret) -> Self {
        Self {
            path,
            passphrase,
            key: Mutex::new(None),
        }
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The content of the file; empty when there is none.
    pub(super) fn read(&self) -> Result<All, SecretError> {
        match read(&self.path) {
            Ok(bytes) => self.open(&bytes).map(|(all, _)| all),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(All::new()),
            Err(e) => Err(SecretError::file(&self.path, &e)),
        }
    }

    /// Changes the content of the file. Concurrent changes wait, so that none is lost.
    pub(super) fn change(&self, change: impl FnOnce(&mut All)) -> Result<(), SecretError> {
        let disk = |e: io::Error| SecretError::file(&self.path, &e);
        let lock = self.lock().map_err(disk)?;
        let (mut all, header) = match read(&self.path) {
            Ok(bytes) => self.open(&bytes)?,
            Err(e) if e.kind() == ErrorKind::NotFound => {
                (All::new(), Header::fresh().map_err(disk)?)
            }
            Err(e) => return Err(disk(e)),
        };
        let before = all.clone();
        change(&mut all);
        if all != before {
            let sealed = self.seal(&all, &header)?;
            replace(&self.path, &sealed).map_err(disk)?;
        }
        drop(lock);
        Ok(())
    }

    /// Encrypts the same secrets under another passphrase, with a new salt.
    pub(super) fn rekey(&self, passphrase: &Secret) -> Result<(), SecretError> {
        let disk = |e: io::Error| SecretError::file(&self.path, &e);
        let lock = self.lock().map_err(disk)?;
        let (all, _) = self.open(&read(&self.path).map_err(disk)?)?;
        let new = Self::new(self.path.clone(), passphrase.clone());
        let sealed = new.seal(&all, &Header::fresh().map_err(disk)?)?;
        replace(&self.path, &sealed).map_err(disk)?;
        drop(lock);
        Ok(())
    }

    fn lock(&self) -> io::Result<File> {
        let mut path = self.path.clone().into_os_string();
        path.push(".lock");
        let file = private().create(true).truncate(false).open(path)?;
        file.lock()?;
        Ok(file)
    }

    fn open(&self, bytes: &[u8]) -> Result<(All, Header), SecretError> {
        let damaged = || SecretError::Damaged {
            path: self.path.clone(),
        };
        let (head, sealed) = bytes.split_at_checked(HEADER_BYTES).ok_or_else(damaged)?;
        let header = Header::read(head).ok_or_else(damaged)?;
        let cipher = XChaCha20Poly1305::new(&self.key(&header)?.into());
        let payload = Payload {
            msg: sealed,
            aad: head,
        };
        let plain = cipher
            .decrypt(&XNonce::from(header.nonce), payload)
            .map_err(|_| SecretError::WrongPassphrase {
                path: self.path.clone(),
            })?;
        let texts: BTreeMap<String, String> =
            serde_json::from_slice(&plain).map_err(|_| damaged())?;
        let all = texts.into_iter();
        let all = all.map(|(name, text)| (name, Secret::new(text))).collect();
        Ok((all, header))
    }

    fn seal(&self, all: &All, header: &Header) -> Result<Vec<u8>, SecretError> {
        let failed = |reason: String| SecretError::File {
            path: self.path.clone(),
            reason,
        };
        let header = header
            .with_new_nonce()
            .map_err(|e| SecretError::file(&self.path, &e))?;
        let mut bytes = header.bytes();
        // The only place where secrets are written out, encrypted.
        let open: BTreeMap<&str, &str> = all
            .iter()
            .map(|(name, secret)| (name.as_str(), secret.reveal()))
            .collect();
        let plain = serde_json::to_vec(&open).map_err(|e| failed(e.to_string()))?;
        let cipher = XChaCha20Poly1305::new(&self.key(&header)?.into());
        let payload = Payload {
            msg: &plain,
            aad: &bytes,
        };
        let sealed = cipher
            .encrypt(&XNonce::from(header.nonce), payload)
            .map_err(|e| failed(e.to_string()))?;
        bytes.extend_from_slice(&sealed);
        Ok(bytes)
    }

    fn key(&self, header: &Header) -> Result<[u8; 32], SecretError> {
        let mut kept = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((cost, salt, key)) = *kept
            && cost == header.cost
            && salt == header.salt
        {
            return Ok(key);
        }
        let key = derive(&self.passphrase, header).map_err(|_| SecretError::Damaged {
            path: self.path.clone(),
        })?;
        *kept = Some((header.cost, header.salt, key));
        Ok(key)
    }
}

fn derive(passphrase: &Secret, header: &Header) -> Result<[u8; 32], argon2::Error> {
    let cost = header.cost;
    let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(32))?;
    let mut key = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into(
        passphrase.reveal().as_bytes(),
        &header.salt,
        &mut key,
    )?;
    Ok(key)
}

/// The cost of deriving the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cost {
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

/// The part before the ciphertext.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    cost: Cost,
    salt: [u8; SALT_BYTES],
    nonce: [u8; NONCE_BYTES],
}

impl Header {
    /// The header of a new file.
    fn fresh() -> io::Result<Self> {
        Ok(Self {
            cost: COST,
            salt: random()?,
            nonce: random()?,
        })
    }

    /// The same key with another nonce: a nonce never encrypts two contents.
    fn with_new_nonce(&self) -> io::Result<Self> {
        Ok(Self {
            nonce: random()?,
            ..self.clone()
        })
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.push(VERSION);
        for number in [self.cost.memory_kib, self.cost.passes, self.cost.lanes] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.salt);
        bytes.extend_from_slice(&self.nonce);
        bytes
    }

    /// `None` for another format, a later version, or an excessive cost.
    fn read(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (version, rest) = rest.split_first()?;
        let (memory_kib, rest) = rest.split_first_chunk::<4>()?;
        let (passes, rest) = rest.split_first_chunk::<4>()?;
        let (lanes, rest) = rest.split_first_chunk::<4>()?;
        let (salt, rest) = rest.split_first_chunk::<SALT_BYTES>()?;
        let (nonce, _) = rest.split_first_chunk::<NONCE_BYTES>()?;
        let cost = Cost {
            memory_kib: u32::from_le_bytes(*memory_kib),
            passes: u32::from_le_bytes(*passes),
            lanes: u32::from_le_bytes(*lanes),
        };
        let bearable = cost.memory_kib <= MAX_COST.memory_kib
            && cost.passes <= MAX_COST.passes
            && cost.lanes <= MAX_COST.lanes;
        (*version == VERSION && bearable).then_some(Self {
            cost,
            salt: *salt,
            nonce: *nonce,
        })
    }
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(bytes)
}

/// Options for files that only their owner may read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Reads the bytes of the file, which may be beside a stranger's project: a pipe or a device there
/// is endless.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    local_file::read(path, MAX_BYTES).map_err(|error| match error {
        LocalFileError::Io(error) => error,
        other => io::Error::new(ErrorKind::InvalidData, other),
    })
}

/// Replaces the old file by a new one, so that one of them is complete at any time. The caller
/// holds the lock, so the new file's name is free.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = path.to_owned().into_os_string();
    new.push(".new");
    // A file left by a crash may have another owner or other permissions.
    match fs::remove_file(&new) {
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut file = private().create_new(true).open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn secret_file(folder: &Path, passphrase: &str) -> SecretFile {
        SecretFile::new(folder.join("p-secrets"), Secret::new(passphrase))
    }

    fn put(file: &SecretFile, name: &str, secret: &str) {
        let keep = |all: &mut All| {
            all.insert(name.to_owned(), Secret::new(secret));
        };
        file.change(keep).unwrap();
    }

    #[test]
    fn secrets_come_back_and_are_unreadable_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let file = secret_file(folder.path(), "open sesame");
        assert!(file.read().unwrap().is_empty());
        put(&file, "proxy:a", "s3cret 密码");
        put(&file, "account:b:ann", "other");
        let again = secret_file(folder.path(), "open sesame").read().unwrap();
        assert_eq!(again["proxy:a"].reveal(), "s3cret 密码");
        assert_eq!(again.len(), 2);
        let bytes = fs::read(folder.path().join("p-secrets")).unwrap();
        assert!(bytes.starts_with(b"BOWERSEC\x01"));
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!shown.contains("s3cret") && !shown.contains("proxy:a"));
    }

    #[test]
    fn every_writing_has_its_own_nonce() {
        let folder = tempfile::tempdir().unwrap();
        let file = secret_file(folder.path(), "x");
        let nonce = || {
            let bytes = fs::read(folder.path().join("p-secrets")).unwrap();
            Header::read(&bytes).unwrap().nonce
        };
        put(&file, "a", "1");
        let first = nonce();
        put(&file, "a", "2");
        assert_ne!(first, nonce());
    }

    #[test]
    fn another_passphrase_neither_reads_nor_overwrites() {
        let folder = tempfile::tempdir().unwrap();
        put(&secret_file(folder.path(), "right"), "a", "1");
        let before = fs::read(folder.path().join("p-secrets")).unwrap();
        let wrong = secret_file(folder.path(), "wrong");
        let read = wrong.read();
        assert!(matches!(read, Err(SecretError::WrongPassphrase { .. })));
        let changed = wrong.change(All::clear);
        assert!(matches!(changed, Err(SecretError::WrongPassphrase { .. })));
        assert_eq!(fs::read(folder.path().join("p-secrets")).unwrap(), before);
    }

    #[test]
    fn another_passphrase_takes_the_place_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = secret_file(folder.path(), "old");
        put(&file, "a", "1");
        put(&file, "b", "2");
        let salt = || {
            let bytes = fs::read(folder.path().join("p-secrets")).unwrap();
            Header::read(&bytes).unwrap().salt
        };
        let before = salt();
        let wrong = secret_file(folder.path(), "wrong").rekey(&Secret::new("new"));
        assert!(matches!(wrong, Err(SecretError::WrongPassphrase { .. })));
        file.rekey(&Secret::new("new")).unwrap();
        assert_ne!(before, salt());
        let old = secret_file(folder.path(), "old").read();
        assert!(matches!(old, Err(SecretError::WrongPassphrase { .. })));
        let all = secret_file(folder.path(), "new").read().unwrap();
        assert_eq!((all["a"].reveal(), all["b"].reveal()), ("1", "2"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let rights = fs::metadata(folder.path().join("p-secrets")).unwrap();
            assert_eq!(rights.permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn changed_bytes_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p-secrets");
        let file = secret_file(folder.path(), "x");
        put(&file, "a", "1");
        let good = fs::read(&path).unwrap();
        // Magic, version, an absurd cost, and the last byte of the tag.
        for at in [0, 8, 12, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 0xff;
            fs::write(&path, bad).unwrap();
            assert!(file.read().is_err(), "byte {at}");
        }
        fs::write(&path, &good[..20]).unwrap();
        assert!(matches!(file.read(), Err(SecretError::Damaged { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_secrets_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("p-secrets");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let file = secret_file(folder.path(), "x");
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(file.read().is_err()));
        let refused = told.recv_timeout(std::time::Duration::from_secs(30));
        assert_eq!(refused, Ok(true));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        put(&secret_file(folder.path(), "x"), "a", "1");
        let rights = fs::metadata(folder.path().join("p-secrets")).unwrap();
        assert_eq!(rights.permissions().mode() & 0o777, 0o600);
        assert!(!folder.path().join("p-secrets.new").exists());
    }

    #[test]
    fn changes_at_the_same_time_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for name in ["a", "b", "c", "d"] {
                let file = secret_file(folder.path(), "x");
                scope.spawn(move || put(&file, name, name));
            }
        });
        let all = secret_file(folder.path(), "x").read().unwrap();
        assert_eq!(all.into_keys().collect::<String>(), "abcd");
    }

    proptest! {
        #[test]
        fn any_bytes_as_header_are_refused_or_read_back(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            if let Some(header) = Header::read(&bytes) {
                prop_assert_eq!(&header.bytes()[..], &bytes[..HEADER_BYTES]);
            }
        }
    }
}
