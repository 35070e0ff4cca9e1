//! Exports: errands beside the loop.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Event;
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::io::export::{ExportOptions, Format, export};
use crate::logic::messages::Explain;

/// How often it is told how far an export is.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// Writes an export on a thread of its own, until one of `stops` says otherwise.
pub(super) fn export_records(
    ground: &Arc<Ground>,
    stops: [&Stop; 2],
    format: Format,
    options: Box<ExportOptions>,
    path: PathBuf,
) {
    let ground = Arc::clone(ground);
    let stops = stops.map(Stop::clone);
    tokio::task::spawn_blocking(move || {
        let mut told = Instant::now();
        let mut go_on = |rows: u64| {
            if told.elapsed() >= TOLD_EVERY {
                told = Instant::now();
                ground.tell(Event::Exporting { rows });
            }
            !stops.iter().any(Stop::is_stopped)
        };
        let event = match export(&ground.store, format, &options, &path, &mut go_on) {
            Ok(done) => Event::Exported {
                path,
                rows: done.rows,
                notes: done.notes,
            },
            Err(error) => Event::CommandFailed {
                message: error.explain(),
            },
        };
        ground.tell(event);
    });
}
