//! Values inside a longer text ("Publisher: X, 2008"): how to cut the value out so that it works
//! for the other picks too and can be written as transform steps.

use super::LocatedPick;
use crate::authoring::learn::induce::learning_types::{LearnedField, MAX_LABEL_CHARS};
use crate::page::collapse;
use crate::rules::TransformStep;

/// Separators of values in one text, the most distinctive first.
const MARKS: [&str; 12] = [
    " | ", " / ", " · ", " • ", "; ", " – ", " - ", ", ", " (", "|", "/", ":",
];

/// A way to cut a value from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    /// The whole text.
    #[default]
    None,
    /// The text after a label, up to a mark if there is one.
    After(String, Option<String>),
    /// The text before a mark.
    Before(String),
    /// One of the parts between marks, from 1; -1 is the last.
    Part(String, i64),
    /// The first run of digits and dashes with at least this length.
    Digits(usize),
}

impl Cut {
    /// The value in `text`; `None` if the cut does not apply.
    pub fn apply(&self, text: &str) -> Option<String> {
        let cut = match self {
            Self::None => text.to_owned(),
            Self::After(label, mark) => {
                let (_, rest) = text.split_once(label.as_str())?;
                match mark.as_deref().and_then(|mark| rest.split_once(mark)) {
                    Some((value, _)) => value.to_owned(),
                    None => rest.to_owned(),
                }
            }
            Self::Before(mark) => text.split_once(mark.as_str())?.0.to_owned(),
            Self::Part(mark, number) => {
                let parts: Vec<&str> = text.split(mark.as_str()).collect();
                let at = usize::try_from(*number - 1).unwrap_or(parts.len().checked_sub(1)?);
                (parts.len() > 1).then_some(())?;
                (*parts.get(at)?).to_owned()
            }
            Self::Digits(least) => digits(text, *least)?,
        };
        let cut = collapse(&cut);
        (!cut.is_empty()).then_some(cut)
    }

    /// The result of the cut's steps on `text`: unlike [`Cut::apply`], a text without the label or
    /// the mark stays unchanged, as in a rule.
    pub fn stepped(&self, text: &str) -> Option<String> {
        match self {
            Self::None | Self::Part(..) => self.apply(text),
            Self::After(label, mark) => {
                let rest = text.split_once(label.trim()).map_or(text, |(_, rest)| rest);
                let mark = mark.as_deref().map(|mark| Self::Before(mark.to_owned()));
                mark.unwrap_or_default().stepped(rest.trim_start())
            }
            Self::Before(mark) => {
                let value = text
                    .split_once(mark.trim())
                    .map_or(text, |(value, _)| value);
                Self::None.apply(value)
            }
            Self::Digits(_) => self.apply(text).or_else(|| Self::None.apply(text)),
        }
    }

    /// Whether the steps leave `value` unchanged.
    pub fn leaves(&self, value: &str) -> bool {
        self.stepped(value).as_deref() == Some(value)
    }

    /// The cut as a rule writes it.
    pub fn steps(&self) -> Vec<TransformStep> {
        let replace = |pattern: String, by: &str| {
            let pair = vec![
                toml::Value::String(pattern),
                toml::Value::String(by.to_owned()),
            ];
            one("replace", toml::Value::Array(pair))
        };
        let before = |mark: &str| replace(format!(r"(?s)\s*{}.*$", regex::escape(mark.trim())), "");
        let trim = || one("trim", toml::Value::Boolean(true));
        match self {
            Self::None => Vec::new(),
            Self::After(label, mark) => {
                let pattern = format!(r"(?s)^.*?{}\s*", regex::escape(label.trim()));
                let mut steps = vec![replace(pattern, "")];
                steps.extend(mark.as_deref().map(before));
                steps
            }
            Self::Before(mark) => vec![before(mark)],
            Self::Part(mark, number) => vec![
                one("collapse", toml::Value::Boolean(true)),
                one("split", toml::Value::String(mark.clone())),
                one("part", toml::Value::Integer(*number)),
                trim(),
            ],
            Self::Digits(least) => {
                let pattern = format!(r"(?s)^.*?(\d[\d-]{{{},}}\d).*$", least.saturating_sub(2));
                vec![replace(pattern, "$1")]
            }
        }
    }
}

/// Strips the colon of a label from a field's values, if no pick begins with one: text after
/// `<b>ISBN</b>` is often `: 978…`. The rule gets the same step.
pub(crate) fn without_colon(mut field: LearnedField, wanted: &[&LocatedPick]) -> LearnedField {
    const COLONS: [char; 2] = [':', '：'];
    let mut values = field
        .ranked
        .iter()
        .flat_map(|way| way.values.iter().flatten());
    let is_needed = field.transform.is_empty()
        && !wanted.iter().any(|pick| pick.value.starts_with(COLONS))
        && values.any(|value| value.trim_start().starts_with(COLONS));
    if is_needed {
        let pair = [r"^[\s:：]+", ""].map(|part| toml::Value::String(part.to_owned()));
        field
            .transform
            .push(one("replace", toml::Value::Array(pair.to_vec())));
        let ways = field.ranked.iter_mut();
        for value in ways.flat_map(|way| way.values.iter_mut().flatten()) {
            let bare = value.trim_start_matches(|c: char| c.is_whitespace() || COLONS.contains(&c));
            *value = bare.to_owned();
        }
    }
    field
}

fn one(key: &str, value: toml::Value) -> TransformStep {
    TransformStep::from([(key.to_owned(), value)])
}

fn digits(text: &str, least: usize) -> Option<String> {
    let runs = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    let mut runs = runs.map(|run| run.trim_matches('-'));
    runs.find(|run| run.len() >= least).map(str::to_owned)
}

/// The cuts that extract `value` from `text`, the most distinctive first.
pub(crate) fn cuts(text: &str, value: &str) -> Vec<Cut> {
    let text = collapse(text);
    let Some((before, after)) = text.split_once(value) else {
        return Vec::new();
    };
    let mark = MARKS.iter().find(|mark| after.starts_with(**mark));
    let mark = mark.map(|mark| (*mark).to_owned());
    let mut found = Vec::new();
    let label = before.trim();
    // A separate value before this one is not a label.
    let separate = MARKS
        .iter()
        .any(|mark| *mark != ":" && before.contains(mark));
    if is_label(label) && !separate && (after.is_empty() || mark.is_some()) {
        found.push(Cut::After(before.to_owned(), mark.clone()));
    }
    for sep in MARKS.iter().filter(|mark| text.contains(**mark)) {
        let parts: Vec<&str> = text.split(sep).map(str::trim).collect();
        if let Some(at) = parts.iter().position(|part| *part == value) {
            let number = i64::try_from(at + 1).unwrap_or(1);
            if at + 1 == parts.len() {
                found.push(Cut::Part((*sep).to_owned(), -1));
            }
            found.push(Cut::Part((*sep).to_owned(), number));
        }
    }
    let after_word = (after.len() <= 24 && !after.contains(|c: char| c.is_ascii_digit()))
        .then(|| after.to_owned());
    if let (true, Some(mark)) = (before.is_empty() && !after.is_empty(), mark.or(after_word)) {
        found.push(Cut::Before(mark));
    }
    let all_digits = value.chars().all(|c| c.is_ascii_digit() || c == '-');
    if all_digits && value.len() >= 6 {
        found.push(Cut::Digits(value.len()));
    }
    found.retain(|cut| cut.apply(&text).as_deref() == Some(value));
    found
}

/// Whether a text may be the label of a value.
pub(crate) fn is_label(text: &str) -> bool {
    text.chars().count() <= MAX_LABEL_CHARS && text.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_take_the_value_out_of_others_too() {
        let all = cuts("Publisher: Acorn, 2008", "Acorn");
        assert_eq!(
            all[0],
            Cut::After("Publisher: ".to_owned(), Some(", ".to_owned()))
        );
        assert_eq!(
            all[0].apply("Publisher: Oak & Co, 1999").as_deref(),
            Some("Oak & Co")
        );
        let all = cuts("Acorn / 2008 / Paper", "2008");
        assert_eq!(all[0], Cut::Part(" / ".to_owned(), 2));
        assert_eq!(
            cuts("ISBN13 9781602600157 new", "9781602600157"),
            [Cut::Digits(13)]
        );
        assert!(cuts("abc", "x").is_empty());
    }
}
