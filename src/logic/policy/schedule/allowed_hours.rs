//! When a task may run: times of the week and days off. Input: text such as
//! `mon-fri 8:00-20:00, sat 10:00-14:00` and `2026-12-24..2027-01-02, 05-01`, the clock as a value,
//! a zone. Output: whether a moment is open, the next one that is, and when it closes.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

use super::quiet_hours::time;
use super::turn_times::zone;
use crate::messages::{Explain, Message};
use crate::model::Terms;

/// The maximum number of windows, or days off, of one task.
const MOST: usize = 100;
/// How many days ahead an open one is searched: two years, so more than a year of holidays counts
/// as never.
const MAX_DAYS: usize = 732;

/// The times at which a task may run.
#[derive(Clone, Debug)]
pub struct Opening {
    windows: Vec<Window>,
    holidays: Vec<Holiday>,
    zone: TimeZone,
}

/// A windows or holidays text that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningError(Message);

impl Explain for OpeningError {
    fn explain(&self) -> Message {
        self.0.clone()
    }
}

/// On some weekdays, from a time of day (included) until another (excluded). One that ends before
/// it begins spans midnight and belongs to the day on which it begins.
#[derive(Clone, Debug)]
struct Window {
    /// From Monday.
    weekdays: [bool; 7],
    from: Time,
    until: Time,
}

/// One day or several in a row.
#[derive(Clone, Copy, Debug)]
enum Holiday {
    /// In one year.
    Dates(Date, Date),
    /// Every year: month and day.
    Yearly((i8, i8), (i8, i8)),
}

impl Opening {
    /// Parses the terms of a task; `None` when it may always run.
    ///
    /// # Errors
    /// When windows, holidays or the zone cannot be parsed.
    pub fn of(terms: &Terms) -> Result<Option<Self>, OpeningError> {
        let windows = parts(&terms.windows)
            .map(|text| window(text).ok_or_else(|| bad("schedule-window-bad", text)))
            .collect::<Result<Vec<_>, _>>()?;
        let holidays = parts(&terms.holidays)
            .map(|text| holiday(text).ok_or_else(|| bad("schedule-holiday-bad", text)))
            .collect::<Result<Vec<_>, _>>()?;
        if windows.len() > MOST || holidays.len() > MOST {
            return Err(OpeningError(
                Message::new("schedule-window-many").with("most", MOST),
            ));
        }
        let zone = match terms.timezone.trim() {
            "" => TimeZone::UTC,
            name => zone(name).ok_or_else(|| bad("schedule-zone-unknown", name))?,
        };
        let always = windows.is_empty() && holidays.is_empty();
        Ok((!always).then_some(Self {
            windows,
            holidays,
            zone,
        }))
    }

    /// The first open moment from `from` on: `from` itself if it is open. `None` if there is none
    /// within two years.
    pub fn next_open(&self, from: Timestamp) -> Option<Timestamp> {
        let today = self.zone.to_datetime(from).date();
        let mut best: Option<Timestamp> = None;
        // A window that spans midnight may have begun the day before.
        let mut day = today.yesterday().ok()?;
        for _ in 0..MAX_DAYS {
            for (begin, end) in self.spans(day) {
                if end > from {
                    let at = begin.max(from);
                    best = Some(best.map_or(at, |best: Timestamp| best.min(at)));
                }
            }
            if day >= today && best.is_some() {
                return best;
            }
            day = day.tomorrow().ok()?;
        }
        best
    }

    /// Whether `at` is open.
    pub fn is_open(&self, at: Timestamp) -> bool {
        self.next_open(at) == Some(at)
    }

    /// When the open time around `at` ends; `None` when `at` is not open, or it does not end within
    /// two days.
    pub fn closes(&self, at: Timestamp) -> Option<Timestamp> {
        if !self.is_open(at) {
            return None;
        }
        let mut day = self.zone.to_datetime(at).date().yesterday().ok()?;
        let mut end = at;
        for _ in 0..4 {
            for (begin, until) in self.spans(day) {
                if begin <= end && until > end {
                    end = until;
                }
            }
            day = day.tomorrow().ok()?;
        }
        let longest = at.checked_add(jiff::SignedDuration::from_hours(48)).ok()?;
        (end > at && end <= longest).then_some(end)
    }

    /// The open times that begin on `day`.
    fn spans(&self, day: Date) -> Vec<(Timestamp, Timestamp)> {
        if self.holidays.iter().any(|holiday| holiday.has(day)) {
            return Vec::new();
        }
        let whole = |from: Time, until: Time| {
            let end = match until <= from {
                true => day.tomorrow().ok()?,
                false => day,
            };
            let at = |moment: DateTime| self.zone.to_timestamp(moment).ok();
            let (begin, end) = (at(day.to_datetime(from))?, at(end.to_datetime(until))?);
            // A clock change may remove a whole window.
            (begin < end).then_some((begin, end))
        };
        if self.windows.is_empty() {
            return Vec::from_iter(whole(Time::midnight(), Time::midnight()));
        }
        let weekday = usize::try_from(day.weekday().to_monday_zero_offset()).unwrap_or_default();
        let today = self.windows.iter();
        let today = today.filter(|w| w.weekdays.get(weekday).is_some_and(|on| *on));
        today.filter_map(|w| whole(w.from, w.until)).collect()
    }
}

impl Holiday {
    fn has(self, day: Date) -> bool {
        match self {
            Self::Dates(first, last) => (first..=last).contains(&day),
            Self::Yearly(first, last) => {
                let today = (day.month(), day.day());
                match first <= last {
                    true => first <= today && today <= last,
                    // Spans the end of the year.
                    false => today >= first || today <= last,
                }
            }
        }
    }
}

fn bad(id: &str, text: &str) -> OpeningError {
    OpeningError(Message::new(id).with("text", text))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let separators = [',', ';', '\n', '，', '、'];
    text.split(separators)
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// `mon-fri 8:00-20:00`, `8:00-20:00`, `sat`, `sun,`.
fn window(text: &str) -> Option<Window> {
    let (days, times) = match text.split_once(char::is_whitespace) {
        Some((days, times)) => (Some(days), Some(times.trim())),
        None if text.contains(':') => (None, Some(text)),
        None => (Some(text), None),
    };
    let weekdays = days.map_or(Some([true; 7]), weekdays)?;
    let (from, until) = match times {
        Some(times) => {
            let (from, until) = times.split_once(['-', '–'])?;
            (time(from)?, time(until)?)
        }
        None => (Time::midnight(), Time::midnight()),
    };
    let whole_day = from == Time::midnight() && until == Time::midnight();
    (from != until || whole_day).then_some(Window {
        weekdays,
        from,
        until,
    })
}

/// `mon`, `mon-fri`, `sat-mon`, `mon+wed`, by English names or 1 (Monday) to 7.
fn weekdays(text: &str) -> Option<[bool; 7]> {
    let mut on = [false; 7];
    for part in text.split('+') {
        let (first, last) = match part.split_once(['-', '–']) {
            Some((first, last)) => (weekday(first)?, weekday(last)?),
            None => (weekday(part)?, weekday(part)?),
        };
        let length = (last + 7 - first) % 7;
        for step in 0..=length {
            if let Some(day) = on.get_mut((first + step) % 7) {
                *day = true;
            }
        }
    }
    Some(on)
}

fn weekday(text: &str) -> Option<usize> {
    const NAMES: [&str; 7] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    const CHINESE: [char; 7] = ['一', '二', '三', '四', '五', '六', '日'];
    let text = text.trim().to_lowercase();
    if let Ok(number) = text.parse::<usize>() {
        return (1..=7).contains(&number).then(|| number - 1);
    }
    if let Some(rest) = text
        .strip_prefix("周")
        .or_else(|| text.strip_prefix("星期"))
    {
        return CHINESE.iter().position(|day| rest.chars().eq([*day]));
    }
    (text.len() >= 3)
        .then(|| NAMES.iter().position(|name| name.starts_with(&text)))
        .flatten()
}

/// `2026-12-25`, `12-25`, or a range of two with `..` between them.
fn holiday(text: &str) -> Option<Holiday> {
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (first.trim(), last.trim()),
        None => (text, text),
    };
    if let (Ok(first), Ok(last)) = (first.parse::<Date>(), last.parse::<Date>()) {
        return (first <= last).then_some(Holiday::Dates(first, last));
    }
    Some(Holiday::Yearly(yearly(first)?, yearly(last)?))
}

fn yearly(text: &str) -> Option<(i8, i8)> {
    let (month, day) = text.split_once('-')?;
    let (month, day) = (month.parse::<i8>().ok()?, day.parse::<i8>().ok()?);
    // 29 February is valid too.
    Date::new(2024, month, day).ok()?;
    Some((month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect(text)
    }

    fn opening(windows: &str, holidays: &str, zone: &str) -> Opening {
        let terms = Terms {
            windows: windows.to_owned(),
            holidays: holidays.to_owned(),
            timezone: zone.to_owned(),
            ..Terms::default()
        };
        Opening::of(&terms).expect("readable").expect("something")
    }

    #[test]
    fn windows_open_by_weekday_and_over_midnight() {
        let open = opening("mon-fri 8:00-20:00, sat 22:00-02:00", "", "Asia/Shanghai");
        // Thursday, 1 January 2026.
        for (from, next) in [
            ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
            ("2026-01-01T12:00:00Z", "2026-01-02T00:00:00Z"),
            ("2026-01-02T12:00:00Z", "2026-01-03T14:00:00Z"),
            ("2026-01-03T17:59:59Z", "2026-01-03T17:59:59Z"),
            ("2026-01-03T18:00:00Z", "2026-01-05T00:00:00Z"),
        ] {
            assert_eq!(open.next_open(at(from)), Some(at(next)), "{from}");
        }
        assert_eq!(
            open.closes(at("2026-01-03T15:00:00Z")),
            Some(at("2026-01-03T18:00:00Z"))
        );
        assert_eq!(open.closes(at("2026-01-03T20:00:00Z")), None);
    }

    #[test]
    fn days_off_close_and_an_always_closed_task_says_so() {
        let off = opening("", "2026-01-01..2026-01-03, 12-24..01-01", "UTC");
        assert_eq!(
            off.next_open(at("2026-01-01T05:00:00Z")),
            Some(at("2026-01-04T00:00:00Z"))
        );
        assert_eq!(
            off.next_open(at("2026-12-23T23:59:59Z")),
            Some(at("2026-12-23T23:59:59Z"))
        );
        assert_eq!(
            off.next_open(at("2026-12-24T00:00:00Z")),
            Some(at("2027-01-02T00:00:00Z"))
        );
        let never = opening("", "01-01..12-31", "UTC");
        assert_eq!(never.next_open(at("2026-01-01T05:00:00Z")), None);
    }

    #[test]
    fn a_window_inside_a_gap_comes_later_by_its_length() {
        let open = opening("2:10-2:50", "", "Europe/Berlin");
        assert_eq!(
            open.next_open(at("2026-03-28T12:00:00Z")),
            Some(at("2026-03-29T01:10:00Z"))
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (windows, holidays, zone) in [
            ("mon-fry 8:00-9:00", "", ""),
            ("25:00-26:00", "", ""),
            ("8:00-8:00", "", ""),
            ("", "2026-02-30", ""),
            ("", "2026-02-03..2026-02-01", ""),
            ("mon", "", "Moon/Base"),
        ] {
            let terms = Terms {
                windows: windows.to_owned(),
                holidays: holidays.to_owned(),
                timezone: zone.to_owned(),
                ..Terms::default()
            };
            assert!(Opening::of(&terms).is_err(), "{windows} {holidays} {zone}");
        }
        assert!(Opening::of(&Terms::default()).expect("readable").is_none());
        opening("周一-周五 8:00-20:00，周六", "", "");
    }
}
