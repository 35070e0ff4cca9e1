//! The fields of repeated records: parts at the same place in most of them, with a name, a type and
//! a selector inside the record. Input: a group of records. Output: fields whose selectors
//! were run and found those parts.

use std::collections::BTreeSet;

use super::constant_values::{is_column, is_constant, varies, varies_in, without_constants};
use super::dated_titles;
use super::post_text::add_text_box;
use super::repeated_fields::{self, Taken};
use crate::authoring::learn::induce::LearnedField;
use crate::authoring::learn::suggest::bylines;
use crate::authoring::learn::suggest::field_naming::{self, PartName};
use crate::authoring::learn::suggest::part_names::{
    is_of_last, is_of_paging, meaningful_name, name_from_words, slug, word_of,
};
use crate::authoring::learn::suggest::record_groups::{Group, companion};
use crate::authoring::learn::suggest::record_parts::{
    PartCandidate, holds_paragraphs, parts, to_read,
};
use crate::authoring::learn::suggest::selectors::{read, select};
use crate::authoring::learn::suggest::tree::{At, Tree};
use crate::authoring::learn::value_forms::day_of;
use crate::model::DefaultColumn;
use crate::page::Page;
use crate::rules::FieldType;

/// The maximum number of fields of a suggestion.
const MAX_FIELDS: usize = 10;

/// The same for the rows of a table whose columns have names.
const MAX_COLUMNS: usize = 40;

/// The rank of dates that are not in the order of the records.
const RANK_OF_OTHER_DATES: usize = 7;

/// The fields of `group`, the most distinctive first, and whether they include a link to a page of
/// each record. Empty if records from outside lack the title or the link.
pub(in crate::authoring::learn::suggest) fn fields(
    page: &Page,
    tree: &Tree<'_>,
    group: &Group,
) -> (Vec<LearnedField>, bool) {
    let needed = to_read(tree, group);
    let mut named: Vec<(PartName, PartCandidate)> = Vec::new();
    for part in parts(page, tree, group) {
        if part.found.len() * 2 >= needed {
            named.extend(of_part(tree, group, part, needed));
        }
    }
    without_constants(tree, &mut named, needed);
    without_wrappers(tree, &mut named);
    without_parts_beside_posts(tree, &mut named);
    prefer_dates_in_order(&mut named);
    add_text_box(page, tree, group, &mut named);
    if group.head.is_some() {
        prefer_text_of_link(&mut named);
    }
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
    let mut taken: Vec<Taken> = Vec::new();
    let mut shown: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut leads = false;
    let mut out: Vec<LearnedField> = Vec::new();
    for (named, part) in named {
        let is_column = is_column(tree, &part, needed);
        let most = if is_column { MAX_COLUMNS } else { MAX_FIELDS };
        if out.len() >= most || (shown.contains(&part.values) && !is_column) {
            continue;
        }
        let mut same = taken.iter().filter(|first| first.name == named.name);
        let is_taken = same.any(|first| {
            let mut own = out.iter_mut().filter(|field| field.name == first.own_name);
            repeated_fields::is_repeated(&first.part, &part, named.kind)
                || named.name == "category"
                    && own.next().is_some_and(|field| {
                        repeated_fields::takes_in(page, tree, field, &first.part, &part)
                    })
        });
        if is_taken {
            continue;
        }
        let names = taken.iter().map(|one| one.own_name.clone()).collect();
        let Some(name) = unused_field_name(tree, &named, &part, &names) else {
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
        out.push(LearnedField {
            required: name == DefaultColumn::Title.token()
                || (name == "link" && part.found.len() == needed),
            name: name.clone(),
            kind: named.kind,
            many: false,
            ranked: vec![ranked],
            transform: part.steps.clone(),
        });
        taken.push(Taken {
            name: named.name,
            own_name: name,
            part,
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
fn of_part(
    tree: &Tree<'_>,
    group: &Group,
    part: PartCandidate,
    needed: usize,
) -> Vec<(PartName, PartCandidate)> {
    let found: Vec<At> = part.found.iter().map(|(_, _, at)| *at).collect();
    let Some(first) = found.first().copied() else {
        return Vec::new();
    };
    let differs = |named: &PartName, own: &PartCandidate| {
        varies_in(&own.values, needed)
            || is_constant(named, own, needed)
            || is_column(tree, own, needed)
    };
    if matches!(part.take, "text" | "own_text") {
        let pieces = match (field_naming::is_headline(tree, first), part.take) {
            (true, "text") => dated_titles::pieces(&part.values),
            (true, _) => Vec::new(),
            (false, _) => {
                let by_person = name_from_words(tree, first).as_deref() == Some("author");
                bylines::pieces(&part.values, by_person)
            }
        };
        let is_linked = tree.in_links(first) > 0;
        let inside: Vec<(PartName, PartCandidate)> = pieces
            .into_iter()
            .filter(|piece| !(is_linked && is_of_paging(&piece.name)))
            .map(|piece| {
                let own = PartCandidate {
                    found: part.found.clone(),
                    take: part.take,
                    values: piece.values,
                    steps: piece.steps,
                };
                let rank = if piece.name == DefaultColumn::Title.token() {
                    1
                } else {
                    4
                };
                (PartName::new(rank, &piece.name, piece.kind), own)
            })
            .filter(|(named, own)| differs(named, own))
            .collect();
        if !inside.is_empty() {
            return inside;
        }
    }
    let named = field_naming::name(tree, &found, part.take, &part.values);
    // A box of paragraphs is a text or nothing: its parts are fields of their own.
    let named = named.filter(|n| n.name == "summary" || !holds_paragraphs(tree, first));
    let named = named.filter(|named| differs(named, &part));
    let named = named.map(|named| by_head(tree, group, named, &part));
    named.map(|named| (named, part)).into_iter().collect()
}

/// The name by the word over the part's column, if the row of words is no head of a table and the
/// part says no more of itself than its form.
fn by_head(tree: &Tree<'_>, group: &Group, named: PartName, part: &PartCandidate) -> PartName {
    let is_open = named.rank >= 6 && !named.leads && named.kind != FieldType::Url;
    let word = group.head.as_ref().filter(|_| is_open).and_then(|head| {
        let (item, root, at) = part.found.first()?;
        head.word(tree, companion(tree, *item, *root)?, *at)
    });
    match word {
        Some(word) => PartName {
            name: slug(word),
            rank: 6,
            ..named
        },
        None => named,
    }
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

/// Makes the text of the link to a board or a topic its title; other texts of its row are titles of
/// the latest posts.
fn prefer_text_of_link(named: &mut [(PartName, PartCandidate)]) {
    let link = named.iter().filter(|(name, _)| name.leads);
    let link = link.min_by_key(|(name, part)| (name.rank, part.found.first().map(|f| f.2)));
    let Some(found) = link.map(|(_, part)| part.found.clone()) else {
        return;
    };
    let is_text = |part: &PartCandidate| part.take == "text" && part.found == found;
    if !named.iter().any(|(_, part)| is_text(part)) {
        return;
    }
    for (name, part) in named {
        if is_text(part) {
            *name = PartName::new(0, DefaultColumn::Title.token(), FieldType::Text);
        } else if name.name == DefaultColumn::Title.token() {
            name.name = String::new();
            name.rank = 8;
        }
    }
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
    let days: Option<Vec<String>> = values.iter().map(|v| day_of(v)).collect();
    let Some(days) = days.filter(|days| days.len() >= 3 && varies(days)) else {
        return false;
    };
    days.is_sorted() || days.iter().rev().is_sorted()
}

/// The name, numbered if it is taken or empty; a record has one title, link and summary. Unlike a
/// site's, a field's name may also become another word for the same part.
fn unused_field_name(
    tree: &Tree<'_>,
    named: &PartName,
    part: &PartCandidate,
    taken: &BTreeSet<String>,
) -> Option<String> {
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
    let first = part.found.first().map(|(_, _, at)| *at);
    let is_last = matches!(named.name.as_str(), "author" | "date")
        && first.is_some_and(|at| is_of_last(tree, at));
    let last = is_last.then(|| format!("last_{}", named.name));
    let may_be_called = matches!(named.name.as_str(), "author" | "category");
    let own = first
        .filter(|_| may_be_called)
        .map(|at| meaningful_name(tree, at));
    let own = own.filter(|own| !own.is_empty() && word_of(own).as_ref() != Some(own));
    let free = (2..=3).map(|n| format!("{}_{n}", named.name));
    let mut free = last.into_iter().chain(own).chain(free);
    free.find(|name| !once && !taken.contains(name))
}
