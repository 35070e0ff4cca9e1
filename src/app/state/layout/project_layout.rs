//! What of the layout belongs to a project: the open tab of each side, and what each table is sorted by.
//! Places, sizes and columns are the same in all projects. Input: the layout. Output: that part of it,
//! and the layout with another project's part in its place.

use std::collections::BTreeMap;

use eframe::egui::Context;
use serde::{Deserialize, Serialize};

use super::{Layout, with};

/// The part of the layout that belongs to a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProjectLayout {
    /// The panel on top of a side, by `view.side`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub open: BTreeMap<String, String>,
    /// What a table is sorted by, by its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sorting: BTreeMap<String, Sorting>,
}

/// What a table is sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sorting {
    /// The column.
    pub column: String,
    /// Whether in descending order.
    pub descending: bool,
}

impl ProjectLayout {
    /// That part of `layout`.
    pub fn of(layout: &Layout) -> Self {
        let open = layout.docks.iter();
        let open = open.filter_map(|(side, place)| Some((side.clone(), place.open.clone()?)));
        let sorting = layout.tables.iter().filter_map(|(table, kept)| {
            let sorting = Sorting {
                column: kept.sort.clone()?,
                descending: kept.descending,
            };
            Some((table.clone(), sorting))
        });
        Self {
            open: open.collect(),
            sorting: sorting.collect(),
        }
    }

    /// Puts it into `layout`, in place of that of any other project.
    fn put_into(&self, layout: &mut Layout) {
        for side in layout.docks.values_mut() {
            side.open = None;
        }
        for table in layout.tables.values_mut() {
            (table.sort, table.descending) = (None, false);
        }
        for (side, panel) in &self.open {
            layout.docks.entry(side.clone()).or_default().open = Some(panel.clone());
        }
        for (table, sorting) in &self.sorting {
            let table = layout.tables.entry(table.clone()).or_default();
            table.sort = Some(sorting.column.clone());
            table.descending = sorting.descending;
        }
    }
}

/// Shows tabs and sorting as they were left in the project that was opened.
pub fn begin_project(ctx: &Context, own: &ProjectLayout) {
    with(ctx, |remembered| own.put_into(&mut remembered.layout));
}
