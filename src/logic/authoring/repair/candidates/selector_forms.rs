//! Ways to write a selector for an element: by its own name, its ancestors, its label, or where its
//! link leads. Input: one element. Output: selectors that match it, each with an estimate of
//! how stable it is; none has been tried on another page yet.

use std::collections::HashSet;
use std::ops::Range;

use super::places::ValuePlace;
use crate::authoring::field_words;
use crate::authoring::learn::{
    Compound, StepRelation, candidates, css_string, nth_of_type, to_css, xpath_string,
};
use crate::authoring::repair::candidates::thresholds::selector_forms::{MAX_FORMS, MAX_LEVELS};
use crate::authoring::repair::field::profile::{label, link};
use crate::authoring::repair::pages::index::ElementTexts;
use crate::authoring::repair::value_comparison::count;
use crate::page::ElementIndex;
use crate::rules::Alternative;
use crate::select::Selector;

use super::trial_rule::selector;

/// Tags that mark a region of a page.
const LANDMARKS: [&str; 16] = [
    "article", "main", "header", "footer", "section", "aside", "nav", "figure", "address", "table",
    "dl", "h1", "h2", "h3", "ul", "ol",
];

/// A selector that may find a value.
#[derive(Clone, Debug)]
pub(crate) struct SelectorForm {
    /// As it is written in a rule.
    pub alternative: Alternative,
    /// Compiled.
    pub selector: Selector,
    /// Estimated stability, 0 to 1.
    pub stability: f64,
}

impl SelectorForm {
    fn new(alternative: Alternative, stability: f64) -> Option<Self> {
        Some(Self {
            selector: selector(&alternative)?,
            alternative,
            stability: stability.clamp(0.05, 1.0),
        })
    }
}

/// Selectors of a place inside `scope` (a record's container; otherwise the whole page), most
/// stable first.
pub(crate) fn forms(
    lens: &ElementTexts<'_>,
    spot: &ValuePlace,
    scope: &Range<ElementIndex>,
) -> Vec<SelectorForm> {
    let mut css = Vec::new();
    by_name(lens, spot, scope, &mut css);
    let plain = || Alternative {
        take: spot.take.clone(),
        ..Alternative::default()
    };
    let css = css.into_iter().map(|(css, stability)| {
        let css = Some(css);
        (Alternative { css, ..plain() }, stability)
    });
    let xpath = by_label(lens, spot, scope.start > 0)
        .into_iter()
        .map(|(xpath, stability)| {
            let xpath = Some(xpath);
            (Alternative { xpath, ..plain() }, stability)
        });
    let mut all: Vec<(Alternative, f64)> = css.chain(xpath).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut seen = HashSet::new();
    all.retain(|(a, _)| seen.insert((a.css.clone(), a.xpath.clone())));
    all.truncate(MAX_FORMS);
    all.into_iter()
        .filter_map(|(a, s)| SelectorForm::new(a, s))
        .collect()
}

/// The stability of a compound.
fn weight(compound: &Compound) -> f64 {
    let mut weight: f64 = if compound.attribute.is_some() {
        0.95
    } else if compound.id.is_some() || !compound.classes.is_empty() {
        0.9
    } else {
        match compound.tag.as_deref() {
            Some("h1" | "time" | "article" | "main" | "address") => 0.85,
            Some("h2" | "h3" | "header" | "footer" | "figure" | "nav") => 0.75,
            Some("div" | "span" | "p" | "li" | "a" | "td" | "b" | "i") => 0.5,
            _ => 0.65,
        }
    };
    if compound.classes.len() > 1 {
        weight -= 0.05;
    }
    if compound.nth.is_some() {
        weight -= 0.25;
    }
    weight
}

fn by_name(
    lens: &ElementTexts<'_>,
    spot: &ValuePlace,
    scope: &Range<ElementIndex>,
    out: &mut Vec<(String, f64)>,
) {
    let own = own_parts(lens, spot);
    out.extend(own.iter().cloned());
    let mut path: Vec<String> = Vec::new();
    for (level, around) in lens
        .around(spot.element)
        .skip(1)
        .take(MAX_LEVELS)
        .enumerate()
    {
        if around <= scope.start && scope.start > 0 {
            break;
        }
        let Some(outer) = lens.element(around) else {
            break;
        };
        for compound in candidates(outer).iter().filter(|c| is_anchor(c)) {
            let outer = to_css(&vec![(StepRelation::Descendant, compound.clone())]);
            let w = weight(compound);
            let far = 0.01 * count(level);
            for (css, own) in &own {
                let joint = 0.45 * w + 0.55 * own - far;
                out.push((format!("{outer} {css}"), joint));
                if level == 0 {
                    out.push((format!("{outer} > {css}"), joint - 0.01));
                }
            }
            if let Some((css, own)) = own.last()
                && level > 0
            {
                let chain: Vec<&str> = path.iter().rev().map(String::as_str).collect();
                let between = chain.join(" > ");
                out.push((
                    format!("{outer} > {between} > {css}"),
                    0.45 * w + 0.4 * own - 3.0 * far,
                ));
                if let Some(nearest) = path.first() {
                    out.push((
                        format!("{outer} {nearest} {css}"),
                        0.45 * w + 0.5 * own - far,
                    ));
                    out.push((
                        format!("{outer} {nearest} > {css}"),
                        0.45 * w + 0.48 * own - far,
                    ));
                }
            }
        }
        path.push(lens.tag(around).to_owned());
    }
}

/// Selectors of the element alone, the bare tag last.
fn own_parts(lens: &ElementTexts<'_>, spot: &ValuePlace) -> Vec<(String, f64)> {
    let Some(element) = lens.element(spot.element) else {
        return Vec::new();
    };
    let mut parts: Vec<(String, f64)> = Vec::new();
    let single = |c: &Compound| to_css(&vec![(StepRelation::Descendant, c.clone())]);
    let mut all = candidates(element);
    let bare = all.pop();
    parts.extend(all.iter().map(|c| (single(c), weight(c))));
    let tag = bare.as_ref().map(single).unwrap_or_default();
    if let Some(directory) = directory(lens, spot.element)
        && lens.tag(spot.element) == "a"
    {
        parts.push((format!("a[href*={}]", css_string(&directory)), 0.85));
    }
    let machine = ["datetime", "content", "data-time", "data-date", "title"];
    for name in machine
        .iter()
        .filter(|n| lens.attr(spot.element, n).is_some())
    {
        let taken = spot.take.as_deref() == Some(name);
        if taken || *name == "datetime" {
            parts.push((format!("{tag}[{name}]"), 0.8));
        }
    }
    let nth = Compound {
        nth: Some(nth_of_type(element)),
        ..Compound::tag(element)
    };
    parts.push((single(&nth), 0.2));
    parts.extend(bare.as_ref().map(|c| (single(c), weight(c) - 0.1)));
    parts
}

/// The constant prefix of the address that an element links to, such as `/tag/`.
fn directory(lens: &ElementTexts<'_>, element: ElementIndex) -> Option<String> {
    let url = link(lens, element)?;
    let mut parts = url.path_segments()?;
    let first = parts.next()?;
    let more = parts.any(|p| !p.is_empty());
    let word = first.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    (more && word && !first.is_empty()).then(|| format!("/{first}/"))
}

fn is_anchor(compound: &Compound) -> bool {
    compound.is_specific()
        || compound
            .tag
            .as_deref()
            .is_some_and(|t| LANDMARKS.contains(&t))
}

/// Paths by the label before the element, or at the start of its parent.
fn by_label(lens: &ElementTexts<'_>, spot: &ValuePlace, relative: bool) -> Vec<(String, f64)> {
    let mut out = Vec::new();
    let from = if relative { ".//" } else { "//" };
    let Some(label) = label(lens, spot.element) else {
        return out;
    };
    let titled = lens.element(spot.element).is_some_and(|e| {
        let before = e.prev_siblings().find_map(scraper::ElementRef::wrap);
        before.is_some_and(|b| matches!(b.value().name(), "dt" | "th" | "label"))
    });
    let announces =
        titled || label.ends_with([':', '：']) || !field_words::of_label(&label).is_empty();
    let label = label.trim_end_matches([':', '：', ' ', '\u{a0}']).trim();
    let tag = lens.tag(spot.element);
    let plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric());
    if !announces
        || !field_words::is_label(label)
        || label.contains(|c: char| c.is_numeric())
        || !plain(tag)
    {
        return out;
    }
    let quoted = xpath_string(label);
    let starts = format!("starts-with(normalize-space(.), {quoted})");
    out.push((format!("{from}{tag}[{starts}]"), 0.7));
    let mut below = tag.to_owned();
    for around in lens.around(spot.element).skip(1).take(2) {
        let outer = lens.tag(around);
        if !plain(outer) || matches!(outer, "body" | "html") {
            break;
        }
        out.push((format!("{from}{outer}[{starts}]/{below}"), 0.68));
        below = format!("{outer}/{below}");
    }
    let before = lens
        .element(spot.element)
        .and_then(|e| e.prev_siblings().find_map(scraper::ElementRef::wrap));
    if let Some(before) = before.map(|e| e.value().name()).filter(|n| plain(n)) {
        out.push((
            format!("{from}{before}[{starts}]/following-sibling::{tag}[1]"),
            0.75,
        ));
    }
    out
}
