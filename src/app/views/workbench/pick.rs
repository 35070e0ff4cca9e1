//! The side panel of the picked element and the selector: what it is, how to find it again, what
//! a selector finds, and what it becomes in the rule.

use eframe::egui::{self, Align2, Button, Label, RichText, ScrollArea, TextEdit, Ui};

use super::draft::Draft;
use super::naming::suggested;
use super::state::WorkbenchState;
use super::uses::{Use, apply};
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::fields;
use crate::engine::types::{FieldType, Picked, SelectorKind};

/// Draws the panel.
pub fn pick_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    ScrollArea::vertical()
        .id_salt("pick")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 6.0);
            selector_ui(ui, look, state, actions);
            uses_ui(ui, look, state, actions);
            ui.separator();
            let Some(picked) = state.picked.clone() else {
                ui.label(look.hint(look.t("app-bench-pick-hint")));
                return;
            };
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.spacing_mut().interact_size.y = 22.0;
            path_ui(ui, look, state, &picked, actions);
            ways_ui(ui, look, state, &picked, actions);
            about_ui(ui, look, state, &picked, actions);
        });
}

fn selector_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    let mut changed = false;
    let mut name = None;
    ui.horizontal(|ui| {
        name = Some(ui.label(look.title(look.t("app-bench-selector"))).id);
        for kind in [SelectorKind::Css, SelectorKind::XPath, SelectorKind::Regex] {
            let name = match kind {
                SelectorKind::XPath => "XPath",
                SelectorKind::Regex => "Regex",
                SelectorKind::Css | SelectorKind::JsonPath | SelectorKind::Label => "CSS",
            };
            changed |= ui
                .selectable_value(&mut state.draft.kind, kind, name)
                .changed();
        }
    });
    let width = ui.available_width() - 8.0;
    let mut field = ui.add(
        TextEdit::singleline(&mut state.draft.source)
            .align(Align2::LEFT_CENTER)
            .font(egui::TextStyle::Monospace)
            .hint_text(look.t("app-bench-selector-hint"))
            .desired_width(width),
    );
    if let Some(name) = name {
        field = field.labelled_by(name);
    }
    changed |= look.edged(ui, field).changed();
    ui.horizontal(|ui| {
        let name = ui.label(look.hint(look.t("app-form-take")));
        let field = ui
            .add(
                TextEdit::singleline(&mut state.draft.take)
                    .align(Align2::LEFT_CENTER)
                    .font(egui::TextStyle::Monospace)
                    .hint_text("text")
                    .desired_width(80.0),
            )
            .labelled_by(name.id)
            .on_hover_text(look.t("app-bench-take-tip"));
        changed |= look.edged(ui, field).changed();
        count_ui(ui, look, state);
    });
    if let Some((position, message)) = state.selection.as_ref().and_then(|s| s.error.as_ref()) {
        let mut text = look.say(message);
        if let Some(position) = position {
            text.push_str(&look.t1("app-bench-at", "position", position + 1));
        }
        ui.label(look.coloured(text, look.tokens.bad));
    }
    if changed {
        state.draft.find_field(state.rule.as_ref());
        state.select(actions);
    }
}

fn count_ui(ui: &mut Ui, look: &Look, state: &WorkbenchState) {
    let Some(selection) = state.selection.as_ref().filter(|s| s.error.is_none()) else {
        return;
    };
    let text = look.t1("app-bench-matches", "count", selection.count);
    let colour = if selection.count == 0 {
        look.tokens.warn
    } else {
        look.tokens.ok
    };
    ui.label(RichText::new(text).color(colour).strong());
    if let Some(first) = selection.matches.first() {
        ui.add(Label::new(look.hint(&first.value)).truncate())
            .on_hover_text(first.value.chars().take(500).collect::<String>());
    }
}

fn uses_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    let usable = state.page.opened.is_some() && !state.draft.source.trim().is_empty();
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        let (name, kind) = suggested(state.picked.as_ref());
        let field = Use::Field {
            name,
            kind,
            on_list: false,
            another_way: false,
        };
        for (what, id) in [
            (field, "app-bench-use-field"),
            (Use::Link, "app-bench-use-link"),
            (Use::Next, "app-bench-use-next"),
            (Use::Item, "app-bench-use-item"),
            (Use::Content, "app-bench-use-content"),
        ] {
            let tip = look.t(&format!("{id}-tip"));
            if ui
                .add_enabled(usable, Button::new(look.t(id)))
                .on_hover_text(tip)
                .clicked()
            {
                chosen = Some(what);
            }
        }
    });
    match chosen {
        Some(what @ Use::Field { .. }) => state.naming = Some(what),
        Some(what) => take_over(state, &what, actions),
        None => {}
    }
    naming_ui(ui, look, state, actions);
}

/// Puts the selector into the rule, beginning one where there is none, and shows what the rule's
/// selector finds where that is another.
fn take_over(state: &mut WorkbenchState, what: &Use, actions: &mut Vec<Action>) {
    let (draft, picked) = (state.draft.clone(), state.picked.clone());
    let rule = state.rule_or_new();
    let used = apply(&mut rule.file, what, &draft, picked.as_ref());
    rule.form_changed();
    if used != draft {
        state.draft = used;
        state.select(actions);
    }
    state.draft.find_field(state.rule.as_ref());
    state.naming = None;
}

fn naming_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    let Some(Use::Field {
        name,
        kind,
        on_list,
        another_way,
    }) = &mut state.naming
    else {
        return;
    };
    let exists = state.rule.as_ref().is_some_and(|rule| {
        rule.file
            .fields
            .iter()
            .any(|field| field.name == name.trim())
    });
    let (mut done, mut cancelled) = (false, false);
    egui::Frame::new()
        .fill(look.tokens.ground)
        .corner_radius(6)
        .inner_margin(8)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let field =
                    fields::text_field(ui, look, "app-form-field-name", name, "title", 110.0);
                if field.changed() && name.trim() == "date" {
                    *kind = FieldType::Date;
                }
                fields::choice(
                    ui,
                    look,
                    "app-form-field-type",
                    kind,
                    &crate::app::views::sites::types(look),
                    90.0,
                );
                done |= fields::entered(ui, &field);
            });
            ui.checkbox(on_list, look.t("app-bench-on-list"))
                .on_hover_text(look.t("app-bench-on-list-tip"));
            ui.horizontal_wrapped(|ui| {
                let named = !name.trim().is_empty();
                let text = look.t(if exists {
                    "app-bench-replace-field"
                } else {
                    "app-bench-add-field"
                });
                done |= look.primary_if(ui, named, text).clicked();
                if exists && ui.button(look.t("app-bench-another-way")).clicked() {
                    *another_way = true;
                    done = true;
                }
                cancelled = ui.button(look.t("app-cancel")).clicked();
            });
            done &= !name.trim().is_empty();
        });
    if cancelled {
        state.naming = None;
    } else if done && let Some(what) = state.naming.take() {
        take_over(state, &what, actions);
    }
}

/// The ancestors as a breadcrumb; each picks itself.
fn path_ui(
    ui: &mut Ui,
    look: &Look,
    state: &WorkbenchState,
    picked: &Picked,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 0.0);
        ui.spacing_mut().button_padding = egui::vec2(2.0, 1.0);
        ui.spacing_mut().interact_size.y = 18.0;
        let last = picked.path.len().saturating_sub(1);
        for (place, (element, label)) in picked.path.iter().enumerate() {
            let text = RichText::new(label).small().color(if place == last {
                look.tokens.text
            } else {
                look.tokens.accent
            });
            if ui
                .add(Button::new(text).frame_when_inactive(false))
                .clicked()
                && place != last
            {
                state.pick(*element, actions);
            }
            if place != last {
                ui.label(look.hint("›"));
            }
        }
    });
}

/// Ways to find the element again, each with buttons to try and to copy it.
fn ways_ui(
    ui: &mut Ui,
    look: &Look,
    state: &mut WorkbenchState,
    picked: &Picked,
    actions: &mut Vec<Action>,
) {
    let mut ways = vec![("app-bench-way-css", SelectorKind::Css, picked.css.as_str())];
    if let Some(alike) = &picked.css_alike {
        ways.push(("app-bench-way-alike", SelectorKind::Css, alike));
    }
    ways.push(("app-bench-way-xpath", SelectorKind::XPath, &picked.xpath));
    for (id, kind, source) in ways {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding = egui::vec2(6.0, 1.0);
            let name = look.t(id);
            let copy = look.t1("app-bench-copy-way", "way", name.as_str());
            let show = look.t1("app-bench-show-way", "way", name.as_str());
            ui.allocate_ui(egui::vec2(64.0, 18.0), |ui| {
                ui.set_min_width(64.0);
                ui.label(look.hint(name));
            });
            if look
                .quiet(ui, look.t("app-copy"))
                .accessible_name(copy)
                .clicked()
            {
                actions.push(Action::Copy(source.to_owned()));
            }
            let text = RichText::new(source).monospace().size(12.0);
            let tried = ui
                .add(Button::new(text).truncate())
                .accessible_name(show)
                .on_hover_text(source);
            if tried.clicked() {
                state.draft = Draft {
                    kind,
                    source: source.to_owned(),
                    ..Draft::default()
                };
                state.draft.find_field(state.rule.as_ref());
                state.select(actions);
            }
        });
    }
}

fn about_ui(
    ui: &mut Ui,
    look: &Look,
    state: &mut WorkbenchState,
    picked: &Picked,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(format!("<{}>", picked.tag))
                .monospace()
                .strong(),
        );
        let address = picked.attributes.iter().find(|(name, _)| name == "href");
        if let Some((_, href)) = address
            && look
                .quiet(ui, look.t("app-bench-follow"))
                .on_hover_text(href)
                .clicked()
        {
            let scale = ui.ctx().pixels_per_point();
            let base = state
                .page
                .opened
                .as_ref()
                .and_then(|page| url::Url::parse(&page.url).ok());
            if let Some(target) = base.and_then(|base| base.join(href).ok()) {
                state.open(target.as_str(), scale, actions);
            }
        }
    });
    let text: String = picked.text.chars().take(400).collect();
    if !text.trim().is_empty() {
        ui.add(Label::new(text).wrap());
    }
    egui::Grid::new("attributes")
        .num_columns(2)
        .spacing([8.0, 2.0])
        .show(ui, |ui| {
            for (name, value) in &picked.attributes {
                ui.label(
                    RichText::new(name)
                        .monospace()
                        .size(12.0)
                        .color(look.tokens.dim),
                );
                ui.add(Label::new(RichText::new(value).monospace().size(12.0)).truncate())
                    .on_hover_text(value);
                ui.end_row();
            }
        });
}
