//! Search terms. Han, kana and hangul characters are terms one by one, so that any Chinese phrase
//! is found as a phrase of its characters; other scripts keep their words.

/// `text` rewritten for the full-text index: every CJK character stands alone.
pub fn index_terms(_text: &str) -> String {
    todo!()
}

/// The FTS5 expression for what a person typed: words are joined by AND, `"quoted parts"` and runs
/// of CJK characters are phrases; a trailing `*` makes a prefix. `None` when nothing is left to search.
pub fn match_expression(_query: &str) -> Option<String> {
    todo!()
}

/// A line of at most `chars` characters of `text` around the first place where `query` occurs.
pub fn snippet(_text: &str, _query: &str, _chars: usize) -> String {
    todo!()
}
