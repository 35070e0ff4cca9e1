//! Asks before closing the window, or the project in it, while runs are active, the scheduler waits
//! or something is not saved. Input: the close request, active runs, what would be lost, and whether
//! the desktop shows status items. Output: commands, and the decision for the window. Stopped runs
//! continue the next time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use eframe::egui::{self, Context, Id, Modal, Ui, ViewportCommand};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, Task, Tray};
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
pub struct CloseDialog {
    step: Step,
    /// Whether the desktop shows status items; blocks.
    look_for_place: Arc<dyn Fn() -> bool + Send + Sync>,
    answer: Option<(Receiver<bool>, Instant)>,
    has_place: bool,
    /// Whether the question was only just shown.
    fresh: bool,
    /// What closes the project, where the window stays: it is done once the person agrees.
    instead: Option<Action>,
    /// Whether the person agreed to it.
    agreed: bool,
}

impl Default for CloseDialog {
    /// Asks this desktop.
    fn default() -> Self {
        Self::asking(Tray::is_possible)
    }
}

impl CloseDialog {
    /// Uses `look_for_place` (called on its own thread) to determine whether the program can
    /// continue without its window.
    pub fn asking(look_for_place: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self {
            step: Step::Not,
            look_for_place: Arc::new(look_for_place),
            answer: None,
            has_place: false,
            fresh: false,
            instead: None,
            agreed: false,
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
        self.instead = None;
    }

    /// Asks before `action`, which closes the project and loses what is not saved.
    pub fn ask_before(&mut self, action: Action) {
        self.instead = Some(action);
        self.ask();
    }

    /// Shows the question without looking for a place for a status item.
    pub fn ask(&mut self) {
        (self.step, self.fresh) = (Step::Asked, true);
    }

    /// Whether the person has just agreed to lose what is not saved.
    pub fn take_agreed(&mut self) -> bool {
        std::mem::take(&mut self.agreed)
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

/// The scheduled task of the open project that is due next; `None` where the scheduler does not run it.
fn next_task(world: &AppState) -> Option<&Task> {
    let waits = |task: &&Task| !task.paused && task.next_at.is_some();
    let waiting = world.tasks.iter().filter(waits);
    let next = waiting.min_by_key(|task| task.next_at);
    next.filter(|_| world.scheduling)
}

/// Whether closing the open project ends a run or keeps a task from its time. Nobody waits for the tasks of
/// the sample project, but a run in it may be of a person's own site.
pub fn is_busy(world: &AppState, is_sample: bool) -> bool {
    !world.live.is_empty() || (!is_sample && next_task(world).is_some())
}

/// What closing ends or loses.
struct AtStake<'a> {
    /// How many runs are active.
    runs: usize,
    /// The scheduled task that is due next.
    next: Option<&'a Task>,
    /// What is not saved.
    unsaved: &'a [Message],
}

impl AtStake<'_> {
    /// Whether something continues as long as the program does.
    fn continues(&self) -> bool {
        self.runs > 0 || self.next.is_some()
    }
}

/// Handles a close request, and asks if runs are active, tasks are waiting, or something is
/// `unsaved`.
pub fn leaving_ui(
    ctx: &Context,
    look: &UiContext,
    world: &AppState,
    unsaved: &[Message],
    leaving: &mut CloseDialog,
    actions: &mut Vec<Action>,
) {
    let stake = AtStake {
        runs: world.live.len(),
        next: next_task(world),
        unsaved,
    };
    let busy = stake.continues() || !unsaved.is_empty();
    let closes = ctx.input(|input| input.viewport().close_requested());
    if closes && busy && !matches!(leaving.step, Step::Sure | Step::Background) {
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        leaving.instead = None;
        if leaving.step == Step::Not {
            leaving.begin(ctx);
        }
    }
    if leaving.step == Step::Looking && leaving.is_known(ctx) {
        leaving.ask();
    } else if leaving.step == Step::Stopping && stake.runs == 0 {
        leaving.close(ctx, Step::Sure);
    }
    if matches!(leaving.step, Step::Asked | Step::Stopping) {
        question_ui(ctx, look, &stake, leaving, actions);
    }
}

fn question_ui(
    ctx: &Context,
    look: &UiContext,
    stake: &AtStake<'_>,
    leaving: &mut CloseDialog,
    actions: &mut Vec<Action>,
) {
    let stopping = leaving.step == Step::Stopping;
    let closes_project = leaving.instead.is_some();
    let shown = Modal::new(Id::unique("leaving")).show(ctx, |ui| {
        ui.set_max_width(480.0);
        ui.strong(match stake.runs {
            _ if closes_project && stake.continues() => look.t("app-leaving-title-project"),
            _ if closes_project => look.t("app-leaving-title-unsaved"),
            0 if stake.next.is_none() => look.t("app-leaving-title-unsaved"),
            0 => look.t("app-leaving-title-tasks"),
            runs => look.t1("app-leaving-title", "count", runs),
        });
        let hint = match (stopping, leaving.has_place) {
            _ if !stake.continues() => None,
            _ if closes_project => Some("app-leaving-hint-project"),
            (true, _) => Some("app-leaving-stopping"),
            (false, true) if stake.runs == 0 => Some("app-leaving-hint-tasks"),
            (false, true) => Some("app-leaving-hint"),
            (false, false) if stake.runs == 0 => Some("app-leaving-hint-tasks-minimised"),
            (false, false) => Some("app-leaving-hint-minimised"),
        };
        if let Some(hint) = hint {
            ui.label(look.t(hint));
        }
        if let Some(task) = stake.next
            && let Some(at) = task.next_at
        {
            let next = Message::new("app-leaving-next").with("task", task.title.as_str());
            ui.label(look.text(&next.with("time", look.time(at))));
        }
        if !stake.unsaved.is_empty() {
            ui.add_space(4.0);
            ui.label(look.coloured(look.t("app-leaving-unsaved"), look.tokens.warn));
            for unsaved in stake.unsaved {
                ui.label(format!("• {}", look.text(unsaved)));
            }
        }
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| match stopping {
            true => {
                if ui.button(look.t("app-leaving-at-once")).clicked() {
                    leaving.close(ctx, Step::Sure);
                }
            }
            false => choices_ui(ui, look, stake, leaving, actions),
        });
    });
    let escaped = ctx.input(|input| input.key_pressed(egui::Key::Escape));
    if !stopping && (shown.should_close() || escaped) && leaving.step == Step::Asked {
        leaving.forget();
    }
}

fn choices_ui(
    ui: &mut Ui,
    look: &UiContext,
    stake: &AtStake<'_>,
    leaving: &mut CloseDialog,
    actions: &mut Vec<Action>,
) {
    let ctx = ui.ctx().clone();
    let closes_project = leaving.instead.is_some();
    let continues = stake.continues() && !closes_project;
    // Enter continues, Esc stays, Tab reaches the rest.
    let first = look.primary(
        ui,
        look.t(match leaving.has_place {
            _ if closes_project && stake.continues() => "app-leaving-keep-project",
            _ if !continues => "app-leaving-keep-editing",
            true => "app-leaving-background",
            false => "app-leaving-minimised",
        }),
    );
    if std::mem::take(&mut leaving.fresh) {
        first.request_focus();
    }
    if first.clicked() && !continues {
        leaving.forget();
    } else if first.clicked() && leaving.has_place {
        leaving.close(&ctx, Step::Background);
    } else if first.clicked() {
        leaving.step = Step::Not;
        ctx.send_viewport_cmd(ViewportCommand::Minimized(true));
    }
    let close = match stake.unsaved.is_empty() {
        true if closes_project => "app-leaving-close-project",
        true => "app-leaving-close",
        false => "app-leaving-close-unsaved",
    };
    if continues && stake.runs > 0 {
        if ui.button(look.t("app-leaving-stop")).clicked() {
            leaving.step = Step::Stopping;
            actions.push(Action::Send(Command::Run(RunCommand::FinishAll)));
        }
    } else if ui.button(look.t(close)).clicked() {
        match leaving.instead.take() {
            Some(action) => {
                (leaving.step, leaving.agreed) = (Step::Not, true);
                actions.push(action);
            }
            None => leaving.close(&ctx, Step::Sure),
        }
    }
    if continues && ui.button(look.t("app-leaving-cancel")).clicked() {
        leaving.forget();
    }
}
