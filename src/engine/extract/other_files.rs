//! Files that are no pages: pictures, PDFs and the like are named instead of being read as text.

use crate::protocol::EngineError;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Foreign;

/// The error that `source` is a file of that kind instead of a page.
pub(crate) fn no_page(source: &str, kind: Foreign) -> EngineError {
    let kind = Message::new(match kind {
        Foreign::Picture => "engine-kind-picture",
        Foreign::Pdf => "engine-kind-pdf",
        Foreign::Archive => "engine-kind-archive",
        Foreign::Media => "engine-kind-media",
        Foreign::Program => "engine-kind-program",
        Foreign::Font => "engine-kind-font",
        Foreign::Database => "engine-kind-database",
        Foreign::Binary => "engine-kind-binary",
    });
    EngineError(
        Message::new("engine-no-page")
            .with("source", source)
            .with("kind", kind),
    )
}
