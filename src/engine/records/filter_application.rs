//! A filter applied to the records that are stored already. It can be stopped after each batch; one that a
//! crash cut off goes on when the project is opened again.

use jiff::Timestamp;

use crate::protocol::{AppliedFilter, EngineError};
use bowerbird_io::store::{FilterApplication, Store};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::RecordCondition;
use bowerbird_logic::policy::record_conditions::check_condition;

/// Applies a filter, once an application that was cut off before is complete. `go_on` gets the records looked at, and all, and returns whether to continue. Where
/// it says no, the rest waits until it is continued or ended.
///
/// # Errors
/// When it is no filter that does anything to stored records; from the store.
pub fn apply_filter(
    store: &Store,
    filter: &RecordCondition,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<AppliedFilter, EngineError> {
    check_condition(filter).map_err(EngineError)?;
    let actions = &filter.actions;
    let does = actions.skip || actions.tag.is_some() || actions.mark_read;
    if !filter.is_filter() || !does {
        return Err(EngineError(Message::new("filter-no-action")));
    }
    if let Some(begun) = store.filter_application()? {
        let earlier = continue_application(store, begun, go_on)?;
        if !earlier.is_whole {
            return Ok(earlier);
        }
    }
    let begun = store.begin_filter_application(filter.clone(), Timestamp::now())?;
    continue_application(store, begun, go_on)
}

/// Continues what [`apply_filter`] began.
///
/// # Errors
/// From the store.
pub fn continue_application(
    store: &Store,
    begun: FilterApplication,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<AppliedFilter, EngineError> {
    let mut done = begun;
    let mut is_whole = false;
    while !is_whole && go_on(done.examined, done.of) {
        (done, is_whole) = store.continue_filter_application(&done)?;
    }
    let deleted = match done.filter.actions.skip {
        true => store.deleted_by_application(&done)?,
        false => Vec::new(),
    };
    Ok(AppliedFilter {
        matched: done.matched,
        deleted,
        is_whole,
    })
}
