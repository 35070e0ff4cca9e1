//! The rule that grows beside the page: its list, its fields with their colours and shapes, its
//! faults, and what to do with it.

use eframe::egui::{self, Button, Label, RichText, ScrollArea, Ui};

use super::draft::Draft;
use super::state::WorkbenchState;
use crate::app::action::Action;
use crate::app::command::UiCommand;
use crate::app::look::Look;
use crate::app::views::sites::Editor;
use crate::app::widgets::{fields, marks};
use crate::app::world::World;
use crate::engine::types::{Alternative, Message};

/// Draws the rule.
pub fn rule_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut WorkbenchState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.label(look.title(look.t("app-bench-rule")));
        if let Some(site) = state.page.site.and_then(|site| world.site(site)) {
            ui.label(look.hint(&site.name));
        }
    });
    if state.rule.is_none() {
        ui.label(look.hint(look.t("app-bench-no-rule")));
        if ui
            .add_enabled(
                state.page.opened.is_some(),
                Button::new(look.t("app-bench-begin-rule")),
            )
            .clicked()
        {
            state.rule_or_new();
        }
        return;
    }
    buttons_ui(ui, look, state, actions);
    ScrollArea::vertical()
        .id_salt("rule")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 6.0);
            let mut shown = None;
            if let Some(rule) = &mut state.rule {
                faults_ui(ui, look, rule);
                name_ui(ui, look, rule);
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.spacing_mut().interact_size.y = 22.0;
                list_ui(ui, look, rule, &mut shown);
                fields_ui(ui, look, rule, &mut shown);
            }
            if let Some(draft) = shown {
                state.draft = draft;
                state.select(actions);
            }
        });
}

fn buttons_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let usable = state.page.opened.is_some();
        let tip = UiCommand::TryRule.tooltip(look, ui.ctx());
        if ui
            .add_enabled(usable, Button::new(look.t("app-bench-try")))
            .on_hover_text(tip)
            .clicked()
        {
            state.try_rule(actions);
        }
        let Some(rule) = &state.rule else {
            return;
        };
        let id = if rule.site.is_some() {
            "app-bench-save-rule"
        } else {
            "app-bench-save-site"
        };
        let sound = rule.faults.is_empty();
        let tip = UiCommand::SaveRule.tooltip(look, ui.ctx());
        if look
            .primary_if(ui, sound, look.t(id))
            .on_hover_text(tip)
            .clicked()
        {
            actions.push(Action::Ui(UiCommand::SaveRule));
        }
        if look.quiet(ui, look.t("app-bench-discard")).clicked() {
            state.rule = None;
            state.page.site = None;
            state.tried = None;
        }
    });
}

fn faults_ui(ui: &mut Ui, look: &Look, rule: &Editor) {
    for fault in &rule.faults {
        let place = Message::new("app-editor-place")
            .with("line", fault.line)
            .with("column", fault.column);
        let text = format!("{} {}", look.say(&place), look.say(&fault.message));
        ui.label(RichText::new(text).color(look.tokens.bad));
    }
}

fn name_ui(ui: &mut Ui, look: &Look, rule: &mut Editor) {
    let width = ui.available_width() - 16.0;
    let field = fields::text_field(
        ui,
        look,
        "app-form-name",
        &mut rule.file.site.name,
        "",
        width,
    );
    if field.changed() {
        rule.form_changed();
    }
    for start in &rule.file.site.start {
        ui.add(Label::new(look.hint(start)).truncate());
    }
}

fn list_ui(ui: &mut Ui, look: &Look, rule: &mut Editor, shown: &mut Option<Draft>) {
    let Some(list) = &rule.file.list else {
        return;
    };
    let next = list.next.as_ref().map(|next| next.alternative());
    let lines = [
        ("app-form-item", list.item.clone()),
        ("app-form-link", Some(list.link.clone())),
        ("app-form-next", next),
    ];
    for (id, way) in lines {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.allocate_ui(egui::vec2(86.0, 20.0), |ui| {
                ui.set_min_width(86.0);
                ui.label(look.hint(look.t(id)));
            });
            match way {
                Some(way) => way_ui(ui, look, &look.t(id), &way, None, shown),
                None => {
                    ui.label(look.hint(look.t("app-bench-not-set")));
                }
            }
        });
    }
}

fn fields_ui(ui: &mut Ui, look: &Look, rule: &mut Editor, shown: &mut Option<Draft>) {
    let mut removed = None;
    for (index, field) in rule.file.fields.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            marks::mark_ui(ui, marks::field_mark(index), look.tokens.field(index));
            ui.allocate_ui(egui::vec2(72.0, 20.0), |ui| {
                ui.set_min_width(72.0);
                ui.add(Label::new(RichText::new(&field.name).strong()).truncate());
            });
            let name = look.t1("app-form-field-remove", "field", field.name.as_str());
            if look
                .quiet(ui, "×")
                .accessible_name(&name)
                .on_hover_text(name)
                .clicked()
            {
                removed = Some(index);
            }
            if let Some(way) = field.select.first() {
                way_ui(ui, look, &field.name, way, Some(index), shown);
            }
        });
    }
    if let Some(index) = removed {
        rule.file.fields.remove(index);
        rule.form_changed();
    }
}

/// A selector of the rule; a click shows on the page what it matches.
fn way_ui(
    ui: &mut Ui,
    look: &Look,
    what: &str,
    way: &Alternative,
    field: Option<usize>,
    shown: &mut Option<Draft>,
) {
    ui.spacing_mut().button_padding = egui::vec2(6.0, 1.0);
    let draft = Draft::of(way, field);
    let text = if draft.take.is_empty() {
        draft.source.clone()
    } else {
        format!("{} @{}", draft.source, draft.take)
    };
    let name = look.t1("app-bench-show-way", "way", what);
    let button = ui
        .add(Button::new(RichText::new(&text).monospace().size(12.0)).truncate())
        .accessible_name(name)
        .on_hover_text(text);
    if button.clicked() {
        *shown = Some(draft);
    }
}
