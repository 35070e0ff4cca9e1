//! `record`: values written by hand, records deleted and restored.

use std::path::Path;

use serde_json::json;

use super::arrange::{merge, move_to};
use super::chosen::{chosen_records, deleted, list_chosen, must_be_editable, pairs, show, site_of};
use super::typed_query::check;
use crate::args::{ChosenRecords, RecordSubcommand};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::Session;
use bowerbird_engine::records::replace::{
    ReplacementPreview, replacement_edits, replacement_preview,
};
use bowerbird_engine::types::{Message, RecordFilter, RecordId, RecordPart, Value, ValueEdit};
use bowerbird_engine::{Command, Event, FindReplace, TextCommand, TextEvent, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: &RecordSubcommand) -> Outcome {
    match command {
        RecordSubcommand::Delete(chosen) => {
            let done = carry_out(console, path, chosen, false)?;
            tell(console, "texts-deleted", done)
        }
        RecordSubcommand::Restore(chosen) => {
            let done = carry_out(console, path, chosen, true)?;
            tell(console, "texts-restored", done)
        }
        RecordSubcommand::Edit { chosen, set, unset } => edit(console, path, chosen, (set, unset)),
        RecordSubcommand::Add { url, site, set } => add(console, path, (site, url), set),
        RecordSubcommand::Merge {
            records,
            set,
            dry_run,
        } => merge(console, path, records, (set, *dry_run)),
        RecordSubcommand::Move { chosen, to } => move_to(console, path, chosen, to),
        RecordSubcommand::Replace {
            chosen,
            find,
            with,
            pattern,
            field,
        } => {
            let what = FindReplace {
                find: find.clone(),
                with: with.clone(),
                is_pattern: *pattern,
                field: field.clone(),
            };
            replace(console, path, chosen, &what)
        }
        RecordSubcommand::ListDeleted { query, site, limit } => {
            let store = project::read(path)?;
            let site = site.as_deref().map(|name| site_of(&store, name));
            let query = query.join(" ");
            check(&store, Some(&query))?;
            let filter = RecordFilter {
                site: site.transpose()?,
                search: (!query.trim().is_empty()).then_some(query),
                only: deleted(true),
                ..RecordFilter::default()
            };
            let found = store.records(&filter, 0, *limit)?;
            if console.json {
                console.print_json(&found);
                return Ok(());
            }
            console.note(&Message::new("cli-record-deleted").with("count", found.len()));
            found.iter().for_each(|stored| show(console, stored));
            Ok(())
        }
    }
}

/// Writes values into the chosen records.
fn edit(
    console: &Console,
    path: &Path,
    chosen: &ChosenRecords,
    (set, unset): (&[String], &[String]),
) -> Outcome {
    let unset: Vec<&str> = unset.iter().map(|field| field.trim()).collect();
    unset.iter().copied().try_for_each(must_be_editable)?;
    let set = pairs(set)?.into_iter();
    let mut values: Vec<(&str, Option<&str>)> = set.map(|(f, v)| (f, Some(v))).collect();
    values.extend(unset.into_iter().map(|field| (field, None)));
    let store = project::read(path)?;
    let found = chosen_records(&store, chosen, false)?;
    let edits: Vec<ValueEdit> = found
        .iter()
        .flat_map(|stored| {
            values.iter().map(|(field, value)| ValueEdit {
                record: stored.id,
                field: (*field).to_owned(),
                value: value.map(|text| Value::typed(text, stored.record.value(field).as_ref())),
            })
        })
        .collect();
    drop(store);
    if chosen.dry_run {
        return list_chosen(console, &found);
    }
    perform_edits(console, path, edits)
}

fn perform_edits(console: &Console, path: &Path, edits: Vec<ValueEdit>) -> Outcome {
    let mut changed = Vec::new();
    if !edits.is_empty() {
        let session = Session::open(path)?;
        session.perform(Command::Texts(TextCommand::Edit(edits)), |event| {
            let Event::ValuesEdited { undo, .. } = event else {
                return false;
            };
            changed.clone_from(undo);
            true
        })?;
    }
    if console.json {
        let changed: Vec<_> = changed
            .iter()
            .map(|edit| json!({ "record": edit.record.0, "field": edit.field }))
            .collect();
        console.print_json(&json!({ "count": changed.len(), "changed": changed }));
    } else {
        console.print_message(&Message::new("values-edited").with("count", changed.len()));
    }
    Ok(())
}

/// Adds a record by hand.
fn add(console: &Console, path: &Path, (site, url): (&str, &str), set: &[String]) -> Outcome {
    let pairs = pairs(set)?.into_iter();
    let list = Value::Many(Vec::new());
    let values = pairs.map(|(field, text)| {
        let is_list = text.starts_with('[') && text.ends_with(']');
        let value = Value::typed(text, is_list.then_some(&list));
        (field.to_owned(), value)
    });
    let values = values.collect();
    let site = site_of(&project::read(path)?, site)?;
    let url = url.to_owned();
    let session = Session::open(path)?;
    let mut added = None;
    let order = TextCommand::Add { site, url, values };
    session.perform(Command::Texts(order), |event| {
        if let Event::RecordAdded(record) = event {
            added = Some(record.0);
        }
        added.is_some()
    })?;
    if console.json {
        console.print_json(&json!({ "id": added }));
    } else {
        console.print_message(&Message::new("record-added"));
    }
    Ok(())
}

/// Finds and replaces in the values of the chosen records.
fn replace(console: &Console, path: &Path, chosen: &ChosenRecords, what: &FindReplace) -> Outcome {
    let store = project::read(path)?;
    let found = chosen_records(&store, chosen, false)?;
    let filter = RecordFilter {
        part: RecordPart {
            picked: found.iter().map(|stored| stored.id).collect(),
            ..RecordPart::default()
        },
        ..RecordFilter::default()
    };
    if !chosen.dry_run {
        let (edits, no_dates) = match found.is_empty() {
            true => (Vec::new(), 0),
            false => replacement_edits(&store, &filter, what)?,
        };
        drop(store);
        perform_edits(console, path, edits)?;
        note_no_dates(console, no_dates);
        return Ok(());
    }
    let preview = match found.is_empty() {
        true => ReplacementPreview::default(),
        false => replacement_preview(&store, &filter, what, usize::MAX)?,
    };
    let would = preview.first;
    note_no_dates(console, preview.no_dates);
    if console.json {
        console.print_json(&would);
        return Ok(());
    }
    for found in &would {
        console.line(&format!(
            "{}  {}  {}",
            found.record.0, found.title, found.field
        ));
        console.line(&format!("  - {}", found.before.joined()));
        console.line(&format!("  + {}", found.after.joined()));
    }
    console.note(&Message::new("replace-would").with("count", would.len()));
    Ok(())
}

/// Says how many dates stay as they are, because they would be none any more.
fn note_no_dates(console: &Console, count: u64) {
    let told = Message::new("replace-no-dates").with("count", count);
    match console.json {
        _ if count == 0 => {}
        true => console.note(&told),
        false => console.print_message(&told),
    }
}

/// Deletes or restores the chosen records; returns them, and how many it was.
fn carry_out(
    console: &Console,
    path: &Path,
    chosen: &ChosenRecords,
    restores: bool,
) -> Result<Option<(Vec<i64>, u64)>, Failure> {
    let found = chosen_records(&project::read(path)?, chosen, restores)?;
    if chosen.dry_run {
        list_chosen(console, &found)?;
        return Ok(None);
    }
    let ids: Vec<RecordId> = found.iter().map(|stored| stored.id).collect();
    if ids.is_empty() {
        return Ok(Some((Vec::new(), 0)));
    }
    let session = Session::open(path)?;
    let order = match restores {
        true => TextCommand::Restore(ids.clone()),
        false => TextCommand::Delete(ids.clone()),
    };
    let mut count = 0;
    session.perform(Command::Texts(order), |event| match event {
        Event::Texts(TextEvent::Deleted(done) | TextEvent::Restored(done)) => {
            count = *done;
            true
        }
        _ => false,
    })?;
    Ok(Some((ids.iter().map(|id| id.0).collect(), count)))
}

fn tell(console: &Console, id: &'static str, done: Option<(Vec<i64>, u64)>) -> Outcome {
    let Some((ids, count)) = done else {
        return Ok(());
    };
    if console.json {
        console.print_json(&json!({ "count": count, "ids": ids }));
    } else {
        console.print_message(&Message::new(id).with("count", count));
    }
    Ok(())
}
