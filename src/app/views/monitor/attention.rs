//! Sites that require attention, worst first: one sentence with the reason, the evidence one click
//! away, and the matching buttons.

use eframe::egui::{Button, Label, RichText, Ui};

use crate::action::Action;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::state::site_filter::SiteFilter;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::sites::{FailingSiteAction, act_entry_ui, act_ui, remedy_ui, severity};
use crate::widgets::action_menu::more_ui;
use crate::widgets::state_marks;
use bowerbird_engine::types::{AlertDelivery, RunOptions, Site, Task, TurnOutcome};
use bowerbird_engine::{Command, RunCommand};

/// Maximum sites shown; the rest is in the sites view.
const MOST: usize = 25;

/// Draws the list.
pub(super) fn attention_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    actions: &mut Vec<Action>,
) {
    let sites = worst_first(world);
    let tasks = world.troubled_tasks();
    let interrupted = interrupted(world);
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(look.title(look.t("monitor-attention")));
        let nothing = sites.is_empty() && tasks.is_empty() && interrupted.is_empty();
        if nothing && world.failing_channels.is_empty() {
            // Without a run there is nothing to be content with.
            let some_ran = world.sites().iter().any(|site| site.status.is_some());
            let words = match (some_ran, world.live.len()) {
                (true, _) => look.coloured(look.t("monitor-attention-none"), look.tokens.ok),
                (false, 0) => look.hint(look.t("monitor-attention-none-ran")),
                (false, runs) => look.hint(look.t1("monitor-attention-runs", "count", runs)),
            };
            ui.label(words);
            return;
        }
        for site in sites.iter().take(MOST) {
            ui.separator();
            site_ui(ui, look, world, site, actions);
        }
        if sites.len() > MOST {
            let more = look.t1("monitor-attention-more", "count", sites.len() - MOST);
            if look.quiet(ui, more).clicked() {
                actions.push(Action::ShowSitesBy(SiteFilter::Attention));
            }
        }
        for site in interrupted.iter().take(MOST) {
            ui.separator();
            interrupted_ui(ui, look, site, actions);
        }
        for task in tasks {
            ui.separator();
            task_ui(ui, look, task, actions);
        }
        for delivery in &world.failing_channels {
            ui.separator();
            channel_ui(ui, look, delivery, actions);
        }
    });
}

fn worst_first(world: &AppState) -> Vec<&Site> {
    let mut sites: Vec<&Site> = world
        .sites()
        .iter()
        .filter(|site| world.waits_for_person(site))
        .collect();
    sites.sort_by_key(|site| {
        let status = site.status.as_ref();
        let worst = severity(status.map(|status| status.state));
        // Among equals the newest first: the others are known already.
        std::cmp::Reverse((worst, status.map(|status| status.since)))
    });
    sites
}

/// Sites whose last run was cut off by the end of the program, and that nothing else is told of.
fn interrupted(world: &AppState) -> Vec<&Site> {
    let waits = |site: &&Site| {
        site.interrupted
            && site.enabled
            && !world.live.contains_key(&site.id)
            && !world.waits_for_person(site)
    };
    world.sites().iter().filter(waits).collect()
}

fn interrupted_ui(ui: &mut Ui, look: &UiContext, site: &Site, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let name = Button::new(RichText::new(&site.name).strong()).frame(false);
        if ui.add(name).clicked() {
            actions.push(Action::ShowSite(site.id));
        }
        if let Some(at) = site.last_run_at {
            ui.label(look.hint(look.time(at)))
                .on_hover_text(look.exact_time(at));
        }
    });
    ui.add(Label::new(look.t("monitor-interrupted")).wrap());
    if ui.button(look.t("monitor-continue")).clicked() {
        actions.push(Action::Send(Command::Run(RunCommand::Start {
            sites: vec![site.id],
            options: RunOptions::default(),
        })));
    }
}

fn site_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    actions: &mut Vec<Action>,
) {
    let Some(status) = &site.status else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let (mark, colour, word) = state_marks::status_mark(look, status);
        state_marks::word_ui(ui, mark, colour, &word);
        let name = Button::new(RichText::new(&site.name).strong()).frame(false);
        let tip = look.t("monitor-evidence-tip");
        if ui.add(name).on_hover_text(tip).clicked() {
            actions.push(Action::ShowEvidence(site.id));
        }
        ui.label(look.hint(look.time(status.since)))
            .on_hover_text(look.exact_time(status.since));
    });
    ui.add(Label::new(look.text(&status.reason)).wrap());
    if let Some(next) = &status.next {
        ui.add(Label::new(look.hint(look.text(next))).wrap());
    }
    // It has a sentence and buttons of its own.
    let is_shown = world
        .question(site.id)
        .is_some_and(|question| question.is_shown);
    if is_shown {
        remedy_ui(ui, look, world, site, status, actions);
    }
    // Always in this order: the same act first, what the state asks for, the menu.
    ui.horizontal_wrapped(|ui| {
        act_ui(ui, look, world, site, FailingSiteAction::RetryNow, actions);
        if !is_shown {
            remedy_ui(ui, look, world, site, status, actions);
        }
        more_ui(ui, look, &site.name, |ui| {
            for act in [FailingSiteAction::OtherProxy, FailingSiteAction::NotABlock] {
                act_entry_ui(ui, look, world, site, act, actions);
            }
        });
    });
}

/// A way of sending alerts that does not get through.
fn channel_ui(ui: &mut Ui, look: &UiContext, delivery: &AlertDelivery, actions: &mut Vec<Action>) {
    let Some(words) = delivery.message(|at| look.time(at)) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(look.t("alert-settings")).strong());
        ui.add(Label::new(look.text(&words)).wrap());
        if ui.button(look.t("monitor-see-alerts")).clicked() {
            actions.push(Action::Show(View::Settings));
        }
    });
}

fn task_ui(ui: &mut Ui, look: &UiContext, task: &Task, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&task.title).strong());
        ui.label(match task.last {
            Some(TurnOutcome::Failed) => look.t("monitor-task-failed"),
            _ => look.t1("monitor-missed", "count", task.missed_turns),
        });
        if ui.button(look.t("monitor-see-task")).clicked() {
            actions.push(Action::Show(View::Tasks));
        }
    });
}
