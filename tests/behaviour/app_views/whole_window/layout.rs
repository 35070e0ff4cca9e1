//! Panels that move, hide and fold, and tables that keep their columns, all remembered.

use std::path::Path;

use bowerbird::app::state::app_state::AppState;
use bowerbird::app::state::layout::{self, Dock, PanelAction, PanelSpec, docks_ui};
use bowerbird::app::state::settings::Settings;
use bowerbird::app::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::Language;
use bowerbird::io::store::Store;
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::top_bar_and_rail::wait_for;
use crate::app_views::{Stage, stage};
use crate::texts::t;

const FIELDS: PanelSpec = PanelSpec {
    key: "fields",
    title: "app-form-fields",
    dock: Dock::Right,
};
const DATA: PanelSpec = PanelSpec {
    key: "data",
    title: "app-data-title",
    dock: Dock::Bottom,
};

fn draw(ui: &mut egui::Ui, stage: &mut Stage<()>) {
    docks_ui(ui, &stage.look, "workbench", &[FIELDS, DATA], |ui, key| {
        ui.label(format!("inside {key}"));
    });
    ui.label("middle");
}

fn stage_of_panels() -> Harness<'static, Stage<()>> {
    stage(AppState::default(), (), draw)
}

#[test]
fn panels_move_hide_and_fold() {
    let mut harness = stage_of_panels();
    harness.run();
    let fields = harness.get_by_label("inside fields").rect();
    let middle = harness.get_by_label("middle").rect();
    let data = harness.get_by_label("inside data").rect();
    assert!(fields.left() > middle.right() && data.top() > middle.bottom());

    // Two panels on one side are tabs.
    PanelAction::Move(Dock::Right).apply(&harness.ctx, "workbench", "data");
    harness.run();
    assert!(harness.query_by_label("inside fields").is_none());
    assert!(harness.get_by_label("inside data").rect().left() > middle.right());
    harness.get_by_label(t!("app-form-fields")).click();
    harness.run();
    harness.get_by_label("inside fields");

    // A folded side leaves its tabs.
    harness.get_by_label(t!("app-dock-fold")).click();
    harness.run();
    assert!(harness.query_by_label("inside fields").is_none());
    harness.get_by_label(t!("app-data-title")).click();
    harness.run();
    harness.get_by_label("inside data");

    harness
        .get_by_label(t!("app-dock-menu", panel = t!("app-data-title")))
        .click();
    harness.run();
    harness.get_by_label(t!("app-dock-hide")).click();
    harness.run();
    assert!(harness.query_by_label("inside data").is_none());
    assert!(harness.query_by_label(t!("app-data-title")).is_none());
    PanelAction::Show.apply(&harness.ctx, "workbench", "data");
    harness.run();
    harness.get_by_label("inside data");

    // The next start finds everything where it was.
    let kept = layout::changed(&harness.ctx).expect("a change");
    let mut harness = stage_of_panels();
    layout::install(&harness.ctx, kept);
    harness.run();
    assert!(harness.get_by_label("inside data").rect().left() > middle.right());
}

#[test]
fn a_side_keeps_its_size_without_growing() {
    let mut harness = stage_of_panels();
    harness.run();
    let edge = harness.get_by_label(t!("app-dock-menu", panel = t!("app-form-fields")));
    let edge = edge.rect().center();
    let left = harness.get_by_label("inside fields").rect().left() - 12.0 - 8.0;
    harness.drag_at(egui::pos2(left, edge.y + 300.0));
    harness.run();
    harness.hover_at(egui::pos2(left - 60.0, edge.y + 300.0));
    harness.run();
    harness.drop_at(egui::pos2(left - 60.0, edge.y + 300.0));
    harness.run();
    let dragged = harness.get_by_label("inside fields").rect().left();
    assert!(
        (dragged - (left + 20.0 - 60.0)).abs() < 4.0,
        "{dragged} {left}"
    );
    let kept = layout::changed(&harness.ctx).expect("a change");
    let mut next = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(12)
        .with_context_setup(move |ctx| {
            crate::app_views::set_up(ctx, Language::English);
            layout::install(ctx, kept.clone());
        })
        .build_ui_state(draw, crate::app_views::stage_of(AppState::default(), ()));
    next.run();
    let again = next.get_by_label("inside fields").rect().left();
    assert!((again - dragged).abs() < 2.0, "{again} is not {dragged}");
}

#[test]
fn a_small_window_does_not_take_a_panel_its_size() {
    let mut harness = stage_of_panels();
    layout::change(&harness.ctx, |layout| {
        let side = layout
            .docks
            .entry("workbench.right".to_owned())
            .or_default();
        side.size = Some(640);
    });
    harness.run();
    let width = |harness: &Harness<'_, Stage<()>>| {
        1440.0 - harness.get_by_label("inside fields").rect().left()
    };
    let wide = width(&harness);
    assert!(wide > 590.0, "{wide}");
    harness.set_size(egui::vec2(800.0, 700.0));
    harness.run();
    // A click anywhere is no drag of the edge.
    let middle = harness.get_by_label("middle").rect().center();
    harness.drag_at(middle);
    harness.run();
    harness.drop_at(middle);
    harness.run();
    let kept = layout::current(&harness.ctx);
    let side = kept.docks.get("workbench.right").expect("a side");
    assert_eq!(side.size, Some(640));
    harness.set_size(egui::vec2(1440.0, 900.0));
    harness.run();
    assert!((width(&harness) - wide).abs() < 1.0, "{}", width(&harness));
}

#[test]
fn what_grows_inside_a_panel_while_a_button_is_down_is_no_drag() {
    let high = |ui: &mut egui::Ui, stage: &mut Stage<f32>| {
        let least = stage.state;
        docks_ui(ui, &stage.look, "workbench", &[FIELDS, DATA], |ui, key| {
            ui.label(format!("inside {key}"));
            ui.set_min_height(least);
        });
        ui.label("middle");
    };
    let mut harness = stage(AppState::default(), 0.0, high);
    harness.run();
    let top = |harness: &Harness<'_, Stage<f32>>| harness.get_by_label("inside data").rect().top();
    let before = top(&harness);
    let middle = harness.get_by_label("middle").rect().center();
    harness.drag_at(middle);
    harness.run();
    harness.state_mut().state = 420.0;
    harness.run();
    harness.drop_at(middle);
    harness.run();
    harness.state_mut().state = 0.0;
    harness.run();
    let kept = layout::current(&harness.ctx);
    assert!(
        kept.docks.values().all(|side| side.size.is_none()),
        "{kept:?}"
    );
    assert!(
        (top(&harness) - before).abs() < 1.0,
        "{} {before}",
        top(&harness)
    );
}

struct Two;

impl Rows for Two {
    fn len(&self) -> usize {
        2
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        Cell::of(format!("{key} {row}"))
    }
}

fn draw_table(ui: &mut egui::Ui, stage: &mut Stage<TableState>) {
    let columns = [
        ColumnSpec::new("one", "One".to_owned(), 100.0).sortable(),
        ColumnSpec::new("two", "Two".to_owned(), 200.0).sortable(),
    ];
    stage.state.remember(ui.ctx(), "numbers");
    let state = &mut stage.state;
    table_ui(ui, &stage.look, "Numbers", &columns, state, &mut Two);
}

#[test]
fn a_table_keeps_the_order_and_sorting_of_its_columns() {
    let mut harness = stage(AppState::default(), TableState::default(), draw_table);
    harness.run();
    harness.get_by_label("Two").click_secondary();
    harness.run();
    harness.get_by_label(t!("app-table-left")).click();
    harness.run();
    harness.get_by_label("One").click();
    harness.run();
    let two = harness.get_by_label("two 0").rect().left();
    assert!(two < harness.get_by_label("one 0").rect().left());

    let kept = layout::changed(&harness.ctx).expect("a change");
    let next = stage(AppState::default(), TableState::default(), |_, _| {});
    layout::install(&next.ctx, kept);
    let mut state = TableState::default();
    assert!(state.remember(&next.ctx, "numbers"), "a sorting came");
    assert_eq!(state.sort, Some(("one".to_owned(), false)));
    assert!(!state.remember(&next.ctx, "numbers"), "only once");
}

/// A window on the project with this name in the folder.
fn window_on(folder: &Path, project: &str) -> Harness<'static, Bowerbird> {
    let (home, options) = (
        folder.to_owned(),
        AppOptions {
            project: Some(folder.join(project)),
            ..AppOptions::default()
        },
    );
    let mut window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, home));
    wait_for(&mut window, t!("app-view-workbench"));
    window
}

#[test]
fn open_tabs_and_sorting_belong_to_a_project_and_sizes_to_all() {
    let folder = tempfile::tempdir().unwrap();
    for project in ["one.bower", "other.bower"] {
        drop(Store::create(&folder.path().join(project)).unwrap());
    }
    let settings = Settings {
        language: Some("en".to_owned()),
        toured: true,
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let mut window = window_on(folder.path(), "one.bower");
    layout::change(&window.ctx, |layout| {
        let side = layout.docks.entry("runs.bottom".to_owned()).or_default();
        (side.size, side.open) = (Some(300), Some("pages".to_owned()));
        let table = layout.tables.entry("results".to_owned()).or_default();
        table.sort = Some("price".to_owned());
        table.hidden.insert("site".to_owned());
    });
    window.run_ok();
    window.run_ok();
    drop(window);
    let left = |project: &str| {
        let window = window_on(folder.path(), project);
        let layout = layout::current(&window.ctx);
        let side = layout.docks.get("runs.bottom").cloned().unwrap_or_default();
        let table = layout.tables.get("results").cloned().unwrap_or_default();
        assert_eq!(side.size, Some(300), "in every project");
        assert!(table.hidden.contains("site"), "in every project");
        (side.open, table.sort)
    };
    assert_eq!(left("other.bower"), (None, None));
    let own = (Some("pages".to_owned()), Some("price".to_owned()));
    assert_eq!(left("one.bower"), own);
}
