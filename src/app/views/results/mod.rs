//! Results: every record in one virtual table, with search, a filter by site, details and export.

mod detail;
mod export;
mod list;
mod pages;
mod versions;

use std::path::PathBuf;

use eframe::egui::Ui;

pub use export::ExportForm;
pub use pages::RecordPages;
pub use versions::RecordVersions;

use crate::app::action::Action;
use crate::app::background::Ask;
use crate::app::look::Look;
use crate::app::widgets::table::TableState;
use crate::app::world::World;
use crate::engine::types::{Only, RecordFilter, RecordPart, RecordSort, SiteId};

/// What the view remembers.
#[derive(Debug, Default)]
pub struct ResultsState {
    /// The table.
    pub table: TableState,
    /// Words to search for.
    pub search: String,
    /// Only of this site.
    pub site: Option<SiteId>,
    /// By what is kept beside the records.
    pub only: Only,
    /// The records fetched so far.
    pub pages: RecordPages,
    /// The earlier versions of the selected record.
    pub versions: RecordVersions,
    /// Whether the export line is open.
    pub exporting: bool,
    /// What is chosen for it.
    pub export: ExportForm,
    /// The path of the export, as typed.
    pub export_path: String,
    /// Whether an export runs.
    pub export_runs: bool,
    /// The last export.
    pub exported: Option<(PathBuf, u64)>,
    /// Whether the cursor goes into the search field.
    pub focus_search: bool,
}

impl ResultsState {
    /// The filter as set.
    pub fn filter(&self) -> RecordFilter {
        let search = self.search.trim();
        RecordFilter {
            site: self.site,
            since: None,
            part: RecordPart::default(),
            only: self.only.clone(),
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

    /// Asks again: another filter, or other records behind it.
    pub fn ask(&mut self, actions: &mut Vec<Action>) {
        let filter = self.filter();
        let generation = self.pages.renew(&filter);
        actions.push(Action::Ask(Ask::Count { generation, filter }));
    }
}

/// Draws the view.
pub fn results_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    list::list_ui(ui, look, world, state, actions);
}
