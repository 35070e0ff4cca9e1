//! Detects the continuation of a list, a thread or an article: the link to the next page, numbered
//! pages, a load-more link, or the whole on one page. Input: one page. Output: targets, each
//! with a confidence, the reasons, and a selector that finds the link on further pages too. It
//! never returns an address of another site, nor the page itself. How many pages are
//! followed is in `policy::defaults`.

mod address;
mod candidate_links;
mod counting_down;
mod find_next_pages;
pub(crate) mod next_link_selector;
mod numbered;
mod scores;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use find_next_pages::is_next_label;
pub use find_next_pages::{Pagination, PaginationKind, next_page, pagination};
pub(crate) use words::{is_current_name, is_next_name};
