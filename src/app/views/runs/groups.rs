//! What went wrong in a run, gathered: a line for each sort of fault with one page to look at. A
//! click on a line shows its pages alone.

use eframe::egui::{ScrollArea, Ui};

use super::RunsState;
use crate::action::Action;
use crate::look::Look;
use bowerbird_engine::types::{Message, PageFilter, PageGroup, Run};

/// Height of the list at most, in points: four lines or so.
const HEIGHT: f32 = 118.0;

/// Draws the groups of `run`.
pub(super) fn groups_ui(
    ui: &mut Ui,
    look: &Look,
    run: &Run,
    groups: &[PageGroup],
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    if groups.is_empty() {
        return;
    }
    let list = ScrollArea::vertical().id_salt("groups").max_height(HEIGHT);
    list.auto_shrink([false, true]).show(ui, |ui| {
        for group in groups {
            ui.horizontal(|ui| group_ui(ui, look, run, group, state, actions));
        }
    });
}

fn group_ui(
    ui: &mut Ui,
    look: &Look,
    run: &Run,
    group: &PageGroup,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    let why = match &group.cause {
        Some(cause) => look.say(cause),
        None => look.t(&super::pages::outcome_id(group.outcome)),
    };
    let words = Message::new("app-runs-group")
        .with("count", group.count)
        .with("why", why);
    let shown = state.group.as_deref() == Some(&group.signature);
    let example = look.quiet(ui, look.t("app-runs-group-example"));
    let example = example.on_hover_text(&group.example);
    if example.clicked() {
        actions.push(Action::OpenInWorkbench {
            url: group.example.clone(),
            site: Some(run.site),
        });
    }
    let line = ui.selectable_label(shown, look.say(&words));
    if line.on_hover_text(look.t("app-runs-group-tip")).clicked() {
        match shown {
            true => state.choose(PageFilter::Wrong, None, actions),
            false => {
                let group = Some(group.signature.clone());
                state.choose(PageFilter::Wrong, group, actions);
            }
        }
    }
}
