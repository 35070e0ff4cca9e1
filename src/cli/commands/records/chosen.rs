//! Which records a command is about, and which values. Input: numbers, addresses and filters as typed.
//! Output: stored records, or the reason why one of them is none.

use std::collections::BTreeSet;

use super::typed_query::check;
use crate::args::ChosenRecords;
use crate::commands::times_and_passwords::parse_time;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::find_site;
use bowerbird_engine::EngineError;
use bowerbird_engine::types::{
    Message, Only, Record, RecordFilter, RecordId, RecordPart, SiteId, StoreReader, StoredRecord,
};

/// The number of a site by its name.
pub(super) fn site_of(store: &StoreReader, name: &str) -> Result<SiteId, Failure> {
    Ok(find_site(&store.sites()?, name)?.id)
}

/// The chosen records, of the deleted ones or of the others; records of archives are among them, and come
/// back into the project when they are changed.
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
    store.each_record_anywhere(&filter, &mut |stored| {
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

/// Says that there is no such record.
pub(super) fn unknown_record(named: &str) -> Failure {
    EngineError(Message::new("cli-record-unknown").with("record", named)).into()
}

/// What stands on both sides of the equals signs.
pub(super) fn pairs(set: &[String]) -> Result<Vec<(&str, &str)>, Failure> {
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

/// Refuses a field that says which record it is.
pub(super) fn must_be_editable(field: &str) -> Result<(), Failure> {
    match Record::is_editable(field) {
        true => Ok(()),
        false => Err(Failure::Usage(
            Message::new("cli-record-fixed").with("field", field),
        )),
    }
}

/// Lists the chosen records.
pub(super) fn list_chosen(console: &Console, found: &[StoredRecord]) -> Outcome {
    if console.json {
        console.print_json(&found);
    } else {
        console.note(&Message::new("cli-record-chosen").with("count", found.len()));
        found.iter().for_each(|stored| show(console, stored));
    }
    Ok(())
}

/// Lists one record.
pub(super) fn show(console: &Console, stored: &StoredRecord) {
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

/// Only deleted records, or only others.
pub(super) fn deleted(deleted: bool) -> Only {
    Only {
        deleted,
        ..Only::default()
    }
}
