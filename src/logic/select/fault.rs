//! A fault in a selector, before it becomes an error for the user.

use super::{SelectError, SelectorKind};
use crate::messages::Message;

/// Longest part of a selector that a message repeats, in characters.
const SHOWN_CHARS: usize = 120;

/// A fault at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorFault {
    /// Character position from 0, where known.
    pub position: Option<usize>,
    /// What is wrong and how to fix it.
    pub reason: Message,
}

impl SelectorFault {
    /// A fault at character `position`.
    pub fn at(position: usize, reason: Message) -> Self {
        Self {
            position: Some(position),
            reason,
        }
    }

    /// A fault of the whole selector.
    pub fn whole(reason: Message) -> Self {
        Self {
            position: None,
            reason,
        }
    }

    /// The error for people, with characters counted from 1.
    pub fn into_error(self, kind: SelectorKind, source: &str) -> SelectError {
        let language = Message::new(match kind {
            SelectorKind::Css => "select-language-css",
            SelectorKind::XPath => "select-language-xpath",
            SelectorKind::Regex => "select-language-regex",
            SelectorKind::JsonPath => "select-language-jsonpath",
            SelectorKind::Label => "select-language-label",
        });
        let mut shown: String = source.chars().take(SHOWN_CHARS).collect();
        if shown.len() < source.len() {
            shown.push('…');
        }
        let message = match self.position {
            Some(position) => Message::new("select-fault-at").with("position", position + 1),
            None => Message::new("select-fault"),
        };
        SelectError {
            kind,
            selector: source.to_owned(),
            position: self.position,
            message: message
                .with("language", language)
                .with("selector", shown)
                .with("reason", self.reason),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::Selector;
    use super::*;

    /// Checks that `source` has its fault at `position` and that the reason is the text `reason`.
    #[track_caller]
    pub fn check_fault(kind: SelectorKind, source: &str, position: Option<usize>, reason: &str) {
        let error = Selector::compile(kind, source).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.position, position, "{source}: {text}");
        let expected = crate::messages::english(&Message::new(reason));
        let start = expected.split('{').next().unwrap_or_default();
        assert!(text.contains(start), "{source}: {text} lacks {start}");
        assert!(!text.contains("[select"), "{text}");
    }
}
