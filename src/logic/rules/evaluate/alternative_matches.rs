//! Evaluates an alternative on a page: the matches of its selector, and the value taken from each.
//! Input: a compiled alternative, a page, the part of it to search. Output: values.

use scraper::ElementRef;
use serde_json::Value as Json;

use super::compiled::{Fact, Finder, GroupRegex, MatchTake, What};
use super::context::{EvaluationContext, SelectionScope};
use crate::generic::{self, Method, TextFormat, document_of};
use crate::model::Row;
use crate::page::{ElementIndex, Page, inner_text, picture, visible_text};
use crate::select::{
    Evaluation, MAX_TABLE_BYTES, Selected, Selector, Take, extract, matches, table_within,
};

/// How often finding the main content, or the form of a part, visits the page's nodes.
const CONTENT: usize = 1_200;
const DOCUMENT: usize = 24;
/// The cost of one table cell in nodes.
const WORK_OF_PLACE: u64 = 300;

impl Finder {
    /// The values found in `scope`.
    pub fn values(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<String> {
        self.select(context, scope)
            .into_iter()
            .map(|match_| match_.value)
            .collect()
    }

    /// The parts of the page found, each once, in page order.
    pub fn scopes<'c>(
        &self,
        context: &'c EvaluationContext<'_>,
        scope: SelectionScope<'c>,
    ) -> Vec<SelectionScope<'c>> {
        let mut found = self.ranked().map(|way| way.own_scopes(context, scope));
        found.find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn own_scopes<'c>(
        &self,
        context: &'c EvaluationContext<'_>,
        scope: SelectionScope<'c>,
    ) -> Vec<SelectionScope<'c>> {
        match &self.what {
            What::Json(path) => json_values(path, context, scope)
                .into_iter()
                .map(SelectionScope::Json)
                .collect(),
            _ => {
                let elements = self.elements(context, scope).into_iter();
                elements.map(SelectionScope::Element).collect()
            }
        }
    }

    /// The elements found, each once, in page order.
    pub fn elements(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<ElementIndex> {
        let (What::Tree(selector) | What::Label(selector)) = &self.what else {
            return Vec::new();
        };
        if matches!(scope, SelectionScope::Json(_)) || !allows(selector, context, scope) {
            return Vec::new();
        }
        let matching = selector.evaluate(context.page, scope.element());
        let matching = context.budget.evaluated(matching);
        let mut elements = matching.map_or_else(Vec::new, Evaluation::elements);
        elements.sort_unstable();
        elements.dedup();
        elements
    }

    /// The matches in `scope`.
    pub fn select(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<Selected> {
        let mut found = self.ranked().map(|way| way.own_matches(context, scope));
        found.find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The matches in `scope`, without those of the fallbacks.
    pub fn own_matches(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<Selected> {
        let mut found = match &self.taking {
            MatchTake::Plain(take) => self.take(context, scope, take),
            MatchTake::Address => return self.addresses(context, scope),
            MatchTake::Picture => return self.pictures(context, scope),
            MatchTake::Written(format) => return self.written(context, scope, *format),
            MatchTake::Table => Vec::new(),
        };
        if let (MatchTake::Plain(take), What::Tree(_)) = (&self.taking, &self.what) {
            leave_out_stripped(context, take, &mut found);
        }
        found
    }

    /// The rows of the tables that match.
    pub fn rows(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<Vec<Row>> {
        let elements = self.elements(context, scope).into_iter();
        let rows = |element| {
            if context.budget.is_exceeded() {
                return Vec::new();
            }
            let (rows, is_cut, places) = table_within(shown(context), element, MAX_TABLE_BYTES);
            context.budget.spend(WORK_OF_PLACE.saturating_mul(places));
            context.budget.reads(context.page, element);
            let cells = rows.iter().flatten();
            let bytes = cells.map(|(name, text)| name.len() + text.len()).sum();
            if is_cut {
                context.budget.exhaust();
            }
            match context.budget.has_room(context.page, bytes) {
                true => rows,
                false => Vec::new(),
            }
        };
        elements.map(rows).collect()
    }

    fn take(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
        take: &Take,
    ) -> Vec<Selected> {
        let plain = |value: String| Selected {
            element: None,
            value,
        };
        let fitting = |values: &mut dyn Iterator<Item = Selected>| {
            context.budget.fitting(context.page, values)
        };
        let texts = |values: Vec<String>| fitting(&mut values.into_iter().map(plain));
        match &self.what {
            What::Tree(selector) | What::Label(selector) => match scope {
                SelectionScope::Json(_) => Vec::new(),
                scope if !allows(selector, context, scope) => Vec::new(),
                scope => {
                    let found = selector.evaluate(context.page, scope.element());
                    let found = context.budget.evaluated(found);
                    found.map_or_else(Vec::new, |found| {
                        fitting(&mut found.values(context.page, take))
                    })
                }
            },
            What::Regex(pattern) => texts(pattern.matches(context, scope)),
            What::Json(path) => {
                let values = json_values(path, context, scope).into_iter();
                fitting(&mut values.filter_map(json_text).map(plain))
            }
            What::Constant(text) => texts(vec![text.clone()]),
            What::Page(fact) => match fact {
                Fact::Url => texts(vec![context.page.url().to_string()]),
                Fact::FetchedAt => {
                    let now = context.now.strftime("%Y-%m-%dT%H:%M:%SZ");
                    texts(vec![now.to_string()])
                }
                Fact::Title => texts(vec![context.page.title()]),
                Fact::Said(name) => texts(context.metadata().values(name)),
                Fact::Content(_) if !context.budget.allows_whole(context.page, CONTENT) => {
                    Vec::new()
                }
                Fact::Content(format) => texts(vec![content(context, *format)]),
            },
        }
    }

    /// The matches with their structure; one that is not an element is already a text.
    fn written(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
        format: TextFormat,
    ) -> Vec<Selected> {
        let mut found = self.take(context, scope, &Take::Text);
        if matches!(self.what, What::Tree(_) | What::Label(_)) {
            for match_ in &mut found {
                if let Some(element) = match_.element
                    && context.budget.allows_whole(context.page, DOCUMENT)
                {
                    let written = document_of(shown(context), &[element]).write(format);
                    // The result may be much longer than the text: alternative texts of pictures,
                    // markup.
                    let fits = context.budget.has_room(context.page, written.len());
                    match_.value = if fits { written } else { String::new() };
                }
            }
        }
        found
    }

    /// The address is in `href` for links, in `src` for images, frames and players.
    fn addresses(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<Selected> {
        let by_attribute = |name: &str| {
            let take = Take::Attribute(name.to_owned());
            self.take(context, scope, &take)
        };
        let mut found = by_attribute("href");
        if found.is_empty() {
            found = by_attribute("src");
        }
        found.retain_mut(|match_| join(context, match_));
        found
    }

    /// The pictures in the matches; one that is not an element is already an address.
    fn pictures(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<Selected> {
        let mut found = self.take(context, scope, &Take::OwnText);
        let tree = matches!(self.what, What::Tree(_) | What::Label(_));
        found.retain_mut(|match_| {
            let shown = match_
                .element
                .filter(|_| tree)
                .and_then(|element| context.page.element(element))
                .and_then(picture);
            match shown {
                Some(address) => match_.value = address,
                None if match_.element.is_some() && match_.value.contains(char::is_whitespace) => {
                    return false;
                }
                None => {}
            }
            join(context, match_)
        });
        found
    }
}

/// Counts a selector in `scope`; returns whether work is left.
fn allows(selector: &Selector, context: &EvaluationContext<'_>, scope: SelectionScope<'_>) -> bool {
    let scope = scope.element().filter(|_| !selector.searches_whole_page());
    context.budget.allows(context.page, scope)
}

/// Makes the value of a match an absolute address; returns whether it is valid.
fn join(context: &EvaluationContext<'_>, match_: &mut Selected) -> bool {
    let address = context.absolute(&match_.value);
    if let Some(address) = address {
        match_.value = address;
        return true;
    }
    false
}

impl GroupRegex {
    fn matches(&self, context: &EvaluationContext<'_>, scope: SelectionScope<'_>) -> Vec<String> {
        match scope {
            SelectionScope::Whole if self.on_text => {
                self.find(context, &visible_text(shown(context)))
            }
            SelectionScope::Whole => self.find(context, context.page.source()),
            SelectionScope::Element(element) if self.on_text => {
                self.find(context, &text_of(context, element).unwrap_or_default())
            }
            SelectionScope::Element(element) => match context.page.element(element) {
                Some(element) => self.find(context, &element.html()),
                None => Vec::new(),
            },
            SelectionScope::Json(json) => self.find(context, &json.to_string()),
        }
    }

    /// A match without the group has no value.
    fn find(&self, context: &EvaluationContext<'_>, text: &str) -> Vec<String> {
        let work = self.steps_a_byte.saturating_mul(text.len() as u64);
        if !context.budget.spend(work) {
            return Vec::new();
        }
        let mut matches = matches(&self.regex, text);
        let values = matches
            .by_ref()
            .filter_map(|found| Some(found.get(self.group)?.as_str().to_owned()))
            .collect();
        if matches.is_spent() {
            context.budget.exhaust();
        }
        values
    }
}

/// The values of JSON that `path` finds in `scope`.
fn json_values<'c>(
    path: &Selector,
    context: &'c EvaluationContext<'_>,
    scope: SelectionScope<'c>,
) -> Vec<&'c Json> {
    match scope {
        _ if context.budget.is_exceeded() => Vec::new(),
        SelectionScope::Json(json) => context.budget.evaluated_json(path.evaluate_json(json)),
        SelectionScope::Whole => {
            let found = context.json().tiers().into_iter().map(|documents| {
                let found = documents.iter();
                let found =
                    found.flat_map(|json| context.budget.evaluated_json(path.evaluate_json(json)));
                found.collect::<Vec<_>>()
            });
            found
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default()
        }
        SelectionScope::Element(_) => Vec::new(),
    }
}

/// A value of JSON as text; none for null.
fn json_text(json: &Json) -> Option<String> {
    match json {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// The result of generic extraction on the page, in `format`.
fn content(context: &EvaluationContext<'_>, format: TextFormat) -> String {
    let page = shown(context);
    let content = generic::extract(page, Method::Auto);
    match format {
        TextFormat::Text => content.text,
        format => generic::document(page, &content).write(format),
    }
}

/// The page for reading text: without what the rule strips.
pub(super) fn shown<'a>(context: &EvaluationContext<'a>) -> &'a Page {
    context.stripped.unwrap_or(context.page)
}

/// The text of an element without what the rule strips.
pub(super) fn text_of(context: &EvaluationContext<'_>, element: ElementIndex) -> Option<String> {
    context.page.element(element)?;
    Some(inner_text(shown(context), element))
}

/// As [`text_of`], if there is room for it as a value.
pub(super) fn counted_text(
    context: &EvaluationContext<'_>,
    element: ElementIndex,
) -> Option<String> {
    if context.budget.is_exceeded() {
        return None;
    }
    let text = text_of(context, element)?;
    context.budget.reads(context.page, element);
    context
        .budget
        .has_room(context.page, text.len())
        .then_some(text)
}

/// Takes the values again for elements with stripped content. An XPath that yields a text or an
/// attribute keeps it: its element would give a different value.
fn leave_out_stripped(context: &EvaluationContext<'_>, take: &Take, found: &mut [Selected]) {
    let Some(stripped) = context.stripped else {
        return;
    };
    if matches!(take, Take::Attribute(_)) {
        return;
    }
    for match_ in found {
        let Some(element) = match_.element else {
            continue;
        };
        // Both texts are read in full.
        if !context.budget.reads(context.page, element) {
            return;
        }
        let lost = loses(context.page, stripped, element);
        if lost && extract(context.page, element, take).as_ref() == Some(&match_.value) {
            match_.value = extract(stripped, element, take).unwrap_or_default();
        }
    }
}

/// Whether stripping removes something from an element.
fn loses(page: &Page, stripped: &Page, element: ElementIndex) -> bool {
    let count = |page: &Page| {
        let element: Option<ElementRef<'_>> = page.element(element);
        element.map_or(0, |element| element.descendants().count())
    };
    count(page) != count(stripped)
}
