//! What a query asks, as a tree.

use jiff::civil::Date;

use super::values::DaySpan;

/// A part of a query, or all of it.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryNode {
    /// All of them hold.
    All(Vec<QueryNode>),
    /// One of them holds.
    Any(Vec<QueryNode>),
    /// It does not hold.
    Not(Box<QueryNode>),
    /// Words stand in a record.
    Words(QueryWords),
    /// A field has any value; `of`: which kind of it.
    Filled(QueryField, FilledWith),
    /// A record passes a test on its values.
    Test(QueryTest),
}

/// Words that stand in a record, or in one of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryWords {
    /// The field; `None`: any.
    pub field: Option<QueryField>,
    /// Words and phrases, each with whether it is the beginning of a word.
    pub phrases: Vec<(String, bool)>,
}

/// A field that words are looked for in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryField {
    /// The title.
    Title,
    /// The text.
    Text,
    /// The author.
    Author,
    /// The address.
    Url,
    /// A field of the site's rule, by name.
    Own(String),
}

impl QueryField {
    /// The name that a record has it under.
    pub fn name(&self) -> &str {
        match self {
            Self::Title => "title",
            Self::Text => "text",
            Self::Author => "author",
            Self::Url => "url",
            Self::Own(name) => name,
        }
    }
}

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilledWith {
    /// Any.
    Anything,
    /// A number.
    Number,
    /// A day.
    Day,
}

/// A test on the values of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryTest {
    /// The name of its site has this part.
    Site(String),
    /// It has this tag.
    Tag(String),
    /// Its language, such as `zh`.
    Language(String),
    /// Its date, or without one the day of its fetch, is on or after that day.
    After(Date),
    /// The same, before that day.
    Before(Date),
    /// Its date.
    Date(DayRange),
    /// When it was fetched.
    Fetched(DayRange),
    /// A number in a field of its rule.
    Number(String, NumberRange),
    /// A day in a field of its rule.
    Day(String, DayRange),
}

/// Days from the first on, up to but without the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayRange {
    /// The first day.
    pub from: Option<Date>,
    /// The day after the last.
    pub until: Option<Date>,
}

impl DayRange {
    /// What compares so with the days.
    pub(super) fn of(compare: Compare, span: DaySpan) -> Self {
        let (from, until) = match compare {
            Compare::Equal => (Some(span.from), Some(span.until)),
            Compare::Below => (None, Some(span.from)),
            Compare::AtMost => (None, Some(span.until)),
            Compare::Above => (Some(span.until), None),
            Compare::AtLeast => (Some(span.from), None),
        };
        Self { from, until }
    }
}

/// Numbers between two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NumberRange {
    /// The lowest, and whether it counts itself.
    pub low: Option<(f64, bool)>,
    /// The highest, likewise.
    pub high: Option<(f64, bool)>,
}

impl NumberRange {
    /// What compares so with a number.
    pub(super) fn of(compare: Compare, number: f64) -> Self {
        let (low, high) = match compare {
            Compare::Equal => (Some((number, true)), Some((number, true))),
            Compare::Below => (None, Some((number, false))),
            Compare::AtMost => (None, Some((number, true))),
            Compare::Above => (Some((number, false)), None),
            Compare::AtLeast => (Some((number, true)), None),
        };
        Self { low, high }
    }
}

/// How a value compares with a typed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Equal,
    Below,
    AtMost,
    Above,
    AtLeast,
}

impl Compare {
    /// Its sign; equality has none.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
        }
    }

    /// The comparison at the beginning of a text, and the rest.
    pub(super) fn split(text: &str) -> (Option<Self>, &str) {
        for (sign, compare) in [
            ("<=", Self::AtMost),
            (">=", Self::AtLeast),
            ("＜=", Self::AtMost),
            ("＞=", Self::AtLeast),
            ("＜＝", Self::AtMost),
            ("＞＝", Self::AtLeast),
            ("≤", Self::AtMost),
            ("≥", Self::AtLeast),
            ("<", Self::Below),
            (">", Self::Above),
            ("＜", Self::Below),
            ("＞", Self::Above),
            ("=", Self::Equal),
            ("＝", Self::Equal),
        ] {
            if let Some(rest) = text.strip_prefix(sign) {
                return (Some(compare), rest);
            }
        }
        (None, text)
    }
}
