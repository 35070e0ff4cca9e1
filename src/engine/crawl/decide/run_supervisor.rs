//! A run's supervision: the state machine of its site, what is stored and reported of it, and the
//! recording. Input: answers and the end of the run. Output: decisions; transitions and
//! actions to the store and to the front ends.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::run_end_message::Ending;
use crate::context::EngineContext;
use crate::crawl::run_context::RunContext;
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::supervise::{
    Decision, Observation, Recorder, RunOutcome, SiteStateMachine, slowed_delay,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ActionKind, RunCause, RunEnd, RunId, RunLimits, RunOptions, SiteId, SiteStatus, Supervision,
    Verdict,
};

/// The supervision of one run.
pub(in crate::crawl) struct RunSupervisor {
    run_context: Arc<RunContext>,
    machine: SiteStateMachine,
    recorder: Option<(Recorder, PathBuf)>,
    generation: u32,
    /// The answer that ended the run.
    last: Option<Observation>,
    /// Whether the site's page limit bounds the run.
    bounded: bool,
}

impl RunSupervisor {
    /// The supervisor of a run that starts.
    pub(in crate::crawl) fn new(
        run_context: &Arc<RunContext>,
        run: RunId,
        options: &RunOptions,
    ) -> Result<Self, EngineError> {
        let site = supervision(&run_context.engine, run_context.site)?;
        // A manual run of a closed site sends one request, and continues if the site is open again.
        let try_only = options.cause != RunCause::Supervised && !options.now;
        let machine = SiteStateMachine::new(
            run_context.rule.plan(),
            site,
            Some(run),
            seed(run_context.site, run),
        )
        .cautious(try_only);
        let recorder = options
            .record
            .clone()
            .map(|path| (Recorder::new(&machine), path));
        Ok(Self {
            run_context: Arc::clone(run_context),
            machine,
            recorder,
            generation: 0,
            last: None,
            bounded: false,
        })
    }

    /// Decides about an answer received through the egress `generation`.
    pub(in crate::crawl) fn observe(
        &mut self,
        seen: Observation,
        generation: u32,
    ) -> Result<Decision, EngineError> {
        if generation != self.generation {
            self.generation = generation;
            self.machine.egress_changed();
            if let Some((recorder, _)) = &mut self.recorder {
                recorder.record_new_egress();
            }
        }
        let decision = self.machine.observe(&seen);
        if let Some((recorder, _)) = &mut self.recorder {
            recorder.record_observation(&seen, decision, self.machine.site().phase);
        }
        if matches!(decision, Decision::EndBlocked | Decision::EndFailed) {
            self.last = Some(seen);
        }
        Ok(decision)
    }

    /// The details of the last action, in words.
    pub(in crate::crawl) fn explain(&mut self, why: Message) {
        self.machine.explain(why);
    }

    /// The run waits for a person, because of this verdict on `url`.
    pub(in crate::crawl) fn await_person(
        &mut self,
        verdict: &Verdict,
        url: &str,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        self.machine.await_person(verdict, url, now);
        if let Some((recorder, _)) = &mut self.recorder {
            recorder.record_person_awaited(verdict.state, now);
        }
        self.keep()
    }

    /// The person has answered, and the run goes on.
    pub(in crate::crawl) fn person_answered(&mut self, now: Timestamp) -> Result<(), EngineError> {
        self.last = None;
        self.machine.person_answered(now);
        if let Some((recorder, _)) = &mut self.recorder {
            recorder.record_person_answered(now);
        }
        self.keep()
    }

    /// Nobody has answered: the site is again as it was when the run began to wait.
    pub(in crate::crawl) fn nobody_answered(&mut self, now: Timestamp) -> Result<(), EngineError> {
        self.machine.nobody_answered(now);
        if let Some((recorder, _)) = &mut self.recorder {
            recorder.record_nobody_answered(now);
        }
        self.keep()
    }

    /// Records an action that a person requested.
    pub(in crate::crawl) fn ordered(
        &mut self,
        kind: ActionKind,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        self.machine.ordered(kind, now);
        self.keep()
    }

    /// The minimum delay while the site is slowed down.
    pub(in crate::crawl) fn least_delay(&self) -> Duration {
        slowed_delay(self.run_context.rule.delay(), self.machine.pace_factor())
    }

    /// Limits the pages of the run if the site limits them, unless it was requested `now`.
    pub(in crate::crawl) fn bound(&mut self, limits: &mut RunLimits, now: bool) {
        let allowed = self.machine.allowance(Timestamp::now()).filter(|_| !now);
        let Some(allowed) = allowed.map(u64::from) else {
            return;
        };
        if limits.pages.is_none_or(|pages| pages > allowed) {
            limits.pages = Some(allowed);
            self.bounded = true;
        }
    }

    /// How many requests to one host may be in progress at once: fewer if the site rejected more.
    pub(in crate::crawl) fn at_once(&self) -> u32 {
        self.machine
            .at_once(self.run_context.rule.file().politeness.concurrency)
    }

    /// The end of a run stopped by the site's page limit, with a matching message.
    pub(in crate::crawl) fn explain_ending(&self, mut ending: Ending) -> Ending {
        let hourly = self.machine.site().memory.hourly;
        if let Some(hourly) = hourly.filter(|_| self.bounded && ending.end == RunEnd::Limited) {
            ending.message = Some(Message::new("supervise-run-paced").with("pages", hourly));
        }
        ending
    }

    /// Stores and reports what has changed.
    pub(in crate::crawl) fn keep(&mut self) -> Result<(), EngineError> {
        keep(&self.run_context.engine, &mut self.machine)
    }

    /// Handles the end of the run; `said` is the last status it reported.
    pub(in crate::crawl) fn end(
        &mut self,
        end: RunEnd,
        said: Option<&SiteStatus>,
    ) -> Result<(), EngineError> {
        let last = self.last.take();
        let verdict = last.as_ref().map(|seen| &seen.verdict);
        let ended = RunOutcome {
            at: Timestamp::now(),
            end,
            state: said
                .map(|status| status.state)
                .or(verdict.map(|verdict| verdict.state)),
            evidence: said
                .map(|status| &status.evidence)
                .or(verdict.map(|verdict| &verdict.evidence))
                .cloned()
                .unwrap_or_default(),
            url: said
                .map(|status| &status.url)
                .or(last.as_ref().map(|seen| &seen.url))
                .cloned()
                .unwrap_or_default(),
            retry_after: verdict.and_then(|verdict| verdict.retry_after),
        };
        self.machine.end(&ended);
        self.keep()?;
        let Some((mut recorder, path)) = self.recorder.take() else {
            return Ok(());
        };
        recorder.ended(&ended, &self.machine);
        let file = std::fs::File::create(&path).map_err(|error| no_record(&path, &error))?;
        recorder
            .recording()
            .write(std::io::BufWriter::new(file))
            .map_err(|error| no_record(&path, &error))
    }
}

fn no_record(path: &std::path::Path, error: &dyn std::error::Error) -> EngineError {
    EngineError(
        Message::new("supervise-no-record")
            .with("path", path.display().to_string())
            .with("reason", error.to_string()),
    )
}

/// The supervision of a site; a new one if none is stored.
pub(crate) fn supervision(
    context: &EngineContext,
    site: SiteId,
) -> Result<Supervision, EngineError> {
    let known = context.store.supervision(site)?;
    Ok(known.unwrap_or_else(|| Supervision::new(site, Timestamp::now())))
}

/// Stores and reports what has changed in a machine.
pub(crate) fn keep(
    context: &EngineContext,
    machine: &mut SiteStateMachine,
) -> Result<(), EngineError> {
    let change = machine.take_change();
    if change.is_empty() {
        return Ok(());
    }
    let site = machine.site().site;
    let change = change.with(machine.site().clone());
    tokio::task::block_in_place(|| context.store.keep_supervision(&change))?;
    if !change.actions.is_empty() || !change.ended.is_empty() {
        context.publish(Event::SiteActionsChanged { site });
    }
    for event in change.events {
        let event = Box::new(event);
        context.publish(Event::SitePhase { site, event });
    }
    Ok(())
}

/// The random seed of a run: the same for the same run.
fn seed(site: SiteId, run: RunId) -> u64 {
    let mut hasher = DefaultHasher::new();
    (site.0, run.0).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_chances_of_their_own() {
        assert_eq!(seed(SiteId(1), RunId(2)), seed(SiteId(1), RunId(2)));
        assert_ne!(seed(SiteId(1), RunId(2)), seed(SiteId(1), RunId(3)));
    }
}
