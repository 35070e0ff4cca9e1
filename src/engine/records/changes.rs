//! What changed, as a file. Input: a filter. Output: rows or a feed, newest first.

use std::path::Path;

use crate::protocol::EngineError;
use bowerbird_io::export::{ChangesExport, Exported, export_changes};
use bowerbird_io::store::StoreReader;

/// Writes changes to a file, as CSV, JSON Lines, a workbook or a feed. `progress` receives the count
/// and cancels by returning false.
///
/// # Errors
/// Those of writing and reading.
pub fn write(
    store: &StoreReader,
    what: &ChangesExport,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, EngineError> {
    Ok(export_changes(store, what, path, progress)?)
}
