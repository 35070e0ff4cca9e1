//! `rule rerun`: applies a rule to the stored pages of a site, without a request.

use std::path::Path;

use serde_json::json;

use super::test::{counts_json, counts_table, show_difference};
use crate::args::RerunArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::records::rerun::{RerunOptions, RerunReport, rerun};
use bowerbird_engine::types::{Message, SiteId, parse};
use bowerbird_engine::{Command, EngineError, Event, RunCommand, project, single_page};

/// Maximum number of differences shown on a terminal; JSON has more.
const SHOWN: usize = 30;

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &RerunArguments) -> Outcome {
    if arguments.undo {
        return undo(console, path, &arguments.site);
    }
    let report = if arguments.dry_run {
        dry_run(console, path, arguments)?
    } else {
        let session = Session::open(path)?;
        let sites = session.engine().query().sites()?;
        let site = find_site(&sites, &arguments.site)?.id;
        for_real(console, &session, site, arguments.remove_lost)?
    };
    if console.json {
        console.print_json(&json_of(&report, arguments.dry_run));
    } else {
        show(console, &report, arguments);
    }
    if report.cancelled {
        return Err(Failure::Told);
    }
    Ok(())
}

/// Restores the records that the last rerun changed.
fn undo(console: &Console, path: &Path, site: &str) -> Outcome {
    let store = project::own(path)?;
    let sites = store.sites()?;
    let site = find_site(&sites, site)?;
    if store.undoable_rewriting(site.id)?.is_none() {
        return Err(Failure::Usage(
            Message::new("cli-rerun-no-undo").with("site", site.name.as_str()),
        ));
    }
    let taken = store.revert_rewriting(site.id)?;
    if console.json {
        console.print_json(&taken);
    } else {
        console.print_message(
            &Message::new("cli-rerun-back")
                .with("count", taken.records)
                .with("left", taken.left),
        );
    }
    Ok(())
}

/// Only reads, also while another process owns the project.
fn dry_run(
    console: &Console,
    path: &Path,
    arguments: &RerunArguments,
) -> Result<RerunReport, EngineError> {
    let store = project::unowned(path)?;
    let sites = store.sites()?;
    let site = find_site(&sites, &arguments.site)?;
    let rule = match &arguments.rule {
        Some(file) => single_page::load_rule(file)?.1,
        None => parse(&site.rule_toml)?,
    };
    let options = RerunOptions {
        dry_run: true,
        remove_lost: false,
    };
    rerun(&store, site.id, &rule, options, &mut |report| {
        print_progress(console, report);
        true
    })
}

fn for_real(
    console: &Console,
    session: &Session,
    site: SiteId,
    remove_lost: bool,
) -> Result<RerunReport, EngineError> {
    let mut last = RerunReport::default();
    session
        .engine()
        .send(Command::Run(RunCommand::Rerun { site, remove_lost }));
    session.wait(
        |event| {
            let Event::Rerun { report, ended, .. } = event else {
                return false;
            };
            print_progress(console, report);
            last = (**report).clone();
            *ended
        },
        || {
            session
                .engine()
                .send(Command::Run(RunCommand::Stop { site }))
        },
    )?;
    Ok(last)
}

fn print_progress(console: &Console, report: &RerunReport) {
    console.progress(
        &Message::new("cli-rerun-progress")
            .with("done", report.pages_done)
            .with("pages", report.pages)
            .with("changed", report.records_changed),
        &json!({"pages_done": report.pages_done, "pages": report.pages,
                "records_changed": report.records_changed}),
    );
}

fn show(console: &Console, report: &RerunReport, arguments: &RerunArguments) {
    counts_table(console, &report.comparison);
    for difference in report.differences.iter().take(SHOWN) {
        show_difference(console, &difference.url, &difference.difference);
    }
    let total = report.comparison.total();
    let all = total.changed + total.gained + total.lost;
    let more = all.saturating_sub(report.differences.len().min(SHOWN) as u64);
    if more > 0 {
        console.print_message(&Message::new("cli-rerun-more").with("count", more));
    }
    let id = if arguments.dry_run {
        "cli-rerun-would"
    } else {
        "cli-rerun-done"
    };
    console.print_message(
        &Message::new(id)
            .with("pages", report.pages_done)
            .with("changed", report.records_changed)
            .with("new", report.records_new),
    );
    if report.texts_shortened > 0 {
        let told = Message::new("reread-shortened").with("count", report.texts_shortened);
        console.print_message(&told);
    }
    if report.pages_unfit > 0 {
        console.print_message(&Message::new("cli-rerun-unfit").with("pages", report.pages_unfit));
    }
    if report.records_lost > 0 {
        let id = if arguments.remove_lost && !arguments.dry_run {
            "cli-rerun-removed"
        } else {
            "cli-rerun-lost"
        };
        console.print_message(&Message::new(id).with("count", report.records_lost));
    }
    if report.cancelled {
        console.note(&Message::new("cli-rerun-cancelled").with("done", report.pages_done));
    }
}

fn json_of(report: &RerunReport, dry_run: bool) -> serde_json::Value {
    json!({
        "dry_run": dry_run,
        "cancelled": report.cancelled,
        "pages": report.pages,
        "pages_done": report.pages_done,
        "pages_unfit": report.pages_unfit,
        "records_changed": report.records_changed,
        "records_new": report.records_new,
        "records_lost": report.records_lost,
        "texts_shortened": report.texts_shortened,
        "fields": counts_json(&report.comparison),
        "differences": report.differences,
    })
}
