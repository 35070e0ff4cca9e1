//! Lines of two versions, in two columns or as one text. What only one side has is coloured and
//! underlined or struck out, and named in brackets for those who hear it.

use eframe::egui::text::LayoutJob;
use eframe::egui::{Color32, Label, Role, Stroke, TextFormat, TextStyle, Ui, WidgetInfo};

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{ComparedLine, TextPart, TextSide, printable};

/// Draws lines.
pub(super) fn lines_ui(ui: &mut Ui, look: &UiContext, lines: &[ComparedLine], as_one: bool) {
    for line in lines {
        match line {
            ComparedLine::Folded(count) => {
                let words = look.t1("compare-folded", "count", *count as u64);
                ui.label(look.hint(words));
            }
            ComparedLine::Same(text) => {
                let part = TextPart {
                    text: text.clone(),
                    side: TextSide::Both,
                };
                place_ui(ui, look, std::slice::from_ref(&part), as_one);
            }
            ComparedLine::Differs(parts) => place_ui(ui, look, parts, as_one),
        }
    }
}

/// One place of both texts.
fn place_ui(ui: &mut Ui, look: &UiContext, parts: &[TextPart], as_one: bool) {
    if as_one {
        parts_ui(ui, look, parts);
        return;
    }
    ui.columns_const(|[left, right]| {
        for (ui, other) in [(left, TextSide::After), (right, TextSide::Before)] {
            let own: Vec<TextPart> = parts
                .iter()
                .filter(|part| part.side != other)
                .cloned()
                .collect();
            parts_ui(ui, look, &own);
        }
    });
}

fn parts_ui(ui: &mut Ui, look: &UiContext, parts: &[TextPart]) {
    if parts.is_empty() {
        return;
    }
    let tokens = look.tokens;
    let job = job_of(ui, parts, (tokens.text, tokens.bad, tokens.ok));
    let spoken = spoken(parts);
    let label = ui.add(Label::new(job).wrap());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
}

/// The parts as a text with marks, as a screen reader says it.
fn spoken(parts: &[TextPart]) -> String {
    let word = |part: &TextPart| {
        let text = printable(&part.text);
        match part.side {
            TextSide::Both => text.into_owned(),
            TextSide::Before => format!("[−{}] ", text.trim()),
            TextSide::After => format!("[+{}] ", text.trim()),
        }
    };
    let text: String = parts.iter().map(word).collect();
    text.trim_end().to_owned()
}

/// The parts in the colours of what both have, what is gone and what came.
pub(crate) fn job_of(
    ui: &Ui,
    parts: &[TextPart],
    (both, gone, came): (Color32, Color32, Color32),
) -> LayoutJob {
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::default();
    for part in parts {
        let colour = match part.side {
            TextSide::Both => both,
            TextSide::Before => gone,
            TextSide::After => came,
        };
        let mut format = TextFormat::simple(font.clone(), colour);
        match part.side {
            TextSide::Both => {}
            TextSide::Before => format.strikethrough = Stroke::new(1.0, colour),
            TextSide::After => format.underline = Stroke::new(1.0, colour),
        }
        job.append(&printable(&part.text), 0.0, format);
    }
    job
}
