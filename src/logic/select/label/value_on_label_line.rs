//! Values on the line of their label: where they begin, and where the next label or a separator
//! ends them.

use super::label_search::{FoundLabel, ends_label, skip_gaps};
use super::page_lines::{Reading, SPACE, Span, WIDE, is_gap};
use super::words::{closing, is_cjk, is_colon, is_known, is_separator};
use crate::page::ElementIndex;

/// Longest label that is recognised as the next one, in characters and words.
const MAX_LABEL_CHARS: usize = 30;
const MAX_LABEL_CJK: usize = 10;
const MAX_LABEL_WORDS: usize = 4;

/// Where the text after `label` begins, separators skipped; at most the line's end.
pub fn begin(reading: &Reading<'_>, label: &FoundLabel) -> usize {
    let end = label.line.end;
    let mut at = skip_gaps(reading, label.outer.end, end);
    while at < end {
        let Some(c) = reading.at(at) else { break };
        let gap = reading.at(at + 1).is_none_or(is_gap) || reading.begins_piece(at + 1);
        let minus = matches!(c, '-' | '–' | '+' | '~' | '*') && !gap;
        if !(is_colon(c) || is_separator(c)) || minus {
            break;
        }
        at = skip_gaps(reading, at + 1, end);
    }
    at
}

/// The value that begins at `from`; it stays in the innermost element that holds text after the
/// label. Empty when the next label follows directly.
pub fn value(
    reading: &Reading<'_>,
    label: &FoundLabel,
    from: usize,
    unit: Option<ElementIndex>,
) -> Span {
    let line_end = reading.line_at(from).map_or(from, |line| line.end);
    let mut end = line_end;
    let mut around = reading.parent_at(label.span.start);
    while let Some(element) = around {
        let covered = reading.span(element).end;
        if covered > from {
            end = end.min(covered);
            break;
        }
        around = reading.parent(element);
    }
    if let Some(bracket) = label.bracket {
        let closed = (from..end).find(|at| reading.at(*at) == Some(bracket));
        end = closed.unwrap_or(end);
    }
    let look = unit.map(|unit| TagAndClass::of(reading, unit));
    let next = next_label(reading, from, end, look.as_ref());
    let alone = next.is_none() && first_on_line(reading, label);
    end = next.unwrap_or(end);
    if let (Some(unit), false) = (unit, label.colon) {
        end = next_alike(reading, unit, from, end).unwrap_or(end);
    }
    end = separated(reading, from, end, alone).unwrap_or(end);
    clean(reading, from..end)
}

fn first_on_line(reading: &Reading<'_>, label: &FoundLabel) -> bool {
    let ahead = reading.slice(&(label.line.start..label.span.start));
    !ahead.iter().any(|c| c.is_alphanumeric())
}

/// What distinguishes elements visually: tag and class.
#[derive(PartialEq, Eq)]
pub struct TagAndClass<'a> {
    pub tag: &'a str,
    pub class: &'a str,
}

impl<'a> TagAndClass<'a> {
    pub fn of(reading: &Reading<'a>, element: ElementIndex) -> Self {
        let element = reading.page.element(element);
        Self {
            tag: element.map_or("", |e| e.value().name()),
            class: element.and_then(|e| e.attr("class")).unwrap_or("").trim(),
        }
    }
}

/// `span` without trailing gaps and separators; brackets that open before the next label are cut
/// too.
fn clean(reading: &Reading<'_>, span: Span) -> Span {
    let mut end = span.end;
    while end > span.start {
        let Some(c) = reading.before(end) else { break };
        let drops =
            is_gap(c) || closing(c).is_some() || (is_separator(c) && !matches!(c, '+' | '*'));
        if !drops {
            break;
        }
        end -= 1;
    }
    span.start..end
}

/// Where the next label begins, when there is one with text before it.
fn next_label(
    reading: &Reading<'_>,
    from: usize,
    end: usize,
    look: Option<&TagAndClass<'_>>,
) -> Option<usize> {
    (from + 1..end)
        .filter(|at| ends_label(reading, *at))
        .filter_map(|colon| label_start(reading, from, colon, look))
        .find(|start| !clean(reading, from..*start).is_empty())
}

/// Where the label before the colon at `colon` begins.
fn label_start(
    reading: &Reading<'_>,
    from: usize,
    colon: usize,
    look: Option<&TagAndClass<'_>>,
) -> Option<usize> {
    let end = (from..colon)
        .rev()
        .find(|at| !reading.at(*at).is_some_and(is_gap))?
        + 1;
    let mut known = None;
    let lowest = from.max(end.saturating_sub(MAX_LABEL_CHARS + 1));
    for start in (lowest..end).rev() {
        if reading.at(start).is_some_and(is_gap) {
            continue;
        }
        let text = reading.slice(&(start..end));
        match boundary(reading, start, colon, look) {
            Boundary::Hard if plausible(text) => return Some(start),
            Boundary::Hard => return known,
            Boundary::Soft if text.iter().any(|c| is_cjk(*c)) && plausible(text) => {
                return Some(start);
            }
            Boundary::Soft if is_known(text) => known = Some(start),
            Boundary::Soft | Boundary::None => {}
        }
    }
    known
}

enum Boundary {
    Hard,
    Soft,
    None,
}

fn boundary(
    reading: &Reading<'_>,
    start: usize,
    colon: usize,
    look: Option<&TagAndClass<'_>>,
) -> Boundary {
    let Some(gap_from) = (0..start)
        .rev()
        .find(|at| !reading.at(*at).is_some_and(is_gap))
    else {
        return Boundary::None;
    };
    let spaced = gap_from + 1 < start;
    if reading.slice(&(gap_from + 1..start)).contains(&WIDE) {
        return Boundary::Hard;
    }
    let first_cjk = reading.at(start).is_some_and(is_cjk);
    if reading.begins_piece(start) {
        let own = reading.parent_at(start).filter(|e| {
            let span = reading.span(*e);
            span.start == start
                && (span.end <= colon + 1
                    || look.is_some_and(|l| *l == TagAndClass::of(reading, *e)))
        });
        return if own.is_some() {
            Boundary::Hard
        } else {
            Boundary::Soft
        };
    }
    let Some(previous) = reading.at(gap_from) else {
        return Boundary::None;
    };
    let separates = closing(previous).is_some() && previous != '<'
        || is_separator(previous) && (spaced || first_cjk || matches!(previous, '|' | ',' | ';'));
    if separates {
        Boundary::Hard
    } else if spaced || (first_cjk && matches!(previous, '】' | ']' | ')' | '）' | '。')) {
        Boundary::Soft
    } else {
        Boundary::None
    }
}

/// Whether `text` can be a label.
pub fn plausible(text: &[char]) -> bool {
    let cjk = text.iter().filter(|c| is_cjk(**c)).count();
    let words = text
        .split(|c| is_gap(*c))
        .filter(|word| !word.is_empty())
        .count();
    let sentence = |c: &char| matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '，' | '“' | '"');
    let starts_well = text
        .first()
        .is_some_and(|c| c.is_alphabetic() && !c.is_lowercase() || is_known(text));
    starts_well
        && text.len() <= MAX_LABEL_CHARS
        && cjk <= MAX_LABEL_CJK
        && words <= MAX_LABEL_WORDS
        && !text.iter().any(sentence)
}

/// Where the next sibling styled like the label's own element begins: for labels without a colon,
/// that is the next label.
fn next_alike(reading: &Reading<'_>, unit: ElementIndex, from: usize, end: usize) -> Option<usize> {
    const MAX_SIBLINGS: usize = 100;
    let look = TagAndClass::of(reading, unit);
    let element = reading.page.element(unit)?;
    let mut alike = element
        .next_siblings()
        .take(MAX_SIBLINGS)
        .filter_map(scraper::ElementRef::wrap)
        .filter_map(|e| reading.page.index_of(e))
        .filter(|e| TagAndClass::of(reading, *e) == look)
        .map(|e| reading.span(e))
        .filter(|span| !span.is_empty())
        .take_while(|span| span.start < end)
        .peekable();
    let mut reached = from;
    let value_is_alike = alike.peek().is_some_and(|first| first.start <= from);
    for span in alike {
        let between = reached..span.start.max(reached);
        let apart = value_is_alike && !reading.trimmed(&between).is_empty();
        if span.start > from && !apart {
            return Some(span.start);
        }
        reached = span.end;
    }
    None
}

/// Where a bar, a spaced dot or a wide gap ends the value. `alone`: the line has no other label and
/// nothing before it, so a row of similar values belongs together.
fn separated(reading: &Reading<'_>, from: usize, end: usize, alone: bool) -> Option<usize> {
    for at in from..end {
        let c = reading.at(at)?;
        let before = reading.before(at);
        let spaced = before.is_some_and(is_gap) && reading.at(at + 1).is_none_or(is_gap);
        let bar = matches!(c, '|' | '｜' | '│' | '┊' | '丨')
            || (spaced && matches!(c, '·' | '•' | '∙' | '・'));
        if !bar && c != WIDE {
            continue;
        }
        let next = skip_gaps(reading, at + 1, end);
        let other_element = reading.begins_piece(next) || reading.begins_piece(at);
        let differs = starts_with_digit(reading, next) && !starts_with_digit(reading, from);
        let ends = if c == WIDE {
            other_element || differs
        } else {
            !alone || differs
        };
        if ends && at > from {
            return Some(at);
        }
    }
    None
}

fn starts_with_digit(reading: &Reading<'_>, at: usize) -> bool {
    reading.at(at).is_some_and(|c| c.is_ascii_digit())
}

/// Whether the line at `from` begins with a known label and a colon of its own.
pub fn begins_with_label(reading: &Reading<'_>, from: usize) -> bool {
    let Some(line) = reading.line_at(from) else {
        return false;
    };
    let end = line.end.min(from + MAX_LABEL_CHARS + 2);
    let colon = (from..end).find(|at| ends_label(reading, *at));
    colon.is_some_and(|colon| is_known(reading.slice(&reading.trimmed(&(from..colon)))))
}

/// Whether `span` reads like a sentence rather than a value.
pub fn is_running_text(reading: &Reading<'_>, span: &Span) -> bool {
    const LONG: usize = 100;
    const FEW_WORDS: usize = 3;
    let text = reading.slice(span);
    let words = text.split(|c| *c == SPACE || *c == WIDE).count();
    let lower = text.first().is_some_and(|c| c.is_lowercase());
    let stop = text.last().is_some_and(|c| matches!(c, '。' | '！' | '？'))
        || (words > FEW_WORDS && text.last().is_some_and(|c| matches!(c, '.' | '!' | '?')));
    stop || text.len() > LONG || (lower && words >= FEW_WORDS)
}
