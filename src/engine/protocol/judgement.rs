//! What a person says of the judge: single pages, and signals of their own.

use bowerbird_logic::model::{PageState, Ruling, SiteId};

/// A page with what a person says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaughtPage {
    /// Whose page it is.
    pub site: SiteId,
    /// The address of a kept page, or a file that holds one.
    pub page: String,
    /// What it is.
    pub ruling: Ruling,
    /// Of a block, which; what its status says when absent, else a soft block.
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
