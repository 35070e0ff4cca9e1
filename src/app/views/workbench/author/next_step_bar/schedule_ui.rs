//! The choice on the bar: collect once, or watch for changes, how often and what is read again.

use eframe::egui::{ScrollArea, Ui};
use jiff::Timestamp;

use super::next_step::Step;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::tasks::schedule_choice::bounds_of;
use crate::views::tasks::schedule_text::Turns;
use crate::views::tasks::watch_choice::{Watch, ask_readings, watch_ui};
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::{RuleFile, SiteReadings, accept_proposals};

/// Width of the label with its list, in points: they stay in one line.
const TOGETHER: f32 = 260.0;
/// Maximum height of what is proposed, in points; more lines scroll.
const MOST_PROPOSALS: f32 = 132.0;

/// Draws the choice and writes it into the rule.
pub fn turns_ui(
    ui: &mut Ui,
    look: &UiContext,
    (world, state): (&AppState, &mut Authoring),
    actions: &mut Vec<Action>,
) {
    let Some(rule) = &state.rule else {
        return;
    };
    let before = Watch::of(&rule.file);
    let mut watch = before.clone();
    if state.as_cron
        && let Some(cron) = before.turns.cron()
    {
        watch.turns = Turns::Cron(cron);
    }
    if ui.available_size_before_wrap().x < TOGETHER {
        ui.end_row();
    }
    if before.turns != Turns::Never {
        ask_readings(ui, world, state.site, actions);
    }
    let known = state.site.and_then(|site| world.readings.get(&site));
    let seen = known.is_none().then(|| seen_on_page(state)).flatten();
    let begins = watch_ui(ui, look, &mut watch, &rule.file, known.or(seen.as_ref()));
    state.as_cron = matches!(watch.turns, Turns::Cron(_));
    let (turns, old) = (&watch.turns, &before.turns);
    if watch.again != before.again
        || turns.cron() != old.cron()
        || bounds_of(turns) != bounds_of(old)
    {
        // It does not affect extraction: no new reading, and typing is one step.
        state.note(Some("schedule"));
        if let Some(rule) = &mut state.rule {
            watch.write(&mut rule.file);
            rule.form_changed();
        }
    }
    if watch.turns != Turns::Never {
        twice_ui(ui, look, state, begins, actions);
    }
}

/// What the open list says of how much a run would read, before any ran.
fn seen_on_page(state: &Authoring) -> Option<SiteReadings> {
    let (count, _) = state.first_link()?;
    let pages = u64::try_from(count).unwrap_or(u64::MAX);
    let file: &RuleFile = state.file();
    Some(SiteReadings {
        starts: u64::try_from(file.site.start.len()).unwrap_or(1),
        lists: 1,
        pages,
        found: vec![(Timestamp::now(), pages)],
        ..SiteReadings::default()
    })
}

/// Reads the page twice when watching begins, and by a button.
fn twice_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    begins: bool,
    actions: &mut Vec<Action>,
) {
    let Some(url) = state.page.as_ref().map(|page| page.url.clone()) else {
        return;
    };
    let button = look.quiet(ui, look.t("watch-read-twice"));
    let asked = button
        .on_hover_text(look.t("watch-read-twice-tip"))
        .clicked();
    if (asked || begins)
        && let Some(rule) = &state.rule
    {
        state.twice.begin(state.site, (&rule.text, &url), actions);
    }
}

/// What two readings of the page propose, below the line.
pub fn proposals_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring) {
    let step = state.next_step();
    if !matches!(step, Step::Save | Step::Saved) || state.file().schedule.is_none() {
        return;
    }
    // What is saved changes by a click only.
    let takes_key = matches!(step, Step::Save);
    let answer = ScrollArea::vertical()
        .id_salt("read-twice")
        .max_height(MOST_PROPOSALS)
        .show(ui, |ui| state.twice.proposals_ui(ui, look, takes_key))
        .inner;
    if let Some(answer) = answer {
        state.note(None);
        if let Some(rule) = &mut state.rule {
            if let Some(dropped) = &answer.drops_key {
                rule.file.identity.key.retain(|name| name != dropped);
            }
            let accepted = &answer.accepted;
            accept_proposals(&mut rule.file, accepted.key.as_ref(), &accepted.noise);
            rule.form_changed();
        }
    }
}
