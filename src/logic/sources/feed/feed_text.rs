//! Texts of feeds: titles and contents that may or may not be HTML, whatever they declare.
//! Input: a text. Output: the readable text.

use url::Url;

use crate::page::{Page, collapse, visible_text};

/// Whether a text has tags or names of HTML in it.
pub(super) fn is_html(text: &str) -> bool {
    let tag = |rest: &str| {
        let rest = rest.trim_start_matches('/');
        rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!') && rest.contains('>')
    };
    let name = |rest: &str| {
        let end = rest.find(';').unwrap_or(0);
        let body = rest.get(..end).unwrap_or_default().trim_start_matches('#');
        (1..=24).contains(&body.len()) && body.chars().all(|c| c.is_ascii_alphanumeric())
    };
    text.split('<').skip(1).any(tag) || text.split('&').skip(1).any(name)
}

/// `text` as readable text, each paragraph on its own line.
pub(super) fn readable(text: &str) -> String {
    if !is_html(text) {
        let lines = text.lines().map(collapse).filter(|line| !line.is_empty());
        return lines.collect::<Vec<_>>().join("\n");
    }
    match Url::parse("http://feed.invalid/") {
        Ok(url) => visible_text(&Page::parse(text, &url)),
        Err(_) => collapse(text),
    }
}

/// `text` on one line.
pub(crate) fn line(text: &str) -> String {
    collapse(&readable(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_whatever_they_are() {
        let check = |text: &str, expected: &str| assert_eq!(line(text), expected, "{text}");
        check("  Plain\n text ", "Plain text");
        check("A &amp; B &eacute;", "A & B é");
        check("<b>Bold</b> title", "Bold title");
        check("5 < 6 && 7 > 3", "5 < 6 && 7 > 3");
        check("R&D; x", "R&D; x");
        assert_eq!(readable("<p>One</p><p>Two</p>"), "One\nTwo");
        assert_eq!(readable("One\n\n  Two "), "One\nTwo");
    }
}
