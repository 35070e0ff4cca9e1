//! The faults of a run, grouped: one line per kind of fault with an example page. A click on a line
//! shows only its pages.

use eframe::egui::{Button, ScrollArea, Ui};

use super::RunsState;
use super::page_actions::{self, outcome_id};
use crate::action::Action;
use crate::background::PagesOfRun;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, PageFilter, PageGroup, Run};

/// Maximum height of the list, in points: about four lines.
const HEIGHT: f32 = 118.0;

/// Draws the groups of `run`.
pub(super) fn groups_ui(
    ui: &mut Ui,
    look: &UiContext,
    run: &Run,
    came: &PagesOfRun,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    if came.groups.is_empty() {
        return;
    }
    let list = ScrollArea::vertical().id_salt("groups").max_height(HEIGHT);
    list.auto_shrink([false, true]).show(ui, |ui| {
        for group in &came.groups {
            ui.horizontal(|ui| group_ui(ui, look, run, (came, group), state, actions));
        }
    });
}

fn group_ui(
    ui: &mut Ui,
    look: &UiContext,
    run: &Run,
    (came, group): (&PagesOfRun, &PageGroup),
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    let why = match &group.cause {
        Some(cause) => look.text(cause),
        None => look.t(&outcome_id(group.outcome)),
    };
    let words = Message::new("app-runs-group")
        .with("count", group.count)
        .with("why", why);
    let shown = state.group.as_deref() == Some(&group.signature);
    let example = look.quiet(ui, look.t("app-runs-group-example"));
    let example = example.on_hover_text(&group.example);
    if example.clicked() {
        let page = came.pages.iter().find(|page| page.url == group.example);
        actions.push(match page {
            Some(page) => page_actions::shown(page, run.site),
            None => Action::OpenInWorkbench {
                url: group.example.clone(),
                site: Some(run.site),
            },
        });
    }
    let words = look.text(&words);
    let tip = format!("{words}\n{}", look.t("app-runs-group-tip"));
    let line = ui.add(Button::selectable(shown, words).truncate());
    if line.on_hover_text(tip).clicked() {
        match shown {
            true => state.choose(PageFilter::Wrong, None, actions),
            false => {
                let group = Some(group.signature.clone());
                state.choose(PageFilter::Wrong, group, actions);
            }
        }
    }
}
