//! Text → checked, compiled [`Rule`].

use std::time::Duration;

use url::Url;

use super::{RuleErrors, RuleFile};

/// A rule that passed every check, with its selectors and patterns compiled.
pub struct Rule {
    file: RuleFile,
}

impl Rule {
    /// The file as data.
    pub fn file(&self) -> &RuleFile {
        &self.file
    }

    /// Start addresses.
    pub fn start(&self) -> &[Url] {
        todo!()
    }

    /// `politeness.delay`.
    pub fn delay(&self) -> Duration {
        todo!()
    }

    /// Method of generic extraction: `None` for `generic = false`.
    pub fn generic_method(&self) -> Option<&str> {
        todo!()
    }

    /// Names of the rule's own columns: its fields that are not default columns, list fields
    /// included, in the rule's order.
    pub fn columns(&self) -> Vec<String> {
        todo!()
    }
}

/// Reads and checks a rule file.
///
/// # Errors
/// Every fault found, each with line, column, reason and hint.
pub fn parse(_text: &str) -> Result<Rule, RuleErrors> {
    todo!()
}
