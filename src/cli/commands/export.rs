//! `export`: records to a file.

use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::cli::args::{ExportArguments, FormatName};
use crate::cli::console::Console;
use crate::cli::session::find_site;
use crate::cli::{Failure, Outcome};
use crate::engine::project;
use crate::engine::types::{ExportOptions, Format, Message, RecordFilter};

/// Runs the command. It reads beside whoever owns the project.
pub fn run(console: &Console, path: &Path, arguments: ExportArguments) -> Outcome {
    let since = arguments.since.as_deref().map(parse_time).transpose()?;
    let store = project::read(path)?;
    let site = match &arguments.site {
        Some(name) => Some(find_site(&store.sites()?, name)?.id),
        None => None,
    };
    let options = ExportOptions {
        filter: RecordFilter {
            site,
            since,
            ..RecordFilter::default()
        },
        columns: arguments.columns,
    };
    let format = match arguments.format {
        FormatName::Csv => Format::Csv,
        FormatName::Jsonl => Format::Jsonl,
    };
    let rows = project::export(&store, format, &options, &arguments.out, &mut |rows| {
        console.progress(
            &Message::new("cli-export-progress").with("rows", rows),
            &rows,
        );
        true
    })?;
    if console.json {
        console.print_json(&serde_json::json!({"path": arguments.out, "rows": rows}));
    } else {
        console.say(
            &Message::new("cli-exported")
                .with("rows", rows)
                .with("path", arguments.out.display().to_string()),
        );
    }
    Ok(())
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
