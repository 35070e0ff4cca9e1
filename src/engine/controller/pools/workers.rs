//! What the window asks about workers on other machines. The server may be slow or away: each request is
//! answered beside the main loop.

use std::sync::Arc;

use crate::context::EngineContext;
use crate::crawl::remote::project_workers::ProjectWorkers;
use crate::protocol::{EngineError, Event, WorkersRequest};
use crate::runtime::threads::blocking;
use bowerbird_io::work_queue::WorkerOverview;

/// Does what is asked, and reports all workers.
pub(in crate::controller) fn handle_request(context: &Arc<EngineContext>, request: WorkersRequest) {
    let context = Arc::clone(context);
    tokio::spawn(async move {
        let inside = Arc::clone(&context);
        let done = blocking(move || answer(&inside, request)).await;
        let Some(done) = done else {
            return;
        };
        context.refresh_workers();
        match done {
            Ok(overview) => context.publish(Event::Workers(Box::new(overview))),
            Err(error) => context.publish(Event::CommandFailed { message: error.0 }),
        }
    });
}

fn answer(context: &EngineContext, request: WorkersRequest) -> Result<WorkerOverview, EngineError> {
    let workers = ProjectWorkers::with_secrets(&context.store, context.secrets())?;
    let key = |key: bowerbird_io::work_queue::PublicKey| key.to_string();
    match request {
        WorkersRequest::Look => {}
        WorkersRequest::Use { address, password } => {
            // Said in the section itself, beside what was typed.
            if let Err(error) = workers.use_queue(&address, password, None) {
                let mut overview = workers.overview()?;
                overview.problem = Some(error.0);
                return Ok(overview);
            }
        }
        WorkersRequest::Off => workers.turn_off()?,
        WorkersRequest::Accept { key: of, secrets } => {
            workers.accept(&key(of), secrets)?;
        }
        WorkersRequest::Remove(of) => {
            workers.remove(&key(of))?;
        }
        WorkersRequest::Pause(of) => {
            workers.change(&key(of), |worker| worker.paused = true)?;
        }
        WorkersRequest::Drain(of) => {
            workers.change(&key(of), |worker| worker.draining = true)?;
        }
        WorkersRequest::Resume(of) => {
            workers.change(&key(of), |worker| {
                (worker.paused, worker.draining) = (false, false);
            })?;
        }
    }
    workers.overview()
}
