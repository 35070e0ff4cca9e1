//! The undo of changes of several sites, and what is said of them.

use crate::state::app_state::AppState;
use bowerbird_engine::types::{Message, Site, SiteId};
use bowerbird_engine::{Command, RunCommand, SiteBatch, SiteCommand};

/// The command that undoes `batch`, and its message; removals are deferred instead.
pub(super) fn undo_of_batch(batch: &SiteBatch, world: &AppState) -> Option<(Command, Message)> {
    let told = |id: &str, count: usize| Message::new(id).with("count", count);
    let (back, told) = match batch {
        SiteBatch::Pause(sites) => {
            let (running, idle) = sites.iter().partition(|site| world.live.contains_key(site));
            let told = told("sites-batch-paused", sites.len());
            (SiteBatch::Unpause { running, idle }, told)
        }
        SiteBatch::Enable { sites, enabled } => {
            let id = match enabled {
                true => "sites-batch-enabled",
                false => "sites-batch-disabled",
            };
            let back = SiteBatch::Enable {
                sites: sites.clone(),
                enabled: !enabled,
            };
            (back, told(id, sites.len()))
        }
        SiteBatch::Tags(tags) => {
            let before = tags.iter().map(|(site, _)| (*site, own_tags(world, *site)));
            let told = told("sites-batch-tagged", tags.len());
            (SiteBatch::Tags(before.collect()), told)
        }
        SiteBatch::Rules(rules) => {
            let before = rules.iter().filter_map(|(site, _)| {
                let known = world.site(*site)?;
                Some((*site, known.rule_toml.clone()))
            });
            let told = told("sites-batch-set", rules.len());
            (SiteBatch::Rules(before.collect()), told)
        }
        SiteBatch::Unpause { .. } | SiteBatch::Remove(_) => return None,
    };
    Some((Command::Site(SiteCommand::Batch(back)), told))
}

/// What disables sites until they are removed, what enables them again, and what is said of it.
pub(super) fn put_off_removal(
    sites: &[SiteId],
    world: &AppState,
) -> Option<(Vec<Command>, Option<Command>, Message)> {
    let going: Vec<&Site> = sites.iter().filter_map(|site| world.site(*site)).collect();
    let enabled = going.iter().filter(|site| site.enabled);
    let enabled: Vec<SiteId> = enabled.map(|site| site.id).collect();
    let turn = |enabled_now| {
        Command::Site(SiteCommand::Batch(SiteBatch::Enable {
            sites: enabled.clone(),
            enabled: enabled_now,
        }))
    };
    let (mut pause, resume) = super::pending_removals::out_of_use(!enabled.is_empty(), turn);
    let live = going
        .iter()
        .filter(|site| world.live.contains_key(&site.id));
    pause.extend(live.map(|site| Command::Run(RunCommand::Stop { site: site.id })));
    let records: u64 = going.iter().map(|site| site.records).sum();
    let told = Message::new("sites-batch-removed")
        .with("count", going.len())
        .with("records", records);
    (!going.is_empty()).then_some((pause, resume, told))
}

fn own_tags(world: &AppState, site: SiteId) -> Vec<String> {
    let own = world.tags.iter();
    let own = own.filter(|(_, of, from_rule)| *of == site && !from_rule);
    own.map(|(tag, ..)| tag.clone()).collect()
}
