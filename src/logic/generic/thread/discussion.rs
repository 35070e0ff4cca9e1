//! A whole discussion as one text, for threads that do not split well into posts: the content
//! between the heading of the page and the last box in which somebody speaks, without names, days,
//! buttons and sidebars. Input: node features, signs, the group of posts. Output: text.

use std::collections::HashSet;

use crate::generic::features::lines::{self, TextLine};
use crate::generic::features::{BodyTree, Item};
use crate::generic::kind::repeated_structures::MemberGroup;
use crate::generic::thread::posts::post_text::{
    is_around, is_in_code, is_remark, is_signed_day, without_labels,
};
use crate::generic::words::kind_words::{KindVocabulary, WORDS};
use crate::generic::words::letters;
use crate::generic::words::post_words::{POST_WORDS, PostWords};

/// Maximum length of a box's text that is an author's name.
const MAX_NAME: usize = 40;
/// Maximum length of a line that may consist of links.
const LINKS_ALONE: usize = 40;
/// Maximum length of a box that may be excluded for its name alone.
const SMALL_BOX: usize = 200;
/// Minimum length of a box in which somebody speaks.
const SPOKEN: usize = 4;

/// Score from which a group of posts determines the end of the discussion.
const CLEAR_GROUP: f64 = 0.3;
/// Length from which a repeated line is dropped.
const LONG_LINE: usize = 40;

/// The lines of the discussion on a page with that title; none if nobody speaks. `margins` as from
/// [`margins`].
pub(super) fn lines(
    tree: &BodyTree<'_>,
    group: &MemberGroup,
    margins: &[bool],
    title: &str,
) -> Vec<TextLine> {
    let (Some(words), Some(own)) = (WORDS.as_ref(), POST_WORDS.as_ref()) else {
        return Vec::new();
    };
    let Some((first, end)) = spoken(tree, group, margins, own) else {
        return Vec::new();
    };
    let heading = heading(tree, first, title);
    let from = heading.map_or(first, |at| tree.get(at).map_or(at, |item| item.end));
    let last = end.saturating_sub(1);
    let root = common(tree, heading.unwrap_or(first).min(first), last);
    let left_out = |n: usize| {
        n != root
            && tree.get(n).is_none_or(|item| {
                n >= end
                    || item.end <= from
                    || margins.get(n).copied().unwrap_or(false)
                    || is_noise(tree, item, words, own)
                    || is_remark_in(tree, group, (n, item))
            })
    };
    let lines = lines::lines(tree, root, left_out);
    let kept = without_labels(lines, words);
    let mut said = HashSet::new();
    let once = |line: &TextLine| line.chars < LONG_LINE || said.insert(line.text.clone());
    kept.into_iter()
        .filter(|line| is_remark_line(line, words, own) && !is_signed_day(tree, line, words))
        .filter(once)
        .collect()
}

/// Whether there are several members, or they are at least named as posts.
pub(super) fn is_of_posts(tree: &BodyTree<'_>, group: &MemberGroup) -> bool {
    let called = |at: &usize| {
        let names = tree.get(*at).and_then(|item| item.attr("class"));
        let names = names.unwrap_or_default().to_ascii_lowercase();
        POST_WORDS.as_ref().is_some_and(|w| w.is_talk(&names))
    };
    group.members.len() > 2 && group.score >= CLEAR_GROUP || group.members.iter().any(called)
}

/// Where the surroundings of a thread start: sidebars, menus, page ends.
pub(super) fn margins(tree: &BodyTree<'_>) -> Vec<bool> {
    let mut marks = vec![false; tree.items.len()];
    let Some(words) = POST_WORDS.as_ref() else {
        return marks;
    };
    let mut at = 1;
    while let Some(item) = tree.get(at) {
        let large = item.valid * 2 > tree.valid(0);
        if item.element.is_some() && !large && is_margin(item, words) {
            if let Some(mark) = marks.get_mut(at) {
                *mark = true;
            }
            at = item.end.max(at + 1);
        } else {
            at += 1;
        }
    }
    marks
}

fn is_margin(item: &Item<'_>, words: &PostWords) -> bool {
    let role = item.attr("role").unwrap_or_default();
    let by_role = matches!(
        role,
        "navigation" | "complementary" | "contentinfo" | "menu" | "dialog" | "search"
    );
    let names = |name: &str| item.attr(name).unwrap_or_default().to_ascii_lowercase();
    match item.name() {
        "nav" | "footer" | "menu" | "dialog" => true,
        "aside" => !words.is_quote(&names("class")),
        _ => by_role || words.is_sidebar(&names("class")) || words.is_sidebar(&names("id")),
    }
}

/// Whether an element contains comments below a post without being one itself.
fn is_remark_in(tree: &BodyTree<'_>, group: &MemberGroup, (at, item): (usize, &Item<'_>)) -> bool {
    if group.remarks >= 0.5 || item.element.is_none() || !is_of_posts(tree, group) {
        return false;
    }
    let place = group.members.partition_point(|member| *member < at);
    let member = place.checked_sub(1).and_then(|n| group.members.get(n));
    member.is_some_and(|member| {
        tree.get(*member)
            .is_some_and(|post| at < post.end && item.chars * 2 < post.chars)
            && is_remark(tree, item, *member, true)
    })
}

/// The start of the first box in which somebody speaks, and the end of the last one.
fn spoken(
    tree: &BodyTree<'_>,
    group: &MemberGroup,
    margins: &[bool],
    words: &PostWords,
) -> Option<(usize, usize)> {
    let mut found: Option<(usize, usize)> = None;
    let mut add = |start: usize, end: usize| {
        found = Some(found.map_or((start, end), |(a, b)| (a.min(start), b.max(end))));
    };
    for member in &group.members {
        add(*member, tree.get(*member).map_or(*member, |item| item.end));
    }
    if group.members.len() > 2 && group.score >= CLEAR_GROUP {
        return found;
    }
    let mut at = 1;
    while let Some(item) = tree.get(at) {
        let beside = margins.get(at).copied().unwrap_or(false);
        if beside || matches!(item.name(), "form" | "nav" | "aside" | "footer" | "header") {
            at = item.end.max(at + 1);
            continue;
        }
        let talks = item.chars >= SPOKEN
            && matches!(
                item.name(),
                "div" | "li" | "article" | "section" | "tr" | "td" | "dd"
            )
            && ["class", "id"].iter().any(|name| {
                let names = item.attr(name).unwrap_or_default();
                words.is_talk(&names.to_ascii_lowercase())
            });
        if talks && item.valid * 10 < tree.valid(0) * 9 {
            add(at, item.end);
        }
        at += 1;
    }
    found
}

/// The heading of the discussion before `end`: the last one equal to the title, else the first.
pub(super) fn heading(tree: &BodyTree<'_>, end: usize, title: &str) -> Option<usize> {
    let title = letters(title);
    let mut first = None;
    let mut titled = None;
    for (at, item) in tree.items.iter().enumerate().take(end) {
        if !matches!(item.name(), "h1" | "h2" | "h3") || !has_letters(tree, at) {
            continue;
        }
        let text = letters(&lines::join(&lines::lines(tree, at, |_| false)));
        if titled.is_none() && !title.is_empty() && text.contains(&title) {
            titled = Some(at);
        }
        if first.is_none() && item.name() == "h1" {
            first = Some(at);
        }
    }
    titled.or(first)
}

/// Whether a heading has letters: some are arrows.
pub(super) fn has_letters(tree: &BodyTree<'_>, at: usize) -> bool {
    let end = tree.get(at).map_or(at, |item| item.end);
    let items = tree.items.get(at..end).unwrap_or_default();
    items
        .iter()
        .any(|item| item.text.chars().any(char::is_alphabetic))
}

/// The innermost common ancestor of two nodes.
fn common(tree: &BodyTree<'_>, a: usize, b: usize) -> usize {
    let mut at = a.min(b);
    let other = a.max(b);
    while at > 0
        && tree
            .get(at)
            .is_some_and(|item| item.element.is_none() || item.end <= other)
    {
        at = tree.get(at).map_or(0, |item| item.parent);
    }
    at
}

fn is_noise(tree: &BodyTree<'_>, item: &Item<'_>, words: &KindVocabulary, own: &PostWords) -> bool {
    if item.element.is_none() || is_in_code(tree, item) {
        return false;
    }
    if is_around(tree, item)
        || matches!(item.name(), "h1" | "time")
        || item.attr("hidden").is_some()
        || item
            .attr("style")
            .is_some_and(|style| style.replace(' ', "").contains("display:none"))
    {
        return true;
    }
    let all = tree.get(0).map_or(0, |body| body.chars);
    let large = item.chars > SMALL_BOX && item.chars * 10 > all;
    let names = item.attr("class").unwrap_or_default().to_ascii_lowercase();
    if !large && own.is_besides(&names) {
        return true;
    }
    let is_name = item.chars <= MAX_NAME && item.chars > 0 && item.valid == 0;
    is_name
        && (!names.is_empty() && words.is_author(&names)
            || item.name() == "a"
                && item.attr("href").is_some_and(|href| words.is_person(href))
                && !is_in_sentence(tree, item))
}

/// Whether a link is directly surrounded by words.
fn is_in_sentence(tree: &BodyTree<'_>, item: &Item<'_>) -> bool {
    tree.get(item.parent)
        .is_some_and(|parent| parent.chars > 2 * item.chars && parent.valid > 0)
}

/// Whether a line is part of what is said.
fn is_remark_line(line: &TextLine, words: &KindVocabulary, own: &PostWords) -> bool {
    let text = line.text.trim();
    let links = line.link_share() > 0.8 && line.valid == 0 && line.chars <= LINKS_ALONE;
    let number = !text.chars().any(char::is_alphabetic);
    let day = line.valid < 24 && line.chars <= 36 && words.is_date(text);
    !(links || number || day || own.floor(text).is_some())
}
