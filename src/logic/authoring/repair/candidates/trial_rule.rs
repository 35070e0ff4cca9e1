//! Validates a proposal: the changed rule is written, checked and run like any other, and the
//! proposal reports what it yields. Input: a rule file with a change. Output: values.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use url::Url;

use crate::authoring::repair::pages::values;
use crate::dates::parse_date_in;
use crate::model::{DefaultColumn, SourceKind, Value};
use crate::page::Page;
use crate::rules::{Alternative, Content, FieldRule, FieldType, ListPage, Rule, RuleFile, parse};
use crate::select::{Selector, SelectorKind};

/// A rule reduced to one part.
pub(crate) struct Trial {
    rule: Rule,
}

impl Trial {
    /// One field, in the records of `file`.
    pub fn field(file: &RuleFile, field: &FieldRule) -> Option<Self> {
        let mut file = bare(file);
        file.fields = vec![FieldRule {
            required: false,
            default: None,
            ..field.clone()
        }];
        Self::of(&file)
    }

    /// The content, in the records of `file`.
    pub fn content(file: &RuleFile, content: &Content) -> Option<Self> {
        let mut file = bare(file);
        file.content = content.clone();
        file.content.generic = Some(toml::Value::Boolean(false));
        Self::of(&file)
    }

    /// The list and the record's `next`, without the fields of content pages.
    pub fn frame(file: &RuleFile) -> Option<Self> {
        Self::of(&bare(file))
    }

    /// The list with its fields.
    pub fn listed(file: &RuleFile) -> Option<Self> {
        let list = file.list.clone();
        let mut file = bare(file);
        file.list = list;
        Self::of(&file)
    }

    /// Everything except generic extraction.
    pub fn whole(file: &RuleFile) -> Option<Self> {
        let mut file = file.clone();
        file.content.generic = Some(toml::Value::Boolean(false));
        Self::of(&file)
    }

    fn of(file: &RuleFile) -> Option<Self> {
        let text = toml::to_string(file).ok()?;
        Some(Self {
            rule: parse(&text).ok()?,
        })
    }

    /// The value of `name` in each record of the page.
    pub fn values(&self, page: &Page, name: &str, now: Timestamp) -> Vec<Option<Value>> {
        let extraction = self.rule.extract(page, &[], now);
        let value = |record| {
            let all = values(record);
            all.into_iter().find(|(n, _)| n == name).map(|(_, v)| v)
        };
        extraction.records.iter().map(value).collect()
    }

    /// The fields of each record of the page, without the content.
    pub fn fields(&self, page: &Page, now: Timestamp) -> Vec<Vec<(String, Value)>> {
        let fields = |record| {
            let mut all = values(record);
            all.retain(|(name, _)| name != DefaultColumn::Text.token());
            all
        };
        let extraction = self.rule.extract(page, &[], now);
        extraction.records.iter().map(fields).collect()
    }

    /// The page read as a list.
    pub fn list(&self, page: &Page, now: Timestamp) -> ListPage {
        self.rule.list_page(page, now)
    }

    /// The next page of the same content.
    pub fn next(&self, page: &Page, now: Timestamp) -> Option<Url> {
        self.rule.extract(page, &[], now).next
    }
}

/// The site and its record container only.
fn bare(file: &RuleFile) -> RuleFile {
    let mut bare = file.clone();
    let pages = bare.list.is_none();
    if let Some(list) = &mut bare.list {
        list.fields.clear();
    }
    if pages {
        bare.site.kind = SourceKind::Pages;
    }
    bare.fields.clear();
    bare.content = Content {
        generic: Some(toml::Value::Boolean(false)),
        ..Content::default()
    };
    bare.login = None;
    bare.schedule = None;
    bare
}

/// Parses values as the site's rule does.
pub(crate) struct ValueReader {
    now: Timestamp,
    zone: TimeZone,
    language: Option<String>,
}

impl ValueReader {
    /// For the site of `file`.
    pub fn of(file: &RuleFile, now: Timestamp) -> Self {
        let zone = file.site.timezone.as_deref();
        Self {
            now,
            zone: zone
                .and_then(|name| TimeZone::get(name).ok())
                .unwrap_or(TimeZone::UTC),
            language: file.site.language.clone(),
        }
    }

    /// A date in `text`.
    pub fn date(&self, text: &str) -> Option<String> {
        parse_date_in(text, self.now, &self.zone, self.language.as_deref())
    }

    /// Parses a raw value as `kind`, before any step of the rule.
    pub fn value(&self, page: &Page, kind: FieldType, raw: &str) -> Option<String> {
        let text = raw.trim();
        let value = match kind {
            FieldType::Date => self.date(text)?,
            FieldType::Url => page.join(text)?.into(),
            _ => text.to_owned(),
        };
        (!value.is_empty()).then_some(value)
    }
}

/// The selector of an alternative that finds elements.
pub(crate) fn selector(alternative: &Alternative) -> Option<Selector> {
    let (kind, source) = match (&alternative.css, &alternative.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (None, Some(xpath)) => (SelectorKind::XPath, xpath),
        (None, None) => return None,
    };
    Selector::compile(kind, source).ok()
}
