//! One part of a condition against one reading. A part that looks back (falls, rises, lowest,
//! appears) keeps what it needs to know; a field without a value says nothing, but that it has
//! vanished.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::check::{Asked, CompiledClause};
use crate::comparison::number;
use crate::model::{ANY_FIELD, DefaultColumn, Record, WHOLE_RECORD};
use crate::text::stored_day;

/// The most earlier values that a part keeps.
const MAX_EARLIER: usize = 400;

/// What a reading says of the record itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingEvent {
    /// It was read.
    Read,
    /// It was read for the first time, after the first reading of its site.
    New,
    /// It is there again.
    Back,
    /// It is gone; its values are those of the last reading.
    Gone,
}

/// One reading of a record.
#[derive(Clone, Copy)]
pub struct RecordReading<'a> {
    /// When.
    pub at: Timestamp,
    /// The first run of the chain of runs that read it.
    pub chain: i64,
    /// What it says of the record itself.
    pub event: ReadingEvent,
    /// The record as it was read.
    pub record: &'a Record,
    /// The record as it was stored before.
    pub before: Option<&'a Record>,
    /// The fields that differ in what they say.
    pub changed: &'a [String],
    /// The earlier values of a field, each with the time until which it held, oldest first. Asked
    /// once, when a part looks back for the first time.
    pub earlier: &'a dyn Fn(&str) -> Vec<(Timestamp, String)>,
}

/// What a part knows from earlier readings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ClauseState {
    /// The number from which a fall or rise is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extreme: Option<f64>,
    /// The number at the last reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last: Option<f64>,
    /// Earlier numbers, each with the second until which it held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) earlier: Vec<(i64, f64)>,
    /// Whether it was seen without a value, or with one, since it was told last.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) was_empty: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) was_full: bool,
    /// What was told last: the number, or a digest of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) told: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) told_text: Option<u64>,
}

/// Whether a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Yes,
    No,
    /// The field has no value: nothing is known.
    Unknown,
}

impl From<bool> for Holds {
    fn from(holds: bool) -> Self {
        match holds {
            true => Self::Yes,
            false => Self::No,
        }
    }
}

impl CompiledClause {
    /// Whether it holds at a reading; notes what it has to know later.
    pub(super) fn holds(&self, state: &mut ClauseState, reading: &RecordReading<'_>) -> Holds {
        if self.field == WHOLE_RECORD {
            return Holds::from(match (&self.asked, reading.event) {
                (Asked::Appears, event) => {
                    matches!(event, ReadingEvent::New | ReadingEvent::Back)
                }
                (Asked::Vanishes, event) => event == ReadingEvent::Gone,
                _ => false,
            });
        }
        match &self.asked {
            Asked::Words { words, has } => {
                self.of_texts(reading, *has, |text| text.to_lowercase().contains(words))
            }
            Asked::Pattern { pattern, has } => {
                self.of_texts(reading, *has, |text| pattern.is_match(text))
            }
            Asked::Equals {
                words,
                number: typed,
            } => self.of_texts(reading, true, |text| {
                let is_number = || typed.is_some() && number(text) == *typed;
                text.trim().to_lowercase() == *words || is_number()
            }),
            Asked::Empty => Holds::from(value_of(reading.record, &self.field).trim().is_empty()),
            Asked::Older { days } => self.of_age(reading, *days),
            Asked::Changes => {
                let changed = reading.changed.contains(&self.field);
                Holds::from(changed)
            }
            Asked::Appears | Asked::Vanishes => self.of_presence(state, reading),
            Asked::Below(_)
            | Asked::Above(_)
            | Asked::Falls(_)
            | Asked::Rises(_)
            | Asked::Lowest { .. }
            | Asked::Highest { .. } => self.of_number(state, reading),
        }
    }

    fn of_texts(
        &self,
        reading: &RecordReading<'_>,
        has: bool,
        holds: impl Fn(&str) -> bool,
    ) -> Holds {
        let texts = match self.field.as_str() {
            ANY_FIELD => all_texts(reading.record),
            field => vec![value_of(reading.record, field)],
        };
        let mut texts = texts
            .iter()
            .filter(|text| !text.trim().is_empty())
            .peekable();
        match texts.peek() {
            None => Holds::Unknown,
            Some(_) => Holds::from(texts.any(|text| holds(text)) == has),
        }
    }

    /// Whether the day of a value is more than `days` before the reading.
    fn of_age(&self, reading: &RecordReading<'_>, days: u32) -> Holds {
        let Some(day) = stored_day(&value_of(reading.record, &self.field)) else {
            return Holds::Unknown;
        };
        let span = SignedDuration::from_hours(24 * i64::from(days));
        let oldest = reading.at.checked_sub(span);
        let oldest = oldest
            .unwrap_or(Timestamp::UNIX_EPOCH)
            .to_zoned(TimeZone::UTC);
        Holds::from(day < oldest.date())
    }

    fn of_presence(&self, state: &mut ClauseState, reading: &RecordReading<'_>) -> Holds {
        let is_full = |record: &Record| !value_of(record, &self.field).trim().is_empty();
        let mut note = |full: bool| match full {
            true => state.was_full = true,
            false => state.was_empty = true,
        };
        if let Some(before) = reading.before {
            note(is_full(before));
        }
        let full = is_full(reading.record);
        // What it is now, the stored record tells the next time.
        match full {
            true => state.was_full = false,
            false => state.was_empty = false,
        }
        Holds::from(match self.asked {
            Asked::Appears => full && state.was_empty,
            _ => !full && state.was_full,
        })
    }

    fn of_number(&self, state: &mut ClauseState, reading: &RecordReading<'_>) -> Holds {
        let Some(now) = number(&value_of(reading.record, &self.field)) else {
            return Holds::Unknown;
        };
        let before = reading.before;
        let before = before.and_then(|before| number(&value_of(before, &self.field)));
        Holds::from(match self.asked {
            Asked::Below(limit) => now < limit,
            Asked::Above(limit) => now > limit,
            Asked::Falls(step) => {
                let top = state.extreme.or(before).unwrap_or(now).max(now);
                // The stored record tells the same.
                state.extreme = Some(top).filter(|top| *top != now);
                step.is_taken(top, top - now)
            }
            Asked::Rises(step) => {
                let bottom = state.extreme.or(before).unwrap_or(now).min(now);
                state.extreme = Some(bottom).filter(|bottom| *bottom != now);
                step.is_taken(bottom, now - bottom)
            }
            Asked::Lowest { days } => {
                let earlier = self.earlier(state, reading, (before, now), days);
                !earlier.is_empty() && earlier.iter().all(|value| now < *value)
            }
            Asked::Highest { days } => {
                let earlier = self.earlier(state, reading, (before, now), days);
                !earlier.is_empty() && earlier.iter().all(|value| now > *value)
            }
            _ => false,
        })
    }

    /// The values of the last days, without the one that holds now.
    fn earlier(
        &self,
        state: &mut ClauseState,
        reading: &RecordReading<'_>,
        (before, now): (Option<f64>, f64),
        days: u32,
    ) -> Vec<f64> {
        if state.last.is_none() {
            let earlier = (reading.earlier)(&self.field).into_iter();
            let numbers = earlier.filter_map(|(at, text)| Some((at.as_second(), number(&text)?)));
            state.earlier = numbers.collect();
            state.last = before;
        }
        let second = reading.at.as_second();
        if let Some(last) = state.last.filter(|last| *last != now) {
            state.earlier.push((second, last));
        }
        state.last = Some(now);
        let span = SignedDuration::from_hours(24 * i64::from(days)).as_secs();
        let oldest = second.saturating_sub(span);
        state.earlier.retain(|(until, _)| *until >= oldest);
        let over = state.earlier.len().saturating_sub(MAX_EARLIER);
        state.earlier.drain(..over);
        state.earlier.iter().map(|(_, value)| *value).collect()
    }

    /// Whether it asks that a text has something, and not that it lacks it.
    pub(super) fn has_words(&self) -> bool {
        matches!(
            self.asked,
            Asked::Words { has: true, .. } | Asked::Pattern { has: true, .. }
        )
    }

    /// Whether it is about what happened between readings, rather than about what is.
    pub(super) fn is_of_change(&self) -> bool {
        matches!(
            self.asked,
            Asked::Falls(_) | Asked::Rises(_) | Asked::Changes | Asked::Appears | Asked::Vanishes
        )
    }

    /// Whether the value went on since it was told last, in the direction that is asked for.
    pub(super) fn went_on(&self, state: &ClauseState, reading: &RecordReading<'_>) -> bool {
        let text = value_of(reading.record, &self.field);
        let downwards = matches!(
            self.asked,
            Asked::Below(_) | Asked::Falls(_) | Asked::Lowest { .. }
        );
        if self.test.is_of_numbers() {
            return match (state.told, number(&text)) {
                (Some(told), Some(now)) if downwards => now < told,
                (Some(told), Some(now)) => now > told,
                _ => false,
            };
        }
        state
            .told_text
            .is_some_and(|told| told != digest(&self.told_text(reading, text)))
    }

    /// Notes that it was told: from here a fall or rise is measured anew.
    pub(super) fn note_told(&self, state: &mut ClauseState, reading: &RecordReading<'_>) {
        let text = value_of(reading.record, &self.field);
        if self.test.is_of_numbers() {
            state.told = number(&text);
            if matches!(self.asked, Asked::Falls(_) | Asked::Rises(_)) {
                state.extreme = None;
            }
            return;
        }
        (state.was_full, state.was_empty) = (false, false);
        state.told_text = Some(digest(&self.told_text(reading, text)));
    }

    fn told_text(&self, reading: &RecordReading<'_>, text: String) -> String {
        match self.field.as_str() {
            ANY_FIELD => all_texts(reading.record).join("\n"),
            _ => text,
        }
    }
}

/// The value of a field as text; empty if there is none.
pub fn value_of(record: &Record, field: &str) -> String {
    match DefaultColumn::from_token(field) {
        Some(column) => record.column(column).to_owned(),
        None => {
            let found = record.fields.iter().find(|(name, _)| name == field);
            found.map(|(_, value)| value.joined()).unwrap_or_default()
        }
    }
}

fn all_texts(record: &Record) -> Vec<String> {
    let mut texts = vec![
        record.title.clone(),
        record.author.clone(),
        record.text.clone(),
    ];
    texts.extend(record.fields.iter().map(|(_, value)| value.joined()));
    texts
}

/// FNV-1a of the words of a text: it is stored, so it must stay the same.
fn digest(text: &str) -> u64 {
    let words = text.split_whitespace().flat_map(|word| [word, " "]);
    let bytes = words.flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
