//! Closing the window while runs go: a question first. Flows in: the wish to close, and what runs.
//! Flows out: commands, and the word to the window. What is stopped goes on the next time.

use eframe::egui::{self, Context, Id, Modal, ViewportCommand};

use super::action::Action;
use super::look::Look;
use super::world::World;
use crate::engine::Command;

/// How far the question is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaving {
    /// Nobody wants to close.
    #[default]
    Not,
    /// The question is asked.
    Asked,
    /// The runs are being stopped; the window closes after them.
    Stopping,
    /// The window may close.
    Sure,
}

/// Takes the wish to close in, and asks where runs go.
pub fn leaving_ui(
    ctx: &Context,
    look: &Look,
    world: &World,
    leaving: &mut Leaving,
    actions: &mut Vec<Action>,
) {
    let runs = world.live.len();
    let closes = ctx.input(|input| input.viewport().close_requested());
    if closes && runs > 0 && *leaving != Leaving::Sure {
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        if *leaving == Leaving::Not {
            *leaving = Leaving::Asked;
        }
    }
    if *leaving == Leaving::Stopping && runs == 0 {
        *leaving = Leaving::Sure;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
    if matches!(leaving, Leaving::Asked | Leaving::Stopping) {
        question_ui(ctx, look, runs, leaving, actions);
    }
}

fn question_ui(
    ctx: &Context,
    look: &Look,
    runs: usize,
    leaving: &mut Leaving,
    actions: &mut Vec<Action>,
) {
    let stopping = *leaving == Leaving::Stopping;
    let shown = Modal::new(Id::unique("leaving")).show(ctx, |ui| {
        ui.set_max_width(460.0);
        ui.strong(look.t1("app-leaving-title", "count", runs));
        ui.label(look.t(match stopping {
            true => "app-leaving-stopping",
            false => "app-leaving-hint",
        }));
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            if stopping {
                if ui.button(look.t("app-leaving-at-once")).clicked() {
                    *leaving = Leaving::Sure;
                    ctx.send_viewport_cmd(ViewportCommand::Close);
                }
                return;
            }
            if look.primary(ui, look.t("app-leaving-background")).clicked() {
                *leaving = Leaving::Not;
                ctx.send_viewport_cmd(ViewportCommand::Minimized(true));
            }
            if ui.button(look.t("app-leaving-stop")).clicked() {
                *leaving = Leaving::Stopping;
                actions.push(Action::Send(Command::StopAll));
            }
            if ui.button(look.t("app-leaving-cancel")).clicked() {
                *leaving = Leaving::Not;
            }
        });
    });
    let escaped = ctx.input(|input| input.key_pressed(egui::Key::Escape));
    if !stopping && (shown.should_close() || escaped) && *leaving == Leaving::Asked {
        *leaving = Leaving::Not;
    }
}
