//! Whether a project may act by itself. Input: the project's plan, read from its store, and the
//! user's decisions on it, stored outside the file. Output: yes or no. A file's content is not
//! the user's decision: a project with an undecided part is at rest. What robots.txt
//! permits is in `io::fetch::robots`.

pub(super) mod allowed_addresses;
mod gate;
pub(super) mod made_requests;
pub(super) mod plan;
mod review;
pub mod rule_additions;
pub(super) mod secret_places;
mod user_actions;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use self::plan::plan_of;
pub(super) use self::plan::{ALERTS, SUMMARIES, have_same_requirements, task_name};
pub use crate::protocol::PlanDecision;
pub use bowerbird_logic::policy::project_permission::{
    Decision, PartKind, PermissionState, PlanPart, ProjectPlan, one_line,
};
pub(crate) use gate::{Gate, at_rest};
pub use review::{Review, ReviewedPart, by_person, decide, review};

pub(crate) use user_actions::allow_action;

use crate::project;
use crate::protocol::EngineError;
use bowerbird_io::files::permissions::PermissionStore;
use bowerbird_io::store::{Store, StoreError, StoreReader};
use bowerbird_logic::policy::project_permission::key;
use gate::refused;

/// The platform folder where permissions are stored.
pub(super) fn platform_folder() -> PermissionStore {
    PermissionStore::at(project::permissions_folder())
}

/// Held while a person changes a plan, until the permission is stored: a reader in between would
/// combine the new plan with the old permissions.
pub(super) fn plan_changes() -> MutexGuard<'static, ()> {
    static CHANGES: Mutex<()> = Mutex::new(());
    CHANGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error with the remedy, if the project is at rest.
///
/// # Errors
/// When it is.
pub fn must_be_allowed(store: &StoreReader) -> Result<(), EngineError> {
    match review(store)?.is_at_rest() {
        true => Err(at_rest(store)),
        false => Ok(()),
    }
}

/// An error with the remedy, if the project is at rest or the saved export was refused.
///
/// # Errors
/// In these cases.
pub fn must_allow_export(store: &StoreReader, name: &str) -> Result<(), EngineError> {
    must_be_allowed(store)?;
    let key = key(PartKind::Export, name);
    let parts = review(store)?.parts;
    let mut refusals = parts
        .iter()
        .filter(|one| one.standing == PermissionState::Refused);
    match refusals.any(|one| one.part.key() == key) {
        true => Err(refused(&key)),
        false => Ok(()),
    }
}

/// Opens the project at `path` for review; one of an earlier version is upgraded.
///
/// # Errors
/// From the store.
pub fn open_for_reading(path: &Path) -> Result<Store, EngineError> {
    match Store::open_read_only(path) {
        Err(StoreError::TooOld { .. }) => project::own(path),
        other => Ok(other?),
    }
}
