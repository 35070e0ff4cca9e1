//! Which record of a cluster is the original: the one that was published first, by the dates that
//! the records give; without a date, the one that arrived first. Input: a cluster whose head is the
//! first that arrived. Output: the cluster with its head. What a person decided stays.

use jiff::{Timestamp, civil};
use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;

/// The mark of a person's decision.
const BY_PERSON: i64 = 3;
/// Letters of a day in a date.
const DAY: usize = 10;

/// Makes the record of the cluster of `head` that was published first its original, if it was
/// published before `head`.
pub(super) fn settle_original(tx: &Transaction<'_>, head: i64) -> Result<(), TransactionError> {
    // An archived head is in another file, and so is its date.
    let of_head: Option<(String, i64)> = tx
        .prepare_cached(
            "SELECT r.date, g.repost_by FROM record r CROSS JOIN record_digest g ON g.id = r.id
             WHERE r.id = ?1 AND g.repost_of IS NULL",
        )?
        .query_row([head], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((mut earliest, _)) = of_head.filter(|(_, by)| *by != BY_PERSON) else {
        return Ok(());
    };
    let mut first: Option<(i64, Option<f64>, i64)> = None;
    let mut members = tx.prepare_cached(
        "SELECT r.id, r.date, g.likeness, g.repost_by
         FROM record_digest g CROSS JOIN record r ON r.id = g.id
         WHERE g.repost_of = ?1 AND g.repost_by <> ?2 ORDER BY r.id",
    )?;
    let mut rows = members.query(params![head, BY_PERSON])?;
    while let Some(row) = rows.next()? {
        let date: String = row.get(1)?;
        if is_before(&date, &earliest) {
            earliest = date;
            first = Some((row.get(0)?, row.get(2)?, row.get(3)?));
        }
    }
    drop(rows);
    drop(members);
    let Some((first, likeness, by)) = first else {
        return Ok(());
    };
    tx.prepare_cached("UPDATE record_digest SET repost_of = ?2 WHERE repost_of = ?1 AND id <> ?2")?
        .execute(params![head, first])?;
    tx.prepare_cached(
        "UPDATE record_digest SET repost_of = NULL, likeness = NULL, repost_by = 0 WHERE id = ?1",
    )?
    .execute([first])?;
    tx.prepare_cached(
        "UPDATE record_digest SET repost_of = ?2, likeness = ?3, repost_by = ?4 WHERE id = ?1",
    )?
    .execute(params![head, first, likeness, by])?;
    Ok(())
}

/// Whether `one` is earlier than `other`; two of one day are compared by their times, if both have
/// one.
fn is_before(one: &str, other: &str) -> bool {
    let day = |date: &str| date.get(..DAY)?.parse::<civil::Date>().ok();
    let (Some(first), Some(second)) = (day(one), day(other)) else {
        return false;
    };
    let time = |date: &str| date.parse::<Timestamp>().ok();
    match (time(one), time(other)) {
        (Some(one), Some(other)) => one < other,
        _ => first < second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_compared_as_exactly_as_both_are_given() {
        assert!(is_before("2026-01-04", "2026-01-05T10:00:00Z"));
        assert!(is_before("2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z"));
        assert!(is_before(
            "2026-01-05T10:00:00+08:00",
            "2026-01-05T09:00:00Z"
        ));
        assert!(!is_before("2026-01-05", "2026-01-05T10:00:00Z"));
        assert!(!is_before("", "2026-01-05"));
        assert!(!is_before("2026-01-05", ""));
    }
}
