//! `site set`: when a site runs and what each run reads again, written into its rule; says what that
//! costs.

use std::path::Path;

use jiff::Timestamp;

use crate::args::SetArguments;
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::{Session, find_site};
use bowerbird_engine::types::{
    Explain as _, Message, ReadAgain, RuleFile, RuleOrigin, Schedule, cost_message,
    cron_of_interval, parse, parse_duration, reading_cost, rewrite, stays_watched, watching_page,
};
use bowerbird_engine::{Command, EngineError, Event, SiteCommand};

/// Runs the command.
pub fn run(console: &Console, path: &Path, given: &SetArguments) -> Outcome {
    let session = Session::open(path)?;
    let sites = session.engine().query().sites()?;
    let site = find_site(&sites, &given.name)?;
    let mut text = site.rule_toml.clone();
    let pages = given.watch_pages.iter().map(|url| (url, true));
    for (url, on) in pages.chain(given.unwatch_pages.iter().map(|url| (url, false))) {
        text = watching_page(&text, url, on).unwrap_or(text);
    }
    let rule = parse(&text).map_err(|faults| EngineError(faults.explain()))?;
    let mut file = rule.file().clone();
    set(&mut file, given)?;
    let text = rewrite(&text, &file).unwrap_or(text);
    let rule = parse(&text).map_err(|faults| EngineError(faults.explain()))?;
    if text != site.rule_toml {
        let update = Command::Site(SiteCommand::Update {
            site: site.id,
            rule_toml: text,
            origin: RuleOrigin::Edited,
        });
        session.perform(update, |event| matches!(event, Event::SitesChanged))?;
    }
    console.print_message(&Message::new("cli-site-set").with("name", site.name.as_str()));
    let readings = session.engine().query().site_readings(site.id)?;
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
