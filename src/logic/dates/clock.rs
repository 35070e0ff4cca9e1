//! Times of day and UTC offsets next to a date.

use std::ops::Range;

use jiff::civil::Time;
use jiff::tz::Offset;

use super::{Reader, TokenKind};
use crate::dates::languages::DateWord;

/// The maximum number of tokens between a date and its time.
const WIDEST_GAP: usize = 8;

/// China's UTC offset, in seconds.
const CHINA_SECONDS: i32 = 8 * 3600;

/// A time found in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// The time.
    pub time: Time,
    /// Its offset, if the text has one.
    pub offset: Option<Offset>,
    /// The index of the token after it.
    pub end: usize,
}

impl Reader<'_> {
    /// The time that belongs to the date at `date`: the next one after it, else the one before it.
    pub(super) fn clock_beside(&self, date: &Range<usize>) -> Option<Clock> {
        self.clock_after(date.end)
            .or_else(|| self.clock_before(date.start))
    }

    fn clock_after(&self, start: usize) -> Option<Clock> {
        (start..start + WIDEST_GAP)
            .take_while(|at| self.is_gap(start..*at))
            .find_map(|at| self.clock(at))
    }

    fn clock_before(&self, end: usize) -> Option<Clock> {
        (end.saturating_sub(WIDEST_GAP)..end)
            .filter_map(|at| self.clock(at))
            .find(|clock| clock.end <= end && self.is_gap(clock.end..end))
    }

    /// Whether `range` contains only joining words, marks and at most one unknown word.
    fn is_gap(&self, range: Range<usize>) -> bool {
        let mut unknown_words = 0;
        for at in range {
            match self.kind(at) {
                None | Some(TokenKind::Number { .. }) => return false,
                Some(TokenKind::Mark(_)) => {}
                Some(TokenKind::Word(_)) => {
                    let harmless = self.dictionary.meanings(&self.tokens, at).any(|(m, _)| {
                        use DateWord::{Am, Clock, Joiner, Pm, Weekday};
                        matches!(m, Am | Clock | Joiner | Pm | Weekday)
                    });
                    unknown_words += usize::from(!harmless);
                }
            }
        }
        unknown_words <= 1
    }

    /// The time that starts at `at`.
    pub(super) fn clock(&self, at: usize) -> Option<Clock> {
        if let Some((hour, end)) = self.named_hour(at) {
            return self.finish_clock(hour, 0, 0, at, end);
        }
        let (hour, digits) = self.number(at)?;
        if digits > 2 {
            return self.compact_clock(at);
        }
        // "12 noon"
        if hour == 12
            && let Some((hour, end)) = self.named_hour(at + 1)
        {
            return self.finish_clock(hour, 0, 0, at, end);
        }
        let (minute, second, end) = self.rest_of_clock(at)?;
        let (hour, end) = self.half_of_day(hour, at, end);
        self.finish_clock(hour, minute, second, at, end)
    }

    /// Noon or midnight by name at `at`, and where the name ends.
    fn named_hour(&self, at: usize) -> Option<(u64, usize)> {
        let (hour, length) = self.meaning(at, |m| match m {
            DateWord::Hour(hour) => u64::try_from(hour).ok(),
            _ => None,
        })?;
        Some((hour, at + length))
    }

    /// `065300` right after the `t` of a date written without separators.
    fn compact_clock(&self, at: usize) -> Option<Clock> {
        let (value, digits) = self.number(at)?;
        let after_t = at
            .checked_sub(1)
            .is_some_and(|before| self.is_word(before, &["t"]));
        if digits != 6 || !after_t || !self.is_glued(at) {
            return None;
        }
        let (hour, minute, second) = (value / 10_000, value / 100 % 100, value % 100);
        self.finish_clock(hour, minute, second, at, at + 1)
    }

    /// Minute, second and end of the time whose hour is at `at`.
    fn rest_of_clock(&self, at: usize) -> Option<(u64, u64, usize)> {
        let minute = || {
            self.number(at + 2)
                .filter(|(_, digits)| *digits == 2 || *digits == 0)
        };
        if self.is_mark(at + 1, ':') {
            let (minute, _) = minute()?;
            if self.is_mark(at + 3, ':')
                && let Some((second, 2)) = self.number(at + 4)
            {
                return Some((minute, second, self.skip_fraction(at + 5)));
            }
            return Some((minute, 0, at + 3));
        }
        if self.is_word(at + 1, &["h"]) {
            return Some(match minute() {
                Some((minute, _)) if self.is_glued(at + 2) => (minute, 0, at + 3),
                _ => (0, 0, at + 2),
            });
        }
        if self.is_word(at + 1, &["时", "時", "点", "點", "시"]) {
            return Some(self.rest_of_unspaced_clock(at + 2));
        }
        if self.is_mark(at + 1, '.') && self.is_clock_marked(at) {
            let (minute, _) = minute()?;
            return Some((minute, 0, at + 3));
        }
        // A bare hour is a time only with am or pm ("3 pm").
        self.half_after(at + 1).map(|_| (0, 0, at + 1))
    }

    fn rest_of_unspaced_clock(&self, at: usize) -> (u64, u64, usize) {
        let part = |at: usize, marks: &[&str]| {
            let (value, _) = self.number(at)?;
            self.is_word(at + 1, marks).then_some(value)
        };
        let Some(minute) = part(at, &["分", "분"]) else {
            return (0, 0, at);
        };
        match part(at + 2, &["秒", "초"]) {
            Some(second) => (minute, second, at + 4),
            None => (minute, 0, at + 2),
        }
    }

    /// Whether a word such as "Uhr" or "kl." marks `10.20` at `at` as a time.
    fn is_clock_marked(&self, at: usize) -> bool {
        let before = (1..=2).filter_map(|back| at.checked_sub(back));
        before.chain([at + 3]).any(|at| {
            self.meaning(at, |m| (m == DateWord::Clock).then_some(()))
                .is_some()
        })
    }

    fn skip_fraction(&self, at: usize) -> usize {
        let fraction = self.is_mark(at, '.') || self.is_mark(at, ',');
        if fraction && self.is_glued(at) && self.is_glued(at + 1) && self.number(at + 1).is_some() {
            at + 2
        } else {
            at
        }
    }

    /// The hour on the 24-hour clock, and the end of the time including its am or pm.
    fn half_of_day(&self, hour: u64, at: usize, end: usize) -> (u64, usize) {
        let before = at.checked_sub(1).and_then(|at| {
            self.meaning(at, |m| match m {
                DateWord::Am => Some(false),
                DateWord::Pm => Some(true),
                _ => None,
            })
        });
        let (pm, end) = match (self.half_after(end), before) {
            (Some((pm, end)), _) => (Some(pm), end),
            (None, Some((pm, _))) => (Some(pm), end),
            (None, None) => (None, end),
        };
        let hour = match pm {
            Some(true) if hour < 12 => hour + 12,
            Some(false) if hour == 12 => 0,
            _ => hour,
        };
        (hour, end)
    }

    /// Am or pm at `at` (`true` for pm, "p.m." included), and where it ends.
    fn half_after(&self, at: usize) -> Option<(bool, usize)> {
        for (letter, pm) in [("a", false), ("p", true)] {
            let dotted = self.is_word(at, &[letter])
                && self.is_mark(at + 1, '.')
                && self.is_word(at + 2, &["m"]);
            if dotted {
                return Some((pm, at + 3 + usize::from(self.is_mark(at + 3, '.'))));
            }
            if self.is_word(at, &[if pm { "pm" } else { "am" }]) {
                return Some((pm, at + 1));
            }
        }
        None
    }

    fn finish_clock(
        &self,
        hour: u64,
        minute: u64,
        second: u64,
        start: usize,
        end: usize,
    ) -> Option<Clock> {
        let part = |value: u64| i8::try_from(value).ok();
        // Civil time has no leap seconds.
        let second = second.min(59);
        let time = Time::new(part(hour)?, part(minute)?, part(second)?, 0).ok()?;
        let (offset, end) = self.offset(start, end);
        Some(Clock { time, offset, end })
    }

    /// The offset after a time that ends at `end`, and where it ends.
    fn offset(&self, start: usize, end: usize) -> (Option<Offset>, usize) {
        if let Some(TokenKind::Word(word)) = self.kind(end) {
            let Some(minutes) = self.dictionary.zone(word) else {
                return (None, end);
            };
            let of_universal_time = minutes == 0;
            if of_universal_time && let Some((offset, end)) = self.signed_offset(end + 1) {
                return (Some(offset), end);
            }
            if word == "cst" && self.here_seconds() == CHINA_SECONDS {
                return (None, end + 1);
            }
            return (Offset::from_seconds(minutes * 60).ok(), end + 1);
        }
        // "08:00-12:00" is a time range; an offset glued to its time belongs to a timestamp with a
        // T.
        let after_t = start
            .checked_sub(1)
            .is_some_and(|before| self.is_word(before, &["t"]));
        if self.is_mark(end, '-') && self.is_glued(end) && !after_t {
            return (None, end);
        }
        match self.signed_offset(end) {
            Some((offset, end)) => (Some(offset), end),
            None => (None, end),
        }
    }

    /// `+08:00`, `-0500`, `+8` at `at`.
    fn signed_offset(&self, at: usize) -> Option<(Offset, usize)> {
        let sign = match self.kind(at)? {
            TokenKind::Mark('+') => 1,
            TokenKind::Mark('-') => -1,
            _ => return None,
        };
        let (value, digits) = self.number(at + 1)?;
        if !self.is_glued(at + 1) {
            return None;
        }
        let colon = self.is_mark(at + 2, ':') && self.is_glued(at + 2);
        let (hours, minutes, end) = match (digits, colon) {
            (4, false) => (value / 100, value % 100, at + 2),
            (1 | 2, true) => (value, self.number(at + 3)?.0, at + 4),
            (1 | 2, false) => (value, 0, at + 2),
            _ => return None,
        };
        if hours > 14 || minutes > 59 {
            return None;
        }
        let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
        Some((Offset::from_seconds(sign * seconds).ok()?, end))
    }

    /// The site's own current offset, in seconds.
    fn here_seconds(&self) -> i32 {
        let here = self.zone.to_ambiguous_timestamp(self.now).compatible();
        here.map_or(0, |at| self.zone.to_offset(at).seconds())
    }
}
