//! Records that a person deletes, and restores. A deleted record leaves no trace among the others; its
//! address, the one it was read from and its key stay, so that neither a run nor a rerun stores it
//! again. What the site's own pages say of it goes with it: no fact tells that it is gone.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::kept_rows::KeptRows;
use crate::store::error::TransactionError;
use crate::store::file::convert::micros;
use crate::store::file::counters::{begin_change, next_record};
use crate::store::file::erasure::is_erased;
use crate::store::snapshots::pictures::keep_of_deleted;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::comparison::{is_same_article, is_same_row};
use bowerbird_logic::model::{FETCHED_URL, Record, RecordId, SiteId};

/// The result of a step.
type Written<T> = std::result::Result<T, TransactionError>;

impl StoreReader {
    /// Whether a record is one that a person deleted.
    ///
    /// # Errors
    /// From SQLite.
    pub fn is_deleted_record(&self, site: SiteId, record: &Record) -> Result<bool> {
        self.read(|connection| is_deleted(connection, site, record))
    }
}

impl Store {
    /// Deletes records, all in one transaction; returns their number. Records of archives, and those
    /// that are deleted already, are left out.
    ///
    /// # Errors
    /// From SQLite; then none is deleted.
    pub fn delete_records(&self, records: Vec<RecordId>, now: Timestamp) -> Result<u64> {
        self.write(move |tx| {
            let mut deleted = 0;
            for record in &records {
                deleted += u64::from(delete(tx, record.0, micros(now))?);
            }
            Ok(deleted)
        })
    }

    /// Removes a record that a person has just added, so that its address is as free as before.
    ///
    /// # Errors
    /// From SQLite; then it stays.
    pub fn remove_added_record(&self, record: RecordId, now: Timestamp) -> Result<bool> {
        self.write(move |tx| {
            let removed = delete(tx, record.0, micros(now))?;
            tx.prepare_cached("DELETE FROM deleted_record WHERE id = ?1 AND ?2")?
                .execute(params![record.0, removed])?;
            Ok(removed)
        })
    }

    /// Restores deleted records with all that was beside them, in one transaction; returns their
    /// number. One whose content was removed meanwhile is collected again by the next run that finds
    /// it.
    ///
    /// # Errors
    /// From SQLite; then none is restored.
    pub fn restore_records(&self, records: Vec<RecordId>) -> Result<u64> {
        self.write(move |tx| {
            begin_change(tx)?;
            let mut restored = 0;
            for record in &records {
                restored += u64::from(restore(tx, record.0)?);
            }
            Ok(restored)
        })
    }
}

/// What stands between the address of a page and the place of a row on it (`BY_PLACE`), and what sorts
/// behind all such addresses.
const PLACE: &str = "#record-";
const AFTER_PLACE: &str = "#record.";

/// Whether a record is one that a person deleted: by its address, or by the one that it was read from;
/// or one that was erased.
pub(in crate::store) fn is_deleted(
    connection: &Connection,
    site: SiteId,
    record: &Record,
) -> Written<bool> {
    if is_erased(connection, site, (record, None))? {
        return Ok(true);
    }
    if let Some((page, _)) = record.url.split_once(PLACE) {
        return is_deleted_row(connection, site, (record, page));
    }
    let own = own_address(record);
    let found: Option<(String, String, Option<Vec<u8>>, i64)> = connection
        .prepare_cached(
            "SELECT url, own, content, id FROM deleted_record
             WHERE site = ?1 AND (url = ?2 OR own = ?3)
             ORDER BY own = ?3 DESC LIMIT 1",
        )?
        .query_row(params![site.0, record.url, own], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    let Some((url, read_from, content, id)) = found else {
        return Ok(false);
    };
    // Another page may have claimed the address of this one.
    let claimed = read_from != url && read_from != own && own == record.url;
    match content.filter(|_| claimed) {
        Some(content) => {
            // What cannot be read any more is known by its address alone.
            let deleted = KeptRows::record_in(&content, id, &url);
            Ok(deleted.is_none_or(|deleted| is_same_article(&deleted, record)))
        }
        None => Ok(true),
    }
}

/// Whether a row that is told from the others of its page by its place is one that a person deleted.
/// Rows move, so its values decide; a row without content is known by its title.
fn is_deleted_row(
    connection: &Connection,
    site: SiteId,
    (record, page): (&Record, &str),
) -> Written<bool> {
    let mut statement = connection.prepare_cached(
        "SELECT id, url, title, content FROM deleted_record
         WHERE site = ?1 AND url >= ?2 AND url < ?3 ORDER BY id",
    )?;
    let from = format!("{page}{PLACE}");
    // The sign after the last of the prefix.
    let until = format!("{page}{}", AFTER_PLACE);
    let mut rows = statement.query(params![site.0, from, until])?;
    while let Some(row) = rows.next()? {
        let (id, url): (i64, String) = (row.get(0)?, row.get(1)?);
        let content: Option<Vec<u8>> = row.get(3)?;
        let deleted = content.and_then(|content| KeptRows::record_in(&content, id, &url));
        let is_same = match deleted {
            Some(deleted) => is_same_row(&deleted, record, url == record.url),
            None => !record.title.is_empty() && row.get::<_, String>(2)? == record.title,
        };
        if is_same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The same, or by its key.
pub(in crate::store) fn is_deleted_by_hand(
    tx: &Transaction<'_>,
    site: SiteId,
    (record, key): (&Record, Option<&str>),
) -> Written<bool> {
    if is_erased(tx, site, (record, key))? {
        return Ok(true);
    }
    if let Some(key) = key {
        let found = tx
            .prepare_cached("SELECT 1 FROM deleted_record WHERE site = ?1 AND key = ?2")?
            .exists(params![site.0, key])?;
        if found {
            return Ok(true);
        }
    }
    is_deleted(tx, site, record)
}

/// The record in the packed rows of a deleted one, as far as it can still be read.
pub(in crate::store) fn deleted_content(content: &[u8], id: i64, url: &str) -> Option<Record> {
    KeptRows::record_in(content, id, url)
}

/// Gives the deleted records of a site their keys by new key fields; `key` makes that of a record.
pub(in crate::store) fn rekey_deleted(
    tx: &Transaction<'_>,
    site: SiteId,
    key: &mut dyn FnMut(&Record) -> Option<String>,
) -> Written<()> {
    let kept: Vec<(i64, String, Option<Vec<u8>>)> = tx
        .prepare_cached("SELECT id, url, content FROM deleted_record WHERE site = ?1 ORDER BY id")?
        .query_map([site.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (id, url, content) in kept {
        let Some(content) = content else {
            continue;
        };
        let Some(record) = KeptRows::record_in(&content, id, &url) else {
            continue;
        };
        tx.prepare_cached("UPDATE deleted_record SET key = ?2 WHERE id = ?1")?
            .execute(params![id, key(&record)])?;
    }
    Ok(())
}

/// Removes the content of records of a site that were deleted before a time; their addresses stay.
pub(in crate::store) fn drop_old_content(
    tx: &Transaction<'_>,
    site: SiteId,
    before: i64,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE deleted_record SET content = NULL
         WHERE site = ?1 AND deleted_at < ?2 AND content IS NOT NULL",
    )?
    .execute(params![site.0, before])?;
    Ok(())
}

/// The address that a record was read from.
fn own_address(record: &Record) -> String {
    let mut fields = record.fields.iter();
    match fields.find(|(name, _)| name == FETCHED_URL) {
        Some((_, own)) if !own.is_blank() => own.joined(),
        _ => record.url.clone(),
    }
}

/// Deletes a record; returns false for one that is gone or archived.
pub(in crate::store) fn delete(tx: &Transaction<'_>, id: i64, now: i64) -> Written<bool> {
    let Some(rows) = KeptRows::of(tx, id)? else {
        return Ok(false);
    };
    let (site, url): (i64, String) = tx
        .prepare_cached("SELECT site, url FROM record WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let stored = rows.stored(id, &url, String::new())?;
    tx.prepare_cached(
        "INSERT OR REPLACE INTO deleted_record
             (id, site, url, own, key, title, fetched_at, deleted_at, content)
         VALUES (?1, ?2, ?3, ?4, (SELECT key FROM record_presence WHERE record = ?1), ?5, ?6, ?7,
                 ?8)",
    )?
    .execute(params![
        id,
        site,
        url,
        own_address(&stored.record),
        stored.record.title,
        micros(stored.fetched_at),
        now,
        rows.pack()?,
    ])?;
    keep_of_deleted(tx, id)?;
    tx.prepare_cached("DELETE FROM record_search WHERE rowid = ?1")?
        .execute([id])?;
    tx.prepare_cached("DELETE FROM record WHERE id = ?1")?
        .execute([id])?;
    count(tx, site, -1)?;
    Ok(true)
}

/// A row of the deleted records.
struct DeletedRow {
    site: i64,
    url: String,
    own: String,
    deleted_at: i64,
    content: Option<Vec<u8>>,
}

/// Restores a deleted record; returns false for one that is not deleted, or whose address is taken.
pub(super) fn restore(tx: &Transaction<'_>, id: i64) -> Written<bool> {
    let found = tx
        .prepare_cached(
            "SELECT site, url, own, deleted_at, content FROM deleted_record WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok(DeletedRow {
                site: row.get(0)?,
                url: row.get(1)?,
                own: row.get(2)?,
                deleted_at: row.get(3)?,
                content: row.get(4)?,
            })
        })
        .optional()?;
    let Some(deleted) = found else {
        return Ok(false);
    };
    let site = deleted.site;
    if let Some(content) = deleted.content {
        // The article of that page may stand at the address that this one claimed.
        let mut free = None;
        for address in [&deleted.url, &deleted.own] {
            let taken = tx
                .prepare_cached("SELECT 1 FROM record WHERE url = ?1 AND site = ?2")?
                .exists(params![address, site])?;
            if !taken {
                free = Some(address);
                break;
            }
        }
        let Some(address) = free else {
            return Ok(false);
        };
        let taken = tx
            .prepare_cached("SELECT 1 FROM record WHERE id = ?1")?
            .exists([id])?;
        let number = match taken {
            true => next_record(tx)?,
            false => id,
        };
        // An export that ran meanwhile has not written it.
        let exported = tx
            .prepare_cached("SELECT 1 FROM export_mark WHERE at >= ?1")?
            .exists([deleted.deleted_at])?;
        let change = match exported {
            true => Some(
                tx.prepare_cached("SELECT last FROM counter WHERE name = 'change'")?
                    .query_row([], |row| row.get(0))?,
            ),
            false => None,
        };
        KeptRows::unpack(&content)?.restore(tx, (number, address), change)?;
        count(tx, site, 1)?;
    }
    tx.prepare_cached("DELETE FROM deleted_record WHERE id = ?1")?
        .execute([id])?;
    Ok(true)
}

/// Counts records of a site that came or went by hand.
pub(in crate::store) fn count(tx: &Transaction<'_>, site: i64, growth: i64) -> Written<()> {
    tx.prepare_cached(
        "UPDATE site SET records = max(0, records + ?2), alterations = alterations + 1
         WHERE id = ?1",
    )?
    .execute(params![site, growth])?;
    Ok(())
}
