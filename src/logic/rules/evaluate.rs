//! A rule applied to a page.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use url::Url;

use super::Rule;
use super::compiled::{Field, List, Next, Records};
use super::field::{content_text, field_value};
use super::languages::writes_decimal_comma;
use super::transform::Context;
use crate::logic::model::{Record, Value};
use crate::logic::page::{ElementIndex, Page, inner_text, without_fragment};

/// One item of a list page.
#[derive(Clone, Debug, PartialEq)]
pub struct ListItem {
    /// Its content page, without a fragment.
    pub url: Url,
    /// Fields read off the list.
    pub fields: Vec<(String, Value)>,
}

/// What a list page holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListPage {
    /// Items in page order, each address once.
    pub items: Vec<ListItem>,
    /// Items that matched the container but had no link at all. An item whose link `allow` or
    /// `deny` refuses is not counted: it has one.
    pub items_without_link: usize,
    /// The next list page.
    pub next: Option<Url>,
}

/// What a content page yields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The records: one, or one a container where the rule has `[record]`. A container that lacks
    /// a required field is no record; a page without `[record]` always yields one.
    pub records: Vec<Record>,
    /// Required fields that yielded nothing, when no record is complete.
    pub missing: Vec<String>,
    /// Whether the rule's `content.select` yielded the text (or a field named `text` did). With
    /// `[record]` and neither of them, the whole container is the text.
    pub content_found: bool,
    /// The next page of the same content.
    pub next: Option<Url>,
}

impl Rule {
    /// Reads a list page.
    pub fn list_page(&self, page: &Page, now: Timestamp) -> ListPage {
        let Some(list) = &self.list else {
            return ListPage::default();
        };
        let context = self.context(page, now);
        let mut found = ListPage {
            next: next_page(list.next.as_ref(), page),
            ..ListPage::default()
        };
        let mut seen = HashSet::new();
        let mut add = |found: &mut ListPage, url: Url, item: Option<ElementIndex>| {
            if seen.insert(url.clone()) {
                let fields = item_fields(list, &context, item);
                found.items.push(ListItem { url, fields });
            }
        };
        let Some(container) = &list.item else {
            let links = links(list, page, None);
            for url in links.into_iter().filter(|url| is_wanted(list, url)) {
                add(&mut found, url, None);
            }
            return found;
        };
        for item in container.elements(page) {
            let links = links(list, page, Some(item));
            if links.is_empty() {
                found.items_without_link += 1;
            }
            if let Some(url) = links.into_iter().find(|url| is_wanted(list, url)) {
                add(&mut found, url, Some(item));
            }
        }
        found
    }

    /// Reads a content page; `list_fields` fill what the page does not yield. `now` resolves
    /// relative dates ("3 hours ago").
    pub fn extract(
        &self,
        page: &Page,
        list_fields: &[(String, Value)],
        now: Timestamp,
    ) -> Extraction {
        let context = self.context(page, now);
        let mut drafts = match &self.record {
            None => vec![self.draft(&context, None, list_fields)],
            Some(records) => self.drafts(records, &context, list_fields),
        };
        let missing = self.keep_complete(&mut drafts);
        let content_found = drafts.iter().any(|draft| draft.content_found);
        let mut records: Vec<Record> = drafts.into_iter().map(|draft| draft.record).collect();
        if self.record.is_some() {
            make_addresses_unique(&mut records, page);
        }
        let next = self
            .record
            .as_ref()
            .and_then(|records| records.next.as_ref());
        Extraction {
            records,
            missing,
            content_found,
            next: next_page(next, page),
        }
    }

    fn context<'a>(&'a self, page: &'a Page, now: Timestamp) -> Context<'a> {
        let language = self.file.site.language.as_deref();
        Context {
            page,
            now,
            zone: &self.zone,
            language,
            decimal_comma: language.is_some_and(writes_decimal_comma),
        }
    }

    /// One draft a container.
    fn drafts(
        &self,
        records: &Records,
        context: &Context<'_>,
        list_fields: &[(String, Value)],
    ) -> Vec<Draft> {
        let containers = records.item.elements(context.page);
        let drafts = containers.into_iter().map(|container| {
            let mut draft = self.draft(context, Some(container), list_fields);
            if !draft.content_found && draft.record.text.is_empty() {
                draft.record.text = inner_text(context.page, container);
                draft.content_found = !draft.record.text.is_empty();
            }
            if draft.record.url.is_empty() {
                draft.record.url = own_address(context.page, container);
            }
            draft
        });
        drafts.collect()
    }

    fn draft(
        &self,
        context: &Context<'_>,
        scope: Option<ElementIndex>,
        list_fields: &[(String, Value)],
    ) -> Draft {
        let mut draft = Draft::default();
        if scope.is_none() {
            draft.record.url = without_fragment(context.page.url()).into();
        }
        if let Some((text, alternative)) = content_text(&self.content, context.page, scope) {
            draft.record.text = text;
            draft.note_source("text", alternative);
        }
        for field in &self.fields {
            let listed = list_fields.iter().find(|(name, _)| *name == field.name);
            if let Some((value, alternative)) = field_value(field, context, scope) {
                draft.note_source(&field.name, alternative);
                draft.set(field, value);
            } else if let Some((_, value)) = listed.filter(|(_, value)| !value.is_blank()) {
                draft.set(field, value.clone());
            } else if let Some(default) = &field.default {
                draft.set(field, Value::One(default.clone()));
            } else if field.required {
                draft.missing.push(field.name.clone());
            }
        }
        for (name, value) in list_fields {
            let on_page = self.fields.iter().any(|field| field.name == *name);
            if !on_page && !value.is_blank() {
                draft.set_named(name, value.clone());
            }
        }
        draft
    }

    /// Drops the drafts that lack a required field, unless that would leave none: then the names
    /// of what is missing are the answer, and only the draft of a whole page is kept.
    fn keep_complete(&self, drafts: &mut Vec<Draft>) -> Vec<String> {
        if drafts.iter().any(|draft| draft.missing.is_empty()) {
            drafts.retain(|draft| draft.missing.is_empty());
            return Vec::new();
        }
        let mut missing: Vec<String> = Vec::new();
        for field in self.fields.iter().filter(|field| field.required) {
            let lacking = drafts
                .iter()
                .any(|draft| draft.missing.contains(&field.name));
            if lacking || drafts.is_empty() {
                missing.push(field.name.clone());
            }
        }
        if self.record.is_some() {
            drafts.clear();
        }
        missing
    }
}

/// A record in the making.
#[derive(Default)]
struct Draft {
    record: Record,
    missing: Vec<String>,
    content_found: bool,
}

impl Draft {
    fn note_source(&mut self, name: &str, alternative: u32) {
        if name == "text" {
            self.content_found = true;
        }
        self.record.provenance.insert(name.to_owned(), alternative);
    }

    fn set(&mut self, field: &Field, value: Value) {
        self.set_named(&field.name, value);
    }

    fn set_named(&mut self, name: &str, value: Value) {
        match name {
            "url" => self.record.url = first(&value),
            "title" => self.record.title = joined(&value, ", "),
            "date" => self.record.date = first(&value),
            "author" => self.record.author = joined(&value, ", "),
            "text" => self.record.text = joined(&value, "\n"),
            _ => self.record.fields.push((name.to_owned(), value)),
        }
    }
}

fn first(value: &Value) -> String {
    match value {
        Value::One(text) => text.clone(),
        Value::Many(texts) => texts.first().cloned().unwrap_or_default(),
    }
}

fn joined(value: &Value, separator: &str) -> String {
    match value {
        Value::One(text) => text.clone(),
        Value::Many(texts) => texts.join(separator),
    }
}

/// The addresses an item links to, in page order. A link to the list page itself is none.
fn links(list: &List, page: &Page, item: Option<ElementIndex>) -> Vec<Url> {
    let here = without_fragment(page.url());
    let values = list.link.values(page, item);
    values
        .iter()
        .filter_map(|href| page.join(href.trim()))
        .map(|url| without_fragment(&url))
        .filter(|url| *url != here)
        .collect()
}

/// Whether `allow` and `deny` let an address through; both search in the whole of it.
fn is_wanted(list: &List, url: &Url) -> bool {
    let matches = |pattern: &regex::Regex| pattern.is_match(url.as_str());
    (list.allow.is_empty() || list.allow.iter().any(matches)) && !list.deny.iter().any(matches)
}

fn item_fields(
    list: &List,
    context: &Context<'_>,
    item: Option<ElementIndex>,
) -> Vec<(String, Value)> {
    let fields = list.fields.iter().filter_map(|field| {
        let found = field_value(field, context, item).map(|(value, _)| value);
        let value = found.or_else(|| field.default.clone().map(Value::One))?;
        Some((field.name.clone(), value))
    });
    fields.collect()
}

/// The first link of `next` that leads to another page.
fn next_page(next: Option<&Next>, page: &Page) -> Option<Url> {
    let here = without_fragment(page.url());
    let values = next?.finder.values(page, None);
    values
        .iter()
        .filter_map(|href| page.join(href.trim()))
        .map(|url| without_fragment(&url))
        .find(|url| *url != here)
}

/// The page's address with the container's own id as fragment; empty where it has none.
fn own_address(page: &Page, container: ElementIndex) -> String {
    let id = page
        .element(container)
        .and_then(|element| element.value().id());
    match id.filter(|id| !id.trim().is_empty()) {
        Some(id) => with_fragment(page, id.trim()),
        None => String::new(),
    }
}

fn with_fragment(page: &Page, fragment: &str) -> String {
    let mut url = page.url().clone();
    url.set_fragment(Some(fragment));
    url.into()
}

/// Records are known by their address: one that is empty or taken gets the record's number.
fn make_addresses_unique(records: &mut [Record], page: &Page) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for record in records.iter() {
        *times.entry(record.url.clone()).or_default() += 1;
    }
    let mut taken: HashSet<String> = HashSet::new();
    for (number, record) in (1_usize..).zip(records.iter_mut()) {
        if record.url.is_empty() || taken.contains(&record.url) {
            let mut fragment = format!("record-{number}");
            record.url = with_fragment(page, &fragment);
            while taken.contains(&record.url) || times.contains_key(&record.url) {
                fragment.push('x');
                record.url = with_fragment(page, &fragment);
            }
        }
        taken.insert(record.url.clone());
    }
}
