//! Search terms. Han, kana and hangul characters are terms one by one, so that any Chinese phrase
//! is found as a phrase of its characters; other scripts keep their words. Both sides are meant
//! for SQLite's FTS5 with its tokenizer `unicode61`.

/// Most units of a query, and most words of a unit, that are searched for; what a person types
/// stays far below, and FTS5 limits how long expressions may be.
const MAX_UNITS: usize = 32;
const MAX_WORDS: usize = 64;

/// `text` rewritten for the full-text index: every CJK character stands alone.
pub fn index_terms(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 3);
    let mut after_cjk = false;
    for c in text.chars() {
        let cjk = is_cjk(c);
        let parted = cjk || after_cjk && !is_mark(c) && !c.is_whitespace();
        if parted && !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        out.push(c);
        after_cjk = cjk || after_cjk && is_mark(c);
    }
    out
}

/// The FTS5 expression for what a person typed: words are joined by AND, `"quoted parts"` and runs
/// of CJK characters are phrases; a trailing `*` makes a prefix. `None` when nothing is left to search.
///
/// Everything typed ends up inside FTS5 strings of letters, digits and spaces, so no input can be
/// a syntax error or an operator (FTS5, section 3.1, "FTS5 Strings").
pub fn match_expression(query: &str) -> Option<String> {
    let phrases: Vec<String> = units(query)
        .into_iter()
        .filter_map(|unit| {
            let words = words(&unit.text);
            let star = if unit.prefix { "*" } else { "" };
            (!words.is_empty()).then(|| format!("\"{}\"{star}", words.join(" ")))
        })
        .take(MAX_UNITS)
        .collect();
    (!phrases.is_empty()).then(|| phrases.join(" AND "))
}

/// A word or quoted part of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) text: String,
    /// Whether a `*` follows it.
    prefix: bool,
}

/// Splits a query; a quotation mark that is never closed quotes the rest.
pub(super) fn units(query: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut unit = Unit::default();
    let mut quoted = false;
    let mut chars = query.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '“' | '”' => {
                unit.prefix = quoted && chars.next_if_eq(&'*').is_some();
                units.push(std::mem::take(&mut unit));
                quoted = !quoted;
            }
            '*' if !quoted && chars.peek().is_none_or(|c| c.is_whitespace()) => unit.prefix = true,
            c if c.is_whitespace() && !quoted => units.push(std::mem::take(&mut unit)),
            c => unit.text.push(c),
        }
    }
    units.push(unit);
    units.retain(|unit| !unit.text.trim().is_empty());
    units
}

/// The words of a unit as the tokenizer would split them.
fn words(unit: &str) -> Vec<String> {
    index_terms(unit)
        .split(|c: char| !c.is_alphanumeric() && !is_mark(c))
        .filter(|word| word.contains(char::is_alphanumeric))
        .take(MAX_WORDS)
        .map(str::to_owned)
        .collect()
}

/// Marks that belong to the character before them.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}'
    )
}

/// Unicode blocks of Han, kana, bopomofo and hangul.
fn is_cjk(c: char) -> bool {
    !is_mark(c)
        && matches!(c,
            '\u{3005}'..='\u{3007}'
            | '\u{3041}'..='\u{31FF}'
            | '\u{1100}'..='\u{11FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{A960}'..='\u{A97F}'
            | '\u{AC00}'..='\u{D7FF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF66}'..='\u{FFDC}'
            | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    fn check(query: &str, expected: &str) {
        let expected = Some(expected).filter(|e| !e.is_empty());
        assert_eq!(match_expression(query).as_deref(), expected, "{query}");
    }

    #[test]
    fn cjk_characters_stand_alone() {
        assert_eq!(index_terms("Rust语言v2，发布"), "Rust 语 言 v2， 发 布");
        assert_eq!(index_terms("plain text"), "plain text");
        assert_eq!(index_terms("か\u{3099}き 한글"), "か\u{3099} き 한 글");
        assert_eq!(index_terms(""), "");
    }

    #[test]
    fn queries_become_phrases() {
        check("rust crawler", r#""rust" AND "crawler""#);
        check("大风预警", r#""大 风 预 警""#);
        check("Rust语言 2024", r#""Rust 语 言" AND "2024""#);
        check(r#""exact words" more"#, r#""exact words" AND "more""#);
        check("“引号 内容”", r#""引 号 内 容""#);
        check("craw*", r#""craw"*"#);
        check(r#""two wor"* x"#, r#""two wor"* AND "x""#);
        check("don't foo-bar C++", r#""don t" AND "foo bar" AND "C""#);
    }

    #[test]
    fn operators_are_words() {
        check(
            "a AND b OR NOT c",
            r#""a" AND "AND" AND "b" AND "OR" AND "NOT" AND "c""#,
        );
        check(
            "title:x NEAR(a b) ^y {c}",
            r#""title x" AND "NEAR a" AND "b" AND "y" AND "c""#,
        );
        check(r#"a"b"c"#, r#""a" AND "b" AND "c""#);
        check("\"open end", r#""open end""#);
        check("nul\0byte; --", r#""nul byte""#);
    }

    #[test]
    fn nothing_to_search_is_no_expression() {
        for query in ["", "  ", "\"\"", "*", "!?", "\"* *\"", "，。", "\u{301}"] {
            check(query, "");
        }
    }

    #[test]
    fn long_queries_are_cut() {
        let expression = match_expression(&"a ".repeat(10_000)).unwrap();
        assert_eq!(expression.matches("AND").count(), MAX_UNITS - 1);
        let expression = match_expression(&"字".repeat(10_000)).unwrap();
        assert_eq!(expression.matches('字').count(), MAX_WORDS);
    }

    /// The part of FTS5's grammar that expressions keep to: `"words"` or `"words"*`, joined by AND.
    fn is_safe(expression: &str) -> bool {
        let grammar = Regex::new(r#"^"[^"\x00-\x1f]+"\*?( AND "[^"\x00-\x1f]+"\*?)*$"#).unwrap();
        let word_in_each = expression
            .split('"')
            .skip(1)
            .step_by(2)
            .all(|words| words.contains(char::is_alphanumeric));
        grammar.is_match(expression) && word_in_each
    }

    proptest! {
        #[test]
        fn no_input_breaks_an_expression(query in "(\\PC|[\"*() :^{}+-]|AND|OR|NOT|NEAR|\0|中){0,24}") {
            if let Some(expression) = match_expression(&query) {
                prop_assert!(is_safe(&expression), "{}", expression);
            }
        }

        #[test]
        fn every_word_of_a_text_is_found_in_its_index(text in "([a-z0-9]{1,5}|[中文字한글かな]{1,4}|[ ,.]){1,12}") {
            let index = format!(" {} ", words(&text).join(" "));
            for unit in units(&text) {
                let phrase = words(&unit.text).join(" ");
                let found = phrase.is_empty() || index.contains(&format!(" {phrase} "));
                prop_assert!(found, "{} in {}", phrase, index);
            }
        }
    }
}
