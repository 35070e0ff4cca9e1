//! Dates that a person writes. Input: values as typed. Output: the column `date` in ISO 8601, so that order,
//! filters and exports understand it; what is no date is refused.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::protocol::EngineError;
use bowerbird_logic::dates::parse_date;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, Value, ValueEdit};

/// A value as it is stored in a column or field: a date in ISO 8601 where the field is the column `date`, in
/// the zone of this machine if a time has none. Blank stays blank; other fields stay as they are.
///
/// # Errors
/// For a date that cannot be read.
pub fn stored_value(field: &str, value: Value) -> Result<Value, EngineError> {
    if field != DefaultColumn::Date.token() || value.is_blank() {
        return Ok(value);
    }
    let typed = value.joined();
    let date = parse_date(&typed, Timestamp::now(), &TimeZone::system());
    date.map(Value::One)
        .ok_or_else(|| EngineError(Message::new("record-no-date").with("text", typed.trim())))
}

/// Edits as they are stored; see [`stored_value`].
///
/// # Errors
/// For a date that cannot be read; then none is to be done.
pub fn stored_edits(edits: Vec<ValueEdit>) -> Result<Vec<ValueEdit>, EngineError> {
    let edits = edits.into_iter().map(|edit| {
        let value = edit.value.map(|value| stored_value(&edit.field, value));
        Ok(ValueEdit {
            value: value.transpose()?,
            ..edit
        })
    });
    edits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_date_is_read_and_what_is_none_is_refused() {
        let value = |text: &str| Value::One(text.to_owned());
        for (field, typed, stored) in [
            ("date", "24 Nov 2026", Some("2026-11-24")),
            ("date", " 2026年11月24日 ", Some("2026-11-24")),
            ("date", "2026-11-24", Some("2026-11-24")),
            (
                "date",
                "2026-11-24T10:20:00+08:00",
                Some("2026-11-24T10:20:00+08:00"),
            ),
            ("date", "", Some("")),
            ("date", "soon enough", None),
            ("title", "24 Nov 2026", Some("24 Nov 2026")),
        ] {
            let found = stored_value(field, value(typed)).ok();
            assert_eq!(found, stored.map(value), "{field}: {typed}");
        }
    }
}
