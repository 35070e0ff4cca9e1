//! The review of a plan: its parts, what is new in it, and what the person decides. Input: a store.
//! Output: the parts; decisions are stored.

use super::gate::known_part;
use super::plan::plan_of;
use super::plan_changes;
use super::platform_folder;
use crate::protocol::EngineError;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::policy::project_permission::{Decision, PermissionState, PlanPart};

/// A part of a project's plan, and its permission state.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPart {
    /// The part.
    pub part: PlanPart,
    /// Its permission state.
    pub standing: PermissionState,
    /// The decision on an earlier version with other targets, and those targets.
    pub before: Option<(Decision, Message)>,
}

/// A project's plan and its permission states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// The parts.
    pub parts: Vec<ReviewedPart>,
    /// Whether any decision was ever made for this project.
    pub is_known: bool,
}

impl Review {
    /// Whether the project does nothing by itself.
    pub fn is_at_rest(&self) -> bool {
        self.parts.iter().any(ReviewedPart::is_open)
    }
}

impl ReviewedPart {
    /// Whether a decision is pending.
    pub fn is_open(&self) -> bool {
        matches!(
            self.standing,
            PermissionState::New | PermissionState::Changed
        )
    }
}

/// The plan of the project in `store`, and the decisions on it.
///
/// # Errors
/// From the store, and when permissions cannot be read.
pub fn review(store: &StoreReader) -> Result<Review, EngineError> {
    let _alone = plan_changes();
    let known = platform_folder().load(&store.project_id()?)?;
    let is_known = known.is_some();
    let permissions = known.unwrap_or_default();
    let parts = plan_of(store)?
        .parts()
        .map(|part| ReviewedPart {
            part: part.clone(),
            standing: permissions.state_of(part),
            before: permissions.before(part),
        })
        .collect();
    Ok(Review { parts, is_known })
}

/// Records the user's decisions on parts, by key.
///
/// # Errors
/// When a key matches no part; from the store; when a decision cannot be stored.
pub fn decide(store: &StoreReader, said: &[(String, Decision)]) -> Result<(), EngineError> {
    let plan = plan_of(store)?;
    let mut parts = Vec::new();
    for (key, decision) in said {
        parts.push((known_part(&plan, key)?, *decision));
    }
    platform_folder().change(&store.project_id()?, |permissions| {
        for (part, decision) in parts {
            permissions.decide(part, decision);
        }
    })?;
    Ok(())
}

/// Executes a user's change of a project without an engine; what it adds to the plan is allowed.
///
/// # Errors
/// Those of `work`, from the store, and when the permission cannot be stored.
pub fn by_person<T>(
    store: &StoreReader,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let before = plan_of(store)?;
    let done = work()?;
    let after = plan_of(store)?;
    if after.beyond(&before).next().is_some() {
        platform_folder().change(&store.project_id()?, |permissions| {
            permissions.follow(&before, &after);
        })?;
    }
    Ok(done)
}
