//! Values in a page's source that no element shows: in scripts, comments and calls inside
//! attributes. Input: the source and a value. Output: patterns that rely on the name before
//! the value (`"isbn": "…"`, `open('…')`). Elements and attributes are left to selectors.

use super::value_context::{By, Pattern};
use super::value_pattern::ValueForm;

/// The maximum number of occurrences inspected for one value.
const MAX_PLACES: usize = 24;
/// Longest name before a value, in bytes.
const MAX_KEY: usize = 40;
/// How far back the start of a tag is searched, in bytes.
const MAX_TAG: usize = 4_000;

/// Patterns for `value` if the source names it and no element shows it.
pub(super) fn patterns(source: &str, value: &str, form: Option<&ValueForm>) -> Vec<Pattern> {
    let mut found = Vec::new();
    for (start, _) in source.match_indices(value).take(MAX_PLACES) {
        let end = start + value.len();
        let (Some(before), Some(after)) = (source.get(..start), source.get(end..)) else {
            continue;
        };
        let Some(hidden) = hidden(before) else {
            continue;
        };
        for pattern in named(before, after, form, hidden) {
            if !found.contains(&pattern) {
                found.push(pattern);
            }
        }
    }
    found
}

/// Where a text hidden from the page is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    /// In a script, a style sheet or a comment.
    Raw,
    /// Inside a tag.
    Tag,
}

fn hidden(before: &str) -> Option<Hidden> {
    let open = |begin: &str, end: &str| before.rfind(begin) > before.rfind(end);
    if open("<script", "</script") || open("<style", "</style") || open("<!--", "-->") {
        return Some(Hidden::Raw);
    }
    let back = before.len().saturating_sub(MAX_TAG);
    let near = (back..before.len()).find_map(|from| before.get(from..))?;
    let tag = near.rfind('<')?;
    let begins = near
        .get(tag + 1..)?
        .starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && near.rfind('>') < Some(tag)).then_some(Hidden::Tag)
}

/// Patterns that rely on the name before the value.
fn named(before: &str, after: &str, form: Option<&ValueForm>, hidden: Hidden) -> Vec<Pattern> {
    let quote = before
        .chars()
        .next_back()
        .filter(|c| matches!(c, '"' | '\''));
    let rest = before
        .strip_suffix(['"', '\''])
        .unwrap_or(before)
        .trim_end();
    let Some(sign) = rest
        .chars()
        .next_back()
        .filter(|c| matches!(c, ':' | '=' | '('))
    else {
        return Vec::new();
    };
    // A selector takes the attribute itself.
    if hidden == Hidden::Tag && sign == '=' {
        return Vec::new();
    }
    let rest = rest.get(..rest.len() - 1).unwrap_or_default().trim_end();
    let key_quote = rest.chars().next_back().filter(|c| matches!(c, '"' | '\''));
    let rest = rest.strip_suffix(['"', '\'']).unwrap_or(rest);
    let name = rest.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '@')));
    let key = name.take(1).next().unwrap_or_default();
    if key.is_empty() || key.len() > MAX_KEY || !key.contains(char::is_alphabetic) {
        return Vec::new();
    }
    let edge = if key_quote.is_none() && key.starts_with(char::is_alphabetic) {
        r"\b"
    } else {
        ""
    };
    let quoted = |quote: Option<char>| quote.map(String::from).unwrap_or_default();
    let lead = format!(
        "{edge}{0}{1}{0}\\s*{2}\\s*{3}",
        quoted(key_quote),
        regex::escape(key),
        regex::escape(sign.encode_utf8(&mut [0; 4])),
        quoted(quote)
    );
    let ends = quote.is_some_and(|quote| after.starts_with(quote));
    let until = match quote {
        Some(quote) if ends => Some(format!(r"([^{quote}\n]+)")),
        None => Some(r"([^\s<>,;{}()\[\]]+)".to_owned())
            .filter(|_| after.starts_with([',', ';', '}', ')', ']', '\n', '\r', ' ', '<'])),
        _ => None,
    };
    let shaped = form.map(|form| format!("({})", form.pattern));
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    let prior = if digits > 2 { 0.55 } else { 0.72 };
    let values = until.into_iter().chain(shaped);
    values
        .map(|value| Pattern {
            regex: format!("{lead}{value}"),
            prior,
            by: By::Key(key.to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::value_pattern;
    use super::*;

    fn all(source: &str, value: &str) -> Vec<String> {
        let found = patterns(source, value, value_pattern::of(&[value]).as_ref());
        for pattern in &found {
            let regex = regex::Regex::new(&pattern.regex).unwrap();
            let group = regex.captures(source).and_then(|c| c.get(1));
            assert_eq!(group.map(|g| g.as_str()), Some(value), "{}", pattern.regex);
        }
        found.into_iter().map(|pattern| pattern.regex).collect()
    }

    #[test]
    fn names_in_scripts_comments_and_calls_make_patterns() {
        assert_eq!(
            all(
                r#"<script>var x = {"isbn": "978-1", "n": 3}</script>"#,
                "978-1"
            ),
            [
                r#""isbn"\s*:\s*"([^"\n]+)"#,
                r#""isbn"\s*:\s*"(\d+-\d{1,2})"#
            ]
        );
        assert_eq!(
            all("<!-- revision: 1234 -->", "1234"),
            [
                r"\brevision\s*:\s*([^\s<>,;{}()\[\]]+)",
                r"\brevision\s*:\s*(\d+)"
            ]
        );
        assert_eq!(
            all(r#"<a onclick="openBook('b77')">x</a>"#, "b77"),
            [
                r"\bopenBook\s*\(\s*'([^'\n]+)",
                r"\bopenBook\s*\(\s*'(b\d{1,2})"
            ]
        );
        assert!(all(r#"<a href="b77">b77: 12</a>"#, "b77").is_empty());
        assert!(all("<p>isbn: 978</p>", "978").is_empty());
    }
}
