//! `export`: records to a file, a folder, a database or an address.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::typed_query::check;
use crate::args::{ExportArguments, ExportSubcommand};
use crate::commands::times_and_passwords::{parse_time, read_secret};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::find_site;
use bowerbird_engine::records::exports;
use bowerbird_engine::types::{
    CsvOptions, ExportJob, ExportOptions, Exported, Format, Message, Only, Overwrite, RecordFilter,
    RecordPart, RecordSort, SavedExport, Site, StoreReader, without_credentials,
};
use bowerbird_engine::{project, project_permission};

/// Runs the command. It only reads, also while another process owns the project.
pub fn run(console: &Console, path: &Path, arguments: &ExportArguments) -> Outcome {
    match &arguments.command {
        Some(ExportSubcommand::List) => return list(console, path),
        Some(ExportSubcommand::Run { name }) => {
            let store = project::unowned(path)?;
            // The project file decides where the export is written.
            project_permission::must_allow_export(&store, name)?;
            let saved = find(&store, name)?;
            // A key is read only where one is needed.
            let done = if exports::has_secret(saved.job.format) {
                let secrets = exports::secrets_of(&store)?;
                exports::deliver_saved(&store, &secrets, &saved, &mut |rows| {
                    print_progress(console, rows)
                })?
            } else {
                exports::deliver(&store, &saved.job, &mut |rows| {
                    print_progress(console, rows)
                })?
            };
            print_exported(console, saved.job.format, &done);
            return Ok(());
        }
        Some(ExportSubcommand::Remove { name }) => {
            let store = project::own(path)?;
            let secrets = exports::secrets_of(&store)?;
            exports::forget(&store, &secrets, name)?;
            console.note(&Message::new("cli-export-removed").with("name", name.as_str()));
            return Ok(());
        }
        None => {}
    }
    let job = |store: &StoreReader| job(console, arguments, store);
    if let Some(name) = &arguments.save {
        let store = project::own(path)?;
        let saved = SavedExport {
            name: name.clone(),
            job: job(&store)?,
            after_run: arguments.after_run,
        };
        let secrets = exports::secrets_of(&store)?;
        project_permission::by_person(&store, || exports::save(&store, &secrets, &saved))?;
        console.note(&Message::new("cli-export-saved").with("name", name.as_str()));
        return Ok(());
    }
    let store = project::unowned(path)?;
    let job = job(&store)?;
    let done = exports::deliver(&store, &job, &mut |rows| print_progress(console, rows))?;
    print_exported(console, job.format, &done);
    Ok(())
}

fn print_progress(console: &Console, rows: u64) -> bool {
    let words = Message::new("cli-export-progress").with("rows", rows);
    console.progress(&words, &rows);
    true
}

fn print_exported(console: &Console, format: Format, (done, path): &(Exported, PathBuf)) {
    if console.json {
        let notes: Vec<String> = done.notes.iter().map(|note| console.text(note)).collect();
        console.print_json(&json!({
            "path": path, "format": format, "rows": done.rows, "notes": notes,
        }));
        return;
    }
    console.print_message(
        &Message::new("cli-exported")
            .with("rows", done.rows)
            .with("path", path.display().to_string()),
    );
    for note in &done.notes {
        console.note(note);
    }
}

fn list(console: &Console, path: &Path) -> Outcome {
    let saved = exports::saved(&project::read(path)?)?;
    if console.json {
        console.print_json(&saved);
        return Ok(());
    }
    let yes = |id: &str, on: bool| {
        if on {
            console.text(&Message::new(id))
        } else {
            String::new()
        }
    };
    let rows: Vec<Vec<String>> = saved
        .iter()
        .map(|saved| {
            vec![
                saved.name.clone(),
                saved.job.format.name().to_owned(),
                saved.job.target.clone(),
                yes("cli-export-new-only", saved.job.since_last),
                yes("cli-export-each-run", saved.after_run),
            ]
        })
        .collect();
    let heads = [
        "cli-export-name",
        "cli-export-format",
        "cli-export-target",
        "cli-export-what",
        "cli-export-when",
    ];
    console.table(&heads, &rows, "cli-export-none");
    Ok(())
}

fn find(store: &StoreReader, name: &str) -> Result<SavedExport, Failure> {
    let all = exports::saved(store)?;
    all.into_iter()
        .find(|saved| saved.name == name)
        .ok_or_else(|| Failure::Usage(Message::new("cli-export-unknown").with("name", name)))
}

fn job(
    console: &Console,
    arguments: &ExportArguments,
    store: &StoreReader,
) -> Result<ExportJob, Failure> {
    check(store, arguments.query.as_ref())?;
    let mut options = options(arguments, &store.sites()?)?;
    let to = arguments.to.as_ref().map(PathBuf::from);
    let out = to.or_else(|| arguments.out.clone()).unwrap_or_default();
    if arguments.secret_stdin {
        let host = out.display().to_string();
        options.secret = Some(read_secret(console, &host, true)?);
    }
    if arguments.to.is_some() && Format::of_path(&out) != Format::Database {
        let message = Message::new("export-database");
        return Err(Failure::Usage(message.with(
            "address",
            without_credentials(&out.to_string_lossy()).into_owned(),
        )));
    }
    Ok(ExportJob {
        format: format(arguments, &out),
        target: out.to_string_lossy().into_owned(),
        options,
        // A saved export into a database goes on from where it was.
        since_last: arguments.since_last || (arguments.to.is_some() && arguments.save.is_some()),
    })
}

fn options(arguments: &ExportArguments, sites: &[Site]) -> Result<ExportOptions, Failure> {
    let site = match &arguments.site {
        Some(name) => Some(find_site(sites, name)?.id),
        None => None,
    };
    let time = |text: &Option<String>| text.as_deref().map(parse_time).transpose();
    let sort = match arguments.sort.as_deref() {
        None => RecordSort::ListOrder,
        Some(name) => RecordSort::Column {
            name: name.trim_start_matches('-').to_owned(),
            descending: name.starts_with('-'),
        },
    };
    Ok(ExportOptions {
        filter: RecordFilter {
            site,
            since: time(&arguments.since)?,
            search: arguments.query.clone(),
            part: RecordPart {
                until: time(&arguments.until)?,
                state: arguments.state,
                ..RecordPart::default()
            },
            only: Only {
                folded: arguments.no_reposts,
                ..Only::default()
            },
            sort,
            skip_archives: arguments.no_archives,
        },
        columns: arguments.columns.clone(),
        screenshots: arguments.screenshots.clone(),
        limit: arguments.limit,
        nested: arguments.nested,
        csv: CsvOptions {
            charset: arguments.charset.clone(),
            byte_order_mark: !arguments.no_bom,
            separator: separator(&arguments.separator)?,
            line_feed: arguments.lf,
            formula_guard: !arguments.no_formula_guard,
        },
        title: match &arguments.table {
            Some(table) => table.clone(),
            None => arguments.title.clone(),
        },
        overwrite: match arguments.replace {
            true => Overwrite::Anything,
            false => Overwrite::SameKind,
        },
        secret: None,
    })
}

fn separator(text: &str) -> Result<char, Failure> {
    if matches!(text, "tab" | "\\t") {
        return Ok('\t');
    }
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(Failure::Usage(
            Message::new("export-separator").with("separator", text),
        )),
    }
}

/// The requested format, or that of the file's extension; CSV where that is unknown.
fn format(arguments: &ExportArguments, out: &Path) -> Format {
    arguments.format.unwrap_or_else(|| Format::of_path(out))
}
