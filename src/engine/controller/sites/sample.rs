//! The sample site inside the engine. It is served again whenever an engine opens a project with
//! it, so that its sites never point to a dead port.

use std::sync::Arc;

use url::Url;

use super::{site_commands, site_rules};
use crate::context::EngineContext;
use crate::protocol::{EngineError, Event};
use bowerbird_io::sample::SampleSite;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RuleOrigin, Site, SiteId};
use bowerbird_logic::rules::parse;

/// The setting that marks a project with the sample site: its last origin.
const SETTING: &str = "sample_site";

/// The setting that says how far the demonstration of a sample project has come.
const STAGE_SETTING: &str = "sample_stage";

/// A stage of the demonstration; each begins when the runs of the one before have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::controller) enum Stage {
    /// The news, the forum and the review are collected.
    Collecting,
    /// The review is redesigned and run again.
    Redesigned,
    /// The exchange, which blocks, is run.
    Blocked,
    /// All of it was shown.
    Done,
}

impl Stage {
    const ALL: [Self; 4] = [
        Self::Collecting,
        Self::Redesigned,
        Self::Blocked,
        Self::Done,
    ];

    /// The stage that follows.
    pub(in crate::controller) fn next(self) -> Self {
        match self {
            Self::Collecting => Self::Redesigned,
            Self::Redesigned => Self::Blocked,
            Self::Blocked | Self::Done => Self::Done,
        }
    }

    fn token(self) -> &'static str {
        match self {
            Self::Collecting => "collecting",
            Self::Redesigned => "redesigned",
            Self::Blocked => "blocked",
            Self::Done => "done",
        }
    }
}

/// The stage of the project's demonstration; `None` before it has begun.
fn stage(context: &EngineContext) -> Result<Option<Stage>, EngineError> {
    let token = context.store.setting(STAGE_SETTING)?;
    let known = |token: String| Stage::ALL.into_iter().find(|stage| stage.token() == token);
    Ok(token.and_then(known))
}

/// Stores the stage, and shows the review as it is in it.
///
/// # Errors
/// When the project cannot be written.
pub(in crate::controller) fn enter(
    context: &EngineContext,
    sample: &SampleSite,
    stage: Stage,
) -> Result<(), EngineError> {
    context.store.set_setting(STAGE_SETTING, stage.token())?;
    sample.redesign_review(stage != Stage::Collecting);
    Ok(())
}

/// The sites that run in a stage; those that a person removed are left out.
///
/// # Errors
/// When the project cannot be read.
pub(in crate::controller) fn sites_of(
    context: &EngineContext,
    sample: &SampleSite,
    stage: Stage,
) -> Result<Vec<SiteId>, EngineError> {
    let [review, exchange] = sample.troubled_rules();
    let rules = match stage {
        Stage::Collecting => {
            let rules = sample.rules().into_iter().map(|(_, rule)| rule);
            rules.chain([review]).collect()
        }
        Stage::Redesigned => vec![review],
        Stage::Blocked => vec![exchange],
        Stage::Done => Vec::new(),
    };
    let mut sites = Vec::new();
    for rule in rules {
        let name = parse(&rule)?.file().site.name.clone();
        sites.extend(context.store.site_by_name(&name)?.map(|site| site.id));
    }
    Ok(sites)
}

/// Serves the sample site if it is not running yet, adds the sites of the demonstration, and
/// returns the stage to begin with. A finished demonstration is left as the person left it, unless
/// none of its sites is there any more: then it begins anew.
///
/// # Errors
/// When no port is free or the project cannot be written.
pub(in crate::controller) fn prepare(
    context: &Arc<EngineContext>,
    running: &mut Option<SampleSite>,
) -> Result<Stage, EngineError> {
    let sample = start(context, running)?;
    let mut stage = stage(context)?.unwrap_or(Stage::Collecting);
    let begins = stage != Stage::Done || context.store.sites()?.is_empty();
    if begins {
        if stage == Stage::Done {
            stage = Stage::Collecting;
        }
        let rules = sample.rules().into_iter().map(|(_, rule)| rule);
        add_missing(context, rules.chain(sample.troubled_rules()))?;
    }
    enter(context, sample, stage)?;
    context.publish(Event::SampleReady {
        url: sample.url(),
        collecting: stage != Stage::Done,
    });
    Ok(stage)
}

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
    let redesigned = stage(context)?.is_some_and(|stage| stage != Stage::Collecting);
    sample.redesign_review(redesigned);
    Ok(Some(sample))
}

/// Serves the sample site if it is not running yet, and adds its missing sites that read without
/// trouble.
///
/// # Errors
/// When no port is free or the project cannot be written.
pub(in crate::controller) fn open(
    context: &Arc<EngineContext>,
    running: &mut Option<SampleSite>,
) -> Result<(), EngineError> {
    let sample = start(context, running)?;
    add_missing(context, sample.rules().into_iter().map(|(_, rule)| rule))?;
    context.publish(Event::SampleReady {
        url: sample.url(),
        collecting: false,
    });
    Ok(())
}

/// Serves the sample site if it is not running yet, and remembers its address in the project.
fn start<'s>(
    context: &Arc<EngineContext>,
    running: &'s mut Option<SampleSite>,
) -> Result<&'s SampleSite, EngineError> {
    let sample = match running {
        Some(sample) => sample,
        None => running.insert(serve()?),
    };
    if let Some(before) = context.store.setting(SETTING)? {
        move_sites(context, &before, sample)?;
    }
    context.store.set_setting(SETTING, &sample.url())?;
    Ok(sample)
}

fn add_missing(
    context: &Arc<EngineContext>,
    rules: impl Iterator<Item = String>,
) -> Result<(), EngineError> {
    for rule_toml in rules {
        let name = parse(&rule_toml)?.file().site.name.clone();
        if context.store.site_by_name(&name)?.is_none() {
            site_commands::add(context, &rule_toml, RuleOrigin::Added)?;
        }
    }
    Ok(())
}

fn serve() -> Result<SampleSite, EngineError> {
    SampleSite::start_preferred().map_err(|error| {
        EngineError(Message::new("engine-no-sample").with("reason", error.to_string()))
    })
}

/// Updates the address of the sites on the sample site, and of what is stored of them, which would
/// be collected twice otherwise; other changes to their rules stay.
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
            site_rules::update(context, site.id, &moved, RuleOrigin::Edited)?;
            context.store.move_addresses(site.id, before, &now)?;
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
