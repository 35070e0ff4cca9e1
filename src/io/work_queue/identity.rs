//! The key pair of an installation or a worker: X25519, made at its first use, in a private file of its
//! own. Its public half is what a person compares and accepts.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use x25519_dalek::StaticSecret;

use super::QueueError;
use crate::files::private_files;

/// Bytes of a key.
const KEY_BYTES: usize = 32;
/// How often, and after which time, a file that is being written is read again.
const READS: usize = 10;
const READ_AGAIN: Duration = Duration::from_millis(20);

/// The public half of a key pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PublicKey([u8; KEY_BYTES]);

impl PublicKey {
    /// The bytes.
    pub fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// The key that `text` spells in hexadecimal.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; KEY_BYTES];
        if text.len() != 2 * KEY_BYTES || !text.is_ascii() {
            return None;
        }
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// What a person compares: eight groups of four hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let digest: [u8; 16] = Blake2b::<U16>::digest(self.0).into();
        let groups = digest.chunks(2);
        let groups: Vec<String> = groups
            .map(|pair| pair.iter().map(|byte| format!("{byte:02x}")).collect())
            .collect();
        groups.join("-")
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("no public key"))
    }
}

/// A key pair.
#[derive(Clone)]
pub struct Identity {
    secret: StaticSecret,
    public: PublicKey,
}

impl Identity {
    /// The key pair in the file at `path`, which is made if there is none.
    ///
    /// # Errors
    /// [`QueueError::Identity`].
    pub fn load_or_create(path: &Path) -> Result<Self, QueueError> {
        let failed = |reason: &dyn fmt::Display| QueueError::Identity {
            path: path.display().to_string(),
            reason: reason.to_string(),
        };
        if let Some(folder) = path.parent() {
            private_files::create_folders(folder).map_err(|error| failed(&error))?;
        }
        // A second process may make it at the same time: the first one wins, both read it.
        match private_files::create_new(path) {
            Ok(mut file) => {
                let mut bytes = [0; KEY_BYTES];
                getrandom::fill(&mut bytes).map_err(|error| failed(&error))?;
                file.write_all(&bytes)
                    .and_then(|()| file.sync_all())
                    .map_err(|error| failed(&error))?;
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(&error)),
        }
        let mut bytes = std::fs::read(path).map_err(|error| failed(&error))?;
        // Another process may be writing it.
        for _ in 0..READS {
            if !bytes.is_empty() {
                break;
            }
            std::thread::sleep(READ_AGAIN);
            bytes = std::fs::read(path).map_err(|error| failed(&error))?;
        }
        let bytes: [u8; KEY_BYTES] = bytes
            .try_into()
            .map_err(|_| failed(&"it is not a key of this program"))?;
        Ok(Self::of(bytes))
    }

    fn of(bytes: [u8; KEY_BYTES]) -> Self {
        let secret = StaticSecret::from(bytes);
        let public = PublicKey(x25519_dalek::PublicKey::from(&secret).to_bytes());
        Self { secret, public }
    }

    /// The public half.
    pub fn public(&self) -> PublicKey {
        self.public
    }

    /// The secret shared with the holder of another key; `None` for a key that is none.
    pub(super) fn shared(&self, other: &PublicKey) -> Option<[u8; KEY_BYTES]> {
        let other = x25519_dalek::PublicKey::from(other.0);
        let shared = self.secret.diffie_hellman(&other);
        shared.was_contributory().then(|| shared.to_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_pair_is_made_once_and_kept_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("workers").join("key");
        let first = Identity::load_or_create(&path).unwrap();
        let again = Identity::load_or_create(&path).unwrap();
        assert_eq!(first.public(), again.public());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let text = first.public().to_string();
        assert_eq!(PublicKey::parse(&text), Some(first.public()));
        assert_eq!(first.public().fingerprint().len(), 8 * 4 + 7);
        std::fs::write(&path, b"short").unwrap();
        assert!(Identity::load_or_create(&path).is_err());
    }

    #[test]
    fn a_key_without_effect_is_refused() {
        let own = Identity::of([7; KEY_BYTES]);
        assert!(own.shared(&PublicKey([0; KEY_BYTES])).is_none());
    }
}
