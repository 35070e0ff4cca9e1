//! A rehearsal: how often a condition would have counted for a record in the past. Input: its
//! readings, oldest first. Output: when it would have counted, and by what.

use jiff::Timestamp;

use super::check::CompiledCondition;
use super::clause::{ReadingEvent, RecordReading};
use super::state::{Counted, RecordConditionState};
use crate::model::Record;

/// A reading of the past.
#[derive(Clone, Debug)]
pub struct PastReading {
    /// When.
    pub at: Timestamp,
    /// What it says of the record itself.
    pub event: ReadingEvent,
    /// The record as it was read.
    pub record: Record,
    /// The fields that differ from the reading before.
    pub changed: Vec<String>,
}

/// When a condition would have counted by these readings of one record.
pub fn rehearse(
    condition: &CompiledCondition,
    readings: &[PastReading],
) -> Vec<(Timestamp, Counted)> {
    let mut state = RecordConditionState::default();
    let mut counted = Vec::new();
    let mut before: Option<&Record> = None;
    for (reading, chain) in readings.iter().zip(1..) {
        let read = RecordReading {
            at: reading.at,
            chain,
            event: reading.event,
            record: &reading.record,
            before,
            changed: &reading.changed,
            earlier: &|_| Vec::new(),
        };
        if let Some(one) = condition.read(&mut state, &read) {
            counted.push((reading.at, one));
        }
        before = Some(&reading.record);
    }
    counted
}
