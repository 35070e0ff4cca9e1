//! From an answer to what it says: charset, tree, records, links, further pages. Flows in: an
//! answer and the rule. Flows out: a reading, without its final verdict.

pub(in crate::crawl) mod addresses;
pub(in crate::crawl) mod article;
pub(in crate::crawl) mod discover;
pub(in crate::crawl) mod found;
pub(in crate::crawl) mod listing;
pub(crate) mod reading;
pub(in crate::crawl) mod unparsed;
