//! Exports and the sample site: errands beside the loop.

use std::path::PathBuf;
use std::sync::Arc;

use super::hub::{Hub, Note};
use super::{EngineError, Event, sites};
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::io::export::{ExportOptions, Format, export};
use crate::io::sample::SampleSite;
use crate::io::store::RecordFilter;
use crate::logic::messages::{Explain, Message};
use crate::logic::rules::parse;

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
        let options = ExportOptions { filter, columns };
        let mut go_on = |_rows: u64| !closing.is_stopped();
        let event = match export(&ground.store, format, &options, &path, &mut go_on) {
            Ok(rows) => Event::Exported { path, rows },
            Err(error) => Event::CommandFailed {
                message: error.explain(),
            },
        };
        ground.tell(event);
    });
}

/// Starts the sample site once, and adds its sites (or gives those there its address of now).
pub(super) fn open_sample(hub: &Hub) {
    let ground = Arc::clone(&hub.ground);
    if let Some(sample) = &hub.sample {
        let added = add_sample(&ground, sample);
        tell_sample(&ground, sample.url(), added);
        return;
    }
    let notes = hub.notes.clone();
    tokio::task::spawn_blocking(move || match SampleSite::start_preferred() {
        Ok(sample) => {
            let (url, added) = (sample.url(), add_sample(&ground, &sample));
            let _ = notes.send(Note::Sample(sample));
            tell_sample(&ground, url, added);
        }
        Err(error) => {
            let reason = error.to_string();
            let message = Message::new("engine-no-sample").with("reason", reason);
            ground.tell(Event::CommandFailed { message });
        }
    });
}

fn tell_sample(ground: &Ground, url: String, added: Result<(), EngineError>) {
    match added {
        Ok(()) => ground.tell(Event::SampleReady { url }),
        Err(error) => ground.tell(Event::CommandFailed { message: error.0 }),
    }
}

fn add_sample(ground: &Arc<Ground>, sample: &SampleSite) -> Result<(), EngineError> {
    for (_, rule_toml) in sample.rules() {
        let name = parse(&rule_toml)?.file().site.name.clone();
        match ground.store.site_by_name(&name)? {
            Some(site) => sites::update(ground, site.id, &rule_toml)?,
            None => {
                sites::add(ground, &rule_toml)?;
            }
        }
    }
    Ok(())
}
