//! Other views of a page than its picture. Input: a page. Output: rows of its source and its
//! tree, and the places of a text.

pub(super) mod find_in_page;
pub(super) mod source;
pub(super) mod tree;
