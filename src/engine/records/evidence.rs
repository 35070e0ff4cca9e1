//! Evidence of records: their stored pages in a WACZ file, and its hash in a list that the user keeps
//! elsewhere.

use std::path::Path;

use jiff::Timestamp;

use super::texts::kept_address;
use crate::protocol::EngineError;
use bowerbird_io::export::{Exported, wacz};
use bowerbird_io::files::hash_list::{self, ListedHash};
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RecordId, StoredRecord};

/// Writes the stored pages of records; `progress` cancels by returning false.
///
/// # Errors
/// Those of writing and reading.
pub fn write(
    store: &StoreReader,
    records: Vec<StoredRecord>,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, EngineError> {
    let with_address = |stored: StoredRecord| {
        let address = kept_address(&stored);
        (stored, address)
    };
    let records: Vec<_> = records.into_iter().map(with_address).collect();
    Ok(wacz(store, &records, path, progress)?)
}

/// Writes the stored pages of records, by their numbers; `replaces`: a file that is there already.
///
/// # Errors
/// For a file that is not to be replaced; those of writing and reading.
pub(crate) fn write_chosen(
    store: &StoreReader,
    records: &[RecordId],
    (path, replaces): (&Path, bool),
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, EngineError> {
    if !replaces && path.exists() {
        let taken = Message::new("export-exists").with("path", path.display().to_string());
        return Err(EngineError(taken));
    }
    let mut found = Vec::new();
    for record in records {
        found.extend(store.record_anywhere(*record)?);
    }
    write(store, found, path, progress)
}

/// Appends the hash of a file to a list.
///
/// # Errors
/// When either cannot be read, or the list was changed.
pub fn list(list: &Path, file: &Path) -> Result<ListedHash, EngineError> {
    hash_list::append(list, file, Timestamp::now()).map_err(|error| fault(list, &error))
}

/// The line of a list that names a file as it is now; `None` if there is none.
///
/// # Errors
/// As [`list`].
pub fn verify(list: &Path, file: &Path) -> Result<Option<ListedHash>, EngineError> {
    hash_list::find(list, file).map_err(|error| fault(list, &error))
}

fn fault(list: &Path, error: &std::io::Error) -> EngineError {
    let id = match error.kind() {
        std::io::ErrorKind::InvalidData => "evidence-list-changed",
        _ => "evidence-list-fault",
    };
    let message = Message::new(id).with("list", list.display().to_string());
    EngineError(message.with("reason", error.to_string()))
}
