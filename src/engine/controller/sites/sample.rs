//! The sample site inside the engine. It is served again whenever an engine opens a project with
//! it, so that its sites never point to a dead port.

use std::sync::Arc;

use url::Url;

use super::site_commands;
use crate::context::EngineContext;
use crate::protocol::{EngineError, Event};
use bowerbird_io::sample::SampleSite;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RuleOrigin, Site};
use bowerbird_logic::rules::parse;

/// The setting that marks a project with the sample site: its last origin.
const SETTING: &str = "sample_site";

/// Serves the sample site when the project has it.
///
/// # Errors
/// When no port is free or the project cannot be written.
pub(in crate::controller) fn reopen(
    context: &Arc<EngineContext>,
) -> Result<Option<SampleSite>, EngineError> {
    let Some(before) = context.store.setting(SETTING)? else {
        return Ok(None);
    };
    let sample = serve()?;
    move_sites(context, &before, &sample)?;
    Ok(Some(sample))
}

/// Serves the sample site if it is not running yet, and adds its missing sites.
///
/// # Errors
/// When no port is free or the project cannot be written.
pub(in crate::controller) fn open(
    context: &Arc<EngineContext>,
    running: &mut Option<SampleSite>,
) -> Result<(), EngineError> {
    if running.is_none() {
        *running = Some(serve()?);
    }
    let Some(sample) = running else {
        return Ok(());
    };
    if let Some(before) = context.store.setting(SETTING)? {
        move_sites(context, &before, sample)?;
    }
    for (_, rule_toml) in sample.rules() {
        let name = parse(&rule_toml)?.file().site.name.clone();
        if context.store.site_by_name(&name)?.is_none() {
            site_commands::add(context, &rule_toml, RuleOrigin::Added)?;
        }
    }
    context.store.set_setting(SETTING, &sample.url())?;
    context.publish(Event::SampleReady { url: sample.url() });
    Ok(())
}

fn serve() -> Result<SampleSite, EngineError> {
    SampleSite::start_preferred().map_err(|error| {
        EngineError(Message::new("engine-no-sample").with("reason", error.to_string()))
    })
}

/// Updates the address of the sites on the sample site; other changes to their rules stay.
fn move_sites(
    context: &Arc<EngineContext>,
    before: &str,
    sample: &SampleSite,
) -> Result<(), EngineError> {
    let now = sample.url();
    if before == now {
        return Ok(());
    }
    for site in context.store.sites()? {
        if lies_on(&site, before) {
            let moved = site.rule_toml.replace(before, &now);
            site_commands::update(context, site.id, &moved, RuleOrigin::Edited)?;
        }
    }
    context.store.set_setting(SETTING, &now)?;
    Ok(())
}

fn lies_on(site: &Site, origin: &str) -> bool {
    match (Url::parse(&site.start), Url::parse(origin)) {
        (Ok(start), Ok(origin)) => start.origin() == origin.origin(),
        _ => false,
    }
}
