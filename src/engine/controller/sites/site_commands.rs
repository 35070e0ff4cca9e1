//! Commands about sites. What their rules become is stored by `site_rules`.

use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::account_sharing::share;
use super::member_boards::{add_starts, look_for_boards};
use super::site_rules::{default_task, draft, update};
use super::whole_text_of_feed::look_for_whole_text;
use super::{exceptions, search_proposal, signals};
use crate::context::EngineContext;
use crate::controller::alert_delivery::{check_room_for_conditions, take_conditions};
use crate::controller::main_loop::MainLoop;

use crate::controller::resolve_user_input::{find_site, typed_url};
use crate::protocol::{EngineError, Event, SampleCommand, SiteCommand};
use crate::single_page::{conditions_beside, load_rule, source_name};
use crate::workbench::unused_name;
use bowerbird_io::files::sample_pages;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RuleOrigin, SiteId, SiteStatus, SourceKind};
use bowerbird_logic::rules::{parse, rewrite, source_starter, starter};

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
                let conditions = conditions_beside(&path)?;
                check_room_for_conditions(context, conditions.len())?;
                let site = add(context, &rule_toml, RuleOrigin::Added)?;
                // The site is there, and runs when it is due, even if its conditions cannot be stored.
                let taken = take_conditions(context, site, conditions);
                self.turns.plan(context)?;
                taken?;
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
                self.runs.remove_sites(vec![site])?;
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
    context
        .store
        .change_sites(default_task(context, site, &rule)?)?;
    context.publish(Event::TasksChanged);
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
