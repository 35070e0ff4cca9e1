//! The form of a new or changed task: input is checked while it is typed.

use std::collections::BTreeSet;

use eframe::egui::{self, DragValue, Ui};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::duplicate_task::{repeated_ui, select_repeated};
use super::time_texts::{machine_zone, times, turns, zone_name};
use super::{TasksState, interval_form, picker, task_options, wake};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use crate::widgets::tour_targets::{self, TourTarget};
use bowerbird_engine::types::{
    Adaptive, Cron, Explain as _, Message, Opening, SiteId, SiteSelection, Task, TaskDraft, Terms,
    Timing, typed_duration,
};
use bowerbird_engine::{Command, TaskCommand, TaskControl};

/// Turns shown at first, and on demand.
const TURNS: usize = 3;
const MORE_TURNS: usize = 10;

/// The options of the form's first choice.
#[derive(Clone, PartialEq, Eq)]
enum Target {
    None,
    Site(SiteId),
    /// The site and the further ones.
    Several,
    Tag(String),
}

/// Says that the other task is still to be picked.
const CHOOSE_TASK: &str = "app-tasks-choose-task";

/// Draws the form.
pub(super) fn form_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    if let ([only], None, None) = (world.sites(), state.site, &state.tag) {
        state.site = Some(only.id);
    }
    if let Some(task) = state.editing {
        let title = world.tasks.iter().find(|known| known.id == task);
        let title = title.map_or_else(String::new, |task| task.title.clone());
        ui.strong(look.t1("app-tasks-editing", "task", title));
    }
    let first_line = ui.horizontal_wrapped(|ui| {
        target_ui(ui, look, world, state);
        interval_form::interval_form_ui(ui, look, world, state);
        fields::code_field(
            ui,
            look,
            "app-form-timezone",
            &mut state.zone,
            &machine_zone(),
            130.0,
        );
        fields::labelled(ui, look, "app-tasks-priority", |ui| {
            ui.add(DragValue::new(&mut state.priority).range(0..=9))
        });
        fields::beside(ui, |ui| save_ui(ui, look, world, state, now, actions));
    });
    tour_targets::mark(ui.ctx(), TourTarget::NewTask, first_line.response.rect);
    // Expanded sections leave room for the table below.
    let most = (ui.ctx().content_rect().height() * 0.42).max(160.0);
    egui::ScrollArea::vertical()
        .id_salt("task-form")
        .max_height(most)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            if state.as_cron {
                picker::picker_ui(ui, look, &mut state.cron);
            }
            task_options::terms_ui(ui, look, world, state);
            preview_ui(ui, look, state, now);
            if let Ok(timing) = timing(state) {
                repeated_ui(ui, look, world, state, &state.draft(timing));
            }
        });
}

fn target_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut TasksState) {
    let mut options = vec![(Target::None, look.t("app-tasks-choose-site"))];
    let sites = world.sites().iter();
    options.extend(sites.map(|site| (Target::Site(site.id), site.name.clone())));
    let tags: BTreeSet<&String> = world.tags.iter().map(|(tag, ..)| tag).collect();
    options.extend(
        tags.into_iter()
            .map(|tag| (Target::Tag(tag.clone()), format!("#{tag}"))),
    );
    let several = match state.site {
        Some(_) => state.further.len() + 1,
        None => 0,
    };
    if several > 1 {
        let words = look.t1("app-tasks-several-sites", "count", several);
        options.push((Target::Several, words));
    }
    let mut target = match (&state.tag, state.site) {
        (Some(tag), _) => Target::Tag(tag.clone()),
        (None, Some(_)) if several > 1 => Target::Several,
        (None, Some(site)) => Target::Site(site),
        (None, None) => Target::None,
    };
    if fields::choice(ui, look, "app-tasks-site", &mut target, &options, 170.0) {
        // One site in place of several is that one alone.
        if target != Target::Several {
            state.further.clear();
        }
        (state.site, state.tag) = match target {
            Target::None => (None, None),
            Target::Site(site) => (Some(site), None),
            Target::Several => (state.site, None),
            Target::Tag(tag) => (None, Some(tag)),
        };
    }
}

/// The result of the input: the next turns, or what is wrong.
fn preview_ui(ui: &mut Ui, look: &UiContext, state: &TasksState, now: Timestamp) {
    // Without readable windows there are no turns, which says nothing about the time.
    if let Err(error) = Opening::of(&state.terms) {
        ui.label(look.coloured(look.text(&error.explain()), look.tokens.bad));
        return;
    }
    match &timing(state) {
        Ok(Timing::Adaptive(_)) => {
            ui.label(look.hint(look.t("app-tasks-adaptive-hint")));
        }
        Ok(Timing::After { .. }) => {
            ui.label(look.hint(look.t("app-tasks-after-hint")));
        }
        Ok(timing) => {
            let terms = zoned(state, timing);
            let coming = turns(timing, &terms, now, TURNS);
            if coming.is_empty() {
                ui.label(look.coloured(look.t("app-tasks-never"), look.tokens.warn));
                return;
            }
            let zone = zone_name(timing, &state.zone);
            let shown = times(look, &coming, zone.clone());
            let line = ui.label(look.hint(look.t1("app-tasks-turns", "turns", shown)));
            if coming.len() > 1 {
                line.on_hover_ui(|ui| ten_ui(ui, look, timing, &terms, now, &zone));
                egui::CollapsingHeader::new(look.t("app-tasks-ten"))
                    .id_salt("ten-turns")
                    .show(ui, |ui| ten_ui(ui, look, timing, &terms, now, &zone));
            }
        }
        // What is still to be picked is no fault.
        Err(message) if message.id == CHOOSE_TASK => {
            ui.label(look.hint(look.text(message)));
        }
        Err(message) => {
            ui.label(look.coloured(look.text(message), look.tokens.bad));
        }
    }
}

/// The next ten turns in the zone of the task, and in local time.
fn ten_ui(
    ui: &mut Ui,
    look: &UiContext,
    timing: &Timing,
    terms: &Terms,
    now: Timestamp,
    zone: &str,
) {
    let there = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    egui::Grid::new("ten-turns").striped(true).show(ui, |ui| {
        ui.strong(zone);
        ui.strong(look.t1("app-tasks-here", "zone", machine_zone()));
        ui.end_row();
        for turn in turns(timing, terms, now, MORE_TURNS) {
            ui.label(look.time_in(turn, &there));
            ui.label(look.time(turn));
            ui.end_row();
        }
    });
}

/// The terms, with the zone that a blank field means.
fn zoned(state: &TasksState, timing: &Timing) -> Terms {
    let mut terms = state.terms.clone();
    if terms.timezone.trim().is_empty() {
        terms.timezone = zone_name(timing, &state.zone);
    }
    terms
}

fn save_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    let timing = timing(state);
    let comes = |timing: &Timing| {
        matches!(timing, Timing::Adaptive(_) | Timing::After { .. })
            || !turns(timing, &zoned(state, timing), now, 1).is_empty()
    };
    let has_site = state.site.is_some() || state.tag.is_some();
    let usable = has_site
        && Opening::of(&state.terms).is_ok()
        && timing
            .as_ref()
            .is_ok_and(|t| state.editing.is_some() || comes(t));
    let id = match state.editing {
        Some(_) => "app-tasks-save",
        None => "app-tasks-add",
    };
    let save = look.primary_if(ui, usable, look.t(id));
    let needed = match has_site {
        true => "app-tasks-needs-time",
        false => "app-tasks-needs-site",
    };
    let save = disabled_because(save, &look.t(needed));
    if save.clicked()
        && let Ok(timing) = timing
    {
        let draft = state.draft(timing);
        match state.editing.take() {
            Some(task) => {
                let order = TaskControl::Edit { task, draft };
                actions.push(Action::Send(Command::Task(TaskCommand::Order(order))));
                state.clear();
            }
            None if select_repeated(state, world, &draft) => {}
            None => {
                state.adding = true;
                actions.push(Action::Send(Command::Task(TaskCommand::Add { draft })));
                wake(world, actions);
            }
        }
    }
    if state.editing.is_some() && look.quiet(ui, look.t("app-tasks-leave")).clicked() {
        state.clear();
    }
}

impl TasksState {
    fn draft(&self, timing: Timing) -> TaskDraft {
        let sites = self.site.into_iter().chain(self.further.iter().copied());
        TaskDraft {
            name: self.name.clone(),
            cover: match &self.tag {
                Some(tag) => SiteSelection::Tag(tag.clone()),
                None => SiteSelection::Sites(sites.collect()),
            },
            priority: self.priority,
            from_rule: false,
            terms: zoned(self, &timing),
            timing,
        }
    }

    /// Loads a task into the form.
    pub(super) fn edit(&mut self, task: &Task) {
        self.clear();
        self.editing = Some(task.id);
        self.name.clone_from(&task.name);
        self.priority = task.priority;
        self.terms = task.terms.clone();
        match &task.cover {
            SiteSelection::Tag(tag) => (self.site, self.tag) = (None, Some(tag.clone())),
            SiteSelection::Sites(sites) => {
                self.site = sites.first().copied();
                self.further = sites.iter().skip(1).copied().collect();
            }
        }
        match &task.timing {
            Timing::Once { at } => {
                let zone = TimeZone::system();
                self.once = true;
                self.at = at.to_zoned(zone).strftime("%Y-%m-%d %H:%M").to_string();
            }
            Timing::Cron {
                expression,
                timezone,
            } => {
                self.cron.clone_from(expression);
                self.zone.clone_from(timezone);
                self.as_cron = !interval_form::is_usual(expression);
            }
            Timing::Interval {
                seconds,
                jitter_seconds,
            } => {
                let jitter = match jitter_seconds {
                    0 => String::new(),
                    jitter => length(*jitter),
                };
                self.interval = Some((length(*seconds), jitter));
            }
            Timing::Adaptive(bounds) => {
                self.adaptive = Some(Adaptive {
                    min: Some(length(bounds.min_seconds)),
                    max: Some(length(bounds.max_seconds)),
                });
            }
            Timing::After { task, only_done } => self.after = Some((Some(*task), *only_done)),
        }
    }

    /// There are more tasks: the form is emptied when its task is one of them.
    pub fn came(&mut self) {
        if std::mem::take(&mut self.adding) && self.editing.is_none() {
            self.clear();
        }
    }

    /// Resets the form for a new task.
    fn clear(&mut self) {
        *self = Self {
            table: std::mem::take(&mut self.table),
            ticked: std::mem::take(&mut self.ticked),
            page: self.page,
            site: self.site,
            ..Self::default()
        };
    }
}

/// A duration in seconds, as typed.
fn length(seconds: u64) -> String {
    for (unit, letter) in [(86_400, 'd'), (3_600, 'h'), (60, 'm')] {
        if seconds >= unit && seconds.is_multiple_of(unit) {
            return format!("{}{letter}", seconds / unit);
        }
    }
    format!("{seconds}s")
}

/// The timing as typed.
fn timing(state: &TasksState) -> Result<Timing, Message> {
    let zone = match state.zone.trim() {
        "" => machine_zone(),
        typed => typed.to_owned(),
    };
    let time_zone = TimeZone::get(&zone)
        .map_err(|_| Message::new("app-tasks-bad-zone").with("zone", zone.as_str()))?;
    if let Some(bounds) = &state.adaptive {
        return adaptive_timing(bounds);
    }
    if let Some((every, jitter)) = &state.interval {
        return interval_timing(every, jitter);
    }
    if let Some((task, only_done)) = state.after {
        let task = task.ok_or_else(|| Message::new(CHOOSE_TASK))?;
        return Ok(Timing::After { task, only_done });
    }
    if state.once {
        let at: DateTime = state
            .at
            .trim()
            .parse()
            .map_err(|_| Message::new("app-tasks-bad-time"))?;
        // A time skipped or doubled by a clock change resolves to the earlier valid one.
        let at = time_zone
            .to_timestamp(at)
            .map_err(|_| Message::new("app-tasks-bad-time"))?;
        return Ok(Timing::Once { at });
    }
    Cron::parse(&state.cron).map_err(|error| {
        Message::new("app-tasks-bad-cron")
            .with("position", error.position + 1)
            .with("reason", error.message)
    })?;
    Ok(Timing::Cron {
        expression: state.cron.clone(),
        timezone: zone,
    })
}

/// The typed bounds.
fn adaptive_timing(typed: &Adaptive) -> Result<Timing, Message> {
    let unreadable = [&typed.min, &typed.max]
        .into_iter()
        .flatten()
        .find(|text| typed_duration(text).is_none_or(|time| time.as_secs() < 60));
    if let Some(text) = unreadable {
        return Err(Message::new("app-tasks-bad-bound").with("text", text.as_str()));
    }
    let bounds = typed.bounds();
    if bounds.min_seconds > bounds.max_seconds {
        return Err(Message::new("app-tasks-bad-bounds"));
    }
    Ok(Timing::Adaptive(bounds))
}

/// The typed interval and jitter.
fn interval_timing(every: &str, jitter: &str) -> Result<Timing, Message> {
    let read = |text: &str| match text.trim() {
        "" => Some(0),
        text => typed_duration(text).map(|time| time.as_secs()),
    };
    let wrong = |text: &str| Message::new("app-tasks-bad-bound").with("text", text);
    let seconds = read(every)
        .filter(|s| *s >= 60)
        .ok_or_else(|| wrong(every))?;
    let jitter_seconds = read(jitter).ok_or_else(|| wrong(jitter))?;
    if jitter_seconds > seconds / 2 {
        return Err(Message::new("engine-task-interval"));
    }
    Ok(Timing::Interval {
        seconds,
        jitter_seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_its_zone() {
        let state = TasksState {
            once: true,
            at: "2026-02-03 18:30".to_owned(),
            zone: "Asia/Shanghai".to_owned(),
            ..TasksState::default()
        };
        let at: Timestamp = "2026-02-03T10:30:00Z".parse().unwrap();
        assert_eq!(timing(&state), Ok(Timing::Once { at }));
        assert!(
            turns(&Timing::Once { at }, &Terms::default(), at, 3).is_empty(),
            "the past has no turns"
        );
    }

    #[test]
    fn times_are_shown_in_the_zone_of_the_task() {
        let look = UiContext::new(
            bowerbird_engine::types::Language::English,
            egui::Theme::Light,
        );
        let at: Timestamp = "2026-02-03T10:30:00Z".parse().unwrap();
        assert_eq!(
            times(&look, &[at, at], "Asia/Shanghai".to_owned()),
            "2026-02-03 18:30 Asia/Shanghai · 2026-02-03 18:30"
        );
    }

    #[test]
    fn wrong_zones_and_times_are_named() {
        let state = TasksState {
            zone: "Mars/Base".to_owned(),
            ..TasksState::default()
        };
        assert_eq!(timing(&state).unwrap_err().id, "app-tasks-bad-zone");
        let state = TasksState {
            once: true,
            at: "soon".to_owned(),
            ..TasksState::default()
        };
        assert_eq!(timing(&state).unwrap_err().id, "app-tasks-bad-time");
    }
}
