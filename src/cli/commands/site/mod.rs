//! `site`: adding, listing, showing, removing, enabling sites.
//!
//! Below: exceptions to its verdicts, its supervision, signals of block pages.

mod add_search;
pub mod exceptions;
pub mod set;
pub mod signal;
pub mod supervise;

use std::path::{Path, PathBuf};

use serde_json::json;

use super::chosen_sites;
use super::rule::rule_additions::confirm;
use super::rule::rule_text::{print_faults, read_rule, version_line};
use super::rule::suggest::told_proposals;
use crate::args;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::project_permission::rule_additions::rule_news;
use bowerbird_engine::types::{Message, RuleOrigin, Site, parse};
use bowerbird_engine::{
    AlertCommand, AlertEvent, Command, EngineError, Event, SampleCommand, SiteCommand, project,
    single_page,
};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: args::SiteSubcommand) -> Outcome {
    match command {
        args::SiteSubcommand::Add {
            files,
            yes,
            no_look,
        } => add(console, path, &files, yes, no_look),
        args::SiteSubcommand::AddSearch(given) => add_search::run(console, path, &given),
        args::SiteSubcommand::List => list(console, path),
        args::SiteSubcommand::Show { name } => show(console, path, &name),
        args::SiteSubcommand::Set(given) => set::run(console, path, &given),
        args::SiteSubcommand::Tag(given) => chosen_sites::tag(console, path, &given),
        args::SiteSubcommand::Remove { sites, yes } => {
            chosen_sites::remove(console, path, &sites, yes)
        }
        args::SiteSubcommand::Exception(command) => exceptions::run(console, path, command),
        args::SiteSubcommand::Export { names, out, opml } => {
            export(console, path, &names, (out.as_deref(), opml.as_deref()))
        }
        args::SiteSubcommand::Enable(sites) => chosen_sites::enable(console, path, &sites, true),
        args::SiteSubcommand::Disable(sites) => chosen_sites::enable(console, path, &sites, false),
    }
}

fn add(console: &Console, path: &Path, files: &[PathBuf], yes: bool, no_look: bool) -> Outcome {
    // All files are checked before the project is changed.
    let mut rules = Vec::new();
    let mut faulty = false;
    for file in files {
        let (text, watching) = match file.to_str().filter(|typed| is_address(typed)) {
            Some(address) if no_look => (single_page::starter_for_address(address)?, None),
            Some(address) => {
                let looked = single_page::rule_for_address(address)?;
                (looked.rule_toml, Some(looked.watching))
            }
            None => (read_rule(file)?, None),
        };
        if !file.to_str().is_some_and(is_address) {
            single_page::conditions_beside(file)?;
        }
        match parse(&text) {
            Ok(rule) => rules.push((file, rule.file().site.name.clone(), text, watching)),
            Err(errors) => {
                faulty = true;
                print_faults(console, file, &errors);
            }
        }
    }
    if faulty {
        return Err(Failure::Told);
    }
    let session = Session::open_or_create(path)?;
    let store = session.engine().query();
    let (sites, accounts) = (store.sites()?, store.accounts()?);
    let news = rules
        .iter()
        .map(|(_, _, text, _)| rule_news(&sites, &accounts, text));
    confirm(console, &news.collect::<Vec<_>>(), yes)?;
    for (file, name, rule_toml, watching) in rules {
        let known = session.engine().query().site_by_name(&name)?;
        let typed = file.to_str().is_some_and(is_address);
        // An address replaces only the site that begins there; another site keeps its name.
        let start = parse(&rule_toml).ok().and_then(|rule| rule.start().next());
        let begins = |site: &Site| start.as_ref().is_some_and(|url| url.as_str() == site.start);
        let is_other = typed && known.as_ref().is_some_and(|site| !begins(site));
        let (text, command) = match known {
            Some(_) if is_other => (
                "cli-site-added",
                Command::Site(SiteCommand::AddLooked {
                    name: name.clone(),
                    rule_toml,
                }),
            ),
            Some(site) => (
                "cli-site-replaced",
                Command::Site(SiteCommand::Update {
                    site: site.id,
                    rule_toml,
                    origin: RuleOrigin::Edited,
                }),
            ),
            None => (
                "cli-site-added",
                Command::Site(SiteCommand::Add {
                    rule_toml,
                    origin: RuleOrigin::Added,
                }),
            ),
        };
        session.perform(command, |event| matches!(event, Event::SitesChanged))?;
        let name = match is_other {
            true => newest_name(&session)?.unwrap_or(name),
            false => name,
        };
        console.print_message(&Message::new(text).with("name", name.as_str()));
        if let Some(watching) = &watching {
            told_proposals(console, watching);
            if watching.has_noise_to_accept() {
                let open = Message::new("cli-site-noise-open").with("name", name.as_str());
                console.note(&open);
            }
        }
        take_conditions(console, &session, &name, file)?;
        take_samples(console, &session, &name, file)?;
        warn_of_doubles(console, &session, &name)?;
    }
    Ok(())
}

/// The name of the site that was added last.
fn newest_name(session: &Session) -> Result<Option<String>, EngineError> {
    let sites = session.engine().query().sites()?.into_iter();
    Ok(sites.max_by_key(|site| site.id).map(|site| site.name))
}

fn is_address(typed: &str) -> bool {
    typed.starts_with("http://") || typed.starts_with("https://")
}

/// Gives a site the filters and record alerts beside its rule file.
fn take_conditions(console: &Console, session: &Session, name: &str, file: &Path) -> Outcome {
    let is_file = !file.to_str().is_some_and(is_address);
    let site = session.engine().query().site_by_name(name)?;
    let Some(site) = site.filter(|_| is_file) else {
        return Ok(());
    };
    if single_page::conditions_beside(file)?.is_empty() {
        return Ok(());
    }
    let command = Command::Alerts(AlertCommand::TakeConditions {
        site: site.id,
        rule_file: file.to_owned(),
    });
    let mut taken = 0;
    session.perform(command, |event| match event {
        Event::Alerts(AlertEvent::Taken(count)) => {
            taken = *count;
            true
        }
        _ => false,
    })?;
    console.print_message(&Message::new("filters-taken").with("count", taken));
    Ok(())
}

/// Imports the samples beside a rule file into the project.
fn take_samples(console: &Console, session: &Session, name: &str, file: &Path) -> Outcome {
    let site = session.engine().query().site_by_name(name)?;
    let Some(site) = site.filter(|_| single_page::has_samples(file)) else {
        return Ok(());
    };
    let command = Command::Sample(SampleCommand::Take {
        site: site.id,
        rule_file: file.to_owned(),
    });
    let mut taken = (0, Vec::new());
    session.perform(command, |event| {
        if let Event::SamplesTaken { added, failed, .. } = event {
            taken = (*added, failed.clone());
        }
        matches!(event, Event::SamplesTaken { .. })
    })?;
    console.print_message(&Message::new("cli-samples-taken").with("count", taken.0));
    for (sample, reason) in taken.1 {
        console.note(
            &Message::new("cli-sample-not-taken")
                .with("name", sample)
                .with("reason", reason),
        );
    }
    Ok(())
}

fn export(
    console: &Console,
    path: &Path,
    names: &[String],
    (folder, opml): (Option<&Path>, Option<&Path>),
) -> Outcome {
    let store = project::read(path)?;
    let sites = store.sites()?;
    let chosen: Result<Vec<_>, _> = names
        .iter()
        .map(|name| find_site(&sites, name).map(|site| site.id))
        .collect();
    let chosen = chosen?;
    if let Some(file) = opml {
        let feeds = single_page::export_feeds(&store, &chosen, file, false)?;
        match console.json {
            true => console.print_json(&json!({ "feeds": feeds, "file": file })),
            false => {
                console.print_message(&Message::new("cli-feeds-exported").with("count", feeds))
            }
        }
        return Ok(());
    }
    let Some(folder) = folder else {
        return Ok(());
    };
    let exported = single_page::export_rules(&store, &chosen, folder)?;
    if console.json {
        console.print_json(&exported);
        return Ok(());
    }
    for file in &exported.files {
        console.line(&file.display().to_string());
    }
    console.note(
        &Message::new("cli-rules-exported")
            .with("rules", exported.files.len())
            .with("samples", exported.samples),
    );
    if exported.conditions > 0 {
        console.note(&Message::new("filters-exported").with("count", exported.conditions));
    }
    Ok(())
}

/// Warns about a site that collects the same as another one: usually added by mistake.
fn warn_of_doubles(console: &Console, session: &Session, name: &str) -> Result<(), EngineError> {
    let store = session.engine().query();
    let Some(site) = store.site_by_name(name)? else {
        return Ok(());
    };
    let Ok(rule) = parse(&site.rule_toml) else {
        return Ok(());
    };
    for other in single_page::doubles_of(store, name, &rule)? {
        console.note(
            &Message::new("cli-site-double")
                .with("name", name)
                .with("other", other),
        );
    }
    Ok(())
}

fn list(console: &Console, path: &Path) -> Outcome {
    let sites = project::read(path)?.sites()?;
    if console.json {
        console.print_json(&sites);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = sites.iter().map(|site| row(console, site)).collect();
    console.table(
        &[
            "cli-head-name",
            "cli-head-kind",
            "cli-head-state",
            "cli-head-records",
            "cli-head-start",
        ],
        &rows,
        "cli-no-sites",
    );
    Ok(())
}

fn row(console: &Console, site: &Site) -> Vec<String> {
    let state = match (&site.status, site.enabled) {
        (_, false) => console.catalogue.get("cli-state-disabled"),
        (None, true) => console.catalogue.get("cli-state-new"),
        (Some(status), true) => console.text(&status.state.name()),
    };
    vec![
        site.name.clone(),
        console.text(&site.kind.name()),
        state,
        site.records.to_string(),
        site.start.clone(),
    ]
}

fn show(console: &Console, path: &Path, name: &str) -> Outcome {
    let store = project::read(path)?;
    let sites = store.sites()?;
    let site = find_site(&sites, name)?;
    let version = store.latest_rule_version(site.id)?;
    if console.json {
        let mut value = serde_json::to_value(site).unwrap_or_default();
        if let (Some(value), Some(version)) = (value.as_object_mut(), version) {
            value.insert("version".to_owned(), version.number.into());
            value.insert("saved_at".to_owned(), version.saved_at.to_string().into());
        }
        console.print_json(&value);
        return Ok(());
    }
    // Printed to standard error, so that the rule can be redirected to a file.
    if let Some(version) = version {
        console.note(&version_line(console, &version));
    }
    console.line(site.rule_toml.trim_end());
    Ok(())
}
