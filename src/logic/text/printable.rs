//! Text of strangers as a person may be shown it: what moves a terminal's cursor, changes its
//! title or turns the order of letters round is replaced. Flows in: any text. Flows out: the same
//! with visible marks in the places of such characters. Never changes a letter.

use std::borrow::Cow;

/// What stands in the place of a character that may not be shown.
const MARK: char = '\u{FFFD}';

/// Whether a terminal or a line of a window would obey `c` instead of showing it: controls but
/// line feed and tab, and the characters that turn the direction of text (UAX 9).
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

/// `text` as it may be pasted anywhere: a terminal takes a control character in it for a key that was
/// pressed. All but line feed and tab are replaced; ends of lines of other systems become line feeds.
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

/// JSON `text` that says the same in characters which a terminal shows: JSON leaves U+007F to
/// U+009F and characters of direction as they are, and they can stand only inside of its strings.
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
