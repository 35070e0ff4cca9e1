//! The saved exports of a project, as stored.

use bowerbird_io::export::Format;
use bowerbird_io::store::{SavedExportRow, StoreReader};

use crate::protocol::{EngineError, ExportJob, SavedExport};

/// The saved exports. Unreadable ones of a newer version are skipped.
///
/// # Errors
/// From the store.
pub fn saved(store: &StoreReader) -> Result<Vec<SavedExport>, EngineError> {
    let rows = store.saved_exports()?;
    Ok(rows.into_iter().filter_map(saved_of).collect())
}

pub(crate) fn saved_of(row: SavedExportRow) -> Option<SavedExport> {
    Some(SavedExport {
        job: ExportJob {
            format: Format::from_name(&row.format)?,
            target: row.target,
            options: serde_json::from_str(&row.options).ok()?,
            since_last: row.since_last,
        },
        name: row.name,
        after_run: row.after_run,
    })
}

/// The name of an export's key among the secrets.
pub(crate) fn secret_name(name: &str) -> String {
    format!("export:{name}")
}
