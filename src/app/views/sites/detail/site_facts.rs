//! What is known of the selected site, each sentence once: its state with the reason and the one
//! thing a person should do about it, then runs, what was collected, and the connection.

use std::collections::BTreeSet;

use eframe::egui::{Label, TextStyle, Ui, vec2};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::failing_site_actions::{self, FailingSiteAction};
use super::question::question_ui;
use super::site_actions::{enable, tasks_of};
use crate::action::{Action, Blocked};
use crate::shortcuts::View;
use crate::state::app_state::{AppState, EndedRun, LiveRun};
use crate::style::ui_context::{UiContext, capitalised};
use crate::views::sites::site_state::{current_mark, next_step};
use crate::views::sites::timeline::{Timeline, phase_mark};
use crate::widgets::state_marks;
use bowerbird_engine::types::{
    Message, PageState, Phase, PoolOutlook, RunEnd, RunProgress, Site, SiteStatus, StateAction,
    Supervision, clock_text, evidence_cause, outlook, state_actions,
};
use bowerbird_engine::{Command, SiteCommand};

/// Width of the names of facts, in points.
const NAME_WIDTH: f32 = 92.0;

/// The sentences shown so far.
#[derive(Default)]
struct ShownSentences(BTreeSet<String>);

impl ShownSentences {
    /// Shows `text`, unless it was shown already.
    fn label(&mut self, ui: &mut Ui, text: String) {
        if !text.is_empty() && self.0.insert(text.clone()) {
            ui.add(Label::new(text).wrap());
        }
    }
}

/// Draws the facts.
pub(super) fn facts_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    timeline: &Timeline,
    actions: &mut Vec<Action>,
) {
    let mut told = ShownSentences::default();
    if let Some(live) = world.live.get(&site.id) {
        live_ui(ui, look, live);
    }
    fact_ui(ui, look, "sites-fact-state", |ui| {
        state_ui(ui, look, world, site, &mut told, actions);
    });
    fact_ui(ui, look, "sites-fact-last-run", |ui| {
        last_run_ui(ui, look, world, site, &mut told);
    });
    fact_ui(ui, look, "sites-fact-next-run", |ui| {
        next_run_ui(ui, look, world, site, actions);
    });
    let timeline = Some(timeline).filter(|timeline| timeline.site == Some(site.id));
    fact_ui(ui, look, "sites-fact-collected", |ui| {
        let failed = timeline.and_then(|timeline| timeline.failed);
        // Pages that a site refused wait for the retry: none has failed, and none is there.
        let failed = failed.filter(|failed| *failed > 0 || !is_refused(world, site));
        let records = look.t1("sites-fact-records", "count", site.records);
        let failed = failed.map(|failed| look.t1("sites-fact-failed", "count", failed));
        let parts: Vec<String> = [Some(records), failed].into_iter().flatten().collect();
        told.label(ui, parts.join(" · "));
    });
    fact_ui(ui, look, "sites-fact-connection", |ui| {
        let last = timeline.and_then(|timeline| timeline.sessions.first());
        let words = match last {
            Some(session) => look.text(&session.describe("sessions-parts")),
            None if world.live.contains_key(&site.id) => look.t("sites-fact-session-now"),
            None => look.t("sites-fact-no-session"),
        };
        told.label(ui, capitalised(&words));
    });
    if let Some(status) = &site.status {
        fact_ui(ui, look, "sites-fact-page", |ui| {
            ui.add(Label::new(look.hint(&status.url)).wrap());
            for evidence in &status.evidence {
                let text = look.text(&evidence_cause(evidence));
                ui.add(Label::new(look.hint(text)).wrap());
            }
        });
    }
}

/// Whether pages of the last run were refused, or else did not come as they should.
fn is_refused(world: &AppState, site: &Site) -> bool {
    let ended = world.ended.get(&site.id);
    let is_well = |status: &SiteStatus| matches!(status.state, PageState::Ok | PageState::Empty);
    ended.is_some_and(|ended| ended.progress.pages_blocked > 0)
        || !site.status.as_ref().is_none_or(is_well)
}

/// A fact beside its name.
fn fact_ui(ui: &mut Ui, look: &UiContext, name: &str, fill: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let line = ui.text_style_height(&TextStyle::Body);
        let size = vec2(NAME_WIDTH, line);
        let name = Label::new(look.hint(look.t(name))).wrap();
        ui.allocate_ui(size, |ui| {
            ui.set_min_width(NAME_WIDTH);
            // On one line with the first word of the fact, which is larger.
            ui.add_space(((line - ui.text_style_height(&TextStyle::Small)) / 2.0).max(0.0));
            ui.add(name);
        });
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            fill(ui);
        });
    });
}

/// The state, the reason, what happens next, and what to do.
fn state_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    told: &mut ShownSentences,
    actions: &mut Vec<Action>,
) {
    if let Some(left) = site.stopped_with()
        && !world.live.contains_key(&site.id)
    {
        told.label(ui, look.t1("site-stopped-left", "count", left));
        return;
    }
    let Some(status) = &site.status else {
        let id = match world.live.contains_key(&site.id) {
            true => "app-state-running",
            false if world.ended.contains_key(&site.id) => "app-state-begun",
            false if site.records > 0 => "app-sites-never-ended",
            false => "app-sites-never-ran",
        };
        told.label(ui, look.t(id));
        return;
    };
    if world.live.contains_key(&site.id) && matches!(status.state, PageState::Ok | PageState::Empty)
    {
        // What the last run said is past.
        told.label(ui, look.t("app-state-running"));
        return;
    }
    let supervised = world.supervisions.get(&site.id);
    let acts = supervised.is_some_and(Supervision::acts_by_itself);
    told.label(ui, look.text(&status.reason));
    remedy_ui(ui, look, world, site, status, actions);
    // A retry is the next run, and stands there.
    if let Some(next) = next_step(world, site).filter(|_| retry(world, site).is_none()) {
        told.label(ui, look.text(&next));
    }
    // Advice for the user, in addition to automatic actions.
    if let Some(advice) = (status.next.as_ref()).filter(|_| !acts || !status.needs_run()) {
        told.label(ui, look.text(advice));
    }
    ui.horizontal_wrapped(|ui| {
        let since = look.t1("app-sites-since", "time", look.time(status.since));
        ui.label(look.hint(since))
            .on_hover_text(look.exact_time(status.since));
        // "Healthy" beside "nothing there" would contradict it.
        let waits = |known: &&Supervision| known.phase != Phase::NeedsYou || !acts;
        if let Some(known) = supervised
            .filter(|_| status.state != PageState::Empty)
            .filter(waits)
        {
            let (word, colour, mark) = phase_mark(look, known.phase);
            if word != current_mark(look, world, site).2 {
                state_marks::whole_word_ui(ui, mark, colour, &word);
            }
        }
    });
}

/// The one thing that a person can do now about the state of a site, if any.
pub fn remedy_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    status: &SiteStatus,
    actions: &mut Vec<Action>,
) {
    if question_ui(ui, look, world, site, actions) || world.live.contains_key(&site.id) {
        return;
    }
    let usable = world.proxies.iter().filter(|proxy| proxy.enabled).count();
    let is_faulty = status.state == PageState::ProxyFault;
    let pool = match usable {
        0 => PoolOutlook::Empty,
        1 if is_faulty => PoolOutlook::UsedUp,
        _ if is_faulty => PoolOutlook::Tried,
        _ => PoolOutlook::Untried,
    };
    let (id, action) = match status.state {
        PageState::LayoutChanged if status.needs_repair() => {
            ("monitor-repair", Action::RepairSite(site.id))
        }
        PageState::Incomplete if status.takes_part() => {
            let command = SiteCommand::AcceptPartialList { site: site.id };
            ("sites-remedy-partial", Action::Send(Command::Site(command)))
        }
        PageState::Incomplete => ("monitor-missing", Action::ShowMissing(site.id)),
        // To ask again is a button of its own.
        state => match state_actions(state, pool).first() {
            Some(StateAction::LogIn) => ("monitor-log-in", Action::ShowAccounts(site.id)),
            Some(StateAction::AnswerCheck) => {
                let act = FailingSiteAction::Answer;
                return failing_site_actions::act_ui(ui, look, world, site, act, actions);
            }
            Some(StateAction::OtherProxy) => {
                let act = FailingSiteAction::OtherProxy;
                return failing_site_actions::act_ui(ui, look, world, site, act, actions);
            }
            Some(StateAction::AddProxy) => {
                let blocked = Blocked::Site(site.id);
                ("sites-remedy-add-proxy", Action::AddProxy(blocked))
            }
            Some(StateAction::SeeProxies) => ("sites-remedy-proxies", Action::Show(View::Proxies)),
            Some(StateAction::Retry) | None => return,
        },
    };
    if ui.button(look.t(id)).clicked() {
        actions.push(action);
    }
}

/// When and how the last run ended.
fn last_run_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    told: &mut ShownSentences,
) {
    if world.live.contains_key(&site.id) {
        ui.label(look.t("app-state-running"));
        return;
    }
    if let Some(at) = site.last_run_at {
        ui.label(look.time(at)).on_hover_text(look.exact_time(at));
    }
    match world.ended.get(&site.id) {
        Some(ended) => ended_ui(ui, look, ended, site.records, told),
        None if site.paused => told.label(ui, look.t("app-run-paused")),
        None if site.last_run_at.is_none() => {
            ui.label(look.t("app-table-empty"));
        }
        None => {}
    }
}

/// When the site is asked again without a task, if it is.
fn retry(world: &AppState, site: &Site) -> Option<Message> {
    let known = world.supervisions.get(&site.id)?;
    let is_due = known.next.is_some() && site.enabled && !world.live.contains_key(&site.id);
    let retry = known.outlook(Timestamp::now(), &TimeZone::system());
    retry.filter(|_| is_due)
}

/// When the site is visited next, and the expected number of new items.
fn next_run_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    actions: &mut Vec<Action>,
) {
    if !site.enabled {
        ui.horizontal_wrapped(|ui| {
            ui.add(Label::new(look.t("sites-fact-off")).wrap());
            if ui.button(look.t("app-sites-enable-it")).clicked() {
                actions.push(enable(site.id, true));
            }
        });
        return;
    }
    let next = tasks_of(world, site.id).filter_map(|task| task.next_at);
    let next = next.min();
    if let Some(retry) = retry(world, site) {
        ui.add(Label::new(look.text(&retry)).wrap());
        if next.is_none() {
            return;
        }
    }
    let comes = world.scheduling && !site.paused;
    let words = outlook(next.filter(|_| comes), site.news_per_day, Timestamp::now());
    let text = match words {
        Some(words) => capitalised(&look.text(&words)),
        None if site.paused => look.t("sites-fact-paused"),
        None if next.is_some() => look.t("sites-fact-scheduler-off"),
        None => look.t("sites-fact-no-task"),
    };
    ui.add(Label::new(text).wrap());
}

fn live_ui(ui: &mut Ui, look: &UiContext, live: &LiveRun) {
    look.progress(ui, live.share(), f32::INFINITY);
    let mut parts = Vec::new();
    if live.progress.rate_average > 0.0 {
        let rates = Message::new("app-sites-rate")
            .with("rate", format!("{:.1}", live.progress.rate_now))
            .with("average", format!("{:.1}", live.progress.rate_average));
        parts.push(look.text(&rates));
    }
    if let Some(seconds) = live.progress.seconds_left {
        parts.push(look.t1("app-sites-left", "time", clock_text(seconds)));
    }
    if live.progress.unchanged > 0 {
        let count = live.progress.unchanged.to_string();
        parts.push(look.t1("app-sites-unchanged", "count", count));
    }
    if live.progress.no_pages > 0 {
        let count = live.progress.no_pages;
        parts.push(look.t1("app-sites-no-pages", "count", count));
    }
    if live.resumed {
        parts.push(look.t("app-sites-resumed"));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(figures(look, &live.progress));
        ui.label(look.hint(parts.join(" · ")));
    });
    if let Some(waiting) = &live.progress.waiting {
        ui.add(Label::new(look.hint(capitalised(&look.text(waiting)))).wrap());
    } else {
        // It comes and goes with every request: what is below keeps its place.
        let line = ui.text_style_height(&TextStyle::Small);
        ui.add_space(line + ui.spacing().item_spacing.y);
    }
}

fn ended_ui(
    ui: &mut Ui,
    look: &UiContext,
    ended: &EndedRun,
    records: u64,
    told: &mut ShownSentences,
) {
    let id = match ended.end {
        RunEnd::Finished => "app-run-finished",
        RunEnd::Incomplete => "app-run-incomplete",
        RunEnd::Limited => "app-run-limited",
        RunEnd::Stopped => "app-run-stopped",
        RunEnd::Blocked => "app-run-blocked",
        RunEnd::Failed => "app-run-failed",
        RunEnd::Paused => "app-run-paused",
        RunEnd::Interrupted => "app-run-interrupted",
        RunEnd::Cancelled => "app-run-cancelled",
    };
    let mut progress = ended.progress.clone();
    if ended.end == RunEnd::Finished {
        // The last figures may be older than the last page; a finished run has no waiting pages.
        progress.queued = 0;
    }
    progress.records_known = ended.known(records);
    told.label(ui, look.sentences(look.t(id), figures(look, &progress)));
    if let Some(message) = &ended.message {
        told.label(ui, look.text(message));
    }
    if ended.has_unchanged_lists() {
        told.label(ui, look.t("app-run-nothing-new"));
    }
}

/// The figures of a run as a sentence.
fn figures(look: &UiContext, progress: &RunProgress) -> String {
    let mut figures = look.text(
        &Message::new("app-run-figures")
            .with("ok", progress.pages_ok)
            .with("failed", progress.pages_failed)
            .with("blocked", progress.pages_blocked)
            .with("queued", progress.queued)
            .with("new", progress.records_new)
            .with("known", progress.records_known)
            .with("bytes", look.bytes(progress.bytes)),
    );
    if progress.records_skipped > 0 {
        let skipped = look.t1("app-run-skipped", "count", progress.records_skipped);
        figures = format!("{figures} {skipped}");
    }
    for missing in progress.missing_screenshots() {
        figures = format!("{figures} {}", look.text(&missing));
    }
    match progress.changes_in_words() {
        Some(parts) => {
            let changes = Message::new("run-changes").with("parts", parts);
            format!("{figures} {}", look.text(&changes))
        }
        None => figures,
    }
}
