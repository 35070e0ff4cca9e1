//! Values of a label: from the surrounding structure if it fills an element, else on its line, else
//! in the block that follows.

use std::collections::HashMap;

use scraper::ElementRef;

use super::label_search::{FoundLabel, LabelStart, skip_gaps};
use super::page_lines::{Reading, Span};
use super::value_on_label_line::{self, TagAndClass};
use super::words::{is_cjk, is_known};
use super::{Found, Value};
use crate::page::{ElementIndex, is_block};
use crate::select::table::grid::Grid;

/// Longest value on the line of an unmarked label, in characters.
const MAX_UNMARKED_CHARS: usize = 30;

/// The maximum number of siblings checked.
const MAX_SIBLINGS: usize = 200;

/// Longest block that is the value of a label without a colon, in characters.
const MAX_BLOCK_CHARS: usize = 2_000;

/// Finds values; caches the tables it has read.
pub struct ValueFinder<'r, 'a> {
    reading: &'r Reading<'a>,
    grids: HashMap<ElementIndex, Grid>,
    /// Characters and nodes visited for the tables.
    steps: u64,
}

/// A label that fills elements.
struct Unit {
    /// The outermost element that holds nothing else.
    outer: ElementIndex,
    /// All of them, innermost first.
    path: Vec<ElementIndex>,
}

impl<'r, 'a> ValueFinder<'r, 'a> {
    pub fn new(reading: &'r Reading<'a>) -> Self {
        Self {
            reading,
            grids: HashMap::new(),
            steps: 0,
        }
    }

    /// The number of characters and nodes visited where a value may be far from its label.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The values beside `label`; none when it is no label after all.
    pub fn values(&mut self, label: &FoundLabel) -> Vec<Found> {
        let unit = self.unit(label);
        for element in unit.iter().flat_map(|unit| &unit.path) {
            match self.tag(*element) {
                "dt" => return self.definitions(*element),
                "td" | "th" => return self.cells(*element),
                "option" | "button" | "nav" | "title" => return Vec::new(),
                _ => {}
            }
        }
        let from = value_on_label_line::begin(self.reading, label);
        let found = if from < label.line.end {
            self.on_line(label, unit.as_ref(), from)
        } else {
            return self.below(label, unit.as_ref());
        };
        found.into_iter().collect()
    }

    /// The elements that hold only the label.
    fn unit(&self, label: &FoundLabel) -> Option<Unit> {
        let mut path = Vec::new();
        let mut next = self.reading.parent_at(label.span.start);
        while let Some(element) = next {
            let span = self.reading.span(element);
            let only = span.start >= label.outer.start && span.end <= label.outer.end;
            if !only || !self.reading.is_inside(element) {
                break;
            }
            path.push(element);
            next = self.reading.parent(element);
        }
        Some(Unit {
            outer: *path.last()?,
            path,
        })
    }

    fn tag(&self, element: ElementIndex) -> &'a str {
        TagAndClass::of(self.reading, element).tag
    }

    fn is_link(&self, element: ElementIndex) -> bool {
        let element = self.reading.page.element(element);
        element.is_some_and(|e| e.value().name() == "a" && e.attr("href").is_some())
    }

    fn unit_is_link(&self, unit: &Unit) -> bool {
        let first = unit.path.first().copied();
        let parent = first.and_then(|e| self.reading.parent(e));
        unit.path.iter().any(|e| self.is_link(*e)) || parent.is_some_and(|e| self.is_link(e))
    }

    /// The `dd` after a `dt`; consecutive terms share them.
    fn definitions(&self, term: ElementIndex) -> Vec<Found> {
        let mut found = Vec::new();
        let Some(term) = self.reading.page.element(term) else {
            return found;
        };
        let siblings = term.next_siblings().filter_map(ElementRef::wrap);
        for sibling in siblings.take(MAX_SIBLINGS) {
            match sibling.value().name() {
                "dd" => found.extend(self.reading.page.index_of(sibling).map(sure)),
                "dt" if found.is_empty() => {}
                _ => break,
            }
        }
        found
    }

    /// The cells beside or below the label's.
    fn cells(&mut self, cell: ElementIndex) -> Vec<Found> {
        let reading = self.reading;
        let table = reading.page.element(cell).and_then(|cell| {
            let mut around = cell.ancestors().filter_map(ElementRef::wrap);
            around.find(|e| e.value().name() == "table")
        });
        let Some(table) = table.and_then(|table| reading.page.index_of(table)) else {
            return Vec::new();
        };
        let nodes = reading.page.nodes_inside(Some(table));
        let looked_at = nodes.saturating_add(reading.span(table).len() as u64);
        let steps = &mut self.steps;
        let grid = self.grids.entry(table).or_insert_with(|| {
            *steps = steps.saturating_add(looked_at);
            Grid::new(reading.page, table)
        });
        let is_label = |index: ElementIndex| {
            let span = reading.span(index);
            let text = reading.slice(&span);
            text.last().is_some_and(|c| super::words::is_colon(*c)) || is_known(text)
        };
        let is_empty = |index: ElementIndex| reading.span(index).is_empty();
        let values = grid.beside(cell, &is_label, &is_empty);
        values.into_iter().map(sure).collect()
    }

    /// The value after the label on its line.
    fn on_line(&self, label: &FoundLabel, unit: Option<&Unit>, from: usize) -> Option<Found> {
        let sure = if label.colon {
            self.colon_is_sure(label)?
        } else if let Some(unit) = unit {
            self.unit_is_sure(label, unit, from)?
        } else {
            self.bare_is_label(label, from).then_some(false)?
        };
        let span =
            value_on_label_line::value(self.reading, label, from, unit.map(|unit| unit.outer));
        if span.is_empty() {
            return None;
        }
        let value = Value::Text(span);
        Some(Found { value, sure })
    }

    /// With a colon, only the text before it can make it part of a sentence.
    fn colon_is_sure(&self, label: &FoundLabel) -> Option<bool> {
        let ahead = label.line.start..label.span.start;
        match label.start {
            LabelStart::Word => {
                let earlier = ahead
                    .into_iter()
                    .any(|at| super::label_search::ends_label(self.reading, at));
                earlier.then_some(false)
            }
            _ => Some(true),
        }
    }

    /// Without a colon, the element has to set the label apart.
    fn unit_is_sure(&self, label: &FoundLabel, unit: &Unit, from: usize) -> Option<bool> {
        let reading = self.reading;
        let look = TagAndClass::of(reading, unit.outer);
        let set_apart = match label.start {
            LabelStart::Line | LabelStart::Separator => true,
            _ => self.sibling_before_sets_apart(unit.outer, &look),
        };
        if !set_apart {
            return None;
        }
        let link = self.unit_is_link(unit);
        let between = reading.slice(&(label.outer.end..from));
        if link && between.iter().any(|c| !super::page_lines::is_gap(*c)) {
            return None;
        }
        let value_link = reading.parent_at(from).is_some_and(|e| self.is_link(e));
        if link && value_link {
            return None;
        }
        let holder = reading.parent_at(from)?;
        let own_element = reading.span(holder).start == from && holder != unit.outer;
        let end = reading.line_at(from).map_or(from, |line| line.end);
        let running = value_on_label_line::is_running_text(reading, &(from..end));
        if own_element {
            let same = TagAndClass::of(reading, holder) == look && !look.class.is_empty();
            return (!same).then_some(!link);
        }
        match look.tag {
            "b" | "strong" | "dt" | "th" | "label" | "span" | "font" | "h1" | "h2" | "h3"
            | "h4" | "h5" | "h6" | "div" => {
                let lower = reading.at(from).is_some_and(char::is_lowercase);
                (!(running && lower)).then_some(!running && !link)
            }
            _ => (!running).then_some(false),
        }
    }

    /// Whether another value precedes `element`: an element, or text after an element of the same
    /// look.
    fn sibling_before_sets_apart(&self, element: ElementIndex, look: &TagAndClass<'_>) -> bool {
        let Some(element) = self.reading.page.element(element) else {
            return false;
        };
        let mut text_between = false;
        for node in element.prev_siblings().take(MAX_SIBLINGS) {
            if let Some(other) = ElementRef::wrap(node) {
                let index = self.reading.page.index_of(other);
                let Some(index) = index.filter(|i| !self.reading.span(*i).is_empty()) else {
                    continue;
                };
                if !text_between || TagAndClass::of(self.reading, index) == *look {
                    return true;
                }
            } else if let Some(text) = node.value().as_text() {
                text_between |= text.chars().any(|c| !c.is_whitespace());
            }
        }
        false
    }

    /// A label that only the text after it sets apart: `作者 张三`, `文／张三`.
    fn bare_is_label(&self, label: &FoundLabel, from: usize) -> bool {
        let reading = self.reading;
        if !matches!(label.start, LabelStart::Line | LabelStart::Separator)
            || from == label.outer.end
        {
            return false;
        }
        let span = value_on_label_line::value(reading, label, from, None);
        let length = span.len();
        let sentence = reading
            .slice(&span)
            .iter()
            .any(|c| matches!(c, '。' | '！' | '？' | '，' | '.' | '!' | '?' | '；'));
        if length == 0 || length > MAX_UNMARKED_CHARS || sentence {
            return false;
        }
        let between = reading.slice(&(label.outer.end..from));
        let marked = between.iter().any(|c| {
            matches!(
                c,
                '\u{3000}' | '/' | '／' | '|' | '｜' | '=' | '-' | '–' | '—'
            )
        });
        let cjk = reading.slice(&label.span).iter().any(|c| is_cjk(*c));
        cjk || (marked && label.start == LabelStart::Line)
    }

    /// The value in the block or line that follows a label alone on its line.
    fn below(&self, label: &FoundLabel, unit: Option<&Unit>) -> Vec<Found> {
        let reading = self.reading;
        if label.start != LabelStart::Line && !label.colon {
            return Vec::new();
        }
        let next = skip_gaps(reading, label.outer.end, reading.chars.len());
        let Some((holder, node)) = self.following(label, unit, next) else {
            return Vec::new();
        };
        if value_on_label_line::begins_with_label(reading, next) {
            return Vec::new();
        }
        let sibling = ElementRef::wrap(node).and_then(|e| reading.page.index_of(e));
        let block = sibling.filter(|e| is_block(self.tag(*e)) && self.tag(*e) != "br");
        let Some(block) = block else {
            let end = reading.line_at(next).map_or(next, |line| line.end);
            let end = end.min(reading.span(holder).end);
            let plain = unit.is_none() && !label.colon;
            let link = unit.is_some_and(|unit| self.unit_is_link(unit));
            let found = Found {
                value: Value::Text(value_on_label_line::value(reading, label, next, None)),
                sure: !plain && (label.colon || !link),
            };
            let menu = !label.colon && link && self.holds_link(&(next..end));
            return if menu { Vec::new() } else { vec![found] };
        };
        match self.block_is_sure(label, unit, block) {
            Some(sure) => self.block_values(block, sure),
            None => Vec::new(),
        }
    }

    /// The sibling of the label, or of what ends with it, in which the text continues at `next`;
    /// with the element around both.
    fn following(
        &self,
        label: &FoundLabel,
        unit: Option<&Unit>,
        next: usize,
    ) -> Option<(ElementIndex, ego_tree::NodeRef<'a, scraper::Node>)> {
        let reading = self.reading;
        let inner = match unit {
            Some(unit) => unit.outer,
            None => reading.parent_at(label.span.start)?,
        };
        let mut around = if unit.is_some() {
            reading.parent(inner)?
        } else {
            inner
        };
        while reading.span(around).end <= next {
            let starts_here = reading.span(around).start >= label.line.start;
            if !label.colon || !starts_here || !reading.is_inside(around) {
                return None;
            }
            around = reading.parent(around)?;
        }
        let holder = reading.page.element(around)?;
        let text = reading.node_at(next)?;
        let node = std::iter::once(text)
            .chain(text.ancestors())
            .find(|node| node.parent().is_some_and(|p| p.id() == holder.id()))?;
        Some((around, node))
    }

    /// Whether `block` is the value of the label before it; `None` when it is not.
    fn block_is_sure(
        &self,
        label: &FoundLabel,
        unit: Option<&Unit>,
        block: ElementIndex,
    ) -> Option<bool> {
        let reading = self.reading;
        let tag = self.tag(block);
        let heading = |tag: &str| matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let own = unit.map(|unit| TagAndClass::of(reading, unit.outer));
        let own_heading = own.as_ref().is_some_and(|own| heading(own.tag));
        if (heading(tag) && own_heading) || matches!(tag, "nav" | "form" | "footer" | "hr") {
            return None;
        }
        if label.colon {
            return Some(true);
        }
        let (Some(unit), Some(own)) = (unit, own) else {
            return Some(false);
        };
        let span = reading.span(block);
        if is_known(reading.slice(&span)) {
            return None;
        }
        if self.unit_is_link(unit) && self.holds_link(&span) {
            return None;
        }
        if TagAndClass::of(reading, block) == own {
            return self.pairs_up(unit.outer, &own);
        }
        Some(own_heading || span.len() <= MAX_BLOCK_CHARS)
    }

    /// Whether the children around `element` form uniform pairs of label and value.
    fn pairs_up(&self, element: ElementIndex, look: &TagAndClass<'_>) -> Option<bool> {
        let node = self.reading.page.element(element)?;
        let parent = node.parent()?;
        let children: Vec<ElementIndex> = parent
            .children()
            .filter_map(ElementRef::wrap)
            .take(MAX_SIBLINGS)
            .filter_map(|e| self.reading.page.index_of(e))
            .filter(|e| !self.reading.span(*e).is_empty())
            .collect();
        if children.len() == 2 {
            return Some(look.tag != "li");
        }
        let place = children.iter().position(|e| *e == element)?;
        let even = place.is_multiple_of(2) && children.len().is_multiple_of(2);
        (even && look.class.is_empty() && look.tag == "div").then_some(false)
    }

    fn holds_link(&self, span: &Span) -> bool {
        let mut element = self.reading.parent_at(span.start);
        while let Some(index) = element {
            if self.is_link(index) {
                return true;
            }
            if self.reading.span(index).end > span.end {
                break;
            }
            element = self.reading.parent(index);
        }
        false
    }

    /// The block, or each item of it when it is a list.
    fn block_values(&self, block: ElementIndex, sure: bool) -> Vec<Found> {
        let mut list = block;
        // A list may be wrapped.
        while let Some(only) = self.only_child(list) {
            list = only;
        }
        let items: Vec<ElementIndex> = match self.tag(list) {
            "ul" | "ol" => self
                .reading
                .page
                .element(list)
                .into_iter()
                .flat_map(|list| list.child_elements())
                .filter(|e| e.value().name() == "li")
                .filter_map(|e| self.reading.page.index_of(e))
                .collect(),
            _ => Vec::new(),
        };
        let values = if items.is_empty() { vec![block] } else { items };
        values
            .into_iter()
            .map(|value| Found {
                value: Value::Element(value),
                sure,
            })
            .collect()
    }

    /// The only child that covers all of `element`, unless that is a list.
    fn only_child(&self, element: ElementIndex) -> Option<ElementIndex> {
        if matches!(self.tag(element), "ul" | "ol") {
            return None;
        }
        let span = self.reading.span(element);
        let node = self.reading.page.element(element)?;
        node.child_elements()
            .filter_map(|e| self.reading.page.index_of(e))
            .find(|e| self.reading.span(*e) == span)
    }
}

fn sure(element: ElementIndex) -> Found {
    Found {
        value: Value::Element(element),
        sure: true,
    }
}
