//! Corrections of the judge by a person: single pages, and own signals.

use bowerbird_logic::model::{PageState, Ruling, SiteId};

/// A page with a person's ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaughtPage {
    /// Its site.
    pub site: SiteId,
    /// The address of a stored page, or a file that contains one.
    pub page: String,
    /// The ruling.
    pub ruling: Ruling,
    /// The kind of a block; that of its status when absent, else a soft block.
    pub state: Option<PageState>,
}

/// A signal file of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalFile {
    /// Its name.
    pub name: String,
    /// Its TOML text; the file is removed when absent.
    pub text: Option<String>,
}
