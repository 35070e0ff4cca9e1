//! Lists of one record: the only board or topic below a row of words, and the only post of a thread.
//! Input: scored groups. Output: the same groups, with those of one record. Nothing repeats there, so
//! it relies on what the page says of the record: words over its columns, the name of a post.

use std::collections::BTreeSet;

use super::super::part_names::is_of_person;
use super::super::tree::{At, Tree};
use super::column_headings::Head;
use super::{Group, GroupSelector, finds, score};
use crate::page::Page;
use crate::select::generation::compound::{
    Compound, StepRelation, Steps, candidates, numbered_id, to_css,
};
use crate::select::generation::unique;

/// The share of its score that a lone post keeps: posts that repeat come first.
const OF_LONE_POST: f64 = 0.25;
/// The minimum number of characters outside links in a post.
const MIN_POST: usize = 20;
/// The maximum number of elements read in a post.
const MAX_INSIDE: usize = 400;
/// The maximum number of elements tried as what distinguishes a row.
const MAX_PARTS: usize = 24;
/// Words in the names of posts.
const POSTS: [&str; 6] = ["post", "message", "msg", "reply", "comment", "p"];

/// Adds records that are alone in their list.
pub fn add_lone(
    page: &Page,
    tree: &Tree<'_>,
    heads: &[Head],
    groups: &mut Vec<(Group, GroupSelector)>,
) {
    let rows: Vec<At> = heads.iter().filter_map(|h| h.only_row(tree)).collect();
    let first = groups.first().map_or(0.0, |(group, _)| group.score);
    let mut added = Vec::new();
    if !rows.is_empty()
        && let Some(css) = selector(page, tree, &rows)
    {
        let mut group = of(tree, rows, css);
        group.score = group.score.max(1.02 * first);
        added.push(group);
    }
    if let Some(post) = only_post(tree)
        && let Some(css) = selector(page, tree, &[post])
    {
        let mut group = of(tree, vec![post], css);
        group.score *= OF_LONE_POST;
        added.push(group);
    }
    let with_selector = |group: Group| {
        let how = GroupSelector::Class(group.css.clone());
        (group, how)
    };
    groups.extend(added.into_iter().map(with_selector));
}

fn of(tree: &Tree<'_>, items: Vec<At>, css: String) -> Group {
    Group {
        css,
        odd: BTreeSet::new(),
        ..score(tree, items, tree.chars(0).max(1))
    }
}

/// The only post of the page: named as one, with a person and a text.
fn only_post(tree: &Tree<'_>) -> Option<At> {
    let mut found = (0..tree.elements.len()).filter(|at| is_post(tree, *at));
    let first = found.next()?;
    let end = tree.end(first);
    found.all(|other| other < end).then_some(first)
}

/// Whether an element is named as one post among others, by its number or its kind, and says who
/// wrote it.
fn is_post(tree: &Tree<'_>, at: At) -> bool {
    let Some(element) = tree.elements.get(at) else {
        return false;
    };
    let kind = element.attr("itemtype").unwrap_or_default();
    let is_posting = kind.ends_with("DiscussionForumPosting");
    let numbered = || {
        let id = element.attr("id").unwrap_or_default();
        let name = id.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut words = name.split(|c: char| !c.is_ascii_alphabetic());
        let last = words.rfind(|word| !word.is_empty());
        let is_known = |word: &str| POSTS.contains(&word.to_ascii_lowercase().as_str());
        name.len() < id.len() && last.is_some_and(is_known)
    };
    let is_box = matches!(
        tree.name(at),
        "div" | "li" | "article" | "section" | "table"
    );
    if !is_box || !(is_posting || numbered()) {
        return false;
    }
    let text = tree.chars(at).saturating_sub(tree.in_links(at));
    let mut inside = (at..tree.end(at)).take(MAX_INSIDE);
    let by_person = |at: At| {
        let element = tree.elements.get(at);
        element.is_some_and(|e| {
            e.attr("href").is_some_and(is_of_person) || e.attr("itemprop") == Some("author")
        })
    };
    text >= MIN_POST && inside.any(by_person)
}

/// A selector that finds exactly `items`, and further ones of their kind when there are more.
fn selector(page: &Page, tree: &Tree<'_>, items: &[At]) -> Option<String> {
    let first = *tree.elements.get(*items.first()?)?;
    let parent = first.parent().and_then(scraper::ElementRef::wrap);
    let own = || {
        let named = candidates(first).into_iter().filter(|c| c.id.is_none());
        named.chain(numbered_id(first))
    };
    let single = |own: Compound| vec![(StepRelation::Descendant, own)];
    let above = parent.into_iter().flat_map(candidates);
    let above = above.filter(Compound::is_specific);
    let below = above.flat_map(|up| {
        let tag = Compound::tag(first);
        let with = move |own: Compound| -> Steps {
            vec![
                (StepRelation::Descendant, up.clone()),
                (StepRelation::Child, own),
            ]
        };
        std::iter::once(tag)
            .chain(own())
            .map(with)
            .collect::<Vec<_>>()
    });
    let specific = own().filter(Compound::is_specific).map(single);
    let forms: Vec<Steps> = match first.attr("id").is_some() {
        true => specific.chain(below).collect(),
        false => below.chain(specific).collect(),
    };
    let by_name = forms.iter().map(to_css).find(|css| finds(page, css, items));
    by_name.or_else(|| {
        // Below its parent, by a part that the other children lack.
        let mut steps = unique::steps(page, parent?);
        steps.push((StepRelation::Child, Compound::tag(first)));
        let css = to_css(&steps);
        let inside = first.descendent_elements().skip(1).take(MAX_PARTS);
        let parts = inside.flat_map(candidates);
        let parts = parts.filter(|own| own.id.is_none() && own.is_specific());
        let with = |part| format!("{css}:has({})", to_css(&single(part)));
        parts.map(with).find(|css| finds(page, css, items))
    })
}
