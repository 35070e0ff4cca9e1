//! Pages whose records a filter left out and a person keeps after all. Input: a run that begins.
//! Output: requests in its queue, each once.

use rusqlite::{OptionalExtension, Transaction, params};

use super::columns::AGAIN;
use super::columns::QueuedKind::{Content, Page};
use super::columns::RequestState::{Done, Waiting};
use super::{Known, add, grow_queue};
use crate::store::NewRequest;
use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, signed};
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use bowerbird_logic::model::{RunId, SiteId};

/// A row with the request of its page, what is known of it, and whether it was read.
type KeptPage = (i64, Option<i64>, Option<Vec<u8>>, bool);

/// Queues what a person keeps for a run that begins: the pages that were read once more, those that
/// were not for the first time. Each is asked for once.
pub(in crate::store) fn queue_kept(
    tx: &Transaction<'_>,
    site: SiteId,
    run: RunId,
) -> Result<(), TransactionError> {
    let kept: Vec<KeptPage> = tx
        .prepare_cached(
            "SELECT id, request, content, was_read FROM skipped_record
             WHERE site = ?1 AND is_kept = 1",
        )?
        .query_map([site.0], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut queued = 0_usize;
    for (id, request, content, was_read) in kept {
        let mut page = request;
        match (request, content) {
            (Some(request), _) => {
                queued += tx
                    .prepare_cached(&format!(
                        "UPDATE request SET state = {Waiting}, kind = kind + {AGAIN}, due_at = 0,
                                attempts = 0
                         WHERE id = ?1 AND state = {Done} AND kind IN ({Content}, {Page})"
                    ))?
                    .execute([request])?;
            }
            (None, Some(content)) if !was_read => {
                let json = unpack(&content, MAX_UNPACKED).map_err(|e| bad_column(0, e))?;
                let request: NewRequest =
                    serde_json::from_slice(&json).map_err(|e| bad_column(0, e))?;
                queued += usize::from(add(tx, site, run, run.0, &request, Known::AsBefore)?);
                page = tx
                    .prepare_cached("SELECT id FROM request WHERE site = ?1 AND url = ?2")?
                    .query_row(params![site.0, request.url], |row| row.get(0))
                    .optional()?;
            }
            _ => {}
        }
        tx.prepare_cached("UPDATE skipped_record SET is_kept = 2, request = ?2 WHERE id = ?1")?
            .execute(params![id, page])?;
    }
    grow_queue(tx, site, signed(queued as u64))
}
