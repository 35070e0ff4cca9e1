//! The line above the page: its views, and at the right zoom and width.

use eframe::egui::{self, Align, Button, Layout, RichText, Ui};

use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::picture::canvas::zoom_to;
use crate::views::workbench::page::picture::zoom::Zoom;
use crate::views::workbench::page::state::{PageView, Picture, Shown, WIDTHS, size_of};

/// Available zoom levels beside "fit the width".
const SIZES: [f32; 5] = [0.5, 0.75, 1.0, 1.5, 2.0];

/// Below this width, in points, the buttons are closer together.
const NARROW: f32 = 440.0;

/// Draws the line.
pub(in crate::views::workbench) fn view_bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        // Beside another page there is little room.
        let room = ui.available_width();
        let narrow = room < NARROW;
        ui.spacing_mut().button_padding = egui::vec2(if narrow { 5.0 } else { 8.0 }, 2.0);
        ui.spacing_mut().interact_size.y = 24.0;
        for (shown, id) in [
            (Shown::Picture, "app-page-picture"),
            (Shown::Tree, "app-page-tree"),
            (Shown::Source, "app-page-source"),
            (Shown::Outline, "app-page-outline"),
        ] {
            tab_ui(ui, look, view, shown, id);
        }
        // Beside another page there may not be room for everything; keys and menu cover the rest.
        let room = ui.available_width();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if room >= ROOM_FOR_WIDTHS {
                width_ui(ui, look, view, actions);
            }
            if room >= ROOM_FOR_ALL {
                find_ui(ui, look, view);
            }
            let rows = matches!(view.shown, Shown::Tree | Shown::Source);
            if rows {
                beside_ui(ui, look, view);
            }
            let pictured = !rows && view.shown != Shown::Outline || rows && view.beside;
            if pictured && room >= ROOM_FOR_ZOOM {
                zoom_ui(ui, look, view);
            }
        });
    });
}

/// Width in points needed by the parts at the right, beside the views' names.
const ROOM_FOR_WIDTHS: f32 = 96.0;
const ROOM_FOR_ZOOM: f32 = 212.0;
const ROOM_FOR_ALL: f32 = 262.0;

fn find_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView) {
    let find = look.t("app-page-find-open");
    let find = Button::new(RichText::new(find).small()).frame_when_inactive(false);
    let find = ui
        .add(find)
        .on_hover_text(UiCommand::Find.tooltip(look, ui.ctx()));
    if find.clicked() {
        view.find.begin();
    }
}

fn tab_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView, shown: Shown, id: &str) {
    let chosen = view.shown == shown;
    let colour = if chosen {
        look.tokens.accent
    } else {
        look.tokens.dim
    };
    let text = RichText::new(look.t(id)).color(colour).strong();
    let tab = Button::selectable(false, text).frame_when_inactive(false);
    let response = ui.add(tab).on_hover_text(look.t(&format!("{id}-tip")));
    if chosen {
        let rect = response.rect;
        let line = egui::Rect::from_min_max(
            egui::pos2(rect.left() + 6.0, rect.bottom() - 2.0),
            egui::pos2(rect.right() - 6.0, rect.bottom()),
        );
        ui.painter().rect_filled(line, 0.0, look.tokens.accent);
    }
    if response.clicked() {
        view.show(shown);
    }
}

/// Shows tree and source below the picture, to see both at once.
fn beside_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView) {
    let toggle = Button::selectable(view.beside, look.t("app-page-beside"));
    if ui
        .add(toggle)
        .on_hover_text(look.t("app-page-beside-tip"))
        .clicked()
    {
        view.beside = !view.beside;
        view.bring(view.lit.or(view.current));
    }
}

fn zoom_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView) {
    let Picture::Drawn(layout) = &view.picture else {
        return;
    };
    let page = size_of(layout);
    let Some(window) = view.scroll.window else {
        return;
    };
    let now = view.zoom.factor(window.width(), page.x);
    let mut wanted = None;
    let step = |ui: &mut Ui, sign: &str, command: UiCommand| {
        ui.add(Button::new(sign).frame_when_inactive(false))
            .accessible_name(look.t(command.text_id()))
            .on_hover_text(command.tooltip(look, ui.ctx()))
            .clicked()
    };
    if step(ui, "+", UiCommand::ZoomIn) {
        wanted = Some(Zoom::larger(now));
    }
    let percent = format!("{:.0}%", now * 100.0);
    let menu = egui::containers::menu::MenuButton::from_button(
        Button::new(RichText::new(percent).small()).frame_when_inactive(false),
    );
    let (button, _) = menu.ui(ui, |ui| {
        if ui.button(look.t("app-page-fit")).clicked() {
            wanted = Some(Zoom::Fit);
            ui.close();
        }
        for size in SIZES {
            if ui.button(format!("{:.0}%", size * 100.0)).clicked() {
                wanted = Some(Zoom::At(size));
                ui.close();
            }
        }
    });
    button
        .accessible_name(look.t("app-page-zoom"))
        .on_hover_text(look.t("app-page-zoom-tip"));
    if step(ui, "−", UiCommand::ZoomOut) {
        wanted = Some(Zoom::smaller(now));
    }
    if let Some(zoom) = wanted {
        zoom_to(view, zoom, page, window, None);
    }
}

fn width_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView, actions: &mut Vec<Action>) {
    let mut width = view.width_px();
    let combo = egui::ComboBox::from_id_salt("width")
        .width(76.0)
        .selected_text(format!("{width} px"))
        .show_list(ui, |ui| {
            for (option, id) in WIDTHS.into_iter().zip([
                "app-bench-phone",
                "app-bench-tablet",
                "app-bench-desk",
                "app-bench-wide",
            ]) {
                let text = format!("{option} px · {}", look.t(id));
                ui.entry_value(&mut width, option, text);
            }
        });
    combo.response.accessible_name(look.t("app-bench-width"));
    if width != view.width_px() {
        view.width = width;
        view.redraw(view.scale, actions);
    }
}
