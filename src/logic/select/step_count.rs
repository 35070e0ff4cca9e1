//! Counts the steps of an evaluation. Input: counts, from the evaluators. Output: a sum that
//! bounds several evaluations together.

use std::cell::Cell;

/// Steps taken so far. In each language, a step takes about as long as visiting one node of a page.
#[derive(Debug, Default)]
pub(super) struct StepCount(Cell<u64>);

impl StepCount {
    /// Adds `steps`.
    pub fn add(&self, steps: u64) {
        self.0.set(self.0.get().saturating_add(steps));
    }

    /// The total.
    pub fn count(&self) -> u64 {
        self.0.get()
    }
}
