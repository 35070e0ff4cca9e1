//! The user's decisions about a project's automatic actions.

use crate::controller::main_loop::MainLoop;
use crate::project_permission::PlanDecision;
use crate::protocol::{EngineError, Event};

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
