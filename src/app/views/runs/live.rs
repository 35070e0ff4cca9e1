//! An active run: its progress, what it waits for, and its speed limit.

use std::time::Duration;

use eframe::egui::{Slider, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::state::app_state::LiveRun;
use crate::style::ui_context::UiContext;
use crate::widgets::job_progress::share_ui;
use bowerbird_engine::types::{Message, SiteId, clock_text};
use bowerbird_engine::{Command, RunCommand};

/// Selectable seconds between two requests; 0 leaves them to the rule.
const GAPS: [u64; 8] = [0, 1, 2, 5, 10, 20, 30, 60];

/// Draws the state of the run of `site`.
pub(super) fn live_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: SiteId,
    live: &LiveRun,
    actions: &mut Vec<Action>,
) {
    let progress = &live.progress;
    ui.horizontal_wrapped(|ui| {
        let done = progress.pages_ok + progress.pages_failed;
        let share = done as f32 / (done + progress.queued).max(1) as f32;
        share_ui(ui, look, share, "app-runs-live-share");
        let words = Message::new("app-runs-live")
            .with("done", done)
            .with("queued", progress.queued)
            .with("rate", format!("{:.1}", progress.rate_now))
            .with("took", clock_text(progress.milliseconds / 1_000));
        ui.label(look.text(&words));
        if let Some(left) = progress.seconds_left.filter(|_| progress.queued > 0) {
            let left = look.t1("app-runs-live-left", "left", clock_text(left));
            ui.label(look.hint(left));
        }
        ui.separator();
        pace_ui(ui, look, site, live, actions);
    });
    if let Some(waits) = progress.waiting_at(Timestamp::now()) {
        ui.label(look.hint(look.text(&waits)));
    }
}

/// The interval between requests: never shorter than its rule, robots.txt and supervision require.
fn pace_ui(ui: &mut Ui, look: &UiContext, site: SiteId, live: &LiveRun, actions: &mut Vec<Action>) {
    let chosen = GAPS.iter().position(|gap| *gap == live.gap.as_secs());
    let mut place = chosen.unwrap_or_default();
    let name = ui.label(look.t("app-runs-pace"));
    let words = |place: f64| match GAPS.get(place.round() as usize) {
        None | Some(0) => look.t("app-runs-pace-rule"),
        Some(gap) => look.t1("app-runs-pace-gap", "seconds", *gap),
    };
    let slider = Slider::new(&mut place, 0..=GAPS.len() - 1)
        .custom_formatter(|place, _| words(place))
        .trailing_fill(true);
    let slider = ui.add_enabled(!live.stopping, slider).labelled_by(name.id);
    let slider = slider.on_hover_text(look.t("app-runs-pace-tip"));
    if let Some(gap) = GAPS.get(place).filter(|_| slider.changed()) {
        let gap = Duration::from_secs(*gap);
        actions.push(Action::Send(Command::Run(RunCommand::Pace { site, gap })));
    }
}
