//! The page as plain outline: headings, paragraphs, links, lists. Shown without a picture, or on
//! demand; picks work as on the picture.

use eframe::egui::{self, RichText, ScrollArea, Ui};

use super::input::{ElementMark, Navigation, WorkbenchInput};
use super::picture::click_modifiers;
use super::state::PageView;
use crate::style::fonts;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{StructureItem, StructureKind};

const LINE_HEIGHT: f32 = 26.0;

/// Draws the outline. A double click on a link follows it.
pub(super) fn outline_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    _marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
) {
    let Some(page) = &view.opened else {
        return;
    };
    if page.structure.is_empty() {
        look.empty_state(ui, "app-bench-no-structure", "app-bench-no-structure-hint");
        return;
    }
    let chosen = view.current;
    let mut hovered = None;
    egui::Frame::new().inner_margin(8).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt(("structure", view.ticket))
            .auto_shrink(false)
            .show_rows(
                ui,
                LINE_HEIGHT - ui.spacing().item_spacing.y,
                page.structure.len(),
                |ui, rows| {
                    for item in page.structure.get(rows).unwrap_or_default() {
                        let line = line_ui(ui, look, item, chosen == Some(item.element));
                        if line.hovered() {
                            hovered = Some(item.element);
                        }
                        if line.clicked() {
                            inputs.push(WorkbenchInput::Pick {
                                element: item.element,
                                how: click_modifiers::how(ui, view),
                                at: Some(line.rect),
                            });
                        }
                        if let (true, StructureKind::Link { href }) =
                            (line.double_clicked(), &item.kind)
                        {
                            inputs.push(WorkbenchInput::Navigate(Navigation::To(href.clone())));
                        }
                    }
                },
            );
    });
    if view.pointing.at(hovered) {
        inputs.push(WorkbenchInput::Hover { element: hovered });
    }
}

fn line_ui(ui: &mut Ui, look: &UiContext, item: &StructureItem, chosen: bool) -> egui::Response {
    // A picture without alternative text: a generic word is shown.
    let wordless = item.text.trim().is_empty();
    let (sign, text) = match &item.kind {
        StructureKind::Heading(level) => (
            format!("H{level}"),
            RichText::new(&item.text).strong().size(match level {
                1 => 17.0,
                2 => 15.0,
                _ => 13.5,
            }),
        ),
        StructureKind::Paragraph => ("¶".to_owned(), RichText::new(&item.text)),
        StructureKind::Link { .. } => (
            "→".to_owned(),
            RichText::new(&item.text).color(look.tokens.accent),
        ),
        StructureKind::ListItem => ("•".to_owned(), RichText::new(&item.text)),
        StructureKind::Image => (
            look.t("app-bench-image"),
            RichText::new(if wordless { "—" } else { &item.text }).color(look.tokens.dim),
        ),
    };
    let text = match fonts::family_of_text(&item.text) {
        Some(family) => text.family(family),
        None => text,
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(34.0, 18.0), egui::Sense::hover());
        ui.painter().text(
            rect.right_center(),
            egui::Align2::RIGHT_CENTER,
            sign,
            egui::TextStyle::Small.resolve(ui.style()),
            look.tokens.dim,
        );
        let line = egui::Button::selectable(chosen, text).truncate();
        let mut response = ui.add(line);
        if wordless {
            response = response.accessible_name(look.t("app-bench-image"));
        }
        match &item.kind {
            StructureKind::Link { href } => response.on_hover_text(href),
            _ => response,
        }
    })
    .inner
}
