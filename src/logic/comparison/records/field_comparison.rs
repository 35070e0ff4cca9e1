//! Compares two versions of a record field by field, in the form in which each field is read: long
//! texts by their lines, numbers by how much, lists as sets. Input: two records. Output: what
//! differs, and how many fields do not.

use super::reading_comparison::number;
use super::record_changes;
use super::text_comparison::{ComparedLine, TextPart, TextSide, compared_text, compared_words};
use crate::model::{DefaultColumn, Record, Value};

/// A value that is longer than this is a text, in characters.
const LONG: usize = 240;
/// The longest value that is read as a number, in characters, and its letters (units).
const NUMBER: (usize, usize) = (24, 4);

/// A field in which two versions differ.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedField {
    /// Its column.
    pub name: String,
    /// Its value in the earlier version.
    pub before: String,
    /// Its value in the later version.
    pub after: String,
    /// How they differ.
    pub difference: FieldDifference,
}

/// How two values differ.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldDifference {
    /// A text of some length, line by line.
    Text(Vec<ComparedLine>),
    /// A short value, by words.
    Words(Vec<TextPart>),
    /// A number: by how much, and by which share of the earlier one, unless that is 0.
    Number(f64, Option<f64>),
    /// Several values, whose order says nothing.
    Set(ComparedSet),
}

/// How two sets of values differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedSet {
    /// Only in the earlier one.
    pub gone: Vec<String>,
    /// Only in the later one.
    pub came: Vec<String>,
    /// The number of values that both have.
    pub same: usize,
}

/// The fields in which two versions of a record differ, default columns first. `context` is that of
/// [`compared_text`].
pub fn compared_fields(
    before: &Record,
    after: &Record,
    context: Option<usize>,
) -> Vec<ComparedField> {
    let changes = record_changes(before, after).into_iter();
    let compared = changes.filter_map(|change| {
        let sets = values(before, &change.name).zip(values(after, &change.name));
        let difference = match sets {
            Some((old, new)) => FieldDifference::Set(compared_set(&old, &new)),
            None => difference(&change.name, &change.before, &change.after, context),
        };
        let says_nothing = match &difference {
            FieldDifference::Set(set) => set.gone.is_empty() && set.came.is_empty(),
            FieldDifference::Words(parts) => parts.iter().all(|part| part.side == TextSide::Both),
            FieldDifference::Text(lines) => {
                let differs = |line: &ComparedLine| matches!(line, ComparedLine::Differs(_));
                !lines.iter().any(differs)
            }
            FieldDifference::Number(..) => false,
        };
        (!says_nothing).then_some(ComparedField {
            name: change.name,
            before: change.before,
            after: change.after,
            difference,
        })
    });
    compared.collect()
}

fn difference(name: &str, before: &str, after: &str, context: Option<usize>) -> FieldDifference {
    let is_long = |text: &str| text.contains('\n') || text.chars().nth(LONG).is_some();
    let is_text = DefaultColumn::from_token(name) == Some(DefaultColumn::Text);
    if is_text || is_long(before) || is_long(after) {
        return FieldDifference::Text(compared_text(before, after, context));
    }
    if let Some((by, share)) = number_difference(before, after) {
        return FieldDifference::Number(by, share);
    }
    FieldDifference::Words(compared_words(before, after))
}

/// By how much a number differs, and by which share of the earlier one; `None` for values that are
/// no numbers or do not differ as such.
pub fn number_difference(before: &str, after: &str) -> Option<(f64, Option<f64>)> {
    let is_number = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        letters <= NUMBER.1 && text.chars().count() <= NUMBER.0 && !is_several(text)
    };
    if !is_number(before) || !is_number(after) {
        return None;
    }
    let (old, new) = (number(before)?, number(after)?);
    let by = new - old;
    let share = (old != 0.0).then(|| by / old.abs());
    (by != 0.0).then_some((by, share))
}

/// Whether there is a second number, as in a date or a range: then the first one says little.
fn is_several(text: &str) -> bool {
    let mut runs = 0;
    let mut inside = false;
    for c in text.trim().chars() {
        let is_part =
            c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '\u{a0}' | '\u{202f}' | ' ');
        runs += usize::from(c.is_ascii_digit() && !inside);
        inside = is_part && (inside || c.is_ascii_digit());
    }
    runs > 1
}

/// The values of a field that has several.
fn values(record: &Record, name: &str) -> Option<Vec<String>> {
    let mut fields = record.fields.iter();
    let (_, value) = fields.find(|(known, _)| known == name)?;
    match value {
        Value::Many(many) => Some(many.iter().map(|one| one.trim().to_owned()).collect()),
        Value::Rows(rows) => Some(
            rows.iter()
                .map(|row| Value::Rows(vec![row.clone()]).joined())
                .collect(),
        ),
        Value::One(_) => None,
    }
}

fn compared_set(before: &[String], after: &[String]) -> ComparedSet {
    let lacking = |of: &[String], other: &[String]| {
        let mut lacking: Vec<String> = Vec::new();
        for value in of {
            if !other.contains(value) && !lacking.contains(value) {
                lacking.push(value.clone());
            }
        }
        lacking
    };
    let same = after.iter().filter(|value| before.contains(value));
    ComparedSet {
        gone: lacking(before, after),
        came: lacking(after, before),
        same: same.count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(title: &str, fields: &[(&str, Value)]) -> Record {
        let fields = fields.iter();
        Record {
            title: title.to_owned(),
            fields: fields
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
            ..Record::default()
        }
    }

    fn many(values: &[&str]) -> Value {
        Value::Many(values.iter().map(|one| (*one).to_owned()).collect())
    }

    #[test]
    fn each_field_is_compared_in_its_own_way() {
        let one = |text: &str| Value::One(text.to_owned());
        let before = record(
            "Wheat flour",
            &[
                ("price", one("3.20 EUR")),
                ("colours", many(&["red", "blue"])),
                ("order", many(&["a", "b"])),
            ],
        );
        let after = record(
            "Rye flour",
            &[
                ("price", one("3.36 EUR")),
                ("colours", many(&["blue", "green", "white"])),
                ("order", many(&["b", "a"])),
            ],
        );
        let found = compared_fields(&before, &after, Some(2));
        let names: Vec<&str> = found.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["title", "price", "colours"]);
        assert!(matches!(found[0].difference, FieldDifference::Words(_)));
        let FieldDifference::Number(by, Some(share)) = found[1].difference else {
            panic!("a number: {:?}", found[1]);
        };
        assert!((by - 0.16).abs() < 1e-9 && (share - 0.05).abs() < 1e-9);
        let FieldDifference::Set(set) = &found[2].difference else {
            panic!("a set: {:?}", found[2]);
        };
        assert_eq!((set.same, set.gone.len(), set.came.len()), (1, 1, 2));
    }

    #[test]
    fn dates_and_ranges_are_no_numbers() {
        assert!(number_difference("2026-03-30", "2026-04-30").is_none());
        assert!(number_difference("3–4", "3–5").is_none());
        assert!(number_difference("open", "closed").is_none());
        assert!(number_difference("1,200.50 €", "1 300 €").is_some());
        assert_eq!(number_difference("0", "4"), Some((4.0, None)));
    }
}
