//! What a few of the pages behind a list tell about all of them: where the whole text of articles is,
//! and whether they are threads. Input: the look at an address, rules, parsed pages. Output: the
//! look with better rules.

mod article_boxes;
mod thread_posts;

pub(crate) use article_boxes::{sample_pages, with_box, with_boxes};
pub(crate) use thread_posts::with_posts;
