//! Parses search box input: words, `"phrases"`, `AND OR NOT` and parentheses, `-word`, `word*`, and
//! the filters `site: after: before: lang: tag:`. Any input is a query; meaningless parts are
//! ignored. Output: FTS5 expressions without syntax errors, filters, and the texts to mark.

pub(super) mod terms;

use super::segment::chinese_words;
use terms::{is_cjk, phrase};

/// The maximum number of query parts processed; typed queries stay far below.
const MAX_PARTS: usize = 64;
/// Names of filters.
const FILTERS: [&str; 5] = ["site", "after", "before", "lang", "tag"];
/// A run of Chinese of this many characters is no longer one word or name, and is split into words.
const LONG_RUN: usize = 4;

/// A condition besides the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchFilter {
    /// `site:` part of the site's name.
    Site(String),
    /// `after:` on or after that day, month or year, such as `2026-03`.
    After(String),
    /// `before:` earlier than that.
    Before(String),
    /// `lang:` a language by its tag, such as `zh`.
    Language(String),
    /// `tag:` a user's tag.
    Tag(String),
}

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// What to find, as an FTS5 expression; `None` when there are only filters or exclusions.
    pub find: Option<String>,
    /// What to exclude, as an FTS5 expression.
    pub without: Option<String>,
    /// Filters, and whether each is negated.
    pub filters: Vec<(SearchFilter, bool)>,
    /// Texts to mark: words and phrases, with whether they are word prefixes.
    pub marked: Vec<(String, bool)>,
}

impl Query {
    /// Parses the input.
    pub fn parse(typed: &str) -> Self {
        let mut query = Self::default();
        let parts = query.take_filters(parts(typed));
        let mut reader = Reader {
            parts: parts.into_iter().peekable(),
            depth: 0,
        };
        let mut found = Vec::new();
        let mut without = Vec::new();
        // An unmatched closing parenthesis is ignored.
        while reader.parts.peek().is_some() {
            let sides = reader.any();
            found.extend(sides.find);
            without.extend(sides.without);
            query.marked.extend(sides.marked);
            reader.parts.next_if_eq(&Part::Close);
        }
        query.find = joined(found, " AND ");
        query.without = joined(without, " OR ");
        query
    }

    /// Whether the query is empty: then nothing is found.
    pub fn is_blank(&self) -> bool {
        self.find.is_none() && self.without.is_none() && self.filters.is_empty()
    }

    fn take_filters(&mut self, parts: Vec<Part>) -> Vec<Part> {
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Part::Filter(filter, not) => self.filters.push((filter, not)),
                part => rest.push(part),
            }
        }
        rest
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Word {
        text: String,
        prefix: bool,
        quoted: bool,
    },
    Filter(SearchFilter, bool),
    Or,
    Not,
    Open,
    Close,
}

/// Splits the input; an unclosed quotation mark quotes the rest.
fn parts(typed: &str) -> Vec<Part> {
    let mut out = Vec::new();
    let mut chars = typed.chars().peekable();
    while let Some(c) = chars.next() {
        if out.len() >= MAX_PARTS {
            break;
        }
        match c {
            c if c.is_whitespace() => {}
            '(' | '（' => out.push(Part::Open),
            ')' | '）' => out.push(Part::Close),
            '"' | '“' | '”' => {
                let text = quoted(&mut chars);
                let prefix = chars.next_if_eq(&'*').is_some();
                out.push(Part::Word {
                    text,
                    prefix,
                    quoted: true,
                });
            }
            '-' if chars.peek().is_some_and(|c| !c.is_whitespace()) => out.push(Part::Not),
            c => {
                let mut text = c.to_string();
                while let Some(c) =
                    chars.next_if(|c| !c.is_whitespace() && !"()（）\"“”".contains(*c))
                {
                    text.push(c);
                }
                // A filter's value may be quoted.
                if text.ends_with([':', '：']) && chars.next_if(|c| "\"“”".contains(*c)).is_some()
                {
                    text.push_str(&quoted(&mut chars));
                }
                let not = out.last() == Some(&Part::Not);
                match word(&text, not) {
                    Part::Filter(filter, _) if not => {
                        out.pop();
                        out.push(Part::Filter(filter, true));
                    }
                    part => out.push(part),
                }
            }
        }
    }
    // AND is the default between words.
    out.retain(|part| !matches!(part, Part::Word { text, quoted: false, .. } if text == "AND"));
    out
}

fn quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut text = String::new();
    for c in chars.by_ref() {
        if "\"“”".contains(c) {
            break;
        }
        text.push(c);
    }
    text
}

fn word(text: &str, not: bool) -> Part {
    match text {
        "OR" => return Part::Or,
        "NOT" => return Part::Not,
        _ => {}
    }
    if let Some((name, value)) = text.split_once([':', '：'])
        && let Some(filter) = filter(&name.to_lowercase(), value.trim())
    {
        return Part::Filter(filter, not);
    }
    // A filter that is still being typed.
    let bare = match text.strip_suffix([':', '：']) {
        Some(name) if FILTERS.contains(&name.to_lowercase().as_str()) => "",
        _ => text.trim_end_matches('*'),
    };
    Part::Word {
        text: bare.to_owned(),
        prefix: bare.len() < text.len(),
        quoted: false,
    }
}

fn filter(name: &str, value: &str) -> Option<SearchFilter> {
    if value.is_empty() {
        return None;
    }
    let text = value.to_owned();
    match name {
        "site" => Some(SearchFilter::Site(text)),
        "tag" => Some(SearchFilter::Tag(text)),
        "lang" => Some(SearchFilter::Language(text.to_lowercase())),
        "after" if is_date(value) => Some(SearchFilter::After(text)),
        "before" if is_date(value) => Some(SearchFilter::Before(text)),
        _ => None,
    }
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
fn is_date(value: &str) -> bool {
    let lengths: Vec<usize> = value.split('-').map(str::len).collect();
    value.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        && [&[4][..], &[4, 2], &[4, 2, 2]].contains(&lengths.as_slice())
}

/// What a part of a query includes and excludes.
#[derive(Default)]
struct Sides {
    find: Option<String>,
    without: Option<String>,
    marked: Vec<(String, bool)>,
}

struct Reader {
    parts: std::iter::Peekable<std::vec::IntoIter<Part>>,
    depth: usize,
}

impl Reader {
    /// Parses parts joined by OR. A part that only excludes cannot be an alternative.
    fn any(&mut self) -> Sides {
        let first = self.all();
        if self.parts.peek() != Some(&Part::Or) {
            return first;
        }
        let mut marked = Vec::new();
        let mut finds = Vec::new();
        let mut take = |side: Sides| {
            if let Some(find) = side.find {
                finds.push(match side.without {
                    Some(without) => format!("({find} NOT {without})"),
                    None => find,
                });
                marked.extend(side.marked);
            }
        };
        take(first);
        while self.parts.next_if_eq(&Part::Or).is_some() {
            take(self.all());
        }
        Sides {
            find: joined(finds, " OR "),
            without: None,
            marked,
        }
    }

    /// Parses adjacent parts.
    fn all(&mut self) -> Sides {
        let (mut finds, mut withouts, mut marked) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(part) = self.parts.next_if(|p| !matches!(p, Part::Or | Part::Close)) {
            let not = part == Part::Not;
            let part = if not {
                // `NOT NOT x` does not mean x to users; the second one is ignored.
                while self.parts.next_if_eq(&Part::Not).is_some() {}
                match self.parts.next_if(|p| !matches!(p, Part::Or | Part::Close)) {
                    Some(part) => part,
                    None => continue,
                }
            } else {
                part
            };
            let side = self.one(part);
            if not {
                withouts.extend(side.find);
            } else {
                finds.extend(side.find);
                withouts.extend(side.without);
                marked.extend(side.marked);
            }
        }
        Sides {
            find: joined(finds, " AND "),
            without: joined(withouts, " OR "),
            marked,
        }
    }

    fn one(&mut self, part: Part) -> Sides {
        match part {
            Part::Open if self.depth < MAX_PARTS => {
                self.depth += 1;
                let sides = self.any();
                self.depth -= 1;
                self.parts.next_if_eq(&Part::Close);
                sides
            }
            Part::Word {
                text,
                prefix,
                quoted,
            } => {
                let pieces = if quoted { vec![text] } else { pieces(&text) };
                let last = pieces.len().saturating_sub(1);
                let open = |at: usize| prefix && at == last;
                let phrases = pieces.iter().enumerate();
                let phrases = phrases.filter_map(|(at, piece)| phrase(piece, open(at)));
                Sides {
                    find: joined(phrases.collect(), " AND "),
                    without: None,
                    marked: pieces
                        .iter()
                        .enumerate()
                        .map(|(at, piece)| (piece.clone(), open(at)))
                        .collect(),
                }
            }
            _ => Sides::default(),
        }
    }
}

/// Returns a word unchanged, but splits long runs of Chinese into words.
fn pieces(text: &str) -> Vec<String> {
    let mut runs: Vec<(bool, String)> = Vec::new();
    for c in text.chars() {
        let cjk = is_cjk(c);
        match runs.last_mut() {
            Some((same, run)) if *same == cjk => run.push(c),
            _ => runs.push((cjk, c.to_string())),
        }
    }
    let is_long = |(cjk, run): &(bool, String)| *cjk && run.chars().count() >= LONG_RUN;
    if !runs.iter().any(is_long) {
        return vec![text.to_owned()];
    }
    let cut = |run: (bool, String)| match is_long(&run) {
        true => chinese_words(&run.1),
        false => vec![run.1],
    };
    runs.into_iter().flat_map(cut).collect()
}

/// Joins several expressions in parentheses; returns a single one unchanged.
fn joined(mut parts: Vec<String>, by: &str) -> Option<String> {
    match parts.len() {
        0 => None,
        1 => parts.pop(),
        _ => Some(format!("({})", parts.join(by))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(typed: &str, find: &str, without: &str) {
        let query = Query::parse(typed);
        assert_eq!(query.find.unwrap_or_default(), find, "{typed}");
        assert_eq!(query.without.unwrap_or_default(), without, "{typed}");
    }

    #[test]
    fn words_phrases_and_operators() {
        check("rust crawler", r#"("rust" AND "crawler")"#, "");
        check("rust AND crawler", r#"("rust" AND "crawler")"#, "");
        check("a OR b c", r#"("a" OR ("b" AND "c"))"#, "");
        check("(a OR b) c", r#"(("a" OR "b") AND "c")"#, "");
        check("a NOT b", r#""a""#, r#""b""#);
        check("a -b -\"c d\"", r#""a""#, r#"("b" OR "c d")"#);
        check("-b", "", r#""b""#);
        check("a OR (b -c)", r#"("a" OR ("b" NOT "c"))"#, "");
        check("craw*", r#""craw"*"#, "");
        check(r#""two wor"* x"#, r#"("two wor"* AND "x")"#, "");
        check(
            "don't foo-bar C++",
            r#"("don t" AND "foo bar" AND "C")"#,
            "",
        );
        check("预警", r#""预警""#, "");
        check("“引号 内容”", r#""引号 号 内容""#, "");
        check("北京大风预警", r#"("北京" AND "大风" AND "预警")"#, "");
    }

    #[test]
    fn filters_stand_beside_the_words() {
        let query =
            Query::parse("storm site:\"Harbour Gazette\" after:2026-03 -tag:done lang:ZH before:x");
        assert_eq!(query.find.as_deref(), Some(r#"("storm" AND "before x")"#));
        assert_eq!(
            query.filters,
            [
                (SearchFilter::Site("Harbour Gazette".into()), false),
                (SearchFilter::After("2026-03".into()), false),
                (SearchFilter::Tag("done".into()), true),
                (SearchFilter::Language("zh".into()), false),
            ]
        );
    }

    #[test]
    fn nonsense_asks_for_nothing() {
        for typed in [
            "", "  ", "\"", "\"\"", "*", "!?", "((", "))", "AND", "OR", "NOT", "-", "，。",
            "\u{301}", "site:", "OR OR", "()", "NOT ()",
        ] {
            assert!(Query::parse(typed).is_blank(), "{typed}");
        }
        check(") a", r#""a""#, "");
        check("\"open end", r#""open end""#, "");
        check("nul\0byte; --", r#""nul byte""#, "");
        let deep = format!("{}x", "(".repeat(10_000));
        assert!(Query::parse(&deep).is_blank());
        assert!(Query::parse(&"字 ".repeat(10_000)).find.is_some());
    }

    proptest! {
        /// The store's tests run SQLite itself; here: strings and parentheses are balanced.
        #[test]
        fn no_input_breaks_an_expression(typed in "(\\PC|[\"*() :^{}+-]|AND|OR|NOT|NEAR|\0|中){0,24}") {
            let query = Query::parse(&typed);
            for expression in [query.find, query.without].into_iter().flatten() {
                prop_assert_eq!(expression.matches('"').count() % 2, 0, "{}", expression);
                let bare: String = expression.split('"').step_by(2).collect();
                prop_assert!(bare.chars().all(|c| " ()*ANDORT".contains(c)), "{}", bare);
                prop_assert_eq!(bare.matches('(').count(), bare.matches(')').count());
            }
        }
    }
}
