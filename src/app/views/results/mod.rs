//! Results: every record in one virtual table, with search, a filter by site, details and export.
//! How much of a text a cell shows is decided in `widgets::table`.

mod bulk_actions;
mod by_hand;
mod columns;
mod detail;
mod empty_results;
mod export;
mod loaded_records;
mod more_filters;
mod pictures;
mod reader;
mod records_table;
mod screenshot;
mod search;
mod versions;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use eframe::egui::Ui;

pub use by_hand::arranging::Arranging;
pub use by_hand::replacing::Replacing;
pub use export::evidence::EvidenceForm;
pub use export::{ExportAmount, ExportForm, ExportScope, usual_export};
pub use loaded_records::RecordPages;
pub use reader::Reader;
pub use search::{Found, SearchSuggestions};
pub use versions::RecordVersions;

use crate::action::Action;
use crate::background::{Beside, DataQuery};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::table::TableState;
use bowerbird_engine::types::{
    Only, RecordFilter, RecordId, RecordPart, RecordSort, SiteId, StoredRecord,
};

/// The state of the view.
#[derive(Debug, Default)]
pub struct ResultsState {
    /// The table.
    pub table: TableState,
    /// The record that is open beside the table.
    opened: Option<RecordId>,
    /// Words to search for.
    pub search: String,
    /// Only of this site.
    pub site: Option<SiteId>,
    /// Filter by data beside the records.
    pub only: Only,
    /// Whether records in archives are left out.
    pub skip_archives: bool,
    /// The records loaded so far.
    pub pages: RecordPages,
    /// Data beside the records.
    pub beside: Beside,
    /// Search matches in the visible records.
    pub found: Found,
    /// What the search may go on with.
    pub suggestions: SearchSuggestions,
    /// Data beside the text of the selected record.
    pub reader: Reader,
    /// Records selected by their checkboxes.
    pub chosen: BTreeMap<RecordId, StoredRecord>,
    /// The row whose checkbox was clicked last; Shift extends the selection from it.
    ticked_row: Option<usize>,
    /// The number of them that the filter shows.
    pub ticks_shown: ExportAmount,
    /// The tag for them, as typed.
    pub tag: String,
    /// The name for the search, as typed.
    pub search_name: String,
    /// Whether reposts were searched for in all records since the project was opened.
    searched_reposts: bool,
    /// Whether the data beside the records was queried.
    asked_beside: bool,
    /// The earlier versions of the selected record.
    pub versions: RecordVersions,
    /// The form that was open in the last frame.
    open_form: Option<OpenForm>,
    /// The site whose records the table showed last.
    shown_site: Option<SiteId>,
    /// Whether the export line is open.
    pub exporting: bool,
    /// The address and the title of a record that is added, while its form is open.
    pub adding: Option<[String; 2]>,
    /// Finding and replacing, while its form is open.
    pub replacing: Option<Replacing>,
    /// Merging the ticked records or moving them, while its form is open.
    pub arranging: Option<Arranging>,
    /// Saving pages as evidence, while its form is open.
    pub evidence: Option<EvidenceForm>,
    /// The chosen export options.
    pub export: ExportForm,
    /// The path of the export, as typed.
    pub export_path: String,
    /// The file that was proposed last; another one in the field is the person's.
    pub export_proposed: String,
    /// The site that the file in the field is for.
    pub(crate) export_named_for: Option<Option<SiteId>>,
    /// Whether an export is running.
    pub export_runs: bool,
    /// The last export.
    pub exported: Option<(PathBuf, u64)>,
    /// Whether to focus the search field.
    pub focus_search: bool,
    /// Whether to focus the button that writes the export.
    pub focus_write: bool,
}

/// A form above the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenForm {
    Export,
    Add,
    Replace,
    Arrange,
    Evidence,
}

impl ResultsState {
    /// Closes the form that was open before another one was opened: both would leave the table no
    /// room.
    fn keep_one_form(&mut self) {
        let open = [
            (OpenForm::Export, self.exporting),
            (OpenForm::Add, self.adding.is_some() && self.site.is_some()),
            (OpenForm::Replace, self.replacing.is_some()),
            (OpenForm::Arrange, self.arranging.is_some()),
            (OpenForm::Evidence, self.evidence.is_some()),
        ];
        let open = open.into_iter().filter(|(_, is_open)| *is_open);
        let open: Vec<OpenForm> = open.map(|(form, _)| form).collect();
        let other = open.iter().find(|form| Some(**form) != self.open_form);
        let kept = other.or(open.first()).copied();
        for form in open {
            if Some(form) == kept {
                continue;
            }
            match form {
                OpenForm::Export => self.exporting = false,
                OpenForm::Add => self.adding = None,
                OpenForm::Replace => self.replacing = None,
                OpenForm::Arrange => self.arranging = None,
                OpenForm::Evidence => self.evidence = None,
            }
        }
        self.open_form = kept;
    }

    /// The current filter.
    pub fn filter(&self) -> RecordFilter {
        let search = self.search.trim();
        RecordFilter {
            site: self.site,
            since: None,
            part: RecordPart::default(),
            only: self.only.clone(),
            skip_archives: self.skip_archives,
            search: (!search.is_empty()).then(|| search.to_owned()),
            sort: match &self.table.sort {
                None => RecordSort::ListOrder,
                Some((name, descending)) => RecordSort::Column {
                    name: name.clone(),
                    descending: *descending,
                },
            },
        }
    }

    /// Shows the export line and starts the export into its path; an existing file is replaced only
    /// after a question.
    pub fn write(&mut self, actions: &mut Vec<Action>) {
        self.open_export();
        if export::is_usable(self) {
            export::write(self, actions);
        }
    }

    /// Opens the export form, with the ticked records chosen if there are any.
    pub fn open_export(&mut self) {
        self.focus_write = true;
        if !std::mem::replace(&mut self.exporting, true) {
            self.export.scope = None;
            self.exported = None;
        }
    }

    /// Selects these records, if they are those that `filter` shows.
    pub fn choose(&mut self, filter: &RecordFilter, records: Vec<StoredRecord>) {
        if *filter == self.filter() {
            let chosen = records.into_iter().map(|record| (record.id, record));
            self.chosen.extend(chosen);
        }
    }

    /// Queries the records of these rows, to select them.
    fn choose_rows(&self, rows: &Range<usize>, actions: &mut Vec<Action>) {
        actions.push(Action::Query(DataQuery::Choose {
            filter: self.filter(),
            first: rows.start as u64,
            count: rows.len() as u64,
        }));
    }

    /// Queries all records that the filter shows, to select them.
    fn choose_all(&self, actions: &mut Vec<Action>) {
        let count = self.pages.count().unwrap_or_default();
        self.choose_rows(&(0..usize::try_from(count).unwrap_or(usize::MAX)), actions);
    }

    /// The site that all records to export are of, if it is one.
    pub fn export_site(&self) -> Option<SiteId> {
        export::filter(self).site
    }

    /// The record that a person opened, in its row. Rows move when records come or the filter
    /// changes: the record stays open in its new row, and closes when the table has it no more.
    fn opened_record(&mut self) -> Option<StoredRecord> {
        let Some(row) = self.table.selected else {
            self.opened = None;
            return None;
        };
        let here = self.pages.record(row);
        if let Some(opened) = self.opened
            && here.is_none_or(|record| record.id != opened)
        {
            let moved = self.pages.row_of(opened);
            // Its page may still be loading.
            if moved.is_some() || self.pages.is_fresh(row) {
                self.table.selected = moved;
            }
            let record = moved.and_then(|row| self.pages.record(row));
            return record.cloned();
        }
        let record = here?.clone();
        self.opened = Some(record.id);
        Some(record)
    }

    /// Shows all records that have these words, of a site or of all; no other filter is left.
    pub fn show_only(&mut self, site: Option<SiteId>, search: String) {
        self.site = site;
        self.search = search;
        self.only = Only::default();
        self.skip_archives = false;
    }

    /// Shows the records of a site that have a name, which may be made of several values, and selects
    /// the first.
    pub fn show_named(&mut self, site: SiteId, name: &str) {
        let words = name.replace('"', " ");
        let words = words.split(" · ").map(|words| format!("\"{words}\""));
        let words: Vec<String> = words.collect();
        self.show_only(Some(site), words.join(" "));
        self.table.select(0);
    }

    /// Queries again: the filter or the records changed.
    pub fn ask(&mut self, actions: &mut Vec<Action>) {
        let filter = self.filter();
        let generation = self.pages.renew(&filter);
        self.export.amount.records_changed();
        self.ticks_shown.records_changed();
        actions.push(Action::Query(DataQuery::Count { generation, filter }));
    }
}

/// Draws the view.
pub fn results_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    if !std::mem::replace(&mut state.asked_beside, true) {
        actions.push(Action::Query(DataQuery::Beside));
    }
    records_table::list_ui(ui, look, world, state, actions);
}
