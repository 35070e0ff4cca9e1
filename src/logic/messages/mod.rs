//! The message catalogues: every text a person sees, in English and 简体中文, as Fluent files under
//! `assets/messages/LANGUAGE/ROOM.ftl`. Rooms return [`Message`]s (an id and arguments); the two
//! front ends render them in the user's language. Errors render themselves in English for logs
//! through [`english`].

mod catalogue;
mod library_reasons;
mod numbers;
mod reasons;
mod shell;
mod span;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::mask_secrets::without_credentials;
pub use catalogue::{Catalogue, Language, english, text_in};
pub use numbers::grouped_digits;
pub use span::{exact_span, span};

/// A text by its id in the catalogues, with its arguments; can be stored and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Id in the catalogues, such as `fetch-timeout`.
    pub id: String,
    /// Arguments by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(String, Arg)>,
}

/// One argument: numbers take part in plural rules and number formats, texts do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Arg {
    /// A count or size.
    Number(i64),
    /// Anything else.
    Text(String),
    /// Names in a row, with the separator of the language. Before a message, which a list of one name
    /// could be read as.
    List(Vec<String>),
    /// A message inside a message, such as a cause.
    Nested(Box<Message>),
}

impl Message {
    /// The message `id` without arguments.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            args: Vec::new(),
        }
    }

    /// Adds the argument `name`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Arg>) -> Self {
        self.args.push((name.to_owned(), value.into()));
        self
    }
}

/// Removes the user and password from addresses in texts: typed input reappears in errors, events
/// and stored reasons.
impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(without_credentials(text).into_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        match without_credentials(&text) {
            Cow::Owned(clean) => Self::Text(clean),
            Cow::Borrowed(_) => Self::Text(text),
        }
    }
}

impl From<Vec<String>> for Arg {
    fn from(parts: Vec<String>) -> Self {
        let clean = |part: String| without_credentials(&part).into_owned();
        Self::List(parts.into_iter().map(clean).collect())
    }
}

impl From<Vec<&str>> for Arg {
    fn from(parts: Vec<&str>) -> Self {
        parts
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .into()
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Nested(Box::new(message))
    }
}

macro_rules! number_arg {
    ($($t:ty),*) => {$(
        impl From<$t> for Arg {
            fn from(n: $t) -> Self {
                Self::Number(i64::try_from(n).unwrap_or(i64::MAX))
            }
        }
    )*};
}
number_arg!(i32, i64, u16, u32, u64, usize);

/// Errors shown to a person: what happened, why, and what to do.
pub trait Explain {
    /// The message for the catalogues.
    fn explain(&self) -> Message;
}
