//! Parses the fields of a cron expression, with positions. Input: the expression as typed.
//! Output: one set of values per field, or an error with its position. Does not decide about time.

use super::CronError;
use crate::messages::Message;

/// The parsed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CronFields {
    /// Seconds, 0–59.
    pub seconds: ValueSet,
    /// Minutes, 0–59.
    pub minutes: ValueSet,
    /// Hours, 0–23.
    pub hours: ValueSet,
    /// Days of the month, 1–31.
    pub days: ValueSet,
    /// Months, 1–12.
    pub months: ValueSet,
    /// Weekdays, 0 (Sunday) to 6.
    pub weekdays: ValueSet,
}

/// The values one field allows; all of them are below 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueSet {
    bits: u64,
    /// Whether the field was written with a leading `*` or `?`. Such a day field does not take part
    /// in the union of days (crontab(5) of Vixie cron).
    pub starred: bool,
}

impl ValueSet {
    /// The allowed values, ascending.
    pub fn values(self) -> impl Iterator<Item = u32> {
        (0..64).filter(move |v| self.contains(*v))
    }

    /// Whether `value` is allowed.
    pub fn contains(self, value: u32) -> bool {
        value < 64 && self.bits >> value & 1 == 1
    }

    /// The values as one bit each.
    pub fn bits(self) -> u64 {
        self.bits
    }

    fn one(value: u32) -> Self {
        Self {
            bits: 1 << value,
            starred: false,
        }
    }

    fn every(kind: Kind) -> Self {
        let (low, high) = kind.bounds();
        let mut set = Self {
            bits: 0,
            starred: true,
        };
        for value in low..=high {
            set.insert(kind, value);
        }
        set
    }

    fn insert(&mut self, kind: Kind, value: u32) {
        let value = match (kind, value) {
            (Kind::Weekday, 7) => 0,
            _ => value,
        };
        self.bits |= 1 << value;
    }
}

/// Parses five fields, six with seconds first, or a nickname.
pub(super) fn parse(expression: &str) -> Result<CronFields, CronError> {
    let words = split(expression, 0, char::is_whitespace);
    match words.as_slice() {
        [] => Err(fail(0, Message::new("schedule-cron-empty"))),
        [word] if word.text.starts_with('@') => nickname(word),
        [minute, hour, day, month, weekday] => {
            let seconds = ValueSet::one(0);
            written(seconds, [minute, hour, day, month, weekday])
        }
        [second, minute, hour, day, month, weekday] => {
            let seconds = field(Kind::Second, second)?;
            written(seconds, [minute, hour, day, month, weekday])
        }
        other => {
            let position = other.get(6).map_or(expression.chars().count(), |w| w.at);
            Err(fail(
                position,
                Message::new("schedule-cron-count").with("count", other.len()),
            ))
        }
    }
}

fn written(
    seconds: ValueSet,
    [minute, hour, day, month, weekday]: [&Word<'_>; 5],
) -> Result<CronFields, CronError> {
    let fields = CronFields {
        seconds,
        minutes: field(Kind::Minute, minute)?,
        hours: field(Kind::Hour, hour)?,
        days: field(Kind::Day, day)?,
        months: field(Kind::Month, month)?,
        weekdays: field(Kind::Weekday, weekday)?,
    };
    // 31 February: a day that no chosen month has never occurs, whatever the weekdays.
    let most = fields.months.values().map(longest_month).max();
    if let (Some(first), Some(most)) = (fields.days.values().next(), most)
        && first > most
    {
        let message = Kind::Day
            .message("schedule-cron-date", day)
            .with("most", most);
        return Err(fail(day.at, message));
    }
    Ok(fields)
}

/// Days of a month, from 1, in the longest year.
fn longest_month(month: u32) -> u32 {
    match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn nickname(word: &Word<'_>) -> Result<CronFields, CronError> {
    let every = |kind| ValueSet::every(kind);
    let midnight = CronFields {
        seconds: ValueSet::one(0),
        minutes: ValueSet::one(0),
        hours: ValueSet::one(0),
        days: every(Kind::Day),
        months: every(Kind::Month),
        weekdays: every(Kind::Weekday),
    };
    match word.text.to_ascii_lowercase().as_str() {
        "@yearly" | "@annually" => Ok(CronFields {
            days: ValueSet::one(1),
            months: ValueSet::one(1),
            ..midnight
        }),
        "@monthly" => Ok(CronFields {
            days: ValueSet::one(1),
            ..midnight
        }),
        "@weekly" => Ok(CronFields {
            weekdays: ValueSet::one(0),
            ..midnight
        }),
        "@daily" | "@midnight" => Ok(midnight),
        "@hourly" => Ok(CronFields {
            hours: every(Kind::Hour),
            ..midnight
        }),
        _ => Err(fail(
            word.at,
            Message::new("schedule-cron-nickname").with("text", word.text),
        )),
    }
}

fn field(kind: Kind, word: &Word<'_>) -> Result<ValueSet, CronError> {
    let mut set = ValueSet {
        bits: 0,
        starred: word.text.starts_with(['*', '?']),
    };
    for part in pieces(word, ',') {
        part_values(kind, &part, &mut set)?;
    }
    Ok(set)
}

/// One part of a list: `*`, `4`, `4-9`, each with an optional `/step`.
fn part_values(kind: Kind, part: &Word<'_>, set: &mut ValueSet) -> Result<(), CronError> {
    let mut halves = pieces(part, '/').into_iter();
    let range = halves.next().unwrap_or(*part);
    let step = halves.next();
    if let Some(extra) = halves.next() {
        return Err(kind.fail("schedule-cron-step", &extra));
    }
    let (first, last) = bounds(kind, &range, step.is_some())?;
    let step = match step {
        None => 1,
        Some(word) => match word.text.parse::<u32>() {
            Ok(step) if step > 0 && step <= kind.bounds().1 => step,
            _ => return Err(kind.fail("schedule-cron-step", &word)),
        },
    };
    let mut value = first;
    while value <= last {
        // `bounds` unrolled a range over the end of the week beyond 7.
        let shown = if kind == Kind::Weekday {
            value % 7
        } else {
            value
        };
        set.insert(kind, shown);
        value += step;
    }
    Ok(())
}

/// First and last value of a range; `last` exceeds 7 where a weekday range wraps.
fn bounds(kind: Kind, range: &Word<'_>, stepped: bool) -> Result<(u32, u32), CronError> {
    if range.text == "*" || (range.text == "?" && matches!(kind, Kind::Day | Kind::Weekday)) {
        let (low, high) = kind.bounds();
        // Seven means Sunday too, but a star means each day once.
        return Ok((low, if kind == Kind::Weekday { 6 } else { high }));
    }
    let ends = pieces(range, '-');
    match ends.as_slice() {
        [only] => {
            let value = kind.value(only)?;
            let last = match (stepped, kind) {
                (false, _) => value,
                (true, Kind::Weekday) => value.max(6),
                (true, _) => kind.bounds().1,
            };
            Ok((value, last))
        }
        [first, last] => {
            let (low, high) = (kind.value(first)?, kind.value(last)?);
            if low <= high {
                Ok((low, high))
            } else if kind == Kind::Weekday {
                Ok((low, high + 7))
            } else {
                Err(kind.fail("schedule-cron-backwards", range))
            }
        }
        _ => Err(kind.fail("schedule-cron-value", range)),
    }
}

/// What a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Second,
    Minute,
    Hour,
    Day,
    Month,
    Weekday,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = [
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
];

impl Kind {
    fn bounds(self) -> (u32, u32) {
        match self {
            Self::Second | Self::Minute => (0, 59),
            Self::Hour => (0, 23),
            Self::Day => (1, 31),
            Self::Month => (1, 12),
            Self::Weekday => (0, 7),
        }
    }

    fn title(self) -> Message {
        Message::new(match self {
            Self::Second => "schedule-field-second",
            Self::Minute => "schedule-field-minute",
            Self::Hour => "schedule-field-hour",
            Self::Day => "schedule-field-day",
            Self::Month => "schedule-field-month",
            Self::Weekday => "schedule-field-weekday",
        })
    }

    fn value(self, word: &Word<'_>) -> Result<u32, CronError> {
        if let Ok(value) = word.text.parse::<u32>() {
            let (low, high) = self.bounds();
            if (low..=high).contains(&value) {
                return Ok(value);
            }
            let message = self
                .message("schedule-cron-range", word)
                .with("low", low)
                .with("high", high);
            return Err(fail(word.at, message));
        }
        self.named(word.text).ok_or_else(|| {
            // Quartz and similar dialects support L, W and #.
            let special = word.text.contains(['L', 'W', '#', '~']) && word.text.len() <= 4;
            let id = if special {
                "schedule-cron-special"
            } else {
                "schedule-cron-value"
            };
            self.fail(id, word)
        })
    }

    /// A month or weekday by at least the first three letters of its name.
    fn named(self, text: &str) -> Option<u32> {
        let text = text.to_ascii_lowercase();
        let names: &[&str] = match self {
            Self::Month => &MONTHS,
            Self::Weekday => &WEEKDAYS,
            _ => return None,
        };
        if text.len() < 3 {
            return None;
        }
        let index = names.iter().position(|name| name.starts_with(&text))?;
        u32::try_from(index).ok().map(|i| i + self.bounds().0)
    }

    fn message(self, id: &str, word: &Word<'_>) -> Message {
        Message::new(id)
            .with("field", self.title())
            .with("text", word.text)
            .with("position", word.at + 1)
    }

    fn fail(self, id: &str, word: &Word<'_>) -> CronError {
        fail(word.at, self.message(id, word))
    }
}

/// A piece of the expression with the character position of its start.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

/// The non-empty pieces between separators.
fn split(text: &str, at: usize, separator: impl Fn(char) -> bool) -> Vec<Word<'_>> {
    all_pieces(text, at, separator)
        .into_iter()
        .filter(|word| !word.text.is_empty())
        .collect()
}

/// The pieces between `separator`s, including empty ones, which are reported as faults.
fn pieces<'a>(word: &Word<'a>, separator: char) -> Vec<Word<'a>> {
    all_pieces(word.text, word.at, |c| c == separator)
}

fn all_pieces(text: &str, at: usize, separator: impl Fn(char) -> bool) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut start_byte, mut start_char) = (0, 0);
    for (chars, (byte, c)) in text.char_indices().enumerate() {
        if separator(c) {
            words.push(Word {
                text: text.get(start_byte..byte).unwrap_or_default(),
                at: at + start_char,
            });
            (start_byte, start_char) = (byte + c.len_utf8(), chars + 1);
        }
    }
    words.push(Word {
        text: text.get(start_byte..).unwrap_or_default(),
        at: at + start_char,
    });
    words
}

fn fail(position: usize, message: Message) -> CronError {
    CronError { position, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::english;

    fn values(set: ValueSet) -> Vec<u32> {
        set.values().collect()
    }

    #[track_caller]
    fn fields(expression: &str) -> CronFields {
        parse(expression).unwrap_or_else(|e| panic!("{expression}: {e}"))
    }

    #[test]
    fn lists_ranges_and_steps() {
        let read = fields("*/20 8-20/4,22 1,15 2/5 1-5");
        assert_eq!(values(read.minutes), [0, 20, 40]);
        assert_eq!(values(read.hours), [8, 12, 16, 20, 22]);
        assert_eq!(values(read.days), [1, 15]);
        assert_eq!(values(read.months), [2, 7, 12]);
        assert_eq!(values(read.weekdays), [1, 2, 3, 4, 5]);
        assert_eq!(values(read.seconds), [0]);
    }

    #[test]
    fn sunday_is_zero_and_seven_and_weeks_wrap() {
        assert_eq!(values(fields("0 0 * * 0").weekdays), [0]);
        assert_eq!(values(fields("0 0 * * 7").weekdays), [0]);
        assert_eq!(values(fields("0 0 * * 5-7").weekdays), [0, 5, 6]);
        assert_eq!(values(fields("0 0 * * fri-mon").weekdays), [0, 1, 5, 6]);
        assert_eq!(values(fields("0 0 * * Sat-Sun").weekdays), [0, 6]);
        assert_eq!(values(fields("0 0 * * */2").weekdays), [0, 2, 4, 6]);
    }

    #[test]
    fn names_of_any_length_and_case() {
        let read = fields("0 0 * Jan,september Mon-Thursday");
        assert_eq!(values(read.months), [1, 9]);
        assert_eq!(values(read.weekdays), [1, 2, 3, 4]);
    }

    #[test]
    fn six_fields_begin_with_seconds() {
        let read = fields("15 0 12 ? * *");
        assert_eq!(values(read.seconds), [15]);
        assert_eq!(values(read.minutes), [0]);
        assert!(read.days.starred && read.weekdays.starred);
    }

    #[test]
    fn errors_name_the_place_and_the_way_out() {
        #[track_caller]
        fn check(expression: &str, position: usize, word: &str) {
            let error = parse(expression).expect_err(expression);
            let text = english(&error.message);
            assert_eq!(error.position, position, "{expression}: {text}");
            assert!(text.contains(word), "{expression}: {text}");
        }
        check("", 0, "empty");
        check("* * *", 5, "3");
        check("* * * * * * 2026", 12, "7");
        check("61 * * * *", 0, "59");
        check("* 25 * * *", 2, "23");
        check("* 1,2,25 * * *", 6, "23");
        check("* 20-8 * * *", 2, "backwards");
        check("*/0 * * * *", 2, "step");
        check("*/5/2 * * * *", 4, "step");
        check("* * L * *", 4, "L");
        check("* * * * tusday", 8, "tusday");
        check("@reboot", 0, "@reboot");
        check("1,,2 * * * *", 2, "minute");
        check("? * * * *", 0, "?");
        check("* * ＊ * 一", 4, "＊");
    }
}
