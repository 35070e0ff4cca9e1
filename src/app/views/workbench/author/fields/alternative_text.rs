//! An alternative edited as text: its language, its text, what to take.

use super::rule_parts::PartLocation;
use bowerbird_engine::types::{Alternative, AlternativeKind, SelectorKind, Take};
use bowerbird_engine::{SelectionResult, SelectorDraft};

/// An alternative being edited.
#[derive(Clone, Debug, PartialEq)]
pub struct ByHand {
    /// The part.
    pub spot: PartLocation,
    /// The index of the alternative, from 0; one past the end is a new one.
    pub place: usize,
    /// Its kind.
    pub kind: AlternativeKind,
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
        let mut way = old.cloned().unwrap_or_default();
        let take = self.take.trim();
        way.take = (!take.is_empty()).then(|| take.to_owned());
        if source_of(&way) == (self.kind, self.source.clone()) {
            return way;
        }
        way.set(self.kind, self.source.trim());
        if self.kind == AlternativeKind::Label {
            let labels = self.source.split('|').map(str::trim);
            let labels = labels.filter(|label| !label.is_empty());
            way.set_labels(labels.map(str::to_owned).collect());
        }
        way
    }

    /// The request to the engine; `None` for what is found without a selector.
    pub fn draft(&self) -> Option<SelectorDraft> {
        let source = self.source.trim().to_owned();
        let (kind, source) = match self.kind {
            AlternativeKind::Css => (SelectorKind::Css, source),
            AlternativeKind::XPath => (SelectorKind::XPath, source),
            AlternativeKind::Regex => (SelectorKind::Regex, source),
            AlternativeKind::JsonPath => (SelectorKind::JsonPath, source),
            AlternativeKind::Label => {
                let labels: Vec<&str> = self.source.split('|').map(str::trim).collect();
                (SelectorKind::Label, labels.join(&LABELS.to_string()))
            }
            AlternativeKind::Constant | AlternativeKind::Page => return None,
        };
        Some(SelectorDraft {
            kind,
            source,
            take: take_of(&self.take),
        })
    }
}

/// Kind and text of an alternative; labels are separated by `|`.
pub fn source_of(way: &Alternative) -> (AlternativeKind, String) {
    let kind = way.kind();
    let source = match kind {
        AlternativeKind::Label => way.labels().join(" | "),
        _ => way.source().to_owned(),
    };
    (kind, source)
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
    use crate::views::workbench::author::fields::rule_parts::Home;

    #[test]
    fn a_way_comes_back_as_it_was() {
        let ways = [
            r#"css = "h2 a""#,
            "xpath = \"//h1\"\ntake = \"title\"",
            "regex = '(\\d+)'\non = \"text\"\ngroup = 1",
            r#"label = ["出版社", "Publisher"]"#,
            r#"label = "Author""#,
            r#"label = ["Author"]"#,
            r#"jsonpath = "$.a""#,
            r#"constant = " a | b ""#,
            r#"page = "modified""#,
        ];
        for text in ways {
            let way: Alternative = toml::from_str(text).expect("a way");
            let edit = ByHand::of(PartLocation::field(Home::Page, "x"), 0, &way);
            assert_eq!(edit.alternative(Some(&way)), way, "{text}");
        }
    }
}
