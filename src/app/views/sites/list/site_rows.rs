//! The rows of the table: its columns, and what each cell of a site says.

use eframe::egui::Ui;

use crate::action::Action;
use crate::state::app_state::{AppState, LiveRun};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::views::sites::SiteSelection;
use crate::views::sites::form::source::kind_word;
use crate::views::sites::site_state::{self, current_mark};
use crate::widgets::state_marks;
use crate::widgets::table::{Cell, ColumnSpec, Rows};
use crate::widgets::tour_targets::{self, TourTarget};
use bowerbird_engine::types::{PageState, RunOptions, Site, SiteId};
use bowerbird_engine::{Command, RunCommand, SiteCommand};

/// Where the watched values stand, if there are any.
const AFTER_STATE: usize = 3;

pub(super) fn columns(look: &UiContext, world: &AppState) -> Vec<ColumnSpec> {
    let mut columns = vec![
        ColumnSpec::new("tick", look.t("app-column-pick"), 34.0),
        ColumnSpec::new("name", look.t("app-sites-name"), 170.0).sortable(),
        ColumnSpec::new("state", look.t("app-sites-state"), 112.0).sortable(),
        ColumnSpec::new("reason", look.t("sites-column-reason"), 340.0),
        ColumnSpec::new("run", look.t("app-sites-run"), 84.0),
        ColumnSpec::new("on", look.t("app-sites-on"), 36.0),
        ColumnSpec::new("since", look.t("sites-column-since"), 118.0).sortable(),
        ColumnSpec::new("next", look.t("sites-column-next"), 240.0),
        ColumnSpec::new("records", look.t("app-sites-records"), 64.0)
            .numeric()
            .sortable(),
        ColumnSpec::new("last", look.t("app-sites-last"), 124.0).sortable(),
        ColumnSpec::new("kind", look.t("app-sites-kind"), 64.0),
        ColumnSpec::new("start", look.t("app-sites-start"), 260.0),
    ];
    if !world.watched.is_empty() {
        let watched = ColumnSpec::new("watched", look.t("condition-watched"), 96.0);
        columns.insert(AFTER_STATE, watched);
    }
    columns
}

pub(super) struct SiteRows<'a> {
    pub(super) look: &'a UiContext,
    pub(super) world: &'a AppState,
    /// The indexes of the rows in the app state's list.
    pub(super) order: &'a [usize],
    /// The sites of the rows.
    pub(super) shown: &'a [SiteId],
    pub(super) selection: &'a mut SiteSelection,
    pub(super) actions: &'a mut Vec<Action>,
}

impl SiteRows<'_> {
    fn site(&self, row: usize) -> Option<&'_ Site> {
        site_at(self.world, self.order, row)
    }
}

fn site_at<'w>(world: &'w AppState, order: &[usize], row: usize) -> Option<&'w Site> {
    world.sites().get(*order.get(row)?)
}

impl Rows for SiteRows<'_> {
    fn len(&self) -> usize {
        self.order.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(site) = self.site(row) else {
            return Cell::Empty;
        };
        match key {
            "name" => Cell::of(&site.name),
            "kind" => Cell::of(kind_word(self.look, site.kind)),
            "start" => Cell::Code(site.start.clone()),
            "state" => Cell::of(current_mark(self.look, self.world, site).2),
            "reason" => Cell::of(reason(self.look, site)),
            "since" => match &site.status {
                Some(status) => Cell::of(self.look.time(status.since)),
                None => Cell::Empty,
            },
            "next" => match site_state::next_step(self.world, site) {
                Some(next) => Cell::of(self.look.text(&next)),
                None => Cell::Empty,
            },
            "records" => Cell::of(self.look.count(site.records)),
            "watched" => match self.world.watched.get(&site.id) {
                Some(value) => Cell::of(value),
                None => Cell::Empty,
            },
            "last" => site
                .last_run_at
                .map_or(Cell::Empty, |at| Cell::of(self.look.time(at))),
            "on" => Cell::of(self.look.t(if site.enabled { "app-yes" } else { "app-no" })),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(site) = site_at(self.world, self.order, row) else {
            return false;
        };
        match key {
            "tick" => {
                let mut on = self.selection.ticked.contains(&site.id);
                let name = self
                    .look
                    .t1("sites-batch-select", "site", site.name.as_str());
                if ui.tick(&mut on, "").accessible_name(name).changed() {
                    let extends = ui.input(|input| input.modifiers.shift);
                    let last = self.selection.last.filter(|_| extends);
                    let from = last.and_then(|last| self.shown.iter().position(|id| *id == last));
                    match from {
                        Some(from) => {
                            let rows = from.min(row)..from.max(row) + 1;
                            self.selection.extend(self.shown, &rows);
                        }
                        None => self.selection.toggle(site.id),
                    }
                }
            }
            "on" => {
                let mut on = site.enabled;
                let name = self.look.t1("app-sites-enable", "site", site.name.as_str());
                if ui.tick(&mut on, "").accessible_name(name).changed() {
                    self.actions
                        .push(Action::Send(Command::Site(SiteCommand::Enable {
                            site: site.id,
                            enabled: on,
                        })));
                }
            }
            "state" => {
                let (mark, colour, word) = current_mark(self.look, self.world, site);
                state_marks::word_ui(ui, mark, colour, &word);
                let status = site.status.as_ref();
                if status.is_some_and(|status| status.needs_repair()) {
                    tour_targets::mark(ui.ctx(), TourTarget::SiteToRepair, ui.max_rect());
                }
            }
            "run" => match self.world.live.get(&site.id) {
                Some(live) => progress_ui(ui, self.look, live),
                None => run_button_ui(ui, self.look, site, self.actions),
            },
            _ => return false,
        }
        true
    }

    /// Selects all that are shown, or none.
    fn header_ui(&mut self, ui: &mut Ui, key: &str) -> bool {
        if key != "tick" {
            return false;
        }
        let all = |selection: &SiteSelection| {
            let mut shown = self.shown.iter();
            shown.all(|id| selection.ticked.contains(id))
        };
        let mut on = !self.shown.is_empty() && all(self.selection);
        let name = self.look.t("app-pools-tick-all");
        let tick = ui.tick(&mut on, "").accessible_name(name);
        if tick
            .on_hover_text(self.look.t("app-pools-tick-all-tip"))
            .changed()
        {
            match on {
                true => self.selection.ticked.extend(self.shown),
                false => self.selection.ticked.clear(),
            }
        }
        true
    }

    fn menu_ui(&mut self, ui: &mut Ui, row: usize) {
        let Some(site) = site_at(self.world, self.order, row) else {
            return;
        };
        if ui
            .button(self.look.t("app-sites-open-in-workbench"))
            .clicked()
        {
            self.actions.push(Action::OpenInWorkbench {
                url: site.start.clone(),
                site: Some(site.id),
            });
        }
        if ui.button(self.look.t("app-sites-show-records")).clicked() {
            self.actions.push(Action::ShowRecords {
                site: Some(site.id),
                search: String::new(),
            });
        }
    }
}

/// Why a site is in its state, in one line; nothing for healthy sites that read all of their pages.
fn reason(look: &UiContext, site: &Site) -> String {
    match &site.status {
        _ if let Some(left) = site.stopped_with() => look.t1("site-stopped-left", "count", left),
        Some(status) if status.state != PageState::Ok => look.text(&status.reason),
        _ => String::new(),
    }
}

fn run_button_ui(ui: &mut Ui, look: &UiContext, site: &Site, actions: &mut Vec<Action>) {
    let name = look.t1("app-sites-run-one", "site", site.name.as_str());
    let word = match site.paused {
        true => "app-sites-resume",
        false if site.stopped_with().is_some() => "app-sites-continue",
        false => "app-sites-run-now",
    };
    let button = look.quiet(ui, look.t(word)).accessible_name(name);
    if button.clicked() {
        actions.push(Action::Send(Command::Run(RunCommand::Start {
            sites: vec![site.id],
            options: RunOptions::default(),
        })));
    }
}

/// A thin bar and the number of pages done.
fn progress_ui(ui: &mut Ui, look: &UiContext, live: &LiveRun) {
    let done = look.count(live.done());
    let text = match live.progress.rate_average > 0.0 {
        true => format!("{done} · {:.1}/s", live.progress.rate_now),
        false => done,
    };
    look.progress(ui, live.share(), 80.0);
    ui.label(look.hint(text));
}
