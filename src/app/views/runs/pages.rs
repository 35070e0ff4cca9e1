//! The pages of one run: their outcomes, reasons, and possible actions.

use eframe::egui::{Align, Label, Layout, TextEdit, Ui};

use super::page_actions::{is_odd, open, outcome_id, shown};
use super::table::end_id;
use super::{RunsState, fault_groups, live, newest_of};
use crate::action::{Action, PageOfRun};
use crate::background::MAX_RUN_PAGES;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui};
use crate::widgets::state_marks;
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
    fault_groups::groups_ui(ui, look, run, &came, state, actions);
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
            acts_ui(ui, look, world, runs, run, wrong, state, actions);
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
        let find = TextEdit::singleline(&mut state.find)
            .align(eframe::egui::Align2::LEFT_CENTER)
            .hint_text(look.t("app-runs-find"));
        let find = ui.add(find.desired_width(150.0));
        find.accessible_name(look.t("app-runs-find"));
    });
}

/// Actions on a run, from right to left: in the same places in every state, since the leftmost is
/// the one that changes.
#[expect(clippy::too_many_arguments, reason = "the parts of one view")]
fn acts_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    runs: &[Run],
    run: &Run,
    wrong: u64,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    let site = run.site;
    let newest = newest_of(runs, site);
    let live = world.live.get(&site);
    let own = live.filter(|live| live.run == run.id);
    let stopping = own.filter(|live| live.stopping);
    let stopping = stopping.map(|_| "sites-why-stopping");
    let later = (newest != Some(run.id)).then_some("app-runs-why-later");
    let runs_now = live.map(|_| "sites-why-runs");
    let done = (!leaves_some(run)).then_some("sites-why-no-queue");
    let item = |id: &str, why: Option<&str>| ActionItem::new(look, id).unless(look, why);
    more_ui(ui, look, &run.site_name, |ui| {
        let why = match own {
            Some(_) => stopping,
            None => Some("app-runs-why-ended"),
        };
        if item("app-sites-pause", why).entry_ui(ui, look) {
            actions.push(Action::Send(Command::Run(RunCommand::Pause { site })));
        }
        let (id, why) = match own {
            Some(_) => ("app-sites-cancel", stopping),
            None => ("app-sites-drop-queue", runs_now.or(later).or(done)),
        };
        let cancel = item(id, why).tip(look, "app-sites-cancel-tip");
        if cancel.entry_ui(ui, look) {
            actions.push(Action::Send(Command::Run(RunCommand::Cancel { site })));
        }
    });
    if ui.button(look.t("app-runs-show-site")).clicked() {
        actions.push(Action::ShowSite(site));
    }
    let mut begin = |command: Command| {
        state.follow = Some((site, newest));
        actions.push(Action::Send(command));
    };
    let none = (wrong == 0).then_some("sites-why-no-failed");
    let mut retry = item("app-sites-run-failed", runs_now.or(none));
    retry.text = look.t1("app-sites-run-failed-count", "count", wrong);
    if retry.tip(look, "app-sites-run-failed-tip").button_ui(ui) {
        begin(retried(site));
    }
    if own.is_some() {
        let id = match stopping {
            Some(_) => "app-sites-stopping",
            None => "app-sites-stop",
        };
        if item(id, stopping).button_ui(ui) {
            actions.push(Action::Send(Command::Run(RunCommand::Stop { site })));
        }
    } else if later.is_none() && run.end == Some(RunEnd::Incomplete) {
        let mut bring = item("app-sites-resume", runs_now);
        bring.text = look.t1("app-runs-bring", "count", look.count(run.progress.missing));
        if bring.tip(look, "app-runs-bring-tip").button_ui(ui) {
            begin(again(site));
        }
    } else if item("app-sites-resume", runs_now.or(later).or(done)).button_ui(ui) {
        begin(again(site));
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
            PageOutcomeKind::Read => (state_marks::MarkShape::Disc, tokens.ok),
            PageOutcomeKind::Unchanged => (state_marks::MarkShape::Ring, tokens.ok),
            PageOutcomeKind::Empty => (state_marks::MarkShape::Frame, tokens.warn),
            PageOutcomeKind::Again => (state_marks::MarkShape::Triangle, tokens.warn),
            PageOutcomeKind::Failed => (state_marks::MarkShape::Cross, tokens.bad),
            PageOutcomeKind::Missing => (state_marks::MarkShape::Frame, tokens.bad),
        };
        state_marks::word_ui(ui, mark, colour, &look.t(&outcome_id(page.outcome)));
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
