//! How often a condition over records would have counted, for its editor.

use jiff::{SignedDuration, Timestamp};

use super::{ConditionOutlook, QueryResult};
use bowerbird_engine::types::{Explain, RecordCondition, StoreReader};

/// The days that are looked at.
const DAYS: i64 = 30;
/// How many matches are shown.
const SHOWN: usize = 3;

/// Answers the query.
pub(super) fn condition_outlook(reader: &StoreReader, condition: RecordCondition) -> QueryResult {
    let span = SignedDuration::from_hours(24 * DAYS);
    let since = Timestamp::now().checked_sub(span);
    let since = since.unwrap_or(Timestamp::UNIX_EPOCH);
    let found = reader.rehearse_condition(&condition, since);
    let told = found.and_then(|mut found| {
        let count = found.len();
        found.truncate(SHOWN);
        let saves_requests = reader.saves_requests(&condition)?;
        Ok(QueryResult::ConditionOutlook(Box::new(ConditionOutlook {
            fields: reader.field_columns(condition.site)?,
            saves_requests,
            condition,
            count,
            first: found,
        })))
    });
    told.unwrap_or_else(|error| QueryResult::Failed(error.explain()))
}
