//! A person's word about what the project may do by itself.

use super::hub::Hub;
use super::{EngineError, Event};
use crate::engine::permission::PartWord;

impl Hub {
    /// Notes what a person says to parts of the plan. A project that was at rest and is no more
    /// begins with what is due.
    pub(super) fn decide(&mut self, words: &[PartWord]) -> Result<(), EngineError> {
        let ground = std::sync::Arc::clone(&self.ground);
        ground.gate.decide(&ground.store, words)?;
        if !ground.gate.is_at_rest() {
            if self.sample.is_none() {
                self.sample = self.reopen_sample()?;
            }
            self.plan_steps();
            self.turns.plan(&ground)?;
        }
        ground.tell(Event::PermissionsChanged);
        Ok(())
    }
}
