//! Matches of conditions, and what becomes of them: alerts, and runs of tasks.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Row, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_count, get_time, micros, to_json, token};
use crate::store::records::fields_of;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::comparison::in_short;
use bowerbird_logic::model::{
    AlertChannel, ClauseTest, RaisedAlert, RecordId, RecordMatch, SiteId, TaskId, Value,
};

/// The most matches that are kept once they are told.
const KEPT: i64 = 20_000;
/// How many matches of one condition and site are told one by one.
const TOLD: usize = 20;

/// The columns of a match.
const MATCH: &str = "m.id, m.condition, m.site, s.name, m.record, m.title, m.url, m.at, m.test, \
                     m.field, m.before, m.after, r.fields";

/// Matches of one condition and site that wait to be told.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingMatches {
    /// The condition.
    pub condition: i64,
    /// The site.
    pub site: SiteId,
    /// How many there are.
    pub count: u64,
    /// The first ones.
    pub first: Vec<RecordMatch>,
    /// The last of them.
    pub last: i64,
    /// Whether those that wait for the digest are among them.
    pub digests: bool,
}

impl StoreReader {
    /// The last matches of a condition, newest first; of all conditions if there is none.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_matches(&self, condition: Option<i64>, limit: usize) -> Result<Vec<RecordMatch>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let sql = format!(
                "SELECT {MATCH} FROM record_match m JOIN site s ON s.id = m.site
                 LEFT JOIN record r ON r.id = m.record
                 WHERE ?1 IS NULL OR m.condition = ?1 ORDER BY m.id DESC LIMIT ?2"
            );
            let matches = connection
                .prepare_cached(&sql)?
                .query_map(params![condition, limit], match_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(matches)
        })
    }

    /// When the first match came that waits for a digest.
    ///
    /// # Errors
    /// From SQLite.
    pub fn first_for_digest(&self) -> Result<Option<Timestamp>> {
        self.read(|connection| {
            let at: Option<i64> = connection
                .prepare_cached(
                    "SELECT min(at) FROM record_match INDEXED BY record_match_waits
                     WHERE waits <> 0 AND waits = 2",
                )?
                .query_row([], |row| row.get(0))?;
            Ok(at.and_then(|at| Timestamp::from_microsecond(at).ok()))
        })
    }

    /// The matches that are to be told now, those for digests only if `digests`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn waiting_matches(&self, digests: bool) -> Result<Vec<WaitingMatches>> {
        let most_waits = most_waits(digests);
        self.read(|connection| {
            let mut groups: Vec<WaitingMatches> = connection
                .prepare_cached(
                    "SELECT condition, site, count(*), max(id)
                     FROM record_match INDEXED BY record_match_waits
                     WHERE waits <> 0 AND waits <= ?1 GROUP BY condition, site ORDER BY min(id)",
                )?
                .query_map([most_waits], |row| {
                    Ok(WaitingMatches {
                        condition: row.get(0)?,
                        site: SiteId(row.get(1)?),
                        count: get_count(row, 2)?,
                        first: Vec::new(),
                        last: row.get(3)?,
                        digests,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            let sql = format!(
                "SELECT {MATCH} FROM record_match m INDEXED BY record_match_waits
                 JOIN site s ON s.id = m.site LEFT JOIN record r ON r.id = m.record
                 WHERE m.waits <> 0 AND m.waits <= ?1 AND m.condition = ?2 AND m.site = ?3
                   AND m.id <= ?4 ORDER BY m.id LIMIT ?5"
            );
            let most = i64::try_from(TOLD).unwrap_or(i64::MAX);
            for group in &mut groups {
                group.first = connection
                    .prepare_cached(&sql)?
                    .query_map(
                        params![most_waits, group.condition, group.site.0, group.last, most],
                        match_of,
                    )?
                    .collect::<rusqlite::Result<_>>()?;
            }
            Ok(groups)
        })
    }

    /// The tasks that conditions ask to run, each with the site of the match.
    ///
    /// # Errors
    /// From SQLite.
    pub fn tasks_of_matches(&self) -> Result<Vec<(i64, TaskId, SiteId)>> {
        self.read(|connection| {
            let tasks = connection
                .prepare_cached(
                    "SELECT DISTINCT condition, task, site
                     FROM record_match INDEXED BY record_match_task WHERE task IS NOT NULL",
                )?
                .query_map([], |row| {
                    Ok((row.get(0)?, TaskId(row.get(1)?), SiteId(row.get(2)?)))
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(tasks)
        })
    }
}

impl Store {
    /// Turns waiting matches into alerts, in one step: a match is told once. The number of each alert
    /// is set.
    ///
    /// # Errors
    /// From SQLite.
    pub fn raise_matches(
        &self,
        raised: Vec<(WaitingMatches, RaisedAlert, Vec<AlertChannel>)>,
    ) -> Result<Vec<RaisedAlert>> {
        self.write(move |tx| {
            let mut alerts = Vec::with_capacity(raised.len());
            for (group, alert, channels) in &raised {
                let told = tx
                    .prepare_cached(
                        "UPDATE record_match SET waits = 0
                         WHERE waits <> 0 AND waits <= ?4
                           AND condition = ?1 AND site = ?2 AND id <= ?3",
                    )?
                    .execute(params![
                        group.condition,
                        group.site.0,
                        group.last,
                        most_waits(group.digests)
                    ])?;
                if told == 0 {
                    continue;
                }
                let mut alert = alert.clone();
                alert.id = insert(tx, &alert, channels)?;
                alerts.push(alert);
            }
            tx.execute(
                "DELETE FROM record_match WHERE waits = 0 AND task IS NULL
                    AND id <= (SELECT max(id) FROM record_match) - ?1",
                [KEPT],
            )?;
            Ok(alerts)
        })
    }

    /// Notes that a task was started, or cannot be.
    ///
    /// # Errors
    /// From SQLite.
    pub fn settle_task_of_matches(&self, task: TaskId) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "UPDATE record_match SET task = NULL WHERE task = ?1",
                [task.0],
            )?;
            Ok(())
        })
    }
}

/// What a match waits for at most, to be told now.
fn most_waits(digests: bool) -> i64 {
    match digests {
        true => 2,
        false => 1,
    }
}

/// Writes an alert about what happened: nothing is told when it is over.
fn insert(
    tx: &rusqlite::Transaction<'_>,
    alert: &RaisedAlert,
    channels: &[AlertChannel],
) -> std::result::Result<i64, TransactionError> {
    let channels: Vec<_> = channels.iter().map(|channel| channel.token()).collect();
    let channels = match channels.is_empty() {
        true => None,
        false => Some(to_json(&channels)?),
    };
    tx.prepare_cached(
        "INSERT INTO alert (rule, kind, site, message, raised_at, cleared_at, settled_cleared_at,
                            channels)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?5, ?6)",
    )?
    .execute(params![
        i64::try_from(alert.rule).unwrap_or(i64::MAX),
        token(&alert.kind)?,
        alert.site.map(|site| site.0),
        to_json(&alert.message)?,
        micros(alert.raised_at),
        channels,
    ])?;
    Ok(tx.last_insert_rowid())
}

fn match_of(row: &Row<'_>) -> rusqlite::Result<RecordMatch> {
    let test: String = row.get(8)?;
    Ok(RecordMatch {
        id: row.get(0)?,
        condition: row.get(1)?,
        site: SiteId(row.get(2)?),
        site_name: row.get(3)?,
        record: row.get::<_, Option<i64>>(4)?.map(RecordId),
        title: row.get(5)?,
        url: row.get(6)?,
        at: get_time(row, 7)?,
        // Of a newer version: it counted, by whatever.
        test: ClauseTest::from_token(&test).unwrap_or(ClauseTest::Changes),
        field: row.get(9)?,
        before: row.get(10)?,
        after: row.get(11)?,
        fields: match row.get_ref(12)? {
            // The record was removed since.
            ValueRef::Null => Vec::new(),
            _ => shown_fields(&fields_of(row, 12)?),
        },
    })
}

/// The fields of a record as a message shows them.
pub(super) fn shown_fields(fields: &[(String, Value)]) -> Vec<(String, String)> {
    let fields = fields.iter();
    fields
        .map(|(name, value)| {
            let (_, value) = in_short("", value.joined().trim());
            (name.clone(), value)
        })
        .collect()
}
