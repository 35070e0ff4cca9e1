//! The queue of work for other machines, on Redis or Valkey: what an owner of a project hands out to
//! its workers, and what these send back. Input: sealed messages. Output: the same at the other end.
//! Bounded in bytes in both directions; nothing unread is trimmed. Never reads what a message holds,
//! and decides nothing.
//!
//! Keys, all of one project with one hash tag:
//!
//! | key | type | what |
//! |---|---|---|
//! | `bowerbird:{workers}` | hash | the workers that are there, by their public key |
//! | `bowerbird:{owners}` | hash | the owners that use workers, by their session |
//! | `bowerbird:{PROJECT}:SESSION:alive` | string | that this session of the owner goes on |
//! | `bowerbird:{PROJECT}:SESSION:work:WORKER` | stream | requests handed out to one worker |
//! | `bowerbird:{PROJECT}:SESSION:readings` | stream | what the workers of an owner send back |
//! | `bowerbird:{PROJECT}:SESSION:bytes` | string | bytes of the readings that wait |
//! | `bowerbird:{PROJECT}:SESSION:blob:HASH` | string | rules and signals, by content |
//!
//! All expire, so that nothing stays behind after a machine that died.

mod address;
mod connection;
mod error;
mod frame;
mod identity;
mod keys;
mod registry;
mod sealed;
mod settings;
mod streams;
mod worker_overview;

pub use address::QueueAddress;
pub use connection::{QueueConnection, connect};
pub use error::QueueError;
pub use frame::{pack, unpack};
pub use identity::{Identity, PublicKey};
pub use keys::{OwnerKeys, SessionId, Token};
pub use registry::{OwnerEntry, WorkerEntry};
pub use sealed::{BlobKey, Direction, Seal, content_hash};
pub use settings::{
    AcceptedWorker, DEFAULT_LIMIT_BYTES, SettingsStamp, WorkerSettings, WorkerSettingsStore,
};
pub use streams::{Arrived, Put};
pub use worker_overview::{WorkerLine, WorkerOverview, WorkerState};

/// The version of the messages. Both sides have the same, and the same build.
pub const PROTOCOL: u32 = 2;
/// The maximum bytes of one message, sealed.
pub const MAX_MESSAGE_BYTES: usize = 48 * 1024 * 1024;

/// What both sides must have in common: the version of the messages, the version of the program, and
/// hashes that come out alike, since readings hold some.
pub fn build() -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    "bowerbird".hash(&mut hasher);
    let hash = hasher.finish() & 0xffff;
    format!("{}-{PROTOCOL}-{hash:04x}", env!("CARGO_PKG_VERSION"))
}
