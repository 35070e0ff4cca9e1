//! The step after saving: the state of the saved site, ready, running or finished, and what to do
//! with it. Input: the site, its run and the open page. Output: actions.

use eframe::egui::Ui;

use super::schedule_ui::turns_ui;
use super::{missing_or_empty, summary_ui};
use crate::action::Action;
use crate::state::app_state::{AppState, EndedRun};
use crate::state::new_condition::{amount_field, condition_of_number, new_condition};
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::{
    Message, RunEnd, RunOptions, SiteId, SiteStatus, SiteSupervisionCommand,
};
use bowerbird_engine::{Command, RunCommand, SiteCommand, TaskCommand};

/// Rows of the open page whose values are looked at.
const SAMPLED: usize = 8;

/// The state of the saved site: ready, running, finished.
pub(super) fn saved_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    site: SiteId,
    actions: &mut Vec<Action>,
) {
    let name = world.site(site).map_or("", |site| site.name.as_str());
    let results = Action::ShowRecords {
        site: Some(site),
        search: String::new(),
    };
    if let Some(live) = world.live.get(&site) {
        let figures = Message::new("app-author-running")
            .with("site", name)
            .with("done", live.done())
            .with("left", live.progress.queued);
        summary_ui(ui, look, look.text(&figures));
        look.progress(ui, live.share(), 160.0);
        if ui.button(look.t("app-author-stop")).clicked() {
            actions.push(Action::Send(Command::Run(RunCommand::Stop { site })));
        }
        if ui.button(look.t("app-author-records")).clicked() {
            actions.push(results);
        }
        scheduled_ui(ui, look, world, state, site, actions);
        return;
    }
    let repairs = status_of(world, site).is_some_and(SiteStatus::needs_repair);
    if state.beside_site && !repairs && !state.repairing {
        beside_ui(ui, look, (state, site), name, results, actions);
        return;
    }
    if let Some(ended) = world.ended.get(&site).filter(|ended| is_told(ended, state)) {
        if ended.end == RunEnd::Blocked && !repairs {
            blocked_ui(ui, look, (world, site), ended, results, actions);
            turns_ui(ui, look, (world, state), actions);
            scheduled_ui(ui, look, world, state, site, actions);
            return;
        }
        let stored = world.site(site).map_or(0, |site| site.records);
        let figures = ended_in_words(name, ended, (stored, repairs));
        summary_ui(ui, look, look.text(&figures));
        if let Some(message) = &ended.message {
            ui.label(look.hint(look.text(message)));
        }
        main_buttons_ui(ui, look, world, (state, site), results, actions);
        turns_ui(ui, look, (world, state), actions);
        scheduled_ui(ui, look, world, state, site, actions);
        return;
    }
    summary_ui(ui, look, look.t1("app-author-saved", "site", name));
    let status = status_of(world, site);
    let is_faulty = |status: &&SiteStatus| status.needs_repair() || status.needs_run();
    if world.ended.contains_key(&site) || status.is_some_and(|status| is_faulty(&status)) {
        if let Some(status) = status.filter(|status| status.needs_repair()) {
            // The result of an earlier run still applies.
            ui.label(look.hint(look.text(&status.reason)));
        }
        main_buttons_ui(ui, look, world, (state, site), results, actions);
    } else {
        if look.primary(ui, look.t("app-author-run")).clicked() {
            actions.push(run(site));
        }
        tell_ui(ui, look, state, site, actions);
    }
    turns_ui(ui, look, (world, state), actions);
    scheduled_ui(ui, look, world, state, site, actions);
}

/// A run that its site blocked: how far it came, when it goes on, and what it brought.
fn blocked_ui(
    ui: &mut Ui,
    look: &UiContext,
    (world, site): (&AppState, SiteId),
    ended: &EndedRun,
    results: Action,
    actions: &mut Vec<Action>,
) {
    let progress = &ended.progress;
    let (done, all) = (progress.pages_ok, progress.done() + progress.queued);
    let id = match all > done {
        true => "app-author-blocked",
        false => "app-author-blocked-early",
    };
    let said = Message::new(id).with("done", done).with("all", all);
    summary_ui(ui, look, look.text(&said));
    let supervision = world.supervisions.get(&site);
    let next = supervision.and_then(|known| known.next.as_ref());
    if let Some(next) = next {
        let text = look.t1("app-author-next-retry", "time", look.time(next.at));
        let text = ui.label(look.hint(text));
        text.on_hover_text(look.exact_time(next.at));
    }
    if let Some(message) = &ended.message {
        ui.label(look.hint(look.text(message)));
    }
    let retry = look.primary(ui, look.t("sites-act-retry"));
    if retry.on_hover_text(look.t("sites-act-retry-tip")).clicked() {
        let order = SiteSupervisionCommand::RetryNow;
        let retry = SiteCommand::Supervise { site, order };
        actions.push(Action::Send(Command::Site(retry)));
    }
    if let Some(parts) = progress.news_in_words() {
        let stored = Message::new("app-author-stored").with("parts", parts);
        ui.label(look.hint(look.text(&stored)));
    }
    if ui.button(look.t("app-author-records")).clicked() {
        actions.push(results);
    }
}

/// Whether the end of a run is told on the open page: only on the one that was open when it ended.
fn is_told(ended: &EndedRun, state: &mut Authoring) -> bool {
    let here = state.page.as_ref().map_or("", |page| &page.url);
    match &state.told_end {
        Some((told, page)) if told == ended => page == here,
        _ => {
            state.told_end = Some((ended.clone(), here.to_owned()));
            true
        }
    }
}

/// A page that is no start of the saved site and was not opened from its list: what it is, and a
/// site of its own for it.
fn beside_ui(
    ui: &mut Ui,
    look: &UiContext,
    (state, site): (&mut Authoring, SiteId),
    name: &str,
    results: Action,
    actions: &mut Vec<Action>,
) {
    let nothing = missing_or_empty(look, state);
    let is_page = nothing.is_none();
    let said = nothing.unwrap_or_else(|| look.t1("app-author-beside", "site", name));
    summary_ui(ui, look, said);
    if is_page && ui.button(look.t("app-author-new-site")).clicked() {
        state.begin_anew(actions);
    }
    let run_again = look.t1("app-sites-run-one", "site", name);
    if ui.button(run_again).clicked() {
        actions.push(run(site));
    }
    if ui.button(look.t("app-author-records")).clicked() {
        actions.push(results);
    }
}

/// What a run of the site brought; `stored` is how many records the site has, `repairs` whether its
/// rule matches its pages no more.
fn ended_in_words(name: &str, ended: &EndedRun, (stored, repairs): (u64, bool)) -> Message {
    let new = ended.progress.records_new;
    let known = ended.known(stored);
    match ended.progress.news_in_words() {
        None if known > 0 => Message::new("app-author-ended-same")
            .with("site", name)
            .with("known", known),
        None if repairs => Message::new("app-author-ended-redesigned").with("site", name),
        None => Message::new("app-author-ended-none").with("site", name),
        Some(_) if ended.progress.records_updated + ended.progress.records_gone == 0 => {
            Message::new("app-author-ended")
                .with("site", name)
                .with("records", new)
        }
        Some(parts) => Message::new("app-author-ended-changed")
            .with("site", name)
            .with("parts", parts),
    }
}

fn status_of(world: &AppState, site: SiteId) -> Option<&SiteStatus> {
    world.site(site).and_then(|site| site.status.as_ref())
}

/// What to do after a run, the primary step first: repair a rule that no longer fits, run again
/// with a repaired one, else show the records.
fn main_buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    (state, site): (&Authoring, SiteId),
    results: Action,
    actions: &mut Vec<Action>,
) {
    let status = status_of(world, site);
    let needs_repair = status.is_some_and(SiteStatus::needs_repair);
    // The panel of an open repair has the next step.
    let repair = needs_repair && !state.repairing;
    let again = status.filter(|status| status.needs_run());
    if repair {
        let repair = look.primary(ui, look.t("app-author-repair"));
        if repair
            .on_hover_text(look.t("app-repair-open-tip"))
            .clicked()
        {
            actions.push(Action::RepairSite(site));
        }
    }
    let run_again = look.t("app-author-run-again");
    if let Some(next) = again.and_then(|status| status.next.as_ref()) {
        ui.label(look.hint(look.text(next)));
        if look.primary(ui, run_again.clone()).clicked() {
            actions.push(run(site));
        }
    }
    let records = look.t("app-author-records");
    let records = match needs_repair || again.is_some() {
        true => ui.button(records),
        false => look.primary(ui, records),
    };
    if records.clicked() {
        actions.push(results);
    }
    if again.is_none() && ui.button(run_again).clicked() {
        actions.push(run(site));
    }
    if !needs_repair {
        tell_ui(ui, look, state, site, actions);
    }
}

/// The way to a condition over the site's records, filled with its price if it has one.
fn tell_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &Authoring,
    site: SiteId,
    actions: &mut Vec<Action>,
) {
    let tell = ui.button(look.t("condition-from-change"));
    if tell
        .on_hover_text(look.t("condition-from-site-tip"))
        .clicked()
    {
        let condition = match price_of(state) {
            Some(field) => condition_of_number(site, field),
            None => new_condition(Some(site)),
        };
        actions.push(Action::EditCondition(Box::new(condition)));
    }
}

/// The column of the open page whose values are amounts.
fn price_of(state: &Authoring) -> Option<&str> {
    let reading = state.reading.as_ref()?;
    let columns = reading.columns.iter().enumerate();
    amount_field(columns.map(|(place, name)| {
        let cells = reading.rows.iter().take(SAMPLED);
        let values = cells.filter_map(|row| row.cells.get(place)?.value.as_ref());
        (name.as_str(), values.map(|value| value.joined()).collect())
    }))
}

/// When a saved site runs next, or that the scheduler is off.
fn scheduled_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &Authoring,
    site: SiteId,
    actions: &mut Vec<Action>,
) {
    if state.file().schedule.is_none() {
        return;
    }
    if !world.scheduling {
        let text = look.t("app-author-schedule-rests");
        ui.label(look.coloured(text, look.tokens.warn));
        if ui.button(look.t("app-author-schedule-on")).clicked() {
            actions.push(Action::Send(Command::Task(TaskCommand::Schedule {
                on: true,
            })));
        }
        return;
    }
    let mut tasks = world.tasks.iter().filter(|task| task.runs(site));
    if let Some(next) = tasks.find_map(|task| task.next_at) {
        let text = look.t1("app-author-next-run", "time", look.time(next));
        let text = ui.label(look.hint(text));
        text.on_hover_text(look.exact_time(next));
    }
}

pub(super) fn run(site: SiteId) -> Action {
    Action::Send(Command::Run(RunCommand::Start {
        sites: vec![site],
        options: RunOptions::default(),
    }))
}
