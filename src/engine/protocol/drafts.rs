//! Hand-typed input for a command.

use bowerbird_logic::select::{SelectorKind, Take};

/// A selector typed by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorDraft {
    /// Its language.
    pub kind: SelectorKind,
    /// Its text.
    pub source: String,
    /// What to extract.
    pub take: TakeDraft,
}

/// `Take` as a serialisable value.
pub type TakeDraft = Take;
