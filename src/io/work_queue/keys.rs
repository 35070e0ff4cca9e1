//! The names under which an owner's things are stored. One hash tag a project keeps them together
//! where a cluster spreads keys.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{PublicKey, QueueError};

/// One start of a program, by a random number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SessionId(u64);

impl SessionId {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn random() -> Result<Self, QueueError> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| QueueError::Identity {
            path: String::new(),
            reason: error.to_string(),
        })?;
        Ok(Self(u64::from_le_bytes(bytes)))
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Names one request that was handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Token(SessionId);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn random() -> Result<Self, QueueError> {
        SessionId::random().map(Self)
    }
}

/// The keys of one session of an owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnerKeys {
    prefix: String,
    session: SessionId,
}

impl OwnerKeys {
    /// Those of `session` of the project with this id.
    pub fn new(project: &str, session: SessionId) -> Self {
        // A brace in the id would end the hash tag early.
        let project: String = project
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        Self {
            prefix: format!("bowerbird:{{{project}}}:{session}"),
            session,
        }
    }

    /// The session.
    pub fn session(&self) -> SessionId {
        self.session
    }

    pub(super) fn alive(&self) -> String {
        format!("{}:alive", self.prefix)
    }

    pub(super) fn work(&self, worker: &PublicKey) -> String {
        format!("{}:work:{worker}", self.prefix)
    }

    pub(super) fn readings(&self) -> String {
        format!("{}:readings", self.prefix)
    }

    pub(super) fn bytes(&self) -> String {
        format!("{}:bytes", self.prefix)
    }

    pub(super) fn blob(&self, hash: &str) -> String {
        format!("{}:blob:{hash}", self.prefix)
    }
}
