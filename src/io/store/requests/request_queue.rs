//! The queue of requests: adding them, taking them out, and which known pages are fetched again.

use super::super::error::TransactionError;
use super::super::file::convert::{
    get_count, get_opt_json, get_opt_time, get_time, micros, to_json, unsigned,
};
use super::super::file::erasure::is_erased_address;
use super::super::{NewRequest, Queued, RequestVerdict, Result, Store, StoreReader};
use super::columns::AGAIN;
use super::columns::QueuedKind::{self, Content, ContentAgain, List, Page};
use super::columns::RequestState::{Done, Dropped, Failed, Leased, Waiting};
use super::renewals::queue_last_pages;
use bowerbird_logic::model::{ListPosition, RequestId, RunId, SiteId, Value, Verdict};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Adds a request, or queues a known one again if a new run needs it: list pages and the start of a
/// whole-site crawl always, others only if they had failed. "New run" means that the row was last
/// queued before the first run of the chain that `?9` begins, so that a resumed run does not
/// restart from the beginning. `?10` also queues pages that were read, to be fetched again.
pub(super) static ADD: LazyLock<String> = LazyLock::new(|| {
    format!(
        "
    INSERT INTO request (site, url, kind, found_in, page, item, depth, fields)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (site, url) DO UPDATE SET
        kind = excluded.kind + CASE WHEN ?10 AND request.state = {Done} THEN {AGAIN} ELSE 0 END,
        state = {Waiting}, found_in = excluded.found_in, page = excluded.page, item = excluded.item,
        depth = excluded.depth, fields = excluded.fields,
        due_at = 0, attempts = 0, verdict = NULL, judged_at = NULL
    WHERE request.state IN ({Done}, {Failed}) AND request.found_in < ?9
      AND (?10 OR request.state = {Failed} OR excluded.kind = {List}
           OR (excluded.kind = {Page} AND excluded.depth = 0))"
    )
});

/// Requests.
impl StoreReader {
    /// For each of `requests`, whether [`Self::add_requests`] would queue it now.
    ///
    /// # Errors
    /// [`super::super::StoreError::NotFound`] for an unknown run; else from SQLite.
    pub fn would_queue(
        &self,
        site: SiteId,
        run: RunId,
        requests: &[&NewRequest],
    ) -> Result<Vec<bool>> {
        self.read(|connection| {
            let origin = origin_of(connection, run)?;
            let mut known = connection.prepare_cached(&format!(
                "SELECT state IN ({Done}, {Failed}) AND found_in < ?3
                        AND (state = {Failed} OR ?4 = {List} OR (?4 = {Page} AND ?5 = 0))
                 FROM request WHERE site = ?1 AND url = ?2"
            ))?;
            // What a filter leaves out by what the list says is no news.
            let mut skipped = connection.prepare_cached(
                "SELECT 1 FROM skipped_record
                 WHERE site = ?1 AND key = ?2 AND was_read = 0 AND is_kept = 0 AND is_settled = 1",
            )?;
            let answers = requests.iter().map(|r| {
                known
                    .query_row(
                        params![
                            site.0,
                            r.url,
                            origin,
                            QueuedKind::of(r.kind, false).number(),
                            r.depth
                        ],
                        |row| row.get(0),
                    )
                    .optional()
                    .and_then(|again: Option<bool>| match again {
                        Some(again) => Ok(again),
                        None => Ok(!skipped.exists(params![site.0, r.url])?),
                    })
            });
            Ok(answers.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The number of known addresses of a site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn known_urls(&self, site: SiteId) -> Result<u64> {
        self.read(|connection| {
            Ok(connection.query_row(
                "SELECT count(*) FROM request WHERE site = ?1",
                [site.0],
                |row| get_count(row, 0),
            )?)
        })
    }

    /// All known addresses of a site, each with whether its page was read and is not fetched again
    /// (fills the Bloom filter); those that filters left out unread are among them.
    ///
    /// # Errors
    /// From SQLite.
    pub fn each_known_url(&self, site: SiteId, each: &mut dyn FnMut(&str, bool)) -> Result<()> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT url, (state = {Done} AND kind <> {List})
                             OR (state = {Dropped} AND kind >= {ContentAgain})
                 FROM request WHERE site = ?1
                 UNION ALL
                 SELECT key, 0 FROM skipped_record WHERE site = ?1 AND was_read = 0 AND is_kept = 0"
            ))?;
            let mut rows = statement.query([site.0])?;
            while let Some(row) = rows.next()? {
                each(
                    row.get_ref(0)?
                        .as_str()
                        .map_err(|e| super::super::file::convert::bad_column(0, e))?,
                    row.get(1)?,
                );
            }
            Ok(())
        })
    }

    /// The number of queued requests (including leased ones), and the earliest due time of those
    /// not leased.
    ///
    /// # Errors
    /// From SQLite.
    pub fn queue_length(&self, site: SiteId) -> Result<(u64, Option<Timestamp>)> {
        self.read(|connection| {
            let length: i64 = connection
                .prepare_cached("SELECT open_requests FROM site WHERE id = ?1")?
                .query_row([site.0], |row| row.get(0))
                .optional()?
                .unwrap_or(0);
            // Nearly all are due immediately: the queue's index covers those, and the others have
            // their own.
            let due = connection
                .prepare_cached(&format!(
                    "SELECT CASE
                         WHEN EXISTS (SELECT 1 FROM request INDEXED BY request_queue
                                      WHERE site = ?1 AND state = {Waiting} AND due_at = 0) THEN 0
                         ELSE (SELECT min(due_at) FROM request INDEXED BY request_later
                               WHERE site = ?1 AND state = {Waiting} AND due_at > 0) END"
                ))?
                .query_row([site.0], |row| get_opt_time(row, 0))?;
            Ok((unsigned(length), due))
        })
    }

    /// The last verdict on a request; `None` for a good answer, and for unknown addresses.
    ///
    /// # Errors
    /// From SQLite.
    pub fn verdict_on(&self, site: SiteId, url: &str) -> Result<Option<Verdict>> {
        let url = url.to_owned();
        self.read(|connection| {
            let verdict = connection
                .prepare_cached("SELECT verdict FROM request WHERE site = ?1 AND url = ?2")?
                .query_row(params![site.0, url], |row| get_opt_json(row, 0))
                .optional()?;
            Ok(verdict.flatten())
        })
    }

    /// Failed requests of a site with state, reason and address, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn failures(&self, site: SiteId, limit: usize) -> Result<Vec<RequestVerdict>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT url, verdict, judged_at FROM request
                 WHERE site = ?1 AND state = {Failed} ORDER BY judged_at DESC, id DESC LIMIT ?2"
            ))?;
            let failures = statement
                .query_map(params![site.0, limit], verdicted)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(failures)
        })
    }
}

/// A judged request from the columns url, verdict and judged_at.
pub(super) fn verdicted(row: &Row<'_>) -> rusqlite::Result<RequestVerdict> {
    let verdict: Verdict = get_opt_json(row, 1)?.unwrap_or_else(Verdict::ok);
    Ok(RequestVerdict {
        url: row.get(0)?,
        state: verdict.state,
        verdict,
        at: get_time(row, 2)?,
    })
}

impl Store {
    /// Adds requests that are new; list requests known from an earlier run are queued again, and
    /// so are others that had failed in one. Returns how many were queued.
    ///
    /// # Errors
    /// [`super::super::StoreError::NotFound`] for an unknown site or run; else from SQLite.
    pub fn add_requests(&self, site: SiteId, run: RunId, new: &[NewRequest]) -> Result<usize> {
        self.add_owned_requests(site, run, new.to_vec(), Known::AsBefore)
    }

    /// [`Self::add_requests`] without copying; `known` says what becomes of pages that were read.
    pub(crate) fn add_owned_requests(
        &self,
        site: SiteId,
        run: RunId,
        new: Vec<NewRequest>,
        known: Known,
    ) -> Result<usize> {
        self.write(move |tx| {
            let origin = origin_of(tx, run)?;
            let mut queued = 0;
            for request in &new {
                queued += usize::from(add(tx, site, run, origin, request, known)?);
            }
            if known == Known::Again && queued > 0 {
                queued += queue_last_pages(tx, site)?;
            }
            grow_queue(tx, site, super::super::file::convert::signed(queued as u64))?;
            Ok(queued)
        })
    }

    /// Queued requests due at `now`, lists first, then by the run that found them and by position;
    /// marks them leased. Lists first, because a list changes while being read: the faster its
    /// pages are read in sequence, the fewer items move across a page boundary unseen. Then
    /// contents in list order, so that a run that ends early has a complete beginning of the list.
    ///
    /// # Errors
    /// From SQLite.
    pub fn lease_requests(
        &self,
        site: SiteId,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Queued>> {
        self.lease_from(site, now, limit, List)
    }

    /// Leases requests of the kinds from `kind` on.
    fn lease_from(
        &self,
        site: SiteId,
        now: Timestamp,
        limit: usize,
        kind: QueuedKind,
    ) -> Result<Vec<Queued>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.write(move |tx| {
            let leased: Vec<Queued> = tx
                .prepare_cached(&format!(
                    "SELECT id, found_in, url, kind, page, item, depth, fields, attempts
                     FROM request INDEXED BY request_queue
                     WHERE site = ?1 AND state = {Waiting} AND kind >= ?4 AND due_at <= ?2
                     ORDER BY kind, found_in, page, item, id LIMIT ?3"
                ))?
                .query_map(
                    params![site.0, micros(now), limit, kind.number()],
                    queued_of,
                )?
                .collect::<rusqlite::Result<_>>()?;
            let mut mark = tx.prepare_cached(&format!(
                "UPDATE request SET state = {Leased} WHERE id = ?1"
            ))?;
            for request in &leased {
                mark.execute([request.id.0])?;
            }
            Ok(leased)
        })
    }

    /// Queued requests due at `now` that are not lists, in the order of [`Self::lease_requests`];
    /// marks them leased.
    ///
    /// # Errors
    /// From SQLite.
    pub fn lease_others(&self, site: SiteId, now: Timestamp, limit: usize) -> Result<Vec<Queued>> {
        self.lease_from(site, now, limit, Content)
    }

    /// Releases all leased requests of a site. Returns their number.
    ///
    /// # Errors
    /// From SQLite.
    pub fn release_all(&self, site: SiteId) -> Result<u64> {
        self.write(move |tx| {
            let released = tx
                .prepare_cached(&format!(
                    "UPDATE request SET state = {Waiting} WHERE site = ?1 AND state = {Leased}"
                ))?
                .execute([site.0])?;
            Ok(released as u64)
        })
    }

    /// Releases leased requests unchanged (a run was stopped).
    ///
    /// # Errors
    /// From SQLite.
    pub fn release_requests(&self, requests: &[RequestId]) -> Result<()> {
        let requests = requests.to_vec();
        self.write(move |tx| {
            let mut release = tx.prepare_cached(&format!(
                "UPDATE request SET state = {Waiting} WHERE id = ?1 AND state = {Leased}"
            ))?;
            for request in requests {
                release.execute([request.0])?;
            }
            Ok(())
        })
    }
}

/// The first run of the resume chain that `run` belongs to.
pub(in crate::store) fn origin_of(
    connection: &Connection,
    run: RunId,
) -> std::result::Result<i64, TransactionError> {
    connection
        .prepare_cached("SELECT origin FROM run WHERE id = ?1")?
        .query_row([run.0], |row| row.get(0))
        .optional()?
        .ok_or_else(|| TransactionError::not_found("run"))
}

/// What becomes of a content page that an earlier run read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It stays as it is.
    AsBefore,
    /// It is fetched again, and the last known page of its thread.
    Again,
    /// It is fetched again; its further pages are found on it.
    AgainAlone,
}

/// Adds one request; returns whether it was queued.
pub(in crate::store) fn add(
    tx: &Transaction<'_>,
    site: SiteId,
    found_in: RunId,
    origin: i64,
    request: &NewRequest,
    known: Known,
) -> std::result::Result<bool, TransactionError> {
    // A start page is named by the rule: it is asked, and what was erased of it is not stored again.
    let is_start = request.depth == 0;
    if !is_start && is_erased_address(tx, site, &request.url)? {
        return Ok(false);
    }
    let fields = Listed::json_of(&request.fields, &request.sources)?;
    let changed = tx
        .prepare_cached(&ADD)?
        .execute(params![
            site.0,
            request.url,
            QueuedKind::of(request.kind, false).number(),
            found_in.0,
            request.position.page,
            request.position.item,
            request.depth,
            fields,
            origin,
            known != Known::AsBefore,
        ])
        .map_err(|e| TransactionError::or_not_found(e, "site"))?;
    Ok(changed == 1)
}

/// Adds to (or subtracts from) the count of a site's queue.
pub(in crate::store) fn grow_queue(
    tx: &Transaction<'_>,
    site: SiteId,
    by: i64,
) -> std::result::Result<(), TransactionError> {
    if by != 0 {
        tx.prepare_cached(
            "UPDATE site SET open_requests = max(0, open_requests + ?2) WHERE id = ?1",
        )?
        .execute(params![site.0, by])?;
    }
    Ok(())
}

/// Fields extracted from a list item, in column form. The plain form is from files before sources
/// were stored, and for items without any.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::store) enum Listed {
    Plain(Vec<(String, Value)>),
    Sourced {
        fields: Vec<(String, Value)>,
        sources: BTreeMap<String, u32>,
    },
}

impl Listed {
    /// The fields with their sources.
    pub(in crate::store) fn parts(self) -> (Vec<(String, Value)>, BTreeMap<String, u32>) {
        match self {
            Self::Plain(fields) => (fields, BTreeMap::new()),
            Self::Sourced { fields, sources } => (fields, sources),
        }
    }

    /// The column value; `None` if there are no fields.
    pub(in crate::store) fn json_of(
        fields: &[(String, Value)],
        sources: &BTreeMap<String, u32>,
    ) -> std::result::Result<Option<String>, TransactionError> {
        let listed = match (fields.is_empty(), sources.is_empty()) {
            (true, _) => return Ok(None),
            (false, true) => Self::Plain(fields.to_vec()),
            (false, false) => Self::Sourced {
                fields: fields.to_vec(),
                sources: sources.clone(),
            },
        };
        to_json(&listed).map(Some)
    }
}

pub(super) fn queued_of(row: &Row<'_>) -> rusqlite::Result<Queued> {
    let number = row.get::<_, i64>(3)?;
    let column = QueuedKind::from_number(number)
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(3, number))?;
    let listed = get_opt_json::<Listed>(row, 7)?;
    let (fields, sources) = listed.map(Listed::parts).unwrap_or_default();
    Ok(Queued {
        id: RequestId(row.get(0)?),
        found_in: RunId(row.get(1)?),
        request: NewRequest {
            url: row.get(2)?,
            kind: column.kind(),
            position: ListPosition {
                page: row.get(4)?,
                item: row.get(5)?,
            },
            depth: row.get(6)?,
            fields,
            sources,
        },
        attempts: row.get(8)?,
        again: column.is_again(),
    })
}
