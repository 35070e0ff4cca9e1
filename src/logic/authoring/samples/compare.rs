//! Compares what a page yields now with what is expected, field by field.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Observed, Sample, SampleRow, align};

/// How a value changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueChange {
    /// The same value.
    Equal,
    /// A different value.
    Changed,
    /// A value that was missing before.
    Gained,
    /// A missing value that was present before.
    Lost,
}

/// The number of each change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeCounts {
    /// The same values.
    pub equal: u64,
    /// Other values.
    pub changed: u64,
    /// New values.
    pub gained: u64,
    /// Missing values.
    pub lost: u64,
}

impl ChangeCounts {
    /// Whether every value is the same.
    pub fn is_equal(&self) -> bool {
        self.changed == 0 && self.gained == 0 && self.lost == 0
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Self) {
        self.equal += other.equal;
        self.changed += other.changed;
        self.gained += other.gained;
        self.lost += other.lost;
    }

    fn note(&mut self, change: ValueChange) {
        match change {
            ValueChange::Equal => self.equal += 1,
            ValueChange::Changed => self.changed += 1,
            ValueChange::Gained => self.gained += 1,
            ValueChange::Lost => self.lost += 1,
        }
    }
}

/// A value that changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The field; `item.NAME` for those of a list, `next` for the next page.
    pub field: String,
    /// Number of the record or item on its page, from 1.
    pub number: usize,
    /// How it differs.
    pub change: ValueChange,
    /// What was expected.
    pub before: Json,
    /// What is found.
    pub after: Json,
}

/// All values of a page, or of several pages, compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Counts by field, in order of first occurrence.
    pub counts: Vec<(String, ChangeCounts)>,
    /// The differences, in page order.
    pub differences: Vec<Difference>,
    /// Fields that the page yields without an expectation.
    pub not_compared: Vec<String>,
}

impl Comparison {
    /// Whether every value is the same.
    pub fn is_equal(&self) -> bool {
        self.counts.iter().all(|(_, counts)| counts.is_equal())
    }

    /// The sum over all fields.
    pub fn total(&self) -> ChangeCounts {
        let mut total = ChangeCounts::default();
        for (_, counts) in &self.counts {
            total.add(counts);
        }
        total
    }

    /// Adds the counts of another comparison, and its differences up to `most`.
    pub fn add(&mut self, other: &Self, most: usize) {
        for (field, counts) in &other.counts {
            self.count(field, |sum| sum.add(counts));
        }
        let room = most.saturating_sub(self.differences.len());
        let more = other.differences.iter().take(room).cloned();
        self.differences.extend(more);
        for field in &other.not_compared {
            if !self.not_compared.contains(field) {
                self.not_compared.push(field.clone());
            }
        }
    }

    fn count(&mut self, field: &str, add: impl FnOnce(&mut ChangeCounts)) {
        if let Some((_, counts)) = self.counts.iter_mut().find(|(name, _)| name == field) {
            return add(counts);
        }
        let mut counts = ChangeCounts::default();
        add(&mut counts);
        self.counts.push((field.to_owned(), counts));
    }

    fn note(&mut self, field: String, number: usize, before: &Json, after: &Json) {
        let change = match (before.is_null(), after.is_null()) {
            _ if before == after => ValueChange::Equal,
            (true, _) => ValueChange::Gained,
            (_, true) => ValueChange::Lost,
            _ => ValueChange::Changed,
        };
        self.count(&field, |counts| counts.note(change));
        if change != ValueChange::Equal {
            self.differences.push(Difference {
                field,
                number,
                change,
                before: before.clone(),
                after: after.clone(),
            });
        }
    }
}

/// Which fields are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Those named in before; others are not compared.
    Before,
    /// Those of either side.
    Both,
}

/// Compares what a page yields with what its sample expects.
pub fn compare(sample: &Sample, observed: &Observed) -> Comparison {
    let mut found = Comparison::default();
    if let Some(records) = &sample.records {
        compare_rows(&mut found, "", records, &observed.records, Keys::Before);
    }
    if let Some(items) = &sample.items {
        compare_rows(&mut found, "item.", items, &observed.items, Keys::Before);
    }
    if let Some(next) = &sample.next {
        let json = |next: &Option<String>| next.as_deref().map_or(Json::Null, Json::from);
        found.note("next".to_owned(), 1, &json(next), &json(&observed.next));
    }
    found
}

/// Compares rows of values; field names get `prefix`. A row without a partner loses or gains all
/// its values.
pub fn compare_rows(
    found: &mut Comparison,
    prefix: &str,
    before: &[SampleRow],
    after: &[SampleRow],
    keys: Keys,
) {
    let nothing = SampleRow::new();
    // The expected fields of any row; a new row is reported by these.
    let named: Vec<&String> = names(before.iter());
    for (old, new) in align(before, after) {
        let number = new.or(old).map_or(0, |at| at + 1);
        let old = old.and_then(|at| before.get(at));
        let new = new.and_then(|at| after.get(at)).unwrap_or(&nothing);
        let compared: Vec<&String> = match (keys, old) {
            (Keys::Both, old) => names(old.into_iter().chain([new])),
            (Keys::Before, Some(old)) => names([old].into_iter()),
            (Keys::Before, None) if named.is_empty() => names([new].into_iter()),
            (Keys::Before, None) => named.clone(),
        };
        let value = |row: &SampleRow, name: &str| row.get(name).cloned().unwrap_or(Json::Null);
        let old_row = old.unwrap_or(&nothing);
        for name in &compared {
            let (before, after) = (value(old_row, name), value(new, name));
            // Absent on both sides means nothing, unless a sample requires exactly that.
            if before.is_null() && after.is_null() && !old_row.contains_key(name.as_str()) {
                continue;
            }
            found.note(format!("{prefix}{name}"), number, &before, &after);
        }
        for (name, value) in new {
            let field = format!("{prefix}{name}");
            let told = compared.contains(&name) || found.not_compared.contains(&field);
            if !value.is_null() && !told {
                found.not_compared.push(field);
            }
        }
    }
}

fn names<'a>(rows: impl Iterator<Item = &'a SampleRow>) -> Vec<&'a String> {
    let mut names: Vec<&String> = Vec::new();
    for name in rows.flat_map(SampleRow::keys) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rows(value: Json) -> Vec<SampleRow> {
        serde_json::from_value(value).expect("rows")
    }

    fn sample(records: &Json) -> Sample {
        let text = json!({"url": "https://a.example/", "records": records}).to_string();
        Sample::parse(&text).expect("a sample")
    }

    fn observed(records: Json) -> Observed {
        Observed {
            records: rows(records),
            ..Observed::default()
        }
    }

    #[track_caller]
    fn check(before: &Json, after: Json, expected: &[(&str, [u64; 4])]) {
        let found = compare(&sample(before), &observed(after));
        let counts: Vec<(&str, [u64; 4])> = found
            .counts
            .iter()
            .map(|(name, c)| (name.as_str(), [c.equal, c.changed, c.gained, c.lost]))
            .collect();
        assert_eq!(counts, expected);
    }

    #[test]
    fn values_are_equal_changed_gained_or_lost() {
        check(
            &json!([{"title": "A", "date": "2026-01-05", "author": null, "tags": ["x", "y"]}]),
            json!([{"title": "A", "date": "2026-05-01", "author": "Ann", "tags": null}]),
            &[
                ("title", [1, 0, 0, 0]),
                ("date", [0, 1, 0, 0]),
                ("author", [0, 0, 1, 0]),
                ("tags", [0, 0, 0, 1]),
            ],
        );
    }

    #[test]
    fn what_the_sample_does_not_name_is_no_difference() {
        let found = compare(
            &sample(&json!([{"title": "A"}])),
            &observed(json!([{"title": "A", "author": "Ann", "date": null}])),
        );
        assert!(found.is_equal());
        assert_eq!(found.not_compared, ["author"]);
    }

    #[test]
    fn records_come_and_go() {
        check(
            &json!([{"author": "a", "text": "1"}, {"author": "b", "text": "2"}]),
            json!([{"author": "a", "text": "1"}, {"author": "x", "text": "9"},
                   {"author": "b", "text": "2"}]),
            &[("author", [2, 0, 1, 0]), ("text", [2, 0, 1, 0])],
        );
        check(
            &json!([{"author": "a"}]),
            json!([]),
            &[("author", [0, 0, 0, 1])],
        );
        check(
            &json!([]),
            json!([{"author": "a"}]),
            &[("author", [0, 0, 1, 0])],
        );
        check(&json!([]), json!([]), &[]);
    }

    #[test]
    fn a_next_page_that_is_to_be_absent_is_compared() {
        let text = json!({"url": "https://a.example/", "kind": "list", "next": null}).to_string();
        let sample = Sample::parse(&text).expect("a sample");
        let mut seen = Observed::default();
        assert!(compare(&sample, &seen).is_equal());
        seen.next = Some("https://a.example/2".to_owned());
        assert!(!compare(&sample, &seen).is_equal());
    }

    #[test]
    fn comparisons_add_up() {
        let one = compare(
            &sample(&json!([{"a": "1"}])),
            &observed(json!([{"a": "2"}])),
        );
        let mut sum = Comparison::default();
        sum.add(&one, 1);
        sum.add(&one, 1);
        assert_eq!(sum.total().changed, 2);
        assert_eq!(sum.differences.len(), 1, "no more than asked for");
        assert_eq!(sum.counts.len(), 1);
    }
}
