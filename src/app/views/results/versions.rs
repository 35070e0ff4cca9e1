//! Earlier versions of a record: a list, one of them in full, and how it differs from the current
//! one or any other. Input: the versions of the selected record. Compares nothing itself and changes nothing.

use eframe::egui::{ComboBox, Context, Label, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::widgets::records::comparison::{Comparison, all_versions, comparison_ui, pair_ui};
use crate::widgets::records::text::text_ui;
use bowerbird_engine::types::{RecordId, RecordVersion, StoredRecord, printable};
use bowerbird_engine::{PagesOfVersions, VersionPage};

/// The versions of the selected record.
#[derive(Debug, Default)]
pub struct RecordVersions {
    /// The queried record, with its fetch time then.
    of: Option<(RecordId, Timestamp)>,
    /// Its earlier versions, newest first.
    versions: Vec<RecordVersion>,
    /// The displayed version; the record itself when `None`.
    shown: Option<u32>,
    /// Which two are compared.
    comparison: Comparison,
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

    /// Handles the drawn pages of two versions.
    pub fn pages_came(&mut self, ctx: &Context, of: &PagesOfVersions, pages: &[VersionPage; 2]) {
        self.comparison.pages.came(ctx, of, pages);
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
    actions: &mut Vec<Action>,
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
            .show_list(ui, |ui| {
                ui.entry_value(&mut shown, None, newest);
                for version in &state.versions {
                    ui.entry_value(&mut shown, Some(version.number), word(version));
                }
            });
        combo
            .response
            .accessible_name(look.t("app-record-versions-name"));
    });
    let drawn = chosen.is_some();
    if let Some(version) = chosen {
        let (versions, comparison) = (&state.versions, &mut state.comparison);
        version_ui(ui, look, stored, version, (versions, comparison), actions);
    }
    if shown != state.shown {
        state.shown = shown;
        state.comparison.pair = (shown, None);
    }
    drawn
}

fn version_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    version: &RecordVersion,
    (versions, comparison): (&[RecordVersion], &mut Comparison),
    actions: &mut Vec<Action>,
) {
    ui.separator();
    let all = all_versions(stored, versions);
    pair_ui(ui, look, &all, comparison);
    let id = match version.is_withheld() {
        true => "app-record-withheld-differs",
        false => "app-record-since",
    };
    if comparison.is_against_newest(version.number) {
        ui.label(look.hint(look.t(id)));
    }
    comparison_ui(ui, look, (stored.id, None), &all, comparison, actions);
    ui.separator();
    ui.add(Label::new(look.title(printable(&version.record.title)).strong()).wrap());
    text_ui(ui, look, &version.record.text);
}
