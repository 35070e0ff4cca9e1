//! The shape of a list page, to tell an empty page past the end of a list from another page in its
//! place. Input: decoded source. Output: whether one is the other without items.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{next_tag, title_form};
use crate::detect::visible_parts::{head_of, visible_parts};

/// Minimum share in percent of an emptied page's marks that the whole page also has: the message in
/// place of items may have marks of its own.
const SHARED_PERCENT: usize = 75;

/// The distinct elements of a page with their classes, and the words of its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    title: HashSet<String>,
    marks: HashSet<u64>,
}

impl Shape {
    /// Computes the shape of `body`.
    pub fn of(body: &str) -> Self {
        let form = title_form(&visible_parts(body).title);
        let words = form.split(|c: char| !c.is_alphabetic());
        let mut marks = HashSet::new();
        let mut rest = head_of(body);
        while let Some(tag) = next_tag(&mut rest) {
            let mut hasher = DefaultHasher::new();
            tag.name.to_ascii_lowercase().hash(&mut hasher);
            tag.class.hash(&mut hasher);
            marks.insert(hasher.finish());
        }
        Self {
            title: words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            marks,
        }
    }

    /// Whether this page may be `whole`, a page of the same list, without its items.
    pub fn is_emptied(&self, whole: &Self) -> bool {
        let shared = self.marks.intersection(&whole.marks).count();
        let same_marks = shared * 100 >= self.marks.len() * SHARED_PERCENT && shared > 0;
        let fewer = self.title.len().min(whole.title.len());
        let same_title = self.title.intersection(&whole.title).count() * 2 >= fewer;
        same_marks && same_title && self.title.is_empty() == whole.title.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "<title>News, page 2 - The Paper</title><header class=top><nav><ul><li><a href=/>Home</a></ul>\
        </nav></header><main class=list><article class=teaser><h2><a href=/a1>One</a></h2><p>Text</p></article>\
        </main><footer><p>Imprint</p></footer>";

    #[test]
    fn a_list_without_its_items_is_told_from_other_pages() {
        let list = Shape::of(LIST);
        let emptied = "<title>News, page 9 - The Paper</title><header class=top><nav><ul><li><a href=/>Home</a></ul>\
            </nav></header><main class=list><div class=none>Nothing more</div></main><footer><p>Imprint</p></footer>";
        assert!(Shape::of(emptied).is_emptied(&list));
        let home = "<title>Welcome!</title><div id=app class=front><section class=hero><h1>Hello</h1></section>\
            <form class=search><input></form></div>";
        assert!(!Shape::of(home).is_emptied(&list));
        assert!(!Shape::of("").is_emptied(&list));
        assert!(!Shape::of("<title>Error</title><h1>Error</h1><p>Try again").is_emptied(&list));
    }
}
