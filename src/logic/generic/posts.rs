//! Posts of a thread: text, who wrote it, when. Flows in: node features and the group of posts that
//! the kind of the page was told by. Flows out: posts in page order. What stands around a text in
//! every post (names, buttons, signatures) is left out; nothing is ever guessed from a clock.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::cevc;
use super::features::{Item, Tree, ratio};
use super::groups::{Group, gap};
use super::kind_words::{WORDS, Words};
use super::lines::{self, Line};
use super::noise;
use super::signs::Signs;

/// One post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// What it says, paragraphs separated by newlines.
    pub text: String,
    /// Who wrote it; empty where unknown.
    pub author: String,
    /// When, as the page writes it; empty where unknown.
    pub date: String,
}

/// Share of the posts that have a box of their own for the text.
const COMMON: f64 = 0.75;
/// Share of the posts' text that these boxes must hold.
const MOST: f64 = 0.6;
/// From here on a greater share says nothing: names and buttons have stop words too.
const ENOUGH: f64 = 0.75;
/// The same for boxes whose name says that the text is in them.
const SAID: f64 = 0.35;
/// Valid characters of a first post that stands outside of the others.
const FIRST_POST: usize = 80;
/// Longest name, in characters.
const MAX_NAME: usize = 40;

/// The posts of `group`, and before them the one that opens the thread where it stands apart.
pub(super) fn posts(tree: &Tree<'_>, signs: &Signs, group: &Group, marks: &[bool]) -> Vec<Post> {
    let Some(words) = WORDS.as_ref() else {
        return Vec::new();
    };
    let bodies = bodies(tree, group);
    let plain = group.remarks < 0.5;
    let mut found = Vec::new();
    if let Some(opening) = opening(tree, signs, group, marks, words) {
        found.push(opening);
    }
    for (number, member) in group.members.iter().enumerate() {
        let of_it = bodies
            .as_ref()
            .map(|bodies| bodies.get(member).map_or(&[][..], Vec::as_slice));
        let texts: Vec<String> = match of_it {
            Some(bodies) if !bodies.is_empty() => bodies
                .iter()
                .map(|at| text(tree, *at, plain, words))
                .collect(),
            // A box without the others' part is an advertisement or empty.
            Some(_) if group.members.len() > 3 => continue,
            _ => vec![text(tree, *member, plain, words)],
        };
        let text = texts.join("\n");
        let inside = bodies
            .as_ref()
            .and_then(|b| b.get(member))
            .and_then(|b| b.first())
            .copied();
        let end = tree.get(*member).map_or(*member, |item| item.end);
        let before = gap(tree, &group.members, number);
        let either = |read: fn(&Tree<'_>, Range<usize>, Option<usize>, &Words) -> String| {
            let own = read(tree, *member..end, inside, words);
            if own.is_empty() {
                read(tree, before..*member, None, words)
            } else {
                own
            }
        };
        let post = Post {
            author: either(author),
            date: either(date),
            text: String::new(),
        };
        let text = without_head(&text, &post, words);
        if !text.is_empty() {
            found.push(Post { text, ..post });
        }
    }
    without_common(&mut found);
    found
}

/// A text without lines at its start that repeat who wrote it and when, and what it answers.
fn without_head(text: &str, post: &Post, words: &Words) -> String {
    let is_head = |line: &str| {
        let named = post.author.chars().count() > 2 && line.contains(&post.author);
        line == post.author
            || named && line.chars().count() <= 90 && words.is_date(line)
            || line.starts_with("Re: ") && line.chars().count() <= 100
    };
    let heads = text
        .lines()
        .take(3)
        .enumerate()
        .filter(|(_, line)| is_head(line.trim()))
        .last()
        .map_or(0, |(at, _)| at + 1);
    let rest: Vec<&str> = text.lines().skip(heads).collect();
    // A text of nothing else is all there is.
    if rest.is_empty() {
        text.trim().to_owned()
    } else {
        rest.join("\n").trim().to_owned()
    }
}

/// Leaves out lines that most posts have: buttons and hints that no list of words knows.
fn without_common(posts: &mut [Post]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for post in posts.iter() {
        let lines: BTreeSet<&str> = post.text.lines().collect();
        for line in lines {
            *counts.entry(line.to_owned()).or_default() += 1;
        }
    }
    let all = posts.len();
    for post in posts.iter_mut() {
        let kept: Vec<&str> = post
            .text
            .lines()
            .filter(|line| {
                let times = counts.get(*line).copied().unwrap_or(0);
                !(times >= 3 && times * 5 >= all * 3)
            })
            .collect();
        if kept.len() < post.text.lines().count() && !kept.is_empty() {
            post.text = kept.join("\n");
        }
    }
}

/// The box of the text in each post, where most have one of the same name.
fn bodies(tree: &Tree<'_>, group: &Group) -> Option<HashMap<usize, Vec<usize>>> {
    #[derive(Default)]
    struct Boxes {
        valid: usize,
        chars: usize,
        members: usize,
        last: usize,
    }
    let mut by_name: HashMap<(&str, &str), Boxes> = HashMap::new();
    let plain = group.remarks < 0.5;
    for (number, member) in group.members.iter().enumerate() {
        let end = tree.get(*member).map_or(*member, |item| item.end);
        let mut past = HashMap::new();
        let mut around = 0;
        for at in member + 1..end {
            let Some(item) = tree
                .get(at)
                .filter(|item| item.element.is_some() && item.chars > 0)
            else {
                continue;
            };
            if at < around {
                continue;
            }
            if is_around(item) || is_remark(tree, item, *member, plain) {
                around = item.end;
                continue;
            }
            let Some(key) = key(item) else { continue };
            // Boxes of the same name inside each other count once.
            if past.get(&key).is_some_and(|end| at < *end) {
                continue;
            }
            past.insert(key, item.end);
            let boxes = by_name.entry(key).or_default();
            boxes.valid += item.valid;
            boxes.chars += item.chars;
            if boxes.last != number + 1 {
                boxes.last = number + 1;
                boxes.members += 1;
            }
        }
    }
    let count = group.members.len();
    let said = |key: &(&str, &str)| {
        WORDS
            .as_ref()
            .is_some_and(|words| words.is_body(&key.1.to_ascii_lowercase()))
    };
    let score = |(key, boxes): &(&(&str, &str), &Boxes)| {
        let named = if said(key) { 0.35 } else { 0.0 };
        ratio(boxes.valid, group.valid).min(ENOUGH) + 0.9 * ratio(boxes.valid, boxes.chars) + named
    };
    let best = by_name
        .iter()
        .filter(|(key, b)| {
            let least = if said(key) { SAID } else { MOST };
            ratio(b.members, count) >= COMMON && ratio(b.valid, group.valid) >= least
        })
        .max_by(|a, b| score(a).total_cmp(&score(b)).then(b.0.cmp(a.0)))
        .map(|(key, _)| *key)?;
    let mut found = HashMap::new();
    for member in &group.members {
        let end = tree.get(*member).map_or(*member, |item| item.end);
        let mut list = Vec::new();
        let mut at = member + 1;
        while at < end {
            let Some(item) = tree.get(at) else { break };
            if item.element.is_some() && item.chars > 0 && key(item) == Some(best) {
                list.push(at);
                at = item.end;
            } else if item.element.is_some()
                && (is_around(item) || is_remark(tree, item, *member, plain))
            {
                at = item.end;
            } else {
                at += 1;
            }
        }
        if !list.is_empty() {
            found.insert(*member, list);
        }
    }
    Some(found)
}

/// What boxes of the same role share: the tag and a class, or the part they play by microdata.
fn key<'i>(item: &'i Item<'_>) -> Option<(&'i str, &'i str)> {
    let name = item.name();
    if matches!(
        name,
        "p" | "a" | "span" | "b" | "i" | "br" | "img" | "strong" | "em"
    ) {
        return None;
    }
    let class = item
        .attr("itemprop")
        .or_else(|| {
            item.attr("class")?
                .split_whitespace()
                .find(|class| !class.bytes().any(|b| b.is_ascii_digit()))
        })
        .unwrap_or_default();
    (!class.is_empty() || matches!(name, "td" | "dd" | "blockquote" | "article" | "section"))
        .then_some((name, class))
}

/// The text of a box without buttons, labels and signatures.
fn text(tree: &Tree<'_>, at: usize, plain: bool, words: &Words) -> String {
    let left_out = |n: usize| {
        let around = |item: &Item<'_>| is_around(item) || is_remark(tree, item, at, plain);
        n != at
            && tree
                .get(n)
                .is_some_and(|item| item.element.is_some() && around(item))
    };
    let lines = lines::lines(tree, at, left_out);
    let is_label =
        |line: &Line| words.is_post_label(&line.text) || noise::is_noise_line(&line.text);
    let mut kept: Vec<Line> = lines.into_iter().filter(|line| !is_label(line)).collect();
    // Days at either end are the post's, not its text.
    let is_day = |line: &Line| line.valid < 24 && line.chars <= 36 && words.is_date(&line.text);
    while kept.len() > 1 && kept.last().is_some_and(is_day) {
        kept.pop();
    }
    let days = kept.iter().take_while(|line| is_day(line)).count();
    lines::join(
        kept.get(days.min(kept.len().saturating_sub(1))..)
            .unwrap_or_default(),
    )
}

/// Remarks under one post, where the posts themselves are `plain` and no remarks.
fn is_remark(tree: &Tree<'_>, item: &Item<'_>, post: usize, plain: bool) -> bool {
    let whole = tree.valid(post);
    plain
        && item.valid * 10 < whole * 9
        && item.attr("class").is_some_and(|names| {
            let names = names.to_ascii_lowercase();
            WORDS.as_ref().is_some_and(|words| words.is_remark(&names))
        })
}

/// Buttons and signatures.
fn is_around(item: &Item<'_>) -> bool {
    if matches!(
        item.name(),
        "button" | "input" | "textarea" | "label" | "nav" | "footer" | "form"
    ) {
        return item.name() != "form" || item.valid < 40;
    }
    let names = item.attr("class").unwrap_or_default();
    if names.is_empty() {
        return false;
    }
    let names = names.to_ascii_lowercase();
    [
        "signature",
        "sig-",
        "postsig",
        "post-controls",
        "post-menu",
        "reactions",
        "edited",
        "lastedit",
        "post-meta",
        "user-info",
        "share",
        "breadcrumb",
    ]
    .iter()
    .any(|part| names.contains(part))
}

/// The first short name of a person `within` a post, outside of its text.
fn author(tree: &Tree<'_>, within: Range<usize>, inside: Option<usize>, words: &Words) -> String {
    let skip = inside.map(|at| (at, tree.get(at).map_or(at, |item| item.end)));
    let mut by_name = None;
    for at in within {
        if skip.is_some_and(|(from, to)| (from..to).contains(&at)) {
            continue;
        }
        let Some(item) = tree.get(at) else { break };
        let name = || {
            let text = short_text(tree, at);
            let is_name = !text.is_empty() && !words.is_date(&text) && !words.is_post_label(&text);
            is_name.then_some(text)
        };
        if item.name() == "a" && item.attr("href").is_some_and(|href| words.is_person(href)) {
            if let Some(name) = name() {
                return name;
            }
        } else if by_name.is_none() && item.element.is_some() {
            let names = format!(
                "{} {}",
                item.attr("class").unwrap_or_default(),
                item.attr("itemprop").unwrap_or_default()
            );
            if names.len() > 1 && words.is_author(&names.to_ascii_lowercase()) {
                by_name = name();
            }
        }
    }
    by_name.unwrap_or_default()
}

/// The first day or time `within` a post, outside of its text.
fn date(tree: &Tree<'_>, within: Range<usize>, inside: Option<usize>, words: &Words) -> String {
    let skip = inside.map(|at| (at, tree.get(at).map_or(at, |item| item.end)));
    let mut shown = String::new();
    for at in within {
        if skip.is_some_and(|(from, to)| (from..to).contains(&at)) {
            continue;
        }
        let Some(item) = tree.get(at) else { break };
        if let Some(value) = item
            .attr("datetime")
            .filter(|value| !value.trim().is_empty())
        {
            return value.trim().to_owned();
        }
        if shown.is_empty() && item.element.is_none() && words.is_date(item.text) {
            shown = item.text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
    shown
}

fn short_text(tree: &Tree<'_>, at: usize) -> String {
    let end = tree.get(at).map_or(at, |item| item.end);
    let mut text = String::new();
    for item in tree.items.get(at..end).unwrap_or_default() {
        text.push_str(item.text);
        text.push(' ');
        if text.len() > 8 * MAX_NAME {
            return String::new();
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > MAX_NAME {
        String::new()
    } else {
        text
    }
}

/// The post that opens a thread where it is built unlike the answers: the content before these.
fn opening(
    tree: &Tree<'_>,
    signs: &Signs,
    group: &Group,
    marks: &[bool],
    words: &Words,
) -> Option<Post> {
    let first = group.members.first().copied()?;
    let mut valid: Vec<usize> = vec![0; tree.items.len()];
    let mut noise_end = 0;
    // It stands under the heading of the page: what is above are banners.
    let headed = (0..first).rev().find(|at| {
        tree.get(*at)
            .is_some_and(|item| item.name() == "h1" && item.chars > 0)
    })?;
    for (at, item) in tree.items.iter().enumerate().take(first).skip(headed) {
        if marks.get(at).copied().unwrap_or(false) || signs.beside.get(at).copied().unwrap_or(false)
        {
            noise_end = noise_end.max(item.end.min(first));
        }
        if at >= noise_end
            && item.element.is_none()
            && let Some(own) = valid.get_mut(at)
        {
            *own = item.valid;
        }
    }
    for at in (1..tree.items.len()).rev() {
        let own = valid.get(at).copied().unwrap_or(0);
        if let Some(item) = tree.get(at)
            && let Some(sum) = valid.get_mut(item.parent)
        {
            *sum += own;
        }
    }
    let of = |at: usize| valid.get(at).copied().unwrap_or(0);
    let mut block = cevc::content_block(tree, 0, 0.7, of);
    // A paragraph is not the whole post.
    while let Some(item) = tree.get(block)
        && matches!(
            item.name(),
            "" | "p"
                | "span"
                | "b"
                | "strong"
                | "em"
                | "i"
                | "font"
                | "a"
                | "li"
                | "ul"
                | "ol"
                | "blockquote"
                | "pre"
                | "code"
        )
        && item.parent != block
    {
        block = item.parent;
    }
    let item = tree.get(block)?;
    let each = group.valid / group.members.len().max(1);
    if of(block) < FIRST_POST || of(block) * 4 < each || item.end > first {
        return None;
    }
    let text = text(tree, block, true, words);
    (!text.is_empty()).then(|| Post {
        text,
        ..Post::default()
    })
}
