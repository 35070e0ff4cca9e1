//! Finds text in the values of many records and replaces it, as values by hand. Input: which records,
//! what is found, and what is put in its place. Output: each value before and after, for a preview, and
//! the edits that do it.

use regex::{NoExpand, Regex, RegexBuilder};
use serde::Serialize;

use super::date_by_hand::stored_value;
use crate::protocol::{EngineError, FindReplace};
use bowerbird_io::store::{RecordFilter, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, Record, RecordId, StoredRecord, Value, ValueEdit};

/// Memory that a pattern may take, in bytes.
const MOST: usize = 10 << 20;
/// Values that are replaced at once, and their bytes: all are one step of undo.
const MOST_VALUES: usize = 50_000;
const MOST_BYTES: usize = 128 << 20;

/// A value that would be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// The record.
    pub record: RecordId,
    /// Its title.
    pub title: String,
    /// The column or field.
    pub field: String,
    /// The value as it is.
    pub before: Value,
    /// The value as it would be.
    pub after: Value,
}

impl Replacement {
    /// The edit that does it.
    pub fn edit(&self) -> ValueEdit {
        ValueEdit {
            record: self.record,
            field: self.field.clone(),
            value: Some(self.after.clone()),
        }
    }
}

/// What would be replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplacementPreview {
    /// How many values.
    pub count: u64,
    /// How many dates stay as they are, because they would be none any more.
    pub no_dates: u64,
    /// The first of the values.
    pub first: Vec<Replacement>,
}

/// Passes every value that would be replaced in the records of a filter to `each`, until it returns
/// false; a date that would be none any more is `None`. Records of archives are left out.
///
/// # Errors
/// For a pattern that is none; from the store.
fn replacements(
    store: &StoreReader,
    filter: &RecordFilter,
    what: &FindReplace,
    each: &mut dyn FnMut(Option<Replacement>) -> bool,
) -> Result<(), EngineError> {
    let finder = Finder::new(what)?;
    store.each_record_anywhere(filter, &mut |stored| {
        let found = finder.of_record(&stored);
        found.into_iter().all(&mut *each)
    })?;
    Ok(())
}

/// The edits of all values that would be replaced in the records of a filter, and how many dates stay as they
/// are, because they would be none any more.
///
/// # Errors
/// Like [`replacements`], and for more values than are replaced at once.
pub fn replacement_edits(
    store: &StoreReader,
    filter: &RecordFilter,
    what: &FindReplace,
) -> Result<(Vec<ValueEdit>, u64), EngineError> {
    let mut edits = Vec::new();
    let each = &mut |found: Replacement| edits.push(found.edit());
    let no_dates = limited_replacements(store, filter, what, each)?;
    Ok((edits, no_dates))
}

/// What would be replaced in the records of a filter, with the first `shown` values.
///
/// # Errors
/// Like [`replacement_edits`].
pub fn replacement_preview(
    store: &StoreReader,
    filter: &RecordFilter,
    what: &FindReplace,
    shown: usize,
) -> Result<ReplacementPreview, EngineError> {
    let mut preview = ReplacementPreview::default();
    preview.no_dates = limited_replacements(store, filter, what, &mut |found| {
        preview.count += 1;
        if preview.first.len() < shown {
            preview.first.push(found);
        }
    })?;
    Ok(preview)
}

/// Passes every value that would be replaced to `each`, unless they are too many for one step of undo. Returns
/// how many dates would be none any more.
fn limited_replacements(
    store: &StoreReader,
    filter: &RecordFilter,
    what: &FindReplace,
    each: &mut dyn FnMut(Replacement),
) -> Result<u64, EngineError> {
    let (mut values, mut bytes, mut fits) = (0, 0, true);
    let mut no_dates = 0;
    replacements(store, filter, what, &mut |found| {
        let Some(found) = found else {
            no_dates += 1;
            return true;
        };
        values += 1;
        bytes += found.before.joined().len() + found.after.joined().len();
        fits = values <= MOST_VALUES && bytes <= MOST_BYTES;
        if fits {
            each(found);
        }
        fits
    })?;
    match fits {
        true => Ok(no_dates),
        false => Err(EngineError(
            Message::new("replace-too-many").with("most", MOST_VALUES),
        )),
    }
}

/// A compiled search.
struct Finder<'a> {
    pattern: Regex,
    what: &'a FindReplace,
}

impl<'a> Finder<'a> {
    fn new(what: &'a FindReplace) -> Result<Self, EngineError> {
        let source = match what.is_pattern {
            true => what.find.clone(),
            false => regex::escape(&what.find),
        };
        let pattern = RegexBuilder::new(&source).size_limit(MOST).build();
        let pattern = pattern.map_err(|error| {
            let reason = error.to_string();
            let reason = reason.lines().last().unwrap_or_default().to_owned();
            EngineError(Message::new("replace-pattern").with("reason", reason))
        })?;
        // What is found everywhere would be put between all letters.
        let finds_nothing = |text: &str| pattern.find_iter(text).any(|found| found.is_empty());
        if what.find.is_empty() || finds_nothing("") || finds_nothing("a b") {
            return Err(EngineError(Message::new("replace-empty")));
        }
        Ok(Self { pattern, what })
    }

    fn of_record(&self, stored: &StoredRecord) -> Vec<Option<Replacement>> {
        let record = &stored.record;
        let columns = DefaultColumn::EXTRACTED.iter();
        let mut names: Vec<&str> = columns.map(|column| column.token()).collect();
        names.extend(record.fields.iter().map(|(name, _)| name.as_str()));
        names.retain(|name| {
            let wanted = self.what.field.as_deref();
            Record::is_editable(name) && wanted.is_none_or(|field| field == *name)
        });
        let found = names.into_iter().filter_map(|name| {
            let before = record.value(name)?;
            let after = self.replaced(&before);
            if after == before {
                return None;
            }
            let Ok(after) = stored_value(name, after) else {
                return Some(None);
            };
            (after != before).then(|| {
                Some(Replacement {
                    record: stored.id,
                    title: record.title.clone(),
                    field: name.to_owned(),
                    before,
                    after,
                })
            })
        });
        found.collect()
    }

    fn replaced(&self, value: &Value) -> Value {
        match value {
            Value::One(text) => Value::One(self.text(text)),
            Value::Many(texts) => Value::Many(texts.iter().map(|text| self.text(text)).collect()),
            Value::Rows(rows) => {
                let row = |row: &Vec<(String, String)>| {
                    let cells = row.iter();
                    cells
                        .map(|(name, text)| (name.clone(), self.text(text)))
                        .collect()
                };
                Value::Rows(rows.iter().map(row).collect())
            }
        }
    }

    fn text(&self, text: &str) -> String {
        let with = self.what.with.as_str();
        match self.what.is_pattern {
            true => self.pattern.replace_all(text, with).into_owned(),
            false => self.pattern.replace_all(text, NoExpand(with)).into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(find: &str, with: &str, is_pattern: bool) -> FindReplace {
        FindReplace {
            find: find.to_owned(),
            with: with.to_owned(),
            is_pattern,
            field: None,
        }
    }

    #[test]
    fn words_are_words_and_patterns_have_groups() {
        let value = Value::Many(vec!["a.b 3".to_owned(), "axb 4".to_owned()]);
        for (find, with, is_pattern, expected) in [
            ("a.b", "$1", false, ["$1 3", "axb 4"]),
            ("a.b ([0-9])", "$1!", true, ["3!", "4!"]),
        ] {
            let what = what(find, with, is_pattern);
            let finder = Finder::new(&what).expect("compiled");
            let expected = Value::Many(expected.map(str::to_owned).to_vec());
            assert_eq!(finder.replaced(&value), expected, "{find}");
        }
        for (find, is_pattern) in [("", false), ("x*", true), (r"\b", true), ("(", true)] {
            assert!(Finder::new(&what(find, "y", is_pattern)).is_err(), "{find}");
        }
    }
}
