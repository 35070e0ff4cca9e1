//! Facts of versions that are older than the table of facts. Input: records whose versions were not
//! read for that yet. Output: facts with the times of the versions, read already.

use rusqlite::{OptionalExtension, Transaction};

use super::{Fact, Written};
use crate::store::file::convert::micros;
use crate::store::records::by_hand::as_page_says;
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::requests::renewals::version_of;
use crate::store::{Result, Store};
use bowerbird_logic::comparison::{ReadingComparison, record_name};
use bowerbird_logic::model::{ChangeKind, RecordId, RecordVersion};

impl Store {
    /// Reads the versions of up to `limit` records that were not read for facts yet; returns how
    /// many records there were.
    ///
    /// # Errors
    /// From SQLite.
    pub fn fill_changes(&self, limit: u32) -> Result<u64> {
        let any = self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT 1 FROM change_backlog LIMIT 1")?
                .exists([])?)
        })?;
        if !any {
            return Ok(0);
        }
        self.write(move |tx| {
            let records: Vec<i64> = tx
                .prepare_cached("SELECT record FROM change_backlog ORDER BY record LIMIT ?1")?
                .query_map([limit], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for record in &records {
                fill_record(tx, RecordId(*record))?;
            }
            Ok(records.len() as u64)
        })
    }
}

/// Writes the facts of the versions of a record, if that was not done yet.
pub(in crate::store) fn fill_record(tx: &Transaction<'_>, record: RecordId) -> Written<()> {
    let waiting = tx
        .prepare_cached("DELETE FROM change_backlog WHERE record = ?1")?
        .execute([record.0])?;
    if waiting == 0 {
        return Ok(());
    }
    let stored = tx
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id = ?1"
        ))?
        .query_row([record.0], record_of)
        .optional()?;
    let Some(mut stored) = stored else {
        return Ok(());
    };
    as_page_says(tx, &mut stored)?;
    let mut statement = tx.prepare_cached(
        "SELECT number, fetched_at, replaced_at, content FROM record_version
         WHERE record = ?1 ORDER BY number",
    )?;
    // A version that cannot be read is left out: the storage check tells of it.
    let versions = statement.query_map([record.0], |row| Ok(version_of(row).ok()))?;
    let versions: Vec<Option<RecordVersion>> = versions.collect::<rusqlite::Result<_>>()?;
    let mut steps: Vec<(jiff::Timestamp, &bowerbird_logic::model::Record)> = versions
        .iter()
        .flatten()
        .filter(|version| !version.is_withheld())
        .map(|version| (version.fetched_at, &version.record))
        .collect();
    steps.push((stored.fetched_at, &stored.record));
    let comparison = ReadingComparison::default();
    for pair in steps.windows(2) {
        let [(earlier, before), (later, after)] = pair else {
            continue;
        };
        let name = record_name(after, None);
        for change in comparison.changes((before, after), (*earlier, *later)) {
            let fact = Fact {
                site: stored.site,
                record,
                run: None,
                at: micros(*later),
                kind: ChangeKind::Changed,
                title: &name,
            };
            fact.write(tx, Some(&change))?;
        }
    }
    Ok(())
}
