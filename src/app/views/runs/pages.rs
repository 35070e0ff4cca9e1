//! The pages of one run: their outcomes, reasons, and possible actions.

use eframe::egui::{Align, Button, Label, Layout, TextEdit, Ui};

use super::page_acts::{is_odd, open, outcome_id, shown};
use super::rows::end_id;
use super::{RunsState, groups, live, newest_of};
use crate::action::{Action, PageOfRun};
use crate::background::MAX_RUN_PAGES;
use crate::state::app_state::{AppState, LiveRun};
use crate::style::ui_context::UiContext;
use crate::widgets::marks;
use crate::widgets::table::{Cell, ColumnSpec, Rows, table_ui};
use bowerbird_engine::types::{
    Message, PageAnswer, PageFilter, PageOutcomeKind, Run, RunCause, RunEnd, RunOptions, RunPage,
    SiteId, page_cause,
};
use bowerbird_engine::{Command, RunCommand};

/// Draws the pages of `run`.
pub(super) fn pages_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    runs: &[Run],
    run: &Run,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    bar_ui(ui, look, world, runs, run, state, actions);
    if let Some(live) = world.live.get(&run.site).filter(|live| live.run == run.id) {
        live::live_ui(ui, look, run.site, live, actions);
    }
    let Some(came) = state.pages.take() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    groups::groups_ui(ui, look, run, &came, state, actions);
    let pages: Vec<&RunPage> = came.pages.iter().collect();
    let found = found(&pages, &state.find);
    if found.is_empty() {
        let id = match state.filter {
            _ if !pages.is_empty() => "app-runs-none-found",
            PageFilter::Wrong => "app-runs-none-wrong",
            PageFilter::All if run.end.is_none() => "app-runs-no-page-yet",
            PageFilter::All => "app-runs-no-pages",
        };
        ui.label(look.hint(look.t(id)));
    } else {
        if pages.len() >= MAX_RUN_PAGES {
            let most = look.t1("app-runs-most", "most", look.count(MAX_RUN_PAGES as u64));
            ui.label(look.hint(most));
        }
        let mut rows = PageRows {
            look,
            pages: &found,
            site: run.site,
            actions,
        };
        state.page_table.remember(ui.ctx(), "run-pages");
        let name = look.t("app-runs-pages-table");
        let columns = columns(look);
        let output = table_ui(ui, look, &name, &columns, &mut state.page_table, &mut rows);
        if let Some(text) = output.copied {
            actions.push(Action::Copy(text));
        }
        if let Some(page) = output.opened.and_then(|row| found.get(row)) {
            actions.push(shown(page, run.site));
        }
    }
    state.pages = Some(came);
}

/// The pages whose address contains `text`.
fn found<'a>(pages: &[&'a RunPage], text: &str) -> Vec<&'a RunPage> {
    let text = text.trim().to_lowercase();
    let fits = |page: &&&RunPage| text.is_empty() || page.url.to_lowercase().contains(&text);
    pages.iter().filter(fits).copied().collect()
}

fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    runs: &[Run],
    run: &Run,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    let counts = state
        .pages
        .as_ref()
        .map_or([0; PageOutcomeKind::ALL.len()], |pages| pages.counts);
    let wrong: u64 = counts.iter().skip(2).sum();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if look.quiet(ui, look.t("app-runs-close")).clicked() {
                state.run = None;
            }
            if ui.button(look.t("app-runs-show-site")).clicked() {
                actions.push(Action::ShowSite(run.site));
            }
            match world.live.get(&run.site) {
                Some(live) if live.run == run.id => running_ui(ui, look, run.site, live, actions),
                Some(_) => {}
                None => ended_ui(ui, look, runs, run, wrong, state, actions),
            }
            let title = Message::new("app-runs-of")
                .with("site", run.site_name.as_str())
                .with("time", look.time(run.started_at))
                .with("end", look.t(end_id(run.end)));
            let title = look.text(&title);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(look.title(title)).truncate());
            });
        });
    });
    ui.horizontal_wrapped(|ui| {
        let mut filter = state.filter;
        let all = look.t1("app-runs-filter-all", "count", counts.iter().sum::<u64>());
        ui.selectable_value(&mut filter, PageFilter::All, all);
        let bad = look.t1("app-runs-filter-wrong", "count", wrong);
        ui.selectable_value(&mut filter, PageFilter::Wrong, bad);
        if filter != state.filter {
            state.choose(filter, None, actions);
        }
        let find = TextEdit::singleline(&mut state.find).hint_text(look.t("app-runs-find"));
        let find = ui.add(find.desired_width(150.0));
        find.accessible_name(look.t("app-runs-find"));
    });
}

/// Actions on an active run, from right to left.
fn running_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: SiteId,
    live: &LiveRun,
    actions: &mut Vec<Action>,
) {
    let mut button = |ui: &mut Ui, id: &str, tip: Option<&str>, command: Command| {
        let mut button = ui.add_enabled(!live.stopping, Button::new(look.t(id)));
        if let Some(tip) = tip {
            button = button.on_hover_text(look.t(tip));
        }
        if button.clicked() {
            actions.push(Action::Send(command));
        }
    };
    let tip = Some("app-sites-cancel-tip");
    button(
        ui,
        "app-sites-cancel",
        tip,
        Command::Run(RunCommand::Cancel { site }),
    );
    button(
        ui,
        "app-sites-pause",
        None,
        Command::Run(RunCommand::Pause { site }),
    );
    let stop = match live.stopping {
        true => "app-sites-stopping",
        false => "app-sites-stop",
    };
    button(ui, stop, None, Command::Run(RunCommand::Stop { site }));
}

/// Actions on a finished run, when its site is not running again, from right to left.
fn ended_ui(
    ui: &mut Ui,
    look: &UiContext,
    runs: &[Run],
    run: &Run,
    wrong: u64,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    let newest = newest_of(runs, run.site);
    let mut begin = |command: Command| {
        state.follow = Some((run.site, newest));
        actions.push(Action::Send(command));
    };
    let retry = Button::new(look.t("app-sites-run-failed"));
    let retry = ui.add_enabled(wrong > 0, retry);
    if retry
        .on_hover_text(look.t("app-sites-run-failed-tip"))
        .clicked()
    {
        begin(retried(run.site));
    }
    if newest == Some(run.id) && run.end == Some(RunEnd::Incomplete) {
        let words = look.t1("app-runs-bring", "count", look.count(run.progress.missing));
        let bring = ui.button(words).on_hover_text(look.t("app-runs-bring-tip"));
        if bring.clicked() {
            begin(again(run.site));
        }
        return;
    }
    if newest != Some(run.id) || !leaves_some(run) {
        return;
    }
    let drop = ui.button(look.t("app-sites-drop-queue"));
    let drop = drop.on_hover_text(look.t("app-sites-cancel-tip"));
    let resume = ui.button(look.t("app-sites-resume"));
    if resume.clicked() {
        begin(again(run.site));
    }
    if drop.clicked() {
        actions.push(Action::Send(Command::Run(RunCommand::Cancel {
            site: run.site,
        })));
    }
}

/// Whether a run ended with unread pages.
fn leaves_some(run: &Run) -> bool {
    let done = matches!(run.end, None | Some(RunEnd::Finished | RunEnd::Cancelled));
    !done && (run.progress.queued > 0 || run.end == Some(RunEnd::Paused))
}

/// A run of a site that also requests missing pages.
fn again(site: SiteId) -> Command {
    Command::Run(RunCommand::Start {
        sites: vec![site],
        options: RunOptions::default(),
    })
}

/// A run of the failed and empty pages of a site.
fn retried(site: SiteId) -> Command {
    Command::Run(RunCommand::Start {
        sites: vec![site],
        options: RunOptions {
            failed_only: true,
            cause: RunCause::Retry,
            ..RunOptions::default()
        },
    })
}

fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("outcome", look.t("app-runs-outcome"), 120.0),
        ColumnSpec::new("url", look.t("app-runs-address"), 360.0),
        ColumnSpec::new("status", look.t("app-runs-status"), 56.0).numeric(),
        ColumnSpec::new("took", look.t("app-runs-answer-took"), 66.0).numeric(),
        ColumnSpec::new("size", look.t("app-runs-bytes"), 70.0).numeric(),
        ColumnSpec::new("matches", look.t("app-runs-matches"), 62.0).numeric(),
        ColumnSpec::new("records", look.t("app-runs-new"), 54.0).numeric(),
        ColumnSpec::new("when", look.t("app-runs-when"), 168.0),
        ColumnSpec::new("why", look.t("app-runs-why"), 300.0),
    ]
}

struct PageRows<'a> {
    look: &'a UiContext,
    pages: &'a [&'a RunPage],
    site: SiteId,
    actions: &'a mut Vec<Action>,
}

impl Rows for PageRows<'_> {
    fn len(&self) -> usize {
        self.pages.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let (look, Some(page)) = (self.look, self.pages.get(row)) else {
            return Cell::Empty;
        };
        match key {
            "outcome" => Cell::of(look.t(&outcome_id(page.outcome))),
            "url" => Cell::Code(page.url.clone()),
            "records" => Cell::of(look.count(page.records)),
            "when" => Cell::of(look.exact_time(page.at)),
            "status" => answered(page, |answer| match answer.status {
                0 => None,
                status => Some(status.to_string()),
            }),
            "took" => answered(page, |answer| match answer.took_ms {
                0 => None,
                took => Some(look.t1("app-runs-milliseconds", "ms", look.count(took))),
            }),
            "size" => answered(page, |answer| match answer.bytes {
                0 => None,
                bytes => Some(look.bytes(bytes)),
            }),
            "matches" => answered(page, |answer| Some(look.count(answer.matches))),
            "why" => page_cause(page).map_or(Cell::Empty, |cause| Cell::of(look.text(&cause))),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let (look, Some(page)) = (self.look, self.pages.get(row)) else {
            return false;
        };
        if key != "outcome" {
            return false;
        }
        let tokens = look.tokens;
        let (mark, colour) = match page.outcome {
            PageOutcomeKind::Read => (marks::MarkShape::Disc, tokens.ok),
            PageOutcomeKind::Unchanged => (marks::MarkShape::Ring, tokens.ok),
            PageOutcomeKind::Empty => (marks::MarkShape::Frame, tokens.warn),
            PageOutcomeKind::Again => (marks::MarkShape::Triangle, tokens.warn),
            PageOutcomeKind::Failed => (marks::MarkShape::Cross, tokens.bad),
            PageOutcomeKind::Missing => (marks::MarkShape::Frame, tokens.bad),
        };
        marks::word_ui(ui, mark, colour, &look.t(&outcome_id(page.outcome)));
        true
    }

    fn menu_ui(&mut self, ui: &mut Ui, row: usize) {
        let (look, Some(page)) = (self.look, self.pages.get(row)) else {
            return;
        };
        if ui.button(look.t("app-sites-open-in-workbench")).clicked() {
            self.actions.push(open(page, self.site));
            ui.close();
        }
        if is_odd(page) {
            let received = ui.button(look.t("app-runs-open-received"));
            let received = received.on_hover_text(look.t("app-runs-open-received-tip"));
            if received.clicked() {
                let page = PageOfRun::of(self.site, page);
                self.actions.push(Action::ShowReceived(page));
                ui.close();
            }
        }
        if ui.button(look.t("app-runs-copy-address")).clicked() {
            self.actions.push(Action::Copy(page.url.clone()));
            ui.close();
        }
        if ui.button(look.t("app-runs-show-site")).clicked() {
            self.actions.push(Action::ShowSite(self.site));
            ui.close();
        }
    }
}

/// A figure of the answer; runs of earlier versions have none.
fn answered(page: &RunPage, figure: impl Fn(&PageAnswer) -> Option<String>) -> Cell {
    let figure = page.answer.as_ref().and_then(figure);
    figure.map_or(Cell::Empty, Cell::of)
}
