//! The workbench's two top lines: back, reload, address and width; and what the page is.

use eframe::egui::text_edit::TextEditState;
use eframe::egui::{self, Align, Align2, Button, Key, Layout, RichText, TextEdit, Ui};

use super::state::{Phase, Picture, WIDTHS, WorkbenchState};
use crate::app::action::Action;
use crate::app::command::UiCommand;
use crate::app::look::Look;
use crate::app::widgets::marks;
use crate::engine::types::PageState;

/// Draws both lines.
pub fn bar_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    let scale = ui.ctx().pixels_per_point();
    ui.horizontal(|ui| {
        back_ui(ui, look, state, scale, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            width_ui(ui, look, state, scale, actions);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                address_ui(ui, look, state, scale, actions);
            });
        });
    });
    info_ui(ui, look, state);
}

fn back_ui(
    ui: &mut Ui,
    look: &Look,
    state: &mut WorkbenchState,
    scale: f32,
    actions: &mut Vec<Action>,
) {
    let back = ui
        .add_enabled(!state.history.is_empty(), Button::new("←"))
        .accessible_name(look.t("app-bench-back"))
        .on_hover_text(look.t("app-bench-back"));
    if back.clicked()
        && let Some(url) = state.history.pop()
    {
        state.page = None;
        state.open(&url, scale, actions);
    }
    let again = ui
        .add_enabled(!state.address.trim().is_empty(), Button::new("⟳"))
        .accessible_name(look.t("app-command-reload"))
        .on_hover_text(UiCommand::Reload.tooltip(look, ui.ctx()));
    if again.clicked() {
        let url = state.address.clone();
        state.open(&url, scale, actions);
    }
}

fn width_ui(
    ui: &mut Ui,
    look: &Look,
    state: &mut WorkbenchState,
    scale: f32,
    actions: &mut Vec<Action>,
) {
    let mut width = state.width_px();
    let combo = egui::ComboBox::from_id_salt("width")
        .width(84.0)
        .selected_text(format!("{width} px"))
        .show_ui(ui, |ui| {
            for (option, id) in WIDTHS.into_iter().zip([
                "app-bench-phone",
                "app-bench-tablet",
                "app-bench-desk",
                "app-bench-wide",
            ]) {
                let text = format!("{option} px · {}", look.t(id));
                ui.selectable_value(&mut width, option, text);
            }
        });
    combo.response.accessible_name(look.t("app-bench-width"));
    if width != state.width_px() {
        state.width = width;
        if state.page.is_some() {
            let url = state.address.clone();
            state.open(&url, scale, actions);
        }
    }
    let toggle = Button::selectable(state.show_structure, look.t("app-bench-structure"))
        .frame_when_inactive(true);
    let tip = look.t("app-bench-structure-tip");
    if ui.add(toggle).on_hover_text(tip).clicked() {
        state.show_structure = !state.show_structure;
    }
}

fn address_ui(
    ui: &mut Ui,
    look: &Look,
    state: &mut WorkbenchState,
    scale: f32,
    actions: &mut Vec<Action>,
) {
    let width = (ui.available_width() - 90.0).max(100.0);
    let field = ui
        .add(
            TextEdit::singleline(&mut state.address)
                .align(Align2::LEFT_CENTER)
                .font(egui::TextStyle::Monospace)
                .hint_text(look.t("app-bench-address-hint"))
                .margin(egui::Margin::symmetric(8, 5))
                .desired_width(width - 16.0),
        )
        .accessible_name(look.t("app-bench-address"))
        .on_hover_text(UiCommand::Address.tooltip(look, ui.ctx()));
    let field = look.edged(ui, field);
    if std::mem::take(&mut state.focus_address) {
        field.request_focus();
        let mut edit = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
        let all = egui::text::CCursorRange::select_all_str(&state.address);
        edit.cursor.set_char_range(Some(all));
        edit.store(ui.ctx(), field.id);
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let usable = !state.address.trim().is_empty();
    let open = look.primary_if(ui, usable, look.t("app-bench-open"));
    if (entered && usable) || open.clicked() {
        let url = state.address.clone();
        state.open(&url, scale, actions);
    }
}

fn info_ui(ui: &mut Ui, look: &Look, state: &WorkbenchState) {
    ui.horizontal(|ui| {
        ui.set_min_height(18.0);
        let Some(page) = &state.page else {
            let id = if state.phase == Phase::Fetching {
                "app-bench-fetching"
            } else {
                "app-bench-no-page"
            };
            ui.label(look.hint(look.t(id)));
            return;
        };
        if page.verdict.state != PageState::Ok {
            marks::state_ui(ui, look, Some(page.verdict.state));
        }
        let mut info = format!(
            "{} · {} · {} ms · {}",
            page.status,
            page.encoding.to_lowercase(),
            page.fetch_ms,
            look.bytes(page.bytes),
        );
        if let Picture::Drawn(layout) = &state.picture {
            let timing = layout.timing;
            let drawn = timing.parse_ms + timing.resources_ms + timing.layout_ms;
            info.push_str(&look.t1("app-bench-drawn-in", "ms", format!("{drawn:.0}")));
        }
        ui.label(look.hint(info));
        ui.add(
            egui::Label::new(RichText::new(&page.title).small().color(look.tokens.text)).truncate(),
        );
    });
}
