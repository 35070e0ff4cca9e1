//! `site set`: when a site runs and what each run reads again, written into its rule; says what that
//! costs.

use std::path::Path;

use jiff::Timestamp;

use crate::args::SetArguments;
use crate::commands::chosen_sites::{chosen_sites, perform, show_dry_run};
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::Session;
use bowerbird_engine::types::{
    Explain as _, Message, ReadAgain, RuleFile, Schedule, Site, SiteId, cost_message,
    cron_of_interval, parse, parse_duration, reading_cost, rewrite, stays_watched, watching_page,
};
use bowerbird_engine::{EngineError, SiteBatch, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, given: &SetArguments) -> Outcome {
    if given.sites.dry_run {
        let store = project::read(path)?;
        let sites = chosen_sites(&store, &given.sites)?;
        changed_rules(&sites, given)?;
        return show_dry_run(console, &sites);
    }
    let session = Session::open(path)?;
    let sites = chosen_sites(session.engine().query(), &given.sites)?;
    let rules = changed_rules(&sites, given)?;
    if !rules.is_empty() {
        perform(&session, SiteBatch::Rules(rules))?;
    }
    for site in &sites {
        console.print_message(&Message::new("cli-site-set").with("name", site.name.as_str()));
    }
    match &sites[..] {
        [site] => tell_cost(console, &session, site),
        _ => Ok(()),
    }
}

/// The rules of the sites that are to change; all are checked before any is stored.
fn changed_rules(
    sites: &[Site],
    given: &SetArguments,
) -> Result<Vec<(SiteId, String)>, EngineError> {
    let shared = given.shared_settings();
    let mut changed = Vec::new();
    for site in sites {
        let named = |fault: EngineError| match sites.len() {
            1 => fault,
            _ => EngineError(
                Message::new("cli-site-set-fault")
                    .with("name", site.name.as_str())
                    .with("fault", fault.0),
            ),
        };
        let text = changed_rule(site, given).map_err(named)?;
        let text = shared.written_into(&text);
        let text = text.map_err(|faults| named(EngineError(faults.explain())))?;
        if text != site.rule_toml {
            changed.push((site.id, text));
        }
    }
    Ok(changed)
}

fn changed_rule(site: &Site, given: &SetArguments) -> Result<String, EngineError> {
    let mut text = site.rule_toml.clone();
    let pages = given.watch_pages.iter().map(|url| (url, true));
    for (url, on) in pages.chain(given.unwatch_pages.iter().map(|url| (url, false))) {
        text = watching_page(&text, url, on).unwrap_or(text);
    }
    let rule = parse(&text).map_err(|faults| EngineError(faults.explain()))?;
    let mut file = rule.file().clone();
    set(&mut file, given)?;
    let text = rewrite(&text, &file).unwrap_or(text);
    parse(&text).map_err(|faults| EngineError(faults.explain()))?;
    Ok(text)
}

/// What the runs of a site cost, and which of its fields change at every run.
fn tell_cost(console: &Console, session: &Session, site: &Site) -> Outcome {
    let query = session.engine().query();
    let Some(site) = query.site(site.id)? else {
        return Ok(());
    };
    let rule = parse(&site.rule_toml).map_err(|faults| EngineError(faults.explain()))?;
    let readings = query.site_readings(site.id)?;
    let cost = reading_cost(rule.file(), &readings, Timestamp::now());
    console.print_message(&match &cost {
        Some(cost) => cost_message(cost),
        None => Message::new("app-again-cost-later"),
    });
    for restless in &readings.restless {
        if !rule.file().identity.leave_out.contains(&restless.field) {
            console.note(&restless.message());
            let field = restless.field.as_str();
            let (before, after) = &restless.example;
            let id = match stays_watched(field, before, after) {
                true => "watch-keep",
                false => "cli-site-leave-out",
            };
            console.note(&Message::new(id).with("field", field));
        }
    }
    Ok(())
}

fn set(file: &mut RuleFile, given: &SetArguments) -> Result<(), EngineError> {
    if given.once {
        file.schedule = None;
    }
    let every = given.every.as_deref().map(|every| {
        let cron = parse_duration(every).and_then(cron_of_interval);
        cron.ok_or_else(|| EngineError(Message::new("cli-site-every").with("text", every)))
    });
    if let Some(cron) = every.transpose()?.or_else(|| given.cron.clone()) {
        file.schedule = Some(Schedule {
            cron,
            adaptive: None,
            ..file.schedule.clone().unwrap_or_default()
        });
    }
    if let Some(again) = &given.again {
        let unknown = || EngineError(Message::new("cli-site-again").with("text", again.as_str()));
        let span = |text: &str| parse_duration(text).map(|_| text.to_owned());
        let again = match again.split_once('=') {
            None => match again.as_str() {
                "new" => ReadAgain::NewOnly,
                "listed" => ReadAgain::Listed,
                "all" => ReadAgain::EachRun,
                _ => return Err(unknown()),
            },
            Some(("last", time)) => {
                let days = time.strip_suffix('d').and_then(|days| days.parse().ok());
                ReadAgain::LastDays(days.filter(|days| *days > 0).ok_or_else(unknown)?)
            }
            Some(("after", time)) => ReadAgain::ByAge {
                articles: span(time).ok_or_else(unknown)?,
                until: None,
            },
            Some(_) => return Err(unknown()),
        };
        again.write(&mut file.revisit);
    }
    if !given.key.is_empty() {
        file.identity.key.clone_from(&given.key);
    }
    for field in &given.leave_out {
        if !file.identity.leave_out.contains(field) {
            file.identity.leave_out.push(field.clone());
        }
    }
    Ok(())
}
