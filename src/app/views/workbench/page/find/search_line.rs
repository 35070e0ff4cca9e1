//! The search line of a page, and its navigation keys.

use eframe::egui::{self, Align2, Key, Modifiers, TextEdit, Ui};

use super::Find;
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::state::PageView;
use bowerbird_engine::types::Message;

/// Draws the line.
pub fn find_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = egui::vec2(8.0, 2.0);
        ui.spacing_mut().interact_size.y = 24.0;
        let width = (ui.available_width() - 250.0).clamp(120.0, 320.0);
        let field = ui
            .add(
                TextEdit::singleline(&mut view.find.text)
                    .align(Align2::LEFT_CENTER)
                    .hint_text(look.t("app-page-find-hint"))
                    .desired_width(width),
            )
            .accessible_name(look.t("app-page-find"));
        if std::mem::take(&mut view.find.focus) {
            field.request_focus();
        }
        let field = look.edged(ui, field);
        if field.changed() {
            view.find.ask(view.ticket, actions);
        }
        let mut step = None;
        if field.lost_focus() {
            if ui.input(|input| input.key_pressed(Key::Escape)) {
                view.find.open = false;
            } else if ui.input(|input| input.key_pressed(Key::Enter)) {
                step = Some(!ui.input(|input| input.modifiers.shift));
                field.request_focus();
            }
        }
        count_ui(ui, look, &view.find);
        let some = view.find.places().1.is_some();
        for (sign, id, forward) in [
            ("↑", "app-page-find-before", false),
            ("↓", "app-page-find-next", true),
        ] {
            let button = ui
                .add_enabled(some, egui::Button::new(sign))
                .accessible_name(look.t(id))
                .on_hover_text(look.t(id));
            if button.clicked() {
                step = Some(forward);
            }
        }
        let close = ui
            .add(egui::Button::new("✕").frame_when_inactive(false))
            .accessible_name(look.t("app-page-find-close"));
        if close.clicked() {
            view.find.open = false;
        }
        if let Some(found) = step.and_then(|forward| view.find.step(forward)) {
            view.bring(Some(found));
        }
    });
}

fn count_ui(ui: &mut Ui, look: &UiContext, find: &Find) {
    let text = match &find.found {
        _ if find.text.trim().is_empty() => String::new(),
        None => look.t("app-page-find-waiting"),
        Some(found) if found.is_empty() => look.t("app-page-find-none"),
        Some(found) => {
            let all = look.count(found.len() as u64);
            let at = look.count(find.at as u64 + 1);
            let message = Message::new("app-page-find-count")
                .with("at", at)
                .with("all", all);
            look.text(&message)
        }
    };
    let none = find.found.as_ref().is_some_and(Vec::is_empty);
    let ink = if none {
        look.tokens.warn
    } else {
        look.tokens.dim
    };
    ui.label(look.coloured(text, ink));
}

/// F3 and Ctrl+G find the next match while the line is open, wherever the focus is.
pub fn keys(ui: &Ui, view: &mut PageView) {
    if !view.find.open {
        return;
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let step = if pressed(Modifiers::SHIFT, Key::F3) {
        Some(false)
    } else if pressed(Modifiers::NONE, Key::F3) || pressed(Modifiers::COMMAND, Key::G) {
        Some(true)
    } else {
        None
    };
    if let Some(found) = step.and_then(|forward| view.find.step(forward)) {
        view.bring(Some(found));
    }
}
