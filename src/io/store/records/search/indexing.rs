//! The search index: what it has of a record, written with the record, or later in the background. A
//! record is in the index of now or, until it gets there, in the one of before; each batch is one
//! transaction, so that work that is interrupted goes on where it was.

use rusqlite::{Connection, Transaction, params};

use crate::store::archives::archiving::ARCHIVES_UNINDEXED;
use crate::store::error::TransactionError;
use crate::store::records::fields_of;
use crate::store::records::reposts::digests::stamp;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::Record;
use bowerbird_logic::text::RecordTerms;

/// The result of a step.
type Written<T> = std::result::Result<T, TransactionError>;

/// Creates the search indexes of this version as its schema steps do; accents are ignored. An older
/// project gets them by those steps, a damaged one by a repair. What they had is gone then.
pub(in crate::store) const MAKE_SEARCH: &str = "
    DROP TRIGGER IF EXISTS record_search_old_removed;
    DROP TRIGGER IF EXISTS record_search_old_replaced;
    DROP TABLE record_search;
    DROP TABLE record_search_old;
    CREATE VIRTUAL TABLE record_search USING fts5 (
        title, text, content = '', contentless_delete = 1,
        tokenize = 'unicode61 remove_diacritics 2'
    );
    ALTER TABLE record_search RENAME TO record_search_old;
    CREATE VIRTUAL TABLE record_search USING fts5 (
        title, text, fields, content = '', contentless_delete = 1,
        tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER record_search_old_removed AFTER DELETE ON record BEGIN
        DELETE FROM record_search_old WHERE rowid = OLD.id;
    END;
    CREATE TRIGGER record_search_old_replaced AFTER UPDATE OF unindexed ON record_digest
    WHEN NEW.unindexed = 0 AND OLD.unindexed <> 0
    BEGIN
        DELETE FROM record_search_old WHERE rowid = NEW.id;
    END;";

/// Maximum bytes of text of a batch; a single record may be larger.
const BATCH_BYTES: usize = 4_000_000;

/// Puts a record into the index. `is_new`: it was never there.
pub(in crate::store) fn index_record(
    tx: &Transaction<'_>,
    id: i64,
    terms: &RecordTerms,
    is_new: bool,
) -> Written<()> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO record_search (rowid, title, text, fields) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![id, terms.title, terms.text, terms.fields])?;
    if !is_new {
        tx.prepare_cached("DELETE FROM record_number WHERE record = ?1")?
            .execute([id])?;
    }
    for (field, number) in &terms.numbers {
        tx.prepare_cached(
            "INSERT OR IGNORE INTO record_number (record, field, number) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![id, field, number])?;
    }
    Ok(())
}

/// Puts stored records into the index of their file, or those of them that are still there.
pub(in crate::store) fn index_stored(tx: &Transaction<'_>, ids: &[i64]) -> Written<()> {
    for id in ids {
        if let Some(terms) = terms_of(tx, *id)? {
            index_record(tx, *id, &terms, false)?;
            mark_indexed(tx, *id)?;
        }
    }
    Ok(())
}

/// Notes that a record is in the index; returns whether it was not before.
fn mark_indexed(tx: &Transaction<'_>, id: i64) -> Written<bool> {
    let changed = tx
        .prepare_cached("UPDATE record_digest SET unindexed = 0 WHERE id = ?1 AND unindexed = 1")?
        .execute([id])?;
    Ok(changed == 1)
}

/// What the index is to have of a stored record.
fn terms_of(connection: &Connection, id: i64) -> Written<Option<RecordTerms>> {
    let mut read = connection.prepare_cached(
        "SELECT r.url, r.title, r.author, r.fields, t.text
         FROM record r JOIN record_text t ON t.id = r.id WHERE r.id = ?1",
    )?;
    let mut rows = read.query([id])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    Ok(Some(RecordTerms::of(&Record {
        url: row.get(0)?,
        title: row.get(1)?,
        author: row.get(2)?,
        fields: fields_of(row, 3)?,
        text: row.get(4)?,
        ..Record::default()
    })))
}

/// The next records that are not in the index, newest first, with what it is to have of them.
fn unindexed(connection: &Connection, most: usize) -> Written<Vec<(i64, RecordTerms)>> {
    let ids: Vec<i64> = connection
        .prepare_cached(
            "SELECT g.id FROM record_digest g
             WHERE g.unindexed = 1 AND EXISTS (SELECT 1 FROM record_text t WHERE t.id = g.id)
             ORDER BY g.id DESC LIMIT ?1",
        )?
        .query_map([i64::try_from(most).unwrap_or(i64::MAX)], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut found = Vec::with_capacity(ids.len());
    let mut bytes = 0;
    for id in ids {
        if let Some(terms) = terms_of(connection, id)? {
            bytes += terms.text.len() + terms.fields.len();
            found.push((id, terms));
        }
        if bytes >= BATCH_BYTES {
            break;
        }
    }
    Ok(found)
}

fn write_batch(tx: &Transaction<'_>, batch: &[(i64, RecordTerms)]) -> Written<()> {
    for (id, terms) in batch {
        // A run may have removed or rewritten it meanwhile.
        if mark_indexed(tx, *id)? {
            index_record(tx, *id, terms, false)?;
        }
    }
    stamp(tx)
}

/// Frees what the index of before takes, once no record is in it any more.
fn drop_old_index(tx: &Transaction<'_>) -> Written<()> {
    tx.execute(
        "INSERT INTO record_search_old (record_search_old) VALUES ('delete-all')",
        [],
    )?;
    Ok(())
}

/// Whether the index of before takes any room; it has two rows of its own.
fn has_old_index(connection: &Connection) -> Written<bool> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM record_search_old_data WHERE id NOT IN (1, 10) LIMIT 1")?
        .exists([])?)
}

/// Whether records are in the index of before.
pub(super) fn uses_old_index(connection: &Connection) -> Written<bool> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM record_search_old_docsize LIMIT 1")?
        .exists([])?)
}

impl StoreReader {
    /// Whether a search has to look into the index of before, too.
    #[cfg(test)]
    pub(in crate::store) fn has_old_search(&self) -> Result<bool> {
        self.read(uses_old_index)
    }
}

impl Store {
    /// Puts up to `most` records, newest first, into the full-text index, then those of archives; returns
    /// how many. The terms are computed on the calling thread.
    ///
    /// # Errors
    /// From SQLite.
    pub fn index_some(&self, most: usize) -> Result<usize> {
        let batch = self.read(|connection| unindexed(connection, most))?;
        if batch.is_empty() {
            if self.read(has_old_index)? {
                self.write(drop_old_index)?;
            }
            return self.index_archives(most);
        }
        self.write(move |tx| {
            write_batch(tx, &batch)?;
            Ok(batch.len())
        })
    }

    /// The same for the archives of an older version, as far as they are there.
    fn index_archives(&self, most: usize) -> Result<usize> {
        if self.setting(ARCHIVES_UNINDEXED)?.is_none() {
            return Ok(0);
        }
        let mut are_all_there = true;
        for archive in self.archives()? {
            let path = self.archive_path(&archive.file)?;
            let own = self.own_archive(&archive.file).unwrap_or_else(|error| {
                tracing::warn!(%error, "an archive is not indexed");
                None
            });
            let Some(mut own) = own else {
                are_all_there = false;
                continue;
            };
            let mut index = || -> Written<usize> {
                let tx = own.connection.transaction()?;
                let batch = unindexed(&tx, most)?;
                if batch.is_empty() {
                    if has_old_index(&tx)? {
                        drop_old_index(&tx)?;
                    }
                } else {
                    write_batch(&tx, &batch)?;
                }
                tx.commit()?;
                Ok(batch.len())
            };
            match index() {
                Ok(0) => {}
                Ok(done) => return Ok(done),
                // It is tried again at the next start; the project's own records come first.
                Err(fault) => {
                    let error = fault.about(&path);
                    tracing::warn!(%error, "an archive is not indexed");
                    are_all_there = false;
                }
            }
        }
        if are_all_there {
            self.write(|tx| {
                tx.execute("DELETE FROM setting WHERE name = ?1", [ARCHIVES_UNINDEXED])?;
                Ok(())
            })?;
        }
        Ok(0)
    }
}
