//! Arguments whose values are those of an enum of the engine, each with a line of help.

use bowerbird_engine::types::FetchMode;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// An enum that is chosen by name.
pub trait Choice: Copy + Send + Sync + 'static {
    /// All values, in the order of the help text.
    fn all() -> &'static [Self];

    /// The name and the help text of a value.
    fn named(self) -> (&'static str, &'static str);
}

impl Choice for FetchMode {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn named(self) -> (&'static str, &'static str) {
        let help = match self {
            Self::Auto => "plain requests, and a browser for pages that their scripts make",
            Self::Http => "plain requests only",
            Self::Browser => "a browser for every page",
        };
        (self.token(), help)
    }
}

/// A parser for the name of a value.
pub fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let values = T::all().iter().map(|value| {
        let (name, help) = value.named();
        PossibleValue::new(name).help(help)
    });
    PossibleValuesParser::new(values).try_map(|typed| {
        let mut all = T::all().iter().copied();
        all.find(|value| value.named().0 == typed).ok_or(typed)
    })
}
