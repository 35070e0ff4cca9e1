//! Generalises one element to similar ones: the same place in the other items of its list.

use scraper::ElementRef;

use super::headlines;
use crate::page::{ElementIndex, Page};
use crate::select::generation::compound::{
    Compound, StepRelation, Steps, candidates, stable_classes, to_css,
};
use crate::select::generation::unique::{among_siblings, steps};
use crate::select::{Selector, SelectorKind};

/// The maximum number of levels between the element and its list.
const MAX_LEVELS: usize = 16;
/// The total number of elements and ancestors visited over all levels: each level runs a selector
/// over the whole page whose cost grows with the element's depth, and a person is waiting.
const MAX_VISITS: usize = 5_000_000;

/// A CSS selector that matches element `index` and at least one similar element.
pub fn css(page: &Page, index: ElementIndex) -> Option<String> {
    let element = page.element(index)?;
    let mut best: Option<(Vec<ElementIndex>, Level)> = None;
    let looks_a_level = page.len() * element.ancestors().count();
    let reach = (MAX_VISITS / looks_a_level.max(1)).clamp(2, MAX_LEVELS);
    for level in levels(element, reach) {
        let found = run(page, &level.steps(page));
        let more = best.as_ref().map_or(1, |(likes, _)| likes.len());
        // On a tie the nearer list is the intended one.
        if found.len() > more && found.contains(&index) {
            best = Some((found, level));
        }
    }
    let likes = best.as_ref().map_or(1, |(likes, _)| likes.len());
    if let Some(wider) = headlines::css(page, element, index, likes) {
        return Some(wider);
    }
    let (likes, level) = best?;
    let short = level.short_forms(element);
    let steps = short.into_iter().find(|steps| run(page, steps) == likes);
    Some(to_css(&steps.unwrap_or_else(|| level.steps(page))))
}

fn run(page: &Page, steps: &Steps) -> Vec<ElementIndex> {
    Selector::compile(SelectorKind::Css, &to_css(steps))
        .map(|selector| selector.matching(page, None))
        .unwrap_or_default()
}

/// A list that the element may belong to.
struct Level<'a> {
    list: ElementRef<'a>,
    /// The common features of the list's items.
    item: Compound,
    /// From the item down to the element.
    inside: Steps,
}

impl Level<'_> {
    /// List, item and the path inside, all in full.
    fn steps(&self, page: &Page) -> Steps {
        let mut all = steps(page, self.list);
        all.push((StepRelation::Child, self.item.clone()));
        all.extend(self.inside.iter().cloned());
        all
    }

    /// Shorter selectors that may match the same elements, best first.
    fn short_forms(&self, element: ElementRef<'_>) -> Vec<Steps> {
        let own: Vec<Compound> = candidates(element)
            .into_iter()
            .filter(|c| c.id.is_none())
            .collect();
        let single = |c: &Compound| vec![(StepRelation::Descendant, c.clone())];
        let below = |top: &Compound, c: &Compound| {
            vec![
                (StepRelation::Descendant, top.clone()),
                (StepRelation::Descendant, c.clone()),
            ]
        };
        let telling = own.iter().filter(|c| c.is_specific());
        let mut forms: Vec<Steps> = telling.map(single).collect();
        if self.inside.is_empty() {
            forms.push(single(&self.item));
        } else {
            forms.extend(own.iter().map(|c| below(&self.item, c)));
        }
        let mut from_item = single(&self.item);
        from_item.extend(self.inside.iter().cloned());
        forms.push(from_item);
        for list in candidates(self.list).iter().filter(|c| c.is_specific()) {
            forms.extend(own.iter().map(|c| below(list, c)));
        }
        forms
    }
}

/// The lists at most `reach` levels around `element`, nearest first.
fn levels(element: ElementRef<'_>, reach: usize) -> Vec<Level<'_>> {
    let mut levels = Vec::new();
    let mut inside: Steps = Vec::new();
    let mut node = element;
    for _ in 0..reach {
        let Some(list) = node.parent().and_then(ElementRef::wrap) else {
            break;
        };
        // Cells of a row are not similar, those of a column are.
        if !matches!(node.value().name(), "td" | "th")
            && let Some(item) = common(node, list)
        {
            let inside = inside.iter().rev().cloned().collect();
            levels.push(Level { list, item, inside });
        }
        inside.push((StepRelation::Child, among_siblings(node)));
        node = list;
    }
    levels
}

/// The common features of `node` and siblings of its kind: the tag, and the class that most of them
/// share if it has any. `None` without such siblings.
fn common(node: ElementRef<'_>, list: ElementRef<'_>) -> Option<Compound> {
    let tag = Compound::tag(node);
    let shared_by =
        |compound: &Compound| list.child_elements().filter(|e| compound.fits(*e)).count();
    let by_class = stable_classes(node)
        .into_iter()
        .map(|class| Compound::class(node, class))
        .map(|compound| (shared_by(&compound), compound))
        // On a tie the first wins: `max_by_key` would take the last.
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    match by_class {
        Some((count, compound)) => (count > 1).then_some(compound),
        None => (shared_by(&tag) > 1).then_some(tag),
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    const FRONT: &str = "<header><h1><a href=/>Reading Room</a></h1></header>
        <aside><article><h1 class=top><a href=/a3>The third of them</a></h1>
        <p><a href=/tag/x>x</a></p></article></aside>
        <ol><li><article class=post><h1><a href=/a2>The second one</a></h1>
        <p><a href=/tag/y>y</a></p></article>
        <li><article class=post><h1><a href=/a1>The first one</a></h1></article></ol>";

    #[track_caller]
    fn check(source: &str, pick: &str, expected: Option<&str>) {
        let page = Page::parse(source, &Url::parse("http://example.org/").unwrap());
        let pick = Selector::compile(SelectorKind::Css, pick).unwrap();
        let found = css(&page, pick.matching(&page, None)[0]);
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn a_headline_set_apart_is_one_of_the_list() {
        check(FRONT, "aside h1 a", Some("article h1 a"));
        check(FRONT, "li h1 a", Some("article h1 a"));
        check(FRONT, "aside h1", Some("article h1"));
    }

    #[test]
    fn a_headline_of_another_kind_is_not() {
        // The heading of the site, and one that links to a page of another shape.
        check(FRONT, "header a", None);
        let other = FRONT.replace("/a3", "/shop/offers/3");
        check(&other, "li h1 a", Some("li > article > h1 > a"));
        let same = FRONT.replace("/a3", "/a2");
        check(&same, "li h1 a", Some("li > article > h1 > a"));
        let long = FRONT.replace("The third", &"long ".repeat(60));
        check(&long, "li h1 a", Some("li > article > h1 > a"));
    }
}
