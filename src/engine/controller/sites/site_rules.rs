//! New rules of sites, and the removal of sites: for one or several, in one transaction. The rule
//! file's text is the source of truth; name, kind, start and the default task are read from it.

use std::sync::Arc;

use jiff::Timestamp;

use crate::context::EngineContext;
use crate::controller::pools::accounts;
use crate::controller::resolve_user_input::{find_site, system_zone};
use crate::crawl::forget_visits;
use crate::protocol::{EngineError, Event};
use bowerbird_io::store::{SiteChange, StoreError};
use bowerbird_logic::model::{
    Bounds, MIDDLE_PRIORITY, RuleOrigin, SiteDraft, SiteId, TaskDraft, TaskId, Timing,
};
use bowerbird_logic::rules::{Rule, parse};

/// Replaces the rule of a site.
pub(in crate::controller) fn update(
    context: &Arc<EngineContext>,
    site: SiteId,
    rule_toml: &str,
    origin: RuleOrigin,
) -> Result<(), EngineError> {
    update_all(context, &[(site, rule_toml.to_owned())], origin)
}

/// Replaces the rules of sites, of all or of none. If a rule renames its site, the secrets of that
/// one are stored under the new name first, so that locked secrets prevent the whole change.
pub(super) fn update_all(
    context: &Arc<EngineContext>,
    rules: &[(SiteId, String)],
    origin: RuleOrigin,
) -> Result<(), EngineError> {
    let now = Timestamp::now();
    let mut changes = Vec::new();
    let mut renamed = Vec::new();
    let mut unsettles = false;
    let mut parsed = Vec::new();
    for (site, rule_toml) in rules {
        let before = find_site(context, *site)?;
        let rule = parse(rule_toml)?;
        let name = &rule.file().site.name;
        // Secrets of another site by that name must not be overwritten.
        if *name != before.name && context.store.site_by_name(name)?.is_some() {
            return Err(StoreError::NameTaken { name: name.clone() }.into());
        }
        parsed.push((before, rule, rule_toml));
    }
    for (before, rule, rule_toml) in &parsed {
        let site = before.id;
        let name = &rule.file().site.name;
        if *name != before.name {
            accounts::copy_secrets(context, site, &before.name, name)?;
            renamed.push((site, &before.name));
        }
        changes.push(SiteChange::Rule {
            site,
            draft: draft(rule, rule_toml),
            origin,
            now,
        });
        let status = before.status.as_ref();
        if let Some(status) = status.filter(|_| before.rule_toml != **rule_toml) {
            let now = status.clone().after_new_rule();
            if now != *status {
                changes.push(SiteChange::Status(site, now));
            }
        }
        changes.extend(default_task(context, site, rule)?);
        let limits = parse(&before.rule_toml).map(|old| old.file().validity.clone());
        if limits.unwrap_or_default() != rule.file().validity {
            changes.push(SiteChange::Unsettle(site));
            unsettles = true;
        }
    }
    if !context.store.accounts()?.is_empty() {
        context.settle_secrets();
    }
    context.store.change_sites(changes)?;
    for (site, name) in renamed {
        accounts::forget_secrets(context, site, name);
    }
    if unsettles {
        context.texts.wake();
    }
    context.publish(Event::TasksChanged);
    context.publish(Event::SitesChanged);
    Ok(())
}

/// Removes sites that do not run, all or none, with their secrets. Those go last: what stays behind
/// after a crash is of no use to anybody, while a site without its passwords would be half a site.
pub(in crate::controller) fn remove_all(
    context: &Arc<EngineContext>,
    sites: &[SiteId],
) -> Result<(), EngineError> {
    let mut secrets = Vec::new();
    for site in sites {
        find_site(context, *site)?;
        secrets.extend(accounts::secrets_of(context, *site)?);
    }
    let removals = sites.iter().copied().map(SiteChange::Remove).collect();
    context.store.change_sites(removals)?;
    accounts::forget_names(context, &secrets);
    for site in sites {
        forget_visits(context, *site)?;
    }
    context.publish(Event::SitesChanged);
    context.publish(Event::RecordsChanged);
    context.publish(Event::TasksChanged);
    context.publish(Event::PoolsChanged);
    Ok(())
}

/// What is stored of a rule.
pub(super) fn draft(rule: &Rule, rule_toml: &str) -> SiteDraft {
    let site = &rule.file().site;
    SiteDraft {
        name: site.name.clone(),
        kind: site.kind,
        start: first_address(rule),
        rule_toml: rule_toml.to_owned(),
    }
}

/// The first start address as written; for a search, that of its first keyword.
fn first_address(rule: &Rule) -> String {
    let written = rule.file().site.start.first().cloned();
    let made = || rule.start().next().map(String::from);
    written.or_else(made).unwrap_or_default()
}

/// The changes that give a site the tags of its rule, and the default task of its `[schedule]`; an
/// identical task stays, with its history.
pub(super) fn default_task(
    context: &Arc<EngineContext>,
    site: SiteId,
    rule: &Rule,
) -> Result<Vec<SiteChange>, EngineError> {
    let tags = rule.file().site.tags.clone();
    let mut changes = vec![SiteChange::Tags(site, tags, true)];
    let wanted = rule.file().schedule.as_ref().map(|schedule| TaskDraft {
        timing: match &schedule.adaptive {
            Some(adaptive) => Timing::Adaptive(adaptive.bounds()),
            None => Timing::Cron {
                expression: schedule.cron.clone(),
                timezone: schedule.timezone.clone().unwrap_or_else(system_zone),
            },
        },
        priority: schedule.priority.unwrap_or(MIDDLE_PRIORITY),
        from_rule: true,
        ..TaskDraft::of_site(site, Timing::Adaptive(Bounds::default()))
    });
    let tasks = context.store.tasks()?;
    let mut stands = false;
    for task in tasks.iter().filter(|t| t.runs(site) && t.from_rule) {
        let same = wanted
            .as_ref()
            .is_some_and(|w| w.timing == task.timing && w.priority == task.priority);
        if same && !stands {
            stands = true;
        } else {
            changes.push(SiteChange::RemoveTask(task.id));
        }
    }
    if let Some(draft) = wanted.filter(|_| !stands) {
        let next_at = crate::controller::tasks::task_commands::first_turn(
            context,
            TaskId(0),
            &draft,
            context.now(),
        )?;
        changes.push(SiteChange::AddTask(draft, next_at));
    }
    Ok(changes)
}
