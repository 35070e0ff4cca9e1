//! Tasks: what runs when. A table, a form with the next turns of what is being typed, and the
//! switch of the scheduler.

mod often;

use eframe::egui::{Align, Button, DragValue, Layout, Ui};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::panel;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use crate::app::widgets::{fields, marks};
use crate::app::world::World;
use crate::engine::Command;
use crate::engine::types::{
    Adaptive, Cron, Message, SiteId, Task, TaskDraft, Timing, outlook, parse_duration, timing_words,
};

/// Turns shown ahead.
const TURNS: usize = 3;

/// What the view remembers.
#[derive(Clone, Debug)]
pub struct TasksState {
    /// The table.
    pub table: TableState,
    /// The site of the new task.
    pub site: Option<SiteId>,
    /// Whether the new task runs once.
    pub once: bool,
    /// When, for one that runs once: `2026-01-31 18:00`.
    pub at: String,
    /// When, for one that runs again and again.
    pub cron: String,
    /// The bounds, for one that runs as often as its site changes.
    pub adaptive: Option<Adaptive>,
    /// Whether the expression itself is typed, not said in words.
    pub as_cron: bool,
    /// Time zone of either; the machine's when empty.
    pub zone: String,
    /// Priority.
    pub priority: u8,
}

impl Default for TasksState {
    fn default() -> Self {
        Self {
            table: TableState::default(),
            site: None,
            once: false,
            at: String::new(),
            cron: "0 8 * * *".to_owned(),
            adaptive: None,
            as_cron: false,
            zone: String::new(),
            priority: 5,
        }
    }
}

/// Draws the view; `now` is the present.
pub fn tasks_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, world, actions);
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        form_ui(ui, look, world, state, now, actions);
    });
    ui.add_space(4.0);
    rests_ui(ui, look, world, actions);
    if world.tasks.is_empty() {
        look.empty_state(ui, "app-tasks-empty", "app-tasks-empty-hint");
        return;
    }
    state.table.remember(ui.ctx(), "tasks");
    let mut rows = TaskRows {
        look,
        world,
        tasks: &world.tasks,
        now,
        actions,
    };
    let name = look.t("app-tasks-table");
    let output = table_ui(ui, look, &name, &columns(look), &mut state.table, &mut rows);
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}

fn title_ui(ui: &mut Ui, look: &Look, world: &World, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-tasks");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut on = world.scheduling;
            let switch = ui.checkbox(&mut on, look.t("app-tasks-scheduler"));
            if switch
                .on_hover_text(look.t("app-tasks-scheduler-tip"))
                .changed()
            {
                actions.push(Action::Send(Command::Schedule { on }));
            }
        });
    });
}

/// With the scheduler off nothing of the table happens: said where it is missed, with the way out.
fn rests_ui(ui: &mut Ui, look: &Look, world: &World, actions: &mut Vec<Action>) {
    if world.scheduling || !world.tasks.iter().any(|task| !task.paused) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let text = look.t("app-tasks-rest");
        ui.label(look.coloured(text, look.tokens.warn));
        if ui.button(look.t("app-author-schedule-on")).clicked() {
            actions.push(Action::Send(Command::Schedule { on: true }));
        }
    });
    ui.add_space(4.0);
}

fn form_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    if let ([only], None) = (world.sites(), state.site) {
        state.site = Some(only.id);
    }
    ui.horizontal_wrapped(|ui| {
        let mut options = vec![(None, look.t("app-tasks-choose-site"))];
        options.extend(
            world
                .sites()
                .iter()
                .map(|site| (Some(site.id), site.name.clone())),
        );
        fields::choice(ui, look, "app-tasks-site", &mut state.site, &options, 170.0);
        often::often_ui(ui, look, state);
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
        fields::beside(ui, |ui| add_ui(ui, look, world, state, now, actions));
    });
    let timing = timing(state);
    match &timing {
        Ok(Timing::Adaptive(_)) => {
            ui.label(look.hint(look.t("app-tasks-adaptive-hint")));
        }
        Ok(timing) => {
            let turns = turns(timing, now);
            if turns.is_empty() {
                ui.label(look.coloured(look.t("app-tasks-never"), look.tokens.warn));
            } else {
                let shown = times(look, &turns, zone_name(timing, &state.zone));
                ui.label(look.hint(look.t1("app-tasks-turns", "turns", shown)));
            }
        }
        Err(message) => {
            ui.label(look.coloured(look.say(message), look.tokens.bad));
        }
    }
}

/// Who asks for the first task wants it to run: the scheduler is switched on with it. Where others
/// rest already, it was switched off on purpose, and stays so until somebody says otherwise.
pub(super) fn wake(world: &World, actions: &mut Vec<Action>) {
    if !world.scheduling && world.tasks.iter().all(|task| task.paused) {
        actions.push(Action::Send(Command::Schedule { on: true }));
    }
}

fn add_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    let timing = timing(state);
    let comes =
        |timing: &Timing| matches!(timing, Timing::Adaptive(_)) || !turns(timing, now).is_empty();
    let usable = state.site.is_some() && timing.as_ref().is_ok_and(comes);
    if look
        .primary_if(ui, usable, look.t("app-tasks-add"))
        .clicked()
        && let (Some(site), Ok(timing)) = (state.site, timing)
    {
        actions.push(Action::Send(Command::AddTask {
            draft: TaskDraft {
                priority: state.priority,
                ..TaskDraft::of_site(site, timing)
            },
        }));
        wake(world, actions);
    }
}

fn machine_zone() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").to_owned()
}

/// The zone a timing is meant in: its own, or `typed`, or the machine's.
fn zone_name(timing: &Timing, typed: &str) -> String {
    match timing {
        Timing::Cron { timezone, .. } => timezone.clone(),
        _ if typed.trim().is_empty() => machine_zone(),
        _ => typed.trim().to_owned(),
    }
}

/// Times in the zone called `zone`, which is named once, at the first.
fn times(look: &Look, moments: &[Timestamp], zone: String) -> String {
    let (time_zone, zone) = match TimeZone::get(&zone) {
        Ok(found) => (found, zone),
        Err(_) => (TimeZone::UTC, "UTC".to_owned()),
    };
    let mut texts: Vec<String> = moments
        .iter()
        .map(|moment| look.time_in(*moment, &time_zone))
        .collect();
    if let Some(first) = texts.first_mut() {
        first.push(' ');
        first.push_str(&zone);
    }
    texts.join(" · ")
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
    if state.once {
        let at: DateTime = state
            .at
            .trim()
            .parse()
            .map_err(|_| Message::new("app-tasks-bad-time"))?;
        // A time that a change of clocks leaves out or doubles is taken as the earlier valid one.
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

/// The bounds as typed.
fn adaptive_timing(typed: &Adaptive) -> Result<Timing, Message> {
    let unreadable = [&typed.min, &typed.max]
        .into_iter()
        .flatten()
        .find(|text| parse_duration(text).is_none_or(|time| time.as_secs() < 60));
    if let Some(text) = unreadable {
        return Err(Message::new("app-tasks-bad-bound").with("text", text.as_str()));
    }
    let bounds = typed.bounds();
    if bounds.min_seconds > bounds.max_seconds {
        return Err(Message::new("app-tasks-bad-bounds"));
    }
    Ok(Timing::Adaptive(bounds))
}

/// The next turns of a timing.
fn turns(timing: &Timing, now: Timestamp) -> Vec<Timestamp> {
    match timing {
        Timing::Once { at } => Vec::from_iter((*at > now).then_some(*at)),
        // Known when the visit before has been.
        Timing::Adaptive(_) | Timing::Interval { .. } | Timing::After { .. } => Vec::new(),
        Timing::Cron {
            expression,
            timezone,
        } => {
            let (Ok(cron), Ok(zone)) = (Cron::parse(expression), TimeZone::get(timezone)) else {
                return Vec::new();
            };
            std::iter::successors(cron.next_after(now, &zone), |turn| {
                cron.next_after(*turn, &zone)
            })
            .take(TURNS)
            .collect()
        }
    }
}

fn columns(look: &Look) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("site", look.t("app-tasks-site"), 160.0),
        ColumnSpec::new("when", look.t("app-tasks-when"), 290.0),
        ColumnSpec::new("state", look.t("app-tasks-state"), 90.0),
        ColumnSpec::new("do", look.t("app-tasks-do"), 140.0),
        ColumnSpec::new("next", look.t("app-tasks-next"), 290.0),
        ColumnSpec::new("last", look.t("app-tasks-last"), 130.0),
        ColumnSpec::new("missed", look.t("app-tasks-missed"), 60.0).numeric(),
        ColumnSpec::new("priority", look.t("app-tasks-priority"), 60.0).numeric(),
    ]
}

struct TaskRows<'a> {
    look: &'a Look,
    world: &'a World,
    tasks: &'a [Task],
    now: Timestamp,
    actions: &'a mut Vec<Action>,
}

impl Rows for TaskRows<'_> {
    fn len(&self) -> usize {
        self.tasks.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let (look, Some(task)) = (self.look, self.tasks.get(row)) else {
            return Cell::Empty;
        };
        match key {
            "site" => Cell::of(&task.title),
            "when" => match &task.timing {
                Timing::Once { at } => {
                    let time = times(look, &[*at], machine_zone());
                    Cell::of(look.t1("app-tasks-once-at", "time", time))
                }
                Timing::Cron {
                    expression,
                    timezone,
                } => match often::said(look, expression) {
                    Some(words) => Cell::of(format!("{words}  {timezone}")),
                    None => Cell::Code(format!("{expression}  {timezone}")),
                },
                timing => timing_words(timing, |_| None)
                    .map_or(Cell::Empty, |words| Cell::of(look.say(&words))),
            },
            "next" if matches!(task.timing, Timing::Adaptive(_)) => {
                let site = task.sites.first().and_then(|site| self.world.site(*site));
                let per_day = site.and_then(|site| site.news_per_day);
                let words = outlook(task.next_at, per_day, self.now);
                words.map_or(Cell::Empty, |words| Cell::of(look.say(&words)))
            }
            "next" => {
                let turns: Vec<Timestamp> = task
                    .next_at
                    .into_iter()
                    .chain(
                        task.next_at
                            .map(|next| turns(&task.timing, next))
                            .unwrap_or_default(),
                    )
                    .take(TURNS)
                    .collect();
                if turns.is_empty() {
                    Cell::of(look.t("app-tasks-over"))
                } else {
                    Cell::of(times(look, &turns, zone_name(&task.timing, "")))
                }
            }
            "last" => task.last_at.map_or(Cell::Empty, |at| {
                Cell::of(times(look, &[at], zone_name(&task.timing, "")))
            }),
            "missed" => Cell::of(look.count(task.missed_turns)),
            "priority" => Cell::of(task.priority.to_string()),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let (look, Some(task)) = (self.look, self.tasks.get(row)) else {
            return false;
        };
        match key {
            "state" => {
                let (mark, colour, id) = if task.paused {
                    (marks::Mark::Frame, look.tokens.dim, "app-tasks-paused")
                } else if task.next_at.is_none_or(|next| next < self.now) {
                    (marks::Mark::Ring, look.tokens.dim, "app-tasks-due")
                } else {
                    (marks::Mark::Disc, look.tokens.ok, "app-tasks-waits")
                };
                marks::word_ui(ui, mark, colour, &look.t(id));
            }
            "do" => {
                let id = if task.paused {
                    "app-tasks-resume"
                } else {
                    "app-tasks-pause"
                };
                if look.quiet(ui, look.t(id)).clicked() {
                    self.actions.push(Action::Send(Command::PauseTask {
                        task: task.id,
                        paused: !task.paused,
                    }));
                }
                // A task of the rule's [schedule] comes back with the rule: it is paused instead.
                let removable = !task.from_rule;
                let remove = ui
                    .add_enabled(
                        removable,
                        Button::new(look.t("app-remove")).frame_when_inactive(false),
                    )
                    .on_disabled_hover_text(look.t("app-tasks-from-rule"));
                if remove.clicked() {
                    self.actions
                        .push(Action::Send(Command::RemoveTask { task: task.id }));
                }
            }
            _ => return false,
        }
        true
    }
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
            turns(&Timing::Once { at }, at).is_empty(),
            "the past has no turns"
        );
    }

    #[test]
    fn times_are_shown_in_the_zone_of_the_task() {
        let look = Look::new(
            crate::engine::types::Language::English,
            eframe::egui::Theme::Light,
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
