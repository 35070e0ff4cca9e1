//! Draws a chapter of the guide. Input: its blocks. Output: labels that can be selected and read
//! aloud.

use eframe::egui::text::LayoutJob;
use eframe::egui::{Align, FontSelection, Frame, Grid, Label, RichText, TextFormat, TextStyle, Ui};

use super::Chapter;
use super::markdown::{Block, SpanStyle, TextSpan};
use crate::style::ui_context::UiContext;

/// Indentation of a list, in points.
const INDENT: f32 = 16.0;

/// Draws a chapter and scrolls to the heading `wanted`.
pub(super) fn chapter_ui(ui: &mut Ui, look: &UiContext, chapter: &Chapter, wanted: Option<&str>) {
    ui.set_width(ui.available_width() - 8.0);
    heading_ui(ui, look, 2, &chapter.title, wanted);
    for (place, block) in chapter.blocks.iter().enumerate() {
        match block {
            Block::Heading(level, title) => {
                ui.add_space(10.0);
                heading_ui(ui, look, *level, title, wanted);
            }
            Block::Paragraph(spans) => {
                ui.add(Label::new(job(ui, look, spans)).wrap());
                ui.add_space(6.0);
            }
            Block::Item(indent, mark, spans) => {
                #[expect(clippy::cast_precision_loss, reason = "a few steps")]
                let indent = (*indent as f32) * INDENT / 2.0;
                ui.horizontal_top(|ui| {
                    ui.add_space(indent);
                    ui.label(mark);
                    ui.add(Label::new(job(ui, look, spans)).wrap());
                });
                ui.add_space(2.0);
            }
            Block::Code(code) => {
                Frame::new()
                    .fill(look.tokens.ground)
                    .corner_radius(4)
                    .inner_margin(8)
                    .show(ui, |ui| {
                        ui.add(Label::new(RichText::new(code).monospace()).wrap());
                    });
                ui.add_space(6.0);
            }
            Block::Table(rows) => table_ui(ui, look, place, rows),
        }
    }
}

fn heading_ui(ui: &mut Ui, look: &UiContext, level: usize, title: &str, wanted: Option<&str>) {
    let text = match level {
        2 => look.title(title).strong(),
        _ => RichText::new(title).strong().color(look.tokens.text),
    };
    let heading = ui.label(text);
    if wanted == Some(title) {
        heading.scroll_to_me(Some(Align::TOP));
    }
    ui.add_space(4.0);
}

/// A table: the columns share the width, the first gets less.
fn table_ui(ui: &mut Ui, look: &UiContext, place: usize, rows: &[Vec<Vec<TextSpan>>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
    #[expect(clippy::cast_precision_loss, reason = "a few columns")]
    let others = (columns.max(2) - 1) as f32;
    let whole = ui.available_width() - 12.0 * others;
    let first = whole * 0.3;
    Grid::new(("guide-table", place))
        .num_columns(columns)
        .striped(true)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            for row in rows {
                for (column, cell) in row.iter().enumerate() {
                    let width = if column == 0 {
                        first
                    } else {
                        (whole - first) / others
                    };
                    ui.vertical(|ui| {
                        ui.set_width(width.max(60.0));
                        ui.add(Label::new(job(ui, look, cell)).wrap());
                    });
                }
                ui.end_row();
            }
        });
    ui.add_space(8.0);
}

/// A line in its styles.
fn job(ui: &Ui, look: &UiContext, spans: &[TextSpan]) -> LayoutJob {
    let font = |style| FontSelection::from(style).resolve(ui.style());
    let mut job = LayoutJob::default();
    for span in spans {
        let mut format = TextFormat::simple(font(TextStyle::Body), look.tokens.text);
        match span.style {
            SpanStyle::Plain => {}
            // There is no bold font for all scripts: a ground marks it instead.
            SpanStyle::Bold => format.background = look.tokens.selection,
            SpanStyle::Italic => format.italics = true,
            SpanStyle::Code => {
                format.font_id = font(TextStyle::Monospace);
                format.background = look.tokens.ground;
            }
        }
        job.append(&span.text, 0.0, format);
    }
    job
}
