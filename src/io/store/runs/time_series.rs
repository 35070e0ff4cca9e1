//! Time series: written with the pages in one transaction, read in few rows for any number of
//! sites. Input: counts of pages. Output: the dashboard's figures.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_count, signed, unsigned};
use crate::store::{CommitCounts, Result, StoreReader};
use crate::system::disk_and_memory;
use bowerbird_logic::model::{
    ChartSpan, Dashboard, NetworkFigures, PageState, SiteId, Tallied, TallyBucket,
};

/// Bucket lengths in seconds, and how many seconds they are kept; days are kept forever.
const SCALES: [(i64, Option<i64>); 3] = [
    (60, Some(3 * 3_600)),
    (3_600, Some(15 * 86_400)),
    (86_400, None),
];
/// The pseudo site for all sites.
const ALL_SITES: i64 = 0;
/// Maximum sites in a list.
const MAX_SITES: i64 = 10;

/// The counts of a batch of pages.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// By the time a page arrived, in seconds, truncated to the minute.
    minutes: BTreeMap<i64, BTreeMap<Tallied, u64>>,
}

impl Tally {
    /// Counts a page.
    pub(crate) fn note(
        &mut self,
        fetched_at_micros: i64,
        state: PageState,
        heard: &NetworkFigures,
        brought: CommitCounts,
    ) {
        let at = start_of(fetched_at_micros.div_euclid(1_000_000), 60);
        let minute = self.minutes.entry(at).or_default();
        let mut add = |what: Tallied, n: u64| {
            if n > 0 {
                *minute.entry(what).or_default() += n;
            }
        };
        add(Tallied::Pages, 1);
        add(Tallied::Records, brought.records);
        add(Tallied::Updated, brought.updated);
        add(Tallied::Bytes, heard.bytes);
        if let Some(took) = heard.took {
            add(Tallied::Timed, 1);
            add(
                Tallied::TookMs,
                u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            );
        }
        match Tallied::of_status(heard.status) {
            Some(class) => add(class, 1),
            None => add(Tallied::NoAnswer, 1),
        }
        if state != PageState::Ok {
            add(Tallied::State(state), 1);
        }
    }

    /// Adds it to the stored counts.
    pub(crate) fn keep(
        &self,
        tx: &Transaction<'_>,
        site: SiteId,
    ) -> std::result::Result<(), TransactionError> {
        for (scale, kept) in SCALES {
            let mut buckets: BTreeMap<i64, BTreeMap<Tallied, u64>> = BTreeMap::new();
            for (minute, counts) in &self.minutes {
                let bucket = buckets.entry(start_of(*minute, scale)).or_default();
                for (what, n) in counts {
                    *bucket.entry(*what).or_default() += n;
                }
            }
            for (at, counts) in buckets {
                forget_old(tx, scale, kept, at)?;
                for (what, n) in counts {
                    add(tx, [scale, ALL_SITES, at, what.number()], n)?;
                    // Charts by the minute are not shown for single sites.
                    if scale > 60 && (what == Tallied::Records || what == Tallied::Pages) {
                        add(tx, [scale, site.0, at, what.number()], n)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn start_of(second: i64, scale: i64) -> i64 {
    second.div_euclid(scale) * scale
}

fn add(
    tx: &Transaction<'_>,
    [scale, site, at, what]: [i64; 4],
    n: u64,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "INSERT INTO tally (scale, site, at, what, n) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO UPDATE SET n = n + excluded.n",
    )?
    .execute(params![scale, site, at, what, signed(n)])?;
    Ok(())
}

/// Drops old counts, once per bucket.
fn forget_old(
    tx: &Transaction<'_>,
    scale: i64,
    kept: Option<i64>,
    at: i64,
) -> std::result::Result<(), TransactionError> {
    let Some(kept) = kept else {
        return Ok(());
    };
    let known: Option<i64> = tx
        .prepare_cached("SELECT 1 FROM tally WHERE scale = ?1 AND site = 0 AND at = ?2 LIMIT 1")?
        .query_row([scale, at], |row| row.get(0))
        .optional()?;
    if known.is_none() {
        tx.prepare_cached("DELETE FROM tally WHERE scale = ?1 AND at < ?2")?
            .execute([scale, at - kept])?;
    }
    Ok(())
}

impl StoreReader {
    /// The dashboard's data for `span` up to `now`; `midnight` is the start of the user's day.
    ///
    /// # Errors
    /// From SQLite.
    pub fn dashboard(
        &self,
        span: ChartSpan,
        midnight: Timestamp,
        now: Timestamp,
    ) -> Result<Dashboard> {
        let now = now.as_second();
        let since = span
            .seconds()
            .map_or(0, |seconds| start_of(now - seconds, span.bucket()));
        let mut dashboard = self.read(|connection| {
            let mut queues = list(
                connection,
                "SELECT id, name, open_requests FROM site WHERE open_requests > ?1
                 ORDER BY open_requests DESC LIMIT ?2",
                [0, i64::MAX],
            )?;
            let queued = queues.iter().map(|(_, _, n)| n).sum();
            queues.truncate(usize::try_from(MAX_SITES).unwrap_or_default());
            Ok(Dashboard {
                span,
                buckets: buckets(connection, span.bucket(), since)?,
                by_kind: by_kind(connection, since)?,
                top_sites: top_sites(connection, since)?,
                records_today: records_since(connection, midnight)?,
                reposts: reposts(connection)?,
                queues,
                queued,
                ..Dashboard::default()
            })
        })?;
        dashboard.file_bytes = std::fs::metadata(self.path()).map_or(0, |meta| meta.len());
        dashboard.free_bytes = disk_and_memory::free_bytes(self.path());
        dashboard.memory_bytes = disk_and_memory::memory_bytes();
        Ok(dashboard)
    }
}

/// The number of records marked as reposts: one scan of their partial index.
fn reposts(connection: &Connection) -> std::result::Result<u64, TransactionError> {
    let count = "SELECT count(*) FROM record_digest WHERE repost_of IS NOT NULL";
    let mut statement = connection.prepare_cached(count)?;
    Ok(statement.query_row([], |row| get_count(row, 0))?)
}

fn buckets(
    connection: &Connection,
    scale: i64,
    since: i64,
) -> std::result::Result<Vec<TallyBucket>, TransactionError> {
    let mut statement = connection.prepare_cached(
        "SELECT at, what, n FROM tally WHERE scale = ?1 AND site = 0 AND at >= ?2 ORDER BY at",
    )?;
    let mut rows = statement.query([scale, since])?;
    let mut buckets: Vec<TallyBucket> = Vec::new();
    while let Some(row) = rows.next()? {
        let at = row.get(0)?;
        if buckets.last().is_none_or(|last| last.at != at) {
            buckets.push(TallyBucket {
                at,
                ..TallyBucket::default()
            });
        }
        if let Some(bucket) = buckets.last_mut() {
            bucket.counts.insert(row.get(1)?, get_count(row, 2)?);
        }
    }
    Ok(buckets)
}

/// The scale for sites: hours while these are kept.
fn site_scale(since: i64) -> i64 {
    if since > 0 { 3_600 } else { 86_400 }
}

fn by_kind(
    connection: &Connection,
    since: i64,
) -> std::result::Result<Vec<(String, u64)>, TransactionError> {
    let scale = site_scale(since);
    let kinds = connection
        .prepare_cached(
            "SELECT s.kind, sum(t.n) AS brought FROM site s
             JOIN tally t ON t.scale = ?1 AND t.site = s.id AND t.at >= ?2 AND t.what = ?3
             GROUP BY s.kind ORDER BY brought DESC",
        )?
        .query_map(
            [scale, start_of(since, scale), Tallied::Records.number()],
            |row| Ok((row.get(0)?, get_count(row, 1)?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(kinds)
}

fn top_sites(
    connection: &Connection,
    since: i64,
) -> std::result::Result<Vec<(SiteId, String, u64)>, TransactionError> {
    let scale = site_scale(since);
    let sites = connection
        .prepare_cached(
            "SELECT s.id, s.name, sum(t.n) AS brought FROM site s
             JOIN tally t ON t.scale = ?1 AND t.site = s.id AND t.at >= ?2 AND t.what = ?3
             GROUP BY s.id ORDER BY brought DESC, s.name LIMIT ?4",
        )?
        .query_map(
            [
                scale,
                start_of(since, scale),
                Tallied::Records.number(),
                MAX_SITES,
            ],
            |row| Ok((SiteId(row.get(0)?), row.get(1)?, get_count(row, 2)?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(sites)
}

fn list(
    connection: &Connection,
    sql: &str,
    values: [i64; 2],
) -> std::result::Result<Vec<(SiteId, String, u64)>, TransactionError> {
    let rows = connection
        .prepare_cached(sql)?
        .query_map(values, |row| {
            Ok((SiteId(row.get(0)?), row.get(1)?, get_count(row, 2)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(rows)
}

/// Local days begin at other hours than UTC days, some at half hours: sums the hours if the day
/// begins at a full one, else counts the records.
fn records_since(
    connection: &Connection,
    midnight: Timestamp,
) -> std::result::Result<u64, TransactionError> {
    let second = midnight.as_second();
    if second.rem_euclid(3_600) != 0 {
        let count: i64 = connection
            .prepare_cached("SELECT count(*) FROM record WHERE fetched_at >= ?1")?
            .query_row([midnight.as_microsecond()], |row| row.get(0))?;
        return Ok(unsigned(count));
    }
    let count: i64 = connection
        .prepare_cached(
            "SELECT coalesce(sum(n), 0) FROM tally
             WHERE scale = 3600 AND site = 0 AND at >= ?1 AND what = ?2",
        )?
        .query_row([second, Tallied::Records.number()], |row| row.get(0))?;
    Ok(unsigned(count))
}
