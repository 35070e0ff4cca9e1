//! The result of the request: one short line that is a button, which opens all details: status,
//! type, size, timing, redirects, headers.

use eframe::egui::{
    self, Align, Button, Label, Layout, Popup, PopupCloseBehavior, RichText, ScrollArea, Ui,
};

use super::state::{PageView, Picture};
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use bowerbird_engine::OpenedPage;
use bowerbird_engine::types::{Layout as PageLayout, PageState, printable};

/// Draws the line; a click opens the details.
pub(super) fn chip_ui(ui: &mut Ui, look: &UiContext, view: &PageView) {
    let Some(page) = &view.opened else {
        return;
    };
    let fine = page.verdict.state == PageState::Ok;
    let (_, colour, word) = state_marks::state_mark(look, Some(page.verdict.state));
    let text = match (fine, page.from_store) {
        (true, true) => saved_text(look, page),
        (false, true) => format!("{word} · {}", saved_text(look, page)),
        (true, false) => format!(
            "{} · {} · {} ms",
            page.status,
            page.encoding.to_lowercase(),
            page.fetch_ms
        ),
        (false, false) => format!("{word} · {}", page.status),
    };
    let text = match &page.proxy {
        Some(proxy) => format!(
            "{text} · {}",
            look.t1("app-page-through", "proxy", proxy.as_str())
        ),
        None => text,
    };
    let ink = if fine { look.tokens.ok } else { colour };
    let (text, ink) = match page.robots {
        Some(_) => (
            format!("{text} · {}", look.t("app-page-not-for-robots")),
            look.tokens.warn,
        ),
        None => (text, ink),
    };
    let chip = Button::new(RichText::new(text).small().color(ink)).corner_radius(10);
    let response = ui
        .add(chip)
        .accessible_name(look.t("app-page-info"))
        .on_hover_text(look.t("app-page-info-tip"));
    Popup::menu(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            ui.set_width(430.0_f32.min(ui.ctx().content_rect().width() - 40.0));
            let height = (ui.ctx().content_rect().height() * 0.7).max(160.0);
            ScrollArea::vertical()
                .max_height(height)
                .min_scrolled_height(height.min(480.0))
                .show(ui, |ui| info_ui(ui, look, view, page));
        });
}

/// The description of a page opened without a request: that it is saved, and when.
fn saved_text(look: &UiContext, page: &OpenedPage) -> String {
    match page.read_at {
        Some(moment) => look.t1("app-page-saved-at", "time", look.time(moment)),
        None => look.t("app-page-saved"),
    }
}

fn info_ui(ui: &mut Ui, look: &UiContext, view: &PageView, page: &OpenedPage) {
    ui.spacing_mut().item_spacing.y = 4.0;
    if !page.title.trim().is_empty() {
        ui.add(Label::new(look.title(page.title.trim())).truncate());
    }
    if page.verdict.state != PageState::Ok {
        state_marks::state_ui(ui, look, Some(page.verdict.state));
    }
    if let Some(said) = &page.robots {
        ui.add(Label::new(look.coloured(look.text(said), look.tokens.warn)).wrap());
    }
    egui::Grid::new("page-info")
        .num_columns(2)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            let mut row = |id: &str, value: String| {
                ui.label(look.hint(look.t(id)));
                let text = RichText::new(&value).monospace().size(12.0);
                ui.add(Label::new(text).truncate().show_tooltip_when_elided(false))
                    .on_hover_text(value);
                ui.end_row();
            };
            row("app-page-address", page.url.clone());
            if page.requested != page.url {
                row("app-page-requested", page.requested.clone());
            }
            match &page.file {
                // There was no answer with a status.
                Some(file) => row("app-page-file", file.display().to_string()),
                None => row("app-page-status", page.status.to_string()),
            }
            if let Some(browser) = &page.sent_from {
                row("sent-pages-from", printable(browser).into_owned());
            }
            if let Some(moment) = page.read_at {
                let id = match page.from_store {
                    true => "app-page-kept-since",
                    false => "app-page-fetched",
                };
                row(id, look.exact_time(moment));
            }
            if !page.content_type.is_empty() {
                row("app-page-type", page.content_type.clone());
            }
            row("app-page-charset", page.encoding.to_lowercase());
            row("app-page-size", look.bytes(page.bytes));
            row("app-page-elements", look.count(u64::from(page.elements)));
        });
    ui.add_space(4.0);
    ui.label(look.title(look.t("app-page-time")));
    let layout = match &view.picture {
        Picture::Drawn(layout) => Some(layout.as_ref()),
        Picture::Waiting | Picture::Missing(_) => None,
    };
    times_ui(ui, look, page, layout);
    headers_ui(ui, look, page);
}

fn headers_ui(ui: &mut Ui, look: &UiContext, page: &OpenedPage) {
    if page.headers.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.label(look.title(look.t("app-page-headers")));
    egui::Grid::new("page-headers")
        .num_columns(2)
        .spacing([12.0, 2.0])
        .show(ui, |ui| {
            for (name, value) in &page.headers {
                ui.label(
                    RichText::new(name)
                        .monospace()
                        .size(12.0)
                        .color(look.tokens.dim),
                );
                let text = RichText::new(value).monospace().size(12.0);
                ui.add(Label::new(text).truncate().show_tooltip_when_elided(false))
                    .on_hover_text(value);
                ui.end_row();
            }
        });
}

/// The timing, one bar each.
fn times_ui(ui: &mut Ui, look: &UiContext, page: &OpenedPage, layout: Option<&PageLayout>) {
    let mut times = Vec::new();
    if !page.from_store {
        #[expect(clippy::cast_precision_loss, reason = "shown in whole milliseconds")]
        times.push(("app-page-time-fetch", page.fetch_ms as f32));
    }
    if let Some(layout) = layout {
        let timing = layout.timing;
        times.extend([
            ("app-page-time-parse", timing.parse_ms),
            ("app-page-time-resources", timing.resources_ms),
            ("app-page-time-layout", timing.layout_ms),
        ]);
    }
    let most = times.iter().map(|(_, ms)| *ms).fold(1.0_f32, f32::max);
    egui::Grid::new("page-times")
        .num_columns(3)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            for (id, ms) in times {
                ui.label(look.hint(look.t(id)));
                let text = RichText::new(format!("{ms:.0} ms")).monospace().size(12.0);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(text);
                });
                let (rect, _) =
                    ui.allocate_exact_size(egui::vec2(180.0, 6.0), egui::Sense::hover());
                let part = egui::vec2((180.0 * ms / most).max(1.0), 6.0);
                let bar = egui::Rect::from_min_size(rect.min, part);
                ui.painter().rect_filled(bar, 2.0, look.tokens.accent);
                ui.end_row();
            }
        });
}
