//! The inputs and outputs of learning: picks, ranked alternatives, and the errors that a person can
//! act on. Plain values; nothing here reads a page.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::messages::{Explain, Message, english};
use crate::page::ElementIndex;
use crate::rules::{Alternative, FieldType, TransformStep};
use crate::select::SelectError;

/// The maximum length of a quoted pick in a message, in characters.
const MAX_QUOTE_CHARS: usize = 60;

/// The maximum length of a value's label, in characters.
pub(super) const MAX_LABEL_CHARS: usize = 40;

/// One example: on this page, this is (or is not) the value of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The page index, from 0.
    pub page: usize,
    /// The field's name.
    pub field: String,
    /// What was picked.
    pub target: PickTarget,
    /// Which part of the element is the value, as in a rule file; inferred if absent.
    pub take: Option<String>,
    /// Whether this must *not* be found.
    pub negative: bool,
}

/// What a pick points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickTarget {
    /// An element by its number.
    Element(ElementIndex),
    /// The first match of a CSS selector; for a negative pick all matches.
    Css(String),
    /// The same in XPath.
    XPath(String),
    /// A part of the text of an element.
    Part(ElementIndex, String),
    /// A text: exact, with other spacing, part of a longer one, or a date in another format.
    Text(String),
}

/// What was learned from the picks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// Container of one record, if a page holds several.
    pub record: Option<Ranked>,
    /// The fields in the order they were first picked.
    pub fields: Vec<LearnedField>,
    /// Remarks for a person to read.
    pub notes: Vec<Message>,
}

/// One field with the ways to find it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LearnedField {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: FieldType,
    /// Whether it has several values a record.
    pub many: bool,
    /// Whether a record needs it.
    pub required: bool,
    /// Ways to find it, best first; the first few become `select`.
    pub ranked: Vec<Ranked>,
    /// Steps after the value is taken, the same for every way.
    pub transform: Vec<TransformStep>,
}

/// The maximum number of ways returned for one field, item or link.
pub const MAX_ALTERNATIVES: usize = 8;

/// One way to find something, judged on the given pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ranked {
    /// The selector.
    pub alternative: Alternative,
    /// How likely it is to keep working: 0 to 1.
    pub stability: f64,
    /// The reasons, in short sentences.
    pub why: Vec<Message>,
    /// What it finds, page by page.
    pub values: Vec<Vec<String>>,
}

/// Why nothing could be learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnError {
    /// There is no positive pick.
    NoPick,
    /// A pick names a missing page; here pages are counted from 1.
    NoSuchPage(usize),
    /// A picked selector does not compile.
    Selector(SelectError),
    /// A pick is not on its page: field, page from 1, what was searched for.
    NotFound(String, usize, String),
    /// The same thing is both picked and excluded: field, page from 1, its text.
    Contradiction(String, usize, String),
    /// No selector finds all picks of a field without anything excluded.
    NothingFits(String),
}

impl Explain for LearnError {
    fn explain(&self) -> Message {
        let about = |id: &str, field: &str, page: usize, text: &str| {
            Message::new(id)
                .with("field", field)
                .with("page", page)
                .with("text", quoted(text))
        };
        match self {
            Self::NoPick => Message::new("learn-no-pick"),
            Self::NoSuchPage(page) => Message::new("learn-no-such-page").with("page", *page),
            Self::Selector(error) => error.message.clone(),
            Self::NotFound(field, page, text) => about("learn-not-found", field, *page, text),
            Self::Contradiction(field, page, text) => {
                about("learn-contradiction", field, *page, text)
            }
            Self::NothingFits(field) => {
                Message::new("learn-nothing-fits").with("field", field.as_str())
            }
        }
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for LearnError {}

/// The beginning of a text, for a message.
pub(super) fn quoted(text: &str) -> String {
    let text = crate::page::collapse(text);
    if text.chars().count() <= MAX_QUOTE_CHARS {
        return text;
    }
    let mut short: String = text.chars().take(MAX_QUOTE_CHARS - 1).collect();
    short.push('…');
    short
}
