//! Settings of a source: the handling of its entries, and which further documents belong to it.
//! Built by the checker, used when a list is read.

use regex::Regex;

use super::since::Since;
use crate::rules::evaluate::compiled::Finder;

/// The handling of a source's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Details {
    /// Their pages are fetched.
    #[default]
    Always,
    /// Only pages whose full text the source lacks are fetched.
    Auto,
    /// The entries are the records.
    Never,
}

/// The settings of a source.
#[derive(Default)]
pub(crate) struct CompiledSource {
    /// The handling of its entries.
    pub details: Details,
    /// Whether the text of an entry counts only if the entry is the record.
    pub text_of_alone: bool,
    /// Whether entries without a link are still records.
    pub linkless: bool,
    /// The key of an entry.
    pub key: Option<Finder>,
    /// Patterns, one of which a further sitemap must match, if there are any.
    pub maps: Vec<Regex>,
    /// The earliest date of accepted entries.
    pub since: Option<Since>,
    /// Whether links through redirectors are resolved.
    pub direct: bool,
    /// Whether fragments such as `#!/a` are kept for the rule to rewrite.
    pub keep_bang: bool,
    /// Parameter that requests items newer than a key.
    pub newer: Option<String>,
}
