//! Stored pages with the records extracted from them, and records rewritten under a changed rule.
//! Input: the rule's new results for the snapshots. A rewritten record keeps its id, its run and
//! its position on the lists. A batch is one transaction, so a killed process leaves every record
//! in its old or new state.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::by_hand::{as_page_says, has_hand_values};
use super::rewrite_undo::{is_noted, note_after, note_before, note_request};
use super::{COLUMNS, JOINS, record_of};
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_json, get_opt_json, micros, signed};
use crate::store::requests::Listed;
use crate::store::requests::prepared_record::keep_names;
use crate::store::requests::prepared_record::{PreparedRecord, RecordPlace};
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use crate::store::{QueuedKind, Result, Snapshot, SnapshotMeta, Store, StoreReader};
use bowerbird_logic::model::{ListPosition, Record, RecordId, RunId, SiteId, StoredRecord, Value};

/// A stored page, data about its request, and the records extracted from it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPage {
    /// Its row id among the stored pages.
    pub id: i64,
    /// The address that was asked for.
    pub asked: String,
    /// The answer.
    pub snapshot: Snapshot,
    /// Whether it was requested as a list; `None` when the request is no longer known.
    pub is_list: Option<bool>,
    /// The run that found the request, and the position of its link.
    pub found: Option<(RunId, ListPosition)>,
    /// Fields extracted from the list.
    pub list_fields: Vec<(String, Value)>,
    /// Which alternative yielded each of them.
    pub list_sources: BTreeMap<String, u32>,
    /// Its records as their pages say them, in page order.
    pub records: Vec<StoredRecord>,
}

/// The changes to the records of one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rewrite {
    /// Address that was asked for.
    pub asked: String,
    /// New fields extracted from the list, if they have changed.
    pub list_fields: Option<Vec<(String, Value)>>,
    /// Which alternative yielded each of them.
    pub list_sources: BTreeMap<String, u32>,
    /// Records with changed values.
    pub updated: Vec<(RecordId, Record)>,
    /// Records that are new, with their number on the page.
    pub added: Vec<(usize, Record)>,
    /// Records to remove.
    pub removed: Vec<RecordId>,
    /// Run, position and time for new records.
    pub place: Option<(RunId, RunId, ListPosition, jiff::Timestamp)>,
}

/// How many records were changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rewritten {
    /// Updated in place.
    pub updated: u64,
    /// Added.
    pub added: u64,
    /// Removed.
    pub removed: u64,
}

/// Stored pages.
impl StoreReader {
    /// The number of stored pages of a site (without evidence of blocks).
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_stored_pages(&self, site: SiteId) -> Result<u64> {
        self.read(|connection| {
            Ok(connection.query_row(
                "SELECT count(*) FROM snapshot WHERE site = ?1 AND evidence = 0",
                [site.0],
                |row| crate::store::file::convert::get_count(row, 0),
            )?)
        })
    }

    /// Stored pages of a site after `after`, in the order they were stored; list pages (`lists`) or
    /// all others.
    ///
    /// # Errors
    /// From SQLite.
    pub fn stored_pages(
        &self,
        site: SiteId,
        lists: bool,
        after: i64,
        limit: u32,
    ) -> Result<Vec<StoredPage>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT s.id, s.asked, s.meta, s.body, q.kind, q.found_in, q.page, q.item, q.fields
                 FROM snapshot s LEFT JOIN request q ON q.site = s.site AND q.url = s.asked
                 WHERE s.site = ?1 AND s.evidence = 0 AND s.id > ?2 AND (q.kind IS 0) = ?3
                 ORDER BY s.id LIMIT ?4",
            )?;
            let pages = statement
                .query_map(params![site.0, after, lists, limit], page_of)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            let with_records = pages.into_iter().map(|mut page| {
                page.records = match lists {
                    true => made_of_list(connection, site, &page)?,
                    false => records_of(connection, site, &page)?,
                };
                Ok(page)
            });
            with_records.collect()
        })
    }

    /// The newest stored pages of a site, list pages (`lists`) or all others, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn newest_pages(&self, site: SiteId, lists: bool, limit: u32) -> Result<Vec<StoredPage>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT s.id, s.asked, s.meta, s.body, q.kind, q.found_in, q.page, q.item, q.fields
                 FROM snapshot s LEFT JOIN request q ON q.site = s.site AND q.url = s.asked
                 WHERE s.site = ?1 AND s.evidence = 0 AND (q.kind IS 0) = ?2
                 ORDER BY iif(?2, q.depth, 0), s.fetched_at DESC, s.id DESC LIMIT ?3",
            )?;
            let pages = statement
                .query_map(params![site.0, lists, limit], page_of)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            let with_records = pages.into_iter().map(|mut page| {
                if !lists {
                    page.records = records_of(connection, site, &page)?;
                }
                Ok(page)
            });
            with_records.collect()
        })
    }
}

impl Store {
    /// Rewrites the records of some pages, in one transaction.
    ///
    /// # Errors
    /// [`crate::store::StoreError::DiskFull`] most importantly: then nothing of the batch was
    /// changed.
    pub fn rewrite_records(&self, site: SiteId, pages: Vec<Rewrite>) -> Result<Rewritten> {
        let prepared = pages
            .into_iter()
            .map(Prepared::new)
            .collect::<std::result::Result<Vec<_>, TransactionError>>()
            .map_err(|fault| fault.about(self.path()))?;
        self.write(move |tx| {
            let mut done = Rewritten::default();
            let mut names = Vec::new();
            crate::store::file::counters::begin_change(tx)?;
            for page in &prepared {
                page.write(tx, site, &mut done)?;
                page.note_names(&mut names);
            }
            if done != Rewritten::default() {
                tx.prepare_cached(
                    "UPDATE site SET records = max(0, records + ?2), alterations = alterations + 1
                     WHERE id = ?1",
                )?
                .execute(params![site.0, signed(done.added) - signed(done.removed)])?;
                keep_names(tx, site, &names)?;
            }
            Ok(done)
        })
    }
}

/// A page's rewrite, converted to column values.
struct Prepared {
    asked: String,
    list_fields: Option<String>,
    updated: Vec<(RecordId, PreparedRecord)>,
    added: Vec<(usize, PreparedRecord)>,
    removed: Vec<RecordId>,
    place: Option<(RunId, RunId, ListPosition, jiff::Timestamp)>,
}

impl Prepared {
    fn new(page: Rewrite) -> std::result::Result<Self, TransactionError> {
        let updated = page.updated.into_iter();
        let added = page.added.into_iter();
        Ok(Self {
            asked: page.asked,
            list_fields: page
                .list_fields
                .as_ref()
                .map(|fields| {
                    let json = Listed::json_of(fields, &page.list_sources)?;
                    Ok::<_, TransactionError>(json.unwrap_or_else(|| "[]".to_owned()))
                })
                .transpose()?,
            updated: updated
                .map(|(id, record)| Ok((id, PreparedRecord::new(record)?)))
                .collect::<std::result::Result<_, TransactionError>>()?,
            added: added
                .map(|(part, record)| Ok((part, PreparedRecord::new(record)?)))
                .collect::<std::result::Result<_, TransactionError>>()?,
            removed: page.removed,
            place: page.place,
        })
    }

    fn write(
        &self,
        tx: &rusqlite::Transaction<'_>,
        site: SiteId,
        done: &mut Rewritten,
    ) -> std::result::Result<(), TransactionError> {
        let noted = is_noted(tx, site)?;
        if let Some(fields) = &self.list_fields {
            if noted {
                note_request(tx, site, &self.asked)?;
            }
            tx.prepare_cached("UPDATE request SET fields = ?3 WHERE site = ?1 AND url = ?2")?
                .execute(params![site.0, self.asked, fields])?;
        }
        for id in &self.removed {
            if has_hand_values(tx, *id)? {
                continue;
            }
            if noted {
                note_before(tx, site, *id, true)?;
            }
            let gone = tx
                .prepare_cached("DELETE FROM record WHERE id = ?1 AND site = ?2")?
                .execute(params![id.0, site.0])?;
            if gone > 0 {
                tx.prepare_cached("DELETE FROM record_search WHERE rowid = ?1")?
                    .execute([id.0])?;
            }
            done.removed += gone as u64;
        }
        for (id, record) in &self.updated {
            if noted {
                note_before(tx, site, *id, false)?;
            }
            done.updated += u64::from(record.replace(tx, site, *id)?);
            if noted {
                note_after(tx, site, *id)?;
            }
        }
        let Some((run, found_in, position, fetched_at)) = self.place else {
            return Ok(());
        };
        for (part, record) in &self.added {
            let place = RecordPlace {
                site,
                run,
                found_in,
                position,
                part: i64::try_from(*part).unwrap_or(i64::MAX),
                fetched_at: micros(fetched_at),
                proxy: None,
            };
            let is_new = record.insert(tx, &place)?;
            done.added += u64::from(is_new);
            if is_new && noted {
                note_after(tx, site, record.id_at(tx, site)?)?;
            }
        }
        Ok(())
    }

    fn note_names(&self, names: &mut Vec<String>) {
        let updated = self.updated.iter().map(|(_, record)| record);
        let records = updated.chain(self.added.iter().map(|(_, record)| record));
        for (name, _) in records.flat_map(|record| &record.record.fields) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
}

/// The records of a page: those stored with it, and those of its address (with any fragment) that
/// were not stored with another page.
pub(super) fn records_of(
    connection: &Connection,
    site: SiteId,
    page: &StoredPage,
) -> std::result::Result<Vec<StoredRecord>, TransactionError> {
    let fetched_at = micros(page.snapshot.meta.fetched_at);
    let last = page.snapshot.meta.url_chain.last();
    let url = last.map_or(page.asked.as_str(), |url| {
        url.split_once('#')
            .map_or(url.as_str(), |(before, _)| before)
    });
    let (found_in, position) = page.found.unzip();
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM record r {JOINS}
         WHERE r.id IN (
             SELECT id FROM record
             WHERE site = ?1 AND fetched_at = ?2
               AND (?3 IS NULL OR (found_in = ?3 AND page = ?4 AND item = ?5))
             UNION
             SELECT own.id FROM record AS own
             WHERE own.site = ?1 AND (own.url = ?6 OR (own.url >= ?6 || '#' AND own.url < ?6 || '$'))
               AND NOT EXISTS (SELECT 1 FROM snapshot AS other
                               WHERE other.site = ?1 AND other.evidence = 0
                                 AND other.fetched_at = own.fetched_at AND other.id <> ?7))
         ORDER BY r.part, r.id"
    ))?;
    let mut records: Vec<StoredRecord> = statement
        .query_map(
            params![
                site.0,
                fetched_at,
                found_in.map(|run| run.0),
                position.map(|p| p.page),
                position.map(|p| p.item),
                url,
                page.id,
            ],
            record_of,
        )?
        .collect::<rusqlite::Result<_>>()?;
    for record in &mut records {
        as_page_says(connection, record)?;
    }
    Ok(records)
}

/// The records made of a list alone: those stored with it, whatever the state of its request,
/// because every run finds a list again.
fn made_of_list(
    connection: &Connection,
    site: SiteId,
    page: &StoredPage,
) -> std::result::Result<Vec<StoredRecord>, TransactionError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM record r {JOINS}
         WHERE r.site = ?1 AND r.fetched_at = ?2 ORDER BY r.part, r.id"
    ))?;
    let mut records: Vec<StoredRecord> = statement
        .query_map(
            params![site.0, micros(page.snapshot.meta.fetched_at)],
            record_of,
        )?
        .collect::<rusqlite::Result<_>>()?;
    for record in &mut records {
        as_page_says(connection, record)?;
    }
    Ok(records)
}

pub(super) fn page_of(row: &Row<'_>) -> rusqlite::Result<StoredPage> {
    let packed: Vec<u8> = row.get(3)?;
    let body =
        unpack(&packed, MAX_UNPACKED).map_err(|e| crate::store::file::convert::bad_column(3, e))?;
    let kind: Option<i64> = row.get(4)?;
    let found = match (row.get::<_, Option<i64>>(5)?, row.get(6)?, row.get(7)?) {
        (Some(run), Some(page), Some(item)) => Some((RunId(run), ListPosition { page, item })),
        _ => None,
    };
    let listed = get_opt_json::<Listed>(row, 8)?;
    let (list_fields, list_sources) = listed.map(Listed::parts).unwrap_or_default();
    Ok(StoredPage {
        id: row.get(0)?,
        asked: row.get(1)?,
        snapshot: Snapshot {
            meta: get_json::<SnapshotMeta>(row, 2)?,
            body,
            validators: None,
        },
        is_list: kind.map(|kind| kind == QueuedKind::List.number()),
        found,
        list_fields,
        list_sources,
        records: Vec::new(),
    })
}
