//! How many pages of a list or a thread are followed.

/// The limit where a rule names none: all pages.
const MAX_LIST_PAGES: u32 = u32::MAX;

/// The maximum number of pages of one list or thread, including the first, by the `max_pages` of a
/// rule's `next`. How many parts of one article are joined is in `engine::extract::article_pages`.
pub fn max_list_pages(of_rule: Option<u32>) -> u32 {
    of_rule.unwrap_or(MAX_LIST_PAGES)
}
