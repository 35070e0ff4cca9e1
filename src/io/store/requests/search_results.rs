//! Results that several search engines find: one record that names them all. Input: a result. Output: the
//! stored record with what this engine says of it.

use rusqlite::{OptionalExtension, Transaction, params};

use super::prepared_record::PreparedRecord;
use crate::store::error::TransactionError;
use crate::store::records::by_hand::as_page_says;
use crate::store::records::{COLUMNS, JOINS, record_of};
use bowerbird_logic::comparison::joined_result;
use bowerbird_logic::model::{FOUND_BY, SiteId};

/// Adds a result to the stored record of the same address; `None` if there is none, or the record is
/// no result of a joined search. It is no new version: the values that are there stay.
pub(super) fn joined_with_stored(
    tx: &Transaction<'_>,
    site: SiteId,
    new: &PreparedRecord,
) -> Result<Option<PreparedRecord>, TransactionError> {
    if !new.record.fields.iter().any(|(name, _)| name == FOUND_BY) {
        return Ok(None);
    }
    let stored = tx
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.url = ?1 AND r.site = ?2"
        ))?
        .query_row(params![new.record.url, site.0], record_of)
        .optional()?;
    let Some(mut stored) = stored else {
        return Ok(None);
    };
    // What a person wrote stands over it and stays.
    as_page_says(tx, &mut stored)?;
    let Some(joined) = joined_result(&stored.record, &new.record) else {
        return Ok(None);
    };
    let is_same = joined == stored.record;
    // The search index has to know new words.
    let has_words = joined.title != stored.record.title || joined.text != stored.record.text;
    let joined = PreparedRecord::new(joined)?;
    match (is_same, has_words) {
        (true, _) => {}
        (false, true) => {
            joined.replace(tx, site, stored.id)?;
        }
        (false, false) => joined.refresh(tx, site, stored.id)?,
    }
    Ok(Some(joined))
}
