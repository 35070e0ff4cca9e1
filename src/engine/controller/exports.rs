//! Exports: errands beside the loop.

use std::path::PathBuf;
use std::sync::Arc;

use super::Event;
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::io::export::{ExportOptions, Format, export};
use crate::io::store::RecordFilter;
use crate::logic::messages::Explain;

/// Writes an export on a thread of its own.
pub(super) fn export_records(
    ground: &Arc<Ground>,
    closing: &Stop,
    format: Format,
    filter: RecordFilter,
    columns: Vec<String>,
    path: PathBuf,
) {
    let ground = Arc::clone(ground);
    let closing = closing.clone();
    tokio::task::spawn_blocking(move || {
        let options = ExportOptions {
            filter,
            columns,
            ..ExportOptions::default()
        };
        let mut go_on = |_rows: u64| !closing.is_stopped();
        let event = match export(&ground.store, format, &options, &path, &mut go_on) {
            Ok(done) => Event::Exported {
                path,
                rows: done.rows,
            },
            Err(error) => Event::CommandFailed {
                message: error.explain(),
            },
        };
        ground.tell(event);
    });
}
