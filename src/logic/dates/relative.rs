//! Dates relative to now: "3 hours ago", "1 Stunde, 5 Minuten", "昨天 10:20", "just now". The words are in
//! `assets/dates/words.toml`.

use jiff::{Span, ToSpan as _};

use super::{Moment, Reader, TokenKind, before};
use crate::dates::languages::{DateWord, DurationUnit};

/// Larger amounts are not plausible durations.
const LARGEST_AMOUNT: u64 = 10_000;

/// How many tokens before a duration its "ago" may be ("il y a environ 3 heures").
const AGO_BEFORE: usize = 5;

/// The maximum length of a text in which a day name alone is a date.
const MAX_NAMED_DAY: usize = 12;

/// The same for a word for now.
const MAX_PRESENT: usize = 4;

impl Reader<'_> {
    /// A duration in the past. Whole days and longer give a date without a time.
    pub(super) fn duration_ago(&self) -> Option<Moment> {
        (0..self.tokens.len()).find_map(|at| {
            let (parts, end) = self.duration(at);
            let smallest = parts.iter().map(|(_, unit)| *unit).min()?;
            if !self.is_ago(at, end) {
                return None;
            }
            let mut moment = self.now;
            for (amount, unit) in parts {
                moment = match seconds_of(unit) {
                    Some(seconds) => before(moment, amount.checked_mul(seconds)?)?,
                    None => moment.checked_sub(calendar_span(amount, unit)?).ok()?,
                };
            }
            Some(if smallest < DurationUnit::Day {
                Moment::at(moment.date(), moment.time(), None)
            } else {
                Moment::day(moment.date())
            })
        })
    }

    /// "Today", "yesterday" and the day before, with an adjacent time.
    pub(super) fn named_day(&self) -> Option<Moment> {
        if self.tokens.len() > MAX_NAMED_DAY {
            return None;
        }
        (0..self.tokens.len()).find_map(|at| {
            let (days, length) = self.meaning(at, |m| match m {
                DateWord::Days(days) => Some(days),
                _ => None,
            })?;
            let date = self.now.date().checked_add(days.days()).ok()?;
            Some(match self.clock_beside(&(at..at + length)) {
                Some(clock) => Moment::at(date, clock.time, clock.offset),
                None => Moment::day(date),
            })
        })
    }

    /// "Just now".
    pub(super) fn present(&self) -> Option<Moment> {
        if self.tokens.len() > MAX_PRESENT {
            return None;
        }
        let now = |m| (m == DateWord::Now).then_some(());
        let found = (0..self.tokens.len()).any(|at| self.meaning(at, now).is_some());
        found.then(|| Moment::at(self.now.date(), self.now.time(), None))
    }

    /// Amounts with units from `at` on, and where they end: "1 hour, 5 minutes".
    fn duration(&self, at: usize) -> (Vec<(i64, DurationUnit)>, usize) {
        let mut parts = Vec::new();
        let mut end = at;
        let mut next = at;
        while let Some((amount, unit, after)) = self.amount_and_unit(next) {
            parts.push((amount, unit));
            end = after;
            let comma = self.is_mark(after, ',');
            let and = self.is_word(after, &["and", "und", "et", "y", "e", "en", "и", "零"]);
            next = after + usize::from(comma || and);
        }
        (parts, end)
    }

    fn amount_and_unit(&self, at: usize) -> Option<(i64, DurationUnit, usize)> {
        let half = self.is_word(at, &["半"]);
        let (amount, length) = match self.number(at) {
            Some((value, _)) if value <= LARGEST_AMOUNT => (i64::try_from(value).ok()?, 1),
            Some(_) => return None,
            None if half => (30, 1),
            None => self.meaning(at, |m| (m == DateWord::One).then_some(1))?,
        };
        let (unit, unit_length) = self.meaning(at + length, |m| match m {
            DateWord::Unit(unit) => Some(unit),
            _ => None,
        })?;
        let end = at + length + unit_length;
        if half {
            return (unit == DurationUnit::Hour).then_some((amount, DurationUnit::Minute, end));
        }
        Some((amount, unit, end))
    }

    /// Whether "ago" follows the duration or shortly precedes it.
    fn is_ago(&self, start: usize, end: usize) -> bool {
        let ago = |m| (m == DateWord::Ago).then_some(());
        let behind = end + usize::from(self.is_mark(end, '.'));
        if self.meaning(behind, ago).is_some() {
            return true;
        }
        (start.saturating_sub(AGO_BEFORE)..start).any(|at| {
            let found = self.meaning(at, ago);
            // "前" and "ago" follow their duration; before a duration they end the previous one.
            let follows = self.is_word(at, &["前", "以前", "之前", "ago", "전"]);
            let no_number_between =
                (at..start).all(|at| !matches!(self.kind(at), Some(TokenKind::Number { .. })));
            found.is_some() && !follows && no_number_between
        })
    }
}

fn seconds_of(unit: DurationUnit) -> Option<i64> {
    match unit {
        DurationUnit::Second => Some(1),
        DurationUnit::Minute => Some(60),
        DurationUnit::Hour => Some(3600),
        DurationUnit::Day | DurationUnit::Week | DurationUnit::Month | DurationUnit::Year => None,
    }
}

fn calendar_span(amount: i64, unit: DurationUnit) -> Option<Span> {
    let span = Span::new();
    match unit {
        DurationUnit::Week => span.try_weeks(amount).ok(),
        DurationUnit::Month => span.try_months(amount).ok(),
        DurationUnit::Year => span.try_years(amount).ok(),
        DurationUnit::Second | DurationUnit::Minute | DurationUnit::Hour | DurationUnit::Day => {
            span.try_days(amount).ok()
        }
    }
}
