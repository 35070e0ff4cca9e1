//! The TOML text field: dimmed comments, bold section headers, marked faulty lines.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{self, FontId, Stroke, TextBuffer, TextEdit, TextStyle, Ui};

use crate::style::ui_context::UiContext;

/// Draws the field; `faulty` are line numbers from 1.
pub fn toml_ui(
    ui: &mut Ui,
    look: &UiContext,
    text: &mut String,
    faulty: &[usize],
) -> egui::Response {
    let font = TextStyle::Monospace.resolve(ui.style());
    let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, _wrap: f32| {
        let job = coloured(buffer.as_str(), look, &font, faulty);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    // The id must not depend on what is drawn above, or faults that appear there take the focus.
    ui.add(
        TextEdit::multiline(text)
            .id_salt("toml-text")
            .code_editor()
            .min_size(ui.available_size())
            .desired_width(f32::INFINITY)
            .desired_rows(24)
            .frame(egui::Frame::NONE)
            .layouter(&mut layouter),
    )
    .accessible_name(look.t("app-editor-text"))
}

fn coloured(text: &str, look: &UiContext, font: &FontId, faulty: &[usize]) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = line.trim_start();
        let colour = if start.starts_with('#') {
            look.tokens.dim
        } else if start.starts_with('[') {
            look.tokens.accent
        } else {
            look.tokens.text
        };
        let mut format = TextFormat::simple(font.clone(), colour);
        if faulty.contains(&(number + 1)) {
            format.underline = Stroke::new(1.5, look.tokens.bad);
        }
        job.append(line, 0.0, format);
    }
    job
}
