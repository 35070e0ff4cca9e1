//! Earlier versions of a record: a list, one of them in full, and its differences from the current
//! one. Input: the versions of the selected record. Compares nothing itself and changes nothing.

use eframe::egui::{ComboBox, Label, RichText, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::ui_context::UiContext;
use crate::widgets::records::text::text_ui;
use bowerbird_engine::types::{
    DefaultColumn, RecordId, RecordVersion, StoredRecord, printable, record_changes, text_changes,
};

/// The versions of the selected record.
#[derive(Debug, Default)]
pub struct RecordVersions {
    /// The queried record, with its fetch time then.
    of: Option<(RecordId, Timestamp)>,
    /// Its earlier versions, newest first.
    versions: Vec<RecordVersion>,
    /// The displayed version; the record itself when `None`.
    shown: Option<u32>,
}

impl RecordVersions {
    /// Queries the versions of `stored` unless they are up to date.
    pub fn follow(&mut self, stored: &StoredRecord, actions: &mut Vec<Action>) {
        let wanted = (stored.id, stored.fetched_at);
        if self.of == Some(wanted) {
            return;
        }
        if self.of.is_none_or(|(record, _)| record != stored.id) {
            self.versions.clear();
            self.shown = None;
        }
        self.of = Some(wanted);
        actions.push(Action::Query(DataQuery::RecordVersions(stored.id)));
    }

    /// Handles the answer.
    pub fn show(&mut self, record: RecordId, versions: Vec<RecordVersion>) {
        if self.of.is_some_and(|(asked, _)| asked == record) {
            self.versions = versions;
        }
    }
}

/// Draws the choice of a version, and for an earlier one its content and the changes since; returns
/// whether one is shown.
pub fn versions_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    state: &mut RecordVersions,
) -> bool {
    if state.versions.is_empty() {
        return false;
    }
    let count = u64::try_from(state.versions.len()).unwrap_or(u64::MAX);
    let newest = look.t1(
        "app-record-newest",
        "time",
        look.exact_time(stored.fetched_at),
    );
    let word = |version: &RecordVersion| {
        let time = look.exact_time(version.fetched_at);
        let id = match version.is_withheld() {
            true => "app-record-withheld",
            false => "app-record-version",
        };
        look.t1(id, "time", time)
    };
    if let Some(withheld) = state.versions.iter().find(|version| version.is_withheld()) {
        let time = look.time(withheld.fetched_at);
        let told = look.t1("app-record-shortened", "time", time);
        let told = look.coloured(told, look.tokens.warn);
        ui.add(Label::new(told).wrap())
            .on_hover_text(look.t("app-record-shortened-tip"));
    }
    let chosen = state
        .shown
        .and_then(|shown| state.versions.iter().find(|v| v.number == shown));
    let text = chosen.map_or_else(|| newest.clone(), word);
    let mut shown = state.shown;
    ui.horizontal_wrapped(|ui| {
        ui.label(look.hint(look.t1("app-record-versions", "count", count)));
        let combo = ComboBox::from_id_salt("record-version")
            .width(220.0)
            .selected_text(text)
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut shown, None, newest);
                for version in &state.versions {
                    ui.selectable_value(&mut shown, Some(version.number), word(version));
                }
            });
        combo
            .response
            .accessible_name(look.t("app-record-versions-name"));
    });
    let drawn = chosen.is_some();
    if let Some(version) = chosen {
        version_ui(ui, look, stored, version);
    }
    state.shown = shown;
    drawn
}

fn version_ui(ui: &mut Ui, look: &UiContext, stored: &StoredRecord, version: &RecordVersion) {
    ui.separator();
    let (since, changes) = match version.is_withheld() {
        true => (
            "app-record-withheld-differs",
            record_changes(&stored.record, &version.record),
        ),
        false => (
            "app-record-since",
            record_changes(&version.record, &stored.record),
        ),
    };
    ui.label(look.hint(look.t(since)));
    for change in changes {
        let column = DefaultColumn::from_token(&change.name);
        let name = match column {
            Some(column) => look.t(&format!("app-column-{}", column.token())),
            None => change.name.clone(),
        };
        ui.label(look.hint(name));
        if column == Some(DefaultColumn::Text) {
            lines_ui(ui, look, &text_changes(&change.before, &change.after));
        } else {
            for (id, value) in [
                ("app-record-before", &change.before),
                ("app-record-after", &change.after),
            ] {
                let line = look.t1(id, "value", printable(value).as_ref());
                ui.add(Label::new(line).wrap());
            }
        }
    }
    ui.separator();
    ui.add(Label::new(look.title(printable(&version.record.title)).strong()).wrap());
    text_ui(ui, look, &version.record.text);
}

/// Draws the lines of a diff; long ones wrap, and the signs stay, so that it is readable without
/// colour too.
fn lines_ui(ui: &mut Ui, look: &UiContext, lines: &str) {
    for (number, line) in lines.lines().enumerate() {
        // Line numbers mean nothing to a reader, but a gap between two places does.
        let line = match line.starts_with("@@") {
            true if number == 0 => continue,
            true => "…",
            false => line,
        };
        let colour = match line.as_bytes().first() {
            Some(b'+') => look.tokens.ok,
            Some(b'-') => look.tokens.bad,
            _ => look.tokens.text,
        };
        ui.add(Label::new(RichText::new(line).color(colour)).wrap());
    }
}
