//! What stored records are called where changes and matches tell of them. Input: rows with
//! [`NAMED`]. Output: names, as `bowerbird_logic::comparison::record_name` makes them.

use rusqlite::Row;

use super::fields_of;
use crate::store::file::convert::get_json;
use bowerbird_logic::comparison::record_name;
use bowerbird_logic::model::Record;

/// The columns that [`name_of`] reads, of a record `r` and its presence `p`.
pub(in crate::store) const NAMED: &str = "r.url, r.title, r.fields, r.provenance, p.key";

/// What the record of a row is called, with its address; [`NAMED`] begins at the column `first`. The
/// name is empty if there is nothing but an address.
pub(in crate::store) fn name_of(row: &Row<'_>, first: usize) -> rusqlite::Result<(String, String)> {
    let key: Option<String> = row.get(first + 4)?;
    let record = Record {
        url: row.get(first)?,
        title: row.get(first + 1)?,
        fields: fields_of(row, first + 2)?,
        provenance: get_json(row, first + 3)?,
        ..Record::default()
    };
    Ok((record_name(&record, key.as_deref()), record.url))
}
