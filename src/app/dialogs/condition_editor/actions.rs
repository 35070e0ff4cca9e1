//! What is done when a condition counts: a message with its wording, a tag, a mark, a task.

use eframe::egui::{Button, Label, Ui};

use super::{ConditionEditor, lines_ui, preview, shown_match, wrong_with};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{
    AlertChannel, AlertPlan, ConditionActions, ConditionTiming, Message, TaskId, all_placeholders,
};
use bowerbird_engine::{AlertCommand, Command};

/// Lines that the message as it would be told keeps free.
const PREVIEW_LINES: f32 = 3.0;

/// Draws the choices.
pub(super) fn actions_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    plan: Option<&AlertPlan>,
    state: &mut ConditionEditor,
    sent: &mut Vec<Action>,
) {
    let set_up = plan.map(AlertPlan::channels).unwrap_or_default();
    ui.strong(look.t("condition-editor-then"));
    if state.condition.is_filter() {
        effects_ui(ui, look, &mut state.condition.actions);
        return;
    }
    let tell = &mut state.condition.actions.tell;
    ui.tick(tell, look.t("condition-editor-tell"));
    if *tell {
        message_ui(ui, look, (plan, &set_up), state, sent);
    }
    let actions = &mut state.condition.actions;
    tag_ui(ui, look, &mut actions.tag);
    ui.tick(&mut actions.mark_read, look.t("condition-editor-read"));
    let mut tasks: Vec<(Option<TaskId>, String)> =
        vec![(None, look.t("condition-editor-task-none"))];
    let own = state.condition.site;
    let others = world
        .tasks
        .iter()
        .filter(|task| !own.is_some_and(|site| task.runs(site)));
    tasks.extend(others.map(|task| (Some(task.id), task.title.clone())));
    let runs = state.condition.timing != ConditionTiming::Always && tasks.len() > 1;
    if runs || actions.task.is_some() {
        let label = "condition-editor-task";
        fields::choice(ui, look, label, &mut actions.task, &tasks, 220.0);
    }
}

/// What a filter does: it skips, or keeps, or neither; a record that is stored can be marked.
fn effects_ui(ui: &mut Ui, look: &UiContext, actions: &mut ConditionActions) {
    for (skip, keep, id) in [
        (true, false, "filter-editor-skip"),
        (false, true, "filter-editor-keep"),
        (false, false, "filter-editor-mark"),
    ] {
        let chosen = (actions.skip, actions.keep) == (skip, keep);
        let choice = ui.option(chosen, look.t(id));
        if choice.on_hover_text(look.t(&format!("{id}-tip"))).clicked() {
            (actions.skip, actions.keep) = (skip, keep);
        }
    }
    if actions.skip {
        (actions.tag, actions.mark_read) = (None, false);
        return;
    }
    tag_ui(ui, look, &mut actions.tag);
    ui.tick(&mut actions.mark_read, look.t("condition-editor-read"));
}

fn tag_ui(ui: &mut Ui, look: &UiContext, tag: &mut Option<String>) {
    ui.horizontal_wrapped(|ui| {
        let mut tags = tag.is_some();
        if ui.tick(&mut tags, look.t("condition-editor-tag")).changed() {
            *tag = tags.then(String::new);
        }
        if let Some(tag) = tag {
            let name = look.t("condition-editor-tag-name");
            let field = eframe::egui::TextEdit::singleline(tag).desired_width(140.0);
            ui.add(field).accessible_name(name);
        }
    });
}

fn message_ui(
    ui: &mut Ui,
    look: &UiContext,
    (plan, set_up): (Option<&AlertPlan>, &[AlertChannel]),
    state: &mut ConditionEditor,
    sent: &mut Vec<Action>,
) {
    let actions = &mut state.condition.actions;
    if set_up.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(look.hint(look.t("condition-editor-no-channels")));
            let set_up = ui.button(look.t("condition-editor-set-up"));
            if set_up
                .on_hover_text(look.t("condition-editor-set-up-tip"))
                .clicked()
            {
                state.is_aside = true;
                sent.push(Action::FindSetting(look.t("alert-settings")));
            }
            let desktop = plan.map(|plan| AlertPlan {
                desktop: true,
                language: look.language().tag().to_owned(),
                ..plan.clone()
            });
            if let Some(desktop) = desktop
                && ui.button(look.t("condition-editor-desktop")).clicked()
            {
                let order = AlertCommand::Plan(Box::new(desktop));
                sent.push(Action::Send(Command::Alerts(order)));
            }
        });
    } else {
        ui.horizontal_wrapped(|ui| {
            let mut all = actions.channels.is_empty();
            if ui
                .tick(&mut all, look.t("condition-editor-all-channels"))
                .changed()
            {
                actions.channels = match all {
                    true => Vec::new(),
                    false => set_up.to_vec(),
                };
            }
            let named = !actions.channels.is_empty();
            for channel in set_up.iter().filter(|_| named) {
                let mut on = actions.channels.contains(channel);
                let name = plan.map(|plan| plan.channel_name(*channel));
                let name = name.map(|name| Message::new("condition-channel").with("name", name));
                let name = name.map(|name| look.text(&name)).unwrap_or_default();
                if ui.tick(&mut on, name).changed() {
                    match on {
                        true => actions.channels.push(*channel),
                        false => actions.channels.retain(|other| other != channel),
                    }
                }
            }
        });
    }
    ui.horizontal(|ui| {
        let why = look.t("condition-editor-digest-why");
        if ui
            .option(!actions.digest, look.t("condition-editor-at-once"))
            .clicked()
        {
            actions.digest = false;
        }
        let digest = ui.option(actions.digest, look.t("condition-editor-digest"));
        if digest.on_hover_text(why).clicked() {
            actions.digest = true;
        }
    });
    let wording = &mut state.condition.wording;
    let hint = look.t("condition-editor-wording-hint");
    fields::text_field(ui, look, "condition-editor-wording", wording, &hint, 420.0);
    let outlook = state.outlook.as_ref();
    let all = all_placeholders(outlook.map_or(&[][..], |outlook| outlook.fields.as_slice()));
    let listed = look.t1("condition-editor-placeholders", "all", all);
    ui.add(Label::new(look.hint(listed)).wrap());
    lines_ui(ui, PREVIEW_LINES, |ui| match preview(look, state) {
        Ok(text) => {
            ui.horizontal_wrapped(|ui| {
                ui.label(look.hint(look.t("condition-editor-preview")));
                ui.add(Label::new(text).wrap());
            });
        }
        // Where it is typed.
        Err(wrong) => {
            ui.add(Label::new(look.coloured(look.text(&wrong), look.tokens.warn)).wrap());
        }
    });
    let chosen = match state.condition.actions.channels.is_empty() {
        true => set_up.to_vec(),
        false => state.condition.actions.channels.clone(),
    };
    let test = Button::new(look.t("condition-editor-test-message"));
    let wrong = wrong_with(state).err();
    let why = match &wrong {
        Some(wrong) => look.text(wrong),
        None => look.t("alert-no-channel"),
    };
    let test = ui.add_enabled(!chosen.is_empty() && wrong.is_none(), test);
    if test
        .on_hover_text(look.t("condition-editor-test-tip"))
        .on_disabled_hover_text(why)
        .clicked()
    {
        for channel in chosen {
            let order = AlertCommand::TestCondition {
                channel,
                condition: Box::new(state.condition.clone()),
                found: Box::new(shown_match(look, state)),
            };
            sent.push(Action::Send(Command::Alerts(order)));
        }
    }
}
