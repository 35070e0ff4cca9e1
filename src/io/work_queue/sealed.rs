//! Sealed messages: only the one other side can read them, and only it can have written them. The key
//! comes from both key pairs (X25519) and the session, the message is sealed by
//! XChaCha20-Poly1305 after compression.

use blake2::digest::consts::{U16, U32};
use blake2::{Blake2b, Digest};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};

use super::{Identity, MAX_MESSAGE_BYTES, OwnerKeys, PublicKey};

const NONCE_BYTES: usize = 24;
/// The maximum bytes of a message after unpacking: a page of the largest size with its reading.
const MAX_UNPACKED: usize = 96 * 1024 * 1024;
/// Fast: the queue is near, and the other side unpacks at once.
const LEVEL: i32 = 1;
const LABEL: &[u8] = b"bowerbird work queue 1";

/// Who writes a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The owner, to a worker.
    ToWorker,
    /// A worker, to the owner.
    ToOwner,
}

/// What seals and opens the messages between an owner's session and a worker.
pub struct Seal {
    to_worker: XChaCha20Poly1305,
    to_owner: XChaCha20Poly1305,
}

impl Seal {
    /// For the owner; `None` if the worker's key is none.
    pub fn of_owner(own: &Identity, worker: &PublicKey, keys: &OwnerKeys) -> Option<Self> {
        let shared = own.shared(worker)?;
        Some(Self::new(&shared, &own.public(), worker, keys))
    }

    /// For a worker; `None` if the owner's key is none.
    pub fn of_worker(own: &Identity, owner: &PublicKey, keys: &OwnerKeys) -> Option<Self> {
        let shared = own.shared(owner)?;
        Some(Self::new(&shared, owner, &own.public(), keys))
    }

    fn new(shared: &[u8; 32], owner: &PublicKey, worker: &PublicKey, keys: &OwnerKeys) -> Self {
        let key = |direction: u8| {
            let digest = Blake2b::<U32>::new()
                .chain_update(LABEL)
                .chain_update(shared)
                .chain_update(owner.bytes())
                .chain_update(worker.bytes())
                .chain_update([direction])
                .chain_update(keys.readings().as_bytes())
                .finalize();
            let digest: [u8; 32] = digest.into();
            XChaCha20Poly1305::new(&digest.into())
        };
        Self {
            to_worker: key(0),
            to_owner: key(1),
        }
    }

    fn cipher(&self, direction: Direction) -> &XChaCha20Poly1305 {
        match direction {
            Direction::ToWorker => &self.to_worker,
            Direction::ToOwner => &self.to_owner,
        }
    }

    /// Seals a message; `None` if it is too large.
    pub fn seal(&self, direction: Direction, message: &[u8]) -> Option<Vec<u8>> {
        let packed = zstd::bulk::compress(message, LEVEL).ok()?;
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).ok()?;
        let payload = Payload {
            msg: &packed,
            aad: LABEL,
        };
        let sealed = self
            .cipher(direction)
            .encrypt(&XNonce::from(nonce), payload)
            .ok()?;
        let mut whole = nonce.to_vec();
        whole.extend_from_slice(&sealed);
        (whole.len() <= MAX_MESSAGE_BYTES).then_some(whole)
    }

    /// Opens a message; `None` if the other side did not write it, or it is too large.
    pub fn open(&self, direction: Direction, whole: &[u8]) -> Option<Vec<u8>> {
        if whole.len() > MAX_MESSAGE_BYTES {
            return None;
        }
        let (nonce, sealed) = whole.split_at_checked(NONCE_BYTES)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().ok()?;
        let payload = Payload {
            msg: sealed,
            aad: LABEL,
        };
        let packed = self
            .cipher(direction)
            .decrypt(&XNonce::from(nonce), payload)
            .ok()?;
        let size = zstd::zstd_safe::get_frame_content_size(&packed).ok()??;
        let size = usize::try_from(size)
            .ok()
            .filter(|size| *size <= MAX_UNPACKED)?;
        zstd::bulk::decompress(&packed, size).ok()
    }
}

/// The key of the blobs of one session of an owner; it travels in sealed messages only.
#[derive(Clone, Serialize, Deserialize)]
pub struct BlobKey([u8; 32]);

/// The name of a blob: a hash of its content.
pub fn content_hash(content: &[u8]) -> String {
    let digest: [u8; 16] = Blake2b::<U16>::digest(content).into();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl BlobKey {
    /// A new one; `None` when the system gives no random numbers.
    pub fn random() -> Option<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(bytes))
    }

    fn seal_of(&self) -> Seal {
        let cipher = || XChaCha20Poly1305::new(&self.0.into());
        Seal {
            to_worker: cipher(),
            to_owner: cipher(),
        }
    }

    /// Seals a blob.
    pub fn seal(&self, content: &[u8]) -> Option<Vec<u8>> {
        self.seal_of().seal(Direction::ToWorker, content)
    }

    /// Opens the blob with this hash.
    pub fn open(&self, hash: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let content = self.seal_of().open(Direction::ToWorker, sealed)?;
        (content_hash(&content) == hash).then_some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work_queue::SessionId;

    #[test]
    fn only_the_other_side_of_the_same_session_reads_a_message() {
        let folder = tempfile::tempdir().unwrap();
        let identity = |name: &str| Identity::load_or_create(&folder.path().join(name)).unwrap();
        let (owner, worker, other) = (identity("o"), identity("w"), identity("x"));
        let keys = OwnerKeys::new("p", SessionId::random().unwrap());
        let here = Seal::of_owner(&owner, &worker.public(), &keys).unwrap();
        let there = Seal::of_worker(&worker, &owner.public(), &keys).unwrap();
        let sealed = here.seal(Direction::ToWorker, b"a secret").unwrap();
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        assert_eq!(
            there.open(Direction::ToWorker, &sealed).unwrap(),
            b"a secret"
        );
        // Not the other way round, not by others, not in another session, not changed.
        assert!(there.open(Direction::ToOwner, &sealed).is_none());
        let stranger = Seal::of_worker(&other, &owner.public(), &keys).unwrap();
        assert!(stranger.open(Direction::ToWorker, &sealed).is_none());
        let later = OwnerKeys::new("p", SessionId::random().unwrap());
        let later = Seal::of_worker(&worker, &owner.public(), &later).unwrap();
        assert!(later.open(Direction::ToWorker, &sealed).is_none());
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(there.open(Direction::ToWorker, &changed).is_none());
        assert!(there.open(Direction::ToWorker, b"x").is_none());
    }
}
