//! `run --dry-run`: fetches as a run would and shows what it would store. It runs on a temporary
//! copy of the project; the project itself is only read, also while a window has it open.

use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use super::{EndedRun, chosen, options_of, report, watch_runs};
use crate::args::RunArguments;
use crate::console::{Console, shorten};
use crate::failure::{Failure, Outcome};
use crate::session::Session;
use bowerbird_engine::types::{
    DefaultColumn, Message, RecordFilter, RunOptions, SiteId, StoredRecord,
};
use bowerbird_engine::{Command, RunCommand, project, project_permission};

/// Default number of pages: a sample, not a run.
const FEW_PAGES: u64 = 20;
/// Maximum number of records shown.
const MAX_SHOWN: u64 = 200;
/// Width of a value on a terminal.
const WIDTH: usize = 100;

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &RunArguments) -> Outcome {
    let project = project::read(path)?;
    project_permission::must_be_allowed(&project)?;
    let sites = project.sites()?;
    let mut ids = chosen(&project, arguments)?;
    if ids.is_empty() {
        let free = sites.iter().filter(|site| site.enabled && !site.paused);
        ids = free.map(|site| site.id).collect::<Vec<SiteId>>();
    }
    let session = Session::on(project.rehearsal(&ids)?)?;
    drop(project);
    let began = Timestamp::now();
    let options = options_of(arguments);
    session.engine().send(Command::Run(RunCommand::Start {
        sites: ids,
        options: RunOptions {
            max_pages: options.max_pages.or(Some(FEW_PAGES)),
            ..options
        },
    }));
    let ended = watch_runs(console, &session)?;
    let new = RecordFilter {
        since: Some(began),
        ..RecordFilter::default()
    };
    let records = session.engine().query().records(&new, 0, MAX_SHOWN)?;
    if console.json {
        console.print_json(&json!({ "dry_run": true, "runs": ended, "records": records }));
    } else {
        show(console, &records, &ended);
    }
    if ended.iter().all(EndedRun::is_success) {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

fn show(console: &Console, records: &[StoredRecord], ended: &[EndedRun]) {
    for stored in records {
        let record = &stored.record;
        console.line(&record.url);
        let fixed = DefaultColumn::EXTRACTED.into_iter();
        let fixed = fixed.map(|column| (column.token(), record.column(column).to_owned()));
        let fields = record.fields.iter();
        let fields = fields.map(|(name, value)| (name.as_str(), value.joined()));
        for (name, text) in fixed.chain(fields).filter(|(_, text)| !text.is_empty()) {
            console.line(&format!("  {name}: {}", shorten(&text, WIDTH)));
        }
    }
    report(console, ended);
    let new: u64 = ended.iter().map(EndedRun::records_new).sum();
    let shown = u64::try_from(records.len()).unwrap_or(u64::MAX);
    if new > shown {
        let more = Message::new("cli-dry-run-more").with("count", new - shown);
        console.print_message(&more);
    }
    console.print_message(&Message::new("cli-dry-run-nothing"));
}
