//! Whether one record is what a query asks for, without an index: for records that are in none.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::Query;
use super::node::{
    DayRange, FilledWith, NumberRange, QueryField, QueryNode, QueryTest, QueryWords,
};
use super::values::{day_number, day_span, stored_day, stored_number};
use crate::model::{Record, Value};
use crate::text::snippet::holds_phrase;

/// A record, with what is known of it beside its values.
#[derive(Clone, Copy, Debug)]
pub struct QuerySubject<'a> {
    /// The record.
    pub record: &'a Record,
    /// The name of its site.
    pub site: &'a str,
    /// Its tags.
    pub tags: &'a [String],
    /// Its language; empty when unknown.
    pub language: &'a str,
    /// When it was fetched.
    pub fetched_at: Timestamp,
}

impl Query {
    /// Whether a record is what is asked for.
    pub fn holds(&self, subject: &QuerySubject<'_>) -> bool {
        self.root.as_ref().is_some_and(|root| holds(root, subject))
    }
}

fn holds(node: &QueryNode, subject: &QuerySubject<'_>) -> bool {
    match node {
        QueryNode::All(parts) => parts.iter().all(|part| holds(part, subject)),
        QueryNode::Any(parts) => parts.iter().any(|part| holds(part, subject)),
        QueryNode::Not(part) => !holds(part, subject),
        QueryNode::Words(words) => has_words(words, subject.record),
        QueryNode::Filled(field, with) => {
            texts_of(subject.record, field)
                .iter()
                .any(|text| match with {
                    FilledWith::Anything => !text.trim().is_empty(),
                    FilledWith::Number => {
                        stored_day(text).is_none() && stored_number(text).is_some()
                    }
                    FilledWith::Day => stored_day(text).is_some(),
                })
        }
        QueryNode::Test(test) => passes(test, subject),
    }
}

/// The texts of a field of a record.
fn texts_of<'a>(record: &'a Record, field: &QueryField) -> Vec<&'a str> {
    match field {
        QueryField::Title => vec![record.title.as_str()],
        QueryField::Text => vec![record.text.as_str()],
        QueryField::Author => vec![record.author.as_str()],
        QueryField::Url => vec![record.url.as_str()],
        QueryField::Own(name) => {
            let wanted = name.to_lowercase();
            let fields = record.fields.iter();
            let values = fields.filter(|(name, _)| name.to_lowercase() == wanted);
            values.flat_map(|(_, value)| texts(value)).collect()
        }
    }
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::One(text) => vec![text],
        Value::Many(texts) => texts.iter().map(String::as_str).collect(),
        Value::Rows(rows) => rows
            .iter()
            .flatten()
            .map(|(_, text)| text.as_str())
            .collect(),
    }
}

fn has_words(words: &QueryWords, record: &Record) -> bool {
    let texts = match &words.field {
        Some(field) => texts_of(record, field),
        None => {
            let mut texts = vec![
                record.title.as_str(),
                record.text.as_str(),
                record.author.as_str(),
            ];
            let own = record.fields.iter();
            let own = own.filter(|(name, _)| name != crate::model::FETCHED_URL);
            texts.extend(own.flat_map(|(_, value)| self::texts(value)));
            texts
        }
    };
    words
        .phrases
        .iter()
        .all(|(phrase, prefix)| texts.iter().any(|text| holds_phrase(text, phrase, *prefix)))
}

fn passes(test: &QueryTest, subject: &QuerySubject<'_>) -> bool {
    let fetched = subject.fetched_at.to_zoned(TimeZone::UTC).date();
    let written = subject.record.date.as_str();
    let same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    match test {
        QueryTest::Site(name) => subject.site.to_lowercase().contains(&name.to_lowercase()),
        QueryTest::Tag(tag) => subject.tags.iter().any(|own| same(own, tag)),
        QueryTest::Language(language) => subject.language == language,
        QueryTest::After(day) => own_day(written).unwrap_or(fetched) >= *day,
        QueryTest::Before(day) => own_day(written).unwrap_or(fetched) < *day,
        QueryTest::Date(range) if *range == DayRange::default() => !written.is_empty(),
        QueryTest::Date(range) => own_day(written).is_some_and(|day| is_in(day, *range)),
        QueryTest::Fetched(range) => is_in(fetched, *range),
        QueryTest::Number(name, range) => {
            let own = QueryField::Own(name.clone());
            let mut texts = texts_of(subject.record, &own).into_iter();
            texts.any(|text| {
                let number = stored_number(text).filter(|_| stored_day(text).is_none());
                number.is_some_and(|number| is_between(number, *range))
            })
        }
        QueryTest::Day(name, range) => {
            let own = QueryField::Own(name.clone());
            let mut texts = texts_of(subject.record, &own).into_iter();
            texts.any(|text| stored_day(text).is_some_and(|day| is_in(day, *range)))
        }
    }
}

/// The day of a record's date, which may be a month or a year.
fn own_day(date: &str) -> Option<Date> {
    let day = date.split(['T', ' ']).next().unwrap_or_default();
    day_span(day).map(|span| span.from)
}

fn is_in(day: Date, range: DayRange) -> bool {
    let low = range.from.map(|day| (day_number(day), true));
    let high = range.until.map(|day| (day_number(day), false));
    is_between(day_number(day), NumberRange { low, high })
}

fn is_between(number: f64, range: NumberRange) -> bool {
    let low = range
        .low
        .is_none_or(|(low, counts)| number > low || counts && number >= low);
    let high = range
        .high
        .is_none_or(|(high, counts)| number < high || counts && number <= high);
    low && high
}
