//! The later pass: folds reposts outside each other's window. Processes the bands one by one, so
//! that memory is 12 bytes per record, however many there are.

use std::collections::{BTreeMap, HashSet};

use super::likeness::Compared;
use super::parallel::in_parallel;
use bowerbird_io::store::{ComparedRecord, Repost, Store, StoreError};
use bowerbird_logic::model::RecordId;
use bowerbird_logic::text::BANDS;

/// Pairs compared at a time.
const BATCH: usize = 200;
/// Nearby records used to find what a site repeats.
const MAX_SIBLINGS: usize = 64;

/// Folds reposts in the whole project; returns how many. `go_on` receives the share of bands done,
/// in percent, and may end it.
///
/// # Errors
/// From the store; records already folded stay.
pub fn fold_later(store: &Store, go_on: &mut dyn FnMut(usize) -> bool) -> Result<u64, StoreError> {
    let threshold = store.repost_settings()?.threshold;
    let mut folded = 0;
    // Pairs already compared under another band.
    let mut known: HashSet<(i64, i64)> = HashSet::new();
    for band in 0..BANDS {
        if !go_on(band * 100 / BANDS) {
            break;
        }
        let pairs = store.pairs_of_band(band)?;
        let fresh: Vec<(i64, i64)> = pairs
            .into_iter()
            .filter(|pair| known.insert(*pair))
            .collect();
        for pairs in fresh.chunks(BATCH) {
            folded += fold_pairs(store, pairs, threshold)?;
        }
    }
    Ok(folded)
}

fn fold_pairs(store: &Store, pairs: &[(i64, i64)], threshold: f64) -> Result<u64, StoreError> {
    let mut ids: Vec<i64> = pairs
        .iter()
        .flat_map(|(later, first)| [*later, *first])
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let records: Vec<(i64, ComparedRecord)> = store.compared(&ids)?.into_iter().collect();
    let records = in_parallel(records, |(_, record)| Compared::of(record));
    let records: BTreeMap<i64, Compared> = records
        .into_iter()
        .filter_map(|((id, _), record)| Some((id, record?)))
        .collect();
    let mut reposts = Vec::new();
    for (later, first) in pairs {
        let (Some(one), Some(other)) = (records.get(later), records.get(first)) else {
            continue;
        };
        let likeness = one.sketch.vector.cosine(&other.sketch.vector);
        if likeness >= threshold && one.is_same(other, siblings(&records, *later)) {
            reposts.push(Repost {
                record: RecordId(*later),
                of: store.original_of(RecordId(*first))?,
                likeness,
            });
        }
    }
    if reposts.is_empty() {
        return Ok(0);
    }
    store.fold(reposts)
}

/// The records nearest to one, used to find what its site repeats.
fn siblings(records: &BTreeMap<i64, Compared>, id: i64) -> impl Iterator<Item = &Compared> {
    let before = records.range(..id).rev().take(MAX_SIBLINGS / 2);
    let after = records.range(id..).skip(1).take(MAX_SIBLINGS / 2);
    before.chain(after).map(|(_, record)| record)
}
