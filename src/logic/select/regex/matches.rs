//! Iterates the matches of a regular expression within a bounded number of bytes. A single search
//! is linear in the text; but some patterns (`x(.*y)?`) scan all remaining text before each of many
//! short matches is certain, which is quadratic, and large counts (`(.{0,999}x){0,9}`) make each
//! byte cost thousands of steps. A separate automaton counts the bytes scanned, and only where very
//! many matches may have scanned far, or where counts are large.

use std::cell::RefCell;
use std::rc::Rc;

use regex::{CaptureMatches, Captures, Regex};
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::{Input, MatchKind};
use regex_syntax::hir::{Capture, Hir, HirKind, Look, Repetition};

/// Bytes that the searches may have scanned in total before counting starts. Tests, unoptimised,
/// take less.
const UNCOUNTED: u64 = if cfg!(test) { 2_000_000 } else { 50_000_000 };
/// The limit of bytes scanned from there on, and its increase per byte of the text.
const MAX_SCANNED: u64 = UNCOUNTED;
const STEPS_PER_BYTE: u64 = 4;
/// Product of the counts in an expression from which each byte may cost many steps.
const LARGE_COUNTS: u64 = 500;
/// Times that the automaton may outgrow its memory (2 MiB) before each byte counts for as many as its
/// states take.
const MAX_CLEARS: usize = 8;
const COSTLY_BYTE: u64 = 4_000;
/// Automata cached per thread.
const MAX_KEPT: usize = 16;

/// The matches of an expression in a text.
pub struct Matches<'r, 't> {
    all: CaptureMatches<'r, 't>,
    regex: &'r Regex,
    text: &'t str,
    /// Where the next search begins.
    at: usize,
    /// Bytes from there to the end, summed over all searches.
    worst: u64,
    looked_at: u64,
    /// Whether each search is counted from the first on.
    has_large_counts: bool,
    counter: Option<Counter>,
    is_spent: bool,
}

/// The matches of `regex` in `text`.
pub fn matches<'r, 't>(regex: &'r Regex, text: &'t str) -> Matches<'r, 't> {
    Matches {
        all: regex.captures_iter(text),
        regex,
        text,
        at: 0,
        worst: 0,
        looked_at: 0,
        has_large_counts: has_large_counts(regex.as_str()),
        counter: None,
        is_spent: false,
    }
}

impl Matches<'_, '_> {
    /// Whether there may be more matches that would take too many steps to find.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Counts the next search before it is made.
    fn count(&mut self) {
        let rest = self.text.len().saturating_sub(self.at) as u64;
        self.worst = self.worst.saturating_add(rest);
        if self.worst <= UNCOUNTED && !self.has_large_counts {
            return;
        }
        let counter = self.counter.get_or_insert_with(|| Counter::of(self.regex));
        let looked_at = counter.scan_cost(self.text.as_bytes(), self.at);
        self.looked_at = self.looked_at.saturating_add(match looked_at {
            ScanCost::At(bytes) => bytes,
            ScanCost::Unknown => rest,
            ScanCost::Costly => rest.saturating_mul(COSTLY_BYTE),
        });
        let most = MAX_SCANNED + STEPS_PER_BYTE * self.text.len() as u64;
        self.is_spent = self.looked_at > most;
    }
}

impl<'t> Iterator for Matches<'_, 't> {
    type Item = Captures<'t>;

    fn next(&mut self) -> Option<Captures<'t>> {
        self.count();
        if self.is_spent {
            return None;
        }
        let found = self.all.next()?;
        self.at = found.get(0).map_or(self.text.len(), |whole| whole.end());
        Some(found)
    }
}

/// Whether the counts in an expression, multiplied, are large.
fn has_large_counts(pattern: &str) -> bool {
    let counts = pattern.split('{').skip(1).filter_map(|rest| {
        let counts = rest.split('}').next()?.split(',');
        counts
            .filter_map(|count| count.trim().parse::<u64>().ok())
            .max()
    });
    counts.fold(1, |product: u64, count| {
        product.saturating_mul(count.max(1))
    }) >= LARGE_COUNTS
}

/// How far a search scans.
enum ScanCost {
    /// This many bytes.
    At(u64),
    /// Unknown.
    Unknown,
    /// The automaton outgrows its memory: each byte costs many steps.
    Costly,
}

/// Simulates a search to measure how far it scans.
struct Counter(Option<(Rc<DFA>, RefCell<Cache>)>);

thread_local! {
    static KEPT: RefCell<Vec<(String, Option<Rc<DFA>>)>> = const { RefCell::new(Vec::new()) };
}

impl Counter {
    fn of(regex: &Regex) -> Self {
        let kept = KEPT.with_borrow(|kept| {
            let mut kept = kept.iter();
            kept.find(|(pattern, _)| pattern == regex.as_str()).cloned()
        });
        let dfa = kept.map_or_else(
            || {
                let dfa = automaton(regex.as_str()).map(Rc::new);
                KEPT.with_borrow_mut(|kept| {
                    if kept.len() >= MAX_KEPT {
                        kept.remove(0);
                    }
                    kept.push((regex.as_str().to_owned(), dfa.clone()));
                });
                dfa
            },
            |(_, dfa)| dfa,
        );
        Self(dfa.map(|dfa| {
            let cache = RefCell::new(dfa.create_cache());
            (dfa, cache)
        }))
    }

    /// The bytes that a search from `at` scans.
    fn scan_cost(&self, text: &[u8], at: usize) -> ScanCost {
        let Some((dfa, cache)) = self.0.as_ref() else {
            return ScanCost::Unknown;
        };
        let cache = &mut *cache.borrow_mut();
        let input = Input::new(text).range(at..);
        let Ok(mut state) = dfa.start_state_forward(cache, &input) else {
            return ScanCost::Unknown;
        };
        let mut count = 0;
        for byte in text.get(at..).unwrap_or_default() {
            count += 1;
            match dfa.next_state(cache, state, *byte) {
                Ok(next) => state = next,
                Err(_) => return ScanCost::Costly,
            }
            if state.is_dead() {
                break;
            }
            if state.is_quit() {
                return ScanCost::Unknown;
            }
        }
        ScanCost::At(count)
    }
}

fn automaton(pattern: &str) -> Option<DFA> {
    let configuration = DFA::config()
        .match_kind(MatchKind::LeftmostFirst)
        .skip_cache_capacity_check(true)
        .minimum_cache_clear_count(Some(MAX_CLEARS));
    let hir = regex_syntax::parse(pattern).ok()?;
    let nfa = NFA::compiler()
        .build_from_hir(&with_ascii_words(hir))
        .ok()?;
    DFA::builder()
        .configure(configuration)
        .build_from_nfa(nfa)
        .ok()
}

/// The expression with ASCII-only word boundaries: this kind of automaton supports no others. How
/// far a search scans hardly depends on it.
fn with_ascii_words(hir: Hir) -> Hir {
    let all = |parts: Vec<Hir>| parts.into_iter().map(with_ascii_words).collect();
    match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Class(class) => Hir::class(class),
        HirKind::Look(look) => Hir::look(match look {
            Look::WordUnicode => Look::WordAscii,
            Look::WordUnicodeNegate => Look::WordAsciiNegate,
            Look::WordStartUnicode => Look::WordStartAscii,
            Look::WordEndUnicode => Look::WordEndAscii,
            Look::WordStartHalfUnicode => Look::WordStartHalfAscii,
            Look::WordEndHalfUnicode => Look::WordEndHalfAscii,
            other => other,
        }),
        HirKind::Repetition(repetition) => Hir::repetition(Repetition {
            sub: Box::new(with_ascii_words(*repetition.sub)),
            ..repetition
        }),
        HirKind::Capture(capture) => Hir::capture(Capture {
            sub: Box::new(with_ascii_words(*capture.sub)),
            ..capture
        }),
        HirKind::Concat(parts) => Hir::concat(all(parts)),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(pattern: &str, text: &str) -> (usize, bool) {
        let regex = Regex::new(pattern).unwrap();
        let mut matches = matches(&regex, text);
        (Iterator::count(&mut matches), matches.is_spent())
    }

    #[test]
    fn what_looks_far_again_and_again_comes_to_an_end() {
        let text = "x".repeat(100_000);
        let (found, is_spent) = count("x.*y|x", &text);
        assert!(is_spent && found < 10_000, "{found}");
    }

    #[test]
    fn large_counts_come_to_an_end() {
        let text = "y".repeat(if cfg!(debug_assertions) {
            3_000
        } else {
            20_000
        });
        let (_, is_spent) = count("(?:.{0,999}x){0,9}", &text);
        assert!(is_spent);
        // Honest ones are read whole.
        let text = "<b>12 May 2024</b> some words that follow it here\n".repeat(2_000);
        for pattern in [
            r"<b>(.{0,600}?)</b>",
            r"\w{2,60} \w{1,30}",
            r"\d{1,2} \w{3,20} \d{4}",
        ] {
            let regex = Regex::new(pattern).unwrap();
            let expected = regex.find_iter(&text).count();
            assert_eq!(count(pattern, &text), (expected, false), "{pattern}");
        }
    }

    #[test]
    fn many_matches_of_a_long_text_are_all_found() {
        let text = "<a href=\"/some/page\">A title of it</a>\n".repeat(30_000);
        for pattern in [
            "href=\"([^\"]+)\"",
            "<a.*</a>",
            "x?",
            r"(\w+)\s*=",
            r"(?i)TITLE\b",
        ] {
            let regex = Regex::new(pattern).unwrap();
            let expected = regex.find_iter(&text).count();
            assert_eq!(count(pattern, &text), (expected, false), "{pattern}");
        }
        let chinese = "港口的新闻 news 港口\n".repeat(30_000);
        assert_eq!(count(r"\bnews\b", &chinese), (30_000, false));
    }
}
