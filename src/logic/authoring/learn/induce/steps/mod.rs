//! Paths under trial: steps over elements and texts that run quickly on a [`View`] and are written
//! as CSS if it can express them, otherwise as XPath. The written selector is run again by the real
//! engine before it is returned.
//!
//! Below: a page indexed for trying many steps.

pub(super) mod indexed_page;

use std::fmt::Write as _;

use crate::page::count_visits;
use crate::select::SelectorKind;
use crate::select::generation::compound::{
    Compound, StepRelation, to_css, xpath_string, xpath_tests,
};
use indexed_page::{NodeNumber, View};

/// Nodes that one path may visit; beyond that it finds nothing.
const MAX_VISITS: usize = 400_000;

/// The direction of a step from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum StepAxis {
    /// Elements anywhere below.
    Descendant,
    /// Elements directly below.
    Child,
    /// Elements after it under the same parent.
    Following,
    /// Elements before it under the same parent, nearest first.
    Preceding,
    /// The parent element.
    Parent,
    /// The nearest ancestor that contains a match.
    Holder,
    /// Texts after it under the same parent.
    TextAfter,
    /// Texts directly below.
    TextIn,
    /// Texts anywhere below.
    TextBelow,
}

/// A condition on a node's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TextMatch {
    /// Exactly this, white space collapsed.
    Equals(String),
    /// This prefix.
    Starts(String),
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PathStep {
    /// Its direction.
    pub axis: StepAxis,
    /// The condition on the element; any for texts.
    pub what: Compound,
    /// The condition on the text.
    pub says: Option<TextMatch>,
    /// A substring of the link's address.
    pub link: Option<String>,
    /// Only the n-th of the matches from one node, from 1.
    pub nth: Option<usize>,
}

/// A whole path.
pub(super) type NodePath = Vec<PathStep>;

impl PathStep {
    /// A step to elements that match `what`.
    pub fn to(axis: StepAxis, what: Compound) -> Self {
        Self {
            axis,
            what,
            says: None,
            link: None,
            nth: None,
        }
    }

    /// A step to texts.
    pub fn text(axis: StepAxis) -> Self {
        Self::to(axis, Compound::default())
    }

    /// Keeps only the n-th match.
    pub fn nth(mut self, nth: usize) -> Self {
        self.nth = Some(nth);
        self
    }

    /// Keeps only matches with this text.
    pub fn with_text(mut self, says: TextMatch) -> Self {
        self.says = Some(says);
        self
    }

    /// Whether the step selects texts.
    pub fn is_text(&self) -> bool {
        matches!(
            self.axis,
            StepAxis::TextAfter | StepAxis::TextIn | StepAxis::TextBelow
        )
    }

    fn fits(&self, view: &View<'_>, at: NodeNumber) -> bool {
        let right_kind = match view.element(at) {
            Some(element) => {
                !self.is_text()
                    && self.what.fits_by_itself(element)
                    && self.what.nth.is_none_or(|nth| view.nth_of_type(at) == nth)
                    && self.link.as_deref().is_none_or(|part| {
                        element.attr("href").is_some_and(|href| href.contains(part))
                    })
            }
            None => self.is_text(),
        };
        right_kind
            && match &self.says {
                None => true,
                Some(TextMatch::Equals(text)) => view.text(at) == text,
                Some(TextMatch::Starts(text)) => view.text(at).starts_with(text.as_str()),
            }
    }
}

/// The matches of `path`, inside `scope` if given, in document order.
pub(super) fn run(
    view: &View<'_>,
    path: &[PathStep],
    scope: Option<NodeNumber>,
) -> Vec<NodeNumber> {
    let mut from: Option<Vec<NodeNumber>> = scope.map(|at| vec![at]);
    let mut budget = MAX_VISITS;
    for step in path {
        let mut found = match (&from, step.axis) {
            (None, _) => everywhere(view, step, &mut budget),
            (Some(from), StepAxis::Descendant | StepAxis::TextBelow) => {
                below(view, step, from, &mut budget)
            }
            (Some(from), StepAxis::Holder) => from
                .iter()
                .filter_map(|at| holder(view, step, *at, &mut budget))
                .collect(),
            (Some(from), _) => from
                .iter()
                .flat_map(|at| beside(view, step, *at, &mut budget))
                .collect(),
        };
        if budget == 0 {
            return Vec::new();
        }
        found.sort_unstable();
        found.dedup();
        from = Some(found);
    }
    from.unwrap_or_default()
}

fn spend(budget: &mut usize) -> bool {
    count_visits(1);
    *budget = budget.saturating_sub(1);
    *budget > 0
}

fn everywhere(view: &View<'_>, step: &PathStep, budget: &mut usize) -> Vec<NodeNumber> {
    let fits = |at: &NodeNumber| spend(budget) && step.fits(view, *at);
    if step.is_text() {
        view.all().filter(fits).collect()
    } else {
        view.candidates(&step.what)
            .iter()
            .copied()
            .filter(fits)
            .collect()
    }
}

fn below(
    view: &View<'_>,
    step: &PathStep,
    from: &[NodeNumber],
    budget: &mut usize,
) -> Vec<NodeNumber> {
    let mut found = Vec::new();
    let mut done = 0;
    for outer in from {
        // Descendants of an element nested in another were already found there.
        let (start, end) = (outer.saturating_add(1).max(done), view.end(*outer));
        if start >= end {
            continue;
        }
        let fits = |at: &NodeNumber| spend(budget) && step.fits(view, *at);
        if step.is_text() {
            found.extend((start..end).filter(fits));
        } else {
            let all = view.candidates(&step.what);
            let first = all.partition_point(|at| *at < start);
            let rest = all.iter().skip(first).copied();
            found.extend(rest.take_while(|at| *at < end).filter(fits));
        }
        done = end;
    }
    found
}

/// The nearest ancestor of `at` that contains a match of the step.
fn holder(
    view: &View<'_>,
    step: &PathStep,
    at: NodeNumber,
    budget: &mut usize,
) -> Option<NodeNumber> {
    let all = view.candidates(&step.what);
    let holds = |outer: &NodeNumber| {
        let first = all.partition_point(|inner| inner <= outer);
        let inside = all.iter().skip(first).copied();
        let mut inside = inside.take_while(|inner| *inner < view.end(*outer));
        inside.any(|inner| spend(budget) && step.fits(view, inner))
    };
    view.ancestors(at).find(holds)
}

fn beside(view: &View<'_>, step: &PathStep, at: NodeNumber, budget: &mut usize) -> Vec<NodeNumber> {
    let fits = |at: &NodeNumber| spend(budget) && step.fits(view, *at);
    let pick = |nodes: &mut dyn Iterator<Item = NodeNumber>| match step.nth {
        Some(nth) => nodes.nth(nth.saturating_sub(1)).into_iter().collect(),
        None => nodes.collect::<Vec<NodeNumber>>(),
    };
    match step.axis {
        StepAxis::Child | StepAxis::TextIn => pick(&mut view.children(at).filter(fits)),
        StepAxis::Following | StepAxis::TextAfter => {
            let after = std::iter::successors(view.next(at), |at| view.next(*at));
            pick(&mut after.filter(fits))
        }
        StepAxis::Preceding => {
            let before = std::iter::successors(view.prev(at), |at| view.prev(*at));
            pick(&mut before.filter(fits))
        }
        StepAxis::Parent => pick(&mut view.parent(at).into_iter().filter(fits)),
        StepAxis::Descendant | StepAxis::TextBelow | StepAxis::Holder => Vec::new(),
    }
}

/// The path without positions, ignoring the depth of each step, up to the element with the value:
/// paths equal in this find the same, unless a page shows otherwise.
pub(super) fn bare(path: &[PathStep]) -> NodePath {
    let mut path = path.to_vec();
    if path.len() > 1
        && path
            .last()
            .is_some_and(|step| step.axis == StepAxis::TextIn)
    {
        path.pop();
    }
    for step in &mut path {
        step.nth = None;
        step.what.nth = None;
        if step.axis == StepAxis::Child {
            step.axis = StepAxis::Descendant;
        }
    }
    path
}

/// The path as a selector; relative to a record when `scoped`.
pub(super) fn written(path: &[PathStep], scoped: bool) -> (SelectorKind, String) {
    match css(path, scoped) {
        Some(css) => (SelectorKind::Css, css),
        None => (SelectorKind::XPath, xpath(path, scoped)),
    }
}

/// The path as CSS, if CSS can express it.
pub(super) fn css(path: &[PathStep], scoped: bool) -> Option<String> {
    if path.is_empty() {
        return scoped.then(|| ":scope".to_owned());
    }
    let mut steps = Vec::new();
    let mut link = None;
    for (number, step) in path.iter().enumerate() {
        let relation = match step.axis {
            StepAxis::Descendant => StepRelation::Descendant,
            StepAxis::Child => StepRelation::Child,
            _ => return None,
        };
        let last = number + 1 == path.len();
        if step.says.is_some() || step.nth.is_some() || (step.link.is_some() && !last) {
            return None;
        }
        link = step.link.as_deref();
        steps.push((relation, step.what.clone()));
    }
    let mut out = to_css(&steps);
    if scoped
        && path
            .first()
            .is_some_and(|step| step.axis == StepAxis::Child)
    {
        out.insert_str(0, ":scope > ");
    }
    if let Some(link) = link {
        let _ = write!(
            out,
            "[href*={}]",
            crate::select::generation::compound::css_string(link)
        );
    }
    Some(out)
}

/// The path as XPath.
pub(super) fn xpath(path: &[PathStep], scoped: bool) -> String {
    let mut out = String::new();
    if scoped {
        out.push('.');
    }
    for (number, step) in path.iter().enumerate() {
        let (slash, axis) = match step.axis {
            StepAxis::Descendant => ("//", ""),
            StepAxis::TextBelow => ("//", "text()"),
            StepAxis::Child => ("/", ""),
            StepAxis::TextIn => ("/", "text()"),
            StepAxis::Following => ("/", "following-sibling::"),
            StepAxis::Preceding => ("/", "preceding-sibling::"),
            StepAxis::TextAfter => ("/", "following-sibling::text()"),
            StepAxis::Parent => ("/", "parent::"),
            StepAxis::Holder => ("/", "ancestor::*[.//"),
        };
        out.push_str(if number == 0 && !scoped { "//" } else { slash });
        out.push_str(axis);
        if step.is_text() {
            out.push_str("[normalize-space()]");
        } else {
            out.push_str(&xpath_tests(&step.what));
        }
        if let Some(link) = &step.link {
            let _ = write!(out, "[contains(@href, {})]", xpath_string(link));
        }
        if step.axis == StepAxis::Holder {
            out.push_str("][1]");
        }
        match &step.says {
            None => {}
            Some(TextMatch::Equals(text)) => {
                let _ = write!(out, "[{}={}]", NORMAL, xpath_string(text));
            }
            Some(TextMatch::Starts(text)) => {
                let _ = write!(out, "[starts-with({}, {})]", NORMAL, xpath_string(text));
            }
        }
        if let Some(nth) = step.nth {
            let _ = write!(out, "[{nth}]");
        }
    }
    out
}

/// The visible text of a node: XPath's own `normalize-space` keeps no-break spaces.
const NORMAL: &str = "normalize-space(translate(., '\u{a0}', ' '))";

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;
    use crate::select::Selector;

    const SOURCE: &str = "<div class=a><p><b>Size:</b> 12 <i>cm</i> high</p><p>By: <a href='/who?author=1'>Ann</a>, \
        <a href='/who?author=2'>Bob</a></p><ul><li>x<li class=k>y</ul></div><p>z</p>";

    fn check(path: &[PathStep], expected: &str, texts: &[&str]) {
        let page = Page::parse(SOURCE, &Url::parse("http://example.org/").unwrap());
        let view = View::new(&page);
        let found = run(&view, path, None);
        let found: Vec<&str> = found.into_iter().map(|at| view.text(at)).collect();
        assert_eq!(found, texts);
        let (kind, source) = written(path, false);
        assert_eq!(source, expected);
        let selector = Selector::compile(kind, &source).unwrap();
        let real = selector.select(&page, None, &crate::select::Take::Text);
        let real: Vec<String> = real
            .into_iter()
            .map(|s| crate::page::collapse(&s.value))
            .collect();
        assert_eq!(real, texts);
    }

    fn tag(name: &str) -> Compound {
        Compound {
            tag: Some(name.to_owned()),
            ..Compound::default()
        }
    }

    #[test]
    fn paths_say_what_they_find() {
        let label = PathStep::to(StepAxis::Descendant, tag("b"))
            .with_text(TextMatch::Equals("Size:".to_owned()));
        check(
            &[label.clone(), PathStep::text(StepAxis::TextAfter).nth(1)],
            "//b[normalize-space(translate(., '\u{a0}', ' '))='Size:']/following-sibling::text()[normalize-space()][1]",
            &["12"],
        );
        check(
            &[label, PathStep::to(StepAxis::Following, tag("i"))],
            "//b[normalize-space(translate(., '\u{a0}', ' '))='Size:']/following-sibling::i",
            &["cm"],
        );
        let by = PathStep::text(StepAxis::TextBelow).with_text(TextMatch::Starts("By:".to_owned()));
        check(
            &[by, PathStep::to(StepAxis::Following, tag("a"))],
            "//text()[normalize-space()][starts-with(normalize-space(translate(., '\u{a0}', ' ')), 'By:')]/following-sibling::a",
            &["Ann", "Bob"],
        );
        let mut link = PathStep::to(StepAxis::Descendant, tag("a"));
        link.link = Some("author=2".to_owned());
        check(&[link], "a[href*=\"author=2\"]", &["Bob"]);
        let list = PathStep::to(StepAxis::Descendant, tag("ul"));
        check(
            &[list, PathStep::to(StepAxis::Child, tag("li"))],
            "ul > li",
            &["x", "y"],
        );
    }
}
