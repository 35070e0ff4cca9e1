//! Compares an article that was fetched again with the stored one. Input: two records of one
//! page. Output: whether the new one may replace the stored one, and what differs. A page that
//! lost its content must never replace one that had it.

use crate::comparison::unified;
use crate::model::{DefaultColumn, FROM_GENERIC, FROM_LIST, Record};

/// The text length in characters from which losing most of it is suspicious.
const LONG_TEXT: usize = 300;
/// A text shorter than the stored one by this factor has lost its content.
const SHRUNK: usize = 10;
/// One shorter by this factor may be a teaser or a notice: a second reading must confirm it.
const SHORTER: usize = 2;

/// The relation of a refetched record to the stored one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// Its content is the same.
    Same,
    /// It differs only in what says nothing: its values are kept, without a version.
    Unsaid,
    /// Its content differs, and becomes the newest version.
    Newer,
    /// Less than half of its text is left: it becomes the newest version only if it is read so twice.
    Shorter,
    /// Its content is gone: an empty page, a notice instead, a rule that misses.
    Poorer,
}

/// A value that differs between two versions of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChange {
    /// Its column.
    pub name: String,
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
}

/// Compares `new` with the stored `old`. Provenance and address do not count as differences.
/// `changes` are the differences that say something.
pub fn renewal(old: &Record, new: &Record, changes: &[RecordChange]) -> Renewal {
    if changes.is_empty() {
        return match record_changes(old, new).is_empty() {
            true => Renewal::Same,
            false if is_poorer(old, new) || is_shortened(old, new) => Renewal::Same,
            false => Renewal::Unsaid,
        };
    }
    if is_poorer(old, new) {
        return Renewal::Poorer;
    }
    match is_shortened(old, new) {
        true => Renewal::Shorter,
        false => Renewal::Newer,
    }
}

/// Whether `new` has less than half of the text of `old`.
pub fn is_shortened(old: &Record, new: &Record) -> bool {
    let (long, short) = (length(&old.text), length(&new.text));
    long >= LONG_TEXT && short.saturating_mul(SHORTER) < long
}

/// Whether `new` confirms a shorter reading of the same page that was withheld: the text is about
/// as long as it was then.
pub fn confirms(withheld: &Record, new: &Record) -> bool {
    let (before, now) = (length(&withheld.text), length(&new.text));
    before.min(now).saturating_mul(SHORTER) >= before.max(now)
}

/// Characters without spaces.
fn length(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// The columns whose values differ, default columns first.
pub fn record_changes(before: &Record, after: &Record) -> Vec<RecordChange> {
    let change = |name: &str, before: String, after: String| {
        (before.trim() != after.trim()).then(|| RecordChange {
            name: name.to_owned(),
            before,
            after,
        })
    };
    let fixed = DefaultColumn::EXTRACTED.into_iter();
    let mut changes: Vec<RecordChange> = fixed
        .filter_map(|column| {
            let (before, after) = (before.column(column), after.column(column));
            change(column.token(), before.to_owned(), after.to_owned())
        })
        .collect();
    let value = |record: &Record, name: &str| {
        let found = record.fields.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.joined()).unwrap_or_default()
    };
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in before.fields.iter().chain(&after.fields) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let others = names
        .into_iter()
        .filter_map(|name| change(name, value(before, name), value(after, name)));
    changes.extend(others);
    changes
}

/// The line diff of a longer text, without its header, since both sides have no names.
pub fn text_changes(before: &str, after: &str) -> String {
    let unified = unified(("", ""), before, after);
    let lines = unified.lines().skip(2);
    lines.collect::<Vec<_>>().join("\n")
}

/// The maximum length of a value in short, in characters.
const SHORT: usize = 200;
/// The characters of what both values share that are shown around where they differ.
const AROUND: usize = 40;

/// Two values of a field in short: long ones from a little before where they begin to differ.
pub fn in_short(before: &str, after: &str) -> (String, String) {
    let shared = before
        .char_indices()
        .zip(after.chars())
        .take_while(|((_, one), other)| one == other);
    let (mut same, mut starts) = (0, Vec::new());
    for ((at, _), _) in shared {
        same += 1;
        starts.push(at);
    }
    let is_long = |text: &str| text.chars().nth(SHORT).is_some();
    let from = match is_long(before) || is_long(after) {
        true if same > AROUND => starts.get(same - AROUND).copied().unwrap_or(0),
        _ => 0,
    };
    let cut = |text: &str| {
        let rest = text.get(from..).unwrap_or(text);
        let mut short = String::new();
        if from > 0 {
            short.push('…');
        }
        short.extend(rest.chars().take(SHORT));
        if rest.chars().nth(SHORT).is_some() {
            short.push('…');
        }
        short
    };
    (cut(before), cut(after))
}

fn is_poorer(old: &Record, new: &Record) -> bool {
    let gone = |old: &str, new: &str| !old.trim().is_empty() && new.trim().is_empty();
    let (long, short) = (length(&old.text), length(&new.text));
    let generic = |record: &Record| {
        let source = record
            .provenance
            .get(DefaultColumn::Text.token())
            .copied()
            .unwrap_or_default();
        (FROM_GENERIC..FROM_LIST).contains(&source)
    };
    gone(&old.text, &new.text)
        || gone(&old.title, &new.title)
        || (long >= LONG_TEXT && short.saturating_mul(SHRUNK) < long)
        || (generic(new) && !generic(old) && !old.text.trim().is_empty())
        || lost_fields(old, new)
}

/// Whether several fields had values and none of them has one any more.
fn lost_fields(old: &Record, new: &Record) -> bool {
    let full = |record: &Record, name: &str| {
        let mut fields = record.fields.iter();
        fields.any(|(known, value)| known == name && !value.joined().trim().is_empty())
    };
    let names = old.fields.iter().map(|(name, _)| name.as_str());
    let had: Vec<&str> = names.filter(|name| full(old, name)).collect();
    had.len() > 1 && !had.iter().any(|name| full(new, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    fn renewal(old: &Record, new: &Record) -> Renewal {
        super::renewal(old, new, &record_changes(old, new))
    }

    fn record(title: &str, text: &str) -> Record {
        Record {
            url: "http://127.0.0.1/a".to_owned(),
            title: title.to_owned(),
            text: text.to_owned(),
            fields: vec![
                ("tag".to_owned(), Value::One("x".to_owned())),
                ("price".to_owned(), Value::One("3".to_owned())),
            ],
            ..Record::default()
        }
    }

    #[test]
    fn the_same_is_no_version() {
        let old = record("Title", "Text");
        let mut new = old.clone();
        new.url = "http://127.0.0.1/b".to_owned();
        new.fields.reverse();
        new.provenance.insert("title".to_owned(), 1);
        assert_eq!(renewal(&old, &new), Renewal::Same);
    }

    #[test]
    fn what_differs_is_named() {
        let old = record("Title", "Text");
        let mut new = record("Title", "Other text");
        new.fields.pop();
        new.fields
            .push(("place".to_owned(), Value::One("north".to_owned())));
        let names: Vec<String> = record_changes(&old, &new)
            .into_iter()
            .map(|change| change.name)
            .collect();
        assert_eq!(names, ["text", "price", "place"]);
        assert_eq!(renewal(&old, &new), Renewal::Newer);
    }

    #[test]
    fn content_that_is_gone_takes_no_place() {
        let long = "很长的正文。".repeat(200);
        let old = record("Title", &long);
        let check = |new: Record| assert_eq!(renewal(&old, &new), Renewal::Poorer, "{new:?}");
        check(record("Title", ""));
        check(record(" ", &long));
        check(record("Title", "This article was removed."));
        let mut bare = record("Title", &format!("{long} more"));
        bare.fields.clear();
        check(bare);
        let mut stood_in = record("Title", &format!("{long} more"));
        stood_in.provenance.insert("text".to_owned(), FROM_GENERIC);
        check(stood_in);
        let shorter: String = long.chars().take(700).collect();
        assert_eq!(renewal(&old, &record("Title", &shorter)), Renewal::Newer);
    }

    #[test]
    fn a_text_that_lost_more_than_half_must_be_read_so_twice() {
        let long = "很长的正文。".repeat(200);
        let old = record("Title", &long);
        let teaser: String = long.chars().take(400).collect();
        let teaser = record("Title", &teaser);
        assert_eq!(renewal(&old, &teaser), Renewal::Shorter);
        let other: String = long.chars().take(150).collect();
        assert!(confirms(&teaser, &teaser));
        assert!(!confirms(&teaser, &record("Title", &other)));
        // What was short anyway may be shortened.
        let short = record("Title", &long.chars().take(200).collect::<String>());
        let shorter = record("Title", &long.chars().take(50).collect::<String>());
        assert_eq!(renewal(&short, &shorter), Renewal::Newer);
    }

    #[test]
    fn what_says_nothing_makes_no_version() {
        let old = record("Title", "Text");
        let new = record("Title", "Other text");
        assert_eq!(super::renewal(&old, &new, &[]), Renewal::Unsaid);
        assert_eq!(super::renewal(&old, &old, &[]), Renewal::Same);
        let empty = record("Title", "");
        assert_eq!(super::renewal(&old, &empty, &[]), Renewal::Same);
    }

    #[test]
    fn long_values_are_shown_where_they_differ() {
        let (before, after) = in_short("3.20", "3.10");
        assert_eq!((before.as_str(), after.as_str()), ("3.20", "3.10"));
        let long = "很长的正文。".repeat(100);
        let (before, after) = in_short(&format!("{long}旧的"), &format!("{long}新的"));
        assert!(
            before.starts_with('…') && before.ends_with("旧的"),
            "{before}"
        );
        assert!(
            after.ends_with("新的") && after.chars().count() < 60,
            "{after}"
        );
    }

    #[test]
    fn text_is_compared_by_lines() {
        assert_eq!(
            text_changes("one\ntwo\n", "one\nthree\n"),
            "@@ -1,2 +1,2 @@\n one\n-two\n+three"
        );
    }
}
