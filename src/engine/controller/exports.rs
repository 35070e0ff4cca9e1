//! Exports and moves into archives: errands beside the loop, one at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::{ErrandProgress, Event, ExportNews, ExportOrder};
use crate::engine::EngineError;
use crate::engine::exports::{self, ExportJob, SavedExport};
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::io::export::Exported;
use crate::io::secrets::Secrets;
use crate::io::store::{Store, StoreError};
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
                self.start(ground, closing, move |errand| {
                    errand.count_of(&job)?;
                    let (store, _) = errand.stores();
                    written(exports::deliver(&store, &job, &mut |rows| {
                        errand.go_on(rows)
                    })?)
                });
            }
            ExportOrder::WriteSaved { name } => {
                let all = exports::saved(&ground.store)?;
                let saved = all.into_iter().find(|saved| saved.name == name);
                let saved = saved.ok_or_else(|| StoreError::NotFound {
                    what: "export".to_owned(),
                })?;
                self.start(ground, closing, move |errand| {
                    errand.count_of(&saved.job)?;
                    let (store, secrets) = errand.stores();
                    let go_on = &mut |rows| errand.go_on(rows);
                    written(exports::deliver_saved(&store, &secrets, &saved, go_on)?)
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
                self.start(ground, closing, move |errand| {
                    let (store, _) = errand.stores();
                    errand.is_of(store.count_to_archive(before)?);
                    let moved = store.archive(before, period, &mut |rows| errand.go_on(rows))?;
                    errand.ground.tell(Event::RecordsChanged);
                    Ok(ExportNews::Archived { moved })
                });
            }
            ExportOrder::Warc { site, path } => {
                self.start(ground, closing, move |errand| {
                    let (store, _) = errand.stores();
                    errand.is_of(match site {
                        Some(site) => store.count_stored_pages(site)?,
                        None => store.snapshot_counts()?.pages,
                    });
                    let go_on = &mut |rows| errand.go_on(rows);
                    written((exports::write_warc(&store, site, &path, go_on)?, path))
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
        work: impl FnOnce(&mut Errand) -> Result<ExportNews, EngineError> + Send + 'static,
    ) {
        let stop = Stop::new();
        if let Some(before) = self.running.replace(stop.clone()) {
            before.stop();
        }
        let now = Instant::now();
        let mut errand = Errand {
            ground: Arc::clone(ground),
            stops: [closing.clone(), stop],
            of: None,
            begun: now,
            told: now,
        };
        tokio::task::spawn_blocking(move || {
            let event = match work(&mut errand) {
                Ok(news) => Event::Exports(news),
                Err(error) => Event::CommandFailed { message: error.0 },
            };
            errand.ground.tell(event);
        });
    }
}

/// What is written or moved, and how far it is.
struct Errand {
    ground: Arc<Ground>,
    /// Either of them ends it.
    stops: [Stop; 2],
    /// Records or pages to be done, where they were counted.
    of: Option<u64>,
    begun: Instant,
    told: Instant,
}

impl Errand {
    fn stores(&self) -> (Store, Arc<Secrets>) {
        (self.ground.store.clone(), self.ground.secrets())
    }

    /// Counts what `job` is to write; what is new since the last time is not counted first.
    fn count_of(&mut self, job: &ExportJob) -> Result<(), EngineError> {
        if !job.since_last {
            let (store, _) = self.stores();
            let counted = store.count_found_anywhere(&job.options.filter)?;
            if !counted.all.newest_only {
                self.is_of(counted.all.records);
            }
        }
        Ok(())
    }

    /// So many records, or pages, are to be done.
    fn is_of(&mut self, all: u64) {
        self.of = Some(all);
        self.tell(0);
    }

    fn tell(&self, rows: u64) {
        let progress = ErrandProgress::new(rows, self.of, self.begun.elapsed());
        let news = ExportNews::Progress(progress);
        self.ground.tell(Event::Exports(news));
    }

    /// Tells now and then that `rows` are done; whether to go on.
    fn go_on(&mut self, rows: u64) -> bool {
        if self.told.elapsed() >= TELL_EVERY {
            self.told = Instant::now();
            self.tell(rows);
        }
        !self.stops.iter().any(Stop::is_stopped)
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
