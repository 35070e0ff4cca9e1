//! Proposes the rule of a search with engines that are ready to use: asks each engine's robots.txt first.
//! Output: an event. Nothing is stored.

use std::sync::Arc;
use std::time::Duration;

use crate::context::EngineContext;
use crate::protocol::{EngineError, Event, RefusedEngine, SearchDraft, SearchProposal};
use crate::single_page::{known_engines, proposal};
use bowerbird_io::fetch::Session;

/// How long a robots.txt is waited for; an engine that does not answer is asked again by the run.
const PATIENCE: Duration = Duration::from_secs(20);

/// Starts it; `generation` is returned with the result.
pub(in crate::controller) fn start(
    context: &Arc<EngineContext>,
    generation: u64,
    draft: SearchDraft,
) {
    let context = Arc::clone(context);
    tokio::spawn(async move {
        let proposed = propose(&context, draft).await.map_err(|error| error.0);
        let proposed = Box::new(proposed);
        context.publish(Event::SearchProposed {
            generation,
            proposed,
        });
    });
}

async fn propose(
    context: &Arc<EngineContext>,
    draft: SearchDraft,
) -> Result<SearchProposal, EngineError> {
    let all = known_engines(None)?;
    let words = draft.all_words()?;
    let engines = draft.engines_of(&all)?;
    let asked = engines.iter().filter_map(|engine| {
        let url = engine.example_address()?;
        Some(async move {
            let reach = context.fetcher.reach_of_named(&url).await;
            let session = Session::new(None, None, None).reaching(reach);
            let robots = context.fetcher.robots(&session, &url);
            let robots = tokio::time::timeout(PATIENCE, robots).await.ok()?;
            let is_refused = !robots.allowed && !robots.unreachable;
            is_refused.then(|| RefusedEngine {
                name: engine.name.clone(),
                rule: robots.rule.unwrap_or_default(),
            })
        })
    });
    let mut refused = Vec::new();
    for answer in asked {
        refused.extend(answer.await);
    }
    proposal(&draft, &engines, &words, refused)
}
