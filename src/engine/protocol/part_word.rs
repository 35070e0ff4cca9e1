//! The user's decision about one part of what the project may do by itself.

use bowerbird_logic::permission::Decision;

/// What the person says to one part of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartWord {
    /// Its key.
    pub part: String,
    /// Its digest, as it was shown.
    pub digest: String,
    /// What is said.
    pub decision: Decision,
}
