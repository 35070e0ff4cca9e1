//! Words in class and id of the elements that hold an author or a date, and in the addresses of
//! pages about authors.

use std::sync::LazyLock;

use crate::generic::words::word_lists_in_names::WordAutomaton;

/// Which of the lists below have a word in a name, one bit each.
pub(super) static NAMES: LazyLock<WordAutomaton> = LazyLock::new(|| {
    let owned = |names: &[&str]| -> Vec<String> { names.iter().map(|n| (*n).into()).collect() };
    WordAutomaton::of(&[&owned(&AUTHOR_NAMES), &owned(&OTHERS), &owned(&DATE_NAMES)])
});

/// The bit of [`AUTHOR_NAMES`].
pub(super) const AUTHOR: u32 = 1;
/// The bit of [`OTHERS`].
pub(super) const OTHER: u32 = 2;
/// The bit of [`DATE_NAMES`].
pub(super) const DATE: u32 = 4;
/// Words of elements with an author.
const AUTHOR_NAMES: [&str; 6] = ["author", "byline", "writer", "zuozhe", "editor", "written"];
/// Authors with these names in class or id wrote something else.
const OTHERS: [&str; 7] = [
    "comment",
    "bookmark",
    "related",
    "quote",
    "text-editor",
    "texteditor",
    "wysiwyg",
];
/// Words of elements with a date.
const DATE_NAMES: [&str; 7] = [
    "date", "time", "publish", "posted", "pubtime", "riqi", "info",
];

/// Folders of a site with one page per author.
const AUTHOR_FOLDERS: [&str; 8] = [
    "author",
    "authors",
    "writer",
    "writers",
    "columnist",
    "columnists",
    "reporter",
    "zuozhe",
];

/// Whether an address is a page inside such a folder; the folder itself lists authors.
pub(super) fn leads_to_author(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let is_folder = |part: &str| {
        AUTHOR_FOLDERS
            .iter()
            .any(|name| part.eq_ignore_ascii_case(name))
    };
    parts.any(is_folder) && parts.next().is_some()
}
