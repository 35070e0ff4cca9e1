//! What the tour made in the sample project, and undoes when it ends: a task, the scheduler that it
//! switched on, a search. The file that it wrote stays.

use super::tasks::{WEEKDAYS, WORD};
use crate::action::{Action, Notice};
use crate::shell::Bowerbird;
use bowerbird_engine::types::{Message, Timing};
use bowerbird_engine::{Command, TaskCommand};

/// What there is to undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TourLeftovers {
    /// It added a task.
    pub task: bool,
    /// It switched the scheduler on.
    pub scheduler: bool,
    /// It searched the records.
    pub search: bool,
}

impl Bowerbird {
    /// Undoes what the tour made, and says so.
    pub(super) fn tidy_after_tour(&mut self, made: TourLeftovers, further: &mut Vec<Action>) {
        if made == TourLeftovers::default() || !self.is_sample() {
            return;
        }
        if made.search && self.views.results.search == WORD {
            self.views.results.search.clear();
            self.views.results_stale = true;
            self.views.results.ask(further);
        }
        let site = self.sample_site("").map(|site| site.id);
        let is_made = |timing: &Timing| matches!(timing, Timing::Cron { expression, .. } if expression == WEEKDAYS);
        let tasks = self.world.tasks.iter().filter(|_| made.task);
        let added = tasks.filter(|task| {
            is_made(&task.timing)
                && !task.from_rule
                && site.is_some_and(|site| task.sites == [site])
        });
        let added = added.max_by_key(|task| task.id).map(|task| task.id);
        // Removed at once: the removal that can be taken back is for what a person made.
        let removal = added.map(|task| Command::Task(TaskCommand::Remove { task }));
        if let (Some(project), Some(removal)) = (&self.project, removal) {
            project.engine.send(removal);
        }
        if made.scheduler && self.world.scheduling {
            let off = TaskCommand::Schedule { on: false };
            further.push(Action::Send(Command::Task(off)));
        }
        let told = Message::new("tour-tidied");
        further.push(Action::Notify(Notice::info(told)));
    }
}
