//! A request to hand out, and what becomes of it.

use std::sync::Arc;
use std::time::Duration;

/// A request to hand out.
pub(crate) struct DueRequest {
    /// Host and port that it goes to.
    pub(crate) host: String,
    /// The least time between two requests to that host.
    pub(crate) gap: Duration,
    /// The site that it is for, and its tags.
    pub(crate) site: String,
    pub(crate) tags: Arc<[String]>,
    /// Whether it carries a secret of the user.
    pub(crate) has_secrets: bool,
    /// Whether only a worker with a browser can do it.
    pub(crate) needs_browser: bool,
    /// The blobs that it names: hash and content.
    pub(crate) blobs: Vec<(String, Arc<[u8]>)>,
    /// What it says.
    pub(crate) message: Vec<u8>,
}

/// What became of a request.
pub(crate) enum HandedOut {
    /// A worker answered.
    Answer(Vec<u8>),
    /// No worker can do it now: it is done here.
    Here,
}
