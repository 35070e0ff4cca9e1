//! `storage backup`, `backups`, `restore`: copies of the project with its archives, and restoring
//! them.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::json;

use crate::args::BackupsArguments;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use bowerbird_engine::project::backups::{self, BackupFacts, BackupInfo};
use bowerbird_engine::types::{Message, StoreReader, size_text};
use bowerbird_engine::{EngineError, project_permission};

/// Backs the project up, also while another process owns it.
pub fn back_up(console: &Console, path: &Path, to: Option<&Path>) -> Outcome {
    let store = project_permission::open_for_reading(path)?;
    let to = to.map(std::path::absolute).transpose().map_err(|error| {
        let path = to.unwrap_or(path).display().to_string();
        let message = Message::new("backup-io").with("path", path);
        EngineError(message.with("reason", error.to_string()))
    })?;
    let progress = &mut |done, of| progress(console, "backup-progress", done, of);
    let places = backups::places();
    let now = Timestamp::now();
    let Some(taken) = backups::back_up(&store, &places, to.as_deref(), now, progress)? else {
        return Err(Failure::Told);
    };
    let backup = &taken.backup;
    if console.json {
        console.print_json(&json!({
            "backup": as_json(backup),
            "left_out": taken.left_out,
            "removed": taken.removed,
        }));
        return Ok(());
    }
    let words = Message::new("backup-taken")
        .with("name", backup.name.as_str())
        .with("size", size_text(backup.packed))
        .with("path", backup.manifest.display().to_string());
    console.print_message(&words);
    note_left_out(console, &taken.left_out);
    Ok(())
}

/// Changes the backup settings, if asked to, and lists the backups.
pub fn list(console: &Console, path: &Path, arguments: &BackupsArguments) -> Outcome {
    let places = backups::places();
    if arguments.sets_anything() {
        let store = project_permission::open_for_reading(path)?;
        settle(&store, &places, arguments)?;
    }
    let facts = project_permission::open_for_reading(path)
        .and_then(|store| backups::facts(&store, &places));
    let facts = match facts {
        Ok(facts) => facts,
        // The backups matter most for a project that cannot be opened.
        Err(error) => {
            let backups = backups::backups_of(path, &places);
            if backups.is_empty() {
                return Err(error.into());
            }
            console.error(&error);
            show(console, &backups);
            return Ok(());
        }
    };
    if console.json {
        print(console, &facts);
        return Ok(());
    }
    let settings = &facts.settings;
    let id = match settings.on {
        true => "backup-settings-on",
        false => "backup-settings-off",
    };
    let words = Message::new(id)
        .with("folder", facts.folder.display().to_string())
        .with("days", u64::from(settings.keep.days))
        .with("weeks", u64::from(settings.keep.weeks))
        .with("size", size_text(facts.bytes));
    console.print_message(&words);
    show(console, &facts.backups);
    Ok(())
}

/// Restores a backup in the project's place, or elsewhere.
pub fn restore(console: &Console, path: &Path, name: &str, target: Option<&Path>) -> Outcome {
    let backup = backups::find(path, &backups::places(), name)?;
    let target = target.unwrap_or(path);
    let progress = &mut |done, of| progress(console, "backup-restore-progress", done, of);
    let restored = backups::put_back(&backup, target, progress);
    let restored = restored.map_err(|error| {
        let others = error.is_of_this_backup().then(|| other(path, &backup));
        let error = EngineError::from(error);
        match others.flatten() {
            Some(other) => {
                let message = Message::new("backup-try-another").with("why", error.0);
                EngineError(message.with("name", other.name))
            }
            None => error,
        }
    })?;
    let Some(restored) = restored else {
        return Err(Failure::Told);
    };
    if console.json {
        console.print_json(&json!({
            "path": restored.path,
            "taken_at": restored.taken_at,
            "records": restored.records,
            "kept": restored.kept,
            "left_out": restored.left_out,
        }));
        return Ok(());
    }
    let words = Message::new("backup-restored")
        .with("path", restored.path.display().to_string())
        .with("time", time_text(restored.taken_at))
        .with("records", restored.records);
    console.print_message(&words);
    if let Some(kept) = restored.kept {
        let kept = kept.display().to_string();
        console.print_message(&Message::new("backup-kept").with("path", kept));
    }
    note_left_out(console, &restored.left_out);
    Ok(())
}

/// The newest backup to try when `damaged` is unusable.
fn other(path: &Path, damaged: &BackupInfo) -> Option<BackupInfo> {
    let all = backups::backups_of(path, &backups::places()).into_iter();
    let mut others = all.filter(|backup| backup.is_complete && backup.manifest != damaged.manifest);
    others.next()
}

impl BackupsArguments {
    fn sets_anything(&self) -> bool {
        self.daily.is_some()
            || self.folder.is_some()
            || self.own_folder
            || self.days.is_some()
            || self.weeks.is_some()
    }
}

fn settle(
    store: &StoreReader,
    places: &backups::BackupPlaces,
    arguments: &BackupsArguments,
) -> Result<(), EngineError> {
    let mut settings = backups::facts(store, places)?.settings;
    settings.on = arguments.daily.unwrap_or(settings.on);
    if arguments.own_folder {
        settings.folder = None;
    }
    if let Some(folder) = &arguments.folder {
        let full: Result<PathBuf, _> = std::path::absolute(folder);
        settings.folder = Some(full.unwrap_or_else(|_| folder.clone()));
    }
    settings.keep.days = arguments.days.unwrap_or(settings.keep.days);
    settings.keep.weeks = arguments.weeks.unwrap_or(settings.keep.weeks);
    backups::settle(store, places, settings)
}

fn progress(console: &Console, id: &str, done: u64, of: u64) -> bool {
    let words = Message::new(id)
        .with("done", size_text(done))
        .with("of", size_text(of));
    console.progress(&words, &json!({"done": done, "of": of}));
    true
}

fn note_left_out(console: &Console, left_out: &[String]) {
    for file in left_out {
        console.note(&Message::new("backup-left-out").with("file", file.as_str()));
    }
}

fn as_json(backup: &BackupInfo) -> serde_json::Value {
    json!({
        "name": backup.name,
        "file": backup.manifest,
        "taken_at": backup.taken_at,
        "project": backup.path,
        "records": backup.records,
        "archives": backup.archives,
        "bytes": backup.size,
        "packed_bytes": backup.packed,
        "complete": backup.is_complete,
    })
}

fn print(console: &Console, facts: &BackupFacts) {
    let settings = &facts.settings;
    let backups: Vec<_> = facts.backups.iter().map(as_json).collect();
    console.print_json(&json!({
        "daily": settings.on,
        "folder": facts.folder,
        "days": settings.keep.days,
        "weeks": settings.keep.weeks,
        "bytes": facts.bytes,
        "backups": backups,
    }));
}

fn show(console: &Console, backups: &[BackupInfo]) {
    if console.json {
        let backups: Vec<_> = backups.iter().map(as_json).collect();
        console.print_json(&json!({ "backups": backups }));
        return;
    }
    let rows: Vec<Vec<String>> = backups
        .iter()
        .map(|backup| {
            let state = match backup.is_complete {
                true => "backup-checked",
                false => "backup-incomplete",
            };
            vec![
                backup.name.clone(),
                time_text(backup.taken_at),
                backup.records.to_string(),
                size_text(backup.packed),
                console.text(&Message::new(state)),
            ]
        })
        .collect();
    let heads = [
        "backup-head-name",
        "backup-head-time",
        "backup-head-records",
        "backup-head-size",
        "backup-head-state",
    ];
    console.table(&heads, &rows, "backup-none");
}
