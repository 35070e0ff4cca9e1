//! Monitor: an overview of the state of all sites, and what to do next. Tiles that open the items
//! they count, a list of sites that require attention, and charts over time.
//! Runs in progress, with what they wait for, are in `views::runs`.

mod attention;
mod charts;
mod figures;
mod tiles;

use std::time::{Duration, Instant};

use eframe::egui::{Align, Rect, ScrollArea, Ui, vec2};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

pub use tiles::{Tile, counted as tile_count};

use crate::action::Action;
use crate::background::DataQuery;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{ChartSpan, Dashboard};

/// Interval between queries of the figures while runs are active.
const RENEWED: Duration = Duration::from_secs(2);
/// From this width on, in points, the attention list is beside the charts.
const WIDE: f32 = 1_000.0;
/// Width of that list there, in points.
const LIST_WIDTH: f32 = 340.0;

/// The state of the view.
#[derive(Debug, Default)]
pub struct MonitorState {
    /// The time span of the charts.
    pub span: ChartSpan,
    /// The latest figures.
    pub dashboard: Option<Dashboard>,
    /// Whether to scroll to what needs a person.
    pub shows_attention: bool,
    /// Whether something happened since the last query.
    pub stale: bool,
    asked: Option<(ChartSpan, Instant)>,
}

impl MonitorState {
    /// Handles new figures.
    pub fn came(&mut self, dashboard: Dashboard) {
        if dashboard.span == self.span {
            self.dashboard = Some(dashboard);
        }
    }

    /// Another project was opened: forgets everything.
    pub fn forget(&mut self) {
        *self = Self {
            span: self.span,
            ..Self::default()
        };
    }

    fn needs_refresh(&self, now: Instant) -> bool {
        match self.asked {
            Some((span, at)) if span == self.span => {
                self.stale && now.duration_since(at) >= RENEWED
            }
            _ => true,
        }
    }

    fn ask(&mut self, actions: &mut Vec<Action>) {
        let now = Instant::now();
        if self.needs_refresh(now) {
            self.asked = Some((self.span, now));
            self.stale = false;
            actions.push(Action::Query(DataQuery::Dashboard {
                span: self.span,
                midnight: midnight(Timestamp::now()),
            }));
        }
    }
}

/// The start of the local day of `now`.
fn midnight(now: Timestamp) -> Timestamp {
    let day = now.to_zoned(TimeZone::system()).start_of_day();
    day.map_or_else(
        |_| now.saturating_sub(24.hours()).unwrap_or(now),
        |day| day.timestamp(),
    )
}

/// Draws the view.
pub fn monitor_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut MonitorState,
    actions: &mut Vec<Action>,
) {
    state.ask(actions);
    if state.stale {
        ui.ctx().request_repaint_after(RENEWED);
    }
    look.view_title(ui, "app-view-monitor");
    if world.sites().is_empty() {
        look.empty_state(ui, "monitor-empty", "monitor-empty-hint");
        ui.vertical_centered(|ui| {
            let open = look.primary(ui, look.t("app-sites-open-workbench"));
            if open.clicked() {
                actions.push(Action::Ui(UiCommand::ShowWorkbench));
                actions.push(Action::Ui(UiCommand::Address));
            }
        });
        return;
    }
    let scroll = ScrollArea::vertical().id_salt("monitor");
    scroll.auto_shrink(false).show(ui, |ui| {
        tiles::tiles_ui(ui, look, world, state.dashboard.as_ref(), actions);
        ui.add_space(6.0);
        if ui.available_width() >= WIDE {
            beside_ui(ui, look, world, state, actions);
        } else {
            needs_ui(ui, look, world, state, actions);
            ui.add_space(6.0);
            figures_ui(ui, look, world, state, actions);
        }
    });
}

fn beside_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut MonitorState,
    actions: &mut Vec<Action>,
) {
    let gap = ui.spacing().item_spacing.x;
    let left = ui.available_width() - LIST_WIDTH - gap;
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(left);
            figures_ui(ui, look, world, state, actions);
        });
        ui.vertical(|ui| {
            ui.set_width(LIST_WIDTH);
            needs_ui(ui, look, world, state, actions);
        });
    });
}

/// What needs a person, scrolled into view if that was asked for.
fn needs_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut MonitorState,
    actions: &mut Vec<Action>,
) {
    if std::mem::take(&mut state.shows_attention) {
        let top = Rect::from_min_size(ui.cursor().min, vec2(1.0, 1.0));
        ui.scroll_to_rect(top, Some(Align::TOP));
    }
    attention::attention_ui(ui, look, world, actions);
}

fn figures_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut MonitorState,
    actions: &mut Vec<Action>,
) {
    charts::span_ui(ui, look, &mut state.span);
    ui.add_space(4.0);
    let Some(dashboard) = &state.dashboard else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    charts::charts_ui(ui, look, dashboard);
    ui.add_space(6.0);
    figures::figures_ui(ui, look, world, dashboard, actions);
}
