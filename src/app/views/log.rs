//! The log, newest lines first. Input: lines from the loader, queried again when something was
//! written while the view is visible. Output: queries, a report to copy.

use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::{Align, Layout, Ui};

use crate::action::Action;
use crate::background::DataQuery;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::state_marks::{MarkShape, mark_ui};
use crate::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use bowerbird_engine::project::log::{heard, listen};
use bowerbird_engine::types::{LogFilter, LogLevel, LogLine, RunId};

/// Minimum time between two queries for lines.
const PAUSE: Duration = Duration::from_millis(500);

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct LogState {
    /// Which lines are shown.
    pub filter: LogFilter,
    /// Whether lines of other projects are shown too.
    pub everywhere: bool,
    /// The run as typed.
    pub run: String,
    /// The lines, newest first; `None` until loaded.
    pub lines: Option<Vec<LogLine>>,
    /// The folder of the files.
    pub folder: String,
    table: TableState,
    asked: Option<Instant>,
    /// Whether something may have been written since the last query.
    stale: bool,
}

impl LogState {
    /// Handles loaded lines.
    pub fn came(&mut self, filter: &LogFilter, lines: Vec<LogLine>, folder: String) {
        if *filter == self.filter {
            let old = self.lines.take().unwrap_or_default();
            self.table.follow(&old, &lines, LogLine::clone);
            self.lines = Some(lines);
            self.folder = folder;
        }
    }

    fn ask(&mut self, actions: &mut Vec<Action>) {
        self.asked = Some(Instant::now());
        self.stale = false;
        // Before the lines are read, so that none is missed.
        heard();
        listen();
        actions.push(Action::Query(DataQuery::Log(self.filter.clone())));
    }
}

/// Draws the view.
pub fn log_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut LogState,
    actions: &mut Vec<Action>,
) {
    let before = state.filter.clone();
    state.stale |= heard();
    title_ui(ui, look, state, actions);
    filter_ui(ui, look, world, state);
    let here = world.project.as_ref().filter(|_| !state.everywhere);
    state.filter.language = look.texts.language();
    state.filter.project = here.map(|file| file.display().to_string());
    match state.asked {
        Some(asked) if state.filter == before => {
            let left = PAUSE.saturating_sub(asked.elapsed());
            match state.stale {
                true if left.is_zero() => state.ask(actions),
                true => ui.ctx().request_repaint_after(left),
                false => {}
            }
        }
        _ => state.ask(actions),
    }
    ui.add_space(4.0);
    let Some(lines) = state.lines.take() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if lines.is_empty() {
        look.empty_state(ui, "log-empty", "log-empty-hint");
    } else {
        lines_ui(ui, look, &lines, state, actions);
    }
    state.lines = Some(lines);
}

fn title_ui(ui: &mut Ui, look: &UiContext, state: &LogState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-log");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let report = ui.button(look.t("log-report"));
            if report.on_hover_text(look.t("log-report-tip")).clicked() {
                actions.push(Action::CopyReport);
            }
            if !state.folder.is_empty() {
                let folder = look.t1("log-folder", "folder", state.folder.as_str());
                ui.add(eframe::egui::Label::new(look.hint(folder)).truncate());
            }
        });
    });
}

fn filter_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut LogState) {
    ui.horizontal_wrapped(|ui| {
        let levels = LogLevel::ALL
            .into_iter()
            .filter(|level| *level != LogLevel::Debug);
        let levels: Vec<_> = levels
            .map(|level| (level, look.t(level_id(level))))
            .collect();
        let least = &mut state.filter.least;
        fields::choice(ui, look, "log-level", least, &levels, 170.0);
        let mut sites = vec![(None, look.t("app-runs-all-sites"))];
        let names = world.sites().iter().map(|site| site.name.clone());
        sites.extend(names.map(|name| (Some(name.clone()), name)));
        let site = &mut state.filter.site;
        fields::choice(ui, look, "app-tasks-site", site, &sites, 200.0);
        let hint = look.t("log-run-hint");
        fields::text_field(ui, look, "log-run", &mut state.run, &hint, 70.0);
        state.filter.run = state.run.trim().parse().ok().map(RunId);
        let hint = look.t("log-words-hint");
        fields::text_field(ui, look, "log-words", &mut state.filter.text, &hint, 200.0);
        fields::beside(ui, |ui| {
            ui.tick(&mut state.everywhere, look.t("log-everywhere"));
        });
    });
}

fn level_id(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Debug => "log-level-debug",
        LogLevel::Info => "log-level-info",
        LogLevel::Warn => "log-level-warn",
        LogLevel::Error => "log-level-error",
    }
}

fn lines_ui(
    ui: &mut Ui,
    look: &UiContext,
    lines: &[LogLine],
    state: &mut LogState,
    actions: &mut Vec<Action>,
) {
    let chosen = state.table.selected.and_then(|row| lines.get(row));
    if let Some(line) = chosen {
        // Text that is too long for its cell.
        ui.add(
            eframe::egui::Label::new(
                look.coloured(line.told(look.texts.language()), look.tokens.text),
            )
            .wrap(),
        );
        ui.add_space(4.0);
    }
    state.table.remember(ui.ctx(), "log");
    let mut columns = vec![
        ColumnSpec::new("time", look.t("log-when"), 150.0),
        ColumnSpec::new("level", look.t("log-level"), 90.0),
        ColumnSpec::new("site", look.t("app-tasks-site"), 140.0),
        ColumnSpec::new("run", look.t("log-run"), 50.0).numeric(),
        ColumnSpec::new("what", look.t("log-what"), 520.0),
        ColumnSpec::new("part", look.t("log-part"), 150.0),
    ];
    if state.everywhere {
        columns.push(ColumnSpec::new("project", look.t("log-project"), 140.0));
    }
    let mut rows = LogRows { look, lines };
    let name = look.t("log-table");
    let output = table_ui(ui, look, &name, &columns, &mut state.table, &mut rows);
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}

struct LogRows<'a> {
    look: &'a UiContext,
    lines: &'a [LogLine],
}

impl Rows for LogRows<'_> {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(line) = self.lines.get(row) else {
            return Cell::Empty;
        };
        match key {
            "time" => Cell::of(self.look.time_to_second(line.at)),
            "level" => Cell::of(self.look.t(mark_id(line.level))),
            "site" => Cell::of(line.site.as_deref().unwrap_or_default()),
            "run" => {
                let run = line.run.filter(|run| run.0 != 0);
                Cell::of(run.map(|run| run.0.to_string()).unwrap_or_default())
            }
            "what" => Cell::of(line.told(self.look.texts.language())),
            "part" => Cell::Code(room_of(&line.part).to_owned()),
            "project" => {
                let file = line.project.as_deref().map(Path::new);
                let name = file.and_then(Path::file_name).unwrap_or_default();
                Cell::of(name.to_string_lossy())
            }
            _ => Cell::Empty,
        }
    }

    fn copied(&self, row: usize, key: &str) -> String {
        match self.lines.get(row).filter(|_| key == "part") {
            Some(line) => line.part.clone(),
            None => self.cell(row, key).copied().to_owned(),
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(line) = self.lines.get(row).filter(|_| key == "level") else {
            return false;
        };
        let (mark, colour) = match line.level {
            LogLevel::Debug | LogLevel::Info => return false,
            LogLevel::Warn => (MarkShape::Triangle, self.look.tokens.warn),
            LogLevel::Error => (MarkShape::Square, self.look.tokens.bad),
        };
        ui.horizontal(|ui| {
            mark_ui(ui, mark, colour);
            let word = self.look.t(mark_id(line.level));
            ui.label(self.look.coloured(word, colour));
        });
        true
    }
}

/// The floor and room of a part of the program: `engine::crawl` of
/// `bowerbird_engine::crawl::pipeline`. All parts are the program's own.
fn room_of(part: &str) -> &str {
    let part = part.trim_start_matches("bowerbird_");
    let end = part.match_indices("::").nth(1).map(|(at, _)| at);
    end.and_then(|end| part.get(..end)).unwrap_or(part)
}

fn mark_id(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Debug | LogLevel::Info => "log-mark-info",
        LogLevel::Warn => "log-mark-warn",
        LogLevel::Error => "log-mark-error",
    }
}
