//! The selector in the workbench's field: its language, its text, what to take, and which field
//! of the rule it belongs to.

use crate::app::views::sites::Editor;
use crate::engine::SelectorDraft;
use crate::engine::types::{Alternative, Picked, SelectorKind, Take};

/// A selector as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Its language.
    pub kind: SelectorKind,
    /// Its text.
    pub source: String,
    /// What to take, as rules write it; empty is the text.
    pub take: String,
    /// The field of the rule it shows, for its colour.
    pub field: Option<usize>,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            kind: SelectorKind::Css,
            source: String::new(),
            take: String::new(),
            field: None,
        }
    }
}

impl Draft {
    /// The selector that finds just the picked element.
    pub fn picked(picked: &Picked) -> Self {
        Self {
            source: picked.css.clone(),
            ..Self::default()
        }
    }

    /// A selector that stands in a rule.
    pub fn of(way: &Alternative, field: Option<usize>) -> Self {
        let (kind, source) = match (&way.css, &way.xpath, &way.regex) {
            (_, Some(xpath), _) => (SelectorKind::XPath, xpath),
            (_, _, Some(regex)) => (SelectorKind::Regex, regex),
            (Some(css), ..) => (SelectorKind::Css, css),
            (None, None, None) => return Self::default(),
        };
        Self {
            kind,
            source: source.clone(),
            take: way.take.clone().unwrap_or_default(),
            field,
        }
    }

    /// What the engine is asked.
    pub fn selector(&self) -> SelectorDraft {
        SelectorDraft {
            kind: self.kind,
            source: self.source.trim().to_owned(),
            take: take_of(&self.take),
        }
    }

    /// What stands in a rule; `take` where the draft says nothing.
    pub fn alternative(&self, take: Option<&str>) -> Alternative {
        let source = Some(self.source.trim().to_owned());
        let own = (!self.take.trim().is_empty()).then(|| self.take.trim().to_owned());
        let mut way = Alternative {
            take: own.or_else(|| take.map(str::to_owned)),
            ..Alternative::default()
        };
        match self.kind {
            SelectorKind::XPath => way.xpath = source,
            SelectorKind::Regex => way.regex = source,
            SelectorKind::JsonPath => way.jsonpath = source,
            SelectorKind::Label => way.label = source.map(crate::engine::types::Labels::One),
            SelectorKind::Css => way.css = source,
        }
        way
    }

    /// The field of `rule` that uses this selector, so that it keeps its colour.
    pub fn find_field(&mut self, rule: Option<&Editor>) {
        let way = self.alternative(None);
        self.field = rule.and_then(|rule| {
            rule.file
                .fields
                .iter()
                .position(|field| field.select.contains(&way))
        });
    }
}

/// What a rule's `take` means to the engine.
pub fn take_of(name: &str) -> Take {
    match name.trim() {
        "" | "text" => Take::Text,
        "own_text" => Take::OwnText,
        "html" => Take::Html,
        "url" => Take::Attribute("href".to_owned()),
        attribute => Take::Attribute(attribute.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_goes_into_a_rule_and_comes_back() {
        let draft = Draft {
            kind: SelectorKind::XPath,
            source: " //h1 ".to_owned(),
            take: "title".to_owned(),
            field: Some(2),
        };
        let way = draft.alternative(Some("href"));
        assert_eq!(way.xpath.as_deref(), Some("//h1"));
        assert_eq!(way.take.as_deref(), Some("title"));
        let back = Draft::of(&way, Some(2));
        assert_eq!(back.source, "//h1");
        assert_eq!(back.selector().take, Take::Attribute("title".to_owned()));
    }
}
