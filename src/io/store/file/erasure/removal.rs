//! Removes the rows that were found, in one transaction of their file, and says what they were known by.

use rusqlite::types::Value as Sql;
use rusqlite::{OptionalExtension, Transaction, params, params_from_iter};

use super::disposal::Disposal;
use super::erased_addresses::ErasedIdentity;
use super::scan::{FoundRow, FoundRows, addresses_of};
use crate::store::error::TransactionError;
use crate::store::records::by_hand::deleted_content;
use crate::store::records::conditions::skipped_content;
use crate::store::records::fields_of_json;
use crate::store::records::reposts::digests::stamp;
use bowerbird_logic::model::Record;

/// The result of a step.
type Written<T> = Result<T, TransactionError>;
/// Site, address, address that it was read from, key and content of a deleted record.
type DeletedRow = (i64, String, String, Option<String>, Option<Vec<u8>>);

/// What is known of the erased: their identities, and the addresses of records in an archive.
#[derive(Default)]
pub(super) struct Removed {
    pub(super) identities: Vec<ErasedIdentity>,
    pub(super) addresses: Vec<(i64, String)>,
}

/// Removes what was found; foreign keys must be on.
pub(super) fn remove(tx: &Transaction<'_>, found: &FoundRows) -> Written<Removed> {
    let mut removed = Removed::default();
    // What refers to a record is looked at before that is gone.
    for row in &found.rows {
        remove_row(tx, row, &mut removed)?;
    }
    for id in found.records.keys() {
        remove_record(tx, *id, &mut removed)?;
    }
    tx.execute_batch("DELETE FROM resource WHERE id NOT IN (SELECT resource FROM site_resource);")?;
    stamp(tx)?;
    Ok(removed)
}

fn remove_record(tx: &Transaction<'_>, id: i64, removed: &mut Removed) -> Written<()> {
    let Some((site, addresses)) = addresses_of(tx, id)? else {
        return Ok(());
    };
    let record = values_of(tx, id)?;
    let key: Option<String> = tx
        .prepare_cached("SELECT key FROM record_presence WHERE record = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?
        .flatten();
    for address in &addresses {
        removed
            .identities
            .extend(ErasedIdentity::record(site, address, &record));
        removed.addresses.push((site, address.clone()));
    }
    removed
        .identities
        .extend(key.map(|key| ErasedIdentity::key(site, &key)));
    for sql in [
        "DELETE FROM record_search WHERE rowid = ?1",
        "DELETE FROM rewritten WHERE record = ?1",
        // Also where other records of the page have it: it shows this one too.
        "DELETE FROM picture WHERE hash IN (SELECT picture FROM record_picture WHERE record = ?1)",
        "DELETE FROM record WHERE id = ?1",
    ] {
        tx.prepare_cached(sql)?.execute([id])?;
    }
    tx.prepare_cached(
        "UPDATE site SET records = max(0, records - 1), alterations = alterations + 1
         WHERE id = ?1",
    )?
    .execute([site])?;
    Ok(())
}

/// The values by which a record is known again.
fn values_of(tx: &Transaction<'_>, id: i64) -> Written<Record> {
    Ok(tx
        .prepare_cached(
            "SELECT r.title, r.author, r.fields, t.text
             FROM record r LEFT JOIN record_text t ON t.id = r.id WHERE r.id = ?1",
        )?
        .query_row([id], |row| {
            let fields: String = row.get(2)?;
            Ok(Record {
                title: row.get(0)?,
                author: row.get(1)?,
                fields: fields_of_json(&fields, 2)?,
                text: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
                ..Record::default()
            })
        })?)
}

fn remove_row(tx: &Transaction<'_>, row: &FoundRow, removed: &mut Removed) -> Written<()> {
    let of_key: Vec<String> = row
        .key
        .iter()
        .enumerate()
        .map(|(place, (column, _))| format!("\"{column}\" IS ?{}", place + 1))
        .collect();
    let of_key = of_key.join(" AND ");
    let values = || params_from_iter(row.key.iter().map(|(_, value)| value));
    let table = &row.table;
    match row.disposal {
        Disposal::Person => return Ok(()),
        Disposal::Set(value) => {
            let column = &row.column;
            let sql = format!("UPDATE \"{table}\" SET \"{column}\" = {value} WHERE {of_key}");
            tx.execute(&sql, values())?;
            return Ok(());
        }
        Disposal::Row => {}
    }
    match (table.as_str(), row.key.first()) {
        ("request", Some((_, Sql::Integer(id)))) => leave_queue(tx, *id, removed)?,
        ("deleted_record", Some((_, Sql::Integer(id)))) => {
            let (site, url, own, key, content): DeletedRow = tx
                .prepare_cached(
                    "SELECT site, url, own, key, content FROM deleted_record WHERE id = ?1",
                )?
                .query_row([id], |row| {
                    Ok((
                        row.get(0)?,
                        row.get(1)?,
                        row.get(2)?,
                        row.get(3)?,
                        row.get(4)?,
                    ))
                })?;
            let content = content.and_then(|content| deleted_content(&content, *id, &url));
            let record = content.unwrap_or_default();
            // It shows the deleted one, whatever other records have it.
            tx.execute(
                "DELETE FROM picture
                 WHERE hash IN (SELECT picture FROM deleted_picture WHERE deleted = ?1)",
                [id],
            )?;
            for address in [url, own] {
                removed
                    .identities
                    .extend(ErasedIdentity::record(site, &address, &record));
                removed.addresses.push((site, address));
            }
            removed
                .identities
                .extend(key.map(|key| ErasedIdentity::key(site, &key)));
        }
        ("skipped_record", Some((_, Sql::Integer(id)))) => {
            let (site, url, content): (i64, String, Option<Vec<u8>>) = tx
                .prepare_cached("SELECT site, url, content FROM skipped_record WHERE id = ?1")?
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            let content = content.and_then(|content| skipped_content(&content));
            let record = content.unwrap_or_default();
            removed
                .identities
                .extend(ErasedIdentity::record(site, &url, &record));
        }
        ("resource", Some((_, Sql::Integer(id)))) => {
            tx.execute("DELETE FROM site_resource WHERE resource = ?1", [id])?;
        }
        _ => {}
    }
    let sql = format!("DELETE FROM \"{table}\" WHERE {of_key}");
    tx.execute(&sql, values())?;
    Ok(())
}

/// Takes a request out of the queue; but for lists it is not asked again.
fn leave_queue(tx: &Transaction<'_>, id: i64, removed: &mut Removed) -> Written<()> {
    let found: Option<(i64, String, i64, i64)> = tx
        .prepare_cached("SELECT site, url, kind, state FROM request WHERE id = ?1")?
        .query_row([id], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    let Some((site, url, kind, state)) = found else {
        return Ok(());
    };
    let is_open = matches!(state, 0 | 1);
    tx.prepare_cached("UPDATE site SET open_requests = max(0, open_requests - ?2) WHERE id = ?1")?
        .execute(params![site, is_open])?;
    if kind != 0 {
        removed.identities.push(ErasedIdentity::address(site, &url));
    }
    Ok(())
}
