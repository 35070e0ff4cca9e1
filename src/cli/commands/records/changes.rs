//! `changes`: what changed in the records, newest first; the same as a file.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};

use crate::args::ChangesArguments;
use crate::commands::times_and_passwords::parse_time;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::find_site;
use bowerbird_engine::records::changes;
use bowerbird_engine::types::{
    ChangeFilter, ChangeKind, ChangesExport, ChangesFormat, ExportOptions, Message, Overwrite,
    RecordFact, Site, parse_duration,
};
use bowerbird_engine::{EngineError, project};

/// Runs the command. It only reads, unless changes are marked as read.
pub fn run(console: &Console, path: &Path, arguments: &ChangesArguments) -> Outcome {
    if arguments.mark_read {
        let store = project::own(path)?;
        let filter = filter(arguments, &store.sites()?)?;
        let facts = store.changes(&filter, None, arguments.limit)?;
        show(console, &facts);
        let ids = facts.iter().map(|fact| fact.id).collect();
        store.set_changes_read(ids, true)?;
        return Ok(());
    }
    let store = project::read(path)?;
    let filter = filter(arguments, &store.sites()?)?;
    let Some(out) = &arguments.out else {
        show(console, &store.changes(&filter, None, arguments.limit)?);
        return Ok(());
    };
    let format = match arguments.format {
        Some(format) => format,
        None => ChangesFormat::of_path(out).map_err(EngineError::from)?,
    };
    let of = arguments.site.clone().or(arguments.tag.clone());
    let title = match of {
        Some(of) => Message::new("changes-feed-title").with("of", of),
        None => Message::new("app-view-changes"),
    };
    let options = ExportOptions {
        title: console.text(&title),
        overwrite: match arguments.replace {
            true => Overwrite::Anything,
            false => Overwrite::SameKind,
        },
        ..ExportOptions::default()
    };
    let what = ChangesExport {
        filter,
        format,
        language: console.language(),
        options,
    };
    let done = changes::write(&store, &what, out, &mut |rows| {
        let words = Message::new("cli-export-progress").with("rows", rows);
        console.progress(&words, &rows);
        true
    })?;
    for note in &done.notes {
        console.note(note);
    }
    let written = Message::new("cli-changes-written")
        .with("count", done.rows)
        .with("file", out.display().to_string());
    console.note(&written);
    Ok(())
}

fn filter(arguments: &ChangesArguments, sites: &[Site]) -> Result<ChangeFilter, Failure> {
    let site = match &arguments.site {
        Some(name) => Some(find_site(sites, name)?.id),
        None => None,
    };
    Ok(ChangeFilter {
        site,
        tag: arguments.tag.clone(),
        record: None,
        kind: arguments.kind,
        field: arguments.field.clone(),
        words: arguments.words.join(" "),
        since: arguments.since.as_deref().map(since).transpose()?,
        unread: arguments.unread,
        left_out: arguments.all_fields,
    })
}

/// A time, or how long ago.
fn since(text: &str) -> Result<Timestamp, Failure> {
    let ago = parse_duration(text).and_then(|time| SignedDuration::try_from(time).ok());
    match ago.and_then(|ago| Timestamp::now().checked_sub(ago).ok()) {
        Some(time) => Ok(time),
        None => parse_time(text),
    }
}

fn show(console: &Console, facts: &[RecordFact]) {
    if console.json {
        console.print_json(&facts);
        return;
    }
    let rows: Vec<Vec<String>> = facts
        .iter()
        .map(|fact| {
            let what = Message::new(match fact.kind {
                ChangeKind::New => "change-new",
                ChangeKind::Changed => "change-changed",
                ChangeKind::Gone => "change-gone",
                ChangeKind::Back => "change-back",
            });
            let values = match fact.kind {
                ChangeKind::Changed => format!("{} → {}", fact.before, fact.after),
                _ => String::new(),
            };
            vec![
                time_text(fact.at),
                fact.site_name.clone(),
                fact.title.clone(),
                console.text(&what),
                fact.field.clone(),
                values,
            ]
        })
        .collect();
    let heads = [
        "cli-changes-time",
        "cli-changes-site",
        "cli-changes-record",
        "cli-changes-what",
        "cli-changes-field",
        "cli-changes-values",
    ];
    console.table(&heads, &rows, "cli-changes-none");
}
