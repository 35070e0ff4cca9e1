//! A run whose task panicked: its report, and its end in the project.

use jiff::Timestamp;

use crate::context::EngineContext;
use crate::crawl::RunReport;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RunEnd, RunProgress, SiteId};

/// Ends the run of a site that panicked: it must not appear to run forever.
pub(in crate::controller) fn broken_run(context: &EngineContext, site: SiteId) -> RunReport {
    let message = Message::new("engine-run-broke");
    let open = context.store.runs(Some(site), 1).ok().and_then(|runs| {
        let run = runs.into_iter().next()?;
        run.ended_at.is_none().then_some(run)
    });
    let (run, progress) = open.map_or((None, RunProgress::default()), |run| {
        (Some(run.id), run.progress)
    });
    if let Some(run) = run {
        let now = Timestamp::now();
        let ended = context
            .store
            .end_run(run, RunEnd::Failed, &progress, Some(&message), now);
        if let Err(error) = ended {
            tracing::error!(%error, "a broken run stays open");
        }
    }
    RunReport {
        run,
        end: RunEnd::Failed,
        progress,
        message: Some(message),
    }
}
