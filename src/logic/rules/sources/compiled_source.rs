//! What is particular to a source: what becomes of its entries, which
//! further documents belong to it. Built by the checker, used when a list is read.

use regex::Regex;

use crate::rules::evaluate::compiled::Finder;

/// What becomes of the entries of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Details {
    /// Their pages are fetched.
    #[default]
    Always,
    /// The pages of those are fetched of which the source has no whole text.
    Auto,
    /// The entries are the records.
    Never,
}

/// From when on entries are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// A day, `2026-01-05`.
    Day(String),
    /// So many days before the present.
    Days(u32),
}

/// What is particular to a source.
#[derive(Default)]
pub(crate) struct CompiledSource {
    /// What becomes of its entries.
    pub details: Details,
    /// Whether entries without a link are records all the same.
    pub linkless: bool,
    /// What an entry is known by.
    pub key: Option<Finder>,
    /// Patterns of which a further sitemap must match one, when there are any.
    pub maps: Vec<Regex>,
    /// From when on entries are taken.
    pub since: Option<Since>,
    /// Whether links over redirectors are made direct.
    pub direct: bool,
    /// Whether fragments such as `#!/a` stay, for the rule to rewrite.
    pub keep_bang: bool,
    /// Parameter that asks for what is newer than a key.
    pub newer: Option<String>,
}
