//! Why the engine cannot start or do something, as messages of the catalogues.

use bowerbird_logic::messages::{Explain, Message, english};
use bowerbird_logic::model::SiteId;

/// Why the engine cannot start or do something.
#[derive(Debug)]
pub struct EngineError(pub Message);

impl<E: Explain> From<E> for EngineError {
    fn from(error: E) -> Self {
        Self(error.explain())
    }
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.0))
    }
}

impl std::error::Error for EngineError {}

impl EngineError {
    /// The error for an unknown site.
    pub(crate) fn no_such_site(site: SiteId) -> Self {
        Self(Message::new("engine-no-such-site").with("site", site.0))
    }
}

/// The error for a file that cannot be read or written.
pub(crate) fn file_error(
    id: &str,
    path: &std::path::Path,
    reason: &dyn std::fmt::Display,
) -> EngineError {
    EngineError(
        Message::new(id)
            .with("path", path.display().to_string())
            .with("reason", reason.to_string()),
    )
}
