//! Posts of a thread: text, author, date, number, permalink, quotes. Input: node features and
//! the group of posts that identified the page as a thread. Output: posts in page order.
//! Repeated surroundings of the texts (names, buttons, signatures) are excluded; nothing is ever
//! guessed from a clock.
//!
//! Below: the boxes, text, filter, surroundings (author, number, link), dates and words of posts,
//! and an opening post built differently. Threads without clear posts are in `../discussion.rs`,
//! times that mark posts in `../../kind/time_anchors.rs`.

mod opening_post;
pub(in crate::generic) mod post_boxes;
pub(in crate::generic) mod post_dates;
mod post_filter;
mod post_parts;
pub(in crate::generic) mod post_text;
mod read_posts;
#[cfg(test)]
mod tests;

pub use read_posts::Post;
pub(super) use read_posts::posts;
