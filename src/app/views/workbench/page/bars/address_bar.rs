//! The workbench's top line: back, forward, reload, the address, and the result of the request.

use eframe::egui::text_edit::TextEditState;
use eframe::egui::{self, Align, Align2, Button, Key, Layout, TextEdit, Ui};

use crate::shortcuts::UiCommand;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::input::{Navigation, WorkbenchInput};
use crate::views::workbench::page::response_details;
use crate::views::workbench::page::state::{PageView, Phase};
use crate::widgets::address_suggestions::suggest_ui;
use crate::widgets::tour_targets::{self, TourTarget};

/// Draws the line.
pub fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    inputs: &mut Vec<WorkbenchInput>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        navigation_ui(ui, look, view, inputs);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let usable = !view.address.trim().is_empty();
            if look
                .primary_if(ui, usable, look.t("app-bench-open"))
                .clicked()
            {
                inputs.push(WorkbenchInput::Navigate(Navigation::To(
                    view.address.clone(),
                )));
            }
            response_details::chip_ui(ui, look, view);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                address_ui(ui, look, view, inputs);
            });
        });
    });
}

fn navigation_ui(ui: &mut Ui, look: &UiContext, view: &PageView, inputs: &mut Vec<WorkbenchInput>) {
    let ctx = ui.ctx().clone();
    let mut way = |enabled, sign, command: UiCommand, go| {
        let button = ui
            .add_enabled(enabled, Button::new(sign))
            .accessible_name(look.t(command.text_id()))
            .on_hover_text(command.tooltip(look, &ctx));
        if button.clicked() {
            inputs.push(WorkbenchInput::Navigate(go));
        }
    };
    let history = &view.history;
    way(
        history.has_before(),
        "←",
        UiCommand::PageBack,
        Navigation::Back,
    );
    way(
        history.has_after(),
        "→",
        UiCommand::PageForward,
        Navigation::Forward,
    );
    if view.phase == Phase::Fetching {
        way(true, "✕", UiCommand::Escape, Navigation::Stop);
    } else {
        let named = !view.address.trim().is_empty();
        way(named, "⟳", UiCommand::Reload, Navigation::Again);
    }
}

fn address_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    inputs: &mut Vec<WorkbenchInput>,
) {
    let width = ui.available_width().max(60.0);
    let field = ui
        .add(
            TextEdit::singleline(&mut view.address)
                .align(Align2::LEFT_CENTER)
                .font(egui::TextStyle::Monospace)
                .hint_text(look.t("app-bench-address-hint"))
                .margin(egui::Margin::symmetric(8, 5))
                .desired_width(width - 16.0),
        )
        .accessible_name(look.t("app-bench-address"))
        .on_hover_text(UiCommand::Address.tooltip(look, ui.ctx()));
    let field = look.edged(ui, field);
    tour_targets::mark(ui.ctx(), TourTarget::Address, field.rect);
    if std::mem::take(&mut view.focus_address) {
        field.request_focus();
        let mut edit = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
        let all = egui::text::CCursorRange::select_all_str(&view.address);
        edit.cursor.set_char_range(Some(all));
        edit.store(ui.ctx(), field.id);
    }
    if let Some(url) = suggest_ui(ui, look, &field, &view.address, &view.known) {
        view.address.clone_from(&url);
        inputs.push(WorkbenchInput::Navigate(Navigation::To(url)));
        return;
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered && !view.address.trim().is_empty() {
        inputs.push(WorkbenchInput::Navigate(Navigation::To(
            view.address.clone(),
        )));
    }
}
