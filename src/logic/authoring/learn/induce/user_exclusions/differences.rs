//! Features that may distinguish an element from similar ones: names, attributes, content,
//! ancestors, neighbours, words, position. Input: an element. Output: conditions that it
//! meets, as CSS for `:not()`, each with a cost for its unreliability. Bounded for any page.

use std::collections::HashSet;

use scraper::ElementRef;

use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};
use crate::select::generation::compound::{
    Compound, StepRelation, classes, css_string, nth_of_type, to_css,
};
use crate::select::generation::stable_names::is_stable;

/// The number of ancestors whose names are tried, including the element itself.
const MAX_AROUND: usize = 6;
/// The number of descendants inspected.
const MAX_INSIDE: usize = 80;
/// Conditions on an element's content, per level.
const MAX_HELD: usize = 24;
/// The total number of conditions.
const MAX_CONDITIONS: usize = 160;
/// The number of elements on a page above which fewer conditions are tried.
const MANY: usize = 20_000;
/// The maximum length of words that mark something, in characters.
const MAX_MARK: usize = 24;
/// The maximum length of a surrounding text searched for such words, in bytes.
const MAX_TEXT: usize = 4_000;

/// A condition that an element meets.
pub(super) struct Condition {
    /// The argument of `:not()`.
    pub css: String,
    /// Its unreliability: 0 for a name of its own.
    pub cost: f64,
}

/// The conditions that the element at `at` meets, most reliable first.
pub(super) fn conditions(view: &View<'_>, at: NodeNumber) -> Vec<Condition> {
    let mut found = Vec::new();
    let around = std::iter::once(at).chain(view.ancestors(at));
    for (outer, level) in around.zip(0_u8..).take(MAX_AROUND) {
        let Some(element) = view.element(outer) else {
            continue;
        };
        if matches!(element.value().name(), "body" | "html") {
            break;
        }
        let farther = 0.1 * f64::from(level);
        let own = own_conditions(view, outer, element, level);
        found.extend(own.into_iter().map(|(css, cost)| Condition {
            css: match level {
                0 => css,
                _ => format!("{css} *"),
            },
            cost: cost + farther,
        }));
    }
    let mut seen = HashSet::new();
    found.retain(|one: &Condition| seen.insert(one.css.clone()));
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let most = match view.len() > MANY {
        true => MAX_CONDITIONS / 4,
        false => MAX_CONDITIONS,
    };
    found.truncate(most);
    found
}

/// The conditions that one element itself meets.
fn own_conditions(
    view: &View<'_>,
    at: NodeNumber,
    element: ElementRef<'_>,
    level: u8,
) -> Vec<(String, f64)> {
    let tag = Compound::tag(element);
    let tag = to_css(&vec![(StepRelation::Descendant, tag)]);
    let mut out: Vec<(String, f64)> = Vec::new();
    out.extend(names(element));
    if level > 0 {
        out.push((tag.clone(), 0.9));
    }
    let mut held: Vec<(String, f64)> = Vec::new();
    for inner in (at.saturating_add(1)..view.end(at)).take(MAX_INSIDE) {
        let Some(inner) = view.element(inner) else {
            continue;
        };
        let own = Compound::tag(inner);
        let own = to_css(&vec![(StepRelation::Descendant, own)]);
        held.extend(
            names(inner)
                .into_iter()
                .map(|(css, cost)| (css, cost + 0.5)),
        );
        held.push((own, 0.9));
    }
    let mut seen = HashSet::new();
    held.retain(|(css, _)| seen.insert(css.clone()));
    held.truncate(MAX_HELD);
    out.extend(
        held.into_iter()
            .map(|(css, cost)| (format!("{tag}:has({css})"), cost)),
    );
    out.extend(beside(element, &tag));
    out.extend(
        marks(view, at)
            .into_iter()
            .map(|words| (format!("{tag}{}", Condition::of_text(&words)), 1.2)),
    );
    let nth = nth_of_type(element);
    for (css, cost) in [
        (":first-child".to_owned(), 2.0),
        (":last-child".to_owned(), 2.0),
        (":first-of-type".to_owned(), 2.1),
        (":last-of-type".to_owned(), 2.1),
        (format!(":nth-of-type({nth})"), 3.0),
    ] {
        out.push((format!("{tag}{css}"), cost));
    }
    out
}

/// Classes, id and attributes of an element.
fn names(element: ElementRef<'_>) -> Vec<(String, f64)> {
    let css = |compound: Compound| {
        let css = to_css(&vec![(StepRelation::Descendant, compound)]);
        css.strip_prefix('*').map(str::to_owned).unwrap_or(css)
    };
    let class = |class: &str| Compound {
        classes: vec![class.to_owned()],
        ..Compound::default()
    };
    let mut out: Vec<(String, f64)> = classes(element)
        .take(8)
        .map(|name| (css(class(name)), if is_stable(name) { 0.0 } else { 1.4 }))
        .collect();
    if let Some(id) = element.attr("id").filter(|id| is_stable(id)) {
        let own = Compound {
            id: Some(id.to_owned()),
            ..Compound::default()
        };
        out.push((css(own), 0.3));
    }
    for (name, value) in element.value().attrs().take(12) {
        let passing = matches!(name, "class" | "id" | "style" | "src" | "title" | "alt")
            || name.starts_with("on")
            || !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || !name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        if passing {
            continue;
        }
        if name == "href" {
            let starts = start_of(value).into_iter();
            out.extend(starts.map(|start| (format!("[href^={}]", css_string(start)), 0.7)));
            continue;
        }
        if is_stable(value) {
            out.push((format!("[{name}={}]", css_string(value)), 0.4));
        }
        out.push((format!("[{name}]"), 0.5));
    }
    out
}

/// The part of an address that identifies its target: its host, or its first folder.
fn start_of(href: &str) -> Option<&str> {
    let href = href.trim();
    let host = href.find("://").map_or(0, |at| at + 3);
    let rest = href.get(host..)?;
    let skip = usize::from(host == 0 && rest.starts_with('/'));
    let end = rest.get(skip..)?.find('/')?;
    href.get(..host + skip + end + 1)
}

/// The direct neighbours.
fn beside(element: ElementRef<'_>, tag: &str) -> Vec<(String, f64)> {
    let before = element.prev_siblings().find_map(ElementRef::wrap);
    let after = element.next_siblings().find_map(ElementRef::wrap);
    let before = before.into_iter().flat_map(names);
    let after = after.into_iter().flat_map(names);
    let before = before.map(|(css, cost)| (format!("{css} + {tag}"), cost + 1.3));
    before
        .chain(after.map(|(css, cost)| (format!("{tag}:has(+ {css})"), cost + 1.4)))
        .collect()
}

/// Short texts inside that may mark its purpose: "Advertisement", 广告.
fn marks(view: &View<'_>, at: NodeNumber) -> Vec<String> {
    if view.text_len(at) > MAX_TEXT {
        return Vec::new();
    }
    let inside = (at..view.end(at)).filter(|inner| view.index(*inner).is_none());
    let mut found: Vec<String> = inside
        .map(|inner| view.text(inner).to_owned())
        .filter(|text| {
            let chars = text.chars().count();
            (2..=MAX_MARK).contains(&chars)
                && text.chars().any(char::is_alphabetic)
                && !text.chars().any(char::is_numeric)
        })
        .take(6)
        .collect();
    if found.is_empty() {
        // Without a mark, its own words are more reliable than its position.
        let whole: String = view.text(at).chars().take(60).collect();
        found.extend(Some(whole).filter(|text| text.chars().count() >= 8));
    }
    found
}
