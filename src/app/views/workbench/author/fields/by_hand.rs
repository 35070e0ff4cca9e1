//! An alternative edited as text: its language, its text, what to take.

use super::parts::PartLocation;
use bowerbird_engine::types::{Alternative, Labels, SelectorKind, Take};
use bowerbird_engine::{SelectionResult, SelectorDraft};

/// An alternative being edited.
#[derive(Clone, Debug, PartialEq)]
pub struct ByHand {
    /// The part.
    pub spot: PartLocation,
    /// The index of the alternative, from 0; one past the end is a new one.
    pub place: usize,
    /// Its language.
    pub kind: SelectorKind,
    /// Its text.
    pub source: String,
    /// What to take, in rule syntax; empty for the default.
    pub take: String,
    /// Its result.
    pub selection: Option<SelectionResult>,
    /// Whether the text field was focused.
    pub focused: bool,
}

/// Separator between several labels of one alternative.
const LABELS: char = '\u{1f}';

impl ByHand {
    /// Begins to edit `way`.
    pub fn of(spot: PartLocation, place: usize, way: &Alternative) -> Self {
        let (kind, source) = source_of(way);
        Self {
            spot,
            place,
            kind,
            source,
            take: way.take.clone().unwrap_or_default(),
            selection: None,
            focused: false,
        }
    }

    /// The alternative for the rule; properties that the form does not show are kept from `old`.
    pub fn alternative(&self, old: Option<&Alternative>) -> Alternative {
        let source = Some(self.source.trim().to_owned());
        let take = self.take.trim();
        let mut way = Alternative {
            take: (!take.is_empty()).then(|| take.to_owned()),
            ..Alternative::default()
        };
        match self.kind {
            SelectorKind::Css => way.css = source,
            SelectorKind::XPath => way.xpath = source,
            SelectorKind::JsonPath => way.jsonpath = source,
            SelectorKind::Regex => {
                way.regex = source;
                if let Some(old) = old.filter(|old| old.regex.is_some()) {
                    way.on.clone_from(&old.on);
                    way.group.clone_from(&old.group);
                }
            }
            SelectorKind::Label => {
                let labels: Vec<String> = self
                    .source
                    .split('|')
                    .map(|label| label.trim().to_owned())
                    .filter(|label| !label.is_empty())
                    .collect();
                way.label = Some(match <[String; 1]>::try_from(labels) {
                    Ok([one]) => Labels::One(one),
                    Err(many) => Labels::Many(many),
                });
            }
        }
        way
    }

    /// The request to the engine.
    pub fn draft(&self) -> SelectorDraft {
        let source = match self.kind {
            SelectorKind::Label => self
                .source
                .split('|')
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(&LABELS.to_string()),
            _ => self.source.trim().to_owned(),
        };
        SelectorDraft {
            kind: self.kind,
            source,
            take: take_of(&self.take),
        }
    }
}

/// Language and text of an alternative; labels are separated by `|`.
pub fn source_of(way: &Alternative) -> (SelectorKind, String) {
    let label = way.label.as_ref().map(|labels| labels.texts().join(" | "));
    let known = [
        (SelectorKind::Css, way.css.clone()),
        (SelectorKind::XPath, way.xpath.clone()),
        (SelectorKind::Regex, way.regex.clone()),
        (SelectorKind::JsonPath, way.jsonpath.clone()),
        (SelectorKind::Label, label),
    ];
    known
        .into_iter()
        .find_map(|(kind, source)| Some((kind, source?)))
        .unwrap_or((SelectorKind::Css, String::new()))
}

/// The engine's value for a rule's `take`.
fn take_of(name: &str) -> Take {
    match name.trim() {
        // The result is shown as text, whatever its final form.
        "" | "text" | "table" | "markdown" | "clean_html" => Take::Text,
        "own_text" => Take::OwnText,
        "html" => Take::Html,
        "url" => Take::Attribute("href".to_owned()),
        attribute => Take::Attribute(attribute.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::workbench::author::fields::parts::Home;

    #[test]
    fn a_way_comes_back_as_it_was() {
        let ways = [
            r#"css = "h2 a""#,
            "xpath = \"//h1\"\ntake = \"title\"",
            "regex = '(\\d+)'\non = \"text\"\ngroup = 1",
            r#"label = ["出版社", "Publisher"]"#,
            r#"label = "Author""#,
            r#"jsonpath = "$.a""#,
        ];
        for text in ways {
            let way: Alternative = toml::from_str(text).expect("a way");
            let edit = ByHand::of(PartLocation::field(Home::Page, "x"), 0, &way);
            assert_eq!(edit.alternative(Some(&way)), way, "{text}");
        }
    }
}
