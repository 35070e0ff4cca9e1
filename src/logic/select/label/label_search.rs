//! Finds labels: every place on a line that contains a label and may mean it.

use super::page_lines::{LINE, Reading, SPACE, Span, WIDE, is_gap};
use super::words::{closing, folded_places, is_cjk, is_colon, is_separator};

/// A label on the page.
#[derive(Clone, Debug)]
pub struct FoundLabel {
    /// Its characters, without colon and brackets.
    pub span: Span,
    /// The same with bullets or a bracket before it, and the colon or bracket after it.
    pub outer: Span,
    /// Whether a colon or a bracket of its own ends it.
    pub colon: bool,
    /// What precedes it on its line.
    pub start: LabelStart,
    /// Its line.
    pub line: Span,
    /// The bracket that ends the value: the closing one when label and value are in brackets
    /// together, the opening one of the next label when only the label is.
    pub bracket: Option<char>,
}

/// What precedes a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelStart {
    /// Nothing but bullets.
    Line,
    /// Text of another element.
    Element,
    /// A separator, a bracket or a wide gap.
    Separator,
    /// A space after a word.
    Word,
    /// A space, or nothing, after something other than a word.
    Other,
}

/// The occurrences of `labels` (folded, longest first), at most `limit`.
pub fn labels(reading: &Reading<'_>, labels: &[Vec<char>], limit: usize) -> Vec<FoundLabel> {
    let mut found = Vec::new();
    for line in &reading.lines {
        let folded = folded_places(reading.slice(line));
        let mut at = 0;
        while let Some(rest) = folded.get(at..).filter(|rest| !rest.is_empty()) {
            let says = |label: &&Vec<char>| {
                label.len() <= rest.len() && label.iter().zip(rest).all(|(c, (d, _))| c == d)
            };
            let length = labels.iter().find(says).map_or(0, Vec::len);
            let last = length.checked_sub(1).and_then(|last| rest.get(last));
            if let (Some((_, first)), Some((_, last))) = (rest.first(), last) {
                let span = line.start + first..line.start + last + 1;
                if let Some(label) = label(reading, line, span) {
                    found.push(label);
                    at += length;
                    continue;
                }
            }
            at += 1;
        }
        if found.len() >= limit {
            found.truncate(limit);
            break;
        }
    }
    found
}

fn label(reading: &Reading<'_>, line: &Span, span: Span) -> Option<FoundLabel> {
    let next = reading.at(span.end).filter(|_| span.end < line.end);
    let joined = next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '\'' | '’'));
    if joined && !reading.begins_piece(span.end) {
        return None;
    }
    let before = reading
        .slice(&(line.start..span.start))
        .iter()
        .rposition(|c| !is_gap(*c));
    let before = before.map(|at| line.start + at);
    let opened = before.and_then(|at| reading.at(at)).and_then(closing);
    let mut behind = skip_gaps(reading, span.end, line.end);
    let mut end = span.end;
    let mut colon = false;
    let mut bracket = opened;
    if opened.is_some() && reading.at(behind) == opened && behind < line.end {
        let opening = before.and_then(|at| reading.at(at));
        (colon, bracket, end) = (true, opening, behind + 1);
        behind = skip_gaps(reading, end, line.end);
    }
    if behind < line.end && reading.at(behind).is_some_and(is_colon) {
        (colon, end) = (true, behind + 1);
    }
    let start = start(reading, line, &span, before)?;
    let from = if start == LabelStart::Line {
        line.start
    } else if opened.is_some() {
        before.unwrap_or(span.start)
    } else {
        span.start
    };
    Some(FoundLabel {
        outer: from..end,
        span,
        colon,
        start,
        line: line.clone(),
        bracket,
    })
}

/// What precedes `span`; `None` when it is part of a longer word.
fn start(
    reading: &Reading<'_>,
    line: &Span,
    span: &Span,
    before: Option<usize>,
) -> Option<LabelStart> {
    let bare = |c: &char| !c.is_alphanumeric() && !matches!(c, '"' | '\'' | '$' | '#' | '@' | '&');
    let ahead = reading.slice(&(line.start..span.start));
    let Some(before) = before.filter(|_| !ahead.iter().all(bare)) else {
        return Some(LabelStart::Line);
    };
    let gap = before + 1 < span.start;
    let previous = reading.at(before)?;
    let first = reading.at(span.start)?;
    if reading.slice(&(before + 1..span.start)).contains(&WIDE) {
        return Some(LabelStart::Separator);
    }
    if is_separator(previous) || closing(previous).is_some() {
        let apart = gap || is_cjk(first) || !matches!(previous, '-' | '–' | '/' | '·' | '+' | '~');
        return apart.then_some(LabelStart::Separator);
    }
    if reading.begins_piece(span.start) {
        return Some(LabelStart::Element);
    }
    if !previous.is_alphanumeric() && !matches!(previous, '_' | '\'' | '’' | '.' | '&' | '@' | '#')
    {
        return Some(LabelStart::Other);
    }
    if gap {
        let word = previous.is_alphabetic() && !is_cjk(first);
        let ends_sentence = !previous.is_alphanumeric() && !is_cjk(first);
        return Some(if word || ends_sentence {
            LabelStart::Word
        } else {
            LabelStart::Other
        });
    }
    (previous.is_numeric() && is_cjk(first)).then_some(LabelStart::Other)
}

/// The first position from `from` on that is not a gap, at most `end`.
pub fn skip_gaps(reading: &Reading<'_>, from: usize, end: usize) -> usize {
    let gaps = reading.slice(&(from..end.max(from)));
    from + gaps
        .iter()
        .take_while(|c| matches!(**c, SPACE | WIDE | LINE))
        .count()
}

/// Whether the colon at `position` ends a label: it is not part of a time or an address.
pub fn ends_label(reading: &Reading<'_>, position: usize) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let next = reading.at(position + 1);
    reading.at(position).is_some_and(is_colon)
        && !(digit(reading.before(position)) && digit(next))
        && !(next == Some('/') && reading.at(position + 2) == Some('/'))
}
