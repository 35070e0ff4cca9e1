//! Calendar dates: in numbers, with month names, with and without a year.

use std::ops::{Range, RangeInclusive};

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::{Moment, Reader, TokenKind};
use crate::dates::languages::{DateOrder, DateWord};

/// Years accepted in a date.
const YEARS: RangeInclusive<u64> = 1000..=2999;

/// Years accepted in dates without separators, because other numbers look the same.
const COMPACT_YEARS: RangeInclusive<u64> = 1900..=2100;

/// Two-digit years from this one on belong to the last century.
const LAST_CENTURY_FROM: u64 = 70;

/// The maximum number of joiners between two parts of a date.
const MAX_JOINERS: usize = 2;

/// A date found in the text, and the tokens it spans.
type Found = (Date, Range<usize>);

impl Reader<'_> {
    /// The first date with a year, and the time next to it.
    pub(super) fn with_year(&self) -> Option<Moment> {
        (0..self.tokens.len()).find_map(|at| {
            if let Some(moment) = self.name_day_time_year(at) {
                return Some(moment);
            }
            let (date, place) = self
                .year_first(at)
                .or_else(|| self.year_last(at))
                .or_else(|| self.day_name_year(at))
                .or_else(|| self.name_day_year(at))
                .or_else(|| self.compact(at))?;
            Some(self.with_clock(date, &place))
        })
    }

    /// The first date without a year, resolved to its latest occurrence that is not in the future.
    pub(super) fn without_year(&self) -> Option<Moment> {
        (0..self.tokens.len()).find_map(|at| {
            let (month, day, place) = self
                .unspaced_month_day(at)
                .or_else(|| self.name_and_day(at))
                .or_else(|| self.bare_month_day(at))?;
            Some(self.with_clock(self.latest(month, day)?, &place))
        })
    }

    fn with_clock(&self, date: Date, place: &Range<usize>) -> Moment {
        match self.clock_beside(place) {
            Some(clock) => Moment::at(date, clock.time, clock.offset),
            None => Moment::day(date),
        }
    }

    /// `2026-01-05`, `2026年1月5日`, `2026 January 5`.
    fn year_first(&self, at: usize) -> Option<Found> {
        let year = self.year(at)?;
        let marked = self.is_word(at + 1, &["年", "년"]);
        let separated = self.separator(at + 1).is_some();
        let month_at = if marked || separated { at + 2 } else { at + 1 };
        if let Some((month, length)) = self.month_name(month_at) {
            let day_at = self.skip_joiners(month_at + length);
            let (day, _) = self.day(day_at)?;
            return Some((new_date(year, month, day)?, at..day_at + 1));
        }
        if !marked && !separated {
            return None;
        }
        let (month, _) = self.number(month_at)?;
        let between =
            self.is_word(month_at + 1, &["月", "월"]) || self.separator(month_at + 1).is_some();
        if !between {
            return None;
        }
        let (day, _) = self.day(month_at + 2)?;
        let end = month_at + 3;
        let end = end + usize::from(self.is_word(end, &["日", "号", "號", "일"]));
        Some((new_date(year, month, day)?, at..end))
    }

    /// `05/01/2026` in the language's order; `05.01.2026` is always day first.
    fn year_last(&self, at: usize) -> Option<Found> {
        let (first, digits) = self.day(at)?;
        let mark = self.separator(at + 1)?;
        let (second, _) = self.number(at + 2)?;
        if self.separator(at + 3) != Some(mark) {
            return None;
        }
        let (third, third_digits) = self.number(at + 4)?;
        let place = at..at + 5;
        if third_digits == 2 && digits == 2 && self.order == DateOrder::Ymd && at == 0 {
            let date = new_date(century(first), second, third)?;
            return Some((date, place));
        }
        let year = match third_digits {
            4 => self.year(at + 4)?,
            2 if at == 0 => century(third),
            _ => return None,
        };
        let day_first = || new_date(year, second, first);
        let month_first = || new_date(year, first, second);
        let date = if self.order == DateOrder::Mdy && mark != '.' {
            month_first().or_else(day_first)
        } else {
            day_first().or_else(month_first)
        };
        Some((date?, place))
    }

    /// `5 January 2026`, `5 de enero de 2026`, `05-Jan-26`.
    fn day_name_year(&self, at: usize) -> Option<Found> {
        let (day, _) = self.day(at)?;
        let name_at = self.skip_joiners(at + 1);
        let (month, length) = self.month_name(name_at)?;
        let year_at = self.skip_joiners(name_at + length);
        let year = self.year(year_at).or_else(|| self.short_year(year_at))?;
        Some((new_date(year, month, day)?, at..year_at + 1))
    }

    /// `January 5, 2026`.
    fn name_day_year(&self, at: usize) -> Option<Found> {
        let (month, length) = self.month_name(at)?;
        let day_at = self.skip_joiners(at + length);
        let (day, _) = self.day(day_at)?;
        let year_at = self.skip_joiners(day_at + 1);
        let year = self.year(year_at)?;
        Some((new_date(year, month, day)?, at..year_at + 1))
    }

    /// `Jan 5 10:20:00 2026`, the format of C's `asctime`.
    fn name_day_time_year(&self, at: usize) -> Option<Moment> {
        let (month, length) = self.month_name(at)?;
        let (day, _) = self.day(at + length)?;
        let clock = self.clock(at + length + 1)?;
        let year = self.year(clock.end)?;
        let date = new_date(year, month, day)?;
        Some(Moment::at(date, clock.time, clock.offset))
    }

    /// `20260105` and `20260105102000`.
    fn compact(&self, at: usize) -> Option<Found> {
        let (value, digits) = self.number(at)?;
        let value = match digits {
            8 => value,
            14 => value / 1_000_000,
            _ => return None,
        };
        let year = value / 10_000;
        if !COMPACT_YEARS.contains(&year) {
            return None;
        }
        let date = new_date(year, value / 100 % 100, value % 100)?;
        Some((date, at..at + 1))
    }

    /// `3月5日`.
    fn unspaced_month_day(&self, at: usize) -> Option<(u64, u64, Range<usize>)> {
        let (month, _) = self.number(at)?;
        if !self.is_word(at + 1, &["月", "월"]) {
            return None;
        }
        let (day, _) = self.day(at + 2)?;
        let end = at + 3;
        let end = end + usize::from(self.is_word(end, &["日", "号", "號", "일"]));
        Some((month, day, at..end))
    }

    /// `Jan 5` or `5 Jan`.
    fn name_and_day(&self, at: usize) -> Option<(u64, u64, Range<usize>)> {
        if let Some((month, length)) = self.month_name(at) {
            let day_at = self.skip_joiners(at + length);
            if let Some((day, _)) = self.day(day_at) {
                return Some((month, day, at..day_at + 1));
            }
        }
        let (day, _) = self.day(at)?;
        let name_at = self.skip_joiners(at + 1);
        let (month, length) = self.month_name(name_at)?;
        Some((month, day, at..name_at + length))
    }

    /// `03-05 10:20` or `5/1` at the start of the text, followed by nothing but a time.
    fn bare_month_day(&self, at: usize) -> Option<(u64, u64, Range<usize>)> {
        if at != 0 {
            return None;
        }
        let (first, _) = self.day(0)?;
        let mark = self.separator(1)?;
        let (second, _) = self.day(2)?;
        let dotted = mark == '.';
        let end = 3 + usize::from(dotted && self.is_mark(3, '.'));
        let complete = self.tokens.len() == end || self.clock(end).is_some();
        if !complete || (dotted && end == 3) {
            return None;
        }
        let day_first = dotted || (mark == '/' && self.order == DateOrder::Dmy);
        let (month, day) = if day_first {
            (second, first)
        } else {
            (first, second)
        };
        Some((month, day, 0..end))
    }

    /// The latest `month` and `day` that is not in the future. Tomorrow is accepted because the
    /// site's clock may be ahead of ours.
    fn latest(&self, month: u64, day: u64) -> Option<Date> {
        let year = u64::try_from(self.now.year()).ok()?;
        let tomorrow = self.now.date().checked_add(1.day()).ok()?;
        // 29 February recurs every four years, but after eight years around 1900 and 2100.
        (0..=8).find_map(|back| {
            let date = new_date(year.checked_sub(back)?, month, day)?;
            (date <= tomorrow).then_some(date)
        })
    }

    fn year(&self, at: usize) -> Option<u64> {
        let (value, digits) = self.number(at)?;
        let whole = digits == 4 || digits == 0;
        (whole && YEARS.contains(&value)).then_some(value)
    }

    /// A two-digit year that is glued to the token before it (`05-Jan-26`) or ends the text.
    fn short_year(&self, at: usize) -> Option<u64> {
        let (value, digits) = self.number(at)?;
        let last = at + 1 == self.tokens.len();
        (digits == 2 && (self.is_glued(at) || last)).then(|| century(value))
    }

    fn day(&self, at: usize) -> Option<(u64, usize)> {
        let (value, digits) = self.number(at)?;
        (digits <= 2 && (1..=99).contains(&value)).then_some((value, digits))
    }

    fn month_name(&self, at: usize) -> Option<(u64, usize)> {
        // "an hour ago" does not name August, although Spanish abbreviates it as "ago".
        let after_unit = at.checked_sub(1).is_some_and(|before| {
            let is_unit = |m| matches!(m, DateWord::Unit(_)).then_some(());
            self.meaning(before, is_unit).is_some()
        });
        if after_unit {
            return None;
        }
        let (month, length) = self.meaning(at, |m| match m {
            DateWord::Month(month) => u64::try_from(month).ok(),
            _ => None,
        })?;
        // An abbreviated name may end in a full stop.
        Some((month, length + usize::from(self.is_mark(at + length, '.'))))
    }

    /// The next token after at most two joining marks or words.
    fn skip_joiners(&self, mut at: usize) -> usize {
        for _ in 0..=MAX_JOINERS {
            let mark = ['.', ',', '-', '/', 'º', 'ª']
                .iter()
                .any(|m| self.is_mark(at, *m));
            let joins = |m| (m == DateWord::Joiner).then_some(());
            match self.meaning(at, joins) {
                Some(((), length)) => at += length,
                None if mark => at += 1,
                None => break,
            }
        }
        at
    }

    fn separator(&self, at: usize) -> Option<char> {
        match self.kind(at)? {
            TokenKind::Mark(mark @ ('-' | '/' | '.')) => Some(*mark),
            _ => None,
        }
    }

    /// The number at `at` with its digit count (0 for Chinese numerals).
    pub(super) fn number(&self, at: usize) -> Option<(u64, usize)> {
        match self.kind(at)? {
            TokenKind::Number { value, digits } => Some((*value, *digits)),
            _ => None,
        }
    }

    /// The first meaning at `at` that `pick` accepts, and the number of tokens it spans.
    pub(super) fn meaning<T>(
        &self,
        at: usize,
        pick: impl Fn(DateWord) -> Option<T>,
    ) -> Option<(T, usize)> {
        let mut meanings = self.dictionary.meanings(&self.tokens, at);
        meanings.find_map(|(meaning, length)| Some((pick(meaning)?, length)))
    }

    pub(super) fn kind(&self, at: usize) -> Option<&TokenKind> {
        self.tokens.get(at).map(|token| &token.kind)
    }

    pub(super) fn is_mark(&self, at: usize, mark: char) -> bool {
        self.kind(at) == Some(&TokenKind::Mark(mark))
    }

    pub(super) fn is_word(&self, at: usize, words: &[&str]) -> bool {
        matches!(self.kind(at), Some(TokenKind::Word(word)) if words.contains(&word.as_str()))
    }

    /// Whether the token at `at` follows the previous one without white space.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.glued)
    }
}

fn century(year: u64) -> u64 {
    if year < LAST_CENTURY_FROM {
        2000 + year
    } else {
        1900 + year
    }
}

fn new_date(year: u64, month: u64, day: u64) -> Option<Date> {
    let year = i16::try_from(year).ok()?;
    let month = i8::try_from(month).ok()?;
    Date::new(year, month, i8::try_from(day).ok()?).ok()
}
