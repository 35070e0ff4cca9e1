//! Searches saved by earlier versions, in the language of now. There, `and`, `or` and `not` in small
//! letters were words, and so was what stood before and behind a colon, but for five filters.

use super::lexer::is_quote;
use super::values::day_span;

/// The filters that there were.
const FORMER_FILTERS: [&str; 5] = ["site", "after", "before", "lang", "tag"];

/// A query of the former language, written so that it means the same now.
pub fn from_former_syntax(typed: &str) -> String {
    let chars: Vec<char> = typed.chars().collect();
    let mut out = String::with_capacity(typed.len());
    let mut place = 0;
    while let Some(c) = chars.get(place).copied() {
        if is_quote(c) {
            let rest = chars.get(place + 1..).unwrap_or_default();
            let length = rest.iter().take_while(|c| !is_quote(**c)).count();
            let text: String = rest.iter().take(length).collect();
            out.push('"');
            out.push_str(&text);
            out.push('"');
            place += length + 2;
        } else if c.is_whitespace() || is_bracket(c) || c == '-' {
            out.push(c);
            place += 1;
        } else {
            let rest = chars.get(place..).unwrap_or_default();
            let is_end = |c: char| c.is_whitespace() || is_bracket(c) || is_quote(c);
            let word: String = rest.iter().copied().take_while(|c| !is_end(*c)).collect();
            place += word.chars().count();
            let quotes_value = chars.get(place).copied().is_some_and(is_quote);
            out.push_str(&rewritten(&word, quotes_value));
        }
    }
    out
}

fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '（' | '）')
}

/// A word, in quotation marks where it would be more than that now.
fn rewritten(word: &str, quotes_value: bool) -> String {
    let is_operator = matches!(word, "and" | "or" | "not");
    let is_field = match word.split_once([':', '：']) {
        Some((name, value)) => {
            let name = name.to_lowercase();
            let is_filter = FORMER_FILTERS.contains(&name.as_str());
            let is_day = !matches!(name.as_str(), "after" | "before") || day_span(value).is_some();
            let keeps = is_filter && (is_day && !value.is_empty() || quotes_value);
            !keeps
        }
        None => word.contains(['<', '>', '≤', '≥', '＜', '＞']),
    };
    if !is_operator && !is_field {
        return word.to_owned();
    }
    let bare = word.trim_end_matches('*');
    // A filter that was still being typed asked for nothing.
    if let Some(name) = bare.strip_suffix([':', '：'])
        && FORMER_FILTERS.contains(&name.to_lowercase().as_str())
    {
        return String::new();
    }
    let star = match bare.len() < word.len() {
        true => "*",
        false => "",
    };
    // A quotation mark that follows begins a part of its own.
    let gap = match quotes_value {
        true => " ",
        false => "",
    };
    format!("\"{bare}\"{star}{gap}")
}
