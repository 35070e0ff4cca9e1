//! Joins the pages of one thread or article. Input: the content extracted from each page, in
//! order. Output: one content: every post once, by number if all have one, and texts without
//! what the pages repeat. Pure; the caller fetches the pages.

use std::collections::HashSet;

use super::posts::Post;
use crate::generic::ExtractedContent;

/// The minimum length of lines that a page repeats from the first one.
const REPEATED: usize = 20;

/// Joins the contents of several pages.
#[must_use]
pub fn join(pages: Vec<ExtractedContent>) -> ExtractedContent {
    let mut pages = pages.into_iter();
    let Some(mut whole) = pages.next() else {
        return ExtractedContent::default();
    };
    let pages: Vec<ExtractedContent> = pages.filter(|page| !page.text.trim().is_empty()).collect();
    if pages.is_empty() {
        return whole;
    }
    let threaded = !whole.posts.is_empty() && pages.iter().all(|page| !page.posts.is_empty());
    if threaded {
        let posts = std::mem::take(&mut whole.posts);
        let all = posts
            .into_iter()
            .chain(pages.into_iter().flat_map(|page| page.posts));
        whole.posts = once(all.collect());
        let wholes: Vec<&str> = whole.posts.iter().map(|post| post.whole.as_str()).collect();
        whole.text = wholes.join("\n");
        return whole;
    }
    let first = whole.text.clone();
    let mut seen: HashSet<String> = HashSet::from([first.clone()]);
    for page in pages {
        if seen.insert(page.text.clone()) {
            let rest = without_repeated(&first, &page.text);
            if !rest.is_empty() {
                whole.text.push('\n');
                whole.text.push_str(rest);
            }
        }
        whole.posts.extend(page.posts);
    }
    whole
}

/// The text of a further page without the lines that it repeats from the start of the first one:
/// the heading, the teaser, the opening post.
#[must_use]
pub fn without_repeated<'t>(first: &str, text: &'t str) -> &'t str {
    let mut rest = text;
    let mut repeated = 0;
    let mut lines = first.lines();
    while let Some(line) = rest.lines().next() {
        if lines.next() != Some(line) {
            break;
        }
        repeated += line.chars().filter(|c| !c.is_whitespace()).count();
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    if repeated < REPEATED { text } else { rest }
}

/// Every post once, by number if all have one of their own.
fn once(posts: Vec<Post>) -> Vec<Post> {
    let mut links: HashSet<String> = HashSet::new();
    let mut said: HashSet<(String, String, String)> = HashSet::new();
    let mut kept: Vec<Post> = Vec::with_capacity(posts.len());
    for post in posts {
        let key = (post.author.clone(), post.date.clone(), post.whole.clone());
        // A link to the thread as a whole does not identify a post.
        let linked = !post.link.is_empty() && post.link.contains(['#', '=']);
        let known_link = linked && !links.insert(post.link.clone());
        let known = !said.insert(key) || known_link && kept.iter().any(|p| p.whole == post.whole);
        if !known {
            kept.push(post);
        }
    }
    let floors: Vec<u32> = kept.iter().filter_map(|post| post.floor).collect();
    let distinct: HashSet<u32> = floors.iter().copied().collect();
    if distinct.len() < floors.len() {
        // The numbers restart on each page: they count its posts, not those of the thread.
        for (number, post) in kept.iter_mut().enumerate() {
            post.floor = u32::try_from(number + 1).ok();
        }
    } else if floors.len() == kept.len() {
        kept.sort_by_key(|post| post.floor);
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn post(author: &str, text: &str, floor: Option<u32>) -> Post {
        Post {
            author: author.to_owned(),
            text: text.to_owned(),
            whole: text.to_owned(),
            floor,
            ..Post::default()
        }
    }

    fn thread(posts: Vec<Post>) -> ExtractedContent {
        let texts: Vec<&str> = posts.iter().map(|post| post.whole.as_str()).collect();
        ExtractedContent {
            text: texts.join("\n"),
            posts,
            ..ExtractedContent::default()
        }
    }

    fn texts(content: &ExtractedContent) -> Vec<&str> {
        content
            .posts
            .iter()
            .map(|post| post.text.as_str())
            .collect()
    }

    #[test]
    fn the_first_post_is_not_repeated() {
        let first = post("Ann", "What dyes wool blue?", Some(1));
        let joined = join(vec![
            thread(vec![first.clone(), post("Bert", "Woad.", Some(2))]),
            thread(vec![first, post("Carl", "Indigo.", Some(3))]),
        ]);
        assert_eq!(texts(&joined), ["What dyes wool blue?", "Woad.", "Indigo."]);
        assert_eq!(joined.text, "What dyes wool blue?\nWoad.\nIndigo.");
    }

    #[test]
    fn posts_come_by_number() {
        let joined = join(vec![
            thread(vec![
                post("张三", "一楼", Some(3)),
                post("李四", "二楼", Some(4)),
            ]),
            thread(vec![
                post("王五", "三楼", Some(1)),
                post("赵六", "四楼", Some(2)),
            ]),
        ]);
        assert_eq!(texts(&joined), ["三楼", "四楼", "一楼", "二楼"]);
    }

    #[test]
    fn numbers_that_begin_anew_are_counted_on() {
        let joined = join(vec![
            thread(vec![post("a", "one", Some(1)), post("b", "two", Some(2))]),
            thread(vec![
                post("c", "three", Some(1)),
                post("d", "four", Some(2)),
            ]),
        ]);
        let floors: Vec<Option<u32>> = joined.posts.iter().map(|post| post.floor).collect();
        assert_eq!(floors, [Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(texts(&joined), ["one", "two", "three", "four"]);
    }

    #[test]
    fn articles_lose_what_their_pages_repeat() {
        let page = |text: &str| ExtractedContent {
            text: text.to_owned(),
            ..ExtractedContent::default()
        };
        let lead = "The vat is kept warm for a week.";
        let joined = join(vec![
            page(&format!("{lead}\nThen the wool goes in.")),
            page(&format!("{lead}\nIt comes out green.")),
            page(&format!("{lead}\nIt comes out green.")),
            page(""),
        ]);
        assert_eq!(
            joined.text,
            format!("{lead}\nThen the wool goes in.\nIt comes out green.")
        );
        assert_eq!(join(Vec::new()), ExtractedContent::default());
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_panics(
            pages in prop::collection::vec(prop::collection::vec((".{0,12}", ".{1,40}", prop::option::of(0_u32..9)), 0..5), 0..5)
        ) {
            let contents: Vec<ExtractedContent> = pages
                .iter()
                .map(|posts| thread(posts.iter().map(|(a, t, f)| post(a, t, *f)).collect()))
                .collect();
            let joined = join(contents);
            for (_, text, _) in pages.iter().flatten() {
                let known = joined.posts.iter().any(|post| post.text == *text)
                    || joined.text.contains(text.trim())
                    || text.trim().is_empty()
                    || text.contains(char::is_whitespace);
                prop_assert!(known, "{text:?}");
            }
        }
    }
}
