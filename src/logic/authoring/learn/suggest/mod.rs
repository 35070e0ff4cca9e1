//! Suggests the repeated records of a page without any pick: items of a list, posts of a thread,
//! rows of a table. Input: one page. Output: suggestions with a container, fields and
//! reasons, best first. It never relies on generated names, and its work is bounded for any page.

mod bylines;
mod field_naming;
mod fields;
mod mails;
mod page_boilerplate;
mod part_names;
mod record_groups;
mod record_parts;
mod selectors;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub(in crate::authoring) use self::page_boilerplate::is_named_beside;
pub(super) use self::part_names::is_of_person;
use self::record_groups::Group;
pub(super) use self::record_parts::MAX_READ;
use self::tree::{At, Tree};
use super::induce::{Learned, LearnedField, Ranked, to_rule};
use crate::messages::Message;
use crate::model::SourceKind;
use crate::page::Page;
use crate::rules::{Alternative, FieldType, ListRule, RuleFile};

/// The maximum number of suggestions for a page.
const MAX_SUGGESTIONS: usize = 8;
/// The number of groups inspected for these suggestions.
const MAX_GROUPS: usize = 16;
/// The share of its score that a list keeps whose records are all called the same.
const OF_SAME_TITLES: f64 = 0.3;

/// The fields from which the rows of a table need nothing else.
const MIN_CELLS: usize = 2;

/// Repeated records with their fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suggestion {
    /// The selector of the records.
    pub record: Alternative,
    /// The number of records on this page.
    pub count: usize,
    /// The fields inside a record.
    pub fields: Vec<LearnedField>,
    /// Whether each record links to a page of its own.
    pub leads: bool,
    /// Whether the records are rows of a table, which say all in their cells.
    #[serde(default)]
    pub rows: bool,
    /// Its score relative to other suggestions of one page; above 0.
    pub score: f64,
    /// The reasons.
    pub why: Vec<Message>,
}

/// A suggestion with its source data.
pub(super) struct SuggestionCandidate {
    /// The suggestion.
    pub suggestion: Suggestion,
    /// The records' elements, by their numbers.
    pub items: Vec<At>,
    /// Characters of text in the records.
    pub chars: usize,
    /// Those of them in links.
    pub in_links: usize,
    /// Whether they are outside the content.
    pub beside: bool,
    /// Whether they are mails, shown as plain text.
    pub mails: bool,
    /// Whether the records extend over siblings.
    paired: bool,
    /// Their similarity, 0 to 1; 0 if some have a structure unlike most.
    likeness: f64,
}

/// The repeated records of `page`, best first; empty if nothing repeats.
pub fn suggest(page: &Page) -> Vec<Suggestion> {
    let seen = suggestion_candidates(page).into_iter();
    seen.map(|found| named_for_people(found.suggestion))
        .collect()
}

/// The suggestion with the names under which people know its fields: the permalink of a post is its
/// link, unless the record has another.
pub(super) fn named_for_people(mut suggestion: Suggestion) -> Suggestion {
    let has_link = suggestion.fields.iter().any(|field| field.name == "link");
    let name = if has_link { "post_link" } else { "link" };
    let mut fields = suggestion.fields.iter_mut();
    if let Some(field) = fields.find(|field| field.name == "permalink") {
        name.clone_into(&mut field.name);
    }
    suggestion
}

/// As [`suggest`], with the source data of the suggestions.
pub(super) fn suggestion_candidates(page: &Page) -> Vec<SuggestionCandidate> {
    let tree = Tree::of(page);
    let mut found: Vec<SuggestionCandidate> = record_groups::groups(page, &tree, MAX_GROUPS)
        .into_iter()
        .filter_map(|group| {
            Some(SuggestionCandidate {
                suggestion: suggestion(page, &tree, &group)?,
                chars: record_groups::roots(&tree, &group)
                    .map(|at| tree.chars(at))
                    .sum(),
                in_links: record_groups::roots(&tree, &group)
                    .map(|at| tree.in_links(at))
                    .sum(),
                beside: group.beside,
                mails: false,
                paired: group.companions > 0,
                likeness: if group.odd.is_empty() {
                    group.likeness
                } else {
                    0.0
                },
                items: group.items,
            })
        })
        .collect();
    prefer_whole(&mut found);
    prefer_inner(&mut found);
    found.extend(mails::mails(page, &tree, &found));
    found.sort_by(|a, b| b.suggestion.score.total_cmp(&a.suggestion.score));
    found.truncate(MAX_SUGGESTIONS);
    found
}

/// Whether a field of most records has a value of its own, not one common to all: one person's name
/// under every article says nothing about the records. A record alone in its list shows nothing else.
pub(super) fn differs(field: &LearnedField) -> bool {
    let values = field.ranked.first().and_then(|way| way.values.first());
    values.is_none_or(|values| values.len() == 1 || fields::varies(values))
}

/// Whether most records have the same title: "Continue reading" under every one says nothing of them.
fn shares_one_title(suggestion: &Suggestion) -> bool {
    let title = suggestion.fields.iter().find(|field| field.name == "title");
    let values = title.and_then(|field| field.ranked.first()?.values.first());
    values.is_some_and(|values| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for value in values {
            *counts.entry(value.trim()).or_default() += 1;
        }
        let most = counts.into_values().max().unwrap_or(0);
        most > 1 && most * 2 > values.len()
    })
}

/// Ranks records that are a subset of others, such as every second, after them.
fn prefer_whole(found: &mut [SuggestionCandidate]) {
    // The siblings that a record extends over are not records that it lacks.
    let parts: Vec<(BTreeSet<At>, usize, f64, f64)> = found
        .iter()
        .filter(|s| !s.paired)
        .map(|s| {
            let items: BTreeSet<At> = s.items.iter().copied().collect();
            let each = s.chars / items.len().max(1);
            (items, each, s.likeness, s.suggestion.score)
        })
        .collect();
    for whole in found {
        let items: BTreeSet<At> = whole.items.iter().copied().collect();
        let each = whole.chars / items.len().max(1);
        for (part, of_part, likeness, score) in &parts {
            let some = part.len() < items.len() && part.is_subset(&items);
            let alike = whole.likeness >= 0.8 * likeness && whole.likeness > 0.0;
            if some && alike && each * 2 >= *of_part && !whole.beside {
                let own = &mut whole.suggestion.score;
                *own = own.max(score * 1.01);
            }
        }
    }
}

/// Ranks boxes that each hold several linked records after those records, as well as sections of
/// which only the first record was taken.
fn prefer_inner(found: &mut [SuggestionCandidate]) {
    let outer: Vec<(Vec<At>, usize, f64, BTreeSet<String>)> = found
        .iter()
        .map(|s| {
            (
                s.items.clone(),
                s.chars,
                s.suggestion.score,
                links(&s.suggestion),
            )
        })
        .collect();
    for inner in found.iter_mut().filter(|s| s.suggestion.leads && !s.beside) {
        let named = |name: &str| inner.suggestion.fields.iter().any(|f| f.name == name);
        let is_told_by = named("title") && !shares_one_title(&inner.suggestion);
        if !is_told_by || inner.likeness == 0.0 {
            continue;
        }
        let own = links(&inner.suggestion);
        let mut best = inner.suggestion.score;
        for (boxes, chars, score, linked) in &outer {
            let held = held(boxes, &inner.items);
            let several = inner.items.len() >= 2 * boxes.len()
                && held.iter().all(|count| *count >= 2)
                && inner.chars * 10 >= chars * 6;
            let firsts = inner.items.len() > boxes.len()
                && held.iter().all(|count| *count >= 1)
                && !linked.is_empty()
                && linked.is_subset(&own);
            if several || firsts {
                best = best.max(score * 1.01);
            }
        }
        inner.suggestion.score = best;
    }
}

/// The addresses that the records of `suggestion` lead to.
fn links(suggestion: &Suggestion) -> BTreeSet<String> {
    let link = suggestion.fields.iter().find(|field| field.name == "link");
    let way = link.and_then(|field| field.ranked.first());
    let values = way.into_iter().flat_map(|way| way.values.iter().flatten());
    values.cloned().collect()
}

/// How many of `inner` begin in each of `boxes`; empty if some begin before the first.
fn held(boxes: &[At], inner: &[At]) -> Vec<usize> {
    let mut held = vec![0_usize; boxes.len()];
    for at in inner {
        let place = boxes.partition_point(|start| start < at);
        let Some(count) = place.checked_sub(1).and_then(|n| held.get_mut(n)) else {
            return vec![0];
        };
        *count += 1;
    }
    held
}

fn suggestion(page: &Page, tree: &Tree<'_>, group: &Group) -> Option<Suggestion> {
    let (fields, leads) = fields::fields(page, tree, group);
    if fields.is_empty() || group.css.is_empty() {
        return None;
    }
    let has = |name: &str| fields.iter().any(|f| f.name == name && differs(f));
    let known = [
        "title", "link", "date", "author", "summary", "image", "price",
    ];
    let telling = known.iter().filter(|name| has(name)).count();
    let mut why = vec![
        Message::new("suggest-why-count").with("count", group.items.len()),
        Message::new("suggest-why-alike").with("percent", percent(group.likeness)),
        Message::new("suggest-why-coverage").with("percent", percent(group.coverage)),
        Message::new("suggest-why-fields").with("count", fields.len()),
    ];
    if group.beside {
        why.push(Message::new("suggest-why-beside"));
    }
    if group.companions > 0 {
        why.push(Message::new("suggest-why-siblings").with("count", group.companions));
    }
    let mut suggestion = Suggestion {
        record: Alternative {
            css: Some(group.css.clone()),
            ..Alternative::default()
        },
        count: group.items.len(),
        score: group.score * (1.0 + 0.3 * record_groups::to_f64(telling)),
        fields,
        leads,
        rows: group.items.first().is_some_and(|at| tree.name(*at) == "tr"),
        why,
    };
    if suggestion.leads && shares_one_title(&suggestion) {
        suggestion.score *= OF_SAME_TITLES;
    }
    Some(suggestion)
}

/// A share as an integer percentage.
#[allow(clippy::cast_possible_truncation)]
fn percent(share: f64) -> i64 {
    (share * 100.0).round().clamp(0.0, 100.0) as i64
}

/// `base` with the suggestion applied: a list if the records link to pages of their own, otherwise
/// records of the page itself.
pub fn rule_of(suggestion: &Suggestion, base: &RuleFile) -> RuleFile {
    let link = suggestion
        .fields
        .iter()
        .find(|f| suggestion.leads && f.name == "link" && f.kind == FieldType::Url);
    let way = link
        .and_then(|field| field.ranked.first())
        .map(|r| r.alternative.clone());
    let mut learned = Learned {
        fields: suggestion.fields.clone(),
        ..Learned::default()
    };
    let Some(link) = way else {
        learned.record = Some(Ranked {
            alternative: suggestion.record.clone(),
            ..Ranked::default()
        });
        // The summary of a post is its text.
        for field in learned.fields.iter_mut().filter(|f| f.name == "summary") {
            "text".clone_into(&mut field.name);
        }
        let mut file = to_rule(&learned, base);
        file.site.kind = SourceKind::Pages;
        let has_text = file.fields.iter().any(|field| field.name == "text");
        file.content.fields_only = suggestion.rows && !has_text && file.fields.len() >= MIN_CELLS;
        return file;
    };
    learned.fields.retain(|field| field.name != "link");
    let mut file = to_rule(&learned, base);
    file.site.kind = SourceKind::List;
    let fields = std::mem::replace(&mut file.fields, base.fields.clone());
    file.list = Some(ListRule {
        item: Some(suggestion.record.clone()),
        link,
        fields,
        ..ListRule::default()
    });
    file
}

#[cfg(test)]
mod tests;
