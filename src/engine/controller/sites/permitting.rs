//! The user's decisions about what the project may do by itself.

use crate::context::EngineContext;
use crate::controller::hub::Hub;
use crate::permission::{PartWord, plan_changes, plan_of};
use crate::protocol::{EngineError, Event};

/// Does what a person wants: exactly what it adds to the plan is allowed by that.
pub(in crate::controller) fn by_person<T>(
    context: &EngineContext,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    // What the window shows of the plan is read on another thread, and is never of between.
    let _alone = plan_changes();
    let before = plan_of(&context.store)?;
    let result = work();
    context.gate.allow_beyond(plan_of(&context.store)?, &before);
    result
}

impl Hub {
    /// Notes what a person says to parts of the plan. A project that was at rest and is no more
    /// begins with what is due.
    pub(in crate::controller) fn decide(&mut self, words: &[PartWord]) -> Result<(), EngineError> {
        let context = std::sync::Arc::clone(&self.context);
        context.gate.decide(&context.store, words)?;
        if !context.gate.is_at_rest() {
            if self.sample.is_none() {
                self.sample = self.reopen_sample()?;
            }
            self.plan_steps();
            self.turns.plan(&context)?;
            self.plan_backup();
        }
        context.publish(Event::PermissionsChanged);
        Ok(())
    }
}
