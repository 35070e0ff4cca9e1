//! The schema's versions and their migrations. Input: a connection. Each step is a file under
//! `migrations/`; the file's version is SQLite's `user_version`. A used file is copied first; the steps
//! then run in one transaction, so it is never left between two versions.

use std::io::Read;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;
use super::error::TransactionError;
use super::file::foreign_schema;
use super::file::lock::beside;
use crate::files::private_files;

/// Marks a SQLite file as a project ("BBRD"; <https://www.sqlite.org/fileformat.html>, 1.3.11).
const APPLICATION_ID: i64 = 0x4242_5244;
/// The header of a SQLite file, and the offset of its application id (file format, section 1.3).
const SQLITE: &[u8] = b"SQLite format 3\0";
const APPLICATION_ID_AT: usize = 68;

/// Whether the file at `path` is a project or an archive, by its first bytes.
pub(crate) fn is_project(path: &Path) -> bool {
    let mut head = [0; APPLICATION_ID_AT + 4];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let id = head.last_chunk::<4>().map(|id| u32::from_be_bytes(*id));
    read.is_ok() && head.starts_with(SQLITE) && id.map(i64::from) == Some(APPLICATION_ID)
}

/// The steps; the first turns an empty file into version 1.
pub(super) const STEPS: [&str; 27] = [
    include_str!("migrations/001-first.sql"),
    include_str!("migrations/002-rule-versions.sql"),
    include_str!("migrations/003-samples.sql"),
    include_str!("migrations/004-resources.sql"),
    include_str!("migrations/005-narrow-queue.sql"),
    include_str!("migrations/006-validators.sql"),
    include_str!("migrations/007-runs.sql"),
    include_str!("migrations/008-revisits.sql"),
    include_str!("migrations/009-run-pages.sql"),
    include_str!("migrations/010-supervise.sql"),
    include_str!("migrations/011-proxies.sql"),
    include_str!("migrations/012-accounts.sql"),
    include_str!("migrations/013-history.sql"),
    include_str!("migrations/014-tasks.sql"),
    include_str!("migrations/015-text.sql"),
    include_str!("migrations/016-export.sql"),
    include_str!("migrations/017-tallies.sql"),
    include_str!("migrations/018-sessions.sql"),
    include_str!("migrations/019-record-proxy.sql"),
    include_str!("migrations/020-rewrites.sql"),
    include_str!("migrations/021-alerts.sql"),
    include_str!("migrations/022-run-answers.sql"),
    include_str!("migrations/023-reposts-beyond.sql"),
    include_str!("migrations/024-identity.sql"),
    include_str!("migrations/025-record-ids.sql"),
    include_str!("migrations/026-alert-channels.sql"),
    include_str!("migrations/027-thread-pages.sql"),
];

/// The version of a file relative to this program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FormatStatus {
    /// An empty file: a project whose creation was not completed.
    Empty,
    /// A project of this version.
    Current,
    /// A project of an older version.
    Older(i64),
}

/// Reads the header of the file and its schema. Costs a few pages.
pub(super) fn format_status(
    connection: &Connection,
    path: &Path,
) -> Result<FormatStatus, TransactionError> {
    let id: i64 = connection.pragma_query_value(None, "application_id", |r| r.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    let current = latest(&STEPS);
    match (id, version) {
        (0, 0) if objects == 0 => Ok(FormatStatus::Empty),
        (APPLICATION_ID, v) if v > current => Err(TransactionError::Known(StoreError::TooNew {
            path: path.to_owned(),
            version: v,
        })),
        (APPLICATION_ID, v) if v > 0 => {
            foreign_schema::check(connection, path, v)?;
            Ok(match v == current {
                true => FormatStatus::Current,
                false => FormatStatus::Older(v),
            })
        }
        _ => Err(TransactionError::Known(StoreError::Damaged {
            path: path.to_owned(),
            reason: format!("application id {id:#x}, version {version}"),
        })),
    }
}

/// Migrates the file to this program's version; returns the copy made before, if any.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
) -> Result<Option<PathBuf>, TransactionError> {
    match format_status(connection, path)? {
        FormatStatus::Current => Ok(None),
        FormatStatus::Empty => {
            take_steps(connection, 0, &STEPS)?;
            Ok(None)
        }
        FormatStatus::Older(version) => {
            let copy = back_up(connection, path, version)?;
            take_steps(connection, version, &STEPS)?;
            Ok(Some(copy))
        }
    }
}

/// An empty database after this many steps.
pub(super) fn schema_of_steps(count: usize) -> Result<Connection, TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    let steps = STEPS.get(..count).unwrap_or(&STEPS);
    take_steps(&mut connection, 0, steps)?;
    Ok(connection)
}

fn latest(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

fn take_steps(
    connection: &mut Connection,
    from: i64,
    steps: &[&str],
) -> Result<(), TransactionError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = usize::try_from(from).unwrap_or(0);
    for step in steps.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", latest(steps))?;
    transaction.commit()?;
    Ok(())
}

/// Copies the project to `PROJECT.version-N`, completely or not at all.
fn back_up(
    connection: &Connection,
    path: &Path,
    version: i64,
) -> Result<PathBuf, TransactionError> {
    let copy = beside(path, &format!(".version-{version}"));
    copy_aside(connection, path, &copy)?;
    Ok(copy)
}

/// An empty in-memory project of this version, to compare files with.
pub(super) fn fresh() -> Result<Connection, TransactionError> {
    let mut connection = Connection::open_in_memory()?;
    take_steps(&mut connection, 0, &STEPS)?;
    Ok(connection)
}

/// Copies the project at `path` to `copy`, completely or not at all.
pub(super) fn copy_aside(
    connection: &Connection,
    path: &Path,
    copy: &Path,
) -> Result<(), TransactionError> {
    let aside = beside(copy, ".part");
    let io = |e: std::io::Error| TransactionError::Known(StoreError::from_io(path, &e));
    // Any existing file or link is removed, and the file that SQLite fills is private from the
    // start.
    match std::fs::remove_file(&aside) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(io(error)),
        _ => {}
    }
    private_files::create_new(&aside).map_err(io)?;
    connection.backup(
        rusqlite::MAIN_DB,
        &aside,
        None::<fn(rusqlite::backup::Progress)>,
    )?;
    std::fs::File::open(&aside)
        .and_then(|file| file.sync_all())
        .map_err(io)?;
    std::fs::rename(&aside, copy).map_err(io)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: [&str; 2] = [
        "CREATE TABLE a (x INTEGER) STRICT;",
        "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7;",
    ];

    #[test]
    fn an_older_file_is_copied_and_brought_forward() -> Result<(), TransactionError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old");
        let mut connection = Connection::open(&path)?;
        take_steps(&mut connection, 0, &TWO[..1])?;
        connection.execute("INSERT INTO a VALUES (1)", [])?;

        let copy = back_up(&connection, &path, 1)?;
        take_steps(&mut connection, 1, &TWO)?;

        let y: i64 = connection.query_row("SELECT y FROM a", [], |r| r.get(0))?;
        assert_eq!(y, 7);
        let old = Connection::open(copy)?;
        let columns = old.prepare("SELECT * FROM a")?.column_count();
        assert_eq!(columns, 1);
        Ok(())
    }

    #[test]
    fn a_project_of_version_5_keeps_its_pages_and_can_then_keep_validators()
    -> Result<(), TransactionError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old");
        let mut connection = Connection::open(&path)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        take_steps(&mut connection, 0, &STEPS[..5])?;
        connection.execute_batch(
            "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (1, 'N', 'list', '[]', '');
             INSERT INTO snapshot (id, site, asked, url, evidence, fetched_at, meta, size, body)
             VALUES (7, 1, 'a', 'a', 0, 0, '{}', 0, x'');",
        )?;
        assert_eq!(format_status(&connection, &path)?, FormatStatus::Older(5));
        take_steps(&mut connection, 5, &STEPS)?;
        assert_eq!(format_status(&connection, &path)?, FormatStatus::Current);
        let count = |connection: &Connection, table: &str| -> Result<i64, TransactionError> {
            let sql = format!("SELECT count(*) FROM {table}");
            Ok(connection.query_row(&sql, [], |r| r.get(0))?)
        };
        assert_eq!(count(&connection, "snapshot")?, 1);
        connection.execute(
            "INSERT INTO validator (snapshot, visitor, checked_at) VALUES (7, 0, 0)",
            [],
        )?;
        connection.execute("DELETE FROM snapshot", [])?;
        assert_eq!(count(&connection, "validator")?, 0);
        Ok(())
    }

    #[test]
    fn a_project_of_version_7_keeps_its_records_and_requests_and_can_keep_versions()
    -> Result<(), TransactionError> {
        let mut connection = Connection::open_in_memory()?;
        connection.pragma_update(None, "foreign_keys", true)?;
        take_steps(&mut connection, 0, &STEPS[..7])?;
        connection.execute_batch(
            "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (1, 'N', 'list', '[]', '');
             INSERT INTO request (id, site, url, kind, state, found_in, page, item, depth)
             VALUES (3, 1, 'a', 1, 2, 1, 0, 0, 1);
             INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                                 date, author, fields, provenance)
             VALUES (7, 1, 1, 1, 0, 0, 0, 0, 'a', 'T', '', '', '{}', '{}');",
        )?;
        take_steps(&mut connection, 7, &STEPS)?;
        let (stamp, state): (Option<String>, i64) =
            connection.query_row("SELECT stamp, state FROM request", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        assert_eq!((stamp, state), (None, 2));
        connection.execute_batch(
            "INSERT INTO record_version VALUES (7, 1, 0, 1, x'00');
             INSERT INTO pulse VALUES (1, 'a', '{}');
             DELETE FROM site;",
        )?;
        for table in ["record_version", "pulse"] {
            let sql = format!("SELECT count(*) FROM {table}");
            let left: i64 = connection.query_row(&sql, [], |row| row.get(0))?;
            assert_eq!(left, 0, "{table}");
        }
        Ok(())
    }

    #[test]
    fn a_project_of_version_22_keeps_its_reposts() -> Result<(), TransactionError> {
        let mut connection = Connection::open_in_memory()?;
        connection.pragma_update(None, "foreign_keys", true)?;
        take_steps(&mut connection, 0, &STEPS[..22])?;
        connection.execute_batch(
            "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (1, 'N', 'list', '[]', '');",
        )?;
        for id in [7, 8, 9] {
            connection.execute(
                "INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                                     date, author, fields, provenance)
                 VALUES (?1, 1, 1, 1, 0, ?1, 0, 0, ?1, 'T', '', '', '{}', '{}')",
                [id],
            )?;
        }
        connection.execute_batch(
            "INSERT OR IGNORE INTO record_digest (id, unindexed, unsettled)
             SELECT id, 0, 0 FROM record;
             UPDATE record_digest SET repost_of = 7, likeness = 0.9 WHERE id > 7;",
        )?;
        take_steps(&mut connection, 22, &STEPS)?;
        let of_7 = "SELECT count(*) FROM record_digest WHERE repost_of = 7";
        let count = |connection: &Connection| connection.query_row(of_7, [], |row| row.get(0));
        assert_eq!(count(&connection), Ok(2));
        connection.execute("DELETE FROM record WHERE id = 7", [])?;
        assert_eq!(count(&connection), Ok(0));
        Ok(())
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() -> Result<(), TransactionError> {
        let mut connection = Connection::open_in_memory()?;
        take_steps(&mut connection, 0, &TWO[..1])?;
        let broken = [
            TWO[0],
            "ALTER TABLE a ADD COLUMN y INTEGER; SELECT nonsense();",
        ];
        assert!(take_steps(&mut connection, 1, &broken).is_err());
        let version: i64 = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
        assert_eq!(version, 1);
        assert_eq!(connection.prepare("SELECT * FROM a")?.column_count(), 1);
        Ok(())
    }

    #[test]
    fn a_database_of_another_program_is_no_project() -> Result<(), TransactionError> {
        let connection = Connection::open_in_memory()?;
        let path = Path::new("other");
        assert_eq!(format_status(&connection, path)?, FormatStatus::Empty);
        connection.execute_batch("CREATE TABLE theirs (x)")?;
        assert!(matches!(
            format_status(&connection, path),
            Err(TransactionError::Known(StoreError::Damaged { .. }))
        ));
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", 99)?;
        assert!(matches!(
            format_status(&connection, path),
            Err(TransactionError::Known(StoreError::TooNew {
                version: 99,
                ..
            }))
        ));
        Ok(())
    }
}
