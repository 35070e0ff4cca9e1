//! Page parts outside the content: menus, sidebars, footers, and boxes that repeat or advertise
//! other content. Input: an element. Output: whether it is in such a part, by the names and
//! headings of the boxes around it.

use std::sync::LazyLock;

use scraper::ElementRef;
use serde::Deserialize;

use super::tree::{At, Tree};
use crate::page::collapse;

const WORDS: &str = include_str!("../../../../../assets/learn/boilerplate-words.toml");
/// Boxes outside the content.
const BESIDE: [&str; 5] = ["nav", "footer", "aside", "header", "form"];
/// Levels above an element searched for a heading.
const MAX_LEVELS: usize = 5;
/// Siblings before a box that may be its heading.
const MAX_BEFORE: usize = 6;
/// The maximum length of a heading, in characters.
const MAX_HEADING: usize = 60;

static LISTS: LazyLock<Lists> = LazyLock::new(|| toml::from_str(WORDS).unwrap_or_default());

#[derive(Default, Deserialize)]
struct Lists {
    names: Vec<String>,
    further: Vec<String>,
    headings: Vec<String>,
}

/// Whether the element is in a box outside the content.
pub fn is_beside(tree: &Tree<'_>, at: At) -> bool {
    tree.ancestors(at).any(|up| {
        let name = tree.name(up);
        if matches!(name, "body" | "html" | "main") {
            return false;
        }
        // The header of one record is part of it.
        let whole = tree.chars(up) * 2 < tree.chars(0);
        whole && (BESIDE.contains(&name) || is_called(tree, up, &LISTS.names))
    })
}

/// Whether the element or a box around it, below `top`, repeats or advertises other content, by its
/// name or by the heading before it. Menus and footers count too.
pub fn is_further(tree: &Tree<'_>, at: At, top: At) -> bool {
    let around = std::iter::once(at).chain(tree.ancestors(at));
    let mut around = around.take_while(|up| *up > top).take(12);
    let mut level = 0;
    let mut headed = false;
    around.any(|up| {
        let name = tree.name(up);
        let ends = matches!(name, "nav" | "footer" | "form");
        level += 1;
        let heading = (!headed && level <= MAX_LEVELS).then(|| heading_before(tree, up));
        let says = heading.flatten().is_some_and(|text| {
            // Only the nearest heading counts.
            headed = true;
            LISTS.headings.iter().any(|known| text.contains(known))
        });
        says || ends && up != at || is_called(tree, up, &LISTS.further)
    })
}

/// The words of a heading before `at` under one parent, or before a record's own box.
fn heading_before(tree: &Tree<'_>, at: At) -> Option<String> {
    let element = tree.elements.get(at)?;
    let before = element.prev_siblings().filter_map(ElementRef::wrap);
    let heading = before.take(MAX_BEFORE).find_map(|e| {
        let is_heading = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        if is_heading(e.value().name()) {
            return Some(e);
        }
        // A heading may be in a bar with little else; one in another record does not count.
        let inside = || e.descendent_elements().skip(1);
        let links = inside().any(|inner| inner.value().name() == "a");
        let heading = inside()
            .take(8)
            .find(|inner| is_heading(inner.value().name()));
        heading.filter(|_| inside().take(13).count() <= 12 && (!links || inside().count() <= 3))
    })?;
    let mut text = String::new();
    for part in heading.text().take(8) {
        text.push_str(part);
    }
    let text: String = collapse(&text)
        .to_lowercase()
        .chars()
        .take(MAX_HEADING)
        .collect();
    (!text.is_empty()).then_some(text)
}

fn is_called(tree: &Tree<'_>, at: At, words: &[String]) -> bool {
    let element = tree.elements.get(at);
    element.is_some_and(|element| names_one_of(*element, words))
}

/// Whether an element itself is named as a part outside the content, or one that repeats or
/// advertises other content.
pub fn is_named_beside(element: ElementRef<'_>) -> bool {
    names_one_of(element, &LISTS.names) || names_one_of(element, &LISTS.further)
}

fn names_one_of(element: ElementRef<'_>, words: &[String]) -> bool {
    let names = ["class", "id", "role"].into_iter();
    let mut said = names
        .filter_map(|name| element.attr(name))
        .flat_map(|name| name.split(|c: char| !c.is_ascii_alphabetic()));
    said.any(|word| words.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_load() {
        for list in [&LISTS.names, &LISTS.further, &LISTS.headings] {
            assert!(list.len() > 10);
            assert!(
                list.iter()
                    .all(|word| *word == word.to_lowercase() && !word.is_empty())
            );
        }
    }
}
