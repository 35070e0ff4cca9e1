//! The steps that an evaluation takes. Flows in: counts, from the evaluators. Flows out: a sum, by which
//! several evaluations together can be bounded.

use std::cell::Cell;

/// StepCount taken so far. A step is about as long as looking at one node of a page, in each language.
#[derive(Debug, Default)]
pub(super) struct StepCount(Cell<u64>);

impl StepCount {
    /// Counts `steps` more.
    pub fn add(&self, steps: u64) {
        self.0.set(self.0.get().saturating_add(steps));
    }

    /// All that were counted.
    pub fn count(&self) -> u64 {
        self.0.get()
    }
}
