//! The content of a thread: its posts if the page splits into them, else the whole discussion, else
//! the text as of an article. Input: node features and the evidence that it is a thread.
//! Output: text and posts. Chooses by the share of the discussion in the posts.
//!
//! Below: `posts` with their metadata, `discussion` as a whole, and `page_join` for threads of several
//! pages.

pub(super) mod discussion;
pub(super) mod page_join;
pub(super) mod posts;
pub(super) mod thread_lines;

use std::collections::HashSet;

use super::article::noise;
use super::features::{BodyTree, lines, ratio};
use super::kind::DetectedKind;
use super::kind::repeated_structures::MemberGroup;
use posts::Post;
use thread_lines::Likely;

/// Minimum members and score of a group that certainly consists of posts.
const SURE: (usize, f64) = (3, 0.3);
/// Minimum and maximum share of the discussion in its posts.
const SURE_SHARE: (f64, f64) = (0.25, 2.2);
/// The same for any other group.
const SHARE: (f64, f64) = (0.65, 1.4);
/// Score below which two or three members are not posts.
const POOR: f64 = 0.2;
/// Minimum share of the text read as an article in the posts.
const SOME: f64 = 1.0 / 6.0;
/// Score from which posts are accepted without a discussion.
const CLEAR: f64 = 0.6;
/// Minimum likelihood that a line of a discussion without posts is said in it.
const MIN_REMARK: f32 = 0.15;
/// Minimum length of a discussion, in characters.
const LEAST: usize = 12;

/// The content of a thread with that title; `article` reads the page as an article, and returns
/// each line's likelihood of being said in the thread.
pub(super) fn content(
    tree: &BodyTree<'_>,
    seen: &DetectedKind,
    title: &str,
    article: impl FnOnce() -> (String, Likely),
) -> (String, Vec<Post>) {
    let group = &seen.repeated.posts;
    let margins = discussion::margins(tree);
    let posts = if group.members.len() >= 2 {
        posts::posts(tree, group, (&noise::mark(tree), &margins), title)
    } else {
        Vec::new()
    };
    let wholes: Vec<&str> = posts.iter().map(|post| post.whole.as_str()).collect();
    let text = wholes.join("\n");
    if is_clear(tree, group, count(&text)) {
        return (text, posts);
    }
    let (article, likely) = article();
    let lines = discussion::lines(tree, group, &margins, title);
    let discussion = lines::join(&lines);
    let (in_posts, in_all, in_one) = (count(&text), count(&discussion), count(&article));
    let held = if in_all * 4 < in_posts && group.score >= CLEAR {
        1.0
    } else {
        ratio(in_posts, in_all)
    };
    if falls_into_posts(tree, group, held)
        // Posts without most of the text are something else: profiles, other threads.
        && (ratio(in_posts, in_one) >= SOME || group.signed + group.dated >= 1.6)
        && !posts.is_empty()
    {
        return (text, posts);
    }
    // One text without replies is better read as an article.
    let alone = in_one <= in_all && in_one * 4 > in_all * 3 && shares(&article, &discussion);
    if in_all < LEAST || alone && posts.is_empty() {
        (article, Vec::new())
    } else {
        let said = lines.iter().filter(|line| likely.line(line) >= MIN_REMARK);
        let said = lines::join(said);
        (if said.is_empty() { discussion } else { said }, Vec::new())
    }
}

/// Whether the posts are so clearly the content that nothing else need be read.
fn is_clear(tree: &BodyTree<'_>, group: &MemberGroup, in_posts: usize) -> bool {
    group.members.len() > SURE.0
        && group.score >= CLEAR
        && group.valid * 2 >= tree.valid(0)
        && in_posts * 3 >= group.chars
}

/// Whether a page splits into the posts of `group`, which have that share of the discussion.
fn falls_into_posts(tree: &BodyTree<'_>, group: &MemberGroup, held: f64) -> bool {
    let count = group.members.len();
    let (least, most) = if count >= SURE.0 && group.score >= SURE.1 {
        SURE_SHARE
    } else {
        SHARE
    };
    (least..=most).contains(&held)
        && (count > SURE.0 || group.score >= POOR)
        && (discussion::is_of_posts(tree, group)
            || group.signed.min(group.dated) >= 0.95 && group.score >= SURE.1)
}

/// Whether most lines of the shorter text are also in the other.
fn shares(one: &str, other: &str) -> bool {
    let lines: HashSet<&str> = other.lines().collect();
    let all = one.lines().count().min(lines.len());
    let known = one.lines().filter(|line| lines.contains(line)).count();
    known * 2 >= all
}

/// Characters without spaces.
fn count(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
