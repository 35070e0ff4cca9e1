//! What a user does in the program is allowed as it happens. Input: the project and the action.
//! Output: its result. Allows exactly what the action adds to the project's plan.

use super::Gate;
use super::plan_changes;
use super::plan_of;
use crate::protocol::EngineError;
use bowerbird_io::store::Store;

/// Executes a user's action, and allows exactly what it adds to the plan.
pub(crate) fn allow_action<T>(
    store: &Store,
    gate: &Gate,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    // The window reads the plan on another thread, and never sees an intermediate state.
    let _alone = plan_changes();
    let before = plan_of(store)?;
    let result = work();
    gate.allow_beyond(plan_of(store)?, &before);
    result
}
