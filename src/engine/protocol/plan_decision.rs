//! The user's decision on one part of the project's plan.

use bowerbird_logic::policy::project_permission::Decision;

/// A decision on one part of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanDecision {
    /// Its key.
    pub part: String,
    /// Its digest, as it was shown.
    pub digest: String,
    /// The decision.
    pub decision: Decision,
}
