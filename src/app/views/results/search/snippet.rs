//! Shows why a record was found: the text around the match, highlighted, in the table and in the
//! reader. Computed once for visible records, because texts may be long.

use std::collections::HashMap;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Label, TextStyle, Ui};
use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    Query, QueryProblem, RecordId, Snippet, StoredRecord, marks, marks_in, snippet, snippet_in,
};

/// Maximum characters of a line in the table: the match is near its beginning and visible in a
/// narrow column too.
const LINE_CHARS: usize = 60;
/// Maximum bytes of a text that a row can show.
const LINE_BYTES: usize = 2_000;
/// Maximum bytes of a text searched for a line: later matches are found, but not shown.
const MAX_BYTES: usize = 200_000;
/// Maximum bytes of a text that the reader highlights.
const MAX_READ: usize = 100_000;
/// Maximum cached lines.
const MAX_LINES: usize = 2_000;

/// A record and its version.
type Key = (RecordId, Timestamp);

/// The search, and its matches in the visible records.
#[derive(Debug, Default)]
pub struct Found {
    search: String,
    /// The fields that there are; `None`: not known yet.
    fields: Option<Vec<String>>,
    query: Query,
    lines: HashMap<Key, [Snippet; 2]>,
    read: Option<(Key, LayoutJob)>,
    /// The theme that the reader's text was laid out for.
    dark: bool,
}

impl Found {
    /// Sets the search to highlight; `fields`: those of the rules, once they are known.
    pub fn follow(&mut self, search: &str, fields: Option<Vec<String>>) {
        if self.search != search || self.fields != fields {
            search.clone_into(&mut self.search);
            self.query = match &fields {
                Some(fields) => Query::parse_with(search, fields),
                None => Query::parse(search),
            };
            self.fields = fields;
            self.lines.clear();
            self.read = None;
        }
    }

    /// What is wrong with the search.
    pub fn problems(&self) -> &[QueryProblem] {
        &self.query.problems
    }

    /// A value of a field with the words that were searched for in it, if there are any.
    pub fn marked(
        &self,
        ui: &Ui,
        look: &UiContext,
        (field, value): (&str, &str),
        align: Option<Align>,
    ) -> Option<LayoutJob> {
        let value = beginning(value, LINE_BYTES);
        if self.query.marked.is_empty() {
            return None;
        }
        let marks = marks_in(value, &self.query, field);
        (!marks.is_empty()).then(|| job(ui, look, value, &marks, align))
    }

    /// Draws the title (or the text) of a record as a line with highlighted matches; returns
    /// whether there is a search.
    pub fn cell_ui(
        &mut self,
        ui: &mut Ui,
        look: &UiContext,
        stored: &StoredRecord,
        key: &str,
    ) -> bool {
        if self.query.marked.is_empty() {
            return false;
        }
        if self.lines.len() > MAX_LINES {
            self.lines.clear();
        }
        let query = &self.query;
        let of = (stored.id, stored.fetched_at);
        let [title, text] = self.lines.entry(of).or_insert_with(|| {
            let text = beginning(&stored.record.text, MAX_BYTES);
            let title = beginning(&stored.record.title, MAX_BYTES);
            // A title is shown from its beginning, because it identifies the record.
            [
                snippet_in(title, query, "title", usize::MAX),
                snippet(text, query, LINE_CHARS),
            ]
        });
        let line = if key == "title" { title } else { text };
        if line.text.is_empty() {
            return false;
        }
        let job = job(ui, look, &line.text, &line.marks, Some(Align::Center));
        ui.add(Label::new(job).truncate().selectable(false));
        true
    }

    /// Draws the text of the current record with highlighted matches; returns whether there is a
    /// search.
    pub fn text_ui(&mut self, ui: &mut Ui, look: &UiContext, stored: &StoredRecord) -> bool {
        if self.query.marked.is_empty() {
            return false;
        }
        let of = (stored.id, stored.fetched_at);
        let dark = ui.visuals().dark_mode;
        let known = self.read.as_ref().filter(|(known, _)| *known == of);
        if known.is_none() || self.dark != dark {
            let text = beginning(&stored.record.text, MAX_READ);
            let job = job(ui, look, text, &marks(text, &self.query), None);
            self.read = Some((of, job));
            self.dark = dark;
        }
        if let Some((_, job)) = &self.read {
            ui.add(Label::new(job.clone()).wrap());
        }
        rest_ui(ui, look, &stored.record.text);
        true
    }
}

/// The part of a text that a row can show.
pub fn line(text: &str) -> &str {
    beginning(text, LINE_BYTES)
}

/// The part of a text that the reader shows: laying out a book in each frame would block the
/// window.
pub fn readable(text: &str) -> &str {
    beginning(text, MAX_READ)
}

/// Draws a note if there is more of `text`.
pub fn rest_ui(ui: &mut Ui, look: &UiContext, text: &str) {
    let shown = readable(text).len();
    if shown < text.len() {
        ui.separator();
        let share = u64::try_from(shown.saturating_mul(100) / text.len().max(1)).unwrap_or(0);
        ui.label(look.hint(look.t1("texts-rest", "percent", share.max(1))));
    }
}

fn job(
    ui: &Ui,
    look: &UiContext,
    text: &str,
    marks: &[std::ops::Range<usize>],
    align: Option<Align>,
) -> LayoutJob {
    let plain = TextFormat {
        font_id: TextStyle::Body.resolve(ui.style()),
        color: look.tokens.text,
        valign: align.unwrap_or(Align::BOTTOM),
        ..TextFormat::default()
    };
    let found = TextFormat {
        background: look.tokens.accent.gamma_multiply(0.3),
        ..plain.clone()
    };
    let mut job = LayoutJob::default();
    let mut from = 0;
    for mark in marks {
        let before = text.get(from..mark.start).unwrap_or_default();
        job.append(before, 0.0, plain.clone());
        let marked = text.get(mark.clone()).unwrap_or_default();
        job.append(marked, 0.0, found.clone());
        from = mark.end;
    }
    job.append(text.get(from..).unwrap_or_default(), 0.0, plain);
    job
}

/// The longest prefix within this many bytes, at a character boundary.
fn beginning(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_cuts_no_character() {
        for (text, bytes, expected) in [
            ("abc", 10, "abc"),
            ("abc", 2, "ab"),
            ("港口", 4, "港"),
            ("港口", 2, ""),
            ("", 0, ""),
        ] {
            assert_eq!(beginning(text, bytes), expected);
        }
        assert_eq!(readable(&"x".repeat(MAX_READ + 1)).len(), MAX_READ);
    }
}
