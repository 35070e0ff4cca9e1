//! Searches saved by earlier versions, in the language of now. There, `and`, `or` and `not` in small
//! letters were words, and so was what stood before and behind a colon, but for five filters.

use regex::Regex;

use super::lexer::is_quote;
use super::values::day_span;

/// The filters that there were.
const FORMER_FILTERS: [&str; 5] = ["site", "after", "before", "lang", "tag"];

/// A query of the former language, written so that it means the same now.
pub fn from_former_syntax(typed: &str) -> String {
    let chars: Vec<char> = typed.chars().collect();
    // A filter narrowed the whole query, wherever it stood: `words` is the query without them.
    let mut out = String::with_capacity(typed.len());
    let (mut words, mut filters) = (String::new(), String::new());
    let mut has_alternatives = false;
    let mut place = 0;
    while let Some(c) = chars.get(place).copied() {
        let piece = if is_quote(c) {
            let text = until_quote(&chars, place + 1);
            place += text.chars().count() + 2;
            format!("\"{text}\"")
        } else if c.is_whitespace() || is_bracket(c) || c == '-' {
            place += 1;
            c.to_string()
        } else {
            let rest = chars.get(place..).unwrap_or_default();
            let is_end = |c: char| c.is_whitespace() || is_bracket(c) || is_quote(c);
            let word: String = rest.iter().copied().take_while(|c| !is_end(*c)).collect();
            place += word.chars().count();
            let quotes_value = chars.get(place).copied().is_some_and(is_quote);
            has_alternatives |= word == "OR";
            let mut now = rewritten(&word, quotes_value);
            if now == word && is_filter(&word) {
                if quotes_value {
                    let value = until_quote(&chars, place + 1);
                    place += value.chars().count() + 2;
                    now = format!("{now}\"{value}\"");
                }
                if words.ends_with('-') {
                    words.pop();
                    filters.push('-');
                }
                filters.push_str(&now);
                filters.push(' ');
                out.push_str(&now);
                continue;
            }
            now
        };
        out.push_str(&piece);
        words.push_str(&piece);
    }
    if !has_alternatives {
        return out;
    }
    let words = without_excluding_alternatives(&words);
    let (words, filters) = (words.trim(), filters.trim());
    match (words.is_empty(), filters.is_empty()) {
        (_, true) => words.to_owned(),
        (true, false) => filters.to_owned(),
        (false, false) => format!("({words}) {filters}"),
    }
}

/// The text from a place to the next quotation mark, or the end.
fn until_quote(chars: &[char], from: usize) -> String {
    let rest = chars.get(from..).unwrap_or_default();
    rest.iter().copied().take_while(|c| !is_quote(*c)).collect()
}

/// Whether a word is a filter with its value.
fn is_filter(word: &str) -> bool {
    let name = word.split([':', '：']).next().unwrap_or_default();
    word.contains([':', '：']) && FORMER_FILTERS.contains(&name.to_lowercase().as_str())
}

/// What only excluded was no alternative and was left out.
fn without_excluding_alternatives(query: &str) -> String {
    let excluding = r#"-(?:"[^"]*"|[^\s()（）"]+)\*?"#;
    let behind = Regex::new(&format!(r"(?:^|\s)OR\s+{excluding}"));
    let before = Regex::new(&format!(r"(^|[\s(（]){excluding}\s+OR(\s)"));
    match (behind, before) {
        (Ok(behind), Ok(before)) => {
            let query = behind.replace_all(query, "");
            before.replace_all(&query, "$1").into_owned()
        }
        _ => query.to_owned(),
    }
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
        // The full-width hyphen excluded nothing.
        None => word.starts_with('－') || word.contains(['<', '>', '≤', '≥', '＜', '＞']),
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
