//! Whether a file is a project, and of which version, by its header. The version is SQLite's
//! `user_version`.

use std::io::Read;
use std::path::Path;

use rusqlite::Connection;

use super::steps::{STEPS, latest};
use crate::store::StoreError;
use crate::store::error::TransactionError;
use crate::store::file::foreign_schema;

/// Marks a SQLite file as a project ("BBRD"; <https://www.sqlite.org/fileformat.html>, 1.3.11).
pub(super) const APPLICATION_ID: i64 = 0x4242_5244;

/// The header of a SQLite file, and the offset of its application id (file format, section 1.3).
const SQLITE: &[u8] = b"SQLite format 3\0";

const APPLICATION_ID_AT: usize = 68;

/// Whether the file at `path` is a project or an archive, by its first bytes.
pub fn is_project(path: &Path) -> bool {
    let mut head = [0; APPLICATION_ID_AT + 4];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let id = head.last_chunk::<4>().map(|id| u32::from_be_bytes(*id));
    read.is_ok() && head.starts_with(SQLITE) && id.map(i64::from) == Some(APPLICATION_ID)
}

/// The version of a file relative to this program.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::store) enum FormatStatus {
    /// An empty file: a project whose creation was not completed.
    Empty,
    /// A project of this version.
    Current,
    /// A project of an older version.
    Older(i64),
}

/// Reads the header of the file and its schema. Costs a few pages.
pub(in crate::store) fn format_status(
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
