//! Terms of the full-text index. Han, kana and hangul are indexed by overlapping pairs of
//! characters, so that every word of two characters and every name is one term, and longer ones are
//! phrases of few, rare terms: a dictionary would split the same name differently in two texts and
//! miss one of them. Other scripts keep their words. For SQLite's FTS5 with its tokenizer
//! `unicode61`; queries are built by [`crate::text::Query`].

/// The maximum number of words of a phrase in a query; FTS5 limits the length of expressions.
const MAX_WORDS: usize = 64;

/// `text` rewritten for the full-text index: a run of CJK characters becomes its pairs, and its
/// last character alone, so that each character begins a term.
pub fn index_terms(text: &str) -> String {
    let mut terms = Terms {
        out: String::with_capacity(text.len().saturating_mul(2)),
        ..Terms::default()
    };
    for c in text.chars() {
        terms.push(c);
    }
    terms.end_run();
    terms.out
}

/// `text` with every CJK character separate: for comparing texts by their words.
pub fn single_terms(text: &str) -> String {
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

/// The FTS5 phrase for a word or quoted part; `None` when it has no letter or digit.
///
/// Everything ends up inside an FTS5 string of letters, digits and spaces, so nothing typed can be
/// a syntax error or an operator (FTS5, section 3.1, "FTS5 Strings").
pub(super) fn phrase(part: &str, prefix: bool) -> Option<String> {
    let terms = index_terms(part);
    let mut words: Vec<&str> = terms
        .split(|c: char| !c.is_alphanumeric() && !is_mark(c))
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    let mut open = prefix;
    let last_is_cjk = words
        .last()
        .is_some_and(|word| word.chars().all(is_cjk_or_mark));
    if last_is_cjk {
        let begins_pair = words.len() > 1
            && words
                .get(words.len() - 2)
                .is_some_and(|word| is_pair_ending(word, words.last().copied()));
        if begins_pair {
            // What follows the last pair in a text is unknown: its final single character is no
            // condition.
            words.pop();
            open = false;
        } else {
            // One character: matches any pair that begins with it.
            open = true;
        }
    }
    words.truncate(MAX_WORDS);
    let star = if open { "*" } else { "" };
    (!words.is_empty()).then(|| format!("\"{}\"{star}", words.join(" ")))
}

/// Whether `lone` is the second character of `pair`.
fn is_pair_ending(pair: &str, lone: Option<&str>) -> bool {
    let characters = pair.chars().filter(|c| is_cjk(*c)).count();
    characters == 2 && lone.is_some_and(|lone| pair.ends_with(lone))
}

/// Text being converted to terms.
#[derive(Default)]
struct Terms {
    out: String,
    /// The last two characters of the run, each with its marks.
    first: String,
    second: String,
    after_run: bool,
}

impl Terms {
    fn push(&mut self, c: char) {
        if is_cjk(c) {
            if !self.second.is_empty() {
                self.pair();
                std::mem::swap(&mut self.first, &mut self.second);
                self.second.clear();
            }
            if self.first.is_empty() {
                self.first.push(c);
            } else {
                self.second.push(c);
            }
        } else if is_mark(c) && !self.first.is_empty() {
            if self.second.is_empty() {
                self.first.push(c);
            } else {
                self.second.push(c);
            }
        } else {
            self.end_run();
            if self.after_run && !c.is_whitespace() && !self.out.ends_with(' ') {
                self.out.push(' ');
            }
            self.after_run = false;
            self.out.push(c);
        }
    }

    fn end_run(&mut self) {
        if self.first.is_empty() {
            return;
        }
        if !self.second.is_empty() {
            self.pair();
            std::mem::swap(&mut self.first, &mut self.second);
        }
        self.space();
        self.out.push_str(&self.first);
        self.first.clear();
        self.second.clear();
        self.after_run = true;
    }

    fn pair(&mut self) {
        self.space();
        self.out.push_str(&self.first);
        self.out.push_str(&self.second);
    }

    fn space(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(' ') {
            self.out.push(' ');
        }
    }
}

/// Marks that belong to the character before them.
pub(in crate::text) fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}'
    )
}

fn is_cjk_or_mark(c: char) -> bool {
    is_cjk(c) || is_mark(c)
}

/// Unicode blocks of Han, kana, bopomofo and hangul.
pub(in crate::text) fn is_cjk(c: char) -> bool {
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
    use super::*;

    #[test]
    fn runs_become_pairs() {
        assert_eq!(
            index_terms("Rust语言v2，发布会"),
            "Rust 语言 言 v2， 发布 布会 会"
        );
        assert_eq!(index_terms("plain text"), "plain text");
        assert_eq!(index_terms("か\u{3099}き 한글"), "か\u{3099}き き 한글 글");
        assert_eq!(index_terms("字"), "字");
        assert_eq!(index_terms(""), "");
        assert_eq!(single_terms("Rust语言v2"), "Rust 语 言 v2");
    }

    #[test]
    fn phrases_end_open_where_the_text_may_go_on() {
        let check = |part: &str, prefix: bool, expected: &str| {
            assert_eq!(phrase(part, prefix).as_deref(), Some(expected), "{part}");
        };
        check("预警", false, "\"预警\"");
        check("预警", true, "\"预警\"");
        check("大风预警", false, "\"大风 风预 预警\"");
        check("字", false, "\"字\"*");
        check("Rust语", false, "\"Rust 语\"*");
        check("引号 内容", false, "\"引号 号 内容\"");
        check("don't", false, "\"don t\"");
        check("craw", true, "\"craw\"*");
        check("妈妈", false, "\"妈妈\"");
        assert_eq!(phrase("!?", false), None);
    }
}
