//! The fields of repeated records: parts at the same place in most of them, with a name, a type and
//! a selector inside the record. Input: a group of records. Output: fields whose selectors
//! were run and found those parts.

use std::collections::BTreeSet;

use super::bylines;
use super::groups::Group;
use super::naming::{self, PartName};
use super::parts::{PartCandidate, holds_paragraphs, parts, to_read};
use super::post_text::add_text_box;
use super::selectors::{read, select};
use super::tree::{At, Tree};
use super::words::name_from_words;
use crate::authoring::learn::induce::LearnedField;
use crate::model::DefaultColumn;
use crate::page::Page;
use crate::rules::FieldType;

/// The maximum number of fields of a suggestion.
const MAX_FIELDS: usize = 10;

/// The rank of dates that are not in the order of the records.
const RANK_OF_OTHER_DATES: usize = 7;

/// The fields of `group`, the most distinctive first, and whether they include a link to a page of
/// each record. Empty if records from outside lack the title or the link.
pub fn fields(page: &Page, tree: &Tree<'_>, group: &Group) -> (Vec<LearnedField>, bool) {
    let needed = to_read(tree, group);
    let mut named: Vec<(PartName, PartCandidate)> = Vec::new();
    for part in parts(page, tree, group) {
        if part.found.len() * 2 >= needed {
            named.extend(of_part(tree, part, needed));
        }
    }
    without_constants(&mut named);
    without_wrappers(tree, &mut named);
    without_parts_beside_posts(tree, &mut named);
    prefer_dates_in_order(&mut named);
    add_text_box(page, tree, group, &mut named);
    named.sort_by_key(|(named, part)| {
        let length: usize = part.values.iter().map(|v| v.chars().count().min(300)).sum();
        let often = part.found.len() * 10 >= needed * 9;
        // The longest text is the content; the others keep the page order.
        let place = match (named.name.as_str(), part.found.first()) {
            ("summary", _) => (usize::MAX, 0, usize::MAX - length),
            (_, Some((item, root, at))) => (*root, at - item, 0),
            _ => (usize::MAX, 0, 0),
        };
        (named.rank, !often && named.name != "summary", place)
    });
    let mut taken = BTreeSet::new();
    let mut shown: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut leads = false;
    let mut out = Vec::new();
    for (named, part) in named {
        if out.len() >= MAX_FIELDS || shown.contains(&part.values) {
            continue;
        }
        let Some(name) = free_name(&named, &taken) else {
            continue;
        };
        let Some((mut ranked, lacking)) = select(page, tree, group, &part, &named) else {
            continue;
        };
        // Records built in another way may hold the part elsewhere; the selector finds them too.
        let elsewhere = !group.outside.is_empty() || part.found.len() < needed;
        if elsewhere && part.steps.is_empty() {
            ranked.values = vec![read(page, tree, group, &ranked.alternative, named.kind)];
        }
        if lacking > 0 && (name == DefaultColumn::Title.token() || named.leads) {
            return (Vec::new(), false);
        }
        leads |= named.leads;
        shown.insert(part.values.clone());
        taken.insert(name.clone());
        out.push(LearnedField {
            required: name == DefaultColumn::Title.token()
                || (name == "link" && part.found.len() == needed),
            name,
            kind: named.kind,
            many: false,
            ranked: vec![ranked],
            transform: part.steps,
        });
    }
    let has = |name: &str| out.iter().any(|field| field.name == name);
    let whole = group.outside.is_empty() || leads && has("title");
    if !whole {
        return (Vec::new(), false);
    }
    (out, leads)
}

/// Names a part, or the several values in it.
fn of_part(tree: &Tree<'_>, part: PartCandidate, needed: usize) -> Vec<(PartName, PartCandidate)> {
    let found: Vec<At> = part.found.iter().map(|(_, _, at)| *at).collect();
    let Some(first) = found.first().copied() else {
        return Vec::new();
    };
    let is_text = matches!(part.take, "text" | "own_text");
    if is_text && !naming::is_headline(tree, first) {
        let by_person = name_from_words(tree, first).as_deref() == Some("author");
        let pieces = bylines::pieces(&part.values, by_person).into_iter();
        let inside: Vec<(PartName, PartCandidate)> = pieces
            .map(|piece| {
                let own = PartCandidate {
                    found: part.found.clone(),
                    take: part.take,
                    values: piece.values,
                    steps: piece.steps,
                };
                (PartName::new(4, &piece.name, piece.kind), own)
            })
            .filter(|(named, own)| varies(&own.values) || is_constant(named, own, needed))
            .collect();
        if !inside.is_empty() {
            return inside;
        }
    }
    let named = naming::name(tree, &found, part.take, &part.values);
    // A box of paragraphs is a text or nothing: its parts are fields of their own.
    let named = named.filter(|n| n.name == "summary" || !holds_paragraphs(tree, first));
    let named = named.filter(|n| varies(&part.values) || is_constant(n, &part, needed));
    named.map(|named| (named, part)).into_iter().collect()
}

/// Whether a part is equal in every record and still a field: one person's pages, or texts of one
/// day.
fn is_constant(named: &PartName, part: &PartCandidate, needed: usize) -> bool {
    let everywhere = part.found.len() * 10 >= needed * 9 && needed > 2;
    // "Posted" before a date is a word, "Ann Lee" a name.
    let is_name = |v: &String| {
        let is_wide = |c: char| c >= '\u{2E80}';
        let several_words = v.split_whitespace().nth(1).is_some();
        v.starts_with(is_wide) || v.starts_with(char::is_uppercase) && several_words
    };
    everywhere
        && match named.name.as_str() {
            "date" => named.kind == FieldType::Date,
            "author" => {
                named.kind == FieldType::Text
                    && part.values.iter().all(is_name)
                    && bylines::names_share(&part.values) > 0.9
            }
            _ => false,
        }
}

/// Drops values equal in all records if another part of that name differs.
fn without_constants(named: &mut Vec<(PartName, PartCandidate)>) {
    let differ: BTreeSet<String> = named
        .iter()
        .filter(|(_, part)| varies(&part.values))
        .map(|(named, _)| named.name.clone())
        .collect();
    named.retain(|(named, part)| varies(&part.values) || !differ.contains(&named.name));
}

/// Drops parts that only wrap another one: the line around a date, the box of a name.
fn without_wrappers(tree: &Tree<'_>, named: &mut Vec<(PartName, PartCandidate)>) {
    let inside = |outer: &PartCandidate, inner: &PartCandidate| {
        let holds = |(item, root, at): &(At, usize, At)| {
            let place = inner
                .found
                .binary_search_by_key(&(*item, *root), |f| (f.0, f.1));
            let other = place.ok().and_then(|n| inner.found.get(n));
            other.is_some_and(|(_, _, other)| at < other && *other < tree.end(*at))
        };
        let held = outer.found.iter().filter(|found| holds(found)).count();
        held * 5 >= outer.found.len() * 4
    };
    let covered = |outer: &PartCandidate, inner: &PartCandidate| {
        let chars =
            |part: &PartCandidate| part.values.iter().map(|v| v.chars().count()).sum::<usize>();
        chars(inner) * 10 >= chars(outer) * 6
    };
    let wraps = |(name, part): &(PartName, PartCandidate)| {
        matches!(part.take, "text" | "own_text")
            && named.iter().any(|(other, inner)| {
                let same = other.name == name.name
                    && other.kind == name.kind
                    && matches!(name.name.as_str(), "date" | "author");
                let shell = name.rank >= 8
                    && other.rank < 8
                    && inner.take != "href"
                    && covered(part, inner);
                (same || shell) && inside(part, inner)
            })
    };
    let gone: Vec<bool> = named.iter().map(wraps).collect();
    let mut gone = gone.into_iter();
    named.retain(|_| !gone.next().unwrap_or(false));
}

/// Drops from posts, which are records with a text and no page of their own, what says nothing of
/// the post: parts that nothing names, and how much its author wrote. Cells are columns whatever
/// they are called.
fn without_parts_beside_posts(tree: &Tree<'_>, named: &mut Vec<(PartName, PartCandidate)>) {
    let has_text = named.iter().any(|(name, _)| name.name == "summary");
    if !has_text || named.iter().any(|(name, _)| name.leads) {
        return;
    }
    let is_cell = |part: &PartCandidate| {
        let first = part.found.first().map_or("", |(_, _, at)| tree.name(*at));
        matches!(first, "td" | "th" | "dd" | "li")
    };
    named.retain(|(name, part)| match name.name.as_str() {
        "" => is_cell(part),
        "replies" => false,
        _ => true,
    });
}

/// Ranks dates that run in one direction down the page before those that do not: posts and items
/// stand in order of time, unlike the days on which their authors joined.
fn prefer_dates_in_order(named: &mut [(PartName, PartCandidate)]) {
    let is_date = |name: &PartName| name.kind == FieldType::Date && name.name == "date";
    let run_in_order =
        |(name, part): &(PartName, PartCandidate)| is_date(name) && are_in_order(&part.values);
    let ordered: Vec<bool> = named.iter().map(run_in_order).collect();
    if !ordered.contains(&true) {
        return;
    }
    for ((name, _), is_ordered) in named.iter_mut().zip(ordered) {
        if is_date(name) && !is_ordered {
            name.rank = name.rank.max(RANK_OF_OTHER_DATES);
        }
    }
}

/// Whether at least three dates, not all equal, only rise or only fall.
fn are_in_order(values: &[String]) -> bool {
    let days: Option<Vec<String>> = values.iter().map(|v| naming::day_of(v)).collect();
    let Some(days) = days.filter(|days| days.len() >= 3 && varies(days)) else {
        return false;
    };
    days.is_sorted() || days.iter().rev().is_sorted()
}

/// The name, numbered if it is taken or empty; a record has one title, link and summary.
fn free_name(named: &PartName, taken: &BTreeSet<String>) -> Option<String> {
    if named.name.is_empty() {
        let kind = match named.kind {
            FieldType::Number => "number",
            FieldType::Date => "date",
            _ => "text",
        };
        let free = (1..=MAX_FIELDS).map(|n| format!("{kind}_{n}"));
        return free.into_iter().find(|name| !taken.contains(name));
    }
    if !taken.contains(&named.name) {
        return Some(named.name.clone());
    }
    let once = ["title", "link", "summary", "permalink"].contains(&named.name.as_str());
    let free = (2..=3).map(|n| format!("{}_{n}", named.name));
    free.into_iter().find(|name| !once && !taken.contains(name))
}

/// A single record cannot show what varies; constants such as "Reply" are not fields.
pub fn varies(values: &[String]) -> bool {
    let different: BTreeSet<&String> = values.iter().collect();
    different.len() > 1 && different.len() * 5 >= values.len()
}
