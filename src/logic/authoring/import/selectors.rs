//! Converts selectors of other programs: CSS in jQuery notation, and patterns that extract a part
//! of a value.

use regex::Regex;
use toml::Value;

use crate::rules::TransformStep;

/// A CSS selector relative to its container: `_parent_` and a leading combinator mean the
/// container itself.
pub(super) fn css(selector: &str) -> String {
    let parts: Vec<String> = split(selector, ',')
        .into_iter()
        .map(|part| relative(part.trim()))
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(", ")
}

fn relative(part: &str) -> String {
    let part = part.replace("_parent_", ":scope");
    if part.starts_with(['>', '+', '~']) {
        return format!(":scope {part}");
    }
    part
}

/// `inner` inside `outer`, as one selector; `None` if that takes more than one.
pub(super) fn inside(outer: &str, inner: &str) -> Option<String> {
    let (outer, inner) = (css(outer), css(inner));
    let single = |selector: &str| split(selector, ',').len() == 1;
    if !single(&outer) || outer.is_empty() || inner.is_empty() {
        return None;
    }
    // An index into a set refers to another set inside a larger selector.
    if [":eq(", ":first", ":last", ":lt(", ":gt("]
        .iter()
        .any(|word| outer.contains(word) || inner.contains(word))
        && !inner.contains("-child")
        && !inner.contains("-of-type")
    {
        return None;
    }
    let parts: Vec<String> = split(&inner, ',')
        .into_iter()
        .map(|part| {
            let part = part.trim();
            match part.strip_prefix(":scope") {
                Some(rest) => format!("{outer}{rest}"),
                None => format!("{outer} {part}"),
            }
        })
        .collect();
    Some(parts.join(", "))
}

/// Splits at `separator` outside brackets and quotes.
pub(super) fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quote, mut start, mut escaped) = (0_usize, None, 0, false);
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        match (c, quote) {
            ('\\', _) => escaped = true,
            (c, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(c),
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => depth = depth.saturating_sub(1),
            (c, None) if c == separator && depth == 0 => {
                parts.push(text.get(start..at).unwrap_or(""));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or(""));
    parts
}

/// Steps that keep of a value only group `group` of `pattern` (0 is the whole match), and nothing
/// if it does not match. `None` if the pattern is invalid here.
pub(super) fn keep_match(pattern: &str, group: usize) -> Option<TransformStep> {
    let own = Regex::new(pattern).ok()?;
    if group >= own.captures_len() {
        return None;
    }
    // The pattern keeps its own flags; around it a dot also matches line breaks.
    let whole = format!(r"(?s)^.*?((?-s:{pattern})).*$|^.*$");
    Regex::new(&whole).ok()?;
    Some(replace_step(&whole, &format!("${{{}}}", group + 1)))
}

/// `{ replace = [pattern, by] }`
pub(super) fn replace_step(pattern: &str, by: &str) -> TransformStep {
    let pair = vec![
        Value::String(pattern.to_owned()),
        Value::String(by.to_owned()),
    ];
    step("replace", Value::Array(pair))
}

/// One step of a transform chain.
pub(super) fn step(name: &str, argument: Value) -> TransformStep {
    TransformStep::from([(name.to_owned(), argument)])
}

/// A text as an XPath literal; `None` if it has both kinds of quotes.
pub(super) fn xpath_literal(text: &str) -> Option<String> {
    if !text.contains('\'') {
        Some(format!("'{text}'"))
    } else if !text.contains('"') {
        Some(format!("\"{text}\""))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jquery_selectors_are_made_relative() {
        for (jquery, made) in [
            ("h2 a", "h2 a"),
            ("> a", ":scope > a"),
            ("_parent_", ":scope"),
            ("_parent_ > a, b", ":scope > a, b"),
            ("p:contains('a, b')", "p:contains('a, b')"),
            ("td:eq(1),", "td:eq(1)"),
        ] {
            assert_eq!(css(jquery), made, "{jquery}");
        }
    }

    #[test]
    fn containers_are_put_before_what_is_in_them() {
        assert_eq!(
            inside("div.a", "b, > i").as_deref(),
            Some("div.a b, div.a > i")
        );
        assert_eq!(inside("div.a", "_parent_").as_deref(), Some("div.a"));
        assert_eq!(inside("a, b", "c"), None);
        assert_eq!(inside("div", "p:eq(0)"), None);
    }

    #[test]
    fn a_pattern_keeps_its_match_alone() {
        let keep = |pattern: &str, group: usize, value: &str| {
            let step = keep_match(pattern, group).unwrap();
            let pair = step["replace"].as_array().unwrap();
            let regex = Regex::new(pair[0].as_str().unwrap()).unwrap();
            regex
                .replace_all(value, pair[1].as_str().unwrap())
                .into_owned()
        };
        assert_eq!(keep(r"\d+", 0, "a 12\nb 7"), "12");
        assert_eq!(keep(r"(\d+) (\w)", 2, "12 b"), "b");
        assert_eq!(keep("a|b", 0, "xbx"), "b");
        assert_eq!(keep(r"\d+", 0, "none\nhere"), "");
        assert!(
            keep_match(r"(?<=a)b", 0).is_none(),
            "looking back is not taken"
        );
        assert!(keep_match("a", 1).is_none());
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_split(text: String) {
            let _ = css(&text);
            let _ = inside(&text, &text);
        }
    }
}
