//! A page read by a rule, with the place of every value: its elements, its alternative, and the
//! fault if it is missing. For display only; a crawl uses `evaluate`, and both try the same
//! alternatives in the same order.

use std::collections::HashSet;

use jiff::Timestamp;
use url::Url;

use super::alternative_matches::counted_text;
use super::compiled::{Field, List, Next, NextPageMethod};
use super::context::{EvaluationContext, SelectionScope};
use super::field::{content_holders, content_text, field_located, first_unusable_match};
use super::links::{FollowedLinks, links};
use crate::model::{DefaultColumn, Value};
use crate::page::{ElementIndex, Page, without_fragment};
use crate::rules::Rule;

/// A value with its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocatedValue {
    /// The value; the field's default if the page yields none.
    pub value: Option<Value>,
    /// The elements that contain it.
    pub elements: Vec<ElementIndex>,
    /// The alternative that found it, counted from 0; `None` for a default. `FROM_GENERIC` for what
    /// the page declares instead of a value that is never right.
    pub alternative: Option<u32>,
    /// The fault, if any.
    pub fault: Option<CellFault>,
}

/// Why a field has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellFault {
    /// It is required, but not found.
    Missing,
    /// Something is found, but it has no value of the field's type.
    NotOfType(String),
}

/// An item, a record, or a whole page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Located {
    /// Its container; `None` for a whole page and for a part of a JSON document.
    pub element: Option<ElementIndex>,
    /// The target of an item.
    pub link: Option<Url>,
    /// The link.
    pub link_element: Option<ElementIndex>,
    /// The fields, in the order of the rule.
    pub cells: Vec<(String, LocatedValue)>,
    /// The text: of `content.select`, otherwise of the whole record.
    pub text: Option<LocatedValue>,
}

impl Located {
    /// Whether no required field is missing.
    pub fn is_complete(&self) -> bool {
        let mut cells = self.cells.iter();
        cells.all(|(_, cell)| cell.fault != Some(CellFault::Missing))
    }
}

/// The result of a rule on a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocatedPage {
    /// Items or records in page order. Records that lack a required field are included only if no
    /// record is complete.
    pub rows: Vec<Located>,
    /// All containers, including those of items without a link and of incomplete records.
    pub containers: Vec<ElementIndex>,
    /// The number of addresses rejected by `allow` or `deny`.
    pub refused: usize,
    /// The next page.
    pub next: Option<Url>,
    /// The link to it.
    pub next_elements: Vec<ElementIndex>,
}

impl Rule {
    /// Reads a list page.
    pub fn locate_list(&self, page: &Page, now: Timestamp) -> LocatedPage {
        let Some(list) = &self.list else {
            return LocatedPage::default();
        };
        let context = self.context(page, None, now);
        let mut found = LocatedPage::default();
        let mut rows = Vec::new();
        each_item(list, &context, &mut found, |scope, url| {
            rows.push(item(list, &context, scope, url));
        });
        found.rows = rows;
        self.locate_next(list.next.as_ref(), &context, true, &mut found);
        found
    }

    /// The number of items [`Rule::locate_list`] finds, without reading their fields.
    pub fn count_items(&self, page: &Page, now: Timestamp) -> usize {
        let Some(list) = &self.list else {
            return 0;
        };
        let context = self.context(page, None, now);
        let mut count = 0;
        let mut found = LocatedPage::default();
        each_item(list, &context, &mut found, |_, _| count += 1);
        count
    }

    /// Reads a content page: one row, or one per record.
    pub fn locate_records(&self, page: &Page, now: Timestamp) -> LocatedPage {
        let stripped = self.stripped(page);
        let context = self.record_context(page, stripped.as_ref(), now);
        let mut found = LocatedPage::default();
        let scopes = match &self.record {
            Some(record) => record.item.scopes(&context, SelectionScope::Whole),
            None => vec![SelectionScope::Whole],
        };
        for scope in scopes {
            found.containers.extend(scope.element());
            found.rows.push(self.record_row(&context, scope));
        }
        if self.record.is_some() && found.rows.iter().any(Located::is_complete) {
            found.rows.retain(Located::is_complete);
        }
        let next = match &self.record {
            Some(record) => record.next.as_ref(),
            None => self.content.next.as_ref(),
        };
        self.locate_next(next, &context, false, &mut found);
        found
    }

    fn record_row(&self, context: &EvaluationContext<'_>, scope: SelectionScope<'_>) -> Located {
        let text = content_text(&self.content.select, context, scope);
        let text = text.map(|(text, number)| LocatedValue {
            value: Some(Value::One(text)),
            elements: content_holders(&self.content.select, number, context, scope),
            alternative: Some(number),
            fault: None,
        });
        let own_text = self
            .fields
            .iter()
            .any(|field| field.name == DefaultColumn::Text.token())
            || self.file.content.fields_only;
        let whole = || {
            let element = scope.element().filter(|_| !own_text)?;
            let text = counted_text(context, element).filter(|text| !text.trim().is_empty())?;
            Some(LocatedValue {
                value: Some(Value::One(text)),
                elements: vec![element],
                ..LocatedValue::default()
            })
        };
        Located {
            element: scope.element(),
            cells: cells(&self.fields, context, scope),
            text: text.or_else(whole),
            ..Located::default()
        }
    }

    fn locate_next(
        &self,
        next: Option<&Next>,
        context: &EvaluationContext<'_>,
        is_list: bool,
        found: &mut LocatedPage,
    ) {
        let Some(next) = next else { return };
        let page = context.page;
        let first = is_list && self.is_start(page.url());
        found.next = next.find(context, page.url(), first);
        if let (Some(url), NextPageMethod::Link(finder)) = (&found.next, &next.way) {
            let matches = finder
                .ranked()
                .flat_map(|way| way.own_matches(context, SelectionScope::Whole));
            let leads = |href: &str| page.join(href.trim()).map(|u| without_fragment(&u));
            found.next_elements = matches
                .filter(|m| leads(&m.value).as_ref() == Some(url))
                .filter_map(|m| m.element)
                .take(1)
                .collect();
        }
    }
}

/// Passes every item of a list with its address to `take`, each address once; records containers
/// and rejected addresses in `found`.
fn each_item<'c>(
    list: &'c List,
    context: &'c EvaluationContext<'_>,
    found: &mut LocatedPage,
    mut take: impl FnMut(SelectionScope<'c>, Url),
) {
    let scopes = match &list.item {
        Some(item) => item.scopes(context, SelectionScope::Whole),
        None => vec![SelectionScope::Whole],
    };
    let filter = FollowedLinks::of(list, context.page);
    let mut seen = HashSet::new();
    for scope in scopes {
        found.containers.extend(scope.element());
        let all = links(list, context, scope);
        let wanted: Vec<Url> = all.iter().filter(|u| filter.allows(u)).cloned().collect();
        // Without a container every link is an item.
        let most = if list.item.is_some() { 1 } else { wanted.len() };
        found.refused += all.len().saturating_sub(wanted.len());
        for url in wanted.into_iter().take(most) {
            if seen.insert(url.clone()) {
                take(scope, url);
            }
        }
    }
}

fn item(
    list: &List,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
    url: Url,
) -> Located {
    let page = context.page;
    let matches = list.link.select(context, scope).into_iter();
    let leads = |href: &str| page.join(href.trim()).map(|u| without_fragment(&u));
    let link = matches
        .filter(|m| leads(&m.value).as_ref() == Some(&url))
        .find_map(|m| m.element);
    Located {
        element: scope.element().or(link),
        link: Some(url),
        link_element: link,
        cells: cells(&list.fields, context, scope),
        text: None,
    }
}

fn cells(
    fields: &[Field],
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Vec<(String, LocatedValue)> {
    let cells = fields.iter();
    cells
        .map(|field| (field.name.clone(), cell(field, context, scope)))
        .collect()
}

fn cell(field: &Field, context: &EvaluationContext<'_>, scope: SelectionScope<'_>) -> LocatedValue {
    if let Some((value, number, elements)) = field_located(field, context, scope) {
        return LocatedValue {
            value: Some(value),
            elements,
            alternative: Some(number),
            fault: None,
        };
    }
    if let Some(default) = &field.default {
        return LocatedValue {
            value: Some(Value::One(default.clone())),
            ..LocatedValue::default()
        };
    }
    let vain = first_unusable_match(field, context, scope);
    let element = vain.as_ref().and_then(|taken| taken.element);
    LocatedValue {
        elements: element.into_iter().collect(),
        fault: match vain {
            Some(_) if field.required => Some(CellFault::Missing),
            Some(taken) => Some(CellFault::NotOfType(taken.value)),
            None if field.required => Some(CellFault::Missing),
            None => None,
        },
        ..LocatedValue::default()
    }
}
