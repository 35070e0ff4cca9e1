//! Formats numbers for people: counts of five digits and more in groups of three. Input:
//! variables of messages. Output: digits.

use fluent_bundle::FluentValue;
use fluent_bundle::types::{FluentNumber, FluentNumberOptions};

/// Variables that are counts; ports, lines and run numbers are names. A message that selects by a
/// number such as `[0]` does so by a count: a name is never equal to the number in the catalogue.
const COUNTS: &[&str] = &[
    "agent",
    "all",
    "broken",
    "changed",
    "characters",
    "compared",
    "count",
    "done",
    "elements",
    "failed",
    "faults",
    "files",
    "found",
    "hidden",
    "kept",
    "left",
    "lines",
    "links",
    "lists",
    "locked",
    "most",
    "new",
    "of",
    "off",
    "pages",
    "probes",
    "queued",
    "records",
    "refusals",
    "refused",
    "resting",
    "rows",
    "runs",
    "samples",
    "shown",
    "sites",
    "spent",
    "status",
    "times",
    "whole",
    "words",
];

/// A variable's value, marked as a count or not.
pub(super) fn number(name: &str, value: i64) -> FluentValue<'static> {
    let options = FluentNumberOptions {
        use_grouping: COUNTS.contains(&name),
        ..FluentNumberOptions::default()
    };
    #[expect(clippy::cast_precision_loss, reason = "counts stay below 2^53")]
    let value = value as f64;
    FluentNumber::new(value, options).into()
}

/// Formats a count of five digits and more in groups of three, as in ISO 80000-1; other numbers are
/// formatted as usual.
pub(super) fn grouped(number: &FluentNumber) -> Option<String> {
    let value = number.value;
    let is_long = value.fract() == 0.0 && (10_000.0..1e15).contains(&value);
    (number.options.use_grouping && is_long).then(|| grouped_digits(&format!("{value:.0}")))
}

/// `digits` in groups of three, separated by a non-breaking space.
pub fn grouped_digits(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() + 4);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::COUNTS;
    use crate::messages::{Language, Message, english};

    #[test]
    fn a_list_of_one_name_is_a_list_when_it_is_read_again() {
        let said = Message::new("engine-reason-required-missing").with("fields", vec!["price"]);
        let kept = serde_json::to_string(&said).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Message>(&kept).expect("a message"),
            said
        );
    }

    #[test]
    fn one_is_told_in_the_singular() {
        let told = |count: i64| {
            let ended = Message::new("cli-run-finished").with("site", "A");
            let ended = ended.with("new", count).with("pages", count);
            english(&ended.with("known", 0).with("failed", 0).with("queued", 0))
        };
        assert!(
            told(1).contains("1 new record,") && told(1).contains("1 page,"),
            "{}",
            told(1)
        );
        assert!(
            told(2).contains("2 new records,") && told(2).contains("2 pages,"),
            "{}",
            told(2)
        );
    }

    #[test]
    fn counts_are_grouped_and_names_are_not() {
        let told = |count: i64| {
            let message = Message::new("app-export-done").with("count", count);
            english(&message.with("path", "a.csv"))
        };
        assert!(told(980_000).contains("980\u{a0}000 "), "{}", told(980_000));
        assert!(told(9_800).contains("9800 "), "{}", told(9_800));
        let removed = Message::new("alert-removed").with("number", 12_345);
        assert!(english(&removed).contains("12345"));
    }

    #[test]
    fn messages_select_numbers_by_counts() {
        let list = Message::new("accounts-list-preview").with("count", 2);
        let text = english(&list.with("faults", 0));
        assert!(text.contains("all lines can be read"), "{text}");
        for language in [Language::English, Language::Chinese] {
            let mut selector = "";
            for line in language.sources().iter().flat_map(|source| source.lines()) {
                if let Some((before, _)) = line.split_once(" ->") {
                    selector = before.rsplit('$').next().unwrap_or_default();
                }
                let variant = line.trim_start().strip_prefix('[').unwrap_or_default();
                let is_number = variant.starts_with(|c: char| c.is_ascii_digit());
                assert!(
                    !is_number || COUNTS.contains(&selector),
                    "{selector}: {line}"
                );
            }
        }
    }
}
