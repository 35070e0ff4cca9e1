//! Articles that are fetched again. Input: new records of stored pages. Output: the newest
//! version in the record's place, with the previous version stored beside it. A record without its
//! content changes nothing; one with less than half of its text is stored beside it until a second
//! reading confirms it.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::columns::AGAIN;
use super::columns::QueuedKind::{Content, ContentAgain, Page};
use super::columns::RequestState::{Done, Waiting};
use super::prepared_record::{PreparedRecord, RecordPlace};
use super::record_versions::{DEFAULT_VERSIONS, thin_out};
use super::request_queue::Listed;
use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_opt_time, get_time, micros};
use crate::store::records::by_hand::{as_page_says, with_hand_values};
use crate::store::records::changes::SiteWatch;
use crate::store::records::proxy::note_proxy;
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use crate::store::{NewRequest, Result, StoreReader};
use bowerbird_logic::comparison::{RecordChange, Renewal, confirms, record_changes, renewal};
use bowerbird_logic::model::{Record, RecordId, RecordVersion, SiteId, StoredRecord};

/// zstd's default level.
const LEVEL: i32 = 3;

/// That the record of a page is not one that a filter left out: such a page is not read again.
const NOT_SKIPPED: &str = "NOT EXISTS (SELECT 1 FROM skipped_record k
                                       WHERE k.request = request.id AND k.is_kept = 0)";

/// Selects the known pages that a run fetches again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refresh {
    /// Only those fetched before this time; pages fetched in this run are always excluded.
    pub before: Timestamp,
    /// Only those found by a run since this time.
    pub found_since: Option<Timestamp>,
    /// Only these addresses, if not empty; then nothing else is read.
    pub pages: Vec<String>,
    /// These addresses too, whenever they were fetched.
    pub marked: Vec<String>,
}

impl StoreReader {
    /// The records of an address, one per site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn records_of_address(&self, url: &str) -> Result<Vec<StoredRecord>> {
        self.read(|connection| {
            let records = connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.url = ?1 ORDER BY r.site"
                ))?
                .query_map([url], record_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(records)
        })
    }

    /// Whether a list says of a page that was read that it has changed since: `stamps` are
    /// addresses with what the list says of them now.
    ///
    /// # Errors
    /// From SQLite.
    pub fn any_changed(&self, site: SiteId, stamps: &[(String, String)]) -> Result<bool> {
        self.read(|connection| {
            let mut differs = connection.prepare_cached(&format!(
                "SELECT 1 FROM request
                 WHERE site = ?1 AND url = ?2 AND state = {Done} AND stamp <> ?3"
            ))?;
            for (url, stamp) in stamps {
                if differs.exists(params![site.0, url, stamp])? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// When the page of a record was fetched last, whether or not it had changed since.
    ///
    /// # Errors
    /// From SQLite.
    pub fn last_seen(&self, site: SiteId, url: &str) -> Result<Option<Timestamp>> {
        let page = url.split_once('#').map_or(url, |(page, _)| page);
        self.read(|connection| {
            let seen = connection
                .prepare_cached(&format!(
                    "SELECT max(judged_at) FROM request
                     WHERE site = ?1 AND state = {Done}
                       AND (url = ?2 OR url IN (SELECT asked FROM snapshot
                                                WHERE site = ?1 AND url = ?2))"
                ))?
                .query_row(params![site.0, page], |row| get_opt_time(row, 0))?;
            Ok(seen)
        })
    }

    /// The earlier versions of a record, newest first, without the record itself.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_versions(&self, record: RecordId) -> Result<Vec<RecordVersion>> {
        self.read(|connection| {
            let versions = connection
                .prepare_cached(
                    "SELECT number, fetched_at, replaced_at, content FROM record_version
                     WHERE record = ?1 ORDER BY number DESC",
                )?
                .query_map([record.0], version_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(versions)
        })
    }
}

/// A stored record that was read again.
pub(super) struct Renewed {
    pub(super) said: Renewal,
    /// As its page said before.
    pub(super) before: StoredRecord,
    /// The fields that differ in what they say.
    pub(super) changed: Vec<String>,
}

/// Replaces the stored record `known`, else that of the same address, by a record fetched again, if
/// its content differs; `None` if there is none.
pub(super) fn renew(
    tx: &Transaction<'_>,
    place: &RecordPlace<'_>,
    new: &PreparedRecord,
    (known, keeps): (Option<RecordId>, Option<u32>),
    watch: &SiteWatch,
) -> std::result::Result<Option<Renewed>, TransactionError> {
    let (site, fetched_at) = (place.site, place.fetched_at);
    let stored = match known {
        Some(id) => tx
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id = ?1"
            ))?
            .query_row([id.0], record_of),
        None => tx
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.url = ?1 AND r.site = ?2"
            ))?
            .query_row(params![new.record.url, site.0], record_of),
    };
    let Some(mut old) = stored.optional()? else {
        return Ok(None);
    };
    // Readings are compared with readings, whatever a person wrote into the record.
    let shown = as_page_says(tx, &mut old)?;
    let at = Timestamp::from_microsecond(fetched_at).unwrap_or(old.fetched_at);
    let changes = watch.changes(&old, &new.record, at);
    let said = renewal(&old.record, &new.record, &changes);
    let confirmed = said == Renewal::Shorter && is_confirmed(tx, old.id, &new.record)?;
    let said = match confirmed {
        true => Renewal::Newer,
        false => said,
    };
    if said != Renewal::Poorer {
        // The latest reading replaces the one that was withheld.
        tx.prepare_cached(
            "DELETE FROM record_version WHERE record = ?1 AND fetched_at = replaced_at",
        )?
        .execute([old.id.0])?;
    }
    let keeps = keeps.unwrap_or(DEFAULT_VERSIONS);
    match said {
        Renewal::Same if old.record.url != new.record.url && known.is_some() => {
            // Its link is another one, or it has a key now where it had a place.
            new.refresh(tx, site, old.id)?;
        }
        Renewal::Same | Renewal::Poorer => {}
        Renewal::Unsaid => new.refresh(tx, site, old.id)?,
        Renewal::Shorter => {
            add_version(tx, old.id, (fetched_at, fetched_at), &new.record)?;
            thin_out(tx, old.id, keeps)?;
        }
        Renewal::Newer => {
            // Before the versions gain one: earlier ones may have to be read for facts first.
            let title = watch.title_of(&new.record);
            watch.note_changes(tx, &old, (&title, fetched_at), &changes)?;
            if let Some(shown) = &shown
                && let Some(kept) = with_hand_values(tx, old.id, &new.record)?
                && record_changes(shown, &kept).is_empty()
            {
                // Only values that a person wrote differ: what is shown stays as it is.
                new.refresh(tx, site, old.id)?;
                return Ok(Some(renewed(said, old, changes, watch)));
            }
            add_version(
                tx,
                old.id,
                (micros(old.fetched_at), fetched_at),
                shown.as_ref().unwrap_or(&old.record),
            )?;
            thin_out(tx, old.id, keeps)?;
            new.replace(tx, site, old.id)?;
            tx.prepare_cached("UPDATE record SET fetched_at = ?2 WHERE id = ?1")?
                .execute(params![old.id.0, fetched_at])?;
            note_proxy(tx, old.id, place.proxy)?;
        }
    }
    Ok(Some(renewed(said, old, changes, watch)))
}

fn renewed(
    said: Renewal,
    before: StoredRecord,
    changes: Vec<RecordChange>,
    watch: &SiteWatch,
) -> Renewed {
    let known = changes.into_iter().map(|change| change.name);
    Renewed {
        said,
        changed: known.filter(|name| watch.is_known(name)).collect(),
        before,
    }
}

/// Whether the last reading of a record was withheld because it was as short as `new`.
fn is_confirmed(
    tx: &Transaction<'_>,
    record: RecordId,
    new: &Record,
) -> std::result::Result<bool, TransactionError> {
    let withheld = tx
        .prepare_cached(
            "SELECT number, fetched_at, replaced_at, content FROM record_version
             WHERE record = ?1 AND fetched_at = replaced_at",
        )?
        .query_row([record.0], version_of)
        .optional()?;
    Ok(withheld.is_some_and(|version| confirms(&version.record, new)))
}

/// Stores a version of a record with when it was fetched and replaced; one that was withheld
/// replaced nothing, and has the same time twice.
fn add_version(
    tx: &Transaction<'_>,
    record: RecordId,
    (fetched_at, replaced_at): (i64, i64),
    content: &Record,
) -> std::result::Result<(), TransactionError> {
    let json = serde_json::to_vec(content)?;
    let packed = zstd::stream::encode_all(json.as_slice(), LEVEL)
        .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
    tx.prepare_cached(
        "INSERT INTO record_version (record, number, fetched_at, replaced_at, content)
         SELECT ?1, 1 + coalesce(max(number), 0), ?2, ?3, ?4
         FROM record_version WHERE record = ?1",
    )?
    .execute(params![record.0, fetched_at, replaced_at, packed])?;
    Ok(())
}

/// Queues known pages again, after all new ones; returns their number.
pub(crate) fn queue(
    tx: &Transaction<'_>,
    site: SiteId,
    refresh: &Refresh,
    chain_began: i64,
    now: Timestamp,
) -> rusqlite::Result<u64> {
    let mut count = 0;
    if refresh.pages.is_empty() {
        // A time in the future was recorded with a wrong clock.
        count += tx.execute(
            &format!(
                "UPDATE request SET state = {Waiting}, kind = kind + {AGAIN}, due_at = 0, attempts = 0
                 WHERE site = ?1 AND state = {Done} AND kind IN ({Content}, {Page})
                   AND NOT (kind = {Page} AND depth = 0) AND {NOT_SKIPPED}
                   AND (judged_at IS NULL OR judged_at < ?2 OR judged_at > ?3)
                   AND (?4 IS NULL OR found_in >= (SELECT min(id) FROM run
                                                   WHERE run.site = ?1 AND started_at >= ?4))"
            ),
            params![
                site.0,
                micros(refresh.before).min(chain_began),
                micros(now),
                refresh.found_since.map(micros),
            ],
        )?;
    }
    for page in refresh.pages.iter().chain(&refresh.marked) {
        let page = page.split_once('#').map_or(page.as_str(), |(url, _)| url);
        count += tx
            .prepare_cached(&format!(
                "UPDATE request SET state = {Waiting}, kind = kind + {AGAIN}, due_at = 0, attempts = 0
                 WHERE site = ?1 AND state = {Done} AND kind IN ({Content}, {Page})
                   AND (url = ?2 OR url IN (SELECT asked FROM snapshot WHERE site = ?1 AND url = ?2))"
            ))?
            .execute(params![site.0, page])?;
    }
    Ok(u64::try_from(count).unwrap_or(u64::MAX))
}

/// Queues a page again that a list names, unless a run of this chain read it already, with what the
/// list says of it now: a price that stands only there changes too. Returns how many are queued.
pub(super) fn queue_listed(
    tx: &Transaction<'_>,
    (site, origin): (SiteId, i64),
    request: &NewRequest,
) -> std::result::Result<i64, TransactionError> {
    let fields = Listed::json_of(&request.fields, &request.sources)?;
    let changed = tx
        .prepare_cached(&format!(
            "UPDATE request SET state = {Waiting}, kind = kind + {AGAIN}, due_at = 0, attempts = 0,
                                fields = ?4
             WHERE site = ?1 AND url = ?2 AND state = {Done} AND kind IN ({Content}, {Page})
               AND found_in < ?3 AND {NOT_SKIPPED}
               AND coalesce(judged_at, 0) < (SELECT started_at FROM run WHERE id = ?3)"
        ))?
        .execute(params![site.0, request.url, origin, fields])?;
    Ok(i64::from(changed == 1))
}

/// Stores what a list says of changes of an article; returns how many pages are queued again because
/// of that: of a thread the first page and the last known one, where new posts come. A first
/// observation shows no change.
pub(super) fn note_stamp(
    tx: &Transaction<'_>,
    site: SiteId,
    url: &str,
    stamp: &str,
) -> rusqlite::Result<i64> {
    let known: Option<(i64, Option<String>, bool)> = tx
        .prepare_cached(&format!(
            "SELECT id, stamp, state = {Done} AND kind IN ({Content}, {Page}) FROM request
             WHERE site = ?1 AND url = ?2"
        ))?
        .query_row(params![site.0, url], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let Some((id, before, is_done)) = known else {
        return Ok(0);
    };
    if before.as_deref() == Some(stamp) {
        return Ok(0);
    }
    tx.prepare_cached("UPDATE request SET stamp = ?2 WHERE id = ?1")?
        .execute(params![id, stamp])?;
    if !is_done || before.is_none() {
        return Ok(0);
    }
    let last = last_page_of_thread(tx, id)?;
    let mut queued = 0;
    for page in [Some(id), last].into_iter().flatten() {
        let changed = tx
            .prepare_cached(&format!(
                "UPDATE request SET state = {Waiting}, kind = kind + {AGAIN}, due_at = 0, attempts = 0
                 WHERE id = ?1 AND state = {Done} AND kind IN ({Content}, {Page})
                   AND {NOT_SKIPPED}"
            ))?
            .execute([page])?;
        queued += i64::from(changed == 1);
    }
    Ok(queued)
}

/// The last known page of the thread whose first page `first` was found on a list; `None` if it has
/// one page.
fn last_page_of_thread(tx: &Transaction<'_>, first: i64) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached(&format!(
        "SELECT further.id FROM request AS first CROSS JOIN request AS further
         ON further.site = first.site AND further.found_in = first.found_in
            AND further.page = first.page AND further.item = first.item
         WHERE first.id = ?1 AND first.depth = 1 AND further.depth > 1
           AND further.kind = {Content}
         ORDER BY further.depth DESC LIMIT 1"
    ))?
    .query_row([first], |row| row.get(0))
    .optional()
}

/// Queues the last known page of each start page that is fetched again and has several: new posts
/// of a thread come there. Returns their number.
pub(super) fn queue_last_pages(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<usize> {
    tx.prepare_cached(&format!(
        "WITH last AS (SELECT item, max(depth) AS depth FROM request
                       WHERE site = ?1 AND kind IN ({Content}, {ContentAgain}) GROUP BY item
                       HAVING max(depth) > 0)
         UPDATE request SET state = {Waiting}, kind = kind + {AGAIN}, due_at = 0, attempts = 0
         WHERE site = ?1 AND state = {Done} AND kind = {Content}
           AND (item, depth) IN (SELECT item, depth FROM last)
           AND item IN (SELECT item FROM request
                        WHERE site = ?1 AND depth = 0 AND state = {Waiting}
                          AND kind = {ContentAgain})"
    ))?
    .execute([site.0])
}

pub(crate) fn version_of(row: &Row<'_>) -> rusqlite::Result<RecordVersion> {
    let packed: Vec<u8> = row.get(3)?;
    let json = unpack(&packed, MAX_UNPACKED).map_err(|e| bad_column(3, e))?;
    let record: Record = serde_json::from_slice(&json).map_err(|e| bad_column(3, e))?;
    Ok(RecordVersion {
        number: row.get(0)?,
        fetched_at: get_time(row, 1)?,
        replaced_at: get_time(row, 2)?,
        record,
    })
}
