//! Stop words, and the letters of a text. Input: a text. Output: whether it contains a stop
//! word, or its letters. The lists are data in `assets/generic/stopwords.txt`.
//!
//! Below: searching for many words and many patterns at once.

pub(super) mod hash;
pub(super) mod kind_words;
pub(super) mod noise_lines;
pub(super) mod post_words;
mod stop_words;
pub(super) mod word_lists_in_names;
pub(super) mod wording;

pub(super) use stop_words::has_stop_word;

/// Han and kana, which are written without spaces.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// Letters and digits of `text` in lower case: two names or titles are equal if these are.
pub(super) fn letters(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            letters.push(c.to_ascii_lowercase());
        } else if is_wide(c) && c.is_alphanumeric() {
            // A letter without case.
            letters.push(c);
        } else if !c.is_ascii() && c.is_alphanumeric() {
            letters.extend(c.to_lowercase());
        }
    }
    letters
}
