//! Text processing: index terms of records, Chinese included; search queries; repost detection;
//! summaries; doubts. Input: texts. Output: text for the index, index expressions without
//! syntax errors, lines to show, signatures.

mod formula;
mod printable;
mod reposts;
mod search_query;
mod segment;
mod sentences;
mod siblings;
mod signature;
mod snippet;
mod summary;
mod validity;
mod vector;

pub use formula::formula_guarded;
pub use printable::{pasteable, printable, printable_json};
pub use reposts::{RepostSettings, Window};
pub use search_query::terms::{index_terms, single_terms};
pub use search_query::{Query, SearchFilter};
pub use segment::word_count;
pub use siblings::{SitePage, TextSketch, is_same_article};
pub use signature::{BANDS, Signature, bands_from_bytes, bands_to_bytes};
pub use snippet::{Snippet, marks, snippet};
pub use summary::{DEFAULT_KEYWORDS, Summary, SummaryLength, keywords, summarise};
pub use validity::Validity;
pub use vector::TermVector;
