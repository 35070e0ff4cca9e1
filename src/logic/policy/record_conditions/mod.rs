//! Conditions over records: whether one holds for a record that is read, whether that counts, and
//! how it is said. Input: conditions, readings of records, and what is known of earlier ones, as
//! values. Output: what counts, and what is to be known from then on. Pure. What is done then is in
//! `io::store`, in the transaction that stores the reading.
//!
//! Below: what may be asked (`check`), filters of what arrives (`arrival`), the parts (`clause`), how often it counts (`state`), a
//! rehearsal over the past (`rehearsal`), a site's conditions as a file (`portable`), a condition in words (`sentence`), the wording of messages
//! (`wording`).

mod arrival;
mod check;
mod clause;
mod portable;
mod rehearsal;
mod sentence;
mod state;
mod wording;

#[cfg(test)]
mod tests;

pub use arrival::{ArrivalFate, arrival_fate, arriving};
pub use check::{CompiledCondition, MAX_CLAUSES, check_condition, clause_text, read_clause};
pub use clause::{ReadingEvent, RecordReading, value_of};
pub use portable::{conditions_from_json, conditions_to_json, is_same_in_a_file};
pub use rehearsal::{PastReading, rehearse};
pub use sentence::{actions_text, condition_text, part_text, parts_text, timing_id};
pub use state::{Counted, RecordConditionState};
pub use wording::{AlertWording, all_placeholders, difference_words};
