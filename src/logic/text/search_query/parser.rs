//! From the parts of a query to its tree: `not` binds tighter than parts beside each other, these
//! tighter than `or`.

use super::index_tokens::{is_cjk, phrase};
use super::lexer::{Lexeme, LexemeKind, MAX_PARTS, Term, lexemes};
use super::node::{
    Compare, DayRange, FilledWith, NumberRange, QueryField, QueryNode, QueryTest, QueryWords,
};
use super::problem::{QueryProblem, QueryProblemKind};
use super::query_names::{Named, named, nearest, own_field};
use super::values::{day_span, typed_number};
use crate::text::segment::chinese_words;

/// A run of Chinese of this many characters is no longer one word or name, and is split into words.
const LONG_RUN: usize = 4;

/// Parses a query. `own`: the fields of the rules; `is_strict`: other names are mistakes.
pub(super) fn parse(
    typed: &str,
    own: &[String],
    is_strict: bool,
) -> (Option<QueryNode>, Vec<QueryProblem>) {
    let (lexemes, problems) = lexemes(typed, own);
    let mut parser = Parser {
        lexemes,
        place: 0,
        depth: 0,
        own,
        is_strict,
        field: None,
        problems,
    };
    let mut parts = Vec::new();
    while parser.place < parser.lexemes.len() {
        parts.extend(parser.any());
        // A bracket that closes nothing.
        if let Some(lexeme) = parser.next_if(|kind| *kind == LexemeKind::Close) {
            parser.note(&lexeme, QueryProblemKind::ExtraBracket);
        }
    }
    let root = all(parts);
    let mut problems = parser.problems;
    let asked = typed.trim();
    if root.is_none() && problems.is_empty() && !asked.is_empty() {
        problems.push(QueryProblem {
            at: 0..typed.chars().count(),
            kind: QueryProblemKind::NoWords(asked.to_owned()),
        });
    }
    problems.sort_by_key(|problem| problem.at.start);
    let is_wrong = problems.iter().any(QueryProblem::is_fatal);
    (root.filter(|_| !is_wrong), problems)
}

/// An operator between or before parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    And,
    Or,
    Not,
}

struct Parser<'a> {
    lexemes: Vec<Lexeme>,
    place: usize,
    depth: usize,
    own: &'a [String],
    is_strict: bool,
    /// The field whose values a bracket is about.
    field: Option<String>,
    problems: Vec<QueryProblem>,
}

impl Parser<'_> {
    fn kind(&self, place: usize) -> Option<&LexemeKind> {
        self.lexemes.get(place).map(|lexeme| &lexeme.kind)
    }

    fn next_if(&mut self, is: impl Fn(&LexemeKind) -> bool) -> Option<Lexeme> {
        let lexeme = self.lexemes.get(self.place)?;
        if !is(&lexeme.kind) {
            return None;
        }
        self.place += 1;
        Some(lexeme.clone())
    }

    fn note(&mut self, lexeme: &Lexeme, kind: QueryProblemKind) {
        self.problems.push(QueryProblem {
            at: lexeme.at.clone(),
            kind,
        });
    }

    /// The operator at a place. In capitals it always is one; in small letters it is a word where
    /// nothing stands beside it to be joined.
    fn operator(&self, place: usize) -> Option<Operator> {
        let Some(LexemeKind::Term(term)) = self.kind(place) else {
            return None;
        };
        if term.quoted || term.prefix || term.field.is_some() {
            return None;
        }
        let (operator, is_small) = match term.text.as_str() {
            "AND" => (Operator::And, false),
            "OR" => (Operator::Or, false),
            "NOT" => (Operator::Not, false),
            "and" => (Operator::And, true),
            "or" => (Operator::Or, true),
            "not" => (Operator::Not, true),
            _ => return None,
        };
        let before = place.checked_sub(1).and_then(|before| self.kind(before));
        let ends_part = matches!(before, Some(LexemeKind::Close | LexemeKind::Term(_)));
        let begins_part = matches!(
            self.kind(place + 1),
            Some(kind) if *kind != LexemeKind::Close
        );
        let joins = begins_part && (operator == Operator::Not || ends_part);
        (joins || !is_small).then_some(operator)
    }

    /// Parses parts joined by `or`.
    fn any(&mut self) -> Option<QueryNode> {
        let mut parts: Vec<QueryNode> = self.all().into_iter().collect();
        while self.operator(self.place) == Some(Operator::Or) {
            let operator = self.lexemes.get(self.place).cloned();
            let had_before = !parts.is_empty();
            self.place += 1;
            let next = self.all();
            if let (Some(operator), true) = (operator, next.is_none() || !had_before) {
                self.dangling(&operator);
            }
            parts.extend(next);
        }
        match parts.len() {
            0 | 1 => parts.pop(),
            _ => Some(QueryNode::Any(parts)),
        }
    }

    fn dangling(&mut self, operator: &Lexeme) {
        if let LexemeKind::Term(term) = &operator.kind {
            let text = term.text.clone();
            self.note(operator, QueryProblemKind::NothingToJoin(text));
        }
    }

    /// Parses parts beside each other.
    fn all(&mut self) -> Option<QueryNode> {
        let mut parts = Vec::new();
        loop {
            match self.operator(self.place) {
                Some(Operator::Or) => break,
                Some(Operator::And) => {
                    let operator = self.lexemes.get(self.place).cloned();
                    self.place += 1;
                    let ends = matches!(self.kind(self.place), None | Some(LexemeKind::Close));
                    if let Some(operator) = operator.filter(|_| ends || parts.is_empty()) {
                        self.dangling(&operator);
                    }
                    continue;
                }
                Some(Operator::Not) | None => {}
            }
            match self.kind(self.place) {
                None | Some(LexemeKind::Close) => break,
                Some(_) => parts.extend(self.part()),
            }
        }
        all(parts)
    }

    /// Parses one part, with what excludes it.
    fn part(&mut self) -> Option<QueryNode> {
        let mut without = None;
        // `NOT NOT x` does not mean x to people; the second one is ignored.
        while self.kind(self.place) == Some(&LexemeKind::Without)
            || self.operator(self.place) == Some(Operator::Not)
        {
            without = self.lexemes.get(self.place).cloned();
            self.place += 1;
        }
        let ends = matches!(self.kind(self.place), None | Some(LexemeKind::Close))
            || self.operator(self.place).is_some();
        if let Some(operator) = without.as_ref().filter(|_| ends) {
            self.dangling(operator);
            return None;
        }
        let part = self.one()?;
        Some(match without {
            Some(_) => QueryNode::Not(Box::new(part)),
            None => part,
        })
    }

    fn one(&mut self) -> Option<QueryNode> {
        let lexeme = self.next_if(|kind| *kind != LexemeKind::Close)?;
        match &lexeme.kind {
            LexemeKind::Open => self.bracket(&lexeme),
            LexemeKind::Group(name) => {
                let before = self.field.replace(name.clone());
                let open = self.next_if(|kind| *kind == LexemeKind::Open);
                let part = open.and_then(|open| self.bracket(&open));
                self.field = before;
                part
            }
            LexemeKind::Term(term) => self.term(&lexeme, term),
            LexemeKind::Without | LexemeKind::Close => None,
        }
    }

    fn bracket(&mut self, open: &Lexeme) -> Option<QueryNode> {
        if self.depth >= MAX_PARTS {
            return None;
        }
        self.depth += 1;
        let inner = self.any();
        self.depth -= 1;
        if self.next_if(|kind| *kind == LexemeKind::Close).is_none() {
            self.note(open, QueryProblemKind::UnclosedBracket);
        }
        inner
    }

    fn term(&mut self, lexeme: &Lexeme, term: &Term) -> Option<QueryNode> {
        let name = term.field.clone().or_else(|| self.field.clone());
        let Some(name) = name else {
            return words(None, term);
        };
        let Some(meaning) = named(&name, self.own) else {
            return self.own_term(lexeme, name, term);
        };
        let text = term.text.trim().to_owned();
        let compares = term
            .compare
            .is_some_and(|compare| compare != Compare::Equal);
        let is_of_days = matches!(
            meaning,
            Named::Date | Named::Fetched | Named::After | Named::Before
        );
        if compares && !is_of_days {
            self.note(lexeme, QueryProblemKind::NotCompared(name));
            return None;
        }
        if text.is_empty() && !matches!(meaning, Named::Words(_) | Named::Date) {
            self.note(lexeme, QueryProblemKind::NoValue(name));
            return None;
        }
        let days = |parser: &mut Self| {
            let range = day_range(term.compare, &text);
            if range.is_none() {
                let value = text.clone();
                let field = name.clone();
                parser.note(lexeme, QueryProblemKind::NotADate { field, value });
            }
            range
        };
        Some(match meaning {
            Named::Words(field) if text.is_empty() => {
                QueryNode::Filled(field, FilledWith::Anything)
            }
            Named::Words(field) => return words(Some(field), term),
            Named::Site => QueryNode::Test(QueryTest::Site(text)),
            Named::Tag => QueryNode::Test(QueryTest::Tag(text)),
            Named::Language => QueryNode::Test(QueryTest::Language(text.to_lowercase())),
            Named::After => QueryNode::Test(QueryTest::After(days(self)?.from?)),
            Named::Before => QueryNode::Test(QueryTest::Before(days(self)?.from?)),
            Named::Date if text.is_empty() => QueryNode::Test(QueryTest::Date(DayRange::default())),
            Named::Date => QueryNode::Test(QueryTest::Date(days(self)?)),
            Named::Fetched => QueryNode::Test(QueryTest::Fetched(days(self)?)),
        })
    }

    /// A field of a rule, with what is asked of it.
    fn own_term(&mut self, lexeme: &Lexeme, name: String, term: &Term) -> Option<QueryNode> {
        let known = own_field(&name, self.own);
        let known = known.or_else(|| (!self.is_strict).then(|| name.clone()));
        let Some(field) = known else {
            let near = nearest(&name, self.own).map(str::to_owned);
            let kind = QueryProblemKind::UnknownField {
                field: name,
                value: format!("{}{}", term.compare.map_or("", Compare::sign), term.text),
                nearest: near,
            };
            self.note(lexeme, kind);
            return None;
        };
        let text = term.text.trim();
        let own = QueryField::Own(field.clone());
        if text.is_empty() {
            return Some(QueryNode::Filled(own, FilledWith::Anything));
        }
        let number = number_range(term.compare, text);
        let day = day_range(term.compare, text);
        let number = number.map(|range| QueryTest::Number(field.clone(), range));
        let day = day.map(|range| QueryTest::Day(field.clone(), range));
        let tests: Vec<QueryNode> = number.into_iter().chain(day).map(QueryNode::Test).collect();
        if term
            .compare
            .is_some_and(|compare| compare != Compare::Equal)
        {
            if tests.is_empty() {
                let value = text.to_owned();
                self.note(lexeme, QueryProblemKind::NotANumber { field, value });
            }
            return any(tests);
        }
        let is_test = !tests.is_empty() && !term.quoted && !term.prefix;
        let said = words(Some(own.clone()), term);
        if !is_test {
            return said;
        }
        // A value that is a number is compared as one; `3` finds no `3.50`.
        let not = |with| QueryNode::Not(Box::new(QueryNode::Filled(own.clone(), with)));
        let plain = said
            .map(|said| QueryNode::All(vec![said, not(FilledWith::Number), not(FilledWith::Day)]));
        any(tests.into_iter().chain(plain).collect())
    }
}

/// Words of a record or a field; nothing if there is no letter or digit.
fn words(field: Option<QueryField>, term: &Term) -> Option<QueryNode> {
    let is_url = field == Some(QueryField::Url);
    // Addresses are indexed without their scheme.
    let text = match term.text.split_once("://") {
        Some((_, rest)) if is_url => rest,
        _ => term.text.as_str(),
    };
    let pieces = match term.quoted || is_url {
        true => vec![text.to_owned()],
        false => pieces(text),
    };
    let last = pieces.len().saturating_sub(1);
    let phrases: Vec<(String, bool)> = pieces
        .into_iter()
        .enumerate()
        .map(|(at, piece)| (piece, term.prefix && at == last))
        .filter(|(piece, prefix)| phrase(piece, *prefix).is_some())
        .collect();
    (!phrases.is_empty()).then_some(QueryNode::Words(QueryWords { field, phrases }))
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

/// A number with its comparison, or `2..5`.
fn number_range(compare: Option<Compare>, text: &str) -> Option<NumberRange> {
    if let (None, Some((low, high))) = (compare, text.split_once("..")) {
        let end = |text: &str| match text.is_empty() {
            true => Some(None),
            false => typed_number(text).map(|number| Some((number, true))),
        };
        let (low, high) = (end(low)?, end(high)?);
        return (low.is_some() || high.is_some()).then_some(NumberRange { low, high });
    }
    let number = typed_number(text)?;
    Some(NumberRange::of(compare.unwrap_or(Compare::Equal), number))
}

/// A day, month or year with its comparison, or `2026-01..2026-03`.
fn day_range(compare: Option<Compare>, text: &str) -> Option<DayRange> {
    if let (None, Some((first, last))) = (compare, text.split_once("..")) {
        let from = match first.is_empty() {
            true => None,
            false => Some(day_span(first)?.from),
        };
        let until = match last.is_empty() {
            true => None,
            false => Some(day_span(last)?.until),
        };
        return (from.is_some() || until.is_some()).then_some(DayRange { from, until });
    }
    let span = day_span(text)?;
    Some(DayRange::of(compare.unwrap_or(Compare::Equal), span))
}

fn all(mut parts: Vec<QueryNode>) -> Option<QueryNode> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(QueryNode::All(parts)),
    }
}

fn any(mut parts: Vec<QueryNode>) -> Option<QueryNode> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(QueryNode::Any(parts)),
    }
}
