//! The base of a condition: what is known of the records that are stored when it is saved, so that it
//! counts for what changes from then on. Input: a condition, the stored records. Output: its states.

use jiff::Timestamp;
use rusqlite::{Transaction, params};

use super::condition_watch::{Written, earlier_values, keep};
use crate::store::records::{COLUMNS, JOINS, record_of};
use bowerbird_logic::model::{RecordCondition, RecordId};
use bowerbird_logic::policy::record_conditions::{
    CompiledCondition, ReadingEvent, RecordConditionState, RecordReading,
};

/// Notes what is known of the records in the scope of a condition of which nothing is known yet.
pub(super) fn take(
    tx: &Transaction<'_>,
    condition: &RecordCondition,
    now: Timestamp,
) -> Written<()> {
    if condition.is_filter() || condition.counts_present {
        return Ok(());
    }
    // One that cannot be read, of a newer version, is not evaluated either.
    let Ok(compiled) = CompiledCondition::new(condition) else {
        return Ok(());
    };
    let mut known: Vec<(RecordId, RecordConditionState)> = Vec::new();
    {
        let mut statement = tx.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE (?1 IS NULL OR r.site = ?1)
               AND (?2 IS NULL OR r.site IN (SELECT site FROM site_tag WHERE tag = ?2))
               AND NOT EXISTS (SELECT 1 FROM condition_state s
                               WHERE s.condition = ?3 AND s.record = r.id)"
        ))?;
        let site = condition.site.map(|site| site.0);
        let mut rows = statement.query(params![site, condition.tag, condition.id])?;
        while let Some(row) = rows.next()? {
            let stored = record_of(row)?;
            let earlier = |field: &str| earlier_values(tx, stored.id, field).unwrap_or_default();
            let state = compiled.base(&RecordReading {
                at: now,
                chain: 0,
                event: ReadingEvent::Read,
                record: &stored.record,
                before: None,
                changed: &[],
                earlier: &earlier,
            });
            if state != RecordConditionState::default() {
                known.push((stored.id, state));
            }
        }
    }
    for (record, state) in known {
        keep(tx, (condition.id, record), &state)?;
    }
    Ok(())
}
