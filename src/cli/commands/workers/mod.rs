//! `workers`: who works for a project on other machines. Works while another process has the project
//! open: that one follows the settings.

pub mod worker;

use std::path::Path;

use serde_json::json;

use crate::args::WorkersSubcommand;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::project;
use bowerbird_engine::types::Message;
use bowerbird_engine::workers::{AcceptedWorker, ProjectWorkers, WorkerLine, WorkerOverview};

/// Bytes of a megabyte.
const MB: u64 = 1024 * 1024;

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: &WorkersSubcommand) -> Outcome {
    let store = project::read(path)?;
    let workers = ProjectWorkers::of(&store, project::known_passphrase()?)?;
    let change = |id: &'static str, named: &str, change: &dyn Fn(&mut AcceptedWorker)| {
        let line = workers.change(named, change)?;
        say(console, id, &line);
        Ok(())
    };
    match command {
        WorkersSubcommand::List => {
            list(console, &workers.overview()?);
            Ok(())
        }
        WorkersSubcommand::Use {
            address,
            password_file,
            limit,
        } => {
            let password = password_file.as_deref().map(project::passphrase_in);
            let limit = limit.map(|limit| limit.saturating_mul(MB));
            let settings = workers.use_queue(address, password.transpose()?, limit)?;
            let message = Message::new("workers-used").with("address", settings.address);
            match console.json {
                true => {
                    console.print_json(&json!({ "on": true, "limit_bytes": settings.limit_bytes }))
                }
                false => console.print_message(&message),
            }
            Ok(())
        }
        WorkersSubcommand::Off => {
            workers.turn_off()?;
            match console.json {
                true => console.print_json(&json!({ "on": false })),
                false => console.print_message(&Message::new("workers-not-used")),
            }
            Ok(())
        }
        WorkersSubcommand::Accept { worker, secrets } => {
            let line = workers.accept(worker, *secrets)?;
            say(console, "workers-accepted", &line);
            Ok(())
        }
        WorkersSubcommand::Remove { worker } => {
            let line = workers.remove(worker)?;
            say(console, "workers-removed", &line);
            Ok(())
        }
        WorkersSubcommand::Pause { worker } => change("workers-paused", worker, &|one| {
            one.paused = true;
        }),
        WorkersSubcommand::Resume { worker } => change("workers-resumed", worker, &|one| {
            (one.paused, one.draining) = (false, false);
        }),
        WorkersSubcommand::Drain { worker } => change("workers-drained", worker, &|one| {
            one.draining = true;
        }),
        WorkersSubcommand::Bind { worker, site, tag } => change("workers-bound", worker, &|one| {
            one.sites.clone_from(site);
            one.tags.clone_from(tag);
        }),
    }
}

fn say(console: &Console, id: &'static str, line: &WorkerLine) {
    let message = Message::new(id)
        .with("name", line.name.as_str())
        .with("fingerprint", line.fingerprint.as_str());
    match console.json {
        true => console.print_json(&json!({
            "name": line.name,
            "fingerprint": line.fingerprint,
            "done": console.text(&message),
        })),
        false => console.print_message(&message),
    }
}

fn list(console: &Console, overview: &WorkerOverview) {
    if console.json {
        let problem = overview.problem.as_ref();
        console.print_json(&json!({
            "on": overview.on,
            "address": overview.address,
            "limit_bytes": overview.limit_bytes,
            "owner": overview.own_fingerprint,
            "problem": problem.map(|problem| console.text(problem)),
            "workers": overview.workers,
        }));
        return;
    }
    let heading = match overview.on {
        true => Message::new("workers-at").with("address", overview.address.as_str()),
        false => Message::new("workers-not-used"),
    };
    console.print_message(&heading);
    let own = Message::new("workers-owner").with("fingerprint", overview.own_fingerprint.as_str());
    console.print_message(&own);
    if let Some(problem) = &overview.problem {
        console.note(problem);
    }
    let rows: Vec<Vec<String>> = overview
        .workers
        .iter()
        .map(|line| row(console, line))
        .collect();
    let headings = [
        "workers-name",
        "workers-state",
        "workers-busy",
        "workers-per-minute",
        "workers-failed",
        "workers-address",
        "workers-for",
        "workers-fingerprint",
    ];
    console.table(&headings, &rows, "workers-none");
}

fn row(console: &Console, line: &WorkerLine) -> Vec<String> {
    let bound: Vec<&str> = line
        .sites
        .iter()
        .chain(&line.tags)
        .map(String::as_str)
        .collect();
    let is_for = match bound.is_empty() {
        true => console.text(&Message::new("workers-for-all")),
        false => bound.join(", "),
    };
    vec![
        line.name.clone(),
        console.text(&line.state.name()),
        format!("{}/{}", line.busy, line.jobs),
        line.per_minute.to_string(),
        line.failed.to_string(),
        line.address.clone().unwrap_or_else(|| "–".to_owned()),
        is_for,
        line.fingerprint.clone(),
    ]
}
