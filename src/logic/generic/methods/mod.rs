//! The published methods, one per file. Input: the features of a page. Output: its text, or
//! the boxes of its posts.

pub(super) mod cepr;
pub(super) mod cetd;
pub(super) mod cetr;
pub(super) mod cevc;
pub(super) mod dgwc;
pub(super) mod mibat;
pub(super) mod pean;
pub(super) mod qread;
pub(super) mod stats;
pub(super) mod vbptc;

/// For tests: the ids of the boxes that `posts` finds on a page; `-` for one without.
#[cfg(test)]
fn ids_of(html: &str, posts: fn(&super::features::BodyTree<'_>) -> Vec<usize>) -> Vec<String> {
    let url = url::Url::parse("http://example.com/").unwrap();
    let page = crate::page::Page::parse(html, &url);
    let tree = super::features::BodyTree::of(&page);
    posts(&tree)
        .into_iter()
        .map(|at| tree.items[at].attr("id").unwrap_or("-").to_owned())
        .collect()
}
