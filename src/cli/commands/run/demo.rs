//! `demo`: the complete workflow on the sample site.

use std::path::Path;

use super::{report, watch_runs};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::Session;
use bowerbird_engine::types::{
    ExportJob, ExportOptions, Format, Message, RecordFilter, RunOptions,
};
use bowerbird_engine::{
    Command, EngineError, Event, ExportCommand, ExportEvent, ProjectCommand, RunCommand, project,
};

/// Serves the sample site, runs its rules, and writes one CSV file per site into `out`.
pub fn run(console: &Console, out: &Path) -> Outcome {
    std::fs::create_dir_all(out).map_err(|error| {
        EngineError(
            Message::new("cli-cannot-write")
                .with("path", out.display().to_string())
                .with("reason", error.to_string()),
        )
    })?;
    let path = out.join("demo.bower");
    project::remove(&path)?;
    let session = Session::open_or_create(&path)?;
    let mut address = String::new();
    session.perform(Command::Project(ProjectCommand::OpenSample), |event| {
        if let Event::SampleReady { url, .. } = event {
            address.clone_from(url);
        }
        !address.is_empty()
    })?;
    console.print_message(&Message::new("cli-demo-serving").with("url", address.as_str()));

    session.engine().send(Command::Run(RunCommand::Start {
        sites: Vec::new(),
        options: RunOptions::default(),
    }));
    let ended = watch_runs(console, &session)?;
    report(console, &ended);

    let mut rows = Vec::new();
    for site in session.engine().query().sites()? {
        let file = format!("{}.csv", site.name.to_lowercase().replace(' ', "-"));
        let target = out.join(file);
        let mut count = 0;
        session.perform(
            Command::Exports(ExportCommand::Write {
                job: ExportJob {
                    format: Format::Csv,
                    target: target.display().to_string(),
                    options: ExportOptions {
                        filter: RecordFilter {
                            site: Some(site.id),
                            ..RecordFilter::default()
                        },
                        ..ExportOptions::default()
                    },
                    since_last: false,
                },
                secret: None,
            }),
            |event| match event {
                Event::Exports(ExportEvent::Written { rows, .. }) => {
                    count = *rows;
                    true
                }
                _ => false,
            },
        )?;
        rows.push((site.name, count, target));
    }
    for (site, count, target) in &rows {
        console.print_message(
            &Message::new("cli-demo-wrote")
                .with("site", site.as_str())
                .with("count", *count)
                .with("path", target.display().to_string()),
        );
    }
    console
        .print_message(&Message::new("cli-demo-project").with("path", path.display().to_string()));
    if ended.iter().all(|run| run.is_success()) {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}
