//! The program without its window: runs and the scheduler continue, represented by a status item of
//! the desktop. Input: the engine's events, the user's choices on the item. Output: commands,
//! notifications, and whether the window opens again or the program ends. Sleeps until something
//! happens.

mod tray_content;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use eframe::egui;
use jiff::Timestamp;

pub use tray_content::{Choice, face};

use super::notices::notification_centre::{notification_rules, runs_ended_text};
use super::shell::Bowerbird;
use bowerbird_engine::types::{Tray, TrayEvent};
use bowerbird_engine::{Command, RunCommand};

/// Minimum time between updates of the item's figures.
const FACE_EVERY: Duration = Duration::from_secs(2);
/// How long the host of the items may be missing while it restarts.
const AWAY: Duration = Duration::from_secs(15);
/// Maximum waiting choices; no user chooses faster.
const CHOICES: usize = 16;

/// The next state of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The window opens again.
    Window,
    /// The program ends.
    End,
}

/// Continues without a window until the user wants it back, or the end.
pub fn rest(shell: &mut Bowerbird) -> Next {
    let (ring, rings) = sync_channel(1);
    let (choose, choices) = sync_channel(CHOICES);
    let ringing = ring.clone();
    // A full channel has woken the receiver already.
    shell.waker.set(Arc::new(move || {
        let _ = ringing.try_send(());
    }));
    let news = move |news| forward(&choose, &ring, news);
    let item = match Tray::show(face(&shell.look, &shell.world, Timestamp::now()), news) {
        Ok(item) => item,
        Err(error) => {
            // Without an item the user could not return.
            tracing::warn!(%error, "no-status-item");
            return Next::Window;
        }
    };
    let mut resting = Resting {
        item,
        choices,
        told_at: Instant::now(),
        gone_since: None,
        stopping: false,
        ran: !shell.world.live.is_empty(),
    };
    // Some actions need a context; nothing is drawn in this one.
    let ctx = egui::Context::default();
    loop {
        let wait = match resting.step(shell, &ctx) {
            Ok(wait) => wait,
            Err(next) => return next,
        };
        let rung = match wait {
            Some(wait) => rings.recv_timeout(wait),
            None => rings.recv().map_err(RecvTimeoutError::from),
        };
        if rung == Err(RecvTimeoutError::Disconnected) {
            return Next::Window;
        }
    }
}

/// Ends the program; where something is not saved, the window asks first.
fn end(shell: &mut Bowerbird) -> Next {
    shell.asks_to_end = !shell.unsaved().is_empty();
    match shell.asks_to_end {
        true => Next::Window,
        false => Next::End,
    }
}

fn forward(choose: &SyncSender<TrayEvent>, ring: &SyncSender<()>, news: TrayEvent) {
    if choose.try_send(news).is_err() {
        tracing::debug!(?news, "left-out");
    }
    let _ = ring.try_send(());
}

struct Resting {
    item: Tray,
    choices: Receiver<TrayEvent>,
    /// Time of the last change of the item.
    told_at: Instant,
    /// Since when the item has no host.
    gone_since: Option<Instant>,
    /// Whether the program ends with the last run.
    stopping: bool,
    /// Whether there was a run.
    ran: bool,
}

impl Resting {
    /// Handles pending events. Returns the time until the next one; or the next state, when this
    /// one is over.
    fn step(
        &mut self,
        shell: &mut Bowerbird,
        ctx: &egui::Context,
    ) -> Result<Option<Duration>, Next> {
        shell.process_updates(ctx);
        if shell.called {
            return Err(Next::Window);
        }
        while let Ok(news) = self.choices.try_recv() {
            self.heard(shell, news)?;
        }
        let runs = shell.world.live.len();
        if self.stopping && runs == 0 {
            return Err(end(shell));
        }
        if std::mem::replace(&mut self.ran, runs > 0) && runs == 0 {
            self.all_ended(shell);
        }
        let now = Instant::now();
        shell.carry_out_removals(false);
        let alerts = shell.show_due_notifications(Timestamp::now());
        let waits = [
            shell.removals.next(now),
            alerts,
            self.renew(shell, now),
            self.away(now)?,
        ];
        Ok(waits.into_iter().flatten().min())
    }

    fn heard(&mut self, shell: &mut Bowerbird, news: TrayEvent) -> Result<(), Next> {
        let choice = match news {
            TrayEvent::Pressed => Some(Choice::Show),
            TrayEvent::Chosen(key) => Choice::of(key),
            TrayEvent::Gone => {
                self.gone_since.get_or_insert_with(Instant::now);
                None
            }
            TrayEvent::Back => {
                self.gone_since = None;
                None
            }
        };
        match choice {
            Some(Choice::Show) => return Err(Next::Window),
            Some(Choice::Quit) => return Err(end(shell)),
            Some(Choice::Hold) => {
                let on = !shell.world.held;
                shell.send(Command::Run(RunCommand::HoldAll { on }));
            }
            Some(Choice::Stop) => {
                self.stopping = true;
                shell.send(Command::Run(RunCommand::FinishAll));
            }
            None => {}
        }
        Ok(())
    }

    /// The window is not visible, so the desktop reports that all runs have ended.
    fn all_ended(&self, shell: &mut Bowerbird) {
        let asked = self.stopping || shell.world.held;
        if notification_rules::ended_runs_on_desktop(&shell.settings.notify, asked) {
            let (title, body) = runs_ended_text(&shell.look, shell.world.records);
            shell.alerts.desk.show(title, body, false);
        }
    }

    /// Updates the item; returns the time until the next update.
    fn renew(&mut self, shell: &Bowerbird, now: Instant) -> Option<Duration> {
        let since = now.saturating_duration_since(self.told_at);
        if since < FACE_EVERY {
            return Some(FACE_EVERY.saturating_sub(since));
        }
        let shown = face(&shell.look, &shell.world, Timestamp::now());
        if self.item.renew(shown) {
            self.told_at = now;
        }
        None
    }

    /// Without a host for the item the user could not return: the window opens again.
    fn away(&self, now: Instant) -> Result<Option<Duration>, Next> {
        let Some(since) = self.gone_since else {
            return Ok(None);
        };
        let left = AWAY.saturating_sub(now.saturating_duration_since(since));
        match left.is_zero() {
            true => Err(Next::Window),
            false => Ok(Some(left)),
        }
    }
}
