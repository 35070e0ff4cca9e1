//! Asks before closing the window while runs are active or the scheduler waits. Input: the close
//! request, active runs, and whether the desktop shows status items. Output: commands, and the
//! decision for the window. Stopped runs continue the next time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use eframe::egui::{self, Context, Id, Modal, Ui, ViewportCommand};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::Tray;
use bowerbird_engine::{Command, RunCommand};

/// A desktop that has not answered by then counts as one without status items.
const PATIENCE: Duration = Duration::from_millis(800);

/// The state of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// No close request.
    #[default]
    Not,
    /// The desktop is being asked whether it shows status items.
    Looking,
    /// The question is shown.
    Asked,
    /// The runs are being stopped; the window closes after them.
    Stopping,
    /// The window closes, the program continues.
    Background,
    /// The window may close.
    Sure,
}

/// The dialog.
pub struct Leaving {
    step: Step,
    /// Whether the desktop shows status items; blocks.
    look_for_place: Arc<dyn Fn() -> bool + Send + Sync>,
    answer: Option<(Receiver<bool>, Instant)>,
    has_place: bool,
    /// Whether the question was only just shown.
    fresh: bool,
}

impl Default for Leaving {
    /// Asks this desktop.
    fn default() -> Self {
        Self::asking(Tray::is_possible)
    }
}

impl Leaving {
    /// Uses `look_for_place` (called on its own thread) to determine whether the program can
    /// continue without its window.
    pub fn asking(look_for_place: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self {
            step: Step::Not,
            look_for_place: Arc::new(look_for_place),
            answer: None,
            has_place: false,
            fresh: false,
        }
    }

    /// Whether the question is shown.
    pub fn is_open(&self) -> bool {
        self.step != Step::Not
    }

    /// Whether the program continues without its window.
    pub fn keeps_running(&self) -> bool {
        self.step == Step::Background
    }

    /// Cancels the close request.
    pub fn forget(&mut self) {
        self.step = Step::Not;
    }

    fn begin(&mut self, ctx: &Context) {
        let (sender, answer) = sync_channel(1);
        let (look, ctx) = (Arc::clone(&self.look_for_place), ctx.clone());
        let spawned = std::thread::Builder::new()
            .name("status-place".to_owned())
            .spawn(move || {
                // The question may be over; then nobody needs the answer.
                let _ = sender.send(look());
                ctx.request_repaint();
            });
        drop(spawned);
        self.answer = Some((answer, Instant::now()));
        self.step = Step::Looking;
    }

    /// Receives the desktop's answer; returns whether it is known now.
    fn is_known(&mut self, ctx: &Context) -> bool {
        let Some((answer, since)) = &self.answer else {
            return true;
        };
        match answer.try_recv() {
            Ok(has_place) => self.has_place = has_place,
            Err(TryRecvError::Disconnected) => self.has_place = false,
            Err(TryRecvError::Empty) => {
                let left = PATIENCE.saturating_sub(since.elapsed());
                if !left.is_zero() {
                    ctx.request_repaint_after(left);
                    return false;
                }
                self.has_place = false;
            }
        }
        self.answer = None;
        true
    }

    fn close(&mut self, ctx: &Context, step: Step) {
        self.step = step;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}

/// Handles a close request, and asks if runs are active or tasks are waiting.
pub fn leaving_ui(
    ctx: &Context,
    look: &UiContext,
    world: &AppState,
    leaving: &mut Leaving,
    actions: &mut Vec<Action>,
) {
    let runs = world.live.len();
    let waits = |task: &bowerbird_engine::types::Task| !task.paused && task.next_at.is_some();
    let busy = runs > 0 || (world.scheduling && world.tasks.iter().any(waits));
    let closes = ctx.input(|input| input.viewport().close_requested());
    if closes && busy && !matches!(leaving.step, Step::Sure | Step::Background) {
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        if leaving.step == Step::Not {
            leaving.begin(ctx);
        }
    }
    if leaving.step == Step::Looking && leaving.is_known(ctx) {
        if runs == 0 && !leaving.has_place {
            // Tasks wait until the program is started again.
            leaving.close(ctx, Step::Sure);
        } else {
            (leaving.step, leaving.fresh) = (Step::Asked, true);
        }
    } else if leaving.step == Step::Stopping && runs == 0 {
        leaving.close(ctx, Step::Sure);
    }
    if matches!(leaving.step, Step::Asked | Step::Stopping) {
        question_ui(ctx, look, runs, leaving, actions);
    }
}

fn question_ui(
    ctx: &Context,
    look: &UiContext,
    runs: usize,
    leaving: &mut Leaving,
    actions: &mut Vec<Action>,
) {
    let stopping = leaving.step == Step::Stopping;
    let shown = Modal::new(Id::unique("leaving")).show(ctx, |ui| {
        ui.set_max_width(480.0);
        ui.strong(match runs {
            0 => look.t("app-leaving-title-tasks"),
            _ => look.t1("app-leaving-title", "count", runs),
        });
        let hint = match (stopping, leaving.has_place) {
            (true, _) => "app-leaving-stopping",
            (false, true) if runs == 0 => "app-leaving-hint-tasks",
            (false, true) => "app-leaving-hint",
            (false, false) => "app-leaving-hint-minimised",
        };
        ui.label(look.t(hint));
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| match stopping {
            true => {
                if ui.button(look.t("app-leaving-at-once")).clicked() {
                    leaving.close(ctx, Step::Sure);
                }
            }
            false => choices_ui(ui, look, runs, leaving, actions),
        });
    });
    let escaped = ctx.input(|input| input.key_pressed(egui::Key::Escape));
    if !stopping && (shown.should_close() || escaped) && leaving.step == Step::Asked {
        leaving.step = Step::Not;
    }
}

fn choices_ui(
    ui: &mut Ui,
    look: &UiContext,
    runs: usize,
    leaving: &mut Leaving,
    actions: &mut Vec<Action>,
) {
    let ctx = ui.ctx().clone();
    let go_on = look.primary(
        ui,
        look.t(match leaving.has_place {
            true => "app-leaving-background",
            false => "app-leaving-minimised",
        }),
    );
    // Enter continues, Esc stays, Tab reaches the rest.
    if std::mem::take(&mut leaving.fresh) {
        go_on.request_focus();
    }
    if go_on.clicked() && leaving.has_place {
        leaving.close(&ctx, Step::Background);
    } else if go_on.clicked() {
        leaving.step = Step::Not;
        ctx.send_viewport_cmd(ViewportCommand::Minimized(true));
    }
    if runs == 0 {
        if ui.button(look.t("app-leaving-close")).clicked() {
            leaving.close(&ctx, Step::Sure);
        }
    } else if ui.button(look.t("app-leaving-stop")).clicked() {
        leaving.step = Step::Stopping;
        actions.push(Action::Send(Command::Run(RunCommand::FinishAll)));
    }
    if ui.button(look.t("app-leaving-cancel")).clicked() {
        leaving.step = Step::Not;
    }
}
