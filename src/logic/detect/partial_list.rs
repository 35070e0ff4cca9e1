//! Whether a rule takes a small part of the entries of a list, such as by a class that only some of
//! them have. Input: a list page, the elements of the items that the rule takes, and the addresses
//! that it rejects on purpose. Output: how many alike entries the page shows. Menus, archives and
//! tag clouds are other lists and never count: only siblings of what the rule takes do.

use std::collections::{HashMap, HashSet};

use scraper::ElementRef;
use serde::{Deserialize, Serialize};
use url::Url;

use super::drift::{UrlShape, url_shape};
use crate::page::{ElementIndex, Page};

/// With fewer alike entries a page is not judged.
const ALIKE: usize = 12;
/// Siblings of one tag that make a list.
const SIBLINGS: usize = 3;
/// An alarm needs this many times more entries than the rule takes.
const TIMES: usize = 5;
/// With fewer items a rule has no pattern to compare with.
const FEWEST: usize = 2;
/// A rule that takes this many items takes no small part.
const MOST: usize = 60;
/// The levels between the element of an item and its list.
const LEVELS: usize = 5;
/// Entries of a list that are looked at.
const ENTRIES: usize = 2_000;

/// How many entries the rule takes, and how many are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialList {
    /// Those that the rule takes.
    pub taken: usize,
    /// All alike entries of the list, those included.
    pub alike: usize,
}

/// The list of which the rule takes a small part; `None` if there is none.
pub fn partial_list(page: &Page, taken: &[ElementIndex], refused: &[Url]) -> Option<PartialList> {
    if !(FEWEST..=MOST).contains(&taken.len()) {
        return None;
    }
    let mut lists: HashMap<(ElementIndex, Vec<&str>), HashSet<ElementIndex>> = HashMap::new();
    for item in taken {
        if let Some((list, path, entry)) = list_of(page, *item) {
            lists.entry((list, path)).or_default().insert(entry);
        }
    }
    let ((list, path), entries) = lists.into_iter().max_by_key(|((list, _), entries)| {
        // The first list of the page among equals.
        (entries.len(), std::cmp::Reverse(*list))
    })?;
    if entries.len() < FEWEST {
        return None;
    }
    let wanted: HashSet<UrlShape> = entries
        .iter()
        .flat_map(|entry| links(page, *entry))
        .map(|url| url_shape(url.as_str()))
        .collect();
    let refused: HashSet<&Url> = refused.iter().collect();
    let is_alike = |entry: &ElementIndex| {
        let Some(element) = page.element(*entry) else {
            return false;
        };
        let mut links = links(page, *entry);
        has_path(element, &path)
            && links.all(|url| !refused.contains(&url))
            && self::links(page, *entry).any(|url| wanted.contains(&url_shape(url.as_str())))
    };
    let others = page.index().children(list).take(ENTRIES);
    let others = others.filter(|entry| !entries.contains(entry) && is_alike(entry));
    let alike = entries.len() + others.count();
    (alike >= ALIKE && taken.len() * TIMES <= alike).then_some(PartialList {
        taken: taken.len(),
        alike,
    })
}

/// The list around an item: its element, the tags from the entry down to the item, the entry.
/// `None` if the nearest list is short.
fn list_of(page: &Page, item: ElementIndex) -> Option<(ElementIndex, Vec<&str>, ElementIndex)> {
    let mut path = Vec::new();
    let mut entry = item;
    for _ in 0..LEVELS {
        let name = page.element(entry)?.value().name();
        path.insert(0, name);
        let list = page.index().parent(entry)?;
        let same = |other: &ElementIndex| {
            let element = page.element(*other);
            element.is_some_and(|element| element.value().name() == name)
        };
        let children = page.index().children(list).take(ENTRIES);
        let siblings = children.filter(same).count();
        // Cells of a row are no entries.
        if siblings >= SIBLINGS && !matches!(name, "td" | "th") {
            return (siblings >= ALIKE).then_some((list, path, entry));
        }
        entry = list;
    }
    None
}

/// Whether the tags of `path` lead down from `entry`, itself the first of them.
fn has_path(entry: ElementRef<'_>, path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else {
        return true;
    };
    let mut level = vec![entry];
    if entry.value().name() != *first {
        return false;
    }
    for name in rest {
        let children = level.iter().flat_map(|element| element.child_elements());
        level = children
            .filter(|child| child.value().name() == *name)
            .collect();
    }
    !level.is_empty()
}

/// The addresses that an entry links to.
fn links(page: &Page, entry: ElementIndex) -> impl Iterator<Item = Url> {
    let inside = page.index().within(entry);
    inside.filter_map(|element| {
        let element = page.element(element)?;
        (element.value().name() == "a").then(|| page.join(element.value().attr("href")?))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Selector, SelectorKind};

    #[track_caller]
    fn check(source: &str, item: &str, refused: &[&str], expected: Option<(usize, usize)>) {
        let page = Page::parse(source, &Url::parse("http://h/").unwrap());
        let items = Selector::compile(SelectorKind::Css, item).unwrap();
        let refused: Vec<Url> = refused.iter().map(|url| page.join(url).unwrap()).collect();
        let found = partial_list(&page, &items.matching(&page, None), &refused);
        assert_eq!(found.map(|found| (found.taken, found.alike)), expected);
    }

    /// A list of 80 entries, 9 of them of the class `top`, beside a menu of 200 links.
    fn front() -> String {
        let entry = |n: usize| {
            let class = if n < 9 { "post top" } else { "post" };
            format!("<article class='{class}'><h2><a href=/news/{n}>{n}</a></h2></article>")
        };
        let entries: String = (0..80).map(entry).collect();
        let menu: String = (0..200)
            .map(|n| format!("<li><a href=/news/tag-{n}>{n}</a>"))
            .collect();
        format!("<div class=list>{entries}</div><ul>{menu}</ul>")
    }

    #[test]
    fn a_class_that_only_some_entries_have_takes_a_part() {
        check(&front(), "article.top", &[], Some((9, 80)));
        check(&front(), "article.top h2", &[], Some((9, 80)));
        check(&front(), "article.post", &[], None);
    }

    #[test]
    fn other_lists_of_the_page_are_none() {
        let few = front().replace("class='post'", "class='post' hidden");
        let ten: String = (0..10)
            .map(|n| format!("<div class=entry><a href=/news/x{n}>{n}</a></div>"))
            .collect();
        check(&format!("<main>{ten}</main>{few}"), "div.entry", &[], None);
        // Sections of a front page: the rule takes one of them.
        let section = |name: usize| {
            let items: String = (0..4)
                .map(|n| format!("<li><a href=/news/{name}-{n}>{n}</a>"))
                .collect();
            format!("<section class=s{name}><ul>{items}</ul></section>")
        };
        let sections: String = (0..20).map(section).collect();
        check(&sections, ".s3 li", &[], None);
    }

    #[test]
    fn entries_of_another_kind_or_refused_ones_are_none() {
        let others = front().replace("post'><h2><a href=/news/", "post'><h2><a href=/ads/go/");
        check(&others, "article.top", &[], None);
        let refused: Vec<String> = (9..80).map(|n| format!("/news/{n}")).collect();
        let refused: Vec<&str> = refused.iter().map(String::as_str).collect();
        check(&front(), "article.top", &refused, None);
    }
}
