//! Text in XML: characters that XML 1.0 (§2.2) does not allow are left out, special ones are
//! escaped.

/// Appends `text` as character data or as a quoted attribute value; returns the number of
/// characters left out.
pub(super) fn escape_into(out: &mut String, text: &str) -> u64 {
    let mut left_out = 0;
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A bare one is parsed as a line feed (§2.11).
            '\r' => out.push_str("&#13;"),
            c if is_legal(c) => out.push(c),
            _ => left_out += 1,
        }
    }
    left_out
}

/// Returns the escaped text.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    escape_into(&mut out, text);
    out
}

fn is_legal(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        c => c >= ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_left_out_and_counted() {
        let mut out = String::new();
        assert_eq!(escape_into(&mut out, "a\0b\u{1b}c\u{FFFF}&<>\"中🦜\t"), 3);
        assert_eq!(out, "abc&amp;&lt;&gt;&quot;中🦜\t");
    }
}
