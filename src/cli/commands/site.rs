//! `site`: adding, listing, showing, removing, enabling sites.

use std::path::{Path, PathBuf};

use crate::cli::args::SiteCommand;
use crate::cli::console::Console;
use crate::cli::session::{Session, find_site};
use crate::cli::{Failure, Outcome};
use crate::engine::types::{Message, RuleErrors, Site, parse};
use crate::engine::{Command, EngineError, Event, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: SiteCommand) -> Outcome {
    match command {
        SiteCommand::Add { files } => add(console, path, &files),
        SiteCommand::List => list(console, path),
        SiteCommand::Show { name } => show(console, path, &name),
        SiteCommand::Remove { name } => change(console, path, &name, "cli-site-removed", |site| {
            Command::RemoveSite { site: site.id }
        }),
        SiteCommand::Enable { name } => change(console, path, &name, "cli-site-enabled", |site| {
            Command::EnableSite {
                site: site.id,
                enabled: true,
            }
        }),
        SiteCommand::Disable { name } => {
            change(console, path, &name, "cli-site-disabled", |site| {
                Command::EnableSite {
                    site: site.id,
                    enabled: false,
                }
            })
        }
    }
}

fn add(console: &Console, path: &Path, files: &[PathBuf]) -> Outcome {
    // All files are checked before the project is touched.
    let mut rules = Vec::new();
    let mut faulty = false;
    for file in files {
        let text = read_rule(file)?;
        match parse(&text) {
            Ok(rule) => rules.push((rule.file().site.name.clone(), text)),
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
    for (name, rule_toml) in rules {
        let known = session.engine().query().site_by_name(&name)?;
        let (text, command) = match known {
            Some(site) => (
                "cli-site-replaced",
                Command::UpdateSite {
                    site: site.id,
                    rule_toml,
                },
            ),
            None => ("cli-site-added", Command::AddSite { rule_toml }),
        };
        session.perform(command, |event| matches!(event, Event::SitesChanged))?;
        console.say(&Message::new(text).with("name", name));
    }
    Ok(())
}

/// Reads a rule file.
///
/// # Errors
/// When it cannot be read or is no UTF-8.
pub fn read_rule(file: &Path) -> Result<String, EngineError> {
    std::fs::read_to_string(file).map_err(|error| {
        EngineError(
            Message::new("cli-cannot-read")
                .with("path", file.display().to_string())
                .with("reason", error.to_string()),
        )
    })
}

/// Prints the faults of a rule file, one a line: `file:line:column: what`.
pub fn print_faults(console: &Console, file: &Path, errors: &RuleErrors) {
    for fault in &errors.0 {
        console.note(
            &Message::new("cli-rule-fault")
                .with("file", file.display().to_string())
                .with("line", fault.line)
                .with("column", fault.column)
                .with("text", fault.message.clone()),
        );
    }
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
        (Some(status), true) => status.state.token().to_owned(),
    };
    vec![
        site.name.clone(),
        site.kind.clone(),
        state,
        site.records.to_string(),
        site.start.clone(),
    ]
}

fn show(console: &Console, path: &Path, name: &str) -> Outcome {
    let sites = project::read(path)?.sites()?;
    let site = find_site(&sites, name)?;
    if console.json {
        console.print_json(site);
    } else {
        console.line(site.rule_toml.trim_end());
    }
    Ok(())
}

fn change(
    console: &Console,
    path: &Path,
    name: &str,
    done: &str,
    command: impl Fn(&Site) -> Command,
) -> Outcome {
    let session = Session::open(path)?;
    let sites = session.engine().query().sites()?;
    let site = find_site(&sites, name)?;
    session.perform(command(site), |event| matches!(event, Event::SitesChanged))?;
    console.say(&Message::new(done).with("name", site.name.as_str()));
    Ok(())
}
