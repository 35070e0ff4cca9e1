//! Records as cells of a table, and the names of their columns.

pub mod comparison;
pub mod text;

use std::borrow::Cow;

use super::table::Cell;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{DefaultColumn, Record, record_name};

/// A record's value by column name.
pub fn record_cell(record: &Record, key: &str) -> Cell {
    match DefaultColumn::from_token(key) {
        Some(DefaultColumn::Url) => Cell::Code(record.url.clone()),
        Some(DefaultColumn::Date) => Cell::of(short_stamp(&record.date)),
        // Rows of a table have no title: their first values say which they are.
        Some(DefaultColumn::Title) if record.title.trim().is_empty() => {
            Cell::of(record_name(record, None))
        }
        Some(column) => Cell::of(record.column(column)),
        None => record
            .fields
            .iter()
            .find(|(name, _)| name == key)
            .map_or(Cell::Empty, |(_, value)| Cell::of(value.joined())),
    }
}

/// A time stamp to the minute and without its offset; any other text is unchanged. The details show
/// the full stamp.
pub fn short_stamp(text: &str) -> Cow<'_, str> {
    short_date(text).map_or(text.into(), Cow::Owned)
}

/// A date as stored in a record (`2026-08-31T09:12:00+02:00`), to the minute and without its zone:
/// the day and the time as on the page. `None` for anything else.
pub fn short_date(text: &str) -> Option<String> {
    let (day, time) = text.split_once('T').unwrap_or((text, ""));
    let fits = |text: &str, form: &str| {
        text.chars().count() == form.chars().count()
            && text.chars().zip(form.chars()).all(|(c, f)| match f {
                '0' => c.is_ascii_digit(),
                other => c == other,
            })
    };
    if !fits(day, "0000-00-00") {
        return None;
    }
    if time.is_empty() {
        return (text == day).then(|| day.to_owned());
    }
    let minute: String = time.chars().take(5).collect();
    if !fits(&minute, "00:00") {
        return None;
    }
    let rest: String = time.chars().skip(5).collect();
    // Midnight represents a day without a time.
    let is_day = minute == "00:00" && (rest.is_empty() || rest.starts_with(":00"));
    Some(if is_day {
        day.to_owned()
    } else {
        format!("{day} {minute}")
    })
}

/// The name of a column, if it is a default column.
pub fn column_word(look: &UiContext, name: &str) -> String {
    match name {
        name if DefaultColumn::from_token(name).is_some() => look.t(&format!("app-column-{name}")),
        "summary" | "image" => look.t(&format!("app-author-is-{name}")),
        // Fields of the built-in rules of forums.
        "last_author" | "replies" | "views" | "topics" | "forum_description" => {
            look.t(&format!("app-field-{}", name.replace('_', "-")))
        }
        own => match own.rsplit_once('_') {
            // The second of a kind: "date_2" is its name in the rule, "Date 2" its display name.
            Some((first, number)) if number.parse::<u8>().is_ok() && is_doubled(first) => {
                format!("{} {number}", column_word(look, first))
            }
            _ => own.to_owned(),
        },
    }
}

/// Whether a column has its own display name and a rule may have a second one.
fn is_doubled(name: &str) -> bool {
    DefaultColumn::from_token(name).is_some() || matches!(name, "summary" | "image")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::Language;

    #[test]
    fn dates_are_short_and_other_texts_stay() {
        for (text, expected) in [
            ("2026-08-31T09:12:00+02:00", Some("2026-08-31 09:12")),
            ("2026-08-31T09:12:33Z", Some("2026-08-31 09:12")),
            ("2026-08-31T00:00:00Z", Some("2026-08-31")),
            ("2026-08-31T00:00:07Z", Some("2026-08-31 00:00")),
            ("2026-08-31", Some("2026-08-31")),
            ("yesterday", None),
            ("2026年8月31日", None),
            ("2026-08-31T9 o'clock", None),
            ("", None),
        ] {
            assert_eq!(short_date(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn stamps_are_shown_to_the_minute_and_nothing_else_is_touched() {
        for (text, shown) in [
            ("2026-03-05T10:20:30+08:00", "2026-03-05 10:20"),
            ("2026-03-05T10:20:30Z", "2026-03-05 10:20"),
            ("2026-03-05", "2026-03-05"),
            ("2026-03-05The day", "2026-03-05The day"),
            ("vorgesTern", "vorgesTern"),
            ("明天T10:20", "明天T10:20"),
            ("", ""),
        ] {
            assert_eq!(short_stamp(text), shown);
        }
    }

    #[test]
    fn columns_have_words_in_the_language_of_the_person() {
        let look = |language| UiContext::new(language, eframe::egui::Theme::Light);
        for look in [look(Language::English), look(Language::Chinese)] {
            let date = look.t("app-column-date");
            for (name, word) in [
                ("title", look.t("app-column-title")),
                ("summary", look.t("app-author-is-summary")),
                ("date_2", format!("{date} 2")),
                ("price", "price".to_owned()),
                ("grade_2", "grade_2".to_owned()),
            ] {
                assert_eq!(column_word(&look, name), word);
            }
        }
    }
}
