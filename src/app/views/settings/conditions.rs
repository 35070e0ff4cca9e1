//! The conditions over records, among the alerts of the project.

use eframe::egui::{Label, Ui};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::state::new_condition::new_condition;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    AlertPlan, Message, RecordCondition, StoredCondition, actions_text, condition_text,
};
use bowerbird_engine::{AlertCommand, Command};

/// Draws the conditions.
pub(super) fn conditions_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    (plan, conditions): (&AlertPlan, &[StoredCondition]),
    actions: &mut Vec<Action>,
) {
    ui.label(look.t("condition-settings"));
    ui.add(Label::new(look.hint(look.t("condition-settings-hint"))).wrap());
    if conditions.is_empty() {
        ui.label(look.hint(look.t("condition-none")));
    }
    for stored in conditions {
        ui.push_id(("condition", stored.condition.id), |ui| {
            condition_ui(ui, look, world, (plan, stored), actions);
        });
    }
    if ui.button(look.t("condition-new")).clicked() {
        let condition = Box::new(new_condition(None));
        actions.push(Action::EditCondition(condition));
    }
}

fn condition_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    (plan, stored): (&AlertPlan, &StoredCondition),
    actions: &mut Vec<Action>,
) {
    let condition = &stored.condition;
    ui.horizontal_wrapped(|ui| {
        let mut enabled = condition.enabled;
        let name = look.t1("condition-enable", "number", condition.id);
        let words = condition_text(&look.texts, condition);
        let on = ui
            .tick(&mut enabled, words)
            .accessible_name(name.clone())
            .on_hover_text(name);
        if on.changed() {
            let changed = RecordCondition {
                enabled,
                ..condition.clone()
            };
            let order = AlertCommand::Condition(Box::new(changed));
            actions.push(Action::Send(Command::Alerts(order)));
        }
        let name = look.t1("condition-edit-name", "number", condition.id);
        let edit = look
            .quiet(ui, look.t("condition-edit"))
            .accessible_name(name);
        if edit.clicked() {
            actions.push(Action::EditCondition(Box::new(condition.clone())));
        }
        let name = look.t1("condition-remove-name", "number", condition.id);
        let remove = look.quiet(ui, look.t("app-remove")).accessible_name(name);
        if remove.clicked() {
            let order = AlertCommand::RemoveCondition(condition.id);
            actions.push(Action::Send(Command::Alerts(order)));
        }
    });
    let scope = match (condition.site, &condition.tag) {
        (Some(id), _) => world.site(id).map(|site| site.name.clone()),
        (None, Some(tag)) => Some(look.t1("alert-covers-tag", "tag", tag.as_str())),
        (None, None) => None,
    };
    let mut words = vec![
        scope.unwrap_or_else(|| look.t("alert-covers-all")),
        actions_text(&look.texts, condition, plan),
        look.t1("condition-row-figures", "count", stored.recent),
    ];
    for (id, count) in [
        ("condition-row-waiting", stored.waiting),
        ("condition-row-skipped", stored.skipped),
    ] {
        if count > 0 {
            words.push(look.text(&Message::new(id).with("count", count)));
        }
    }
    ui.add(Label::new(look.hint(words.join(" · "))).wrap());
}
