//! `record merge` and `record move`: several records become one, or belong to another site.

use std::path::Path;

use serde_json::json;

use super::chosen::{chosen_records, list_chosen, pairs, site_of, unknown_record};
use crate::args::ChosenRecords;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::Session;
use bowerbird_engine::records::date_by_hand::stored_value;
use bowerbird_engine::records::merge::merge_edits;
use bowerbird_engine::types::{
    ArrangementUndo, Message, RecordId, StoreReader, StoredRecord, Value,
};
use bowerbird_engine::{Command, EngineError, Event, TextCommand, project};

/// Merges records into the first one that is named.
pub(super) fn merge(
    console: &Console,
    path: &Path,
    named: &[String],
    (set, dry_run): (&[String], bool),
) -> Outcome {
    let store = project::read(path)?;
    let mut found: Vec<StoredRecord> = Vec::new();
    for named in named {
        let stored = named_record(&store, named)?;
        if found.iter().all(|known| known.id != stored.id) {
            found.push(stored);
        }
    }
    if found.len() < 2 {
        return Err(Failure::Usage(Message::new("record-merge-few")));
    }
    let records: Vec<&StoredRecord> = found.iter().collect();
    let chosen: Vec<(String, Value)> = pairs(set)?
        .into_iter()
        .map(|(field, text)| {
            let mut known = records
                .iter()
                .filter_map(|stored| stored.record.value(field));
            (field.to_owned(), Value::typed(text, known.next().as_ref()))
        })
        .collect();
    let chosen = chosen.into_iter().map(|(field, value)| {
        let value = stored_value(&field, value)?;
        Ok::<_, EngineError>((field, value))
    });
    let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
    let edits = merge_edits(&records, &chosen);
    drop(store);
    if dry_run {
        return list_chosen(console, &found);
    }
    let kept = found.first().map(|stored| stored.id).unwrap_or_default();
    let others = found.iter().skip(1).map(|stored| stored.id).collect();
    let order = TextCommand::Merge {
        kept,
        others,
        edits,
    };
    arrange(console, path, order)
}

/// Moves records to another site.
pub(super) fn move_to(console: &Console, path: &Path, chosen: &ChosenRecords, to: &str) -> Outcome {
    let store = project::read(path)?;
    let to = site_of(&store, to)?;
    let found = chosen_records(&store, chosen, false)?;
    drop(store);
    if chosen.dry_run {
        return list_chosen(console, &found);
    }
    let records = found.iter().map(|stored| stored.id).collect();
    arrange(console, path, TextCommand::Move { records, to })
}

/// The record with a number, or the only one with an address.
fn named_record(store: &StoreReader, named: &str) -> Result<StoredRecord, Failure> {
    let found = match named.parse() {
        Ok(number) => store.record(RecordId(number))?,
        Err(_) => store.records_of_address(named)?.into_iter().next(),
    };
    found.ok_or_else(|| unknown_record(named))
}

fn arrange(console: &Console, path: &Path, order: TextCommand) -> Outcome {
    let session = Session::open(path)?;
    let (mut said, mut done) = (None, None);
    session.perform(Command::Texts(order), |event| {
        if let Event::Rearranged { told, undo } = event {
            (said, done) = (Some(told.clone()), undo.clone());
        }
        said.is_some()
    })?;
    match (console.json, said) {
        (true, _) => console.print_json(&match done {
            None => json!({ "count": 0 }),
            Some(ArrangementUndo::Merge(merged)) => json!({
                "kept": merged.kept.0,
                "deleted": merged.others.iter().map(|id| id.0).collect::<Vec<_>>(),
            }),
            Some(ArrangementUndo::Move(moved)) => json!({
                "count": moved.len(),
                "moved": moved
                    .iter()
                    .map(|moved| json!({ "from": moved.from.0, "now": moved.now.0 }))
                    .collect::<Vec<_>>(),
            }),
        }),
        (false, Some(said)) => console.print_message(&said),
        (false, None) => {}
    }
    Ok(())
}
