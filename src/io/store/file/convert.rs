//! Converts between columns and plain types: times as microseconds, structures as JSON, tokens as
//! text. A column with a value that this program never writes is reported as damage.

use std::error::Error;

use jiff::Timestamp;
use rusqlite::Row;
use rusqlite::types::Type;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::error::TransactionError;

/// A time as stored in the file: microseconds since 1970.
pub(crate) fn micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// An optional time.
pub(crate) fn opt_micros(at: Option<Timestamp>) -> Option<i64> {
    at.map(micros)
}

/// A count as an SQLite integer.
pub(crate) fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A count from an SQLite integer.
pub(crate) fn unsigned(n: i64) -> u64 {
    u64::try_from(n).unwrap_or(0)
}

/// The JSON of a value.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, TransactionError> {
    Ok(serde_json::to_string(value)?)
}

/// The JSON of an optional value.
pub(crate) fn opt_json<T: Serialize>(
    value: Option<&T>,
) -> Result<Option<String>, TransactionError> {
    value.map(to_json).transpose()
}

/// The serde name of a variant without contents, such as `run_once`.
pub(crate) fn token<T: Serialize>(value: &T) -> Result<String, TransactionError> {
    let json = to_json(value)?;
    Ok(json.trim_matches('"').to_owned())
}

/// The count in column `index`.
pub(crate) fn get_count(row: &Row<'_>, index: usize) -> rusqlite::Result<u64> {
    Ok(unsigned(row.get(index)?))
}

/// The time in column `index`.
pub(crate) fn get_time(row: &Row<'_>, index: usize) -> rusqlite::Result<Timestamp> {
    Timestamp::from_microsecond(row.get(index)?).map_err(|e| bad_column(index, e))
}

/// The optional time in column `index`.
pub(crate) fn get_opt_time(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<Timestamp>> {
    row.get::<_, Option<i64>>(index)?
        .map(|at| Timestamp::from_microsecond(at).map_err(|e| bad_column(index, e)))
        .transpose()
}

/// The structure in column `index`.
pub(crate) fn get_json<T: DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    from_json(
        index,
        row.get_ref(index)?
            .as_str()
            .map_err(|e| bad_column(index, e))?,
    )
}

/// The optional structure in column `index`.
pub(crate) fn get_opt_json<T: DeserializeOwned>(
    row: &Row<'_>,
    index: usize,
) -> rusqlite::Result<Option<T>> {
    row.get_ref(index)?
        .as_str_or_null()
        .map_err(|e| bad_column(index, e))?
        .map(|text| from_json(index, text))
        .transpose()
}

/// The variant whose name (see [`token`]) is in column `index`.
pub(crate) fn get_token<T: DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    let name: String = row.get(index)?;
    serde_json::from_value(serde_json::Value::String(name)).map_err(|e| bad_column(index, e))
}

/// The error for an unreadable column.
pub(crate) fn bad_column(
    index: usize,
    error: impl Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(error))
}

fn from_json<T: DeserializeOwned>(index: usize, text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|e| bad_column(index, e))
}
