//! The user's decisions about a project's automatic actions.

use crate::context::EngineContext;
use crate::controller::main_loop::MainLoop;
use crate::project_permission::{PlanDecision, plan_changes, plan_of};
use crate::protocol::{EngineError, Event};

/// Executes a user's action, and allows exactly what it adds to the plan.
pub(in crate::controller) fn by_person<T>(
    context: &EngineContext,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    // The window reads the plan on another thread, and never sees an intermediate state.
    let _alone = plan_changes();
    let before = plan_of(&context.store)?;
    let result = work();
    context.gate.allow_beyond(plan_of(&context.store)?, &before);
    result
}

impl MainLoop {
    /// Records a user's decisions on parts of the plan. A project that leaves the state of rest
    /// starts with what is due.
    pub(in crate::controller) fn decide(
        &mut self,
        words: &[PlanDecision],
    ) -> Result<(), EngineError> {
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
