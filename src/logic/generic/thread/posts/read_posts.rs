//! Reads the posts of a group in page order, and what only all posts together show: whose names the bold words
//! are, which heads are dates, whether numbers count.

use std::collections::BTreeSet;
use std::ops::Range;

use super::opening_post::opening;
use super::post_boxes::bodies;
use super::post_filter::{named_by_heads, weed, without_head};
use super::post_parts::{PostBounds, author, date, first_bold, floor, link};
use super::post_text::{Quote, post_text, without_common};
use crate::generic::features::BodyTree;
use crate::generic::kind::repeated_structures::{MemberGroup, gap};
use crate::generic::words::kind_words::{KindVocabulary, WORDS};
use crate::generic::words::post_words::{POST_WORDS, PostWords};

/// One post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// Its text in its author's own words, paragraphs separated by newlines.
    pub text: String,
    /// Its whole text in page order, including quotes.
    pub whole: String,
    /// Its author; empty if unknown.
    pub author: String,
    /// Its date: ISO 8601, or as written if that cannot be resolved; empty if unknown.
    pub date: String,
    /// Its number in the thread, if the page shows it.
    pub floor: Option<u32>,
    /// Its permalink; empty if unknown.
    pub link: String,
    /// Its quotes.
    pub quotes: Vec<Quote>,
}

impl Post {
    /// The whole text; its own text if that is all that is known.
    pub(crate) fn all(&self) -> &str {
        if self.whole.is_empty() {
            &self.text
        } else {
            &self.whole
        }
    }
}

/// Minimum valid characters of a post without a text box like the others'.
const LONG_POST: usize = 60;

/// The same if it is named as a post's text.
const CALLED_POST: usize = 20;

/// The posts of `group`, preceded by the opening post if it is separate. Dates and links are as
/// written. `marks` and `margins` as in [`opening`].
pub(in crate::generic::thread) fn posts(
    tree: &BodyTree<'_>,
    group: &MemberGroup,
    (marks, margins): (&[bool], &[bool]),
    title: &str,
) -> Vec<Post> {
    let (Some(words), Some(own)) = (WORDS.as_ref(), POST_WORDS.as_ref()) else {
        return Vec::new();
    };
    let bodies = bodies(tree, group);
    let plain = group.remarks < 0.5;
    let mut found = Vec::new();
    let mut bold = Vec::new();
    if let Some(opening) = opening(tree, group, (marks, margins), title, words) {
        found.push(opening);
    }
    let opens = !found.is_empty();
    for (number, member) in group.members.iter().enumerate() {
        let end = group.end(number);
        let of_it = bodies
            .as_ref()
            .map(|bodies| bodies.get(member).map_or(&[][..], Vec::as_slice));
        let said = match of_it {
            Some(bodies) if !bodies.is_empty() => post_text(tree, bodies, end, plain, words),
            // A box without the others' part and a long text is an advertisement or empty.
            Some(_) if group.members.len() > 3 && !is_long(tree, group, (*member, end), words) => {
                continue;
            }
            _ => post_text(tree, &[*member], end, plain, words),
        };
        let inside = of_it.and_then(|b| b.first()).copied();
        let text = inside.map_or(end..end, |at| {
            at..tree.get(at).map_or(at, |item| item.end).min(end)
        });
        let before = gap(tree, &group.members, number)..*member;
        let inside = PostBounds {
            within: *member..end,
            text,
        };
        bold.push(first_bold(tree, &inside, words, own));
        let mut post = around(tree, &inside, before, words, own);
        post.whole = without_head(&said.whole, &post.author, words);
        post.text = without_head(&said.own, &post.author, words);
        post.quotes = said.quotes;
        if post.whole.is_empty() {
            bold.pop();
        } else {
            found.push(post);
        }
    }
    named_by_bold(&mut found, bold);
    named_by_heads(&mut found, own);
    without_dated_heads(&mut found, words);
    weed(&mut found, opens, title, words);
    without_common(found.iter_mut().map(|post| &mut post.whole).collect());
    without_common(found.iter_mut().map(|post| &mut post.text).collect());
    numbered(&mut found);
    found
}

/// Whether a member has about as much text as the others, or is itself named as a post's text.
fn is_long(
    tree: &BodyTree<'_>,
    group: &MemberGroup,
    (at, end): (usize, usize),
    words: &KindVocabulary,
) -> bool {
    let each = group.valid / group.members.len().max(1);
    let item = tree.get(at).filter(|item| item.end <= end);
    item.is_some_and(|item| {
        let names = item.attr("class").unwrap_or_default();
        item.valid >= LONG_POST.max(each / 2)
            || item.valid >= CALLED_POST && words.is_body(&names.to_ascii_lowercase())
    })
}

/// The content of a post around its text, or right before it.
fn around(
    tree: &BodyTree<'_>,
    inside: &PostBounds,
    before: Range<usize>,
    words: &KindVocabulary,
    own: &PostWords,
) -> Post {
    let before = PostBounds {
        text: before.end..before.end,
        within: before,
    };
    let either = |read: &dyn Fn(&PostBounds) -> String| {
        let found = read(inside);
        if found.is_empty() {
            read(&before)
        } else {
            found
        }
    };
    Post {
        author: either(&|place| author(tree, place, words, own)),
        date: either(&|place| date(tree, place, words, own)),
        floor: floor(tree, inside, own).or_else(|| floor(tree, &before, own)),
        link: either(&|place| link(tree, place, words, own)),
        ..Post::default()
    }
}

/// Takes the authors from the first words in bold if there are no others and these differ; `bold`
/// are those of the last posts.
fn named_by_bold(posts: &mut [Post], bold: Vec<String>) {
    let first = posts.len().saturating_sub(bold.len());
    let posts = posts.get_mut(first..).unwrap_or_default();
    let named = posts.iter().any(|post| !post.author.is_empty());
    let known: BTreeSet<&str> = bold.iter().map(String::as_str).collect();
    let all = bold.iter().all(|name| !name.is_empty());
    if named || !all || known.len() < 2 || known.len() * 3 < bold.len() {
        return;
    }
    for (post, name) in posts.iter_mut().zip(bold) {
        post.author = name;
    }
}

/// Removes the first lines if those of most posts are their dates.
fn without_dated_heads(posts: &mut [Post], words: &KindVocabulary) {
    let is_head = |text: &str| {
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        lines.next().is_some() && head.chars().count() <= HEAD && words.is_date(head)
    };
    let heads = posts.iter().filter(|post| is_head(&post.whole)).count();
    if heads < 2 || heads * 5 < posts.len() * 3 {
        return;
    }
    for post in posts.iter_mut().filter(|post| is_head(&post.whole)) {
        for text in [&mut post.whole, &mut post.text] {
            if is_head(text)
                && let Some((_, rest)) = text.split_once('\n')
            {
                *text = rest.to_owned();
            }
        }
    }
}

/// Maximum length of a post's head line, in characters.
const HEAD: usize = 80;

/// Keeps numbers that count the posts, and fills single gaps.
fn numbered(posts: &mut [Post]) {
    let known: Vec<u32> = posts.iter().filter_map(|post| post.floor).collect();
    let counts = known.iter().zip(known.iter().skip(1)).all(|(a, b)| a < b)
        || known.iter().zip(known.iter().skip(1)).all(|(a, b)| a > b);
    if !counts || known.len() * 2 < posts.len() {
        for post in posts.iter_mut() {
            post.floor = None;
        }
        return;
    }
    if let [first, second, ..] = posts
        && first.floor.is_none()
        && second.floor == Some(2)
    {
        first.floor = Some(1);
    }
}
