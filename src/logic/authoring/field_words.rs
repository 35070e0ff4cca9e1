//! The words that say what a value is: "byline" and 作者 both announce an author. Input: names and
//! texts of a page. Output: sets of meanings; for fields of repeated records the words of each name.
//! The words are data, all in one file.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

const WORDS: &str = include_str!("../../../assets/words/field-words.toml");
/// Longest label, in characters.
const MAX_LABEL_CHARS: usize = 28;

/// Whether a character counts as a word: Chinese and Japanese use no spaces.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Meanings as bits, in the order of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meanings(u64);

impl Meanings {
    /// The union of both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether they share a meaning.
    pub fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[derive(Deserialize)]
struct File {
    meaning: Vec<Meaning>,
    empty: Empty,
    #[serde(rename = "field-names")]
    field_names: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Meaning {
    is: String,
    names: Vec<String>,
    labels: Vec<String>,
}

#[derive(Deserialize)]
struct Empty {
    names: Vec<String>,
}

#[derive(Default)]
struct Book {
    own: HashMap<String, Meanings>,
    names: HashMap<String, Meanings>,
    labels: Vec<(String, Meanings)>,
    empty: BTreeSet<String>,
    field_names: BTreeMap<String, Vec<String>>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    // A test ensures that the shipped file parses.
    let Ok(file) = toml::from_str::<File>(WORDS) else {
        return Book::default();
    };
    let mut book = Book {
        empty: file.empty.names.into_iter().collect(),
        field_names: file.field_names,
        ..Book::default()
    };
    for (bit, meaning) in file.meaning.into_iter().enumerate().take(64) {
        let bit = Meanings(1 << bit);
        book.own.insert(meaning.is, bit);
        for name in meaning.names {
            let all = book.names.entry(name).or_default();
            *all = all.and(bit);
        }
        book.labels
            .extend(meaning.labels.into_iter().map(|label| (label, bit)));
    }
    book
});

/// The words for which a field of repeated records is called `name`.
pub(crate) fn words_of_field(name: &str) -> Option<&'static Vec<String>> {
    BOOK.field_names.get(name)
}

/// The meaning with that name in the file, such as `published`.
pub(crate) fn meaning(is: &str) -> Meanings {
    BOOK.own.get(is).copied().unwrap_or_default()
}

/// The words of a class, id or field name: `entry-title` and `entryTitle` have two each.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut lower_before = false;
    for c in name.chars().take(80) {
        let starts = c.is_uppercase() && lower_before;
        if (!c.is_alphanumeric() || starts) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The distinctive words of a name.
pub(crate) fn meaningful_words(name: &str) -> Vec<String> {
    let mut words = name_words(name);
    words.retain(|w| w.chars().count() > 1 && !BOOK.empty.contains(w));
    words
}

/// The meanings of a class, id or field name.
pub(crate) fn of_name(name: &str) -> Meanings {
    let words = name_words(name);
    let joined = words.concat();
    let all = words.iter().chain(std::iter::once(&joined));
    all.filter_map(|w| {
        BOOK.names
            .get(w)
            .or_else(|| BOOK.names.get(w.strip_suffix('s')?))
    })
    .fold(Meanings::default(), |sum, m| sum.and(*m))
}

/// Whether a name says that something is of a change: `dateModified`, `lastmod`.
pub(crate) fn names_change(name: &str) -> bool {
    let published = name.to_lowercase().contains("publish");
    !published && of_name(name).meet(meaning("updated"))
}

/// What the start of a text announces: "Published: …", "By …", "作者：…".
pub(crate) fn of_label(text: &str) -> Meanings {
    announced(text)
        .map(|(_, meanings)| meanings)
        .unwrap_or_default()
}

/// The label at the start of a text, as written, if the file has it.
pub(crate) fn announcing(text: &str) -> Option<String> {
    let (chars, _) = announced(text)?;
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    Some(start.chars().take(chars).collect())
}

/// The longest label at the start of `text`: its length in characters and its meanings.
fn announced(text: &str) -> Option<(usize, Meanings)> {
    let text: String = text
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .take(MAX_LABEL_CHARS)
        .flat_map(char::to_lowercase)
        .collect();
    let mut found: Option<(usize, Meanings)> = None;
    for (label, meaning) in &BOOK.labels {
        let Some(rest) = text.strip_prefix(label.as_str()) else {
            continue;
        };
        let next = rest.chars().next();
        let spaced = !label.chars().any(is_ideograph);
        if spaced && next.is_some_and(char::is_alphanumeric) {
            continue;
        }
        let chars = label.chars().count();
        found = match found {
            Some((longest, _)) if longest > chars => found,
            Some((longest, all)) if longest == chars => Some((chars, all.and(*meaning))),
            _ => Some((chars, *meaning)),
        };
    }
    found
}

/// The label at the start of a text: everything before its colon.
pub(crate) fn leading_label(text: &str) -> Option<&str> {
    let (label, rest) = text.trim_start().split_once([':', '：'])?;
    let short = label.chars().count() <= MAX_LABEL_CHARS && !label.trim().is_empty();
    // 10:20 is a time.
    let time = rest.starts_with(|c: char| c.is_ascii_digit())
        && label.ends_with(|c: char| c.is_ascii_digit());
    (short && !time && !rest.starts_with("//")).then_some(label)
}

/// Whether a text is short enough to be a label.
pub(crate) fn is_label(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text.chars().count() <= MAX_LABEL_CHARS
        && text.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_loads() {
        assert!(toml::from_str::<File>(WORDS).is_ok());
        assert!(!meaning("published").is_empty() && !BOOK.empty.is_empty());
        assert!(BOOK.own.len() < 64);
    }

    #[test]
    fn names_and_labels_mean_things() {
        assert_eq!(
            name_words("entry-Title_x articleBody"),
            ["entry", "title", "x", "article", "body"]
        );
        assert!(of_name("post-date").meet(meaning("published")));
        assert!(of_name("datePublished").meet(meaning("published")));
        assert!(!of_name("update").meet(meaning("published")));
        for name in [
            "dateModified",
            "lastmod",
            "article:modified_time",
            "post-updated",
        ] {
            assert!(names_change(name), "{name}");
        }
        for name in ["datePublished", "post-date", "published-and-updated"] {
            assert!(!names_change(name), "{name}");
        }
        assert!(of_label(" By Ann").meet(meaning("author")));
        assert!(of_label("Bypass").is_empty());
        assert!(of_label("作者：安").meet(meaning("author")));
        assert!(of_label("Last updated: 5 May").meet(meaning("updated")));
        assert!(!of_label("Last updated: 5 May").meet(meaning("published")));
        assert_eq!(announcing(" By Ann").as_deref(), Some("By"));
        assert_eq!(leading_label(" Price : 3"), Some("Price "));
        assert_eq!(leading_label("10:20"), None);
    }
}
