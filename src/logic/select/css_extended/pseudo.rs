//! Names of the extensions, and hints for the jQuery ones that are not supported.

use super::super::SelectorFault;
use super::{Part, Place};
use crate::messages::Message;

/// The extensions that take an argument, those that take none, and the CSS ones that may hold
/// selectors with extensions.
const WITH_ARGUMENT: [&str; 6] = ["contains", "icontains", "matches", "eq", "lt", "gt"];
const BARE: [&str; 4] = ["first", "last", "even", "odd"];
pub const HOLDERS: [&str; 4] = ["not", "has", "is", "where"];

/// jQuery's pseudo-classes that are not supported, with the message that says what to write.
const REFUSED: [(&str, &str); 18] = [
    ("header", "select-css-jquery-header"),
    ("visible", "select-css-jquery-seen"),
    ("hidden", "select-css-jquery-seen"),
    ("animated", "select-css-jquery-seen"),
    ("focus", "select-css-jquery-seen"),
    ("parent", "select-css-jquery-parent"),
    ("selected", "select-css-jquery-form"),
    ("input", "select-css-jquery-form"),
    ("button", "select-css-jquery-form"),
    ("text", "select-css-jquery-form"),
    ("password", "select-css-jquery-form"),
    ("radio", "select-css-jquery-form"),
    ("checkbox", "select-css-jquery-form"),
    ("submit", "select-css-jquery-form"),
    ("reset", "select-css-jquery-form"),
    ("file", "select-css-jquery-form"),
    ("image", "select-css-jquery-form"),
    ("containsOwn", "select-css-contains"),
];

/// Whether `name` is an extension; `called`: with an argument.
pub fn is_extension(name: &str, called: bool) -> bool {
    if called {
        WITH_ARGUMENT.contains(&name)
    } else {
        BARE.contains(&name)
    }
}

/// The hint for a pseudo-class that only jQuery has.
pub fn refusal(name: &str) -> Option<&'static str> {
    let mut known = REFUSED.iter();
    known.find(|(other, _)| *other == name).map(|(_, id)| *id)
}

/// The condition `name(argument)`; `at` is the position of its name, `inside` that of the argument.
pub fn part(
    name: &str,
    argument: Option<&str>,
    at: usize,
    inside: usize,
) -> Result<Part, SelectorFault> {
    let whole = argument.unwrap_or_default();
    let number = || {
        let number: Option<i64> = whole.trim().parse().ok();
        let reason = || Message::new("select-css-number").with("name", name);
        number.ok_or_else(|| SelectorFault::at(inside, reason()))
    };
    Ok(match name {
        "contains" | "icontains" => Part::Contains {
            text: text_argument(name, whole, inside)?,
            any_case: name == "icontains",
        },
        "matches" => {
            let pattern = text_argument(name, whole, inside)?;
            let program = super::super::regex::compile(&pattern).map_err(|fault| {
                // A quotation mark may precede the pattern.
                let lead = usize::from(whole.trim_start().starts_with(['"', '\'']));
                let blank = whole.chars().take_while(|c| c.is_whitespace()).count();
                SelectorFault::at(
                    inside + blank + lead + fault.position.unwrap_or(0),
                    fault.reason,
                )
            })?;
            Part::Matches(program.into_regex())
        }
        "eq" => Part::Place(Place::At(number()?)),
        "lt" => Part::Place(Place::Before(number()?)),
        "gt" => Part::Place(Place::After(number()?)),
        "first" => Part::Place(Place::At(0)),
        "last" => Part::Place(Place::At(-1)),
        "even" => Part::Place(Place::Even),
        "odd" => Part::Place(Place::Odd),
        _ => {
            let reason = Message::new("select-css-pseudo").with("rest", format!(":{name}"));
            return Err(SelectorFault::at(at, reason));
        }
    })
}

/// The text in an argument, quoted or not.
fn text_argument(name: &str, argument: &str, at: usize) -> Result<String, SelectorFault> {
    let trimmed = argument.trim();
    let text = unquoted(trimmed, name == "matches");
    if text.trim().is_empty() {
        let reason = Message::new("select-css-text").with("name", name);
        return Err(SelectorFault::at(at, reason));
    }
    Ok(text)
}

/// Removes quotation marks and resolves `\` escapes. A pattern keeps its `\` except before the mark
/// itself.
fn unquoted(text: &str, pattern: bool) -> String {
    let mut chars = text.chars();
    let quote = match chars.next() {
        Some(quote @ ('"' | '\'')) if text.len() > 1 && text.ends_with(quote) => quote,
        _ => return text.to_owned(),
    };
    let mut out = String::new();
    let inner: Vec<char> = chars.collect();
    let inner = inner.split_last().map_or(&[][..], |(_, inner)| inner);
    let mut escaped = false;
    for &c in inner {
        if escaped {
            if pattern && c != quote {
                out.push('\\');
            }
            out.push(c);
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else {
            out.push(c);
        }
    }
    if escaped {
        out.push('\\');
    }
    out
}
