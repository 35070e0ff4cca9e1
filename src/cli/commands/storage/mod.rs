//! `storage`: how long pages are kept, archives of old records, pages as WARC, backups.
//!
//! Below: checking a project, backups, and forgetting.

pub(super) mod backups;
pub(super) mod check;
pub mod forget;

use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use super::times_and_passwords::parse_time;
use crate::args::StorageSubcommand;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::find_site;
use bowerbird_engine::records::exports;
use bowerbird_engine::types::{Message, StoreReader};
use bowerbird_engine::{EngineError, project};

const MB: u64 = 1024 * 1024;
/// No limit of screenshots.
const ALL: &str = "all";

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: &StorageSubcommand) -> Outcome {
    match command {
        StorageSubcommand::Show => show(console, &project::read(path)?),
        StorageSubcommand::Keep {
            days,
            megabytes,
            screenshots,
        } => {
            let store = project::own(path)?;
            let mut retention = store.retention()?;
            retention.days = days.unwrap_or(retention.days);
            let bytes = megabytes.map(|size| size.saturating_mul(MB));
            retention.bytes_per_site = bytes.unwrap_or(retention.bytes_per_site);
            if let Some(typed) = screenshots {
                retention.picture_bytes = picture_limit(typed)?;
            }
            store.set_retention(retention, Timestamp::now())?;
            show(console, &store)
        }
        StorageSubcommand::Archive {
            before,
            period,
            dry_run,
        } => {
            let before = parse_time(before)?;
            if *dry_run {
                let count = project::read(path)?.count_to_archive(before)?;
                print_count(console, "cli-would-archive", count);
                return Ok(());
            }
            let store = project::own(path)?;
            let moved = store.archive(before, *period, &mut |moved| progress(console, moved))?;
            print_count(console, "export-archived", moved);
            Ok(())
        }
        StorageSubcommand::Backup { to } => backups::back_up(console, path, to.as_deref()),
        StorageSubcommand::Backups(arguments) => backups::list(console, path, arguments),
        StorageSubcommand::Restore { backup, target } => {
            backups::restore(console, path, backup, target.as_deref())
        }
        StorageSubcommand::Check { repair } => check::run(console, path, *repair),
        StorageSubcommand::Warc { out, site } => {
            let store = project::read(path)?;
            let site = match site {
                Some(name) => Some(find_site(&store.sites()?, name)?.id),
                None => None,
            };
            let done =
                exports::write_warc(&store, site, out, &mut |pages| progress(console, pages))?;
            if console.json {
                let notes: Vec<String> = done.notes.iter().map(|note| console.text(note)).collect();
                console.print_json(&json!({"path": out, "pages": done.rows, "notes": notes}));
            } else {
                let words = Message::new("export-storage-written")
                    .with("pages", done.rows)
                    .with("path", out.display().to_string());
                console.print_message(&words);
                for note in &done.notes {
                    console.note(note);
                }
            }
            Ok(())
        }
    }
}

/// The limit of screenshots that was typed; `None` for all.
fn picture_limit(typed: &str) -> Result<Option<u64>, Failure> {
    if typed == ALL {
        return Ok(None);
    }
    match typed.parse::<u64>() {
        Ok(megabytes) => Ok(Some(megabytes.saturating_mul(MB))),
        Err(_) => Err(Failure::Usage(
            Message::new("screenshots-limit-wrong").with("text", typed),
        )),
    }
}

fn progress(console: &Console, rows: u64) -> bool {
    let words = Message::new("cli-export-progress").with("rows", rows);
    console.progress(&words, &rows);
    true
}

fn print_count(console: &Console, id: &str, count: u64) {
    if console.json {
        console.print_json(&json!({"records": count}));
    } else {
        console.print_message(&Message::new(id).with("count", count));
    }
}

fn show(console: &Console, store: &StoreReader) -> Outcome {
    let facts = || -> Result<_, EngineError> {
        Ok((
            store.retention()?,
            store.snapshot_counts()?,
            store.archives()?,
        ))
    };
    let (retention, pages, archives) = facts()?;
    if console.json {
        console.print_json(&json!({
            "keep": retention, "pages": pages, "archives": archives,
        }));
        return Ok(());
    }
    console.print_message(
        &Message::new("cli-storage")
            .with("pages", pages.pages)
            .with("megabytes", pages.bytes.div_ceil(MB))
            .with("days", retention.days)
            .with("most", retention.bytes_per_site / MB),
    );
    if pages.pictures > 0 || retention.picture_bytes.is_some() {
        let id = match retention.picture_bytes {
            Some(_) => "screenshots-stored-limited",
            None => "screenshots-stored",
        };
        console.print_message(
            &Message::new(id)
                .with("count", pages.pictures)
                .with("megabytes", pages.picture_bytes.div_ceil(MB))
                .with("most", retention.picture_bytes.unwrap_or_default() / MB),
        );
    }
    let rows: Vec<Vec<String>> = archives
        .iter()
        .map(|archive| {
            vec![
                archive.file.clone(),
                archive.records.to_string(),
                time_text(archive.first_at),
                time_text(archive.last_at),
            ]
        })
        .collect();
    let heads = [
        "cli-archive-file",
        "cli-archive-records",
        "cli-archive-first",
        "cli-archive-last",
    ];
    console.table(&heads, &rows, "cli-archive-none");
    Ok(())
}
