//! How deep and how large the tree of a page may become. What happens beyond is told in the head of
//! the parser; attributes of a tag are bounded in `tag_length`, open formatting in `formatting`.

/// The maximum depth of elements. Chromium's HTML parser flattens from the same depth on.
pub const MAX_DEPTH: usize = 512;

/// Elements and comments of a page. A specification of 13 MB in one page has some 400,000.
pub const MAX_NODES: usize = 1_000_000;

/// Formatting elements that one tag may reopen before they are closed for good.
pub(super) const MAX_REOPENED: usize = 64;

/// The same once formatting is dropped: only implied elements (`tbody`, `tr`) are added.
pub(super) const MAX_IMPLIED: usize = 4;

/// Elements per tag of the source, and beyond these, after which formatting is dropped.
pub(super) const ELEMENTS_OF_TAG: usize = 4;
pub(super) const SPARE_ELEMENTS: usize = 100_000;

/// How often formatting elements are closed in bulk before they are dropped.
pub(super) const MAX_CLOSINGS: usize = 100;

/// Pairs of attributes of one tag that are compared, on the whole page: seconds.
pub(super) const MAX_COMPARED: usize = 500_000_000;

/// How far back an end tag is searched for among the flattened elements.
pub(super) const FLAT_LOOKBACK: usize = 256;
