//! Which fields of learned records are required: without them a place on the page is no record.

use super::{Cast, all_dates, units};
use crate::authoring::learn::induce::locate::LocatedPick;
use crate::authoring::learn::induce::path_confidence;
use crate::authoring::learn::induce::steps::indexed_page::View;
use crate::model::DefaultColumn;

/// The required fields: the main one, and one more if places without it are not records or every
/// record has it.
pub(super) fn required_fields<'c>(
    views: &[View<'_>],
    found: &[LocatedPick],
    cast: &'c Cast,
) -> Vec<&'c str> {
    let Some(((main, judged), others)) = cast.fields.split_first() else {
        return Vec::new();
    };
    let mut needed = vec![main.as_str()];
    if cast.bare == 0 {
        // There is nothing to distinguish, and other pages may mark the field up differently.
        return needed;
    }
    let with_main = judged.first().map_or(0, |one| one.tally.filled);
    let whole = with_main.saturating_sub(cast.bare);
    let mut candidates: Vec<(usize, f64, &str)> = Vec::new();
    for (name, judged) in others {
        let Some(best) = judged.first() else { continue };
        if best.idea.of_page {
            continue;
        }
        let dates = || {
            units(views, found, name, &cast.items)
                .is_some_and(|units| all_dates(views, &units, best))
        };
        if name == DefaultColumn::Date.token() && !dates() {
            continue;
        }
        candidates.push((best.tally.filled, path_confidence::prior(&best.idea), name));
    }
    candidates.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    if let Some((filled, _, name)) = candidates.first()
        && *filled >= whole
        && whole >= 3
    {
        needed.push(name);
    }
    needed
}
