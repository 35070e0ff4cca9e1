//! Closing the window while runs go, or the scheduler waits: a question first. Flows in: the wish to
//! close, what runs, and whether the desktop has a place for a status item. Flows out: commands, and
//! the word to the window. What is stopped goes on the next time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use eframe::egui::{self, Context, Id, Modal, Ui, ViewportCommand};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::Tray;
use bowerbird_engine::{Command, RunCommand};

/// A desktop that has not answered by then has no place for a status item.
const PATIENCE: Duration = Duration::from_millis(800);

/// How far the question is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// Nobody wants to close.
    #[default]
    Not,
    /// The desktop is asked for a place.
    Looking,
    /// The question is asked.
    Asked,
    /// The runs are being stopped; the window closes after them.
    Stopping,
    /// The window closes, the program goes on.
    Background,
    /// The window may close.
    Sure,
}

/// The question.
pub struct Leaving {
    step: Step,
    /// Whether the desktop has a place for a status item; blocks.
    look_for_place: Arc<dyn Fn() -> bool + Send + Sync>,
    answer: Option<(Receiver<bool>, Instant)>,
    has_place: bool,
    /// Whether the question has just been asked.
    fresh: bool,
}

impl Default for Leaving {
    /// Asks this desktop.
    fn default() -> Self {
        Self::asking(Tray::is_possible)
    }
}

impl Leaving {
    /// Finds out by `look_for_place` (called on a thread of its own) whether the program can go on
    /// without its window.
    pub fn asking(look_for_place: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self {
            step: Step::Not,
            look_for_place: Arc::new(look_for_place),
            answer: None,
            has_place: false,
            fresh: false,
        }
    }

    /// Whether the question stands over the view.
    pub fn is_open(&self) -> bool {
        self.step != Step::Not
    }

    /// Whether the program goes on without its window.
    pub fn keeps_running(&self) -> bool {
        self.step == Step::Background
    }

    /// Nobody wants to close any more.
    pub fn forget(&mut self) {
        self.step = Step::Not;
    }

    fn begin(&mut self, ctx: &Context) {
        let (sender, answer) = sync_channel(1);
        let (look, ctx) = (Arc::clone(&self.look_for_place), ctx.clone());
        let spawned = std::thread::Builder::new()
            .name("status-place".to_owned())
            .spawn(move || {
                // The question may be over; then nobody wants the answer.
                let _ = sender.send(look());
                ctx.request_repaint();
            });
        drop(spawned);
        self.answer = Some((answer, Instant::now()));
        self.step = Step::Looking;
    }

    /// Takes in what the desktop says; whether it is known by now.
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

/// Takes the wish to close in, and asks where runs go, or tasks wait for their turn.
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
            // Tasks wait as well for the next time that the program is there.
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
    // Enter goes on, Esc stays, Tab has the rest.
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
