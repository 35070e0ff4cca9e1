//! The details of the displayed part: its name, its type, whether it is required, its alternatives,
//! and its transforms.

use eframe::egui::text_edit::TextEditState;
use eframe::egui::{self, Align, Align2, Button, ComboBox, DragValue, Key, Layout, TextEdit, Ui};

use super::field_types::{KINDS, kind_word, real_kind};
use super::{alternatives, transform_chain};
use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::fields::rule_parts::{self, Home, PartLocation};
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::{NextRule, RuleFile, WorkbenchPart};

/// Draws the details.
pub fn detail_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let Some(spot) = state.shown.clone() else {
        return;
    };
    match spot.name().map(str::to_owned) {
        Some(name) => {
            if rule_parts::field(state.file(), spot.home, &name).is_none() {
                if !state.learning() {
                    ui.label(look.hint(look.t("app-author-not-set")));
                }
                return;
            }
            name_ui(ui, look, state, &spot, &name, actions);
            kind_ui(ui, look, state, &spot, &name, actions);
            alternatives::alternatives_ui(ui, look, state, &spot, actions);
            transform_chain::chain_ui(ui, look, state, &spot, &name, actions);
        }
        None => {
            part_ui(ui, look, state, &spot, actions);
            alternatives::alternatives_ui(ui, look, state, &spot, actions);
        }
    }
}

/// A part that is not a field: its description, and a button to remove it.
fn part_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    spot: &PartLocation,
    actions: &mut Vec<Action>,
) {
    let id = match spot.part {
        WorkbenchPart::Item => "app-author-part-item",
        WorkbenchPart::Link => "app-author-part-link",
        WorkbenchPart::Next => "app-author-part-next",
        _ => "app-author-part-content",
    };
    ui.horizontal(|ui| {
        ui.label(look.title(look.t(id)).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let set = !rule_parts::alternatives(state.file(), spot).is_empty()
                || (spot.part == WorkbenchPart::Next
                    && rule_parts::next(state.file(), spot.home).is_some());
            let remove = ui.add_enabled(
                set,
                Button::new(look.t("app-author-forget"))
                    .small()
                    .min_size(SMALL_BUTTON),
            );
            if remove.clicked() {
                state.remove(spot, actions);
            }
        });
    });
    ui.label(look.hint(look.t(&format!("{id}-tip"))));
    if spot.part == WorkbenchPart::Next {
        limit_ui(ui, look, state, spot.home, actions);
    }
}

/// The maximum number of pages.
fn limit_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    home: Home,
    actions: &mut Vec<Action>,
) {
    let Some(next) = rule_parts::next(state.file(), home) else {
        return;
    };
    let mut pages = next.max_pages.unwrap_or(0);
    ui.horizontal(|ui| {
        let label = ui.label(look.t("app-author-max-pages"));
        let field = ui
            .add(DragValue::new(&mut pages).range(0..=100_000))
            .labelled_by(label.id);
        if field.changed() {
            state.edit(Some("max-pages"), actions, |file| {
                let Some(next) = next_mut(file, home) else {
                    return false;
                };
                next.max_pages = (pages > 0).then_some(pages);
                true
            });
        }
    });
}

fn next_mut(file: &mut RuleFile, home: Home) -> Option<&mut NextRule> {
    match (home, &mut file.record) {
        (Home::List, _) => file.list.as_mut()?.next.as_mut(),
        (Home::Page, Some(record)) => record.next.as_mut(),
        (Home::Page, None) => file.content.next.as_mut(),
    }
}

/// The name field, and buttons to move and remove the field.
fn name_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    spot: &PartLocation,
    name: &str,
    actions: &mut Vec<Action>,
) {
    let typed = state
        .renaming
        .as_ref()
        .filter(|(home, old, _)| *home == spot.home && old == name)
        .map(|(_, _, typed)| typed.clone());
    ui.horizontal(|ui| {
        let mut text = typed.unwrap_or_else(|| name.to_owned());
        // Space for the three buttons beside it.
        let width = (ui.available_width() - 160.0).clamp(60.0, 130.0);
        let field = ui
            .add(
                TextEdit::singleline(&mut text)
                    .align(Align2::LEFT_CENTER)
                    .desired_width(width),
            )
            .accessible_name(look.t("app-author-field-name"));
        let field = look.edged(ui, field);
        if std::mem::take(&mut state.focus_name) {
            field.request_focus();
            select_all(ui, &field, &text);
        }
        if field.changed() {
            state.renaming = Some((spot.home, name.to_owned(), text.clone()));
        }
        if field.lost_focus() {
            let given_up = ui.input(|input| input.key_pressed(Key::Escape));
            if state.renaming.take().is_some() && !given_up {
                state.rename(spot.home, name, &text, actions);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let remove = look.t1("app-form-field-remove", "field", name);
            if ui
                .add(
                    Button::new(look.t("app-author-delete"))
                        .small()
                        .min_size(SMALL_BUTTON),
                )
                .accessible_name(&remove)
                .on_hover_text(look.t("app-author-delete-tip"))
                .clicked()
            {
                state.remove(spot, actions);
            }
            move_ui(ui, look, state, spot, name, actions);
        });
    });
}

/// Selects the whole name, so that typing replaces it.
fn select_all(ui: &Ui, field: &egui::Response, text: &str) {
    let mut edit = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
    let all = egui::text::CCursorRange::select_all_str(text);
    edit.cursor.set_char_range(Some(all));
    edit.store(ui.ctx(), field.id);
}

/// Buttons to move up and down: the keyboard equivalent of dragging.
fn move_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    spot: &PartLocation,
    name: &str,
    actions: &mut Vec<Action>,
) {
    let fields = rule_parts::fields(state.file(), spot.home);
    let count = fields.len();
    let place = fields.iter().position(|field| field.name == name);
    let Some(place) = place else {
        return;
    };
    // From right to left.
    for (sign, id, usable, before) in [
        ("⬇", "app-author-down", place + 1 < count, place + 2),
        ("⬆", "app-author-up", place > 0, place.saturating_sub(1)),
    ] {
        let text = look.t(id);
        let button = ui
            .add_enabled(usable, Button::new(sign).small().min_size(SMALL_BUTTON))
            .accessible_name(&text)
            .on_hover_text(text);
        if button.clicked() {
            state.edit(None, actions, |file| {
                rule_parts::move_field(file, spot.home, place, before)
            });
        }
    }
}

/// Type, required, multiple.
fn kind_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    spot: &PartLocation,
    name: &str,
    actions: &mut Vec<Action>,
) {
    let Some(field) = rule_parts::field(state.file(), spot.home, name) else {
        return;
    };
    let (mut kind, mut required, mut many) = (real_kind(field), field.required, field.many);
    let before = (kind, required, many);
    ui.horizontal_wrapped(|ui| {
        let combo = ComboBox::from_id_salt("field-kind")
            .width(96.0)
            .selected_text(kind_word(look, kind))
            .show_list(ui, |ui| {
                for option in KINDS {
                    ui.entry_value(&mut kind, option, kind_word(look, option));
                }
            });
        combo.response.accessible_name(look.t("app-author-kind"));
        ui.tick(&mut required, look.t("app-form-required"))
            .on_hover_text(look.t("app-author-required-tip"));
        ui.tick(&mut many, look.t("app-author-many"))
            .on_hover_text(look.t("app-author-many-tip"));
    });
    if before != (kind, required, many) {
        state.edit(None, actions, |file| {
            let Some(field) = rule_parts::field_mut(file, spot.home, name) else {
                return false;
            };
            (field.kind, field.required, field.many) = (kind, required, many);
            true
        });
    }
    hints_ui(ui, look, state, spot);
}

/// Hints for refining the part by picking.
fn hints_ui(ui: &mut Ui, look: &UiContext, state: &Authoring, spot: &PartLocation) {
    if spot.is_on(state.role) && state.page.is_some() {
        ui.add(egui::Label::new(look.hint(look.t("app-author-pointing-keys"))).wrap());
    }
}
