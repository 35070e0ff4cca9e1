//! What is wrong with a rule file, where, and what to do.

use crate::logic::messages::{Explain, Message, english};

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: Message,
}

/// All faults of a file, in order of place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleErrors(pub Vec<RuleError>);

impl Explain for RuleErrors {
    fn explain(&self) -> Message {
        todo!()
    }
}

impl std::fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for RuleErrors {}
