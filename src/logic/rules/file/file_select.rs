//! The parts of a rule file that locate something: alternatives and links to further pages, as
//! data. Input and output: TOML, by serde. Nothing is validated here.

use serde::{Deserialize, Serialize};

/// One way to find something: exactly one of css, xpath, regex, jsonpath, label, constant, page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// CSS selector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css: Option<String>,
    /// XPath 1.0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xpath: Option<String>,
    /// Regular expression over the source, or over the text if `on` says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regex: Option<String>,
    /// JSONPath (RFC 9535) over a JSON answer, or over the JSON scripts of a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jsonpath: Option<String>,
    /// The value next to one of these labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Labels>,
    /// A constant text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constant: Option<String>,
    /// A fact about the page itself: `url`, `fetched_at` or `title`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// `text` (default), `own_text`, `html`, `url` (joined href), `table`, or an attribute's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<TakeName>,
    /// What a regex searches: `source` (default) or `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The group of a regex with the value; when absent, the group `value`, otherwise the first,
    /// otherwise the whole match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupName>,
    /// Of an item, a link or a next page: alternatives tried in order when it finds nothing. They
    /// have none themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<Alternative>,
}

impl Alternative {
    /// Whether it takes the address of a link.
    pub fn takes_link(&self) -> bool {
        let by_xpath = self.xpath.as_deref().map(str::trim_end);
        matches!(self.take.as_deref(), Some("href" | "url"))
            || by_xpath.is_some_and(|xpath| xpath.ends_with("@href"))
    }

    /// It and its fallbacks as separate alternatives, in the order they are tried.
    pub fn ranked(&self) -> Vec<Self> {
        let first = Self {
            fallbacks: Vec::new(),
            ..self.clone()
        };
        std::iter::once(first)
            .chain(self.fallbacks.iter().cloned())
            .collect()
    }

    /// The first of `ways` with the others as its fallbacks; `None` if there are none.
    pub fn of_ranked(ways: Vec<Self>) -> Option<Self> {
        let mut ways = ways.into_iter();
        let first = ways.next()?;
        Some(Self {
            fallbacks: ways.collect(),
            ..first
        })
    }

    /// Whether it is a label, a constant or a fact about the page: these yield no link.
    fn has_value(&self) -> bool {
        self.label.is_some() || self.constant.is_some() || self.page.is_some()
    }

    /// The alternative on one line as in a rule file: `{ css = "h1" }`.
    pub fn written(&self) -> String {
        let mut ranked = self.ranked().into_iter();
        let own = ranked.next().unwrap_or_default();
        let lines = toml::to_string(&own).unwrap_or_default();
        let mut pairs: Vec<String> = lines.lines().map(str::to_owned).collect();
        let others: Vec<String> = ranked.map(|way| way.written()).collect();
        if !others.is_empty() {
            pairs.push(format!("fallbacks = [{}]", others.join(", ")));
        }
        format!("{{ {} }}", pairs.join(", "))
    }
}

/// `take` as written.
pub type TakeName = String;

/// One label or several with the same meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Labels {
    /// `label = "Publisher"`
    One(String),
    /// `label = ["出版社", "Publisher"]`
    Many(Vec<String>),
}

impl Labels {
    /// The labels, in either notation.
    pub fn texts(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }
}

/// A group of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GroupName {
    /// By number; 0 is the whole match.
    Number(u32),
    /// By name.
    Name(String),
}

/// `next`: the way to further pages. Either a link (the keys of an [`Alternative`]), or `auto`, or
/// `pages`: addresses generated from numbers, or for interfaces `cursor` and `older`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextRule {
    /// The link: css, xpath, regex or jsonpath, with the value to take (`href` when absent). Empty
    /// for `auto` or `pages`; no label, constant or page.
    #[serde(flatten)]
    pub way: Alternative,
    /// Whether the link is detected automatically. Alone it is written `next = "auto"`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
    /// Address of page `{n}`, joined to the first page's, such as `"?page={n}"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<String>,
    /// Number of the second page in `pages`; 2 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// Number of the last page in `pages`; unlimited when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// Increment between numbers; 1 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// JSONPath of a cursor in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Parameter with `{cursor}` that requests the items after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub put: Option<String>,
    /// Parameter with `{id}` that requests items older than the last key of a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub older: Option<String>,
    /// The maximum number of pages, including the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pages: Option<u32>,
}

impl NextRule {
    /// A link found by `way`. Its label, constant and page fact are ignored here.
    pub fn found_by(way: Alternative, max_pages: Option<u32>) -> Self {
        let way = Alternative {
            label: None,
            constant: None,
            page: None,
            ..way
        };
        Self {
            way,
            max_pages,
            ..Self::default()
        }
    }

    /// `next = "auto"`.
    pub fn auto() -> Self {
        Self {
            auto: true,
            ..Self::default()
        }
    }
}

/// `next` is a table, or the word `auto`.
pub(super) mod next_form {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::NextRule;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Word(String),
        Table(Box<NextRule>),
    }

    /// Writes the short form if it is sufficient.
    pub fn serialize<S: Serializer>(
        next: &Option<NextRule>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match next {
            Some(next) if *next == NextRule::auto() => serializer.serialize_str("auto"),
            next => next.serialize(serializer),
        }
    }

    /// Reads either form.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<NextRule>, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Word(word) if word == "auto" => Ok(Some(NextRule::auto())),
            Form::Word(word) => Err(D::Error::custom(format!("unknown word {word}"))),
            Form::Table(next) if next.way.has_value() => {
                Err(D::Error::custom("label, constant and page lead to no page"))
            }
            Form::Table(next) => Ok(Some(*next)),
        }
    }
}
