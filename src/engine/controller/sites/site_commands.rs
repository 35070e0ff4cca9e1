//! Commands about sites. The rule file's text is the source of truth; name, kind, start and the
//! default task are read from it.

use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::account_sharing::share;
use super::member_boards::{add_starts, look_for_boards};
use super::whole_text_of_feed::look_for_whole_text;
use super::{exceptions, search_proposal, signals};
use crate::context::EngineContext;
use crate::controller::main_loop::MainLoop;

use crate::controller::resolve_user_input::{find_site, system_zone, typed_url};
use crate::crawl::forget_visits;
use crate::protocol::{EngineError, Event, SampleCommand, SiteCommand};
use crate::single_page::{load_rule, source_name};
use crate::workbench::unused_name;
use bowerbird_io::files::sample_pages;
use bowerbird_io::store::StoreError;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    Bounds, MIDDLE_PRIORITY, RuleOrigin, SiteDraft, SiteId, SiteStatus, SourceKind, TaskDraft,
    TaskId, Timing,
};
use bowerbird_logic::rules::{Rule, parse, rewrite, source_starter, starter};

impl MainLoop {
    /// Executes a site command.
    pub(in crate::controller) fn site_command(
        &mut self,
        command: SiteCommand,
    ) -> Result<(), EngineError> {
        let context = &Arc::clone(&self.context);
        match command {
            SiteCommand::Add { rule_toml, origin } => {
                let site = add(context, &rule_toml, origin)?;
                self.pages.site_added(&find_site(context, site)?);
                self.turns.plan(context)
            }
            SiteCommand::AddRuleFile { path } => {
                let (rule_toml, _) = load_rule(&path)?;
                let site = add(context, &rule_toml, RuleOrigin::Added)?;
                self.turns.plan(context)?;
                if sample_pages::ids(&path)?.is_empty() {
                    return Ok(());
                }
                self.pages.sample_command(SampleCommand::Take {
                    site,
                    rule_file: path,
                })
            }
            SiteCommand::AddByUrl { url } => add_by_url(context, &url),
            SiteCommand::Look { generation, url } => {
                self.looks.start(context, generation, url);
                Ok(())
            }
            SiteCommand::ProposeSearch { generation, draft } => {
                search_proposal::start(context, generation, draft);
                Ok(())
            }
            SiteCommand::StopLook => {
                self.looks.stop();
                Ok(())
            }
            SiteCommand::AddLooked { name, rule_toml } => {
                let account = self.looks.take_account();
                self.looks.stop();
                let site = add_looked(context, &name, &rule_toml)?;
                let added = find_site(context, site)?;
                self.pages.site_added(&added);
                if let Some(account) = account
                    && account.is_for(&added)
                {
                    // The site is there all the same.
                    let shared = share(context, account.id, site);
                    if let Err(EngineError(message)) = shared {
                        context.publish(Event::CommandFailed { message });
                    }
                }
                self.turns.plan(context)
            }
            SiteCommand::TakeRule { site, rule_toml } => {
                take_rule(context, site, &rule_toml)?;
                self.turns.plan(context)
            }
            SiteCommand::AddSource { kind, title, urls } => {
                let site = add_source(context, kind, &title, &urls)?;
                self.pages.site_added(&find_site(context, site)?);
                if kind == SourceKind::Feed {
                    look_for_whole_text(context, site);
                }
                Ok(())
            }
            SiteCommand::Update {
                site,
                rule_toml,
                origin,
            } => {
                update(context, site, &rule_toml, origin)?;
                self.turns.plan(context)
            }
            SiteCommand::AddStarts { site, urls } => {
                add_starts(context, site, &urls)?;
                self.turns.plan(context)
            }
            SiteCommand::LookForBoards { site } => {
                look_for_boards(context, site);
                Ok(())
            }
            SiteCommand::RestoreRule { site, version } => {
                restore(context, site, version)?;
                self.turns.plan(context)
            }
            SiteCommand::Remove { site } => {
                self.reruns.stop(site);
                self.runs.remove_site(site)?;
                self.turns.plan(context)
            }
            SiteCommand::Enable { site, enabled } => {
                enable(context, site, enabled)?;
                self.plan_steps();
                Ok(())
            }
            SiteCommand::TeachException(taught) => self.taught(&taught),
            SiteCommand::AcceptPartialList { site } => {
                accept_partial_list(context, site)?;
                self.pardon(site)
            }
            SiteCommand::ForgetException(exception) => exceptions::forget(context, exception),
            SiteCommand::SetSignals(file) => signals::set(context, &file),
            SiteCommand::Supervise { site, order } => self.order(site, order),
            SiteCommand::Batch(batch) => self.site_batch(batch),
        }
    }
}

/// Adds a site by its rule.
pub(in crate::controller) fn add(
    context: &Arc<EngineContext>,
    rule_toml: &str,
    origin: RuleOrigin,
) -> Result<SiteId, EngineError> {
    let rule = parse(rule_toml)?;
    let draft = draft(&rule, rule_toml);
    let site = context
        .store
        .add_site_from(&draft, origin, Timestamp::now())?;
    plan_default_task(context, site, &rule)?;
    context.publish(Event::SitesChanged);
    Ok(site)
}

/// Adds a site by its address alone; its name is its host, numbered if that is taken.
pub(in crate::controller) fn add_by_url(
    context: &Arc<EngineContext>,
    typed: &str,
) -> Result<(), EngineError> {
    let url = typed_url(typed)?;
    let name = unused_site_name(context, &host_name(&url))?;
    add(context, &starter(&name, url.as_str()), RuleOrigin::Added).map(|_| ())
}

/// Adds the choice of a look under `name`, numbered if that is taken.
pub(in crate::controller) fn add_looked(
    context: &Arc<EngineContext>,
    name: &str,
    rule_toml: &str,
) -> Result<SiteId, EngineError> {
    let mut file = parse(rule_toml)?.file().clone();
    let wanted = source_name(Some(name), &file.site.name);
    file.site.name = unused_site_name(context, &wanted)?;
    let rule = rewrite(rule_toml, &file)?;
    add(context, &rule, RuleOrigin::Added)
}

/// Gives a site the rule that was found for its page; its name and its login stay.
fn take_rule(
    context: &Arc<EngineContext>,
    site: SiteId,
    rule_toml: &str,
) -> Result<(), EngineError> {
    let known = parse(&find_site(context, site)?.rule_toml)?;
    let mut file = parse(rule_toml)?.file().clone();
    file.site.name.clone_from(&known.file().site.name);
    if let Some(login) = &known.file().login {
        file.login = Some(login.clone());
    }
    let rule = rewrite(rule_toml, &file)?;
    update(context, site, &rule, RuleOrigin::Edited)
}

/// Adds a source that needs no rule of its own, such as a feed, under its `title`, else its host.
pub(in crate::controller) fn add_source(
    context: &Arc<EngineContext>,
    kind: SourceKind,
    title: &str,
    urls: &[String],
) -> Result<SiteId, EngineError> {
    let first = typed_url(urls.first().map_or("", String::as_str))?;
    let name = unused_site_name(context, &source_name(Some(title), &host_name(&first)))?;
    let rule = source_starter(kind, &name, urls);
    add(context, &rule, RuleOrigin::Added)
}

/// The host of an address, as a site name.
fn host_name(url: &Url) -> String {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_owned(),
        (None, _) => url.to_string(),
    }
}

/// An unused site name: `wanted`, numbered if that is taken.
fn unused_site_name(context: &Arc<EngineContext>, wanted: &str) -> Result<String, EngineError> {
    let sites = context.store.sites()?.into_iter();
    let taken: Vec<String> = sites.map(|site| site.name).collect();
    Ok(unused_name(&taken, wanted))
}

/// Replaces the rule of a site. If the rule renames it, its secrets are stored under the new name
/// first, so that locked secrets prevent the whole renaming and not only the move.
pub(in crate::controller) fn update(
    context: &Arc<EngineContext>,
    site: SiteId,
    rule_toml: &str,
    origin: RuleOrigin,
) -> Result<(), EngineError> {
    let rule = parse(rule_toml)?;
    let before = find_site(context, site)?;
    let name = &rule.file().site.name;
    let renamed = *name != before.name;
    if renamed {
        // Secrets of another site by that name must not be overwritten.
        if context.store.site_by_name(name)?.is_some() {
            return Err(StoreError::NameTaken { name: name.clone() }.into());
        }
        crate::controller::pools::accounts::copy_secrets(context, site, &before.name, name)?;
    }
    if !context.store.accounts()?.is_empty() {
        context.settle_secrets();
    }
    let draft = draft(&rule, rule_toml);
    context
        .store
        .update_site_from(site, &draft, origin, Timestamp::now())?;
    if renamed {
        crate::controller::pools::accounts::forget_secrets(context, site, &before.name);
    }
    if let Some(status) = before.status.filter(|_| before.rule_toml != rule_toml) {
        let now = status.clone().after_new_rule();
        if now != status {
            context.store.set_site_status(site, &now)?;
        }
    }
    plan_default_task(context, site, &rule)?;
    let limits = parse(&before.rule_toml).map(|old| old.file().validity.clone());
    if limits.unwrap_or_default() != rule.file().validity {
        context.store.unsettle_site(site)?;
        context.texts.wake();
    }
    context.publish(Event::SitesChanged);
    Ok(())
}

/// Writes into a site's rule that it takes a part of its list on purpose; the status that said so
/// ends.
fn accept_partial_list(context: &Arc<EngineContext>, site: SiteId) -> Result<(), EngineError> {
    let before = find_site(context, site)?;
    let mut file = parse(&before.rule_toml)?.file().clone();
    if let Some(list) = &mut file.list {
        list.partial = true;
    }
    let rule_toml = rewrite(&before.rule_toml, &file)?;
    update(context, site, &rule_toml, RuleOrigin::Edited)?;
    if let Some(status) = before.status.filter(SiteStatus::takes_part) {
        let settled = SiteStatus::after_partial_list(&status.url, Timestamp::now());
        context.store.set_site_status(site, &settled)?;
    }
    Ok(())
}

/// Makes an older version of a site's rule its newest.
pub(in crate::controller) fn restore(
    context: &Arc<EngineContext>,
    site: SiteId,
    version: u32,
) -> Result<(), EngineError> {
    let found = context.store.rule_version(site, version)?.ok_or_else(|| {
        EngineError(Message::new("engine-no-such-version").with("version", version))
    })?;
    update(context, site, &found.rule_toml, RuleOrigin::Restored)
}

/// Removes a site that does not run, with its secrets.
pub(in crate::controller) fn remove(
    context: &Arc<EngineContext>,
    site: SiteId,
) -> Result<(), EngineError> {
    find_site(context, site)?;
    crate::controller::pools::accounts::forget_site(context, site)?;
    forget_visits(context, site)?;
    context.store.remove_site(site)?;
    context.publish(Event::SitesChanged);
    context.publish(Event::RecordsChanged);
    context.publish(Event::TasksChanged);
    context.publish(Event::PoolsChanged);
    Ok(())
}

/// Enables or disables a site.
pub(in crate::controller) fn enable(
    context: &Arc<EngineContext>,
    site: SiteId,
    enabled: bool,
) -> Result<(), EngineError> {
    context.store.set_site_enabled(site, enabled)?;
    context.publish(Event::SitesChanged);
    Ok(())
}

fn draft(rule: &Rule, rule_toml: &str) -> SiteDraft {
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

/// Updates the site's default task from `[schedule]`; an identical task stays, with its history.
fn plan_default_task(
    context: &Arc<EngineContext>,
    site: SiteId,
    rule: &Rule,
) -> Result<(), EngineError> {
    context
        .store
        .set_site_tags(site, &rule.file().site.tags, true)?;
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
            context.store.remove_task(task.id)?;
        }
    }
    if let Some(draft) = wanted.filter(|_| !stands) {
        let next_at = crate::controller::tasks::task_commands::first_turn(
            context,
            TaskId(0),
            &draft,
            context.now(),
        )?;
        context.store.add_task(&draft, next_at)?;
    }
    context.publish(Event::TasksChanged);
    Ok(())
}
