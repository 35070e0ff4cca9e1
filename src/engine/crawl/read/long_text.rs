//! Whether a page has much text: a list page without items that has changed its layout rather than
//! run out of items.

/// Letters of text above which a list page without items has changed its layout rather than run out
/// of items.
const LONG_TEXT_LETTERS: usize = 400;
/// The number of letters that a Chinese, Japanese or Korean character counts for.
const LETTERS_OF_HAN: usize = 3;

/// Whether `text` is more than a list without items has.
pub(super) fn is_long(text: &str) -> bool {
    let letters = |c: char| match c {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => {
            LETTERS_OF_HAN
        }
        _ => 1,
    };
    text.chars().map(letters).sum::<usize>() > LONG_TEXT_LETTERS
}
