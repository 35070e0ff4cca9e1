//! The line under the page: the ancestors of the pointed or picked element, each selectable
//! instead; with Ctrl held, the target of the link under the pointer.

use eframe::egui::scroll_area::ScrollBarVisibility;
use eframe::egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};

use crate::style::ui_context::UiContext;
use crate::views::workbench::page::element_names::label_of;
use crate::views::workbench::page::input::{How, Navigation, WorkbenchInput};
use crate::views::workbench::page::menu::menu_ui;
use crate::views::workbench::page::state::{PageView, Shown};
use bowerbird_engine::types::ElementIndex;

/// Height of the line in points.
pub(in crate::views::workbench) const HEIGHT: f32 = 24.0;

/// Draws the line.
pub(in crate::views::workbench) fn crumbs_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    inputs: &mut Vec<WorkbenchInput>,
) {
    let Some(element) = view.pointing.element().or(view.current) else {
        ui.horizontal_centered(|ui| {
            // The keys change what is outlined on the picture.
            let id = match view.shown {
                Shown::Picture => "app-page-point",
                Shown::Tree | Shown::Source | Shown::Outline => "app-page-press",
            };
            ui.add(Label::new(look.hint(look.t(id))).truncate());
        });
        return;
    };
    let link = view.link(element).map(str::to_owned);
    if ui.input(|input| input.modifiers.command)
        && view.pointing.element().is_some()
        && let Some(link) = &link
    {
        let text = RichText::new(format!("→ {link}")).monospace().size(11.5);
        ui.add(Label::new(text).truncate());
        return;
    }
    if let Some(link) = link {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(3.0, 1.0);
            ui.spacing_mut().interact_size.y = 20.0;
            let open = look
                .quiet(ui, look.t("app-bench-follow"))
                .on_hover_text(format!("{link}\n{}", look.t("app-page-follow-tip")));
            if open.clicked() {
                inputs.push(WorkbenchInput::Navigate(Navigation::To(link)));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                path_ui(ui, look, view, element, inputs);
            });
        });
    } else {
        path_ui(ui, look, view, element, inputs);
    }
}

fn path_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    element: ElementIndex,
    inputs: &mut Vec<WorkbenchInput>,
) {
    let path = view.path(element);
    let last = path.len().saturating_sub(1);
    ScrollArea::horizontal()
        .id_salt("crumbs")
        .auto_shrink([false, true])
        .stick_to_right(true)
        .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                ui.spacing_mut().button_padding = vec2(3.0, 1.0);
                ui.spacing_mut().interact_size.y = 20.0;
                for (place, ancestor) in path.iter().enumerate() {
                    let colour = if place == last {
                        look.tokens.text
                    } else {
                        look.tokens.accent
                    };
                    let text = RichText::new(label_of(view, *ancestor))
                        .monospace()
                        .size(11.5)
                        .color(colour);
                    let crumb = ui.add(Button::new(text).frame_when_inactive(false));
                    if crumb.hovered() || crumb.has_focus() {
                        view.crumb = Some(*ancestor);
                    }
                    menu_ui(&crumb, look, view, Some(*ancestor), inputs);
                    if crumb.clicked() {
                        inputs.push(WorkbenchInput::Pick {
                            element: *ancestor,
                            how: How::Instead,
                            at: view.on_screen(*ancestor),
                        });
                    }
                    if place != last {
                        ui.label(look.hint("›"));
                    }
                }
            });
        });
}
