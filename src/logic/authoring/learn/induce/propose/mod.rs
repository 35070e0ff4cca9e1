//! Proposes paths to one place: by the names around it, by a label beside it, by where its link
//! points, and last by position. Inside a record they start at its container. Nothing is judged
//! here.
//!
//! Below: combining two ways.

pub(super) mod combined_selectors;

use super::locate::value_in_text::{Cut, cuts, is_label};
use super::locate::{PickPlace, Taking, letters, picked_dates};
use super::steps::indexed_page::{NodeNumber, View};
use super::steps::{NodePath, PathStep, StepAxis, TextMatch};
use crate::select::generation::compound::{Compound, candidates, numbered_id};
use crate::select::generation::unique::{LANDMARKS, among_siblings};

/// Ancestors that may anchor a path.
const MAX_ANCHORS: usize = 8;
/// Names tried for each ancestor, and for the element itself.
const MAX_NAMES: usize = 4;
/// Neighbours searched for a label.
const MAX_NEIGHBOURS: usize = 8;
/// Levels of wrappers between a label's neighbour and the value.
const MAX_WRAPS: usize = 4;

/// Tags whose content names something.
pub(super) const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// What a path relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Family {
    /// A label beside the value.
    Label,
    /// Names of elements: ids, classes, semantic attributes, tags.
    Name,
    /// Where a link points.
    Link,
    /// Positions among siblings.
    Position,
}

/// A way to find a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Idea {
    /// The path to the node.
    pub path: NodePath,
    /// The part of the node.
    pub taking: Taking,
    /// How to cut the value from it.
    pub cut: Cut,
    /// What it relies on.
    pub family: Family,
    /// Whether it starts from the page although it belongs to a record.
    pub of_page: bool,
}

/// Paths to `place` for its value `value`, inside `scope` if given.
pub(super) fn ideas(
    view: &View<'_>,
    place: &PickPlace,
    value: &str,
    scope: Option<NodeNumber>,
) -> Vec<Idea> {
    let mut proposals = Proposals {
        view,
        scope,
        found: Vec::new(),
    };
    if place.taking != Taking::Html {
        proposals.by_label(place.at);
    }
    proposals.by_names(place.at);
    proposals.by_link(place.at, value);
    proposals.by_position(place.at);
    let text = super::locate::value(view, place.at, &place.taking).unwrap_or_default();
    let cuts = if place.part {
        cuts(&text, value)
    } else {
        vec![Cut::None]
    };
    let mut found = Vec::new();
    for cut in cuts {
        if let (Cut::After(label, _), Taking::Text) = (&cut, &place.taking) {
            found.extend(starting(view, place.at, label).map(|path| Idea {
                path,
                taking: Taking::Text,
                cut: cut.clone(),
                family: Family::Label,
                of_page: false,
            }));
        }
        found.extend(proposals.found.iter().map(|(path, family)| Idea {
            path: path.clone(),
            taking: place.taking.clone(),
            cut: cut.clone(),
            family: *family,
            of_page: false,
        }));
    }
    found
}

/// The path to an element whose text starts with `label`.
fn starting(view: &View<'_>, at: NodeNumber, label: &str) -> Option<NodePath> {
    let label = label.trim();
    if !view.text(at).starts_with(label) {
        return None;
    }
    let says = TextMatch::Starts(label.to_owned());
    let step = match view.element(at) {
        Some(element) => PathStep::to(StepAxis::Descendant, Compound::tag(element)),
        None => PathStep::text(StepAxis::TextBelow),
    };
    Some(vec![step.with_text(says)])
}

/// The names of an element, most reliable first, including the prefixes of numbered ids.
pub(super) fn namings(view: &View<'_>, at: NodeNumber) -> Vec<Compound> {
    let Some(element) = view.element(at) else {
        return Vec::new();
    };
    let mut all = candidates(element);
    let tag = all.pop();
    all.extend(numbered_id(element));
    all.truncate(MAX_NAMES + 2);
    all.extend(tag);
    all
}

struct Proposals<'v, 'p> {
    view: &'v View<'p>,
    scope: Option<NodeNumber>,
    found: Vec<(NodePath, Family)>,
}

impl Proposals<'_, '_> {
    fn add(&mut self, path: NodePath, family: Family) {
        self.found.push((path, family));
    }

    /// The element of a node, and the step from there to the node if it is a text.
    fn holder(&self, at: NodeNumber) -> Option<(NodeNumber, Option<PathStep>)> {
        if self.view.index(at).is_some() {
            return Some((at, None));
        }
        let parent = self.view.parent(at)?;
        let texts = self
            .view
            .children(parent)
            .filter(|c| self.view.index(*c).is_none());
        let place = texts.take_while(|c| *c != at).count();
        Some((
            parent,
            Some(PathStep::text(StepAxis::TextIn).nth(place + 1)),
        ))
    }

    /// The ancestors that a path may start from, nearest first.
    fn anchors(&self, at: NodeNumber) -> impl Iterator<Item = NodeNumber> + '_ {
        let scope = self.scope;
        self.view
            .ancestors(at)
            .take_while(move |outer| scope.is_none_or(|scope| *outer > scope))
    }

    fn by_names(&mut self, at: NodeNumber) {
        let Some((element, tail)) = self.holder(at) else {
            return;
        };
        let family = if tail.as_ref().is_some_and(|t| t.nth != Some(1)) {
            Family::Position
        } else {
            Family::Name
        };
        if self.scope == Some(element) {
            self.add(tail.into_iter().collect(), family);
            return;
        }
        let with = |mut path: NodePath| {
            path.extend(tail.clone());
            path
        };
        let own = namings(self.view, element);
        for name in &own {
            self.add(
                with(vec![PathStep::to(StepAxis::Descendant, name.clone())]),
                family,
            );
            if self.scope.is_some() && self.view.parent(element) == self.scope {
                self.add(
                    with(vec![PathStep::to(StepAxis::Child, name.clone())]),
                    family,
                );
            }
        }
        let anchors: Vec<NodeNumber> = self.anchors(element).take(MAX_ANCHORS).collect();
        for (level, outer) in anchors.into_iter().enumerate() {
            let names = namings(self.view, outer);
            let telling = names.iter().filter(|name| is_anchor(name)).take(MAX_NAMES);
            // A record's heading by its tag alone, since the next one may have other classes. A
            // whole page has too many of them.
            let heading = names.last().filter(|name| is_heading(name));
            let heading = heading.filter(|_| self.scope.is_some());
            for anchor in telling.chain(heading) {
                for name in own.iter().rev().take(MAX_NAMES) {
                    let top = PathStep::to(StepAxis::Descendant, anchor.clone());
                    let axes = [StepAxis::Descendant, StepAxis::Child];
                    for axis in axes.into_iter().take(if level == 0 { 2 } else { 1 }) {
                        let path = vec![top.clone(), PathStep::to(axis, name.clone())];
                        self.add(with(path), family);
                    }
                }
            }
        }
    }

    fn by_position(&mut self, at: NodeNumber) {
        let Some((element, tail)) = self.holder(at) else {
            return;
        };
        let mut below: NodePath = tail.into_iter().collect();
        let mut inner = element;
        let mut starts = 0;
        for _ in 0..MAX_ANCHORS * 2 {
            if self.scope == Some(inner) {
                let path = below.iter().rev().cloned().collect();
                self.add(path, Family::Position);
                return;
            }
            let names = namings(self.view, inner);
            let anchor = names.into_iter().find(is_anchor);
            if let (Some(anchor), true) = (anchor, inner != element) {
                let mut path = vec![PathStep::to(StepAxis::Descendant, anchor)];
                path.extend(below.iter().rev().cloned());
                self.add(path, Family::Position);
                starts += 1;
            }
            let Some(node) = self.view.element(inner) else {
                return;
            };
            let Some(parent) = self.view.parent(inner).filter(|_| starts < 3) else {
                return;
            };
            below.push(PathStep::to(StepAxis::Child, among_siblings(node)));
            inner = parent;
        }
    }

    fn by_link(&mut self, at: NodeNumber, value: &str) {
        let link = std::iter::once(at).chain(self.view.ancestors(at));
        let link = link.take(3).find(|at| self.view.tag(*at) == "a");
        let Some((link, element)) = link.and_then(|at| Some((at, self.view.element(at)?))) else {
            return;
        };
        let step = |part: String| {
            let mut step = PathStep::to(StepAxis::Descendant, Compound::tag(element));
            step.link = Some(part);
            step
        };
        let mut parts = link_parts(element.attr("href").unwrap_or_default());
        // The address of Ann Lee's page has her name, that of the next author another.
        parts.retain(|part| letters(part) != letters(value));
        let mut anchors = Vec::new();
        for outer in self.anchors(link).take(3) {
            let names = namings(self.view, outer);
            anchors.extend(names.into_iter().filter(is_anchor).take(2));
        }
        for part in parts {
            self.add(vec![step(part.clone())], Family::Link);
            for anchor in &anchors {
                let top = PathStep::to(StepAxis::Descendant, anchor.clone());
                self.add(vec![top, step(part.clone())], Family::Link);
            }
        }
    }

    fn by_label(&mut self, at: NodeNumber) {
        let mut node = at;
        let (start, _) = self.view.range(at);
        for level in 0..MAX_WRAPS {
            if self.scope == Some(node) {
                return;
            }
            self.beside(at, node, level);
            // Only an element that starts with the value wraps it.
            let Some(parent) = self.view.parent(node) else {
                return;
            };
            let before = self
                .view
                .prev(node)
                .is_some_and(|prev| self.view.text_len(prev) > 0);
            if before || self.view.range(parent).0 > start {
                return;
            }
            node = parent;
        }
    }

    /// Paths from the labels before `node`, which is `at` or wraps it.
    fn beside(&mut self, at: NodeNumber, node: NodeNumber, level: usize) {
        let view = self.view;
        let before = std::iter::successors(view.prev(node), |at| view.prev(*at));
        let mut between = 0;
        for label in before.take(MAX_NEIGHBOURS) {
            let text = view.text(label);
            let same_kind = view.index(label).is_some() && view.tag(label) == view.tag(node);
            if view.index(label).is_none() == view.index(node).is_none() && same_kind {
                between += 1;
            }
            // A date is the value of another field, and another one on every page.
            if !is_label(text) || picked_dates::is_likely(text) {
                // Commas between several values of one label.
                if text.chars().any(char::is_alphanumeric) {
                    return;
                }
                continue;
            }
            if !is_headline(text, &view.page.title()) {
                self.add_from_label(at, node, label, between + 1, level);
            }
            if !same_kind {
                return;
            }
        }
    }

    fn add_from_label(
        &mut self,
        at: NodeNumber,
        node: NodeNumber,
        label: NodeNumber,
        place: usize,
        level: usize,
    ) {
        let view = self.view;
        let says = TextMatch::Equals(view.text(label).to_owned());
        let first = match view.element(label) {
            Some(element) => PathStep::to(StepAxis::Descendant, Compound::tag(element)),
            None => PathStep::text(StepAxis::TextBelow),
        };
        let same_kind = view.index(label).is_some() && view.tag(label) == view.tag(node);
        let place = if same_kind { place - 1 } else { place };
        let next = match view.element(node) {
            Some(element) => PathStep::to(StepAxis::Following, Compound::tag(element)),
            None => PathStep::text(StepAxis::TextAfter),
        };
        let mut starts = vec![(
            vec![
                first.clone().with_text(says.clone()),
                next.clone().nth(place.max(1)),
            ],
            place,
        )];
        if level == 0 && view.index(node).is_some() && !same_kind {
            starts.push((vec![first.with_text(says), next], 1));
        }
        for (path, place) in starts {
            let family = if place > 1 {
                Family::Position
            } else {
                Family::Label
            };
            if level == 0 {
                self.add(path, family);
                continue;
            }
            if view.text(node) == view.text(at) && view.index(at).is_some() {
                self.add(path.clone(), family);
            }
            for name in namings(view, at).into_iter().rev().take(2) {
                let mut path = path.clone();
                path.push(PathStep::to(StepAxis::Descendant, name));
                self.add(path, family);
            }
        }
    }
}

/// Whether a text before a value is the page's own title: no other page has it, so a path from
/// there finds nothing.
fn is_headline(text: &str, title: &str) -> bool {
    let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let chars = squeezed.chars().count();
    chars > 4 && title.contains(&squeezed) && 2 * chars >= title.chars().count()
}

/// Whether a name is sufficient to start a path from.
fn is_anchor(name: &Compound) -> bool {
    name.is_specific()
        || name
            .tag
            .as_deref()
            .is_some_and(|tag| LANDMARKS.contains(&tag))
}

/// Whether it is the bare tag of a heading.
fn is_heading(name: &Compound) -> bool {
    let tag = name.tag.as_deref().filter(|_| !name.is_specific());
    tag.is_some_and(|tag| HEADINGS.contains(&tag))
}

/// Parts of an address that indicate the kind of page it links to.
fn link_parts(href: &str) -> Vec<String> {
    let path = href.split("://").last().unwrap_or(href);
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let told = |part: &&str| {
        part.len() >= 3
            && part.len() <= 30
            && !part.contains(|c: char| c.is_ascii_digit() || c == '%')
    };
    let segments: Vec<&str> = path.split('/').collect();
    let count = segments.len();
    let mut parts: Vec<String> = Vec::new();
    for (number, segment) in segments.into_iter().enumerate().filter(|(_, s)| told(s)) {
        // The last part names the page itself unless it is a program.
        if number + 1 < count {
            parts.push(if number == 0 {
                format!("{segment}/")
            } else {
                format!("/{segment}/")
            });
        } else if segment.contains('.') {
            parts.push(segment.to_owned());
        }
    }
    for pair in query.split(['&', ';']) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        if !key.is_empty() && key.len() <= 30 {
            if told(&value) {
                parts.push(format!("{key}={value}"));
            }
            parts.push(format!("{key}="));
        }
    }
    parts.truncate(6);
    parts
}

#[cfg(test)]
mod headlines {
    use super::is_headline;

    #[test]
    fn what_a_page_is_called_is_no_label() {
        assert!(is_headline(
            "Wool  and its dyes",
            "Wool and its dyes - Loom"
        ));
        assert!(is_headline("羊毛的染色", "羊毛的染色_织机"));
        assert!(!is_headline("Price:", "Price: wool, woad and madder"));
        assert!(!is_headline("Author", "Wool and its dyes"));
        assert!(!is_headline("Wool and its dyes", ""));
    }
}
