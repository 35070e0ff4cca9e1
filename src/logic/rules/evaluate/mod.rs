//! Applies a rule to a page.
//!
//! Below: preparing a page, finding values, and tracing their origin. The steps that change a value are in
//! `rules::value_steps`.

pub(super) mod alternative_matches;
pub(super) mod budget;
pub(super) mod compiled;
pub(super) mod context;
pub(super) mod field;
mod implausible;
mod links;
pub(super) mod list_changes;
pub(super) mod pages;
pub(super) mod prepare;
pub(super) mod preview_steps;
pub(super) mod record_addresses;
pub(super) mod trace;
pub(super) mod values_with_places;

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use url::Url;

use super::Rule;
use super::sources::compiled_source::Details;
use super::sources::items::{further, older};
use crate::dates::is_more_exact;
use crate::model::{DefaultColumn, FROM_LIST, Record, Value};
use crate::page::{ElementIndex, Page, without_fragment};
use crate::rules::FieldType;
use alternative_matches::counted_text;
use compiled::{Field, List, Records};
use context::{EvaluationContext, SelectionScope};
use field::{content_text, field_value};
use links::{FollowedLinks, links};
use pages::linked;
use record_addresses::{make_addresses_unique, own_address};

/// One item of a list page.
#[derive(Clone, Debug, PartialEq)]
pub struct ListItem {
    /// Its content page, without a fragment.
    pub url: Url,
    /// Fields read from the list.
    pub fields: Vec<(String, Value)>,
    /// The alternative that yielded each of them, counted from 0.
    pub provenance: BTreeMap<String, u32>,
    /// Whether it is a record on its own, whose page is not fetched.
    pub alone: bool,
    /// Its key at an interface.
    pub key: Option<String>,
    /// What the list says of changes of its page: it differs when the page has changed.
    pub stamp: Option<String>,
}

impl ListItem {
    /// Whether it has a value of the field `name`.
    pub fn has(&self, name: &str) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|(known, value)| known == name && !value.is_blank())
    }
}

/// The result of a list page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListPage {
    /// Items in page order, each address once.
    pub items: Vec<ListItem>,
    /// Items that matched the container but had no link. An item whose link `allow` or `deny`
    /// rejects is not counted: it has one.
    pub items_without_link: usize,
    /// The containers of items on a page for people, in page order.
    pub taken: Vec<ElementIndex>,
    /// Addresses that `allow` or `deny` rejected, each once.
    pub refused: Vec<Url>,
    /// The next list page.
    pub next: Option<Url>,
    /// Further documents of the same source, such as the sitemaps of an index.
    pub further: Vec<Url>,
    /// Whether it is a document of the rule's kind, even if empty.
    pub is_document: bool,
    /// Whether something was skipped because the rule would cause too much work on this page.
    pub cut: bool,
}

/// The result of a content page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The records: one, or one per container if the rule has `[record]`. A container that lacks a
    /// required field is skipped; a page without `[record]` always yields one.
    pub records: Vec<Record>,
    /// Required fields without a value, if no record is complete.
    pub missing: Vec<String>,
    /// Whether the rule's `content.select` yielded the text (or a field named `text` did). With
    /// `[record]` and neither of them, the whole container is the text.
    pub content_found: bool,
    /// The next page of the same content, with separate records.
    pub next: Option<Url>,
    /// The next page of the same article, whose text belongs to the one record (`[content] next`).
    pub next_part: Option<Url>,
    /// The whole article on one page (`[content] single_page`).
    pub single_page: Option<Url>,
    /// Whether something was skipped because the rule would cause too much work on this page.
    pub cut: bool,
}

impl Rule {
    /// Reads a list page.
    pub fn list_page(&self, page: &Page, now: Timestamp) -> ListPage {
        self.list_page_asked(page, page.url(), now)
    }

    /// Reads a list page that was requested as `asked`, before redirects.
    pub fn list_page_asked(&self, page: &Page, asked: &Url, now: Timestamp) -> ListPage {
        self.list_page_for(page, asked, &[], now)
    }

    /// As [`Rule::list_page_asked`], for a page requested with `fields`: a search engine may have
    /// its own result page.
    pub fn list_page_for(
        &self,
        page: &Page,
        asked: &Url,
        fields: &[(String, Value)],
        now: Timestamp,
    ) -> ListPage {
        let Some(list) = self.list_for(fields) else {
            return ListPage::default();
        };
        let context = self.context(page, None, now);
        let first = self.is_start(asked);
        let next = list.next.as_ref();
        let mut found = ListPage {
            next: next.and_then(|next| next.find(&context, asked, first)),
            further: further(list, &context),
            is_document: self.is_document(page),
            ..ListPage::default()
        };
        let mut seen = HashSet::new();
        let mut add = |found: &mut ListPage, url: Url, item: SelectionScope<'_>| {
            let is_new = context.budget.has_place(seen.len()) && seen.insert(url.clone());
            if is_new && list.ways.takes(&context, item) {
                found.items.extend(item_of(list, &context, url, item));
            }
        };
        let filter = FollowedLinks::of(list, page);
        let mut seen_refused = HashSet::new();
        let mut refuse = |found: &mut ListPage, url: Url| {
            if context.budget.has_place(seen_refused.len()) && seen_refused.insert(url.clone()) {
                found.refused.push(url);
            }
        };
        let Some(container) = &list.item else {
            let links = links(list, &context, SelectionScope::Whole);
            for url in links {
                match filter.allows(&url) {
                    true => add(&mut found, url, SelectionScope::Whole),
                    false => refuse(&mut found, url),
                }
            }
            found.cut = context.budget.is_exceeded();
            return found;
        };
        for item in container.scopes(&context, SelectionScope::Whole) {
            let links = links(list, &context, item);
            if links.is_empty() {
                match list.ways.own_address(&context, item) {
                    Some(url) => add(&mut found, url, item),
                    None => found.items_without_link += 1,
                }
            }
            let wanted = links.iter().find(|url| filter.allows(url)).cloned();
            match wanted {
                Some(url) => {
                    found.taken.extend(item.element());
                    add(&mut found, url, item);
                }
                None => links.into_iter().for_each(|url| refuse(&mut found, url)),
            }
        }
        if let Some(next) = older(list, asked, &found) {
            found.next = Some(next);
        }
        found.cut = context.budget.is_exceeded();
        found
    }

    pub(super) fn is_start(&self, asked: &Url) -> bool {
        let asked = self.list_address(asked);
        self.start().any(|start| self.list_address(&start) == asked)
    }

    /// The page without what `[content] strip` removes; `None` if nothing is removed.
    pub fn stripped(&self, page: &Page) -> Option<Page> {
        if self.content.strip.is_empty() {
            return None;
        }
        let context = self.context(page, None, Timestamp::UNIX_EPOCH);
        let strip = self.content.strip.iter();
        let elements: Vec<_> = strip
            .flat_map(|finder| finder.elements(&context, SelectionScope::Whole))
            // A rule that strips the root would leave nothing to read.
            .filter(|element| *element != 0)
            .collect();
        (!elements.is_empty()).then(|| page.without(&elements))
    }

    /// Reads a content page; `list_fields` fill missing values. `now` resolves relative dates ("3
    /// hours ago").
    pub fn extract(
        &self,
        page: &Page,
        list_fields: &[(String, Value)],
        now: Timestamp,
    ) -> Extraction {
        let stripped = self.stripped(page);
        self.extract_asked(page, stripped.as_ref(), page.url(), list_fields, now)
    }

    /// As [`Rule::extract`] for a page requested as `asked`, before redirects; `stripped` is the
    /// result of [`Rule::stripped`].
    pub fn extract_asked(
        &self,
        page: &Page,
        stripped: Option<&Page>,
        asked: &Url,
        list_fields: &[(String, Value)],
        now: Timestamp,
    ) -> Extraction {
        let context = self.record_context(page, stripped, now);
        let mut drafts = match &self.record {
            None => vec![self.draft(&context, SelectionScope::Whole, list_fields)],
            Some(records) => self.drafts(records, &context, list_fields),
        };
        let missing = self.keep_complete(&mut drafts);
        let content_found = drafts.iter().any(|draft| draft.content_found);
        let mut records: Vec<Record> = drafts.into_iter().map(|draft| draft.record).collect();
        if self.record.is_some() {
            self.address_by_link(&mut records, page);
            self.address_by_key(&mut records, page);
            make_addresses_unique(&mut records, page);
        }
        let next = self.record.as_ref().and_then(|r| r.next.as_ref());
        let part = self.content.next.as_ref();
        let single = self.content.single_page.as_ref();
        Extraction {
            records,
            missing,
            content_found,
            next: next.and_then(|next| next.find(&context, asked, false)),
            next_part: part.and_then(|next| next.find(&context, asked, false)),
            single_page: single.and_then(|finder| linked(finder, &context, asked)),
            cut: context.budget.is_exceeded(),
        }
    }

    pub(super) fn context<'a>(
        &'a self,
        page: &'a Page,
        stripped: Option<&'a Page>,
        now: Timestamp,
    ) -> EvaluationContext<'a> {
        let language = self.file.site.language.as_deref();
        EvaluationContext::new(page, stripped, now, &self.zone, language)
    }

    /// The context of a content page.
    pub(super) fn record_context<'a>(
        &'a self,
        page: &'a Page,
        stripped: Option<&'a Page>,
        now: Timestamp,
    ) -> EvaluationContext<'a> {
        let mut context = self.context(page, stripped, now);
        context.trusts_page = self.record.is_none() && self.generic_method().is_some();
        context
    }

    /// One draft per container.
    fn drafts(
        &self,
        records: &Records,
        context: &EvaluationContext<'_>,
        list_fields: &[(String, Value)],
    ) -> Vec<Draft> {
        let containers = records.item.scopes(context, SelectionScope::Whole);
        // A post whose text is a field and that has none, such as a picture, has no other text.
        let names_text = self
            .fields
            .iter()
            .any(|field| field.name == DefaultColumn::Text.token())
            || self.file.content.fields_only;
        let drafts = containers.into_iter().map(|container| {
            let mut draft = self.draft(context, container, list_fields);
            if !names_text && !draft.content_found && draft.record.text.is_empty() {
                let element = container.element();
                let text = element.and_then(|element| counted_text(context, element));
                draft.record.text = text.unwrap_or_default();
                draft.content_found = !draft.record.text.is_empty();
            }
            // An element's id may be its place; a key that a person named is not.
            if draft.record.url.is_empty() && !self.names_key() {
                draft.record.url = own_address(context.page, container);
            }
            draft
        });
        drafts.collect()
    }

    fn draft(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
        list_fields: &[(String, Value)],
    ) -> Draft {
        let mut draft = Draft::default();
        if self.record.is_none() {
            draft.record.url = without_fragment(context.page.url()).into();
        }
        if let Some((text, alternative)) = content_text(&self.content.select, context, scope) {
            draft.record.text = text;
            draft.note_source(DefaultColumn::Text.token(), alternative);
        }
        for field in &self.fields {
            let listed = list_fields.iter().find(|(name, _)| *name == field.name);
            let found = field_value(field, context, scope);
            let by_list = self.record.is_some() && listed.is_some_and(|(_, v)| !v.is_blank());
            if field.required && found.is_none() && field.default.is_none() && !by_list {
                draft.missing.push(field.name.clone());
            }
            let exact = |value: &Value| match listed {
                Some((_, other)) if field.kind == FieldType::Date => {
                    is_more_exact(&other.joined(), &value.joined())
                }
                _ => false,
            };
            if let Some((value, alternative)) = found.filter(|(value, _)| !exact(value)) {
                draft.note_source(&field.name, alternative);
                draft.set(field, value);
            } else if let Some((_, value)) = listed.filter(|(_, value)| !value.is_blank()) {
                draft.set(field, value.clone());
                draft.note_listed(&field.name);
            } else if let Some(default) = &field.default {
                draft.set(field, Value::One(default.clone()));
            }
        }
        for (name, value) in list_fields {
            let on_page = self.fields.iter().any(|field| field.name == *name);
            if !on_page && !value.is_blank() {
                draft.set_named(name, value.clone());
                draft.note_listed(name);
            }
        }
        draft
    }

    /// Drops incomplete drafts; if all are, returns the missing fields and keeps only that of a
    /// whole page.
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

/// A record under construction.
#[derive(Default)]
struct Draft {
    record: Record,
    missing: Vec<String>,
    content_found: bool,
}

impl Draft {
    fn note_source(&mut self, name: &str, alternative: u32) {
        if name == DefaultColumn::Text.token() {
            self.content_found = true;
        }
        self.record.provenance.insert(name.to_owned(), alternative);
    }

    fn note_listed(&mut self, name: &str) {
        self.record.provenance.insert(name.to_owned(), FROM_LIST);
    }

    fn set(&mut self, field: &Field, value: Value) {
        self.set_named(&field.name, value);
    }

    fn set_named(&mut self, name: &str, value: Value) {
        let Some(column) = DefaultColumn::from_token(name) else {
            self.record.fields.push((name.to_owned(), value));
            return;
        };
        if let (Value::Many(texts), DefaultColumn::Title | DefaultColumn::Author) = (&value, column)
        {
            let several = texts.clone();
            self.record.several.insert(name.to_owned(), several);
        }
        *self.record.column_mut(column) = match column {
            DefaultColumn::Url | DefaultColumn::Date => first(&value),
            DefaultColumn::Title | DefaultColumn::Author => joined(&value, ", "),
            DefaultColumn::Text => joined(&value, "\n"),
        };
    }
}

fn first(value: &Value) -> String {
    match value {
        Value::Many(texts) => texts.first().cloned().unwrap_or_default(),
        Value::One(_) | Value::Rows(_) => value.joined(),
    }
}

fn joined(value: &Value, separator: &str) -> String {
    match value {
        Value::Many(texts) => texts.join(separator),
        Value::One(_) | Value::Rows(_) => value.joined(),
    }
}

/// An item; `None` if it is a record on its own and lacks a required field.
fn item_of(
    list: &List,
    context: &EvaluationContext<'_>,
    url: Url,
    item: SelectionScope<'_>,
) -> Option<ListItem> {
    let mut found = ListItem {
        url,
        fields: Vec::new(),
        provenance: BTreeMap::new(),
        alone: list.ways.is_alone(item),
        key: list.ways.key_of(context, item),
        stamp: None,
    };
    for field in &list.fields {
        if field.name == DefaultColumn::Text.token()
            && (list.ways.details == Details::Auto || list.ways.text_of_alone)
            && !found.alone
        {
            // A teaser would replace the page's text.
            continue;
        }
        let value = match field_value(field, context, item) {
            Some((value, alternative)) => {
                found.provenance.insert(field.name.clone(), alternative);
                Some(value)
            }
            None => field.default.clone().map(Value::One),
        };
        if value.is_none() && field.required && found.alone {
            return None;
        }
        found
            .fields
            .extend(value.map(|value| (field.name.clone(), value)));
    }
    found.stamp = list_changes::change_of(list, context, item, &found.fields);
    Some(found)
}
