//! Mistakes in a query: where they are, and what to do.

use std::ops::Range;

use crate::messages::Message;

/// A mistake in a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryProblem {
    /// The characters that it is about.
    pub at: Range<usize>,
    /// What is wrong.
    pub kind: QueryProblemKind,
}

/// What is wrong with a part of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryProblemKind {
    /// A quotation mark that nothing closes: the rest is one phrase.
    UnclosedQuote,
    /// A bracket that nothing closes: the rest is in it.
    UnclosedBracket,
    /// A closing bracket without an opening one: it is left out.
    ExtraBracket,
    /// An operator without a part beside it: it is left out.
    NothingToJoin(String),
    /// A field without a value: it is left out.
    NoValue(String),
    /// What is compared is neither a number nor a date.
    NotANumber {
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// What a date is compared with is none.
    NotADate {
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// A field that has words is compared.
    NotCompared(String),
    /// No record has such a field.
    UnknownField {
        /// Its name.
        field: String,
        /// The rest of what was typed.
        value: String,
        /// One that is almost called so.
        nearest: Option<String>,
    },
    /// No letter or digit in it.
    NoWords(String),
    /// It has too many parts: the rest is left out.
    TooLong(usize),
}

impl QueryProblem {
    /// Whether nothing is looked for because of it; otherwise the rest of the query counts.
    pub fn is_fatal(&self) -> bool {
        matches!(
            self.kind,
            QueryProblemKind::NotANumber { .. }
                | QueryProblemKind::NotADate { .. }
                | QueryProblemKind::NotCompared(_)
                | QueryProblemKind::UnknownField { .. }
        )
    }

    /// Where it is and what to do.
    pub fn message(&self) -> Message {
        use QueryProblemKind as Kind;
        let message = match &self.kind {
            Kind::UnclosedQuote => Message::new("query-unclosed-quote"),
            Kind::UnclosedBracket => Message::new("query-unclosed-bracket"),
            Kind::ExtraBracket => Message::new("query-extra-bracket"),
            Kind::NothingToJoin(text) => {
                Message::new("query-nothing-to-join").with("text", text.as_str())
            }
            Kind::NoValue(field) => Message::new("query-no-value").with("field", field.as_str()),
            Kind::NotANumber { field, value } => Message::new("query-not-a-number")
                .with("field", field.as_str())
                .with("value", value.as_str()),
            Kind::NotADate { field, value } => Message::new("query-not-a-date")
                .with("field", field.as_str())
                .with("value", value.as_str()),
            Kind::NotCompared(field) => {
                Message::new("query-not-compared").with("field", field.as_str())
            }
            Kind::UnknownField {
                field,
                value,
                nearest: None,
            } => Message::new("query-unknown-field")
                .with("field", field.as_str())
                .with("value", value.as_str()),
            Kind::UnknownField {
                field,
                value,
                nearest: Some(nearest),
            } => Message::new("query-unknown-field-near")
                .with("field", field.as_str())
                .with("value", value.as_str())
                .with("near", nearest.as_str()),
            Kind::NoWords(text) => Message::new("query-no-words").with("text", text.as_str()),
            Kind::TooLong(most) => Message::new("query-too-long").with("most", *most),
        };
        // People count from one.
        message.with("place", self.at.start + 1)
    }
}
