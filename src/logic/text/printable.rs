//! Makes untrusted text safe to show: characters that move a terminal's cursor, change its title or
//! reverse the text direction are replaced. Input: any text. Output: the same with visible
//! marks for such characters. Letters never change.

use std::borrow::Cow;

/// The replacement for an unsafe character.
const MARK: char = '\u{FFFD}';

/// Whether a terminal or a window would interpret `c` instead of showing it: controls except line
/// feed and tab, and the characters that change the direction of text (UAX 9).
fn is_obeyed(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\n' | '\t');
    is_control || is_direction(c)
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// `text` with a visible mark (U+FFFD) for every control character but line feed and tab, and for
/// every character that embeds, overrides or isolates a direction.
pub fn printable(text: &str) -> Cow<'_, str> {
    match text.contains(is_obeyed) {
        true => Cow::Owned(text.replace(is_obeyed, MARK.encode_utf8(&mut [0; 4]))),
        false => Cow::Borrowed(text),
    }
}

/// `text` as it can be pasted anywhere: a terminal treats a control character in it as a key press.
/// All but line feed and tab are replaced; other line endings become line feeds.
pub fn pasteable(text: &str) -> Cow<'_, str> {
    let is_key = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    match text.contains(is_key) {
        true => {
            let text = text.replace("\r\n", "\n");
            Cow::Owned(text.replace(is_key, MARK.encode_utf8(&mut [0; 4])))
        }
        false => Cow::Borrowed(text),
    }
}

/// Equivalent JSON `text` in characters that a terminal shows: JSON leaves U+007F to U+009F and
/// direction characters unescaped, and they can occur only inside its strings.
pub fn printable_json(text: &str) -> Cow<'_, str> {
    let escaped = |c: char| matches!(c, '\u{7F}'..='\u{9F}') || is_direction(c);
    if !text.contains(escaped) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match escaped(c) {
            true => safe.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_is_marked_and_letters_stay() {
        assert_eq!(printable("a\u{1b}]0;x\u{7}b"), "a\u{FFFD}]0;x\u{FFFD}b");
        assert_eq!(printable("a\u{9b}31m\r"), "a\u{FFFD}31m\u{FFFD}");
        assert_eq!(printable("x\u{202e}y\u{2069}"), "x\u{FFFD}y\u{FFFD}");
        let usual = "标题\tשלום\nمرحبا 👩‍👩‍👧";
        assert!(matches!(printable(usual), Cow::Borrowed(same) if same == usual));
    }

    #[test]
    fn what_is_pasted_presses_no_key() {
        assert_eq!(
            pasteable("a\u{3}\rb\r\nc\td\u{9b}"),
            "a\u{FFFD}\u{FFFD}b\nc\td\u{FFFD}"
        );
        let usual = "标题\tשלום\u{202b}\n";
        assert!(matches!(pasteable(usual), Cow::Borrowed(same) if same == usual));
    }

    #[test]
    fn json_says_the_same() {
        let text = "\"a\u{9b}b\u{202e}中\"";
        let safe = printable_json(text);
        assert_eq!(safe, "\"a\\u009bb\\u202e中\"");
        let back: String = serde_json::from_str(&safe).expect("JSON");
        assert_eq!(back, "a\u{9b}b\u{202e}中");
    }
}
