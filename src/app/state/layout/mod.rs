//! The persistent layout: places and sizes of panels, and the columns of every table. Input:
//! what the user drags, hides and sorts. Output: the same at the next start, through the
//! settings file. It is stored in egui's own memory beside the sizes egui keeps, so that a panel or
//! table deep in a view can access it without passing it through every signature. It never contains
//! what a view shows, only how.

mod dock;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use eframe::egui::{Context, Id, InnerResponse, Panel, Pos2, Rect, Ui};
use serde::{Deserialize, Serialize};

pub(crate) use dock::toggle;
pub use dock::{Dock, PanelAction, PanelPlace, PanelSpec, docks_ui};

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

/// Distance from a panel's edge at which it can be grabbed, in points; egui's own value.
const GRIP: f32 = 6.0;

/// A panel in the last frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PanelFrame {
    /// Its rectangle.
    rect: Rect,
    /// Whether the pointer button was pressed on one of its edges and is still down.
    gripped: bool,
}

impl PanelFrame {
    /// Whether `spot` is on an edge that resizes the panel.
    fn is_edge(&self, spot: Pos2, upright: bool) -> bool {
        let near = self.rect.expand(GRIP).contains(spot);
        let (at, from, to) = match upright {
            true => (spot.x, self.rect.left(), self.rect.right()),
            false => (spot.y, self.rect.top(), self.rect.bottom()),
        };
        near && ((at - from).abs() <= GRIP || (at - to).abs() <= GRIP)
    }
}

/// A panel with a size set by the user.
struct SizedPanel {
    /// Its key among the panels of the window.
    key: String,
    /// The wanted size, stored or default, in points.
    wanted: f32,
    /// The allowed sizes, in points.
    range: RangeInclusive<f32>,
    /// Whether its size is a width.
    upright: bool,
}

impl SizedPanel {
    /// Shows `panel`; returns the new size when the user dragged it in this frame. Only dragging an
    /// edge resizes it: neither a smaller window nor growing content does.
    fn show<R>(
        &self,
        ui: &mut Ui,
        panel: Panel,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> (InnerResponse<R>, Option<u16>) {
        let (least, most) = (*self.range.start(), *self.range.end());
        let wanted = self.wanted.clamp(least, most.max(least));
        let before = with(ui.ctx(), |remembered| {
            remembered.held.get(&self.key).copied()
        });
        let gripped = before.is_some_and(|before| self.is_gripped(ui, before));
        let over = |before: PanelFrame| {
            let spot = ui.input(|input| input.pointer.hover_pos());
            spot.is_some_and(|spot| before.is_edge(spot, self.upright))
        };
        let free = gripped || before.is_some_and(over);
        let panel = panel.default_size(wanted);
        let shown = match free {
            true => panel.size_range(least..=most.max(least)),
            false => panel.size_range(wanted..=wanted),
        }
        .show(ui, add);
        let rect = shown.response.rect;
        with(ui.ctx(), |remembered| {
            remembered
                .held
                .insert(self.key.clone(), PanelFrame { rect, gripped })
        });
        let size = self.size_of(rect);
        let dragged = before.is_some_and(|before| self.size_of(before.rect) != size);
        (shown, (gripped && dragged).then_some(size))
    }

    /// Whether the user has grabbed an edge.
    fn is_gripped(&self, ui: &Ui, before: PanelFrame) -> bool {
        ui.input(|input| {
            let pointer = &input.pointer;
            if pointer.any_pressed() {
                let spot = pointer.interact_pos();
                return spot.is_some_and(|spot| before.is_edge(spot, self.upright));
            }
            before.gripped && (pointer.any_down() || pointer.any_released())
        })
    }

    fn size_of(&self, rect: Rect) -> u16 {
        points(if self.upright {
            rect.width()
        } else {
            rect.height()
        })
    }
}

/// Shows `panel`, which keeps the size set by the user; `key` names it in the settings, `default`
/// is its initial size, `range` its allowed sizes, in points.
pub fn sized_panel<R>(
    ui: &mut Ui,
    key: &str,
    panel: Panel,
    default: f32,
    range: RangeInclusive<f32>,
    upright: bool,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let kept = with(ui.ctx(), |remembered| {
        remembered.layout.sizes.get(key).copied()
    });
    let sized = SizedPanel {
        key: key.to_owned(),
        wanted: kept.map_or(default, f32::from),
        range,
        upright,
    };
    let (shown, dragged) = sized.show(ui, panel, add);
    if let Some(size) = dragged {
        change(ui.ctx(), |layout| {
            layout.sizes.insert(key.to_owned(), size);
        });
    }
    shown
}

/// A size in whole points.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range first"
)]
fn points(size: f32) -> u16 {
    size.round().clamp(0.0, 20_000.0) as u16
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
