//! A record as the values of its columns, and its place among the others. Input: a record. Output:
//! a row, inserted or in the place of another. The values are made on the caller's thread.

use rusqlite::{Transaction, params};

use crate::store::archives::is_archived;
use crate::store::error::TransactionError;
use crate::store::file::convert::to_json;
use crate::store::file::counters::next_record;
use crate::store::records::by_hand::{is_deleted, keep_by_hand};
use crate::store::records::proxy::note_proxy;
use crate::store::records::search::indexing::index_record;
use bowerbird_logic::model::{ListPosition, Record, RecordId, RunId, SiteId};
use bowerbird_logic::text::RecordTerms;

/// The result of a step.
type Written<T> = Result<T, TransactionError>;

/// A record, converted to column values.
pub(crate) struct PreparedRecord {
    pub(crate) record: Record,
    fields: String,
    provenance: String,
    terms: RecordTerms,
}

/// The place of a new record.
pub(crate) struct RecordPlace<'a> {
    pub(crate) site: SiteId,
    pub(crate) run: RunId,
    pub(crate) found_in: RunId,
    pub(crate) position: ListPosition,
    /// Its index among the records of its page.
    pub(crate) part: i64,
    pub(crate) fetched_at: i64,
    /// Name of the proxy that its page came through.
    pub(crate) proxy: Option<&'a str>,
}

impl PreparedRecord {
    /// Writes the record with its text and search terms, unless its address is known or a person
    /// deleted it; returns whether it was new.
    pub(crate) fn insert(&self, tx: &Transaction<'_>, place: &RecordPlace<'_>) -> Written<bool> {
        let record = &self.record;
        if is_archived(tx, place.site, &record.url)? || is_deleted(tx, place.site, record)? {
            return Ok(false);
        }
        let id = next_record(tx)?;
        let changed = tx
            .prepare_cached(
                "INSERT INTO record (site, run, found_in, page, item, part, fetched_at,
                                     url, title, date, author, fields, provenance, id, change)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
                         (SELECT last FROM counter WHERE name = 'change'))
                 ON CONFLICT (url, site) DO NOTHING",
            )?
            .execute(params![
                place.site.0,
                place.run.0,
                place.found_in.0,
                place.position.page,
                place.position.item,
                place.part,
                place.fetched_at,
                record.url,
                record.title,
                record.date,
                record.author,
                self.fields,
                self.provenance,
                id,
            ])
            .map_err(|e| TransactionError::or_not_found(e, "site"))?;
        if changed == 0 {
            return Ok(false);
        }
        tx.prepare_cached("INSERT INTO record_text (id, text) VALUES (?1, ?2)")?
            .execute(params![id, record.text])?;
        index_record(tx, id, &self.terms, true)?;
        tx.prepare_cached(
            "INSERT INTO record_digest (id, unindexed, unsettled) VALUES (?1, 0, 1)",
        )?
        .execute([id])?;
        if place.proxy.is_some() {
            note_proxy(tx, RecordId(id), place.proxy)?;
        }
        Ok(true)
    }

    /// Replaces the record stored as `id` by a reading; values that a person wrote stay. It keeps its
    /// position on the lists. An address that another record has is not used; returns whether `id`
    /// still exists.
    pub(crate) fn replace(
        &self,
        tx: &Transaction<'_>,
        site: SiteId,
        id: RecordId,
    ) -> Written<bool> {
        match keep_by_hand(tx, id, &self.record)? {
            Some(kept) => kept.write_over(tx, site, id),
            None => self.write_over(tx, site, id),
        }
    }

    /// Replaces the record stored as `id`, whatever a person wrote into it.
    pub(crate) fn write_over(
        &self,
        tx: &Transaction<'_>,
        site: SiteId,
        id: RecordId,
    ) -> Written<bool> {
        if !self.update(tx, site, id, true)? {
            return Ok(false);
        }
        let is_new_text = tx
            .prepare_cached("UPDATE record_text SET text = ?2 WHERE id = ?1 AND text <> ?2")?
            .execute(params![id.0, self.record.text])?
            > 0;
        index_record(tx, id.0, &self.terms, false)?;
        tx.prepare_cached("UPDATE record_digest SET unindexed = 0, unsettled = 1 WHERE id = ?1")?
            .execute([id.0])?;
        // A summary is one of the text.
        if is_new_text {
            tx.prepare_cached("DELETE FROM record_summary WHERE id = ?1")?
                .execute([id.0])?;
        }
        Ok(true)
    }

    /// Takes up values that say nothing anew, and the address if it is free: no export has the
    /// record again for that. Values that a person wrote stay.
    pub(crate) fn refresh(&self, tx: &Transaction<'_>, site: SiteId, id: RecordId) -> Written<()> {
        let kept = keep_by_hand(tx, id, &self.record)?;
        let record = kept.as_ref().unwrap_or(self);
        let is_indexed_so = record.is_stored_so(tx, id)?;
        record.update(tx, site, id, false)?;
        tx.prepare_cached("UPDATE record_text SET text = ?2 WHERE id = ?1 AND text <> ?2")?
            .execute(params![id.0, record.record.text])?;
        if !is_indexed_so {
            index_record(tx, id.0, &record.terms, false)?;
            tx.prepare_cached("UPDATE record_digest SET unindexed = 0 WHERE id = ?1")?
                .execute([id.0])?;
        }
        Ok(())
    }

    /// Whether the index has these words and numbers of the record.
    fn is_stored_so(&self, tx: &Transaction<'_>, id: RecordId) -> Written<bool> {
        let record = &self.record;
        Ok(tx
            .prepare_cached(
                "SELECT 1 FROM record r JOIN record_text t ON t.id = r.id
                 WHERE r.id = ?1 AND r.fields = ?2 AND r.title = ?3 COLLATE BINARY
                   AND r.author = ?4 COLLATE BINARY AND t.text = ?5",
            )?
            .exists(params![
                id.0,
                self.fields,
                record.title,
                record.author,
                record.text
            ])?)
    }

    /// Writes the values into the row `id`, and the address if it is free; returns whether the row
    /// exists. `exported_again`: whether exports of what is new have the record once more.
    fn update(
        &self,
        tx: &Transaction<'_>,
        site: SiteId,
        id: RecordId,
        exported_again: bool,
    ) -> Written<bool> {
        let record = &self.record;
        let changed = tx
            .prepare_cached(
                "UPDATE record SET title = ?3, date = ?4, author = ?5, fields = ?6, provenance = ?7,
                        change = iif(?9, (SELECT last FROM counter WHERE name = 'change'), change),
                        url = CASE WHEN EXISTS (SELECT 1 FROM record AS other
                                                WHERE other.url = ?8 AND other.site = ?2)
                              THEN url ELSE ?8 END
                 WHERE id = ?1 AND site = ?2",
            )?
            .execute(params![
                id.0,
                site.0,
                record.title,
                record.date,
                record.author,
                self.fields,
                self.provenance,
                record.url,
                exported_again,
            ])?;
        Ok(changed > 0)
    }

    /// The number of the record stored under this address.
    pub(crate) fn id_at(&self, tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<RecordId> {
        tx.prepare_cached("SELECT id FROM record WHERE url = ?1 AND site = ?2")?
            .query_row(params![self.record.url, site.0], |row| {
                row.get(0).map(RecordId)
            })
    }

    /// Converts the record to column values.
    pub(crate) fn new(record: Record) -> Written<Self> {
        let fields: serde_json::Map<String, serde_json::Value> = record
            .fields
            .iter()
            .map(|(name, value)| (name.clone(), value.to_json()))
            .collect();
        Ok(Self {
            fields: to_json(&fields)?,
            provenance: to_json(&record.provenance)?,
            terms: RecordTerms::of(&record),
            record,
        })
    }
}

/// Stores the names of fields in the records of a site.
pub(crate) fn keep_names(tx: &Transaction<'_>, site: SiteId, names: &[String]) -> Written<()> {
    let mut keep = tx.prepare_cached(
        "INSERT OR IGNORE INTO site_field (site, name, place)
         SELECT ?1, ?2, count(*) FROM site_field WHERE site = ?1",
    )?;
    for name in names {
        keep.execute(params![site.0, name])?;
    }
    Ok(())
}
