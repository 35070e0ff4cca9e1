//! The text of posts whose texts are not all at one place: a box with one name in nearly every
//! post. Input: records without pages of their own, and their named parts. Output: a further part
//! if the best text at a single place is missing from some posts. Its work is bounded for any
//! record.

use crate::authoring::learn::suggest::field_naming::PartName;
use crate::authoring::learn::suggest::record_groups::Group;
use crate::authoring::learn::suggest::record_parts::{PartCandidate, to_read};
use crate::authoring::learn::suggest::tree::{At, Tree};
use crate::model::DefaultColumn;
use crate::page::{ElementIndex, Page, inner_text};
use crate::rules::FieldType;
use crate::select::generation::compound::{Compound, candidates, numbered_id};

/// The number of records whose elements name boxes.
const MAX_NAMING: usize = 4;
/// The maximum number of names tried.
const MAX_NAMES: usize = 80;
/// The number of records on which a name is tried before it is read in all.
const MAX_TRIED: usize = 12;
/// The maximum number of elements of one record.
const MAX_INSIDE: usize = 300;
/// The minimum number of characters of a text that names a box.
const MIN_CHARS: usize = 20;
/// How much text a box may hold where the part at one place is, in percent of that part's text.
const MAX_AROUND: usize = 120;

/// A box in the records.
struct TextBox {
    found: Vec<(At, At)>,
    /// The number of characters outside links.
    text: usize,
    /// The number of all characters.
    chars: usize,
}

/// Adds the box of the posts' text if no part at one place is in nearly all of them.
pub fn add_text_box(
    page: &Page,
    tree: &Tree<'_>,
    group: &Group,
    named: &mut Vec<(PartName, PartCandidate)>,
) {
    let leads = named.iter().any(|(name, _)| name.leads);
    if leads || group.companions > 0 || group.items.len() < 2 {
        return;
    }
    let needed = to_read(tree, group);
    let texts = named.iter().filter(|(name, _)| name.name == "summary");
    let best = texts.max_by_key(|(_, part)| text_of(tree, part.found.iter().map(|f| f.2)));
    // The whole of which a paragraph is a part, where posts with other parts have none.
    let whole = best.and_then(|(_, best)| {
        let mut texts = named.iter().filter(|(name, _)| name.name == "summary");
        texts.find(|(_, part)| part.found.len() * 2 >= needed && holds(tree, part, best))
    });
    let best = whole.or(best);
    let best: Vec<(At, At)> = best.map_or(Vec::new(), |(_, part)| {
        part.found
            .iter()
            .map(|(item, _, at)| (*item, *at))
            .collect()
    });
    if best.len() * 10 >= needed * 9 {
        return;
    }
    let Some(text_box) = text_box(tree, group, &others(named), &best) else {
        return;
    };
    let value = |at: &At| inner_text(page, ElementIndex::try_from(*at).unwrap_or(0));
    let part = PartCandidate {
        values: text_box.found.iter().map(|(_, at)| value(at)).collect(),
        found: text_box
            .found
            .into_iter()
            .map(|(item, at)| (item, 0, at))
            .collect(),
        take: "text",
        steps: Vec::new(),
    };
    named.push((PartName::new(4, "summary", FieldType::Text), part));
}

/// Whether the elements of `outer` hold those of `inner`, each in its record.
fn holds(tree: &Tree<'_>, outer: &PartCandidate, inner: &PartCandidate) -> bool {
    let held = |(item, root, at): &(At, usize, At)| {
        let own = inner
            .found
            .iter()
            .find(|own| (own.0, own.1) == (*item, *root));
        own.is_some_and(|own| *at < own.2 && own.2 < tree.end(*at))
    };
    outer.found.iter().all(held)
}

/// The elements that belong to other fields than the text.
fn others(named: &[(PartName, PartCandidate)]) -> Vec<At> {
    let is_other =
        |name: &str| matches!(name, "author" | "date") || name == DefaultColumn::Title.token();
    let parts = named.iter().filter(|(name, _)| is_other(&name.name));
    let mut found: Vec<At> = parts
        .flat_map(|(_, part)| part.found.iter().map(|found| found.2))
        .collect();
    found.sort_unstable();
    found
}

/// The smallest box that holds the `best` part where there is one, and little else; without such a
/// part, the smallest of those with the most text.
fn text_box(tree: &Tree<'_>, group: &Group, others: &[At], best: &[(At, At)]) -> Option<TextBox> {
    let items = group.items.get(..to_read(tree, group))?;
    let boxes: Vec<TextBox> = names(tree, items)
        .iter()
        .filter_map(|name| {
            matched(tree, items.get(..items.len().min(MAX_TRIED))?, name, others)?;
            matched(tree, items, name, others)
        })
        .filter(|one| surrounds(tree, one, best))
        .collect();
    let most = boxes.iter().map(|one| one.text).max()?;
    let least = if best.is_empty() { most * 9 } else { 0 };
    boxes
        .into_iter()
        .filter(|one| one.text * 10 >= least)
        .min_by_key(|one| one.chars)
}

/// The names of the boxes in the first records.
fn names(tree: &Tree<'_>, items: &[At]) -> Vec<Compound> {
    let mut names: Vec<Compound> = Vec::new();
    for item in items.iter().take(MAX_NAMING) {
        for at in (item + 1..tree.end(*item)).take(MAX_INSIDE) {
            if text_of(tree, [at]) < MIN_CHARS {
                continue;
            }
            let element = tree.elements.get(at).copied();
            let own = element.into_iter().flat_map(|e| {
                let named = candidates(e).into_iter().filter(Compound::is_specific);
                named.filter(|c| c.id.is_none()).chain(numbered_id(e))
            });
            for name in own {
                if names.len() < MAX_NAMES && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    names
}

/// The first box of this name in each record, if nearly all have one and none holds a part of
/// another field.
fn matched(tree: &Tree<'_>, items: &[At], name: &Compound, others: &[At]) -> Option<TextBox> {
    let mut found = Vec::new();
    for item in items {
        let inside = (item + 1..tree.end(*item)).take(MAX_INSIDE);
        let fits = |at: &At| tree.elements.get(*at).is_some_and(|e| name.fits(*e));
        let Some(at) = inside.into_iter().find(fits) else {
            continue;
        };
        let next = others.partition_point(|other| *other < at);
        if others.get(next).is_some_and(|other| *other < tree.end(at)) {
            return None;
        }
        found.push((*item, at));
    }
    (found.len() * 10 >= items.len() * 9).then(|| TextBox {
        text: text_of(tree, found.iter().map(|(_, at)| *at)),
        chars: found.iter().map(|(_, at)| tree.chars(*at)).sum(),
        found,
    })
}

/// Whether the box holds the `best` part in most records that have it, and little else.
fn surrounds(tree: &Tree<'_>, one: &TextBox, best: &[(At, At)]) -> bool {
    let (mut held, mut around, mut inside) = (0, 0, 0);
    for (item, at) in best {
        let place = one.found.binary_search_by_key(item, |found| found.0);
        let outer = place.ok().and_then(|n| one.found.get(n)).map(|f| f.1);
        if let Some(outer) = outer.filter(|up| up <= at && *at < tree.end(*up)) {
            held += 1;
            around += text_of(tree, [outer]);
            inside += text_of(tree, [*at]);
        }
    }
    held * 10 >= best.len() * 9 && around * 100 <= inside.max(1) * MAX_AROUND || best.is_empty()
}

/// The number of characters outside links.
fn text_of(tree: &Tree<'_>, elements: impl IntoIterator<Item = At>) -> usize {
    let own = |at: At| tree.chars(at).saturating_sub(tree.in_links(at));
    elements.into_iter().map(own).sum()
}
