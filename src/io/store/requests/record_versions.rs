//! How many versions of a record are kept, and which are dropped. What a rule may ask for is in
//! `[revisit]`.

use rusqlite::{Transaction, params};

use bowerbird_logic::model::RecordId;

/// Default maximum number of versions of a record: enough for a page that changes weekly for a
/// year.
pub(super) const DEFAULT_VERSIONS: u32 = 50;

/// Drops versions beyond `most`: the first one stays, which is the article as published, and the
/// latest ones. Numbers are not reused.
pub(super) fn thin_out(tx: &Transaction<'_>, record: RecordId, most: u32) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "DELETE FROM record_version WHERE record = ?1
           AND number > (SELECT min(number) FROM record_version WHERE record = ?1)
           AND number NOT IN (SELECT number FROM record_version WHERE record = ?1
                              ORDER BY number DESC LIMIT ?2)",
    )?
    .execute(params![record.0, most.max(2) - 1])?;
    Ok(())
}
