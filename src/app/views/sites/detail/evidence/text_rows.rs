//! A long text in rows, drawing only visible ones, with marked ranges. Input: a text and the
//! ranges. The selected range is scrolled into view.

use std::ops::Range;
use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{FontId, Label, Role, ScrollArea, Stroke, TextStyle, Ui, WidgetInfo};

use crate::style::ui_context::UiContext;
/// Height of a row in points.
const ROW: f32 = 17.0;

/// Maximum columns of a row; a wide character takes two.
const COLUMNS: usize = 110;

/// The text, cut into rows.
#[derive(Clone, Debug, Default)]
pub struct TextRows {
    text: Arc<str>,
    rows: Vec<Range<usize>>,
}

impl TextRows {
    /// The rows of `text`.
    pub fn of(text: Arc<str>) -> Self {
        let mut rows = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            cut(line, start, &mut rows);
            start += line.len();
        }
        Self { rows, text }
    }

    /// The row that contains `byte`.
    fn row_of(&self, byte: usize) -> usize {
        self.rows
            .partition_point(|row| row.start <= byte)
            .saturating_sub(1)
    }
}

/// Splits a line that begins at `start`, at a space if there is one in the last half of a row.
fn cut(line: &str, start: usize, rows: &mut Vec<Range<usize>>) {
    let line = line.trim_end_matches(['\n', '\r']);
    let (mut from, mut width, mut space) = (0, 0, None);
    for (at, letter) in line.char_indices() {
        if width >= COLUMNS {
            let end = space.filter(|space| *space > from).unwrap_or(at);
            rows.push(start + from..start + end);
            width = line.get(end..at).map_or(0, |rest| rest.chars().count());
            (from, space) = (end, None);
        }
        width += if letter.is_ascii() { 1 } else { 2 };
        if letter == ' ' && width > COLUMNS / 2 {
            space = Some(at + 1);
        }
    }
    rows.push(start + from..start + line.len());
}

/// Draws the rows with `marks` in them, the `chosen` one stronger; scrolls to it when `jump` is
/// set. `name` is the text's name for screen readers.
pub fn rows_ui(
    ui: &mut Ui,
    look: &UiContext,
    name: &str,
    text: &TextRows,
    (marks, chosen): (&[Option<Range<usize>>], Option<usize>),
    jump: &mut bool,
) {
    let area = ui.available_rect_before_wrap();
    let mark = chosen.and_then(|chosen| marks.get(chosen)?.clone());
    let mut scroll = ScrollArea::both()
        .id_salt(name)
        .auto_shrink(false)
        .animated(false);
    if std::mem::take(jump)
        && let Some(mark) = &mark
    {
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 rows")]
        let top = text.row_of(mark.start) as f32 * ROW;
        scroll = scroll
            .vertical_scroll_offset((top - area.height() / 3.0).max(0.0))
            .horizontal_scroll_offset(0.0);
    }
    let shown = ui.scope_id().with(name);
    let whole = ui.interact(area, shown, eframe::egui::Sense::hover());
    let marked = mark.and_then(|mark| text.text.get(mark).map(str::to_owned));
    whole.widget_info(|| WidgetInfo {
        current_text_value: marked.clone(),
        ..WidgetInfo::labeled(Role::Document, true, name)
    });
    ui.spacing_mut().item_spacing.y = 0.0;
    let font = FontId::monospace(TextStyle::Small.resolve(ui.style()).size);
    scroll.show_rows(ui, ROW, text.rows.len(), |ui, seen| {
        for row in text.rows.get(seen).unwrap_or_default() {
            ui.horizontal(|ui| {
                ui.set_height(ROW);
                let job = row_text(look, &font, &text.text, row, (marks, chosen));
                ui.add(Label::new(job).extend());
            });
        }
    });
}

/// A row with its marks: underlined as well as coloured.
fn row_text(
    look: &UiContext,
    font: &FontId,
    text: &str,
    row: &Range<usize>,
    (marks, chosen): (&[Option<Range<usize>>], Option<usize>),
) -> LayoutJob {
    let mut edges = vec![row.start, row.end];
    for mark in marks.iter().flatten() {
        let within = |edge: usize| edge.clamp(row.start, row.end);
        edges.extend([within(mark.start), within(mark.end)]);
    }
    edges.sort_unstable();
    edges.dedup();
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    for (from, to) in edges.iter().zip(edges.iter().skip(1)) {
        let holds = |mark: &Option<Range<usize>>| {
            mark.as_ref()
                .is_some_and(|mark| mark.start <= *from && *to <= mark.end)
        };
        let mut format = TextFormat::simple(font.clone(), look.tokens.text);
        let is_chosen = chosen
            .and_then(|chosen| marks.get(chosen))
            .is_some_and(holds);
        if is_chosen {
            format.background = look.tokens.selection;
            format.underline = Stroke::new(2.0, look.tokens.bad);
        } else if marks.iter().any(holds) {
            format.underline = Stroke::new(1.0, look.tokens.warn);
        }
        job.append(text.get(*from..*to).unwrap_or_default(), 0.0, format);
    }
    job
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_hold_all_but_the_ends_of_lines(text in "(\n|\r\n|[a-z ]{0,140}|[长é]{0,140}){0,6}") {
            let rows = TextRows::of(text.as_str().into());
            let joined: String = rows.rows.iter().filter_map(|row| text.get(row.clone())).collect();
            prop_assert_eq!(joined, text.replace(['\n', '\r'], ""));
            for row in &rows.rows {
                prop_assert!(row.len() <= 3 * COLUMNS);
            }
        }
    }

    #[test]
    fn a_place_is_in_the_row_that_holds_it() {
        let text = format!("{}\nblocked here", "word ".repeat(60));
        let rows = TextRows::of(text.as_str().into());
        let row = rows.row_of(text.find("blocked").unwrap());
        assert_eq!(text.get(rows.rows[row].clone()), Some("blocked here"));
        assert_eq!(rows.row_of(0), 0);
    }
}
