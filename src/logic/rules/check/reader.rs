//! TOML with positions: tables are read key by key, and every mismatch is recorded with its place.
//! Input: the file's text. Output: plain values and a list of faults. Reading never stops at
//! a fault, so that a person sees all of them at once.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::messages::Message;
use crate::rules::RuleError;

/// A value with its place.
pub(crate) type SpannedValue<'a, 't> = &'a Spanned<DeValue<'t>>;

/// A string of the file with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpannedString {
    /// The string's value.
    pub value: String,
    /// The byte range in the file, quotes included.
    pub span: Range<usize>,
}

/// The faults found so far.
pub(crate) struct Faults<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    found: Vec<RuleError>,
    /// Bytes of the patterns compiled so far.
    pattern_bytes: usize,
}

/// The number of faults after which patterns are no longer checked.
const MANY: usize = 20;
/// The maximum size of all compiled patterns of a rule, in bytes.
const MAX_PATTERN_BYTES: usize = 64 * 1024 * 1024;

impl<'t> Faults<'t> {
    /// Starts without faults in `text`.
    pub fn new(text: &'t str) -> Self {
        let newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            line_starts: std::iter::once(0).chain(newlines).collect(),
            found: Vec::new(),
            pattern_bytes: 0,
        }
    }

    /// Whether there are so many faults that more would not help.
    pub fn are_many(&self) -> bool {
        self.found.len() >= MANY
    }

    /// Counts `bytes` for another pattern; returns whether they fit the limit of a rule.
    pub fn has_room_for(&mut self, bytes: usize) -> bool {
        self.pattern_bytes = self.pattern_bytes.saturating_add(bytes);
        self.pattern_bytes <= MAX_PATTERN_BYTES
    }

    /// Records a fault at the byte `offset`.
    pub fn add(&mut self, offset: usize, message: Message) {
        let (line, column) = self.position(offset);
        self.found.push(RuleError {
            line,
            column,
            message,
        });
    }

    /// Records a fault at the character `position` inside the string `text`.
    pub fn add_inside(&mut self, text: &SpannedString, position: Option<usize>, message: Message) {
        self.add(self.offset_inside(text, position.unwrap_or(0)), message);
    }

    /// All faults in order of place.
    pub fn finish(mut self) -> Vec<RuleError> {
        self.found.sort_by_key(|fault| (fault.line, fault.column));
        self.found
    }

    /// After a syntax error the parser continues with what it could recover. Parts then missing, or
    /// wrong on a damaged line, follow from the error and would only distract.
    pub fn keep_independent_of(&mut self, syntax: Vec<RuleError>) {
        self.found.retain(|fault| {
            !fault.message.id.starts_with("rules-missing")
                && syntax.iter().all(|error| error.line != fault.line)
        });
        self.found.extend(syntax);
    }

    /// The line and column, in characters from 1, of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts.get(line.saturating_sub(1)).copied();
        let before = self.text.get(start.unwrap_or(0)..offset).unwrap_or("");
        (line.max(1), before.chars().count() + 1)
    }

    /// The byte offset of the character `position` of a string's value. If the file spells the
    /// string with escapes, the positions differ and the string's start is used.
    fn offset_inside(&self, text: &SpannedString, position: usize) -> usize {
        let written = self.text.get(text.span.clone()).unwrap_or("");
        let Some(value_start) = written.find(&text.value) else {
            return text.span.start;
        };
        let inside = text.value.char_indices().nth(position);
        let inside = inside.map_or(text.value.len(), |(at, _)| at);
        text.span.start + value_start + inside
    }
}

/// One table of the file.
pub(crate) struct Section<'a, 't> {
    /// Its name in messages, such as `[site]`.
    title: String,
    table: &'a DeTable<'t>,
    start: usize,
}

impl<'a, 't> Section<'a, 't> {
    /// Opens `node` as a table with the `known` keys and reports every other key.
    pub fn open(
        faults: &mut Faults<'_>,
        title: impl Into<String>,
        node: SpannedValue<'a, 't>,
        known: &[&str],
    ) -> Option<Self> {
        let title = title.into();
        let DeValue::Table(table) = node.get_ref() else {
            note_type(faults, &title, "rules-type-table", node);
            return None;
        };
        let section = Self::over(title, table, node.span().start);
        section.note_unknown_keys(faults, known);
        Some(section)
    }

    /// Opens the section `name` of a file with the `known` keys, if present.
    pub fn section(
        &self,
        faults: &mut Faults<'_>,
        name: &str,
        known: &[&str],
    ) -> Option<Section<'a, 't>> {
        Self::open(faults, format!("[{name}]"), self.node(name)?, known)
    }

    /// The file itself as a table.
    pub fn root(faults: &mut Faults<'_>, root: &'a Spanned<DeTable<'t>>, known: &[&str]) -> Self {
        let section = Self::over(String::new(), root.get_ref(), 0);
        section.note_unknown_keys(faults, known);
        section
    }

    fn over(title: String, table: &'a DeTable<'t>, start: usize) -> Self {
        Self {
            title,
            table,
            start,
        }
    }

    /// Its name in messages.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Byte offset of its start.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The value of `key`, of any type.
    pub fn node(&self, key: &str) -> Option<SpannedValue<'a, 't>> {
        let found = self.table.iter().find(|(name, _)| name.get_ref() == key);
        found.map(|(_, node)| node)
    }

    /// Byte offset of `key` itself, or of the section if the key is absent.
    pub fn key_start(&self, key: &str) -> usize {
        let found = self.table.iter().find(|(name, _)| name.get_ref() == key);
        found.map_or(self.start, |(name, _)| name.span().start)
    }

    /// Every key with its value.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, usize, SpannedValue<'a, 't>)> {
        let table = self.table;
        table
            .iter()
            .map(|(name, node)| (name.get_ref().as_ref(), name.span().start, node))
    }

    /// A string.
    pub fn text(&self, faults: &mut Faults<'_>, key: &str) -> Option<SpannedString> {
        text(faults, key, self.node(key)?)
    }

    /// A required non-blank string.
    pub fn required_text(&self, faults: &mut Faults<'_>, key: &str) -> Option<SpannedString> {
        if self.node(key).is_none() {
            self.note_missing(faults, key);
        }
        let text = self.text(faults, key)?;
        if text.value.trim().is_empty() {
            faults.add(
                text.span.start,
                Message::new("rules-blank").with("key", key),
            );
            return None;
        }
        Some(text)
    }

    /// `true` or `false`.
    pub fn flag(&self, faults: &mut Faults<'_>, key: &str) -> Option<bool> {
        let node = self.node(key)?;
        if let DeValue::Boolean(flag) = node.get_ref() {
            return Some(*flag);
        }
        note_type(faults, key, "rules-type-flag", node);
        None
    }

    /// A whole number in `range`.
    pub fn number(
        &self,
        faults: &mut Faults<'_>,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Option<u32> {
        let node = self.node(key)?;
        let DeValue::Integer(integer) = node.get_ref() else {
            note_type(faults, key, "rules-type-number", node);
            return None;
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.and_then(|n| u32::try_from(n).ok());
        if let Some(number) = number.filter(|n| range.contains(n)) {
            return Some(number);
        }
        faults.add(
            node.span().start,
            Message::new("rules-range")
                .with("key", key)
                .with("low", *range.start())
                .with("high", *range.end())
                .with("found", integer.as_str()),
        );
        None
    }

    /// A list of strings; empty when absent.
    pub fn texts(&self, faults: &mut Faults<'_>, key: &str) -> Vec<SpannedString> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        let DeValue::Array(array) = node.get_ref() else {
            note_type(faults, key, "rules-type-texts", node);
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|item| text(faults, key, item))
            .collect()
    }

    /// A list of any type; empty when absent. `wanted` is the message that names its type.
    pub fn nodes(
        &self,
        faults: &mut Faults<'_>,
        key: &str,
        wanted: &str,
    ) -> Vec<SpannedValue<'a, 't>> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        let DeValue::Array(array) = node.get_ref() else {
            note_type(faults, key, wanted, node);
            return Vec::new();
        };
        array.iter().collect()
    }

    /// Reports that `key` is missing.
    pub fn note_missing(&self, faults: &mut Faults<'_>, key: &str) {
        faults.add(
            self.start,
            Message::new("rules-missing-key")
                .with("key", key)
                .with("section", self.title.as_str()),
        );
    }

    fn note_unknown_keys(&self, faults: &mut Faults<'_>, known: &[&str]) {
        for (key, start, _) in self.entries() {
            if known.contains(&key) {
                continue;
            }
            let subject = if self.title.is_empty() {
                Message::new("rules-unknown-section").with("key", key)
            } else {
                Message::new("rules-unknown-key")
                    .with("key", key)
                    .with("section", self.title.as_str())
            };
            faults.add(start, subject.with("hint", hint(key, known)));
        }
    }
}

/// The string `node`; reports any other type under the name of `key`.
pub(crate) fn text(
    faults: &mut Faults<'_>,
    key: &str,
    node: SpannedValue<'_, '_>,
) -> Option<SpannedString> {
    if let DeValue::String(value) = node.get_ref() {
        return Some(SpannedString {
            value: value.as_ref().to_owned(),
            span: node.span(),
        });
    }
    note_type(faults, key, "rules-type-text", node);
    None
}

/// Reports that `key` has a value of the wrong type.
pub(crate) fn note_type(
    faults: &mut Faults<'_>,
    key: &str,
    wanted: &str,
    node: SpannedValue<'_, '_>,
) {
    let found = match node.get_ref() {
        DeValue::String(_) => "rules-type-text",
        DeValue::Integer(_) | DeValue::Float(_) => "rules-type-number",
        DeValue::Boolean(_) => "rules-type-flag",
        DeValue::Datetime(_) => "rules-type-time",
        DeValue::Array(_) => "rules-type-array",
        DeValue::Table(_) => "rules-type-table",
    };
    faults.add(
        node.span().start,
        Message::new("rules-wrong-type")
            .with("key", key)
            .with("wanted", Message::new(wanted))
            .with("found", Message::new(found)),
    );
}

/// A hint for a name that is not in `known`: the name that was probably meant, otherwise all of
/// them.
pub(crate) fn hint(name: &str, known: &[&str]) -> Message {
    match nearest(name, known) {
        Some(meant) => Message::new("rules-did-you-mean").with("meant", meant),
        None => Message::new("rules-known-names").with("names", known.join(", ")),
    }
}

/// The known name closest to `name`: at most a third of it differs.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name: Vec<char> = name.to_lowercase().chars().take(40).collect();
    let candidates = known.iter().map(|candidate| {
        let letters: Vec<char> = candidate.chars().collect();
        (distance(&name, &letters), *candidate)
    });
    let (distance, nearest) = candidates.min()?;
    let length = name.len().max(nearest.chars().count());
    (distance * 3 <= length.max(3)).then_some(nearest)
}

/// Edit distance with swaps of neighbours as one edit (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&last, j) + usize::from(x != y);
            let mut cost = replaced.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_what_was_meant() {
        let known = ["title", "transform", "select", "css"];
        assert_eq!(nearest("selct", &known), Some("select"));
        assert_eq!(nearest("tranfsorm", &known), Some("transform"));
        assert_eq!(nearest("CSS", &known), Some("css"));
        assert_eq!(nearest("banana", &known), None);
    }

    #[test]
    fn positions_count_characters() {
        let faults = Faults::new("a\n标题 = 'x'\n");
        assert_eq!(faults.position(0), (1, 1));
        assert_eq!(faults.position(2), (2, 1));
        assert_eq!(faults.position(2 + 6), (2, 3));
        assert_eq!(faults.position(10_000), (3, 1));
    }
}
