//! Checks the archives of a project: which exist and belong to it, and whether their content is
//! consistent with the project. Those of other projects are reported and stay untouched.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, params};

use super::ids::Highest;
use super::{Found, Occurrences, Watch};
use crate::store::archives::archiving::{MOVING, MOVING_RECORDS};
use crate::store::archives::files::ArchiveFileState;
use crate::store::archives::key_of;
use crate::store::error::TransactionError;
use crate::store::file::owner_lock::beside as path_beside;
use crate::store::{Result, Store, StoreError, StoreReader};
use bowerbird_logic::messages::{Explain, english};
use bowerbird_logic::model::{StorageFault, StorageFinding};

/// The archives beside a project.
pub(super) struct Beside {
    /// The readable ones, by name.
    pub(super) readable: Vec<(String, StoreReader)>,
    /// Faults of the others.
    pub(super) findings: Vec<StorageFinding>,
}

/// Finds the archives that the project knows, and unknown ones that belong to it.
pub(super) fn beside(store: &StoreReader) -> Result<Beside> {
    let mut all = Beside {
        readable: Vec::new(),
        findings: Vec::new(),
    };
    let listed = match store.archives() {
        // The project check reports it.
        Err(StoreError::Damaged { .. } | StoreError::Other { .. }) => Vec::new(),
        other => other?,
    };
    let mut known = BTreeSet::new();
    for archive in listed {
        known.insert(archive.file.clone());
        if let Some(opened) = store.archive_to_read(&archive.file) {
            all.readable.push((archive.file, opened));
            continue;
        }
        let (fault, why) = why_not(store, &archive.file);
        let mut found = Found {
            file: archive.file,
            findings: Vec::new(),
        };
        found.add_one(fault, why);
        all.findings.append(&mut found.findings);
    }
    for name in unlisted(store, &known) {
        let mut found = Found {
            file: name,
            findings: Vec::new(),
        };
        found.add_one(StorageFault::ArchiveUnlisted, String::new());
        all.findings.append(&mut found.findings);
    }
    Ok(all)
}

/// Why a listed archive cannot be read.
fn why_not(store: &StoreReader, file: &str) -> (StorageFault, String) {
    let Ok(path) = store.archive_path(file) else {
        return (StorageFault::ArchiveForeign, String::new());
    };
    if std::fs::symlink_metadata(&path).is_err() {
        return (StorageFault::ArchiveAway, String::new());
    }
    match (store.place_of(file), Store::open_read_only(&path)) {
        (ArchiveFileState::Free, _) => (StorageFault::ArchiveAway, String::new()),
        (
            ArchiveFileState::Unbound | ArchiveFileState::Ours,
            Err(StoreError::TooOld { version, .. }),
        ) => (StorageFault::ArchiveOlder, version.to_string()),
        (ArchiveFileState::Unbound, Ok(_)) => (StorageFault::ArchiveOlder, String::new()),
        (ArchiveFileState::Foreign(why), Ok(_)) => (StorageFault::ArchiveForeign, why),
        (_, Err(error)) => (StorageFault::Damaged, english(&error.explain())),
        (ArchiveFileState::Ours, Ok(_)) => (StorageFault::ArchiveForeign, String::new()),
    }
}

/// Unlisted files beside the project with its id and with records.
fn unlisted(store: &StoreReader, known: &BTreeSet<String>) -> Vec<String> {
    let prefix = path_beside(store.path(), "-archive-");
    let (Some(folder), Some(prefix)) = (store.path().parent(), prefix.file_name()) else {
        return Vec::new();
    };
    let prefix = prefix.to_string_lossy();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with(prefix.as_ref()) && !known.contains(name))
        .filter(|name| store.place_of(name) == ArchiveFileState::Ours && has_records(store, name))
        .collect();
    names.sort();
    names
}

fn has_records(store: &StoreReader, file: &str) -> bool {
    store.archive_to_read(file).is_some_and(|archive| {
        archive
            .read(|c| Ok(c.prepare("SELECT 1 FROM record LIMIT 1")?.exists([])?))
            .unwrap_or(false)
    })
}

/// The highest numbers in the readable archives.
pub(super) fn highest_numbers(archives: &[(String, StoreReader)]) -> Highest {
    let mut highest = Highest::default();
    for (_, archive) in archives {
        let read = archive.read(|connection| {
            Ok(connection.query_row(
                "SELECT (SELECT coalesce(max(id), 0) FROM record),
                        (SELECT coalesce(max(change), 0) FROM record),
                        (SELECT coalesce(max(id), 0) FROM site)",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?)
        });
        if let Ok((record, change, site)) = read {
            highest.record = highest.record.max(record);
            highest.change = highest.change.max(change);
            highest.site = highest.site.max(site);
        }
    }
    highest
}

/// Compares the records of the archives with the project. `may_move`: records may be being moved.
pub(super) fn check(
    project: &Connection,
    archives: &[(String, StoreReader)],
    may_move: bool,
    watch: &Watch,
    found: &mut Found,
) -> std::result::Result<(), TransactionError> {
    let setting = |name: &str| {
        project
            .query_row("SELECT value FROM setting WHERE name = ?1", [name], |row| {
                row.get::<_, String>(0)
            })
            .optional()
    };
    if let Some(file) = setting(MOVING)?.filter(|_| !may_move) {
        found.add_one(StorageFault::Moving, file);
    }
    let moving: Vec<i64> = setting(MOVING_RECORDS)?
        .and_then(|ids| serde_json::from_str(&ids).ok())
        .unwrap_or_default();
    for (file, archive) in archives {
        let moving: BTreeSet<i64> = moving.iter().copied().collect();
        let mut inside = Found {
            file: file.clone(),
            findings: Vec::new(),
        };
        archive
            .read(|connection| compare(project, file, connection, &moving, watch, &mut inside))
            .map_err(TransactionError::Known)?;
        // The counts of an archive being filled change at this moment.
        if !may_move || setting(MOVING)?.as_deref() != Some(file) {
            figures(project, file, archive, &mut inside)?;
        }
        found.findings.append(&mut inside.findings);
    }
    Ok(())
}

fn compare(
    project: &Connection,
    file: &str,
    archive: &Connection,
    moving: &BTreeSet<i64>,
    watch: &Watch,
    found: &mut Found,
) -> std::result::Result<(), TransactionError> {
    let mut here = project.prepare("SELECT site, url FROM record WHERE id = ?1")?;
    let mut marked = project.prepare(NOT_TO_BE_COLLECTED)?;
    let mut all = archive.prepare("SELECT id, site, url FROM record")?;
    let mut rows = all.query([])?;
    let (mut twice, mut doubled, mut unmarked) = (
        Occurrences::default(),
        Occurrences::default(),
        Occurrences::default(),
    );
    while let Some(row) = rows.next()? {
        let (id, site, url): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let own: Option<(i64, String)> = here
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        match own {
            Some((of, address)) if of == site && address == url => {
                if !moving.contains(&id) {
                    doubled.add(|| format!("#{id} {url}"));
                }
            }
            Some((_, address)) => twice.add(|| format!("#{id} {address} / {url}")),
            None => {
                if !marked.exists(params![site, key_of(&url), file, url])? {
                    unmarked.add(|| format!("#{id} {url}"));
                }
            }
        }
        if !watch.step() {
            return Ok(());
        }
    }
    found.add(StorageFault::GivenTwice, twice);
    found.add(StorageFault::Doubled, doubled);
    found.add(StorageFault::Unmarked, unmarked);
    Ok(())
}

/// Whether the address of an archived record is known as archived, or stored, or belongs to a site
/// that is gone or to be removed.
pub(super) const NOT_TO_BE_COLLECTED: &str = "SELECT 1 WHERE
    EXISTS (SELECT 1 FROM archived WHERE site = ?1 AND key = ?2)
    OR NOT EXISTS (SELECT 1 FROM site WHERE id = ?1)
    OR EXISTS (SELECT 1 FROM forget_later WHERE file = ?3 AND site = ?1)
    OR EXISTS (SELECT 1 FROM record WHERE url = ?4 AND site = ?1)";

/// The counts that the project stores for an archive.
fn figures(
    project: &Connection,
    file: &str,
    archive: &StoreReader,
    found: &mut Found,
) -> std::result::Result<(), TransactionError> {
    let told: i64 = project.query_row(
        "SELECT records FROM archive WHERE file = ?1",
        [file],
        |row| row.get(0),
    )?;
    let count: i64 = archive
        .read(|c| Ok(c.query_row("SELECT count(*) FROM record", [], |row| row.get(0))?))
        .map_err(TransactionError::Known)?;
    if told != count {
        found.add_one(
            StorageFault::Figures,
            format!("archive.records: {told} ≠ {count}"),
        );
    }
    Ok(())
}
