//! What the index has of a record: the words of its title, its text and its fields, and the numbers and
//! days of its fields. Each word of a field stands there twice: plainly, and with the mark of its field,
//! so that it can be asked for alone. The marks are made of the names, so that every file has the same.

use super::index_tokens::index_terms;
use super::node::FilledWith;
use super::values::{day_number, stored_day, stored_number};
use crate::model::{FETCHED_URL, Record, Value};

/// Begins a term with a mark. A letter of nobody's alphabet, which the tokenizer takes for a letter
/// (`unicode61` takes the category Co).
const MARK: char = '\u{E000}';
/// Ends the terms that say that a field has a value, a number or a day.
const FILLED: [char; 3] = ['\u{E001}', '\u{E002}', '\u{E003}'];
/// Stands between two values, so that no phrase goes from one into the other.
const GAP: char = '\u{E004}';
/// Digits of the mark of a field, and how many different there are.
const MARK_DIGITS: usize = 6;
const MARKS: u64 = 36_u64.pow(6);
/// Maximum bytes of the fields of a record that are indexed.
const MAX_FIELD_BYTES: usize = 200_000;
/// Maximum numbers and days of a field: a list may have more.
const MAX_NUMBERS: usize = 100;

/// What the index has of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordTerms {
    /// The words of the title.
    pub title: String,
    /// The words of the text.
    pub text: String,
    /// The words of the author, the address and the fields, with their marks.
    pub fields: String,
    /// The numbers and days of the fields, each with the key of its field.
    pub numbers: Vec<(i64, f64)>,
}

impl RecordTerms {
    /// The terms of a record.
    pub fn of(record: &Record) -> Self {
        let mut terms = Self {
            title: index_terms(&record.title),
            text: index_terms(&record.text),
            ..Self::default()
        };
        terms.add("author", &[record.author.as_str()], true);
        let address = record.url.split_once("://");
        let address = address.map_or(record.url.as_str(), |(_, rest)| rest);
        terms.add("url", &[address], false);
        for (name, value) in &record.fields {
            // What the program itself keeps beside the fields is no field of the rule.
            if name != FETCHED_URL {
                terms.add_value(name, value);
            }
        }
        terms
    }

    fn add_value(&mut self, name: &str, value: &Value) {
        let cells;
        let texts: Vec<&str> = match value {
            Value::One(text) => vec![text],
            Value::Many(texts) => texts.iter().map(String::as_str).collect(),
            Value::Rows(rows) => {
                cells = rows.iter().flatten().map(|(_, text)| text.as_str());
                cells.collect()
            }
        };
        self.add(name, &texts, true);
        if matches!(value, Value::Rows(_)) {
            return;
        }
        let (mut has_number, mut has_day) = (false, false);
        for text in texts.iter().take(MAX_NUMBERS) {
            let day = stored_day(text);
            let number = day.map(day_number).or_else(|| stored_number(text));
            let Some(number) = number else {
                continue;
            };
            has_day |= day.is_some();
            has_number |= day.is_none();
            let key = number_key(name, day.is_some());
            if !self.numbers.contains(&(key, number)) {
                self.numbers.push((key, number));
            }
        }
        for (has, with) in [(has_number, FilledWith::Number), (has_day, FilledWith::Day)] {
            if has {
                self.push(&filled_term(name, with));
            }
        }
    }

    /// Adds texts of a field: with its mark, and plainly where words of any field are looked for.
    fn add(&mut self, name: &str, texts: &[&str], plainly: bool) {
        let mark = mark_of(name);
        let mut is_filled = false;
        for text in texts {
            if text.trim().is_empty() || self.fields.len() + text.len() > MAX_FIELD_BYTES {
                continue;
            }
            is_filled = true;
            let terms = index_terms(text);
            if plainly {
                self.push(&terms);
                self.fields.push(' ');
                self.fields.push(GAP);
            }
            let words = terms.split(|c: char| !is_letter(c));
            for word in words.filter(|word| !word.is_empty()) {
                self.fields.push(' ');
                self.fields.push_str(&mark);
                self.fields.push_str(word);
            }
            self.fields.push(' ');
            self.fields.push(GAP);
        }
        if is_filled {
            self.push(&filled_term(name, FilledWith::Anything));
        }
    }

    fn push(&mut self, term: &str) {
        if !self.fields.is_empty() {
            self.fields.push(' ');
        }
        self.fields.push_str(term);
    }
}

/// What the tokenizer keeps together.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || super::index_tokens::is_mark(c)
}

/// A word with the mark of a field.
pub(super) fn tagged(field: &str, word: &str) -> String {
    format!("{}{word}", mark_of(field))
}

/// The term that says that a field has a value.
pub(super) fn filled_term(field: &str, with: FilledWith) -> String {
    let [anything, number, day] = FILLED;
    let sign = match with {
        FilledWith::Anything => anything,
        FilledWith::Number => number,
        FilledWith::Day => day,
    };
    format!("{}{sign}", mark_of(field))
}

/// The key of the numbers of a field, or of its days.
pub fn number_key(field: &str, days: bool) -> i64 {
    let number = i64::try_from(hash(field)).unwrap_or_default();
    2 * number + i64::from(days)
}

fn mark_of(field: &str) -> String {
    let mut rest = hash(field);
    let mut mark = String::from(MARK);
    for _ in 0..MARK_DIGITS {
        let digit = u32::try_from(rest % 36).unwrap_or_default();
        mark.extend(char::from_digit(digit, 36));
        rest /= 36;
    }
    mark
}

/// FNV-1a of a name whatever its case: it is stored, so it must stay the same.
fn hash(field: &str) -> u64 {
    let lower = field.to_lowercase();
    let hash = lower.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash % MARKS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_their_words_twice_and_their_numbers() {
        let record = Record {
            url: "https://example.com/a/7".to_owned(),
            title: "Title".to_owned(),
            author: "Ann Gull".to_owned(),
            fields: vec![
                ("Price".to_owned(), Value::One("€ 2.50".to_owned())),
                ("until".to_owned(), Value::One("2026-11-03".to_owned())),
                (
                    "tags".to_owned(),
                    Value::Many(vec!["sea port".to_owned(), "港口".to_owned()]),
                ),
            ],
            ..Record::default()
        };
        let terms = RecordTerms::of(&record);
        assert_eq!(
            terms.numbers,
            [
                (number_key("price", false), 2.5),
                (
                    number_key("until", true),
                    day_number(jiff::civil::date(2026, 11, 3))
                ),
            ]
        );
        let words: Vec<&str> = terms.fields.split(' ').collect();
        for word in [
            "Ann",
            &tagged("author", "Gull"),
            &tagged("url", "example"),
            &tagged("PRICE", "2"),
            &tagged("tags", "port"),
            &tagged("tags", "港口"),
            &filled_term("price", FilledWith::Number),
            &filled_term("until", FilledWith::Day),
            &filled_term("tags", FilledWith::Anything),
        ] {
            assert!(words.contains(&word), "{word} {words:?}");
        }
        assert!(!words.contains(&"example"), "an address has no plain words");
    }

    #[test]
    fn marks_stay_as_they_are_stored() {
        assert_eq!(mark_of("price"), mark_of("Price"));
        assert_ne!(mark_of("price"), mark_of("prices"));
        assert_eq!(mark_of("price").chars().count(), 1 + MARK_DIGITS);
    }
}
