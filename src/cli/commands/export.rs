//! `export`: records to a file, a folder, a database or an address.

use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::account::read_secret;
use crate::cli::args::{ExportArguments, FormatName, NestedName, StateName};
use crate::cli::console::Console;
use crate::cli::session::find_site;
use crate::cli::{Failure, Outcome};
use crate::engine::project;
use crate::engine::types::{
    CsvOptions, ExportOptions, Format, Message, Nested, RecordFilter, RecordPart, RecordSort,
    RecordState, Site,
};

/// Runs the command. It reads beside whoever owns the project.
pub fn run(console: &Console, path: &Path, arguments: &ExportArguments) -> Outcome {
    let store = project::read(path)?;
    let mut options = options(arguments, &store.sites()?)?;
    let format = format(arguments);
    if arguments.secret_stdin {
        let host = arguments.out.display().to_string();
        options.secret = Some(read_secret(console, &host, true)?);
    }
    let done = project::export(&store, format, &options, &arguments.out, &mut |rows| {
        console.progress(
            &Message::new("cli-export-progress").with("rows", rows),
            &rows,
        );
        true
    })?;
    if console.json {
        let notes: Vec<String> = done.notes.iter().map(|note| console.text(note)).collect();
        console.print_json(&serde_json::json!({
            "path": arguments.out, "format": format, "rows": done.rows, "notes": notes,
        }));
    } else {
        console.say(
            &Message::new("cli-exported")
                .with("rows", done.rows)
                .with("path", arguments.out.display().to_string()),
        );
        for note in &done.notes {
            console.note(note);
        }
    }
    Ok(())
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
                state: arguments.state.map(|state| match state {
                    StateName::Unchanged => RecordState::Unchanged,
                    StateName::Changed => RecordState::Changed,
                }),
                ..RecordPart::default()
            },
            sort,
        },
        columns: arguments.columns.clone(),
        limit: arguments.limit,
        nested: match arguments.nested {
            NestedName::Joined => Nested::Joined,
            NestedName::Json => Nested::Json,
        },
        csv: CsvOptions {
            charset: arguments.charset.clone(),
            byte_order_mark: !arguments.no_bom,
            separator: separator(&arguments.separator)?,
            line_feed: arguments.lf,
            formula_guard: !arguments.no_formula_guard,
        },
        title: arguments.title.clone(),
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

/// The format asked for, or that of the file's name; CSV where that says none.
fn format(arguments: &ExportArguments) -> Format {
    match arguments.format {
        Some(FormatName::Csv) => Format::Csv,
        Some(FormatName::Jsonl) => Format::Jsonl,
        Some(FormatName::Xlsx) => Format::Xlsx,
        Some(FormatName::Parquet) => Format::Parquet,
        Some(FormatName::Sqlite) => Format::Sqlite,
        Some(FormatName::Markdown) => Format::Markdown,
        Some(FormatName::Rss) => Format::Rss,
        Some(FormatName::Postgres) => Format::Postgres,
        Some(FormatName::Webhook) => Format::Webhook,
        None => Format::of_path(&arguments.out),
    }
}

/// Reads an ISO 8601 time, or a date as its first instant in the local zone.
///
/// # Errors
/// [`Failure::Usage`] with an example.
pub fn parse_time(text: &str) -> Result<Timestamp, Failure> {
    text.parse::<Timestamp>()
        .or_else(|_| {
            text.parse::<Date>()
                .and_then(|date| date.to_zoned(TimeZone::system()))
                .map(|zoned| zoned.timestamp())
        })
        .map_err(|_| Failure::Usage(Message::new("cli-bad-time").with("text", text)))
}
