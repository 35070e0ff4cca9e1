//! What follows when the site refuses: an action of the plan, a page set aside, or the end of the
//! run when no action is left.

use super::next_action::{Choice, Tried, next_action};
use crate::supervise::observation::{Decision, Observation, RequestRole};
use bowerbird_logic::model::SupervisionPlan;

/// Consecutive blocked answers that count as a block of the site rather than of single pages.
pub const BLOCK_STREAK: u32 = 3;
/// A refused content page may be an isolated case: it is set aside, and counts as a block of the
/// site only if the next ones are refused too.
pub(super) fn blocked(plan: &SupervisionPlan, seen: &Observation, tried: &Tried) -> Choice {
    if seen.role == RequestRole::Content && tried.block_streak < 2 {
        return (Decision::SetAside, None);
    }
    if let Some(choice) = next_action(plan, seen, tried) {
        return choice;
    }
    if seen.role == RequestRole::Content && tried.block_streak < BLOCK_STREAK {
        (Decision::SetAside, None)
    } else {
        (Decision::EndBlocked, None)
    }
}
