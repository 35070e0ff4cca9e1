//! The faults of a rule file, with their places and hints.

use crate::messages::{Explain, Message, english};

/// The number of faults a single message lists; the others are only counted.
const FAULTS_IN_A_MESSAGE: usize = 30;

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The fault and a hint.
    pub message: Message,
}

impl Explain for RuleError {
    fn explain(&self) -> Message {
        Message::new("rules-fault")
            .with("line", self.line)
            .with("column", self.column)
            .with("fault", self.message.clone())
    }
}

impl std::fmt::Display for RuleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for RuleError {}

/// All faults of a file, in order of place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleErrors(pub Vec<RuleError>);

impl Explain for RuleErrors {
    /// One line per fault.
    fn explain(&self) -> Message {
        let mut lines = self
            .0
            .iter()
            .take(FAULTS_IN_A_MESSAGE)
            .map(Explain::explain);
        let Some(first) = lines.next() else {
            return Message::new("rules-no-fault");
        };
        let all = lines.fold(first, |before, line| {
            Message::new("rules-two-lines")
                .with("first", before)
                .with("second", line)
        });
        match self.0.len().checked_sub(FAULTS_IN_A_MESSAGE) {
            None | Some(0) => all,
            Some(rest) => Message::new("rules-two-lines").with("first", all).with(
                "second",
                Message::new("rules-more-faults").with("count", rest),
            ),
        }
    }
}

impl std::fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for RuleErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: usize) -> RuleError {
        RuleError {
            line,
            column: 3,
            message: Message::new("rules-blank").with("key", "name"),
        }
    }

    #[test]
    fn every_fault_has_its_line() {
        let text = RuleErrors(vec![fault(2), fault(7)]).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].contains('2') && lines[1].contains('7'), "{text}");
    }

    #[test]
    fn very_many_faults_are_counted() {
        let text = RuleErrors((1..=40).map(fault).collect()).to_string();
        assert_eq!(text.lines().count(), FAULTS_IN_A_MESSAGE + 1);
        assert!(text.contains("10"), "{text}");
    }
}
