//! `record`: values written by hand, records deleted and restored.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::typed_query::check;
use crate::args::{ChosenRecords, RecordSubcommand};
use crate::commands::times_and_passwords::parse_time;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::records::replace::{replacement_edits, replacement_preview};
use bowerbird_engine::types::{
    Message, Only, Record, RecordFilter, RecordId, RecordPart, StoreReader, StoredRecord, Value,
    ValueEdit,
};
use bowerbird_engine::{Command, EngineError, Event, FindReplace, TextCommand, TextEvent, project};

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

fn deleted(deleted: bool) -> Only {
    Only {
        deleted,
        ..Only::default()
    }
}

fn site_of(store: &StoreReader, name: &str) -> Result<bowerbird_engine::types::SiteId, Failure> {
    Ok(find_site(&store.sites()?, name)?.id)
}

/// The chosen records, of the deleted ones or of the others. Records of archives are not among them.
pub(super) fn chosen_records(
    store: &StoreReader,
    chosen: &ChosenRecords,
    of_deleted: bool,
) -> Result<Vec<StoredRecord>, Failure> {
    check(store, chosen.query.as_ref())?;
    let time = |text: &Option<String>| text.as_deref().map(parse_time).transpose();
    let mut filter = RecordFilter {
        site: match &chosen.site {
            Some(name) => Some(site_of(store, name)?),
            None => None,
        },
        since: time(&chosen.since)?,
        search: chosen.query.clone(),
        part: RecordPart {
            until: time(&chosen.until)?,
            ..RecordPart::default()
        },
        only: Only {
            tag: chosen.tag.clone(),
            ..deleted(of_deleted)
        },
        skip_archives: true,
        ..RecordFilter::default()
    };
    let mut numbers: BTreeSet<RecordId> = BTreeSet::new();
    let mut addresses: BTreeSet<&str> = BTreeSet::new();
    for named in &chosen.records {
        match named.parse() {
            Ok(number) => {
                numbers.insert(RecordId(number));
            }
            Err(_) => {
                addresses.insert(named);
            }
        }
    }
    if !addresses.is_empty() {
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut note = |stored: &StoredRecord| {
            if addresses.contains(stored.record.url.as_str()) {
                known.insert(stored.record.url.clone());
                numbers.insert(stored.id);
            }
        };
        if of_deleted {
            let all = RecordFilter {
                only: deleted(true),
                ..RecordFilter::default()
            };
            store.records(&all, 0, u64::MAX)?.iter().for_each(&mut note);
        } else {
            for address in &addresses {
                store
                    .records_of_address(address)?
                    .iter()
                    .for_each(&mut note);
            }
        }
        if let Some(unknown) = addresses.iter().find(|url| !known.contains(**url)) {
            return Err(unknown_record(unknown));
        }
    }
    filter.part.picked = numbers.iter().copied().collect();
    let mut found = Vec::new();
    store.each_record(&filter, &mut |stored| {
        found.push(stored);
        true
    })?;
    let mut given = chosen.records.iter().filter_map(|named| named.parse().ok());
    let is_found = |id: &RecordId| found.iter().any(|stored| stored.id == *id);
    let narrowed = chosen.query.is_some() || chosen.tag.is_some() || filter.site.is_some();
    match given.find(|number| !narrowed && !is_found(&RecordId(*number))) {
        Some(number) => Err(unknown_record(&number.to_string())),
        None => Ok(found),
    }
}

fn unknown_record(named: &str) -> Failure {
    EngineError(Message::new("cli-record-unknown").with("record", named)).into()
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

/// What stands on both sides of the equals signs.
fn pairs(set: &[String]) -> Result<Vec<(&str, &str)>, Failure> {
    let pair = |typed: &'_ String| -> Result<(usize, usize), Failure> {
        let wrong = || Failure::Usage(Message::new("cli-record-set").with("text", typed.as_str()));
        let (field, value) = typed.split_once('=').ok_or_else(wrong)?;
        match field.trim().is_empty() {
            true => Err(wrong()),
            false => Ok((field.len(), typed.len() - value.len())),
        }
    };
    let mut pairs = Vec::new();
    for typed in set {
        let (field, value) = pair(typed)?;
        let field = typed.get(..field).unwrap_or_default().trim();
        must_be_editable(field)?;
        pairs.push((field, typed.get(value..).unwrap_or_default()));
    }
    Ok(pairs)
}

fn must_be_editable(field: &str) -> Result<(), Failure> {
    match Record::is_editable(field) {
        true => Ok(()),
        false => Err(Failure::Usage(
            Message::new("cli-record-fixed").with("field", field),
        )),
    }
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
        skip_archives: true,
        ..RecordFilter::default()
    };
    if !chosen.dry_run {
        let edits = match found.is_empty() {
            true => Vec::new(),
            false => replacement_edits(&store, &filter, what)?,
        };
        drop(store);
        return perform_edits(console, path, edits);
    }
    let (_, would) = match found.is_empty() {
        true => (0, Vec::new()),
        false => replacement_preview(&store, &filter, what, usize::MAX)?,
    };
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

fn list_chosen(console: &Console, found: &[StoredRecord]) -> Outcome {
    if console.json {
        console.print_json(&found);
    } else {
        console.note(&Message::new("cli-record-chosen").with("count", found.len()));
        found.iter().for_each(|stored| show(console, stored));
    }
    Ok(())
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

fn show(console: &Console, stored: &StoredRecord) {
    let when = stored.marks.deleted_at.unwrap_or(stored.fetched_at);
    console.line(&format!(
        "{}  {}  {}  {}",
        stored.id.0,
        time_text(when),
        stored.record.title,
        stored.site_name
    ));
    console.line(&format!("  {}", stored.record.url));
}
