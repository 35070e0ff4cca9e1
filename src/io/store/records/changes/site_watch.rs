//! The watch over one site during a batch: which stored record a new reading is of, and the facts
//! that follow. Input: the terms of the site, and records with their keys. Output: rows of facts
//! and of presence, in the transaction of the batch.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rusqlite::{OptionalExtension, Transaction, params};

use super::{Fact, Written, fill_record};
use crate::store::file::convert::to_json;
use crate::store::records::by_hand::{as_page_says, rekey_deleted};
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::requests::prepared_record::PreparedRecord;
use bowerbird_logic::comparison::{
    ReadingComparison, RecordChange, numbered_key, page_keys, record_key, record_name,
};
use bowerbird_logic::model::{
    ChangeKind, DefaultColumn, Record, RecordId, SiteId, StoredRecord, WatchTerms,
};

/// The watch over the site of a batch.
pub(in crate::store) struct SiteWatch {
    site: SiteId,
    /// The run, and the first one of its chain.
    run: i64,
    origin: i64,
    terms: Arc<WatchTerms>,
    comparison: ReadingComparison,
    /// Whether earlier chains stored records: without any, all that is read is where changes begin.
    has_before: bool,
    /// The fields that records of the site had before: one that a rule has gained is no change.
    names: HashSet<String>,
}

impl SiteWatch {
    /// Begins the watch. If the key fields of the site have changed, the stored records get their
    /// keys by the new ones.
    pub(in crate::store) fn begin(
        tx: &Transaction<'_>,
        site: SiteId,
        (run, origin): (i64, i64),
        terms: Option<&Arc<WatchTerms>>,
    ) -> Written<Self> {
        let terms = terms.cloned().unwrap_or_default();
        let has_before = tx
            .prepare_cached(
                // A record that a person added was not read by an earlier chain.
                "SELECT 1 FROM record r WHERE site = ?1 AND found_in < ?2
                 AND NOT (provenance = '{}'
                          AND EXISTS (SELECT 1 FROM record_edit e WHERE e.record = r.id))
                 LIMIT 1",
            )?
            .exists(params![site.0, origin])?;
        let names = tx
            .prepare_cached("SELECT name FROM site_field WHERE site = ?1")?
            .query_map([site.0], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let watch = Self {
            site,
            run,
            origin,
            comparison: ReadingComparison::new(&terms.compare),
            terms,
            has_before,
            names,
        };
        if let Some(key) = watch.noted_key()? {
            watch.rekey(tx, &key)?;
        }
        Ok(watch)
    }

    /// The key fields as they are noted; `None` if the site has none and needs no note.
    fn noted_key(&self) -> Written<Option<String>> {
        match self.terms.watched {
            true => Ok(Some(to_json(&(self.terms.named, &self.terms.key))?)),
            false => Ok(None),
        }
    }

    fn rekey(&self, tx: &Transaction<'_>, key: &str) -> Written<()> {
        let noted: Option<String> = tx
            .prepare_cached("SELECT key FROM site_watch WHERE site = ?1")?
            .query_row([self.site.0], |row| row.get(0))
            .optional()?;
        if noted.as_deref() == Some(key) {
            return Ok(());
        }
        tx.prepare_cached(
            "INSERT INTO site_watch (site, key) VALUES (?1, ?2)
             ON CONFLICT (site) DO UPDATE SET key = excluded.key",
        )?
        .execute(params![self.site.0, key])?;
        tx.prepare_cached("UPDATE record_presence SET key = NULL WHERE site = ?1")?
            .execute([self.site.0])?;
        if self.terms.key.is_empty() || !self.has_before {
            return Ok(());
        }
        // The newest of several records with one key is the one that is read on: rows that were
        // known by their place have been told apart by it.
        let mut times: HashMap<String, usize> = HashMap::new();
        let mut records = tx.prepare(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.site = ?1
             ORDER BY r.found_in DESC, r.page, r.item, r.part, r.id"
        ))?;
        let mut rows = records.query([self.site.0])?;
        while let Some(row) = rows.next()? {
            let mut stored = record_of(row)?;
            as_page_says(tx, &mut stored)?;
            let Some(key) = record_key(&self.terms, &stored.record) else {
                continue;
            };
            let number = times.entry(key.clone()).or_default();
            *number += 1;
            tx.prepare_cached(
                "INSERT INTO record_presence (record, site, key) VALUES (?1, ?2, ?3)
                 ON CONFLICT (record) DO UPDATE SET key = excluded.key",
            )?
            .execute(params![
                stored.id.0,
                self.site.0,
                numbered_key(key, *number)
            ])?;
        }
        rekey_deleted(tx, self.site, &mut |record| {
            let key = record_key(&self.terms, record)?;
            let number = times.entry(key.clone()).or_default();
            *number += 1;
            Some(numbered_key(key, *number))
        })
    }

    /// The keys of the records of one page.
    pub(in crate::store) fn keys(&self, records: &[PreparedRecord]) -> Vec<Option<String>> {
        if self.terms.key.is_empty() {
            return vec![None; records.len()];
        }
        page_keys(&self.terms, records.iter().map(|prepared| &prepared.record)).0
    }

    /// The stored record with this key, and whether this chain has read it at another address
    /// already: then the first reading stands.
    pub(in crate::store) fn find(
        &self,
        tx: &Transaction<'_>,
        key: Option<&str>,
        url: &str,
    ) -> Written<Option<(RecordId, bool)>> {
        let Some(key) = key else {
            return Ok(None);
        };
        let found: Option<(i64, i64, String)> = tx
            .prepare_cached(
                "SELECT p.record, p.seen, r.url FROM record_presence p
                 JOIN record r ON r.id = p.record WHERE p.site = ?1 AND p.key = ?2",
            )?
            .query_row(params![self.site.0, key], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        Ok(found.map(|(record, seen, stored)| {
            let elsewhere = seen == self.origin && stored != url;
            (RecordId(record), elsewhere)
        }))
    }

    /// Notes that a record is there; returns whether it was gone and is back.
    pub(in crate::store) fn note_seen(
        &self,
        tx: &Transaction<'_>,
        record: RecordId,
        title: &str,
        (key, at): (Option<&str>, i64),
    ) -> Written<bool> {
        if !self.terms.watched {
            return Ok(false);
        }
        let was_gone = tx
            .prepare_cached(
                "UPDATE record_presence SET gone_at = NULL, lost = 0
                 WHERE record = ?1 AND gone_at IS NOT NULL",
            )?
            .execute([record.0])?;
        if was_gone > 0 {
            self.fact(record, ChangeKind::Back, at, title)
                .write(tx, None)?;
        }
        if key.is_none() && self.terms.gone_after.is_none() {
            return Ok(was_gone > 0);
        }
        // A key that another record had says now that it is this one.
        if let Some(key) = key {
            tx.prepare_cached(
                "UPDATE record_presence SET key = NULL
                 WHERE site = ?1 AND key = ?2 AND record <> ?3",
            )?
            .execute(params![self.site.0, key, record.0])?;
        }
        tx.prepare_cached(
            "INSERT INTO record_presence (record, site, key, seen) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (record) DO UPDATE SET seen = excluded.seen, missed = 0, lost = 0,
                 key = coalesce(excluded.key, key)",
        )?
        .execute(params![record.0, self.site.0, key, self.origin])?;
        Ok(was_gone > 0)
    }

    /// Notes that the list names the pages of these addresses: their records are there. Returns those
    /// that are back.
    pub(in crate::store) fn note_listed(
        &self,
        tx: &Transaction<'_>,
        listed: &[String],
        at: i64,
    ) -> Written<Vec<RecordId>> {
        let mut back = Vec::new();
        let mut find = tx.prepare_cached(
            "SELECT id, title FROM record WHERE site = ?1
               AND url IN (?2, (SELECT url FROM snapshot WHERE site = ?1 AND evidence = 0
                                AND asked = ?2 LIMIT 1))",
        )?;
        for url in listed {
            let found: Option<(i64, String)> = find
                .query_row(params![self.site.0, url], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .optional()?;
            if let Some((record, title)) = found
                && self.note_seen(tx, RecordId(record), &title, (None, at))?
            {
                back.push(RecordId(record));
            }
        }
        Ok(back)
    }

    /// Writes that a record came, if the site was read before.
    pub(in crate::store) fn note_new(
        &self,
        tx: &Transaction<'_>,
        record: RecordId,
        (title, at): (&str, i64),
    ) -> Written<()> {
        match self.terms.watched && self.has_before {
            true => self
                .fact(record, ChangeKind::New, at, title)
                .write(tx, None),
            false => Ok(()),
        }
    }

    /// What a new reading of a stored record says anew.
    pub(in crate::store) fn changes(
        &self,
        stored: &StoredRecord,
        new: &Record,
        at: jiff::Timestamp,
    ) -> Vec<RecordChange> {
        let times = (stored.fetched_at, at);
        self.comparison.changes((&stored.record, new), times)
    }

    /// Writes what a new version of a record says anew.
    pub(in crate::store) fn note_changes(
        &self,
        tx: &Transaction<'_>,
        stored: &StoredRecord,
        (title, at): (&str, i64),
        changes: &[RecordChange],
    ) -> Written<()> {
        fill_record(tx, stored.id)?;
        for change in changes {
            if self.is_known(&change.name) {
                self.fact(stored.id, ChangeKind::Changed, at, title)
                    .write(tx, Some(change))?;
            }
        }
        Ok(())
    }

    /// Whether records of the site had this field before: one that a rule has gained is no change.
    pub(in crate::store) fn is_known(&self, field: &str) -> bool {
        DefaultColumn::from_token(field).is_some() || self.names.contains(field)
    }

    /// Whether the site was read before.
    pub(in crate::store) fn has_before(&self) -> bool {
        self.has_before
    }

    /// What a record is called in the stream; empty if it has nothing but an address.
    pub(in crate::store) fn title_of(&self, record: &Record) -> String {
        record_name(record, record_key(&self.terms, record).as_deref())
    }

    /// Whether readings of known records are compared with what is stored: those of a site whose
    /// records are known by fields that a person named.
    pub(in crate::store) fn notes_known(&self) -> bool {
        self.terms.watched && (self.terms.gone_after.is_some() || !self.terms.key.is_empty())
    }

    /// Whether the site is watched.
    pub(in crate::store) fn is_watched(&self) -> bool {
        self.terms.watched
    }

    /// Whether a page that is not found takes its record with it.
    pub(in crate::store) fn loses_pages(&self) -> bool {
        self.terms.watched && self.terms.gone_with_page
    }

    fn fact<'a>(&self, record: RecordId, kind: ChangeKind, at: i64, title: &'a str) -> Fact<'a> {
        Fact {
            site: self.site,
            record,
            run: Some(self.run),
            at,
            kind,
            title,
        }
    }
}
