//! Whose an address is. A page may say that its address is another one, and its record is stored
//! there; when the page of that address itself comes and tells of something else, the word was
//! wrong. Flows in: a record whose address is taken. Flows out: the address, free again, with the
//! record that had it back where it was read. Nothing is lost either way.

use rusqlite::{OptionalExtension, Transaction, params};

use super::commit::PreparedRecord;
use super::convert::to_json;
use super::error::Fault;
use super::records::{COLUMNS, JOINS, record_of};
use crate::logic::model::{FETCHED_URL, SiteId, Value};
use crate::logic::revisions::is_same_article;

/// Frees the address of `new` where the stored record only claims it; whether it is free now.
pub(super) fn take_back(
    tx: &Transaction<'_>,
    site: SiteId,
    new: &PreparedRecord,
) -> Result<bool, Fault> {
    let is_fetched = |(name, _): &&(String, Value)| name == FETCHED_URL;
    if new.record.fields.iter().any(|field| is_fetched(&field)) {
        return Ok(false);
    }
    // Nearly always it is the record of that very page.
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
