//! The persistent layout: places and sizes of panels, and the columns of every table. Input:
//! what the user drags, hides and sorts. Output: the same at the next start, through the
//! settings file. It is stored in egui's own memory beside the sizes egui keeps, so that a panel or
//! table deep in a view can access it without passing it through every signature. It never contains
//! what a view shows, only how.

mod dock;
mod project_layout;
mod sized_panel;

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{Context, Id};
use serde::{Deserialize, Serialize};

pub(crate) use dock::toggle;
pub use dock::{Dock, PanelAction, PanelPlace, PanelSpec, docks_ui};
pub use project_layout::{ProjectLayout, Sorting, begin_project};
pub use sized_panel::sized_panel;

use sized_panel::{PanelFrame, SizedPanel};

/// The layout as it is written to the settings file. Sizes are points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// The place of each movable panel, by `view.panel`.
    pub panels: BTreeMap<String, PanelPlace>,
    /// The sides of each view, by `view.side`.
    pub docks: BTreeMap<String, DockPlace>,
    /// Sizes of the fixed panels, by name.
    pub sizes: BTreeMap<String, u16>,
    /// Columns of each table, by name.
    pub tables: BTreeMap<String, TableLayout>,
}

/// One side of a view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DockPlace {
    /// Its width or height; the default when absent.
    pub size: Option<u16>,
    /// Whether it is collapsed to a strip of tabs; depends on the available space when absent.
    pub folded: Option<bool>,
    /// The panel on top; the first when absent.
    pub open: Option<String>,
}

/// The columns of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableLayout {
    /// Keys in the user's order.
    pub order: Vec<String>,
    /// Widths by key.
    pub widths: BTreeMap<String, u16>,
    /// Keys of hidden columns.
    pub hidden: BTreeSet<String>,
    /// Keys of columns that are shown even where they are left out by default.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub chosen: BTreeSet<String>,
    /// The sort column.
    pub sort: Option<String>,
    /// Whether in descending order.
    pub descending: bool,
}

/// The layout data in egui's memory.
#[derive(Clone, Default)]
struct LayoutMemory {
    layout: Layout,
    changed: bool,
    /// Panels as of the last frame, by name.
    held: BTreeMap<String, PanelFrame>,
    /// Panels drawn since the start, in their order, for menus and the palette.
    known: Vec<(&'static str, PanelSpec)>,
}

fn with<R>(ctx: &Context, read: impl FnOnce(&mut LayoutMemory) -> R) -> R {
    ctx.data_mut(|data| read(data.get_temp_mut_or_default(Id::NULL)))
}

/// Installs `layout` at the start.
pub fn install(ctx: &Context, layout: Layout) {
    with(ctx, |remembered| {
        *remembered = LayoutMemory {
            layout,
            known: std::mem::take(&mut remembered.known),
            ..LayoutMemory::default()
        };
    });
}

/// The layout, if it changed since the last call. `None` while a pointer button is down: a drag is
/// one change.
pub fn changed(ctx: &Context) -> Option<Layout> {
    if ctx.input(|input| input.pointer.any_down()) {
        return None;
    }
    with(ctx, |remembered| {
        std::mem::take(&mut remembered.changed).then(|| remembered.layout.clone())
    })
}

/// The current layout.
pub fn current(ctx: &Context) -> Layout {
    with(ctx, |remembered| remembered.layout.clone())
}

/// Changes the layout; ignores edits without effect.
pub fn change(ctx: &Context, edit: impl FnOnce(&mut Layout)) {
    with(ctx, |remembered| {
        let before = remembered.layout.clone();
        edit(&mut remembered.layout);
        remembered.changed |= before != remembered.layout;
    });
}

/// The columns of table `key`, as the user left them.
pub fn table(ctx: &Context, key: &str) -> Option<TableLayout> {
    with(ctx, |remembered| remembered.layout.tables.get(key).cloned())
}

/// Stores the columns of table `key`.
pub fn keep_table(ctx: &Context, key: &str, now: &TableLayout) {
    with(ctx, |remembered| {
        if remembered.layout.tables.get(key) != Some(now) {
            remembered.layout.tables.insert(key.to_owned(), now.clone());
            remembered.changed = true;
        }
    });
}

/// The movable panels of `view`, in their order, with the place of each.
pub fn panels(ctx: &Context, view: &str) -> Vec<(PanelSpec, PanelPlace)> {
    with(ctx, |remembered| {
        remembered
            .known
            .iter()
            .filter(|(of, _)| *of == view)
            .map(|(view, spec)| (*spec, dock::place_of(&remembered.layout, view, spec)))
            .collect()
    })
}

fn announce(ctx: &Context, view: &'static str, specs: &[PanelSpec]) {
    with(ctx, |remembered| {
        for spec in specs {
            if !remembered.known.contains(&(view, *spec)) {
                remembered
                    .known
                    .retain(|(of, known)| *of != view || known.key != spec.key);
                remembered.known.push((view, *spec));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_change_is_a_change_and_it_is_told_once() {
        let ctx = Context::default();
        assert_eq!(changed(&ctx), None);
        let columns = TableLayout {
            order: vec!["b".to_owned(), "a".to_owned()],
            ..TableLayout::default()
        };
        keep_table(&ctx, "sites", &columns);
        assert_eq!(
            changed(&ctx).unwrap().tables.get("sites"),
            Some(&columns.clone())
        );
        keep_table(&ctx, "sites", &columns);
        assert_eq!(changed(&ctx), None);
        assert_eq!(table(&ctx, "sites"), Some(columns));
        assert_eq!(table(&ctx, "tasks"), None);
    }

    #[test]
    fn a_layout_survives_its_file() {
        let mut layout = Layout::default();
        layout.panels.insert(
            "workbench.data".to_owned(),
            PanelPlace {
                dock: Dock::Left,
                hidden: true,
            },
        );
        layout.docks.insert(
            "workbench.left".to_owned(),
            DockPlace {
                size: Some(310),
                folded: Some(false),
                open: Some("data".to_owned()),
            },
        );
        layout.tables.insert(
            "sites".to_owned(),
            TableLayout {
                order: vec!["name".to_owned()],
                widths: BTreeMap::from([("name".to_owned(), 200)]),
                sort: Some("name".to_owned()),
                descending: true,
                ..TableLayout::default()
            },
        );
        let text = toml::to_string(&layout).unwrap();
        assert_eq!(toml::from_str::<Layout>(&text).unwrap(), layout);
    }
}
