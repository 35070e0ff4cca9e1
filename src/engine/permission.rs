//! Whether a project may act by itself. Flows in: the project's plan, read off its store, and what
//! the person has said to it, kept outside of the file. Flows out: yes or no. A file's word is not
//! the person's: a project with a part that nothing was said to is at rest.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{EngineError, exports, project};
use crate::io::permissions::PermissionStore;
use crate::io::store::{Store, StoreError};
use crate::logic::messages::Message;
pub use crate::logic::permission::{Decision, PartKind, PlanPart, ProjectPlan, Standing};
use crate::logic::permission::{Permissions, key};
use crate::logic::rules::parse;

/// Start addresses of a site whose hosts are looked at; ranges may stand for very many, of one host.
const MOST_STARTS: usize = 1_000;

/// What the project in `store` would do by itself.
///
/// # Errors
/// From the store.
pub fn plan_of(store: &Store) -> Result<ProjectPlan, EngineError> {
    let mut plan = ProjectPlan::default();
    let sites = store.sites()?;
    let accounts = store.accounts()?;
    for site in &sites {
        let Ok(rule) = parse(&site.rule_toml) else {
            // What is no rule is never run.
            continue;
        };
        let hosts: BTreeSet<String> = rule
            .start()
            .take(MOST_STARTS)
            .map(|url| url.origin().ascii_serialization())
            .collect();
        let hosts = hosts.into_iter().collect();
        plan.add(PlanPart::new(PartKind::Site, &site.name, hosts, ""));
        let file = rule.file();
        if let Some(pages) = &file.pages {
            let wants = vec![pages.file.clone()];
            let keep = pages.keep.join("\n");
            plan.add(PlanPart::new(PartKind::LocalFile, &site.name, wants, &keep));
        }
        let users = accounts.iter().filter(|account| account.site == site.id);
        let users: Vec<String> = users.map(|account| account.user.clone()).collect();
        if file.login.is_some() || !users.is_empty() {
            let mut wants: Vec<String> = file.login.iter().map(|l| l.url.clone()).collect();
            wants.retain(|url| !url.is_empty());
            wants.extend(users);
            let detail = serde_json::to_string(&file.login).unwrap_or_default();
            plan.add(PlanPart::new(PartKind::Login, &site.name, wants, &detail));
        }
    }
    for proxy in store.proxies()? {
        let user = proxy.user.unwrap_or_default();
        plan.add(PlanPart::new(
            PartKind::Proxy,
            &proxy.name,
            vec![proxy.url],
            &user,
        ));
    }
    for saved in exports::saved(store)?.into_iter().filter(|s| s.after_run) {
        let options = serde_json::to_string(&saved.job.options).unwrap_or_default();
        let wants = vec![saved.job.format.name().to_owned(), saved.job.target.clone()];
        plan.add(PlanPart::new(
            PartKind::Export,
            &saved.name,
            wants,
            &options,
        ));
    }
    let alerts = store.alert_plan()?;
    if let Some(webhook) = alerts.webhook {
        plan.add(PlanPart::new(
            PartKind::Webhook,
            "alerts",
            vec![webhook],
            "",
        ));
    }
    if let Some(mail) = alerts.mail {
        let detail = serde_json::to_string(&mail).unwrap_or_default();
        let wants = vec![mail.host, mail.to];
        plan.add(PlanPart::new(PartKind::Mail, "alerts", wants, &detail));
    }
    for task in store.tasks()? {
        let names = sites.iter().filter(|site| task.sites.contains(&site.id));
        let wants = names.map(|site| site.name.clone()).collect();
        let timing = serde_json::to_string(&task.timing).unwrap_or_default();
        // The one of a rule is made anew with the rule.
        let name = match task.from_rule {
            true => task.title,
            false => task.id.0.to_string(),
        };
        plan.add(PlanPart::new(PartKind::Task, &name, wants, &timing));
    }
    Ok(plan)
}

/// The folder of the platform where permissions are kept.
pub(super) fn platform_folder() -> PermissionStore {
    PermissionStore::at(project::permissions_folder())
}

/// The one place that says whether a project acts.
pub(crate) struct Gate {
    kept: PermissionStore,
    id: Option<String>,
    state: Mutex<State>,
}

struct State {
    plan: ProjectPlan,
    permissions: Permissions,
}

impl Gate {
    /// The gate of the project in `store`. What this process made is the person's, and is allowed;
    /// in a window only at first, for it may go on to open what others made of it.
    pub(crate) fn open(store: &Store, windowed: bool) -> Result<Self, EngineError> {
        let kept = platform_folder();
        // A read-only file of an early version may have no id: it does nothing anyhow.
        // A rehearsal has the id of its project, and what was said to that holds for it.
        let id = store.project_id().ok();
        let plan = plan_of(store)?;
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
            }),
        };
        if is_own {
            gate.allow_beyond(plan, &ProjectPlan::default());
        } else {
            gate.state().plan = plan;
        }
        Ok(gate)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the project does nothing by itself. Asked while it does not, it looks whether
    /// another process was told otherwise.
    pub(crate) fn is_at_rest(&self) -> bool {
        let mut state = self.state();
        if state.permissions.settles(&state.plan) {
            return false;
        }
        if let Some(id) = &self.id
            && let Ok(Some(permissions)) = self.kept.load(id)
        {
            state.permissions = permissions;
        }
        !state.permissions.settles(&state.plan)
    }

    /// Whether this part may act: all was decided, and this was allowed. What is in no plan may not.
    pub(crate) fn may(&self, kind: PartKind, name: &str) -> bool {
        if self.is_at_rest() {
            return false;
        }
        let state = self.state();
        let part = state.plan.part(&key(kind, name));
        part.is_some_and(|part| state.permissions.standing(part) == Standing::Allowed)
    }

    /// Whether the person refused this part.
    pub(crate) fn is_refused(&self, kind: PartKind, name: &str) -> bool {
        let state = self.state();
        let part = state.plan.part(&key(kind, name));
        part.is_some_and(|part| state.permissions.standing(part) == Standing::Refused)
    }

    /// Notes what the person did; see [`Permissions::follow`].
    pub(crate) fn allow_beyond(&self, after: ProjectPlan, before: &ProjectPlan) {
        let mut state = self.state();
        let noted = state.permissions.follow(before, &after);
        if let Some(id) = self.id.as_ref().filter(|_| noted) {
            let follow = |permissions: &mut Permissions| {
                permissions.follow(before, &after);
            };
            match self.kept.change(id, follow) {
                Ok(permissions) => state.permissions = permissions,
                // This process goes on with it; the next one asks.
                Err(error) => tracing::warn!(%error, "what was allowed is not kept"),
            }
        }
        state.plan = after;
    }
}

/// What a project wants and how it stands.
pub struct Review {
    /// The parts, with how each stands.
    pub parts: Vec<(PlanPart, Standing)>,
}

impl Review {
    /// Whether the project does nothing by itself.
    pub fn is_at_rest(&self) -> bool {
        let open = |standing| matches!(standing, Standing::New | Standing::Changed);
        self.parts.iter().any(|(_, standing)| open(*standing))
    }
}

/// What the project in `store` wants, and what was said to it.
///
/// # Errors
/// From the store, and when permissions cannot be read.
pub fn review(store: &Store) -> Result<Review, EngineError> {
    let permissions = platform_folder().load(&store.project_id()?)?;
    let permissions = permissions.unwrap_or_default();
    let parts = plan_of(store)?
        .parts()
        .map(|part| (part.clone(), permissions.standing(part)))
        .collect();
    Ok(Review { parts })
}

/// Notes what the person says to parts, by key.
///
/// # Errors
/// When a key is of no part; from the store; when it cannot be kept.
pub fn decide(store: &Store, said: &[(String, Decision)]) -> Result<(), EngineError> {
    let plan = plan_of(store)?;
    let mut parts = Vec::new();
    for (key, decision) in said {
        let part = plan
            .part(key)
            .ok_or_else(|| EngineError(Message::new("plan-no-part").with("part", key.as_str())))?;
        parts.push((part, *decision));
    }
    platform_folder().change(&store.project_id()?, |permissions| {
        for (part, decision) in parts {
            permissions.say(part, decision);
        }
    })?;
    Ok(())
}

/// Does what the person wants of a project without an engine; what it adds to the plan is allowed.
///
/// # Errors
/// Those of `work`, from the store, and when it cannot be kept.
pub fn by_person<T>(
    store: &Store,
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

/// Says how to allow the project, when it is at rest.
///
/// # Errors
/// When it is.
pub fn must_be_allowed(store: &Store) -> Result<(), EngineError> {
    match review(store)?.is_at_rest() {
        true => Err(at_rest(store)),
        false => Ok(()),
    }
}

/// That the project is at rest, and what to do.
pub(crate) fn at_rest(store: &Store) -> EngineError {
    let path = store.home().display().to_string();
    EngineError(Message::new("plan-at-rest").with("path", path))
}

/// The project at `path`, to be looked at; one of an earlier version is brought up to date.
///
/// # Errors
/// From the store.
pub fn look_at(path: &Path) -> Result<Store, EngineError> {
    match Store::open_read_only(path) {
        Err(StoreError::TooOld { .. }) => project::own(path),
        other => Ok(other?),
    }
}
