//! Text processing: index terms of records, Chinese included; search queries; repost detection;
//! summaries; doubts. Input: texts. Output: text for the index, index expressions without
//! syntax errors, lines to show, signatures.

mod doubtful_records;
mod east_asian;
mod printable;
mod repost_signature;
mod repost_window;
mod same_article;
mod search_query;
mod segment;
mod selected_text;
mod sentences;
mod snippet;
mod spreadsheet_guard;
mod summary;
mod vector;

pub use doubtful_records::Validity;
pub use east_asian::EastAsian;
pub use printable::{pasteable, printable, printable_json};
pub use repost_signature::{BANDS, Signature, bands_from_bytes, bands_to_bytes};
pub use repost_window::{RepostSettings, Window};
pub use same_article::{SitePage, TextSketch, is_same_article};
pub use search_query::index_tokens::{index_terms, single_terms};
pub use search_query::{
    CompletionKind, DayRange, FilledWith, MarkedWords, Mentions, NumberRange, QUERY_NAMES, Query,
    QueryCompletion, QueryField, QueryNode, QueryPlan, QueryProblem, QueryProblemKind,
    QuerySubject, QueryTest, QueryWords, RecordTerms, completion_at, day_value, filled_expression,
    first_number, from_former_syntax, index_expression, number_key, stored_day,
};
pub use segment::word_count;
pub use selected_text::holds_found_text;
pub use snippet::{Snippet, marks, marks_in, snippet, snippet_in};
pub use spreadsheet_guard::formula_guarded;
pub use summary::{DEFAULT_KEYWORDS, Summary, SummaryLength, keywords, summarise};
pub use vector::TermVector;
