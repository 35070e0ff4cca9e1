//! The opening post of a thread if its structure differs from the replies: the content between the
//! heading of the page and the first reply. Input: node features and the group of replies.
//! Output: that post, or none.

use super::post_parts::{PostBounds, author, date, floor, link};
use super::post_text::post_text;
use crate::generic::features::BodyTree;
use crate::generic::kind::repeated_structures::MemberGroup;
use crate::generic::methods::cevc;
use crate::generic::thread::discussion::{has_letters, heading};
use crate::generic::thread::posts::Post;
use crate::generic::words::kind_words::KindVocabulary;
use crate::generic::words::post_words::POST_WORDS;

/// Minimum valid characters of an opening post outside the group.
const FIRST_POST: usize = 80;
/// The same if it is signed and dated.
const SIGNED_POST: usize = 20;

/// The post before those of `group`; `marks` are the nodes where noise starts, `margins` those
/// where the surroundings of the thread do.
pub(super) fn opening(
    tree: &BodyTree<'_>,
    group: &MemberGroup,
    (marks, margins): (&[bool], &[bool]),
    title: &str,
    words: &KindVocabulary,
) -> Option<Post> {
    let first = group.members.first().copied()?;
    // It is below the page's heading: anything above is a banner.
    let last_h1 = (0..first).rev().find(|at| {
        tree.get(*at)
            .is_some_and(|item| item.name() == "h1" && has_letters(tree, *at))
    });
    let headed = last_h1.or_else(|| heading(tree, first, title))?;
    let below = tree.get(headed).map_or(headed, |item| item.end);
    let valid = valid_between(tree, (below, first), (marks, margins));
    let of = |at: usize| valid.get(at).copied().unwrap_or(0);
    let mut block = cevc::content_block(tree, 0, 0.7, of);
    // A paragraph is not a whole post.
    while let Some(item) = tree.get(block)
        && is_part(item.name())
        && item.parent != block
    {
        block = item.parent;
    }
    let item = tree.get(block)?;
    if item.end > first {
        return None;
    }
    let place = PostBounds {
        within: below..first,
        text: block..item.end,
    };
    let own = POST_WORDS.as_ref()?;
    let by = author(tree, &place, words, own);
    let when = date(tree, &place, words, own);
    let each = group.valid / group.members.len().max(1);
    let long = of(block) >= FIRST_POST && of(block) * 4 >= each;
    let called = is_called_text(tree, (block, below), words);
    let signed = of(block) >= SIGNED_POST
        && match (by.is_empty(), when.is_empty()) {
            (false, false) => true,
            (true, true) => false,
            _ => called,
        };
    if !long && !signed {
        return None;
    }
    let said = post_text(tree, &[block], first, true, words);
    (!said.whole.is_empty()).then(|| Post {
        text: said.own,
        whole: said.whole,
        quotes: said.quotes,
        author: by,
        date: when,
        floor: floor(tree, &place, own),
        link: link(tree, &place, words, own),
    })
}

/// Whether a box below the heading, or around it there, is named as a post's text.
fn is_called_text(
    tree: &BodyTree<'_>,
    (block, below): (usize, usize),
    words: &KindVocabulary,
) -> bool {
    let mut at = block;
    for _ in 0..3 {
        let Some(item) = tree.get(at).filter(|_| at >= below) else {
            return false;
        };
        let names = item.attr("class").unwrap_or_default();
        if words.is_body(&names.to_ascii_lowercase()) {
            return true;
        }
        at = item.parent;
    }
    false
}

/// Whether this is only a part of a post.
fn is_part(name: &str) -> bool {
    matches!(
        name,
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
}

/// Valid characters by node from `from` up to `to`, without noise.
fn valid_between(
    tree: &BodyTree<'_>,
    (from, to): (usize, usize),
    (marks, margins): (&[bool], &[bool]),
) -> Vec<usize> {
    let mut valid: Vec<usize> = vec![0; tree.items.len()];
    let mut noise_end = 0;
    for (at, item) in tree.items.iter().enumerate().take(to).skip(from) {
        let of = |list: &[bool]| list.get(at).copied().unwrap_or(false);
        if of(marks) || of(margins) {
            noise_end = noise_end.max(item.end.min(to));
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
    valid
}
