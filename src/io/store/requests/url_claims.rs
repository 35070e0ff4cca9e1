//! Ownership of addresses. A page may claim another address as its own, and its record is stored
//! there. If the page at that address then has different content, the claim was wrong. Input: a
//! record whose address is taken. Output: the address, free again, with the other record back at
//! the address it was read from. Nothing is lost either way.

use rusqlite::{OptionalExtension, Transaction, params};

use super::prepared_record::PreparedRecord;
use crate::store::error::TransactionError;
use crate::store::file::convert::to_json;
use crate::store::records::{COLUMNS, JOINS, record_of};
use bowerbird_logic::comparison::is_same_article;
use bowerbird_logic::model::{FETCHED_URL, RequestId, SiteId, Value};

/// What happened to a record whose page now claims another address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    /// Nothing: it claims the stored address, or no record was stored.
    Nothing,
    /// Its record was moved to the new address.
    Moved,
    /// The page is a different one now, unrelated to the record.
    Another,
}

/// Moves the record read from the page of `request` to the address that the page claims now, if it
/// was stored under an earlier claim. Its list position identifies it.
pub(super) fn follow_claim(
    tx: &Transaction<'_>,
    site: SiteId,
    request: RequestId,
    new: &PreparedRecord,
) -> Result<Followed, TransactionError> {
    let stored = tx
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS}
             WHERE r.site = ?1 AND r.url <> ?3
               AND r.found_in = (SELECT found_in FROM request WHERE id = ?2)
               AND r.page = (SELECT page FROM request WHERE id = ?2)
               AND r.item = (SELECT item FROM request WHERE id = ?2)
               AND json_extract(r.fields, '$.' || ?4)
                   IN ((SELECT url FROM request WHERE id = ?2),
                       (SELECT snapshot.url FROM snapshot
                        WHERE snapshot.site = ?1 AND evidence = 0
                          AND asked = (SELECT url FROM request WHERE id = ?2) LIMIT 1))
               AND NOT EXISTS (SELECT 1 FROM record AS same
                               WHERE same.site = ?1 AND same.url = ?3)
             LIMIT 1"
        ))?
        .query_row(
            params![site.0, request.0, new.record.url, FETCHED_URL],
            record_of,
        )
        .optional()?;
    let Some(stored) = stored else {
        return Ok(Followed::Nothing);
    };
    if !is_same_article(&stored.record, &new.record) {
        return Ok(Followed::Another);
    }
    tx.prepare_cached("UPDATE record SET url = ?2 WHERE id = ?1")?
        .execute(params![stored.id.0, new.record.url])?;
    Ok(Followed::Moved)
}

/// Frees the address of `new` if the stored record only claims it; returns whether it is free now.
pub(super) fn release_claim(
    tx: &Transaction<'_>,
    site: SiteId,
    new: &PreparedRecord,
) -> Result<bool, TransactionError> {
    let is_fetched = |(name, _): &&(String, Value)| name == FETCHED_URL;
    if new.record.fields.iter().any(|field| is_fetched(&field)) {
        return Ok(false);
    }
    // Nearly always it is the record of that same page.
    let claims = tx
        .prepare_cached(
            "SELECT 1 FROM record
             WHERE url = ?1 AND site = ?2 AND json_type(fields, '$.' || ?3) IS NOT NULL",
        )?
        .exists(params![new.record.url, site.0, FETCHED_URL])?;
    if !claims {
        return Ok(false);
    }
    let stored = tx
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.url = ?1 AND r.site = ?2"
        ))?
        .query_row(params![new.record.url, site.0], record_of)
        .optional()?;
    let Some(stored) = stored else {
        return Ok(false);
    };
    let fetched = stored.record.fields.iter().find(is_fetched);
    let Some(own) = fetched.map(|(_, value)| value.joined()) else {
        return Ok(false);
    };
    if own == new.record.url || own.is_empty() || is_same_article(&stored.record, &new.record) {
        return Ok(false);
    }
    let taken = tx
        .prepare_cached("SELECT 1 FROM record WHERE url = ?1 AND site = ?2")?
        .exists(params![own, site.0])?;
    if taken {
        return Ok(false);
    }
    let left: serde_json::Map<String, serde_json::Value> = stored
        .record
        .fields
        .iter()
        .filter(|field| !is_fetched(field))
        .map(|(name, value)| (name.clone(), value.to_json()))
        .collect();
    tx.prepare_cached("UPDATE record SET url = ?2, fields = ?3 WHERE id = ?1")?
        .execute(params![stored.id.0, own, to_json(&left)?])?;
    Ok(true)
}
