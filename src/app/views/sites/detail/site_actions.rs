//! The actions on the selected site: three buttons that stay in their places, and a menu with the
//! rest. Input: the state of the site. Output: commands.

use eframe::egui::{Id, Key, KeyboardShortcut, Modal, Modifiers, Ui};

use super::failing_site_actions::{self, FailingSiteAction};
use crate::action::Action;
use crate::shortcuts::shown_key;
use crate::state::app_state::AppState;
use crate::state::new_condition::new_condition;
use crate::style::ui_context::UiContext;
use crate::views::sites::{Reread, SitesState, Versions};
use crate::widgets::action_menu::{ActionItem, more_ui, widest};
use bowerbird_engine::types::{
    Message, RunCause, RunEnd, RunOptions, Site, SiteId, SiteStatus, SiteSupervisionCommand, Task,
};
use bowerbird_engine::{Command, RunCommand, SiteCommand};

/// Runs or stops the selected site.
const RUN_KEY: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::R);
/// Removes the selected site.
const REMOVE_KEY: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Delete);

/// Draws the buttons, and handles their keys.
pub(super) fn actions_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let typing = ui.ctx().text_edit_focused();
    let (run_key, remove_key) = ui.input_mut(|input| {
        (
            input.consume_shortcut(&RUN_KEY),
            !typing && input.consume_shortcut(&REMOVE_KEY),
        )
    });
    match remove_key {
        // A key is pressed by mistake more easily than a menu is opened.
        true if site.records > 0 => state.removing = Some(site.id),
        true => remove(site, state, actions),
        false => {}
    }
    if state.removing == Some(site.id) {
        removal_ui(ui, look, site, state, actions);
    }
    ui.horizontal(|ui| {
        let words = ["app-sites-run-site", "app-sites-resume", "app-sites-stop"];
        let words = words
            .into_iter()
            .chain(["app-sites-stopping", "app-sites-continue"]);
        let width = widest(ui, &words.map(|id| look.t(id)).collect::<Vec<_>>());
        let run = run_item(ui, look, world, site);
        let live = world.live.get(&site.id);
        let clicked = run.fixed_ui(ui, look, width, live.is_none());
        if clicked || (run_key && run.why_not.is_none()) {
            actions.push(match live {
                Some(_) => run_command(RunCommand::Stop { site: site.id }),
                None => start(site.id, RunOptions::default()),
            });
        }
        let edit = ActionItem {
            keys: Key::Enter.name().to_owned(),
            ..ActionItem::new(look, "app-sites-edit").tip(look, "app-sites-edit-tip")
        };
        if edit.button_ui(ui) {
            state.edit(site);
        }
        if ActionItem::new(look, "app-sites-open-in-workbench").button_ui(ui) {
            actions.push(Action::OpenInWorkbench {
                url: site.start.clone(),
                site: Some(site.id),
            });
        }
        more_ui(ui, look, &site.name, |ui| {
            run_entries_ui(ui, look, world, site, state, actions);
            ui.separator();
            for act in failing_site_actions::ACTS {
                if act == FailingSiteAction::NotABlock {
                    ui.separator();
                }
                failing_site_actions::entry_ui(ui, look, world, site, act, actions);
            }
            ui.separator();
            rule_entries_ui(ui, look, site, state, actions);
            ui.separator();
            show_entries_ui(ui, look, site, actions);
            ui.separator();
            let keys = shown_key(ui.ctx(), &REMOVE_KEY);
            let item = ActionItem {
                keys,
                removes: true,
                ..ActionItem::new(look, "app-sites-remove").tip(look, "app-sites-remove-tip")
            };
            if item.entry_ui(ui, look) {
                remove(site, state, actions);
            }
        });
    });
}

fn run_item(ui: &Ui, look: &UiContext, world: &AppState, site: &Site) -> ActionItem {
    let live = world.live.get(&site.id);
    let stopping = live.is_some_and(|live| live.stopping);
    let id = match live {
        Some(_) if stopping => "app-sites-stopping",
        Some(_) => "app-sites-stop",
        None if site.paused => "app-sites-resume",
        None if site.stopped_with().is_some() => "app-sites-continue",
        None => "app-sites-run-site",
    };
    let item = ActionItem {
        keys: shown_key(ui.ctx(), &RUN_KEY),
        ..ActionItem::new(look, id)
    };
    item.unless(look, stopping.then_some("sites-why-stopping"))
}

/// Entries about runs.
fn run_entries_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    state: &SitesState,
    actions: &mut Vec<Action>,
) {
    let live = world.live.get(&site.id);
    let stopping = live.is_some_and(|live| live.stopping);
    let stopping = stopping.then_some("sites-why-stopping");
    let running = live.map(|_| "sites-why-runs");
    let is_paused = (live.is_none() && site.paused).then_some("sites-why-paused");
    let pause = ActionItem::new(look, "app-sites-pause").tip(look, "sites-act-pause-tip");
    if pause
        .unless(look, stopping.or(is_paused))
        .entry_ui(ui, look)
    {
        actions.push(match live {
            Some(_) => run_command(RunCommand::Pause { site: site.id }),
            None => Action::Send(Command::Site(SiteCommand::Supervise {
                site: site.id,
                order: SiteSupervisionCommand::Pause,
            })),
        });
    }
    let (id, why) = match live {
        Some(_) => ("app-sites-cancel", stopping),
        None => {
            let none = !leaves_some(world, site) && !site.paused;
            let why = none.then_some("sites-why-no-queue");
            ("app-sites-drop-queue", why)
        }
    };
    let cancel = ActionItem::new(look, id).tip(look, "app-sites-cancel-tip");
    if cancel.unless(look, why).entry_ui(ui, look) {
        actions.push(run_command(RunCommand::Cancel { site: site.id }));
    }
    let failed = state.timeline.failed;
    let failed = failed.filter(|_| state.timeline.site == Some(site.id));
    let ran = site.last_run_at.is_some() || world.ended.contains_key(&site.id);
    let none = failed.map_or(!ran, |failed| failed == 0);
    let mut retry = ActionItem::new(look, "app-sites-run-failed");
    if let Some(failed) = failed {
        retry.text = look.t1("app-sites-run-failed-count", "count", failed);
    }
    let retry = retry
        .tip(look, "app-sites-run-failed-tip")
        .unless(look, running.or(none.then_some("sites-why-no-failed")));
    if retry.entry_ui(ui, look) {
        actions.push(start(
            site.id,
            RunOptions {
                failed_only: true,
                cause: RunCause::Retry,
                ..RunOptions::default()
            },
        ));
    }
    let none = (site.records == 0).then_some("sites-why-no-records");
    let refresh = ActionItem::new(look, "app-sites-refresh")
        .tip(look, "app-sites-refresh-tip")
        .unless(look, running.or(none));
    if refresh.entry_ui(ui, look) {
        actions.push(start(
            site.id,
            RunOptions {
                refresh_older_than: Some(0),
                ..RunOptions::default()
            },
        ));
    }
}

/// Entries about the rule.
fn rule_entries_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let broken = site.status.as_ref().is_some_and(SiteStatus::needs_repair);
    let repair = ActionItem::new(look, "app-repair-open");
    let repair = repair.unless(look, (!broken).then_some("sites-why-no-repair"));
    if repair.entry_ui(ui, look) {
        actions.push(Action::RepairSite(site.id));
    }
    let reread = ActionItem::new(look, "reread-open").tip(look, "reread-open-tip");
    if reread.entry_ui(ui, look) {
        state.reread = Some(Reread::open(site, actions));
    }
    if ActionItem::new(look, "app-sites-versions").entry_ui(ui, look) {
        state.versions = Some(Versions::open(site, actions));
    }
    let toggle = match site.enabled {
        true => "app-sites-disable",
        false => "app-sites-enable-it",
    };
    if ActionItem::new(look, toggle).entry_ui(ui, look) {
        actions.push(enable(site.id, !site.enabled));
    }
}

/// Entries that show what the site has.
fn show_entries_ui(ui: &mut Ui, look: &UiContext, site: &Site, actions: &mut Vec<Action>) {
    let watch = ActionItem::new(look, "condition-from-change");
    if watch
        .tip(look, "condition-from-site-tip")
        .entry_ui(ui, look)
    {
        let condition = Box::new(new_condition(Some(site.id)));
        actions.push(Action::EditCondition(condition));
    }
    if ActionItem::new(look, "app-sites-show-records").entry_ui(ui, look) {
        actions.push(Action::ShowRecords {
            site: Some(site.id),
            search: String::new(),
        });
    }
    if ActionItem::new(look, "app-sites-show-runs").entry_ui(ui, look) {
        actions.push(Action::ShowRuns(Some(site.id)));
    }
}

/// Whether the last run left pages in the queue.
fn leaves_some(world: &AppState, site: &Site) -> bool {
    world.ended.get(&site.id).is_some_and(|ended| {
        ended.end == RunEnd::Incomplete
            || ended.progress.queued > 0
                && !matches!(ended.end, RunEnd::Finished | RunEnd::Cancelled)
    })
}

/// Whether a task that is not paused runs the site.
pub(super) fn tasks_of<'a>(
    world: &'a AppState,
    site: SiteId,
) -> impl Iterator<Item = &'a Task> + 'a {
    let own = world.tasks.iter().filter(move |task| task.runs(site));
    own.filter(|task| !task.paused)
}

/// Switches a site on or off.
pub(super) fn enable(site: SiteId, enabled: bool) -> Action {
    Action::Send(Command::Site(SiteCommand::Enable { site, enabled }))
}

fn remove(site: &Site, state: &mut SitesState, actions: &mut Vec<Action>) {
    state.table.selected = None;
    actions.push(Action::Send(Command::Site(SiteCommand::Remove {
        site: site.id,
    })));
}

/// Asks whether to remove a site with its records.
fn removal_ui(
    ui: &Ui,
    look: &UiContext,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let mut decided = None;
    let shown = Modal::new(Id::unique("remove-site")).show(ui.ctx(), |ui| {
        ui.set_max_width(420.0);
        let question = Message::new("sites-remove-question")
            .with("site", site.name.as_str())
            .with("records", site.records);
        ui.label(look.text(&question));
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            // The first button loses nothing.
            let keep = look.primary(ui, look.t("app-leaving-cancel"));
            if ui.memory(|memory| memory.focused().is_none()) {
                keep.request_focus();
            }
            if keep.clicked() {
                decided = Some(false);
            }
            if ui.button(look.t("app-sites-remove")).clicked() {
                decided = Some(true);
            }
        });
    });
    if shown.should_close() {
        decided = Some(false);
    }
    if decided.is_some() {
        state.removing = None;
    }
    if decided == Some(true) {
        remove(site, state, actions);
    }
}

fn start(site: SiteId, options: RunOptions) -> Action {
    run_command(RunCommand::Start {
        sites: vec![site],
        options,
    })
}

fn run_command(command: RunCommand) -> Action {
    Action::Send(Command::Run(command))
}
