//! Headlines of one list in several boxes, such as a featured article above the others, recognised
//! by their role on the page. Input: an element in or around a headline's link. Output: a
//! selector whose matches all look like headlines of the same list, or nothing.

use std::collections::BTreeSet;

use scraper::ElementRef;
use url::Url;

use crate::page::{ElementIndex, Page};
use crate::select::generation::compound::{Compound, StepRelation, Steps, candidates, to_css};
use crate::select::{Selector, SelectorKind};

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
/// The maximum number of levels between the element and its heading.
const MAX_LEVELS: usize = 3;
/// The maximum length of a headline relative to the median.
const MAX_RATIO: usize = 8;

/// A selector that matches the headline at `index` and more than `known` similar ones.
pub fn css(
    page: &Page,
    element: ElementRef<'_>,
    index: ElementIndex,
    known: usize,
) -> Option<String> {
    let around =
        || std::iter::once(element).chain(element.ancestors().filter_map(ElementRef::wrap));
    let heading = around()
        .take(MAX_LEVELS)
        .find(|e| HEADINGS.contains(&e.value().name()))?;
    let in_article = around().any(|e| e.value().name() == "article");
    let own = Headline::of(page, element)?;
    forms(element, heading, in_article)
        .iter()
        .map(to_css)
        .find(|css| {
            let found = Selector::compile(SelectorKind::Css, css).map(|s| s.matching(page, None));
            let found = found.unwrap_or_default();
            found.len() > known && found.contains(&index) && are_alike(page, &own, &found)
        })
}

/// Selectors by role, the widest reliable one first.
fn forms(element: ElementRef<'_>, heading: ElementRef<'_>, in_article: bool) -> Vec<Steps> {
    let step = |compound: Compound| (StepRelation::Descendant, compound);
    let tail = |compound: Compound| {
        let mut steps = vec![step(Compound::tag(heading))];
        if element == heading {
            steps = vec![step(compound)];
        } else {
            steps.push(step(compound));
        }
        steps
    };
    let article = || {
        step(Compound {
            tag: Some("article".to_owned()),
            ..Compound::default()
        })
    };
    let mut forms = Vec::new();
    if in_article {
        let mut steps = vec![article()];
        steps.extend(tail(Compound::tag(element)));
        forms.push(steps);
    }
    forms.extend(
        candidates(element)
            .into_iter()
            .filter(|c| c.id.is_none())
            .map(tail),
    );
    forms
}

/// The address and the length of a headline.
struct Headline {
    address: Url,
    chars: usize,
}

impl Headline {
    /// The only link in or around `element`.
    fn of(page: &Page, element: ElementRef<'_>) -> Option<Self> {
        let is_link = |e: &ElementRef<'_>| e.value().name() == "a" && e.attr("href").is_some();
        let mut inside = element.descendent_elements().filter(is_link);
        let link = match (inside.next(), inside.next()) {
            (Some(link), None) => link,
            (Some(_), Some(_)) => return None,
            (None, _) => element
                .ancestors()
                .filter_map(ElementRef::wrap)
                .find(is_link)?,
        };
        Some(Self {
            address: page.join(link.attr("href")?)?,
            chars: link
                .text()
                .flat_map(str::chars)
                .filter(|c| !c.is_whitespace())
                .count(),
        })
    }

    /// The host, and the depth of the path.
    fn shape(&self) -> (Option<&str>, usize) {
        let segments = self.address.path().split('/').filter(|s| !s.is_empty());
        (self.address.host_str(), segments.count())
    }
}

/// Whether all of `found` are headlines that link to different pages of one kind.
fn are_alike(page: &Page, own: &Headline, found: &[ElementIndex]) -> bool {
    let headlines = found
        .iter()
        .map(|index| Headline::of(page, page.element(*index)?))
        .collect::<Option<Vec<_>>>();
    let Some(headlines) = headlines else {
        return false;
    };
    let addresses: BTreeSet<&Url> = headlines.iter().map(|h| &h.address).collect();
    let mut lengths: Vec<usize> = headlines.iter().map(|h| h.chars).collect();
    lengths.sort_unstable();
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    let fits = |length: &usize| {
        *length > 0 && *length <= middle * MAX_RATIO && middle <= *length * MAX_RATIO
    };
    addresses.len() == headlines.len()
        && lengths.iter().all(fits)
        && headlines.iter().all(|h| h.shape() == own.shape())
}
