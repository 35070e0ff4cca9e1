//! Generates a selector from a clicked link that finds the next-page link on every page of the
//! list: by what the link says, not by its position. Input: a page and the picked element.
//! Output: a selector that was run and found only that link on this page, or copies of it with the
//! same address.

use scraper::ElementRef;

use crate::page::{ElementIndex, Page, without_fragment};
use crate::rules::paging::{is_current_name, is_next_label, is_next_name};
use crate::select::generation::compound::{
    Compound, StepRelation, Steps, candidates, classes, to_css, to_xpath, xpath_string,
};
use crate::select::generation::unique;
use crate::select::{Selector, SelectorKind};

/// The maximum length of a label or text that names a next link, in characters.
const MAX_LABEL_CHARS: usize = 30;
/// Signs around the bare number of the open page.
const BARE_SIGNS: &str = "[](){}|·•,;:<>«»‹›-–—_ \u{a0}\t\r\n";
/// The maximum number of levels between the link and the box of its pager entry.
const MAX_WRAPPERS: usize = 3;
/// The maximum number of levels between the link and an element that narrows the search.
const MAX_SCOPES: usize = 4;
/// A selector of a link.
pub type LinkSelector = (SelectorKind, String);

/// A selector of the link at element `index` on the list's other pages, as far as this page shows;
/// `None` if the element is not, does not contain and is not inside one link.
pub fn selector(page: &Page, index: ElementIndex) -> Option<LinkSelector> {
    let link = link_of(page.element(index)?)?;
    stable_selector(page, link).or_else(|| {
        let place = page.index_of(link)?;
        let steps = unique::steps(page, link);
        Some((SelectorKind::Css, unique::css(page, place, &steps)))
    })
}

/// As [`selector`] for the link itself, but `None` if only its position would identify it.
pub fn stable_selector(page: &Page, link: ElementRef<'_>) -> Option<LinkSelector> {
    let says = by_word(link).into_iter().chain(by_text(link));
    says.chain(after_current(link))
        .chain(after_bare_number(link))
        .find(|way| finds(page, way, link))
}

/// The link that a click on `element` means.
fn link_of(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let is_link = |e: &ElementRef<'_>| e.value().name() == "a" && e.attr("href").is_some();
    let around = std::iter::once(element)
        .chain(element.ancestors().filter_map(ElementRef::wrap))
        .find(is_link);
    around.or_else(|| {
        let mut inside = element.descendent_elements().filter(is_link);
        inside.next().filter(|_| inside.next().is_none())
    })
}

/// Whether `way` finds the link, and nothing with another target.
fn finds(page: &Page, (kind, source): &LinkSelector, link: ElementRef<'_>) -> bool {
    let found = Selector::compile(*kind, source).map(|s| s.matching(page, None));
    let found = found.unwrap_or_default();
    let address = |e: ElementRef<'_>| page.join(e.attr("href")?).as_ref().map(without_fragment);
    let leads_alike = |e: ElementRef<'_>| match (address(e), address(link)) {
        (None, None) => e.attr("href") == link.attr("href"),
        (one, other) => one == other,
    };
    let same = |e: ElementRef<'_>| e.value().name() == "a" && leads_alike(e);
    page.index_of(link).is_some_and(|own| found.contains(&own))
        && found.iter().all(|e| page.element(*e).is_some_and(same))
}

/// Selectors by a relation, class, id, label or title that means "next".
fn by_word(link: ElementRef<'_>) -> Vec<LinkSelector> {
    let mut ways = Vec::new();
    let has_rel = link.attr("rel").is_some_and(|rel| {
        rel.split_whitespace()
            .any(|r| r.eq_ignore_ascii_case("next"))
    });
    if has_rel {
        ways.push("a[rel~=\"next\"]".to_owned());
    }
    for (level, element) in wrappers(link).enumerate() {
        let below = if level == 0 { "" } else { " a" };
        let mut push = |compound: &Compound| {
            let steps = vec![(StepRelation::Descendant, compound.clone())];
            ways.push(format!("{}{below}", to_css(&steps)));
        };
        for class in classes(element).filter(|class| is_next_name(class)) {
            push(&Compound::class(element, class));
        }
        if let Some(id) = element.attr("id").filter(|id| is_next_name(id)) {
            push(&Compound {
                id: Some(id.to_owned()),
                ..Compound::tag(element)
            });
        }
        for name in ["aria-label", "title", "data-testid"] {
            if let Some(value) = element.attr(name).filter(|value| is_label(value)) {
                push(&Compound {
                    attribute: Some((name.to_owned(), value.to_owned())),
                    ..Compound::tag(element)
                });
            }
        }
    }
    // First on the whole page, then within its ancestors, since a gallery may have its own.
    let scopes = scopes(link);
    let scoped: Vec<String> = scopes
        .iter()
        .flat_map(|scope| ways.iter().map(|css| format!("{} {css}", to_css(scope))))
        .collect();
    ways.into_iter()
        .chain(scoped)
        .map(|css| (SelectorKind::Css, css))
        .collect()
}

/// Whether a label means "next" and is the same on every page.
fn is_label(text: &str) -> bool {
    !has_digit(text) && (is_next_label(text) || is_next_name(text))
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric())
}

/// The link and its ancestors that contain no other link.
fn wrappers(link: ElementRef<'_>) -> impl Iterator<Item = ElementRef<'_>> {
    let around = link.ancestors().filter_map(ElementRef::wrap);
    let alone = |e: &ElementRef<'_>| {
        let links = e.descendent_elements().filter(|d| d.value().name() == "a");
        links.take(2).count() < 2
    };
    std::iter::once(link).chain(around.take(MAX_WRAPPERS).take_while(alone))
}

/// Selectors by the link's own text: all of it, or the part before a number that follows a word for
/// "next".
fn by_text(link: ElementRef<'_>) -> Vec<LinkSelector> {
    let text = normal(&link.text().collect::<String>());
    if text.is_empty() || text.chars().count() > MAX_LABEL_CHARS {
        return Vec::new();
    }
    let before = text.split(|c: char| c.is_numeric()).next();
    let before = before.unwrap_or_default().trim_end();
    let test = if !has_digit(&text) {
        format!("[normalize-space(.)={}]", xpath_string(&text))
    } else if is_next_label(before) {
        format!(
            "[starts-with(normalize-space(.), {})]",
            xpath_string(before)
        )
    } else {
        return Vec::new();
    };
    scoped(link, &format!("//a{test}"))
}

/// As XPath's `normalize-space`, which knows only four white-space characters.
fn normal(text: &str) -> String {
    let parts = text
        .split([' ', '\t', '\n', '\r'])
        .filter(|p| !p.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// `path` on the whole page, then within the link's ancestors.
fn scoped(link: ElementRef<'_>, path: &str) -> Vec<LinkSelector> {
    let scopes = scopes(link).into_iter().map(|scope| to_xpath(&scope));
    std::iter::once(String::new())
        .chain(scopes)
        .map(|scope| (SelectorKind::XPath, format!("{scope}{path}")))
        .collect()
}

/// The named ancestors of the link, nearest first.
fn scopes(link: ElementRef<'_>) -> Vec<Steps> {
    let around = link.ancestors().filter_map(ElementRef::wrap);
    around
        .take(MAX_SCOPES)
        .flat_map(|e| candidates(e).into_iter().filter(is_scope).take(2))
        .map(|scope| vec![(StepRelation::Descendant, scope)])
        .collect()
}

fn is_scope(compound: &Compound) -> bool {
    compound.is_specific() || compound.tag.as_deref() == Some("nav")
}

/// Paths from the entry of the open page, which is no link or is marked, to the next entry.
fn after_current(link: ElementRef<'_>) -> Vec<LinkSelector> {
    let mut ways = Vec::new();
    for (level, entry) in wrappers(link).enumerate() {
        let Some(current) = element_before(entry) else {
            continue;
        };
        let tail = if level == 0 { "[self::a]" } else { "//a" };
        for mark in marks(current) {
            let tag = current.value().name();
            let path = format!("//{tag}{mark}/following-sibling::*[1]{tail}");
            ways.extend(scoped(link, &path));
        }
    }
    ways
}

/// Paths from the bare number of the open page to the link after it.
fn after_bare_number(link: ElementRef<'_>) -> Vec<LinkSelector> {
    let before = link
        .prev_siblings()
        .take_while(|n| ElementRef::wrap(*n).is_none());
    let number = before.filter_map(|n| n.value().as_text().map(|t| normal(t)));
    let bare = |text: &String| {
        let digits = text.trim_matches(|c: char| BARE_SIGNS.contains(c));
        digits.parse::<u32>().is_ok()
    };
    if !number.into_iter().any(|text| bare(&text)) {
        return Vec::new();
    }
    let Some(parent) = link.parent().and_then(ElementRef::wrap) else {
        return Vec::new();
    };
    let signs = xpath_string(BARE_SIGNS);
    let path =
        format!("/text()[number(translate(., {signs}, ''))>0]/following-sibling::*[1][self::a]");
    let mut ways: Vec<LinkSelector> = candidates(parent)
        .into_iter()
        .filter(is_scope)
        .map(|own| {
            let own = to_xpath(&vec![(StepRelation::Descendant, own)]);
            (SelectorKind::XPath, format!("{own}{path}"))
        })
        .collect();
    let tag = to_xpath(&vec![(StepRelation::Descendant, Compound::tag(parent))]);
    ways.extend(scoped(link, &format!("{tag}{path}")));
    ways
}

fn element_before(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    element.prev_siblings().find_map(ElementRef::wrap)
}

/// XPath predicates that the pager's `current` entry satisfies and its other entries do not.
fn marks(current: ElementRef<'_>) -> Vec<String> {
    let mut marks = Vec::new();
    let inside = || current.descendent_elements();
    if inside().any(|e| e.attr("aria-current").is_some()) {
        marks.push("[descendant-or-self::*[@aria-current]]".to_owned());
    }
    let named = inside()
        .flat_map(classes)
        .filter(|class| is_current_name(class));
    for name in named.take(2) {
        let test = format!("contains(concat(' ', normalize-space(@class), ' '), ' {name} ')");
        marks.push(format!("[descendant-or-self::*[{test}]]"));
    }
    if inside().any(|e| e.value().name() == "a" && e.attr("href").is_some()) {
        return marks;
    }
    let text = normal(&current.text().collect::<String>());
    let before = text.split(|c: char| c.is_numeric()).next();
    let before = before.unwrap_or_default().trim_end();
    let unlinked = "[not(descendant-or-self::a[@href])]";
    if text.parse::<u32>().is_ok() {
        marks.push(format!("{unlinked}[number(.)=number(.)]"));
    } else if has_digit(&text) && !before.is_empty() && text.chars().count() <= MAX_LABEL_CHARS {
        let before = xpath_string(before);
        marks.push(format!(
            "{unlinked}[starts-with(normalize-space(.), {before})]"
        ));
    }
    marks
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://example.org/").unwrap())
    }

    fn first(page: &Page, css: &str) -> ElementIndex {
        let selector = Selector::compile(SelectorKind::Css, css).unwrap();
        selector.matching(page, None)[0]
    }

    /// The selector made from the first match of `css` in `one` finds a link to `href` in `two`.
    #[track_caller]
    fn check(one: &str, css: &str, expected: &str, two: &str, href: &str) {
        let one = page(one);
        let (kind, source) = selector(&one, first(&one, css)).unwrap();
        assert_eq!(source, expected);
        let two = page(two);
        let found = Selector::compile(kind, &source)
            .unwrap()
            .matching(&two, None);
        let link = two.element(found[0]).unwrap();
        assert_eq!(link.attr("href"), Some(href));
    }

    #[test]
    fn a_relation_comes_first_then_a_name() {
        check(
            "<a rel='nofollow next' class=next href=2><b>weiter</b></a>",
            "b",
            "a[rel~=\"next\"]",
            "<a rel=prev href=1>x</a><a rel=next href=3>y</a>",
            "3",
        );
        check(
            "<ul><li><a href=1>1</a><li class='pager-next'><a href=2><i></i></a></ul>",
            "i",
            "li.pager-next a",
            "<ul><li class=pager-prev><a href=1></a><li class='pager-next'><a href=3></a></ul>",
            "3",
        );
        check(
            "<a aria-label='Nächste Seite' href=2>2</a><a href=3>3</a>",
            "a",
            "a[aria-label=\"Nächste Seite\"]",
            "<a href=1>1</a><a aria-label='Nächste Seite' href=3>3</a>",
            "3",
        );
    }

    #[test]
    fn the_text_of_the_link_tells_it_from_the_way_back() {
        check(
            "<nav><ul><li>Page 1 / 8<li><a href=2>⟩</a><li><a href=8>⟫</a></ul></nav>",
            "a",
            "//a[normalize-space(.)='⟩']",
            "<nav><ul><li><a href=1>⟪</a><li><a href=1>⟨</a><li>Page 2 / 8<li><a href=3>⟩</a></ul>",
            "3",
        );
        check(
            "<a href=2> What's\n \"new\" </a><a href=9>b</a>",
            "a",
            "//a[normalize-space(.)=concat('What', \"'\", 's \"new\"')]",
            "<a href=1>b</a><a href=3>What's \"new\"</a>",
            "3",
        );
        check(
            "<a href=2>Next 20</a>",
            "a",
            "//a[starts-with(normalize-space(.), 'Next')]",
            "<a href=1>Back 20</a><a href=3>Next 7</a>",
            "3",
        );
    }

    #[test]
    fn a_pager_above_and_below_is_one_way() {
        let pager = |n: u32| format!("<p><a href=0>a</a><a href={n}>Go on</a></p>");
        check(
            &[pager(2), pager(2)].concat(),
            "a:nth-of-type(2)",
            "//a[normalize-space(.)='Go on']",
            &[pager(3), pager(3)].concat(),
            "3",
        );
    }

    #[test]
    fn the_same_text_elsewhere_narrows_the_search() {
        check(
            "<p><a href=home>›</a></p><div class=pages><a href=2>›</a></div>",
            ".pages a",
            "//div[contains(concat(' ', normalize-space(@class), ' '), ' pages ')]\
             //a[normalize-space(.)='›']",
            "<p><a href=home>›</a></p><div class=pages><a href=1>‹</a><a href=3>›</a></div>",
            "3",
        );
    }

    #[test]
    fn numbered_pagers_go_on_from_the_current_entry() {
        check(
            "<p><span class=current>1</span> <a href=2>2</a> <a href=3>3</a></p>",
            "a",
            "//span[descendant-or-self::*[contains(concat(' ', normalize-space(@class), ' '), \
             ' current ')]]/following-sibling::*[1][self::a]",
            "<p><a href=1>1</a> <span class=current>2</span> <a href=3>3</a></p>",
            "3",
        );
        check(
            "<ul><li class=active><a href=1>1</a><li><a href=2>2</a><li><a href=3>3</a></ul>",
            "li + li a",
            "//li[descendant-or-self::*[contains(concat(' ', normalize-space(@class), ' '), \
             ' active ')]]/following-sibling::*[1]//a",
            "<ul><li><a href=1>1</a><li class=active><a href=2>2</a><li><a href=3>3</a></ul>",
            "3",
        );
        check(
            "<p><b>1</b><a href=2>2</a><a href=3>3</a></p>",
            "a",
            "//b[not(descendant-or-self::a[@href])][number(.)=number(.)]\
             /following-sibling::*[1][self::a]",
            "<p><a href=1>1</a><b>2</b><a href=3>3</a></p>",
            "3",
        );
        check(
            "<ul><li>Page 1 of 3<li><a href=2><img></a><li><a href=3><img></a></ul>",
            "a",
            "//li[not(descendant-or-self::a[@href])][starts-with(normalize-space(.), 'Page')]\
             /following-sibling::*[1]//a",
            "<ul><li><a href=1><img></a><li>Page 2 of 3<li><a href=3><img></a></ul>",
            "3",
        );
    }

    #[test]
    fn what_is_no_link_has_none() {
        let page = page("<p>one</p><div><a href=1>x</a><a href=2>y</a></div>");
        assert_eq!(selector(&page, first(&page, "p")), None);
        assert_eq!(selector(&page, first(&page, "div")), None);
        assert_eq!(selector(&page, 9_999), None);
    }
}
