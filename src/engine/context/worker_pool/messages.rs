//! What an owner and a worker say to each other, before it is sealed. What a request and its reading
//! hold is bytes here.

use serde::{Deserialize, Serialize};

use bowerbird_io::work_queue::{BlobKey, SessionId, Token};

/// The head of a request that is handed out.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ForWorker {
    /// Names it; its answer carries the same.
    pub(crate) token: Token,
    /// Host and port that it goes to.
    pub(crate) host: String,
    /// The least time between two requests to that host.
    pub(crate) gap_ms: u64,
    /// Opens the blobs that it names.
    pub(crate) blob_key: BlobKey,
}

/// The head of what a worker sends.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum FromWorker {
    /// Its state, every few seconds.
    State {
        /// This start of it.
        session: SessionId,
        /// How many states it said before, since it started.
        count: u64,
        /// Whether it has taken all that waited for it since the state before.
        drained: bool,
        /// How many requests it works on at once.
        jobs: u32,
        /// Whether it shows pages in a browser.
        browser: bool,
        /// The requests that it has.
        held: Vec<Token>,
    },
    /// What it read.
    Reading {
        /// The request.
        token: Token,
        /// The time since it began the request.
        took_ms: u64,
    },
    /// It has not begun a request, because a blob is missing.
    Missing {
        /// The request.
        token: Token,
    },
}
