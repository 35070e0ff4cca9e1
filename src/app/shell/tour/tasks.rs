//! What the steps of the tour do, and when it is done. Only the sample project is changed, and a
//! file that did not exist is written.

use std::path::{Path, PathBuf};

use super::steps::TourTask;
use super::{Progress, Tour};
use crate::action::{Action, Notice, TourAction};
use crate::shell::Bowerbird;
use crate::shortcuts::View;
use crate::views::results::usual_export;
use crate::views::tasks;
use crate::views::workbench::author::Step as NextStep;
use bowerbird_engine::types::{Message, RunOptions, Site, TaskDraft, Timing};
use bowerbird_engine::{Command, RunCommand, TaskCommand};

/// The word that is searched for.
pub(super) const WORD: &str = "ferry";
/// The name of the written file.
const FILE: &str = "bowerbird-sample.csv";
/// At eight on weekdays.
pub(super) const WEEKDAYS: &str = "0 8 * * 1-5";
/// Highest number behind the name of a file, where others exist already.
const MOST_FILES: usize = 99;

impl Bowerbird {
    /// Whether the sample project is open.
    pub(super) fn is_sample(&self) -> bool {
        self.world.project.as_ref() == Some(&self.sample)
    }

    /// The site of the sample at this path of its address.
    pub(super) fn sample_site(&self, path: &str) -> Option<&Site> {
        let start = format!("{}{path}", self.world.sample.as_ref()?);
        self.world.sites().iter().find(|site| site.start == start)
    }

    /// Executes a command on the tour.
    pub(in crate::shell) fn advance_tour(&mut self, what: TourAction, further: &mut Vec<Action>) {
        if what == TourAction::Do {
            return self.do_step(further);
        }
        if what == TourAction::Begin && self.project.is_none() {
            further.push(Action::OpenSampleProject);
        }
        let left_at = self.settings.tour_step;
        let before = self.tour.take();
        let made = before.map(|tour| tour.made).unwrap_or_default();
        let on_the_way = before.as_ref().is_some_and(|tour| !tour.is_last());
        self.tour = match what {
            TourAction::Begin => Some(Tour::at(left_at)),
            what => before.unwrap_or_default().after(what),
        };
        match &self.tour {
            Some(tour) => self.settings.tour_step = tour.step,
            None => {
                self.tidy_after_tour(made, further);
                self.settings.toured = true;
                match what == TourAction::End && on_the_way {
                    true => {
                        let told = Message::new("tour-left");
                        further.push(Action::Notify(Notice::info(told)));
                    }
                    false => self.settings.tour_step = 0,
                }
            }
        }
        self.keep_settings();
    }

    /// Shows the view of a step that begins, and continues what the step does.
    pub(super) fn follow_tour(&mut self, tour: &mut Tour, actions: &mut Vec<Action>) {
        if !std::mem::replace(&mut tour.shown, true) {
            actions.push(Action::Show(tour.view()));
            if tour.task() == Some(TourTask::Write) {
                self.propose_file();
            }
        }
        let author = &mut self.views.workbench.author;
        if tour.tried
            && tour.task() == Some(TourTask::TakeProposal)
            && author.rule.is_none()
            && let NextStep::Offer { offer, .. } = author.next_step()
        {
            author.accept_offer(offer, actions);
        }
    }

    /// How far the current step is.
    pub(super) fn tour_progress(&self, tour: &Tour) -> Progress {
        let Some(task) = tour.task() else {
            return Progress::Told;
        };
        if self.is_done(tour, task) {
            Progress::Done
        } else if tour.tried {
            Progress::Going
        } else if self.is_possible(task) {
            Progress::Open
        } else {
            Progress::Impossible
        }
    }

    fn is_possible(&self, task: TourTask) -> bool {
        match task {
            TourTask::ShowBlocked => self.sample_site("exchange/").is_some(),
            // An unsaved rule is not dropped.
            TourTask::TakeProposal => {
                self.world.sample.is_some() && !self.views.workbench.author.changed()
            }
            TourTask::Run | TourTask::Schedule => self.sample_site("").is_some(),
            TourTask::Repair => {
                let status = self.sample_site("review/").map(|site| &site.status);
                let status = status.and_then(Option::as_ref);
                status.is_some_and(|status| status.needs_repair())
            }
            TourTask::Search | TourTask::Write => self.world.records > 0,
        }
    }

    fn is_done(&self, tour: &Tour, task: TourTask) -> bool {
        let views = &self.views;
        match task {
            TourTask::ShowBlocked => tour.tried,
            TourTask::TakeProposal => tour.tried && views.workbench.author.rule.is_some(),
            TourTask::Run => {
                let site = self.sample_site("").map(|site| site.id);
                tour.tried && site.is_some_and(|site| self.world.ended.contains_key(&site))
            }
            TourTask::Repair => {
                let repair = views.workbench.maintenance.repair.as_ref();
                repair.is_some_and(|repair| matches!(repair.offer, Some(Ok(_))))
            }
            TourTask::Search => tour.tried && !views.results.search.trim().is_empty(),
            TourTask::Write => views.results.exported.is_some(),
            TourTask::Schedule => {
                let site = self.sample_site("").map(|site| site.id);
                let mut tasks = self.world.tasks.iter();
                site.is_some_and(|site| tasks.any(|task| task.runs(site)))
            }
        }
    }

    /// Does what the current step is about.
    fn do_step(&mut self, further: &mut Vec<Action>) {
        let Some(task) = self.tour.as_ref().and_then(Tour::task) else {
            return;
        };
        // Nothing of a person's own project is touched.
        if !self.is_sample() || !self.is_possible(task) {
            return;
        }
        let list = self.world.sample.clone().unwrap_or_default();
        let news = self.sample_site("").map(|site| site.id);
        match task {
            TourTask::ShowBlocked => {
                let site = self.sample_site("exchange/");
                further.extend(site.map(|site| Action::ShowSite(site.id)));
            }
            TourTask::TakeProposal => {
                self.views.workbench.author.begin_anew(further);
                further.push(Action::OpenInWorkbench {
                    url: list,
                    site: None,
                });
            }
            TourTask::Run => {
                if let Some(site) = news {
                    self.world.ended.remove(&site);
                    further.push(Action::Send(Command::Run(RunCommand::Start {
                        sites: vec![site],
                        options: RunOptions::default(),
                    })));
                    further.push(Action::ShowSite(site));
                }
            }
            TourTask::Repair => {
                let site = self.sample_site("review/");
                further.extend(site.map(|site| Action::RepairSite(site.id)));
            }
            TourTask::Search => further.push(Action::ShowRecords {
                site: None,
                search: WORD.to_owned(),
            }),
            TourTask::Write => {
                further.push(Action::Show(View::Results));
                self.views.results.write(further);
            }
            TourTask::Schedule => {
                if let Some(site) = news {
                    let timing = Timing::Cron {
                        expression: WEEKDAYS.to_owned(),
                        timezone: tasks::machine_zone(),
                    };
                    let draft = TaskDraft::of_site(site, timing);
                    further.push(Action::Send(Command::Task(TaskCommand::Add { draft })));
                    tasks::wake(&self.world, further);
                }
            }
        }
        let wakes = !self.world.scheduling;
        if let Some(tour) = &mut self.tour {
            tour.tried = true;
            tour.made.search |= task == TourTask::Search;
            tour.made.task |= task == TourTask::Schedule;
            tour.made.scheduler |= task == TourTask::Schedule && wakes;
        }
    }

    /// Proposes a new file beside the last export.
    fn propose_file(&mut self) {
        let last = self.settings.last_export.clone();
        let path = unused_file(&last.unwrap_or_else(usual_export).with_file_name(FILE));
        let path = path.display().to_string();
        let results = &mut self.views.results;
        results.exported = None;
        results.export.follow_path(&path);
        results.export_path = path;
    }
}

/// `path`, or the same with a number if it exists. Unlike in names of sites, the number precedes an
/// extension, and as many as [`MOST_FILES`] are looked for on the disk.
fn unused_file(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = (2..=MOST_FILES).map(|n| path.with_file_name(format!("{stem}-{n}.csv")));
    let mut names = std::iter::once(path.to_owned()).chain(numbered);
    names
        .find(|name| !name.exists())
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_exists_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(unused_file(&path), path);
        std::fs::write(&path, "").unwrap();
        assert_eq!(
            unused_file(&path),
            folder.path().join("bowerbird-sample-2.csv")
        );
    }
}
