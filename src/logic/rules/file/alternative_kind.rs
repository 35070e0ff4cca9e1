//! The kinds of alternatives: which key of a selector is written, and changes of one that keep what
//! still applies. Input and output: alternatives as data; nothing is validated here.

use super::file_select::{Alternative, Labels};

/// The kind of an alternative: the key that says what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlternativeKind {
    /// `css`
    Css,
    /// `xpath`
    XPath,
    /// `regex`
    Regex,
    /// `jsonpath`
    JsonPath,
    /// `label`
    Label,
    /// `constant`
    Constant,
    /// `page`
    Page,
}

impl AlternativeKind {
    /// Kinds of fields and of the text: all.
    pub const OF_VALUES: &'static [Self] = &[
        Self::Css,
        Self::XPath,
        Self::Regex,
        Self::JsonPath,
        Self::Label,
        Self::Constant,
        Self::Page,
    ];
    /// Kinds of links.
    pub const OF_LINKS: &'static [Self] = &[
        Self::Css,
        Self::XPath,
        Self::Regex,
        Self::JsonPath,
        Self::Label,
    ];
    /// Kinds of links to a further page.
    pub const OF_NEXT: &'static [Self] = &[Self::Css, Self::XPath, Self::Regex, Self::JsonPath];
    /// Kinds of containers: items of a list, records of a page.
    pub const OF_CONTAINERS: &'static [Self] = &[Self::Css, Self::XPath, Self::JsonPath];
    /// Kinds of elements to remove.
    pub const OF_REMOVED: &'static [Self] = &[Self::Css, Self::XPath];
    /// Kinds of parts of a JSON answer.
    pub const OF_JSON: &'static [Self] = &[Self::JsonPath];

    /// The key.
    pub fn token(self) -> &'static str {
        match self {
            Self::Css => "css",
            Self::XPath => "xpath",
            Self::Regex => "regex",
            Self::JsonPath => "jsonpath",
            Self::Label => "label",
            Self::Constant => "constant",
            Self::Page => "page",
        }
    }

    /// Whether `take` applies.
    pub fn takes(self) -> bool {
        !matches!(self, Self::Constant | Self::Page)
    }
}

impl Alternative {
    /// An alternative of `kind` with the text `source`.
    pub fn of_kind(kind: AlternativeKind, source: &str) -> Self {
        let mut way = Self::default();
        way.set(kind, source);
        way
    }

    /// Its kind; CSS while nothing is set.
    pub fn kind(&self) -> AlternativeKind {
        let set = [
            (AlternativeKind::Css, self.css.is_some()),
            (AlternativeKind::XPath, self.xpath.is_some()),
            (AlternativeKind::Regex, self.regex.is_some()),
            (AlternativeKind::JsonPath, self.jsonpath.is_some()),
            (AlternativeKind::Label, self.label.is_some()),
            (AlternativeKind::Constant, self.constant.is_some()),
            (AlternativeKind::Page, self.page.is_some()),
        ];
        let found = set.into_iter().find(|(_, is_set)| *is_set);
        found.map_or(AlternativeKind::Css, |(kind, _)| kind)
    }

    /// Its text: the selector, the constant, the name of the fact, or the first label.
    pub fn source(&self) -> &str {
        let text = match self.kind() {
            AlternativeKind::Css => self.css.as_deref(),
            AlternativeKind::XPath => self.xpath.as_deref(),
            AlternativeKind::Regex => self.regex.as_deref(),
            AlternativeKind::JsonPath => self.jsonpath.as_deref(),
            AlternativeKind::Label => self.labels().first().map(String::as_str),
            AlternativeKind::Constant => self.constant.as_deref(),
            AlternativeKind::Page => self.page.as_deref(),
        };
        text.unwrap_or_default()
    }

    /// Its labels; none for another kind.
    pub fn labels(&self) -> &[String] {
        self.label.as_ref().map_or(&[], Labels::texts)
    }

    /// Sets its labels, in the short notation for a single one.
    pub fn set_labels(&mut self, labels: Vec<String>) {
        self.set(AlternativeKind::Label, "");
        self.label = Some(match <[String; 1]>::try_from(labels) {
            Ok([one]) => Labels::One(one),
            Err(many) => Labels::Many(many),
        });
    }

    /// Makes it one of `kind` with the text `source`. What applies to that kind too stays: what is
    /// taken, what a regular expression searches, the fallbacks.
    pub fn set(&mut self, kind: AlternativeKind, source: &str) {
        let of = |this: AlternativeKind| (kind == this).then(|| source.to_owned());
        self.css = of(AlternativeKind::Css);
        self.xpath = of(AlternativeKind::XPath);
        self.regex = of(AlternativeKind::Regex);
        self.jsonpath = of(AlternativeKind::JsonPath);
        self.label = of(AlternativeKind::Label).map(Labels::One);
        self.constant = of(AlternativeKind::Constant);
        self.page = of(AlternativeKind::Page);
        if !kind.takes() {
            self.take = None;
        }
        if kind != AlternativeKind::Regex {
            (self.on, self.group) = (None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::check::select::Role;

    #[test]
    fn the_checker_takes_the_kinds_that_are_offered() {
        for (role, kinds) in [
            (Role::Value, AlternativeKind::OF_VALUES),
            (Role::Content, AlternativeKind::OF_VALUES),
            (Role::Link, AlternativeKind::OF_LINKS),
            (Role::Next, AlternativeKind::OF_NEXT),
            (Role::Container, AlternativeKind::OF_CONTAINERS),
            (Role::Strip, AlternativeKind::OF_REMOVED),
        ] {
            let tokens: Vec<&str> = kinds.iter().map(|kind| kind.token()).collect();
            assert_eq!(role.kinds(), tokens);
        }
    }

    #[test]
    fn every_kind_keeps_its_text_and_what_applies_to_it() {
        for kind in AlternativeKind::OF_VALUES {
            let mut way = Alternative::of_kind(*kind, "a");
            assert_eq!((way.kind(), way.source()), (*kind, "a"));
            way.take = Some("href".to_owned());
            way.on = Some("text".to_owned());
            way.set(*kind, "b");
            assert_eq!((way.kind(), way.source()), (*kind, "b"));
            assert_eq!(way.take.is_some(), kind.takes());
            assert_eq!(way.on.is_some(), *kind == AlternativeKind::Regex);
        }
    }

    #[test]
    fn labels_are_one_or_several() {
        let mut way = Alternative::default();
        for labels in [vec!["Author"], vec!["Author", "作者"]] {
            let labels: Vec<String> = labels.into_iter().map(str::to_owned).collect();
            way.set_labels(labels.clone());
            assert_eq!(way.labels(), labels);
            assert_eq!(way.kind(), AlternativeKind::Label);
        }
    }
}
