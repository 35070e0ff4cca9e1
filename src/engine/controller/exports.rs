//! Exports and moves into archives: errands beside the loop, one at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::{Event, ExportNews, ExportOrder};
use crate::engine::EngineError;
use crate::engine::exports::{self, SavedExport};
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::io::export::Exported;
use crate::io::store::StoreError;
use crate::logic::model::SiteId;

/// Least time between two words of progress.
const TELL_EVERY: Duration = Duration::from_millis(150);

/// The errand under way.
#[derive(Default)]
pub(super) struct Exports {
    running: Option<Stop>,
}

impl Exports {
    /// Does what is asked.
    pub(super) fn obey(
        &mut self,
        ground: &Arc<Ground>,
        closing: &Stop,
        order: ExportOrder,
    ) -> Result<(), EngineError> {
        match order {
            ExportOrder::Write { mut job, secret } => {
                job.options.secret = secret;
                self.start(ground, closing, move |ground, go_on| {
                    written(exports::deliver(&ground.store, &job, go_on)?)
                });
            }
            ExportOrder::WriteSaved { name } => {
                let all = exports::saved(&ground.store)?;
                let saved = all.into_iter().find(|saved| saved.name == name);
                let saved = saved.ok_or_else(|| StoreError::NotFound {
                    what: "export".to_owned(),
                })?;
                self.start(ground, closing, move |ground, go_on| {
                    let secrets = ground.secrets();
                    written(exports::deliver_saved(
                        &ground.store,
                        &secrets,
                        &saved,
                        go_on,
                    )?)
                });
            }
            ExportOrder::Save { mut export, secret } => {
                export.job.options.secret = secret;
                exports::save(&ground.store, &ground.secrets(), &export)?;
                ground.tell(Event::Exports(ExportNews::SavedChanged));
            }
            ExportOrder::Remove { name } => {
                exports::forget(&ground.store, &ground.secrets(), &name)?;
                ground.tell(Event::Exports(ExportNews::SavedChanged));
            }
            ExportOrder::Keep(retention) => {
                ground.store.set_retention(retention, Timestamp::now())?;
                ground.tell(Event::Exports(ExportNews::StorageChanged));
            }
            ExportOrder::Archive { before, period } => {
                self.start(ground, closing, move |ground, go_on| {
                    let moved = ground.store.archive(before, period, go_on)?;
                    ground.tell(Event::RecordsChanged);
                    Ok(ExportNews::Archived { moved })
                });
            }
            ExportOrder::Warc { site, path } => {
                self.start(ground, closing, move |ground, go_on| {
                    let done = exports::write_warc(&ground.store, site, &path, go_on)?;
                    written((done, path.clone()))
                });
            }
            ExportOrder::Cancel => {
                if let Some(running) = self.running.take() {
                    running.stop();
                }
            }
        }
        Ok(())
    }

    /// Does `work` on a thread of its own; what was under way is stopped.
    fn start(
        &mut self,
        ground: &Arc<Ground>,
        closing: &Stop,
        work: impl FnOnce(&Ground, &mut dyn FnMut(u64) -> bool) -> Result<ExportNews, EngineError>
        + Send
        + 'static,
    ) {
        let stop = Stop::new();
        if let Some(before) = self.running.replace(stop.clone()) {
            before.stop();
        }
        let ground = Arc::clone(ground);
        let closing = closing.clone();
        tokio::task::spawn_blocking(move || {
            let mut told = Instant::now();
            let mut go_on = |rows: u64| {
                if told.elapsed() >= TELL_EVERY {
                    told = Instant::now();
                    ground.tell(Event::Exports(ExportNews::Progress { rows }));
                }
                !closing.is_stopped() && !stop.is_stopped()
            };
            let event = match work(&ground, &mut go_on) {
                Ok(news) => Event::Exports(news),
                Err(error) => Event::CommandFailed { message: error.0 },
            };
            ground.tell(event);
        });
    }
}

fn written((done, path): (Exported, PathBuf)) -> Result<ExportNews, EngineError> {
    Ok(ExportNews::Written {
        path,
        rows: done.rows,
        notes: done.notes,
    })
}

/// Writes the kept exports that follow a run of `site`. The run is over when they are.
pub(super) fn after_run(ground: &Ground, site: SiteId) {
    let saved = match exports::saved(&ground.store) {
        Ok(saved) => saved,
        Err(error) => {
            ground.tell(Event::CommandFailed { message: error.0 });
            return;
        }
    };
    let concerns = |saved: &SavedExport| {
        let of = saved.job.options.filter.site;
        saved.after_run && of.is_none_or(|of| of == site)
    };
    for saved in saved.iter().filter(|saved| concerns(saved)) {
        let done = exports::deliver_saved(&ground.store, &ground.secrets(), saved, &mut |_| true);
        ground.tell(match done {
            Ok((done, path)) => Event::Exports(ExportNews::Written {
                path,
                rows: done.rows,
                notes: done.notes,
            }),
            Err(error) => Event::CommandFailed { message: error.0 },
        });
    }
}
