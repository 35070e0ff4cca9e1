//! Records that are gone. Input: complete readings of a site's lists, and pages that are not found
//! any more. Output: facts, once a record was missing as often as the rule says. A reading that
//! found less than half of what was there counts only when the next one says the same.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{Fact, Written};
use crate::store::file::convert::{micros, signed};
use crate::store::records::conditions::ConditionWatch;
use crate::store::records::names::{NAMED, name_of};
use crate::store::requests::origin_of;
use crate::store::{Result, Store};
use bowerbird_logic::model::{ChangeKind, RecordId, RequestId, RunId, SiteId, WatchTerms};
use bowerbird_logic::policy::record_conditions::ReadingEvent;

/// How often a page may be missing beside others before its record is gone.
const LOST_AMONG_MANY: i64 = 2;

/// The end of a run as far as it says which records are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingEnd {
    /// Whether it read all lists of the site whole, without a fault.
    pub whole: bool,
    /// The pages that came in it.
    pub pages_ok: u64,
    /// When it ended.
    pub at: jiff::Timestamp,
}

impl Store {
    /// Counts a finished run as a reading of the site; returns how many records are gone by it. A
    /// chain of runs counts once.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_reading(
        &self,
        site: SiteId,
        run: RunId,
        terms: &WatchTerms,
        end: ReadingEnd,
    ) -> Result<u64> {
        let (after, watched) = (terms.gone_after, terms.watched);
        if !watched {
            return Ok(0);
        }
        self.write(move |tx| {
            let reading = Reading {
                site,
                run: run.0,
                origin: origin_of(tx, run)?,
                at: micros(end.at),
            };
            let lost = reading.settle_lost(tx, signed(end.pages_ok))?;
            let missed = match after.filter(|_| end.whole) {
                Some(after) => reading.count_missed(tx, i64::from(after.max(1)))?,
                None => 0,
            };
            Ok(lost + missed)
        })
    }
}

struct Reading {
    site: SiteId,
    run: i64,
    origin: i64,
    at: i64,
}

impl Reading {
    /// Records whose own page was not found in this chain.
    fn settle_lost(&self, tx: &Transaction<'_>, pages_ok: i64) -> Written<u64> {
        let lost: i64 = tx
            .prepare_cached("SELECT count(*) FROM record_presence WHERE site = ?1 AND lost = ?2")?
            .query_row(params![self.site.0, self.origin], |row| row.get(0))?;
        if lost == 0 {
            return Ok(0);
        }
        // A site that has lost most of its pages at once may only be ill.
        let many = lost > 1 && lost > pages_ok;
        tx.prepare_cached(
            "UPDATE record_presence SET missed = missed + 1 WHERE site = ?1 AND lost = ?2",
        )?
        .execute(params![self.site.0, self.origin])?;
        let least = if many { LOST_AMONG_MANY } else { 1 };
        let gone = self.gone(tx, "lost = ?2 AND missed >= ?3", least)?;
        tx.prepare_cached("UPDATE record_presence SET lost = 0 WHERE site = ?1 AND lost = ?2")?
            .execute(params![self.site.0, self.origin])?;
        Ok(gone)
    }

    /// Records that a complete reading lacks.
    fn count_missed(&self, tx: &Transaction<'_>, after: i64) -> Written<u64> {
        let known: Option<(i64, bool)> = tx
            .prepare_cached("SELECT counted, shrunk FROM site_watch WHERE site = ?1")?
            .query_row([self.site.0], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (counted, shrunk_before) = known.unwrap_or_default();
        let (seen, there): (i64, i64) = tx
            .prepare_cached(
                "SELECT coalesce(sum(seen = ?2), 0), count(*) FROM record_presence
                 WHERE site = ?1 AND seen > 0 AND gone_at IS NULL",
            )?
            .query_row(params![self.site.0, self.origin], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        if counted == self.origin || seen == 0 {
            return Ok(0);
        }
        let shrunk = seen * 2 < there;
        tx.prepare_cached(
            "INSERT INTO site_watch (site, counted, shrunk) VALUES (?1, ?2, ?3)
             ON CONFLICT (site) DO UPDATE SET counted = excluded.counted, shrunk = excluded.shrunk",
        )?
        .execute(params![self.site.0, self.origin, shrunk])?;
        if shrunk && !shrunk_before {
            return Ok(0);
        }
        tx.prepare_cached(
            "UPDATE record_presence SET missed = missed + 1
             WHERE site = ?1 AND seen > 0 AND seen <> ?2 AND gone_at IS NULL",
        )?
        .execute(params![self.site.0, self.origin])?;
        self.gone(tx, "seen > 0 AND seen <> ?2 AND missed >= ?3", after)
    }

    /// Writes that the records of a condition are gone; returns their number.
    fn gone(&self, tx: &Transaction<'_>, condition: &str, least: i64) -> Written<u64> {
        let found: Vec<(i64, String)> = tx
            .prepare_cached(&format!(
                "SELECT r.id, {NAMED}
                 FROM record_presence p JOIN record r ON r.id = p.record
                 WHERE p.site = ?1 AND gone_at IS NULL AND {condition} ORDER BY r.id"
            ))?
            .query_map(params![self.site.0, self.origin, least], |row| {
                Ok((row.get(0)?, name_of(row, 1)?.0))
            })?
            .collect::<rusqlite::Result<_>>()?;
        if found.is_empty() {
            return Ok(0);
        }
        let conditions = ConditionWatch::begin(tx, self.site, (self.run, self.origin))?;
        for (record, title) in &found {
            let fact = Fact {
                site: self.site,
                record: RecordId(*record),
                run: Some(self.run),
                at: self.at,
                kind: ChangeKind::Gone,
                title,
            };
            fact.write(tx, None)?;
            tx.prepare_cached("UPDATE record_presence SET gone_at = ?2 WHERE record = ?1")?
                .execute(params![record, self.at])?;
            conditions.came_or_went(tx, RecordId(*record), (ReadingEvent::Gone, self.at))?;
        }
        Ok(found.len() as u64)
    }
}

/// Notes that the page of `request` was not found any more: the end of the run says whether its
/// record is gone.
pub(in crate::store) fn note_lost(
    tx: &Transaction<'_>,
    site: SiteId,
    request: RequestId,
    origin: i64,
) -> Written<()> {
    tx.prepare_cached(
        "INSERT INTO record_presence (record, site, lost)
         SELECT record.id, ?1, ?3 FROM record JOIN request ON request.id = ?2
         WHERE record.site = ?1
           AND record.url IN (request.url, (SELECT snapshot.url FROM snapshot
                                            WHERE snapshot.site = ?1 AND evidence = 0
                                              AND asked = request.url LIMIT 1))
         ON CONFLICT (record) DO UPDATE SET lost = excluded.lost",
    )?
    .execute(params![site.0, request.0, origin])?;
    Ok(())
}
