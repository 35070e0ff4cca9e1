//! How a message says that a condition counted: a template with placeholders in braces, among them the
//! fields of the record.

use crate::comparison::number;
use crate::messages::{Catalogue, Message};
use crate::model::{ClauseTest, RecordMatch};

/// What may stand in braces.
pub const PLACEHOLDERS: [&str; 10] = [
    "title",
    "site",
    "what",
    "field",
    "before",
    "after",
    "difference",
    "percent",
    "link",
    "time",
];

/// The longest template, in characters.
const MAX_TEMPLATE: usize = 2_000;
/// The template unless a person writes another one.
const USUAL: &str = "{title}: {what}\n{link}";

/// A template that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertWording {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(String),
}

impl AlertWording {
    /// Reads a template; the usual one if it is blank. A placeholder that is none of
    /// [`PLACEHOLDERS`] is a field of the record.
    ///
    /// # Errors
    /// A placeholder without a name, a brace that is not closed, or a template that is too long.
    pub fn parse(template: &str) -> Result<Self, Message> {
        let template = match template.trim() {
            "" => USUAL,
            typed if typed.chars().count() > MAX_TEMPLATE => {
                return Err(Message::new("condition-too-long").with("most", MAX_TEMPLATE));
            }
            typed => typed,
        };
        let (mut parts, mut text, mut rest) = (Vec::new(), String::new(), template);
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let close = after.split_once('}');
            let (name, further) = close.ok_or_else(|| {
                Message::new("condition-open-brace").with("all", all_placeholders(&[]))
            })?;
            if name.trim().is_empty() {
                return Err(no_placeholder("", &[]));
            }
            parts.push(Part::Text(std::mem::take(&mut text)));
            parts.push(Part::Value(name.trim().to_owned()));
            rest = further;
        }
        text.push_str(rest);
        parts.push(Part::Text(text));
        Ok(Self { parts })
    }

    /// Checks that every placeholder is one of those that there always are, or one of the fields of
    /// the records. While no fields are known, any may be meant.
    ///
    /// # Errors
    /// The placeholder that there is not, with those that there are.
    pub fn check_fields(&self, fields: &[String]) -> Result<(), Message> {
        let wrong = self.parts.iter().find_map(|part| match part {
            Part::Value(name) if PLACEHOLDERS.contains(&name.as_str()) => None,
            Part::Value(name) => (!fields.contains(name)).then_some(name),
            Part::Text(_) => None,
        });
        match wrong {
            Some(name) if !fields.is_empty() => Err(no_placeholder(name, fields)),
            _ => Ok(()),
        }
    }

    /// What it says of a match; `time` is when that was, in words.
    pub fn text(&self, catalogue: &Catalogue, found: &RecordMatch, time: &str) -> String {
        let value = |name: &str| match name {
            "title" => found.title.clone(),
            "site" => found.site_name.clone(),
            "what" => catalogue.text(&what(found)),
            "field" => found.field.clone(),
            "before" => found.before.clone(),
            "after" => found.after.clone(),
            "difference" => difference(found).unwrap_or_default(),
            "percent" => percent(found).unwrap_or_default(),
            "link" => found.url.clone(),
            "time" => time.to_owned(),
            own => {
                let own = found.fields.iter().find(|(name, _)| name == own);
                own.map(|(_, value)| value.clone()).unwrap_or_default()
            }
        };
        let parts = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Value(name) => value(name),
        });
        parts.collect::<String>().trim_end().to_owned()
    }
}

fn no_placeholder(name: &str, fields: &[String]) -> Message {
    Message::new("condition-no-placeholder")
        .with("name", name)
        .with("all", all_placeholders(fields))
}

/// All placeholders in their braces: those that there always are, then the fields of the records.
pub fn all_placeholders(fields: &[String]) -> String {
    let own = fields.iter().map(String::as_str);
    let own = own.filter(|name| !PLACEHOLDERS.contains(name) && !name.contains(['{', '}']));
    let all = PLACEHOLDERS.into_iter().chain(own);
    all.map(|name| format!("{{{name}}}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// What counted, in words.
fn what(found: &RecordMatch) -> Message {
    let id = match (found.field.is_empty(), found.test) {
        (true, ClauseTest::Appears) => "condition-said-there",
        (true, ClauseTest::Vanishes) => "condition-said-gone",
        (true, _) => "condition-said-matches",
        // A record may never have had one.
        (false, ClauseTest::Empty) if found.after.is_empty() && found.before.is_empty() => {
            "condition-said-empty"
        }
        (false, _) if found.after.is_empty() => "condition-said-vanished",
        (false, _) if found.before.is_empty() || found.before == found.after => {
            "condition-said-value"
        }
        (false, _) => match difference_words(&found.before, &found.after) {
            Some(difference) => {
                return Message::new("condition-said-number")
                    .with("field", found.field.as_str())
                    .with("before", found.before.as_str())
                    .with("after", found.after.as_str())
                    .with("difference", difference);
            }
            None => "condition-said-change",
        },
    };
    Message::new(id)
        .with("field", found.field.as_str())
        .with("before", found.before.as_str())
        .with("after", found.after.as_str())
}

/// The numbers of two values that are little else.
fn numbers(before: &str, after: &str) -> Option<(f64, f64)> {
    let is_number = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        letters <= 4 && text.chars().count() <= 24
    };
    let both = is_number(before) && is_number(after);
    number(before).zip(number(after)).filter(|_| both)
}

fn difference(found: &RecordMatch) -> Option<String> {
    let (before, after) = numbers(&found.before, &found.after)?;
    Some(signed(after - before, 4))
}

fn percent(found: &RecordMatch) -> Option<String> {
    let (before, after) = numbers(&found.before, &found.after)?;
    (before != 0.0).then(|| format!("{}%", signed((after - before) / before.abs() * 100.0, 1)))
}

/// The difference of two numbers with its percentage, such as `−0.3 (−9.4%)`; `None` if one is no
/// number.
pub fn difference_words(before: &str, after: &str) -> Option<String> {
    let (from, to) = numbers(before, after)?;
    let by = signed(to - from, 4);
    Some(match from == 0.0 {
        true => by,
        false => format!("{by} ({}%)", signed((to - from) / from.abs() * 100.0, 1)),
    })
}

/// A number with its sign and at most so many decimals.
fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match (text, number < 0.0) {
        ("0", _) => "0".to_owned(),
        (text, true) => format!("−{text}"),
        (text, false) => format!("+{text}"),
    }
}
