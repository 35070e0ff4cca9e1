//! Why there is no answer, and whose fault it is.

use crate::logic::detect::Fault;
use crate::logic::messages::{Explain, Message, english};

/// A failed fetch. Each variant carries the address or host it is about and the cause in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchError {
    /// Not http or https.
    Scheme {
        /// The address.
        url: String,
    },
    /// The name does not resolve.
    Dns {
        /// The host.
        host: String,
    },
    /// Nobody listens, or the network is unreachable.
    Connect {
        /// The host and port.
        host: String,
        /// Cause.
        reason: String,
    },
    /// TLS failed.
    Tls {
        /// The host.
        host: String,
        /// Cause.
        reason: String,
    },
    /// The connection ended before the whole answer came.
    Dropped {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
    },
    /// Silence.
    Timeout {
        /// The address.
        url: String,
        /// Seconds waited.
        seconds: u64,
    },
    /// The body is larger than allowed.
    TooLarge {
        /// The address.
        url: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// Too many redirects, or a loop.
    Redirects {
        /// The address.
        url: String,
        /// How many were followed.
        followed: u32,
    },
    /// The proxy's fault: cannot be reached, wants another password, refused, answers garbage.
    Proxy {
        /// The proxy, without credentials.
        proxy: String,
        /// Cause.
        reason: String,
    },
    /// The answer is no HTTP, or its encoding is damaged.
    Garbled {
        /// The address.
        url: String,
        /// Cause.
        reason: String,
    },
}

impl FetchError {
    /// As the judge wants it.
    pub fn fault(&self) -> Fault {
        todo!()
    }
}

impl Explain for FetchError {
    fn explain(&self) -> Message {
        todo!()
    }
}

impl std::fmt::Display for FetchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for FetchError {}
