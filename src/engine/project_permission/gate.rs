//! What a project may do of its plan: nothing from elsewhere acts until its plan is allowed. Input: a
//! part of the plan. Output: whether it may act.

use super::plan::plan_of;
use super::plan::task_name;
use super::platform_folder;
use crate::protocol::EngineError;
use crate::protocol::PlanDecision;
use bowerbird_io::files::permissions::{PermissionStore, Stamp};
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Site, Task};
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::project_permission::{
    Decision, PartKind, PermissionState, PlanPart, ProjectPlan,
};
use bowerbird_logic::policy::project_permission::{Permissions, key};
use bowerbird_logic::rules::Rule;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The only place that decides whether a project acts.
pub(crate) struct Gate {
    kept: PermissionStore,
    id: Option<String>,
    state: Mutex<State>,
}

pub(super) struct State {
    plan: ProjectPlan,
    permissions: Permissions,
    /// The state of the file that the permissions were read from.
    stamp: Option<Stamp>,
}

impl Gate {
    /// The gate of the project in `store`. Projects created by this process are the user's, and are
    /// allowed; in a window only initially, since it may later open projects of others.
    pub(crate) fn open(store: &StoreReader, windowed: bool) -> Result<Self, EngineError> {
        let kept = platform_folder();
        // A read-only file of an early version may have no id: it does nothing anyway. A dry run
        // has the id of its project, and shares its permissions.
        let id = store.project_id().ok();
        let plan = plan_of(store)?;
        let stamp = id.as_ref().and_then(|id| kept.stamp(id));
        let known = match &id {
            Some(id) => kept.load(id).unwrap_or_else(|error| {
                tracing::warn!(%error, "permissions cannot be read: the project stays at rest");
                Some(Permissions::default())
            }),
            None => None,
        };
        let is_own = store.was_made_here() && (known.is_none() || !windowed);
        let gate = Self {
            kept,
            id,
            state: Mutex::new(State {
                plan: ProjectPlan::default(),
                permissions: known.unwrap_or_default(),
                stamp,
            }),
        };
        if is_own {
            gate.allow_own(plan);
        } else {
            gate.state().plan = plan;
        }
        Ok(gate)
    }

    /// The state, including changes by other processes.
    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = &self.id {
            let stamp = self.kept.stamp(id);
            if stamp != state.stamp {
                match self.kept.load(id) {
                    Ok(permissions) => {
                        state.permissions = permissions.unwrap_or_default();
                        state.stamp = stamp;
                    }
                    Err(error) => tracing::warn!(%error, "permissions cannot be read"),
                }
            }
        }
        state
    }

    /// Whether the project does nothing by itself.
    pub(crate) fn is_at_rest(&self) -> bool {
        let state = self.state();
        !state.permissions.settles(&state.plan)
    }

    /// Whether this part may act: all parts are decided, and this one is allowed. Parts outside the
    /// plan may not.
    pub(crate) fn may(&self, kind: PartKind, name: &str) -> bool {
        let state = self.state();
        let part = state.plan.part(&key(kind, name));
        let allowed = |part| state.permissions.state_of(part) == PermissionState::Allowed;
        state.permissions.settles(&state.plan) && part.is_some_and(allowed)
    }

    /// Whether the user refused this part.
    pub(crate) fn is_refused(&self, kind: PartKind, name: &str) -> bool {
        let state = self.state();
        let part = state.plan.part(&key(kind, name));
        part.is_some_and(|part| state.permissions.state_of(part) == PermissionState::Refused)
    }

    /// An error if a part was refused. This also applies to manual requests.
    pub(crate) fn unless_refused(&self, kind: PartKind, name: &str) -> Result<(), EngineError> {
        match self.is_refused(kind, name) {
            true => Err(refused(&key(kind, name))),
            false => Ok(()),
        }
    }

    /// An error if a part must not act: it was refused, or the project is at rest.
    pub(crate) fn unless_blocked(
        &self,
        store: &StoreReader,
        kind: PartKind,
        name: &str,
    ) -> Result<(), EngineError> {
        self.unless_refused(kind, name)?;
        match self.is_at_rest() {
            true => Err(at_rest(store)),
            false => Ok(()),
        }
    }

    /// Whether pages of a site may be requested manually. A web site that was refused access inside
    /// the network still runs, and stays on the web.
    pub(crate) fn unless_site_refused(&self, name: &str) -> Result<(), EngineError> {
        self.unless_refused(PartKind::Site, name)?;
        let begins_inside = {
            let state = self.state();
            let part = state.plan.part(&key(PartKind::PrivateNetwork, name));
            part.is_some_and(|part| part.wants.iter().any(|start| is_inside(start)))
        };
        match begins_inside {
            true => self.unless_refused(PartKind::PrivateNetwork, name),
            false => Ok(()),
        }
    }

    /// An error if a site must not run: it was refused, or its rule reads a file that was not
    /// allowed.
    pub(crate) fn lets_run(
        &self,
        store: &StoreReader,
        site: &Site,
        rule: Option<&Rule>,
    ) -> Result<(), EngineError> {
        self.unless_site_refused(&site.name)?;
        match rule.is_some_and(|rule| rule.file().pages.is_some()) {
            true => self.unless_blocked(store, PartKind::LocalFile, &site.name),
            false => Ok(()),
        }
    }

    /// Whether a task was refused.
    pub(crate) fn is_task_refused(&self, task: &Task) -> bool {
        self.is_refused(PartKind::Task, &task_name(task))
    }

    /// Allows what this process created itself; refused parts stay refused.
    fn allow_own(&self, plan: ProjectPlan) {
        let mut state = self.state();
        let open = |permissions: &Permissions, part: &PlanPart| {
            matches!(
                permissions.state_of(part),
                PermissionState::New | PermissionState::Changed
            )
        };
        if plan.parts().any(|part| open(&state.permissions, part)) {
            let allow = |permissions: &mut Permissions| {
                for part in plan.parts() {
                    if open(permissions, part) {
                        permissions.decide(part, Decision::Allowed);
                    }
                }
            };
            allow(&mut state.permissions);
            if let Err(error) = self.keep(&mut state, allow) {
                tracing::warn!(%error, "what was allowed is not kept");
            }
        }
        state.plan = plan;
    }

    /// Records a user's change; see [`Permissions::follow`].
    pub(crate) fn allow_beyond(&self, after: ProjectPlan, before: &ProjectPlan) {
        let mut state = self.state();
        let noted = state.permissions.follow(before, &after);
        if noted {
            let follow = |permissions: &mut Permissions| {
                permissions.follow(before, &after);
            };
            // This process continues with it; the next one asks.
            if let Err(error) = self.keep(&mut state, follow) {
                tracing::warn!(%error, "what was allowed is not kept");
            }
        }
        state.plan = after;
    }

    /// Records the user's decisions on parts, each as it was shown.
    ///
    /// # Errors
    /// When a part is not in the plan, or differs from what was shown; from the store; when the
    /// decision cannot be stored.
    pub(crate) fn decide(
        &self,
        store: &StoreReader,
        words: &[PlanDecision],
    ) -> Result<(), EngineError> {
        let plan = plan_of(store)?;
        let mut said = Vec::new();
        for word in words {
            let part = known_part(&plan, &word.part)?;
            if part.digest != word.digest {
                return Err(EngineError(Message::new("plan-changed-meanwhile")));
            }
            said.push((part, word.decision));
        }
        let mut state = self.state();
        self.keep(&mut state, |permissions| {
            for (part, decision) in &said {
                permissions.decide(part, *decision);
            }
        })?;
        drop(said);
        state.plan = plan;
        Ok(())
    }

    fn keep(
        &self,
        state: &mut State,
        change: impl FnOnce(&mut Permissions),
    ) -> Result<(), EngineError> {
        let Some(id) = &self.id else {
            change(&mut state.permissions);
            return Ok(());
        };
        state.permissions = self.kept.change(id, change)?;
        state.stamp = self.kept.stamp(id);
        Ok(())
    }
}

pub(super) fn is_inside(start: &str) -> bool {
    url::Url::parse(start).is_ok_and(|start| Reach::of_start(&start) != Reach::PUBLIC)
}

pub(super) fn known_part<'a>(
    plan: &'a ProjectPlan,
    part: &str,
) -> Result<&'a PlanPart, EngineError> {
    plan.part(part)
        .ok_or_else(|| EngineError(Message::new("plan-no-part").with("part", part)))
}

/// The error for a refused part, with the remedy.
pub(super) fn refused(part: &str) -> EngineError {
    EngineError(Message::new("plan-refused").with("part", part))
}

/// The error for a project at rest, with the remedy.
pub(crate) fn at_rest(store: &StoreReader) -> EngineError {
    let path = store.home().display().to_string();
    EngineError(Message::new("plan-at-rest").with("path", path))
}
