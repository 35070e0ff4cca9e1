//! What changed, as a file. Input: a filter. Output: rows, newest first.

use std::path::Path;

use crate::protocol::EngineError;
use bowerbird_io::export::{ExportOptions, Exported, Format, export_changes};
use bowerbird_io::store::StoreReader;
use bowerbird_logic::model::ChangeFilter;

/// Writes the changes that match a filter to a file, as CSV, JSON Lines or a workbook. `progress`
/// receives the count and cancels by returning false.
///
/// # Errors
/// Those of writing and reading.
pub fn write(
    store: &StoreReader,
    format: Format,
    (filter, options): (&ChangeFilter, &ExportOptions),
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, EngineError> {
    Ok(export_changes(
        store,
        format,
        (filter, options),
        path,
        progress,
    )?)
}
