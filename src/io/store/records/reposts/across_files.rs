//! Reposts in another file than the record they repeat, for a list over the project and its
//! archives. Input: the files in their order. Output: the positions in a file of reposts from
//! other files, behind an unfolded record and its own reposts.

use crate::store::archives::search_all_files::StorePart;
use crate::store::{RecordFilter, Result};
use bowerbird_logic::model::{RecordId, StoredRecord};

/// Rows of other files among a file's own rows.
pub(crate) struct ForeignRows {
    /// The number of the file's own rows before them.
    behind: u64,
    /// The index of each one's file, and its record number.
    rows: Vec<(usize, RecordId)>,
}

impl ForeignRows {
    /// The index of each one's file.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().map(|(place, _)| *place)
    }
}

/// Finds the guests of every file: reposts of its unfolded records from other files.
///
/// # Errors
/// From SQLite.
pub(crate) fn position_rows(parts: &mut [StorePart], filter: &RecordFilter) -> Result<()> {
    if !filter.only.folded || parts.len() < 2 {
        return Ok(());
    }
    for host in 0..parts.len() {
        let mut guests = Vec::new();
        for original in &filter.only.unfolded {
            guests.extend(guests_of(parts, host, *original)?);
        }
        guests.sort_by_key(|guests| guests.behind);
        if let Some(part) = parts.get_mut(host) {
            part.counted.records += guests.iter().map(|g| g.rows.len() as u64).sum::<u64>();
            part.guests = guests;
        }
    }
    Ok(())
}

/// The guests behind `original` in the file at `host`; none if it is not there.
fn guests_of(parts: &[StorePart], host: usize, original: RecordId) -> Result<Option<ForeignRows>> {
    let Some(part) = parts.get(host) else {
        return Ok(None);
    };
    let own = part.store.reposts_of(original)?;
    let mut rows = Vec::new();
    for (place, other) in parts.iter().enumerate() {
        if place != host {
            let theirs = other.store.reposts_of(original)?.into_iter();
            // Records that an interrupted move left in both files are listed once.
            let new = theirs.filter(|r| own.iter().all(|known| known.record != r.record));
            rows.extend(new.map(|repost| (place, repost.record)));
        }
    }
    if rows.is_empty() {
        return Ok(None);
    }
    let listed = part
        .store
        .unfolded(&part.filter, &part.store.found(&part.filter)?.ids)?;
    let stands = listed.iter().position(|id| *id == original.0);
    Ok(stands.map(|stands| ForeignRows {
        behind: (stands + 1 + own.len()) as u64,
        rows,
    }))
}

/// `limit` rows of the file at `host` from `offset` on, including guests, each with the index of
/// its file.
///
/// # Errors
/// From SQLite.
pub(crate) fn window(
    parts: &[StorePart],
    host: usize,
    offset: u64,
    limit: u64,
) -> Result<Vec<(usize, StoredRecord)>> {
    let Some(part) = parts.get(host) else {
        return Ok(Vec::new());
    };
    let mut rows = Vec::new();
    let (mut skip, mut missing, mut own) = (offset, limit, 0);
    let takes = |skip: &mut u64, missing: &mut u64, there: u64| {
        let (from, count) = (*skip, there.saturating_sub(*skip).min(*missing));
        *skip = skip.saturating_sub(there);
        *missing -= count;
        (from, count)
    };
    for guests in &part.guests {
        let (from, count) = takes(&mut skip, &mut missing, guests.behind - own);
        if count > 0 {
            let records = part.store.records(&part.filter, own + from, count)?;
            rows.extend(records.into_iter().map(|record| (host, record)));
        }
        own = guests.behind;
        let (from, count) = takes(&mut skip, &mut missing, guests.rows.len() as u64);
        let (from, count) = (as_index(from), as_index(count));
        for (place, record) in guests.rows.iter().skip(from).take(count) {
            let Some(other) = parts.get(*place) else {
                continue;
            };
            if let Some(record) = other.store.record(*record)? {
                rows.push((*place, record));
            }
        }
    }
    if missing > 0 {
        let records = part.store.records(&part.filter, own + skip, missing)?;
        rows.extend(records.into_iter().map(|record| (host, record)));
    }
    Ok(rows)
}

/// The number of reposts in other files of a record of the file at `host`.
///
/// # Errors
/// From SQLite.
pub(crate) fn count_elsewhere(parts: &[StorePart], host: usize, record: RecordId) -> Result<u64> {
    let mut count = 0;
    for (place, other) in parts.iter().enumerate() {
        if place != host {
            count += other.store.count_reposts_of(record)?;
        }
    }
    Ok(count)
}

fn as_index(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
