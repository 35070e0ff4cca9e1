//! The selected site: its state and the reason, its current run, and possible actions.
//!
//! Below: the sections of the panel.

pub(super) mod acts;
pub(super) mod evidence;
pub(super) mod health;
pub(super) mod sessions;
pub(super) mod tags;
pub(super) mod taught;
pub(super) mod timeline;

use eframe::egui::{Button, Color32, ScrollArea, Ui};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Part, Reread, SitesState, Versions};
use crate::action::Action;
use crate::state::app_state::{AppState, EndedRun, LiveRun};
use crate::state::rule_editor::Editor;
use crate::style::ui_context::UiContext;
use crate::widgets::marks;
use bowerbird_engine::types::{
    Message, PageState, RunCause, RunEnd, RunOptions, RunProgress, Site, SiteOrder, SiteStatus,
    clock_text, outlook,
};
use bowerbird_engine::{Command, RunCommand, SiteCommand};

/// Draws the panel.
pub fn detail_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.label(look.title(&site.name).strong());
        let (mark, colour, word) = current_mark(look, world, site);
        marks::word_ui(ui, mark, colour, &word);
        ui.add_space(12.0);
        tags::tags_ui(ui, look, world, site, &mut state.tags, actions);
    });
    buttons_ui(ui, look, world, site, state, actions);
    ui.horizontal_wrapped(|ui| {
        for (part, id) in PARTS {
            ui.selectable_value(&mut state.part, part, look.t(id));
        }
    });
    match state.part {
        Part::Now => {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                now_ui(ui, look, world, site, actions);
            });
        }
        Part::Evidence => evidence::evidence_ui(ui, look, world, site, state, actions),
        Part::Timeline => {
            let now = Timestamp::now();
            timeline::timeline_ui(ui, look, site, &mut state.timeline, now, actions);
        }
        Part::Sessions => {
            timeline::follow(&mut state.timeline, site.id, actions);
            sessions::sessions_ui(ui, look, &state.timeline, Timestamp::now());
        }
        Part::Rule => {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                health::health_ui(ui, look, site, state, actions);
            });
        }
    }
}

const PARTS: [(Part, &str); 5] = [
    (Part::Now, "app-health-site"),
    (Part::Evidence, "sites-part-evidence"),
    (Part::Timeline, "sites-part-timeline"),
    (Part::Sessions, "sites-part-sessions"),
    (Part::Rule, "app-health-rule"),
];

/// The state of the site, the reason, and possible actions.
fn now_ui(ui: &mut Ui, look: &UiContext, world: &AppState, site: &Site, actions: &mut Vec<Action>) {
    // First, so that they are visible in a low panel too.
    if site.status.is_some() {
        acts::acts_ui(ui, look, world, site, actions);
        ui.add_space(4.0);
    }
    if let Some(live) = world.live.get(&site.id) {
        live_ui(ui, look, live);
    } else if let Some(ended) = world.ended.get(&site.id) {
        ended_ui(ui, look, ended);
    } else if site.paused {
        ui.label(look.t("app-run-paused"));
    }
    outlook_ui(ui, look, world, site);
    // During its first run a site has no state yet, and "not run yet" does not apply either.
    let is_first = world.live.contains_key(&site.id) || world.ended.contains_key(&site.id);
    if site.status.is_some() || !is_first {
        status_ui(ui, look, world, site);
    }
}

/// Shape, colour and word for the current state of a site.
pub(super) fn current_mark(
    look: &UiContext,
    world: &AppState,
    site: &Site,
) -> (marks::MarkShape, Color32, String) {
    if site.paused && !world.live.contains_key(&site.id) {
        let word = look.t("app-tasks-paused");
        return (marks::MarkShape::Frame, look.tokens.dim, word);
    }
    marks::site_mark(
        look,
        site.status.as_ref().map(|status| status.state),
        world.live.contains_key(&site.id),
        site.records > 0 || world.ended.contains_key(&site.id),
    )
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        if let Some(live) = world.live.get(&site.id) {
            let text = look.t(if live.stopping {
                "app-sites-stopping"
            } else {
                "app-sites-stop"
            });
            if ui.add_enabled(!live.stopping, Button::new(text)).clicked() {
                actions.push(Action::Send(Command::Run(RunCommand::Stop {
                    site: site.id,
                })));
            }
            let pause = Button::new(look.t("app-sites-pause"));
            if ui.add_enabled(!live.stopping, pause).clicked() {
                actions.push(Action::Send(Command::Run(RunCommand::Pause {
                    site: site.id,
                })));
            }
            let cancel = Button::new(look.t("app-sites-cancel"));
            let cancel = ui.add_enabled(!live.stopping, cancel);
            if cancel
                .on_hover_text(look.t("app-sites-cancel-tip"))
                .clicked()
            {
                actions.push(Action::Send(Command::Run(RunCommand::Cancel {
                    site: site.id,
                })));
            }
        } else if look.primary(ui, look.t(run_word(site))).clicked() {
            actions.push(Action::Send(Command::Run(RunCommand::Start {
                sites: vec![site.id],
                options: RunOptions::default(),
            })));
        }
        if !site.paused && !world.live.contains_key(&site.id) {
            let pause = ui.button(look.t("app-sites-pause"));
            if pause.on_hover_text(look.t("sites-act-pause-tip")).clicked() {
                actions.push(Action::Send(Command::Site(SiteCommand::Supervise {
                    site: site.id,
                    order: SiteOrder::Pause,
                })));
            }
        }
        let ran = site.last_run_at.is_some() || world.ended.contains_key(&site.id);
        if ran && !world.live.contains_key(&site.id) {
            retry_ui(ui, look, site, actions);
            drop_ui(ui, look, world, site, actions);
            if site.records > 0 {
                refresh_ui(ui, look, site, actions);
            }
        }
        if ui.button(look.t("app-sites-show-runs")).clicked() {
            actions.push(Action::ShowRuns(Some(site.id)));
        }
        if ui.button(look.t("app-sites-edit")).clicked() {
            state.editor = Some(Editor::new(Some(site.id), site.rule_toml.clone()));
        }
        let broken = site.status.as_ref().is_some_and(SiteStatus::needs_repair);
        let repair = ui.add_enabled(broken, Button::new(look.t("app-repair-open")));
        let repair = repair.on_disabled_hover_text(look.t("sites-why-no-repair"));
        if repair.clicked() {
            actions.push(Action::RepairSite(site.id));
        }
        let reread = ui.button(look.t("reread-open"));
        if reread.on_hover_text(look.t("reread-open-tip")).clicked() {
            state.reread = Some(Reread::open(site, actions));
        }
        if ui.button(look.t("app-sites-versions")).clicked() {
            state.versions = Some(Versions::open(site, actions));
        }
        if ui.button(look.t("app-sites-open-in-workbench")).clicked() {
            actions.push(Action::OpenInWorkbench {
                url: site.start.clone(),
                site: Some(site.id),
            });
        }
        if ui.button(look.t("app-sites-show-records")).clicked() {
            actions.push(Action::ShowRecords {
                site: Some(site.id),
                search: String::new(),
            });
        }
        let toggle = look.t(if site.enabled {
            "app-sites-disable"
        } else {
            "app-sites-enable-it"
        });
        if ui.button(toggle).clicked() {
            actions.push(Action::Send(Command::Site(SiteCommand::Enable {
                site: site.id,
                enabled: !site.enabled,
            })));
        }
        let remove = ui.button(look.t("app-sites-remove"));
        if remove
            .on_hover_text(look.t("app-sites-remove-tip"))
            .clicked()
        {
            state.table.selected = None;
            actions.push(Action::Send(Command::Site(SiteCommand::Remove {
                site: site.id,
            })));
        }
    });
}

/// The next event of a site, and its time.
pub(super) fn next_step(world: &AppState, site: &Site) -> Option<Message> {
    let supervised = world.supervisions.get(&site.id);
    let outlook = supervised.and_then(|known| known.outlook(Timestamp::now(), &TimeZone::system()));
    outlook.or_else(|| site.status.as_ref()?.next.clone())
}

fn run_word(site: &Site) -> &'static str {
    match site.paused {
        true => "app-sites-resume",
        false => "app-sites-run-site",
    }
}

/// Drops the rest of a run, so that the next one begins anew.
fn drop_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    actions: &mut Vec<Action>,
) {
    let left = world.ended.get(&site.id).is_some_and(|ended| {
        ended.end == RunEnd::Incomplete
            || ended.progress.queued > 0
                && !matches!(ended.end, RunEnd::Finished | RunEnd::Cancelled)
    });
    if !left && !site.paused {
        return;
    }
    let drop = ui.button(look.t("app-sites-drop-queue"));
    if drop.on_hover_text(look.t("app-sites-cancel-tip")).clicked() {
        actions.push(Action::Send(Command::Run(RunCommand::Cancel {
            site: site.id,
        })));
    }
}

fn retry_ui(ui: &mut Ui, look: &UiContext, site: &Site, actions: &mut Vec<Action>) {
    let retry = ui.button(look.t("app-sites-run-failed"));
    if retry
        .on_hover_text(look.t("app-sites-run-failed-tip"))
        .clicked()
    {
        actions.push(Action::Send(Command::Run(RunCommand::Start {
            sites: vec![site.id],
            options: RunOptions {
                failed_only: true,
                cause: RunCause::Retry,
                ..RunOptions::default()
            },
        })));
    }
}

fn refresh_ui(ui: &mut Ui, look: &UiContext, site: &Site, actions: &mut Vec<Action>) {
    let refresh = ui.button(look.t("app-sites-refresh"));
    if refresh
        .on_hover_text(look.t("app-sites-refresh-tip"))
        .clicked()
    {
        actions.push(Action::Send(Command::Run(RunCommand::Start {
            sites: vec![site.id],
            options: RunOptions {
                refresh_older_than: Some(0),
                ..RunOptions::default()
            },
        })));
    }
}

/// When the site is visited next, and the expected number of new items.
fn outlook_ui(ui: &mut Ui, look: &UiContext, world: &AppState, site: &Site) {
    let own = world.tasks.iter().filter(|task| task.runs(site.id));
    let next = own
        .filter(|task| !task.paused)
        .filter_map(|task| task.next_at);
    let comes = world.scheduling && site.enabled && !site.paused;
    let next = next.min().filter(|_| comes);
    if let Some(words) = outlook(next, site.news_per_day, Timestamp::now()) {
        ui.label(look.hint(sentence(&look.text(&words))));
    }
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
        ui.label(look.hint(sentence(&look.text(waiting))));
    }
}

/// Capitalises text for the beginning of a line.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}

fn ended_ui(ui: &mut Ui, look: &UiContext, ended: &EndedRun) {
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
    ui.label(format!("{} {}", look.t(id), figures(look, &progress)));
    if let Some(message) = &ended.message {
        ui.label(look.text(message));
    }
    if ended.end == RunEnd::Finished && found_nothing(&progress) {
        ui.label(look.hint(look.t("app-run-nothing-new")));
    }
}

/// Whether a run read its pages and found no record, new or known: for lists this is normal every
/// hour, but "0 new, 0 known" makes it look like a failure.
fn found_nothing(progress: &RunProgress) -> bool {
    progress.pages_ok > 0
        && progress.pages_failed + progress.pages_blocked == 0
        && progress.records_new + progress.records_known == 0
}

/// The figures of a run as a sentence.
fn figures(look: &UiContext, progress: &RunProgress) -> String {
    let figures = look.text(
        &Message::new("app-run-figures")
            .with("ok", progress.pages_ok)
            .with("failed", progress.pages_failed)
            .with("blocked", progress.pages_blocked)
            .with("queued", progress.queued)
            .with("new", progress.records_new)
            .with("known", progress.records_known)
            .with("bytes", look.bytes(progress.bytes)),
    );
    let (updated, kept) = (progress.records_updated, progress.pages_kept);
    if updated + kept == 0 {
        return figures;
    }
    let again = Message::new("app-run-updated")
        .with("updated", updated)
        .with("kept", kept);
    format!("{figures} {}", look.text(&again))
}

fn status_ui(ui: &mut Ui, look: &UiContext, world: &AppState, site: &Site) {
    let Some(status) = &site.status else {
        let id = if site.records > 0 {
            "app-sites-never-ended"
        } else {
            "app-sites-never-ran"
        };
        ui.label(look.hint(look.t(id)));
        return;
    };
    let since = look.t1("app-sites-since", "time", look.time(status.since));
    ui.label(look.hint(since))
        .on_hover_text(look.exact_time(status.since));
    ui.label(look.text(&status.reason));
    // "Healthy" beside "nothing there" would contradict it.
    let known = world.supervisions.get(&site.id);
    let known = known.filter(|_| status.state != PageState::Empty);
    if let Some(known) = known {
        let (word, colour, mark) = timeline::phase_mark(look, known.phase);
        ui.horizontal(|ui| {
            marks::whole_word_ui(ui, mark, colour, &word);
            ui.label(look.hint(look.t1("app-sites-since", "time", look.time(known.since))))
                .on_hover_text(look.exact_time(known.since));
        });
    }
    let next = next_step(world, site);
    if let Some(next) = &next {
        ui.label(look.text(next));
    }
    // Advice for the user, in addition to automatic actions.
    if let Some(advice) = status
        .next
        .as_ref()
        .filter(|advice| next.as_ref() != Some(*advice))
    {
        ui.label(look.hint(look.text(advice)));
    }
    ui.label(look.hint(&status.url));
    for evidence in &status.evidence {
        ui.label(look.hint(format!("{}: {}", evidence.signal, evidence.matched)));
    }
}
