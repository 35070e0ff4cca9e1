//! The demonstration of a sample project: what works and what goes wrong on real sites, by real
//! runs against the sample site. Its stages follow each other as their runs end, and an interrupted
//! demonstration goes on when the project is opened again.

use super::sample::{self, Stage};
use crate::controller::main_loop::MainLoop;
use crate::protocol::{EngineError, Event};
use bowerbird_logic::model::{RunOptions, SiteId};

/// A demonstration in progress.
pub(in crate::controller) struct Demonstration {
    stage: Stage,
    /// The sites whose runs have not ended.
    waits: Vec<SiteId>,
}

impl MainLoop {
    /// Begins or continues the demonstration.
    ///
    /// # Errors
    /// When the sample site cannot be served or the project cannot be written.
    pub(in crate::controller) fn demonstrate(&mut self) -> Result<(), EngineError> {
        if self.demonstration.is_some() {
            return Ok(());
        }
        match sample::prepare(&self.context, &mut self.sample)? {
            Stage::Done => Ok(()),
            stage => self.run_stage(stage),
        }
    }

    /// Continues with the next stage once the last run of this one has ended.
    pub(in crate::controller) fn demonstrated(&mut self) -> Result<(), EngineError> {
        let Some(shown) = &mut self.demonstration else {
            return Ok(());
        };
        // One that a person took out of the queue never runs.
        shown.waits.retain(|site| self.runs.is_active(*site));
        // Runs that the end of the program interrupts continue in the same stage.
        if !shown.waits.is_empty() || self.runs.closing {
            return Ok(());
        }
        let next = shown.stage.next();
        self.demonstration = None;
        self.run_stage(next)
    }

    /// Runs the sites of a stage; stages without sites are passed over.
    fn run_stage(&mut self, mut stage: Stage) -> Result<(), EngineError> {
        let Some(sample) = &self.sample else {
            return Ok(());
        };
        loop {
            sample::enter(&self.context, sample, stage)?;
            if stage == Stage::Done {
                self.context.publish(Event::SampleCollected);
                return Ok(());
            }
            let sites = sample::sites_of(&self.context, sample, stage)?;
            if !sites.is_empty() {
                self.demonstration = Some(Demonstration {
                    stage,
                    waits: sites.clone(),
                });
                // Nobody is to answer the part that blocks.
                let options = RunOptions {
                    person_wait: Some(0),
                    ..RunOptions::default()
                };
                return self.runs.run(&sites, &options);
            }
            stage = stage.next();
        }
    }
}
