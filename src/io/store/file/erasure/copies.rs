//! Old copies of a project and its archives beside them: made before an update of the file, a repair or a
//! restoration, or left half-written by a killed process. Input: a project. Output: their paths. They are
//! removed as a whole, with the files that SQLite keeps beside them.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::OpenFlags;

use super::scan::{Sought, first_mention};
use crate::store::archives::files::ARCHIVE_OF;
use crate::store::error::TransactionError;
use crate::store::file::connection::open_foreign;
use crate::store::file::identity::PROJECT_ID;
use crate::store::file::owner_lock::beside;
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::TraceExample;
use bowerbird_logic::text::Mentions;

/// What the names of copies have behind the name of their file.
const MADE_BEFORE: [&str; 3] = [".version-", ".before-repair-", ".before-restore-"];
/// The end of the name of a half-written file.
const PART: &str = ".part";
/// Files of SQLite beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];
/// Bytes of a file that are read at a time, and how much of the bytes before is read with them.
const CHUNK: usize = 8 * 1024 * 1024;
const OVERLAP: usize = 4 * 1024;

impl StoreReader {
    /// The old copies beside the project, each without SQLite's files beside it.
    ///
    /// # Errors
    /// From SQLite.
    pub(super) fn old_copies(&self) -> Result<Vec<PathBuf>> {
        let mut originals = vec![self.path().to_owned()];
        for archive in self.archives()? {
            originals.extend(self.archive_path(&archive.file));
        }
        let id = self.project_id()?;
        let folder = self.path().parent().unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut copies: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| is_copy_of_any(path, &originals))
            .filter(|path| is_of_project(path, &id))
            .collect();
        copies.sort();
        Ok(copies)
    }
}

fn is_copy_of_any(path: &Path, originals: &[PathBuf]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if BESIDE.iter().any(|ending| name.ends_with(ending)) || !path.is_file() {
        return false;
    }
    originals.iter().any(|original| {
        let own = original.file_name().unwrap_or_default().to_string_lossy();
        let rest = name
            .strip_prefix('.')
            .unwrap_or(&name)
            .strip_prefix(own.as_ref());
        rest.is_some_and(|rest| {
            let is_part = rest.starts_with('.') && rest.ends_with(PART);
            is_part || MADE_BEFORE.iter().any(|made| rest.starts_with(made))
        })
    })
}

/// Whether a copy carries the project's id, or no id that can be read.
fn is_of_project(path: &Path, id: &str) -> bool {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let named = open_foreign(path, flags).and_then(|connection| {
        let sql =
            "SELECT value FROM setting WHERE name IN (?1, ?2) ORDER BY name = ?1 DESC LIMIT 1";
        Ok(connection.query_row(sql, [ARCHIVE_OF, PROJECT_ID], |row| row.get::<_, String>(0))?)
    });
    named.map_or(true, |named| named == id)
}

/// The first mention in a database file that nobody writes: in its rows, or in the bytes that deleted
/// rows left in it.
///
/// # Errors
/// From the file system; a file that is damaged is searched by its bytes.
pub(crate) fn mention_in_database(
    path: &Path,
    (mentions, site): (&Mentions, Option<i64>),
    step: &mut dyn FnMut() -> bool,
) -> std::io::Result<Option<TraceExample>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sought = Sought { mentions, site };
    let looked = open_foreign(path, flags)
        .and_then(|connection| first_mention(&connection, sought, step))
        .map_err(|fault: TransactionError| fault.about(path));
    match looked {
        Ok(Some(example)) => return Ok(Some(example)),
        // What is of another site is none of this one's.
        Ok(None) if site.is_some() => return Ok(None),
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "a copy is searched by its bytes"),
    }
    let mut files = vec![path.to_owned()];
    files.extend(BESIDE.map(|ending| beside(path, ending)));
    for file in files.iter().filter(|file| file.is_file()) {
        if let Some(text) = mention_in_raw_file(file, mentions, step)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = name.into_owned();
            return Ok(Some(TraceExample { name, text }));
        }
    }
    Ok(None)
}

/// The first mention in the bytes of a file.
fn mention_in_raw_file(
    path: &Path,
    mentions: &Mentions,
    step: &mut dyn FnMut() -> bool,
) -> std::io::Result<Option<String>> {
    use std::io::Read as _;
    let mut file = fs::File::open(path)?;
    let mut window: Vec<u8> = Vec::new();
    loop {
        let mut chunk = Vec::new();
        let read = (&mut file).take(CHUNK as u64).read_to_end(&mut chunk)?;
        if read == 0 || !step() {
            return Ok(None);
        }
        window.append(&mut chunk);
        if let Some(text) = mentions.find_in_raw(&window) {
            return Ok(Some(text));
        }
        let done = window.len().saturating_sub(OVERLAP);
        window.drain(..done);
    }
}

/// Removes a copy with SQLite's files beside it.
pub(super) fn remove_copy(path: &Path) -> std::io::Result<()> {
    for ending in BESIDE.into_iter().chain([""]) {
        match fs::remove_file(beside(path, ending)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
