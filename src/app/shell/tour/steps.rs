//! The steps of the tour: where each points, what it says, and what it does.

use eframe::egui::Align2;

use crate::shortcuts::View;
use crate::widgets::tour_targets::TourTarget;

/// What a step does on the sample project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TourTask {
    /// Shows the site that blocks.
    ShowBlocked,
    /// Opens a list in the workbench and takes what is proposed for it.
    TakeProposal,
    /// Runs a site.
    Run,
    /// Opens the repair of the redesigned site.
    Repair,
    /// Searches the records for a word.
    Search,
    /// Writes the records into a file.
    Write,
    /// Plans the runs of a site.
    Schedule,
}

/// A step.
#[derive(Clone, Copy, Debug)]
pub(super) struct TourStep {
    /// What it points at.
    pub target: TourTarget,
    /// Where the card stands afterwards, away from what there is to see.
    pub corner: Align2,
    /// The view that has it.
    pub view: View,
    /// Message id of its title.
    pub title: &'static str,
    /// Message id of its text.
    pub text: &'static str,
    /// What it does, with the message ids of the button and of what there is to see afterwards.
    pub task: Option<(TourTask, &'static str, &'static str)>,
}

/// All steps in order.
pub(super) const STEPS: [TourStep; 8] = [
    TourStep {
        target: TourTarget::Rail,
        corner: Align2::RIGHT_CENTER,
        view: View::Monitor,
        title: "tour-rail-title",
        text: "tour-rail",
        task: Some((TourTask::ShowBlocked, "tour-rail-do", "tour-rail-seen")),
    },
    TourStep {
        target: TourTarget::Address,
        corner: Align2::LEFT_CENTER,
        view: View::Workbench,
        title: "tour-address-title",
        text: "tour-address",
        task: Some((
            TourTask::TakeProposal,
            "tour-address-do",
            "tour-address-seen",
        )),
    },
    TourStep {
        target: TourTarget::RunAll,
        corner: Align2::RIGHT_CENTER,
        view: View::Sites,
        title: "tour-run-title",
        text: "tour-run",
        task: Some((TourTask::Run, "tour-run-do", "tour-run-seen")),
    },
    TourStep {
        target: TourTarget::SiteToRepair,
        corner: Align2::LEFT_BOTTOM,
        view: View::Sites,
        title: "tour-repair-title",
        text: "tour-repair",
        task: Some((TourTask::Repair, "tour-repair-do", "tour-repair-seen")),
    },
    TourStep {
        target: TourTarget::Search,
        corner: Align2::LEFT_BOTTOM,
        view: View::Results,
        title: "tour-results-title",
        text: "tour-results",
        task: Some((TourTask::Search, "tour-results-do", "tour-results-seen")),
    },
    TourStep {
        target: TourTarget::Export,
        corner: Align2::LEFT_BOTTOM,
        view: View::Results,
        title: "tour-write-title",
        text: "tour-write",
        task: Some((TourTask::Write, "tour-write-do", "tour-write-seen")),
    },
    TourStep {
        target: TourTarget::NewTask,
        corner: Align2::LEFT_BOTTOM,
        view: View::Tasks,
        title: "tour-task-title",
        text: "tour-task",
        task: Some((TourTask::Schedule, "tour-task-do", "tour-task-seen")),
    },
    TourStep {
        target: TourTarget::Finder,
        corner: Align2::LEFT_BOTTOM,
        view: View::Monitor,
        title: "tour-finder-title",
        text: "tour-finder",
        task: None,
    },
];
