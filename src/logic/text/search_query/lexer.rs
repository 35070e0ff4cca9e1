//! The parts of a typed query: words, phrases, fields with their values, brackets and exclusions, each
//! with its place. Any input has parts.

use std::ops::Range;

use super::node::Compare;
use super::problem::{QueryProblem, QueryProblemKind};
use super::query_names::{is_name, named};
use super::values::{day_span, typed_number};

/// The maximum number of parts of a query; typed queries stay far below.
pub(super) const MAX_PARTS: usize = 64;

/// A part with its place, in characters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lexeme {
    pub(super) kind: LexemeKind,
    pub(super) at: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum LexemeKind {
    Open,
    Close,
    /// `-` before a part.
    Without,
    /// `name:(`, whose bracket follows.
    Group(String),
    Term(Term),
}

/// A word, a phrase, or a field with its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Term {
    pub(super) field: Option<String>,
    pub(super) compare: Option<Compare>,
    pub(super) text: String,
    pub(super) quoted: bool,
    /// `*` follows.
    pub(super) prefix: bool,
}

/// Splits a query; `own`: the fields of the rules, as far as they are known.
pub(super) fn lexemes(typed: &str, own: &[String]) -> (Vec<Lexeme>, Vec<QueryProblem>) {
    let mut lexer = Lexer {
        chars: typed.chars().collect(),
        place: 0,
        own,
        out: Vec::new(),
        problems: Vec::new(),
    };
    lexer.read();
    (lexer.out, lexer.problems)
}

struct Lexer<'a> {
    chars: Vec<char>,
    place: usize,
    own: &'a [String],
    out: Vec<Lexeme>,
    problems: Vec<QueryProblem>,
}

impl Lexer<'_> {
    fn read(&mut self) {
        while let Some(c) = self.peek() {
            if self.out.len() >= MAX_PARTS && !c.is_whitespace() {
                self.note(
                    self.place..self.chars.len(),
                    QueryProblemKind::TooLong(MAX_PARTS),
                );
                return;
            }
            let start = self.place;
            match c {
                c if c.is_whitespace() => self.place += 1,
                '(' | '（' => {
                    self.place += 1;
                    self.push(LexemeKind::Open, start);
                }
                ')' | '）' => {
                    self.place += 1;
                    self.push(LexemeKind::Close, start);
                }
                c if is_quote(c) => self.quoted_part(),
                '-' | '－' if self.follows(1).is_some_and(|c| !c.is_whitespace()) => {
                    self.place += 1;
                    self.push(LexemeKind::Without, start);
                }
                _ => self.word_part(),
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.place).copied()
    }

    fn follows(&self, by: usize) -> Option<char> {
        self.chars.get(self.place + by).copied()
    }

    fn push(&mut self, kind: LexemeKind, start: usize) {
        let at = start..self.place;
        self.out.push(Lexeme { kind, at });
    }

    fn note(&mut self, at: Range<usize>, kind: QueryProblemKind) {
        self.problems.push(QueryProblem { at, kind });
    }

    /// A phrase, or a name in quotation marks with its value.
    fn quoted_part(&mut self) {
        let start = self.place;
        let text = self.quoted();
        let is_colon = self.peek().is_some_and(|c| matches!(c, ':' | '：'));
        let has_value = self.follows(1).is_some_and(|c| !c.is_whitespace());
        if is_colon && has_value && !text.trim().is_empty() {
            self.place += 1;
            let rest = self.word();
            self.value_of(text, &rest, start);
            return;
        }
        let prefix = self.star();
        let term = Term {
            text,
            quoted: true,
            prefix,
            ..Term::default()
        };
        self.push(LexemeKind::Term(term), start);
    }

    /// Reads from a quotation mark to the next; an unclosed one quotes the rest.
    fn quoted(&mut self) -> String {
        let start = self.place;
        self.place += 1;
        let mut text = String::new();
        while let Some(c) = self.peek() {
            self.place += 1;
            if is_quote(c) {
                return text;
            }
            text.push(c);
        }
        self.note(start..start + 1, QueryProblemKind::UnclosedQuote);
        text
    }

    fn star(&mut self) -> bool {
        let is_star = self.peek() == Some('*');
        self.place += usize::from(is_star);
        is_star
    }

    /// Reads up to white space, a bracket or a quotation mark.
    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.peek() {
            if c.is_whitespace() || is_quote(c) || matches!(c, '(' | ')' | '（' | '）') {
                break;
            }
            word.push(c);
            self.place += 1;
        }
        word
    }

    /// A word, or a field with its value.
    fn word_part(&mut self) {
        let start = self.place;
        let word = self.word();
        if let Some((name, rest)) = word.split_once([':', '：'])
            && !rest.starts_with("//")
            && !rest.starts_with('\\')
            && is_name(name, self.own)
        {
            self.value_of(name.to_owned(), rest, start);
            return;
        }
        if let Some((name, compare, value)) = compared_without_colon(&word, self.own) {
            let term = Term {
                field: Some(name),
                compare: Some(compare),
                text: value,
                ..Term::default()
            };
            self.push(LexemeKind::Term(term), start);
            return;
        }
        let bare = word.trim_end_matches('*');
        let term = Term {
            text: bare.to_owned(),
            prefix: bare.len() < word.len(),
            ..Term::default()
        };
        self.push(LexemeKind::Term(term), start);
    }

    /// The value of a field, of which `rest` was read already.
    fn value_of(&mut self, name: String, rest: &str, start: usize) {
        let (compare, value) = Compare::split(rest);
        let mut term = Term {
            field: Some(name),
            compare,
            ..Term::default()
        };
        if value.is_empty() {
            let gap = self.chars.get(self.place..).unwrap_or_default();
            let gap = gap.iter().take_while(|c| c.is_whitespace()).count();
            match self.follows(0) {
                Some(c) if is_quote(c) => {
                    term.text = self.quoted();
                    term.quoted = true;
                    term.prefix = self.star();
                }
                Some('(' | '（') if compare.is_none() => {
                    let name = term.field.take().unwrap_or_default();
                    self.push(LexemeKind::Group(name), start);
                    return;
                }
                // `price:< 3`
                Some(_) if compare.is_some() && gap > 0 => {
                    self.place += gap;
                    term.text = self.word();
                }
                _ => {}
            }
            if term.text.trim().is_empty() {
                self.without_value(term, start);
                return;
            }
        } else {
            let bare = value.trim_end_matches('*');
            term.prefix = bare.len() < value.len();
            bare.clone_into(&mut term.text);
        }
        self.push(LexemeKind::Term(term), start);
    }

    /// A name that nothing follows: a field whose value is still to come, or a word with a colon.
    fn without_value(&mut self, term: Term, start: usize) {
        let name = term.field.unwrap_or_default();
        let is_field = named(&name, self.own).is_some() || self.own.contains(&name);
        if is_field || term.compare.is_some() {
            self.note(start..self.place, QueryProblemKind::NoValue(name));
            return;
        }
        let word = Term {
            text: name,
            ..Term::default()
        };
        self.push(LexemeKind::Term(word), start);
    }
}

pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”')
}

/// `price<3`: a name, a comparison, and what can be compared.
fn compared_without_colon(word: &str, own: &[String]) -> Option<(String, Compare, String)> {
    let place = word.find(['<', '>', '≤', '≥', '＜', '＞'])?;
    let (name, rest) = word.split_at(place);
    let (compare, value) = Compare::split(rest);
    let is_value = typed_number(value).is_some() || day_span(value).is_some();
    (is_value && is_name(name, own)).then(|| Some((name.to_owned(), compare?, value.to_owned())))?
}
