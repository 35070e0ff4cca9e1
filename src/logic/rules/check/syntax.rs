//! The faults of a file that is no TOML.

use super::place;
use super::reader::Faults;
use crate::messages::Message;
use crate::rules::RuleError;

/// The faults of the syntax alone.
pub(crate) fn syntax_faults(text: &str, errors: &[toml::de::Error]) -> Vec<RuleError> {
    let mut faults = Faults::new(text);
    for error in errors {
        let detail = error.message().lines().next().unwrap_or("").trim();
        let id = if detail.contains("duplicate key") {
            "rules-syntax-duplicate"
        } else if detail.contains("escape") {
            "rules-syntax-escape"
        } else if ["quote", "basic string", "literal string"]
            .iter()
            .any(|w| detail.contains(w))
        {
            "rules-syntax-quote"
        } else {
            "rules-syntax"
        };
        faults.add(
            place(error.span(), text),
            Message::new(id).with("detail", detail),
        );
    }
    let mut faults = faults.finish();
    // One error makes the parser report several faults at the same place.
    faults.dedup_by_key(|fault| (fault.line, fault.column));
    faults
}
