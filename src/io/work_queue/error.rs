//! Why the queue cannot be used, and what to do about it.

use bowerbird_logic::messages::{Explain, Message, english};

/// A failure of the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueError {
    /// No address of a server.
    Address {
        /// What was typed, without a password.
        text: String,
    },
    /// The server does not answer.
    Away {
        /// Its address.
        address: String,
        /// Why.
        reason: String,
    },
    /// The certificate of the server is not trusted on this machine.
    Certificate {
        /// Its address.
        address: String,
        /// Why.
        reason: String,
    },
    /// The server refuses the user or the password, or wants one.
    Password {
        /// Its address.
        address: String,
    },
    /// The user may not do what the queue needs.
    Permission {
        /// Its address.
        address: String,
        /// What it said.
        reason: String,
    },
    /// The server is too old.
    Version {
        /// Its address.
        address: String,
        /// Its version.
        version: String,
    },
    /// The server would drop what was not read when its memory is full.
    Eviction {
        /// Its address.
        address: String,
        /// Its policy.
        policy: String,
    },
    /// The server's memory is full.
    Memory {
        /// Its address.
        address: String,
    },
    /// Something else is stored under a name of the queue.
    Foreign {
        /// The name.
        key: String,
    },
    /// The server refused a command.
    Refused {
        /// Its address.
        address: String,
        /// What it said.
        reason: String,
    },
    /// The private folder with the key of this machine cannot be used.
    Identity {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
}

impl QueueError {
    /// Whether trying again later may help, without a person.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Away { .. }
                | Self::Certificate { .. }
                | Self::Memory { .. }
                | Self::Refused { .. }
        )
    }
}

impl Explain for QueueError {
    fn explain(&self) -> Message {
        let about = |id: &'static str, address: &str| Message::new(id).with("address", address);
        match self {
            Self::Address { text } => Message::new("queue-address").with("text", text.as_str()),
            Self::Away { address, reason } => {
                about("queue-away", address).with("reason", reason.as_str())
            }
            Self::Certificate { address, reason } => {
                about("queue-certificate", address).with("reason", reason.as_str())
            }
            Self::Password { address } => about("queue-password", address),
            Self::Permission { address, reason } => {
                about("queue-permission", address).with("reason", reason.as_str())
            }
            Self::Version { address, version } => {
                about("queue-version", address).with("version", version.as_str())
            }
            Self::Eviction { address, policy } => {
                about("queue-eviction", address).with("policy", policy.as_str())
            }
            Self::Memory { address } => about("queue-memory", address),
            Self::Foreign { key } => Message::new("queue-foreign").with("key", key.as_str()),
            Self::Refused { address, reason } => {
                about("queue-refused", address).with("reason", reason.as_str())
            }
            Self::Identity { path, reason } => Message::new("queue-identity")
                .with("path", path.as_str())
                .with("reason", reason.as_str()),
        }
    }
}

impl std::fmt::Display for QueueError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for QueueError {}
