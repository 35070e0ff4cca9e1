//! Draws notices. Failures are in a separate bar at the bottom of the window until they are
//! dismissed. Success messages and hints, which disappear automatically, float above the view, so
//! that nothing moves under the pointer just before a click.

use eframe::egui::{
    Align, Align2, Area, Context, Frame, Id, Label, Layout, Margin, Order, Panel, RichText, Ui,
    vec2,
};

use super::Notices;
use crate::action::{Action, Gravity, Notice};
use crate::style::ui_context::UiContext;
use crate::widgets::marks;

/// Maximum width of a floating notice, in points.
const WIDEST: f32 = 560.0;
/// Distance from the window's edges, in points.
const MARGIN: f32 = 14.0;

/// Draws the failures in a bar, newest last, each with a dismiss button. Returns the height of the
/// bar, in points.
pub fn failures_ui(
    ui: &mut Ui,
    look: &UiContext,
    notices: &Notices,
    actions: &mut Vec<Action>,
) -> f32 {
    let failures = || numbered(notices, true);
    if failures().next().is_none() {
        return 0.0;
    }
    let bar = Panel::bottom("notices")
        .frame(
            Frame::new()
                .fill(look.tokens.panel)
                .inner_margin(Margin::symmetric(12, 6)),
        )
        .show(ui, |ui| {
            for (index, notice) in failures() {
                ui.horizontal(|ui| {
                    mark_ui(ui, look, notice);
                    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                        buttons_ui(ui, look, notice, index, actions);
                        ui.with_layout(
                            Layout::left_to_right(Align::Center).with_main_wrap(true),
                            |ui| {
                                ui.label(notice_text(look, notice));
                            },
                        );
                    });
                });
            }
        });
    bar.response.rect.height()
}

/// Draws success messages and hints above everything else, centred at the bottom of the window,
/// `above` points from the bottom, the height of the failure bar.
pub fn hints_ui(
    ctx: &Context,
    look: &UiContext,
    notices: &Notices,
    above: f32,
    actions: &mut Vec<Action>,
) {
    let hints = || numbered(notices, false);
    if hints().next().is_none() {
        return;
    }
    Area::new(Id::unique("hints"))
        .order(Order::Foreground)
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -above - MARGIN))
        .show(ctx, |ui| {
            let room = ctx.content_rect().width() - 2.0 * MARGIN;
            for (index, notice) in hints() {
                Frame::popup(ui.style()).show(ui, |ui| {
                    hint_ui(ui, look, notice, index, room.min(WIDEST), actions);
                });
            }
        });
}

fn hint_ui(
    ui: &mut Ui,
    look: &UiContext,
    notice: &Notice,
    index: usize,
    widest: f32,
    actions: &mut Vec<Action>,
) {
    // Width of the buttons and the mark beside the text.
    let beside = if notice.undo { 140.0 } else { 60.0 };
    ui.horizontal(|ui| {
        mark_ui(ui, look, notice);
        ui.scope(|ui| {
            ui.set_max_width((widest - beside).max(120.0));
            ui.add(Label::new(notice_text(look, notice)).wrap());
        });
        if notice.undo {
            undo_ui(ui, look, actions);
        }
        dismiss_ui(ui, look, index, actions);
    });
}

/// The failures, or the others, each with its index among all.
fn numbered(notices: &Notices, failures: bool) -> impl Iterator<Item = (usize, &Notice)> {
    notices
        .iter()
        .enumerate()
        .filter(move |(_, notice)| (notice.gravity == Gravity::Bad) == failures)
}

fn mark_ui(ui: &mut Ui, look: &UiContext, notice: &Notice) {
    let mark = match notice.gravity {
        Gravity::Good => marks::MarkShape::Disc,
        Gravity::Info => marks::MarkShape::Ring,
        Gravity::Bad => marks::MarkShape::Cross,
    };
    marks::mark_ui(ui, mark, colour(look, notice));
}

fn colour(look: &UiContext, notice: &Notice) -> eframe::egui::Color32 {
    match notice.gravity {
        Gravity::Good => look.tokens.ok,
        Gravity::Info => look.tokens.accent,
        Gravity::Bad => look.tokens.bad,
    }
}

fn notice_text(look: &UiContext, notice: &Notice) -> RichText {
    RichText::new(look.text(&notice.message)).color(colour(look, notice))
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    notice: &Notice,
    index: usize,
    actions: &mut Vec<Action>,
) {
    dismiss_ui(ui, look, index, actions);
    if notice.undo {
        undo_ui(ui, look, actions);
    }
    // Damage inside a file is detected when its page is read.
    let is_damaged = notice.message.id == "store-damaged";
    if is_damaged && ui.button(look.t("backup-restore-offer")).clicked() {
        actions.push(Action::OfferRestore);
    }
}

fn dismiss_ui(ui: &mut Ui, look: &UiContext, index: usize, actions: &mut Vec<Action>) {
    let close = look
        .quiet(ui, "×")
        .accessible_name(look.t("app-notice-dismiss"))
        .on_hover_text(look.t("app-notice-dismiss"));
    if close.clicked() {
        actions.push(Action::Dismiss(index));
    }
}

fn undo_ui(ui: &mut Ui, look: &UiContext, actions: &mut Vec<Action>) {
    if ui.button(look.t("app-command-undo")).clicked() {
        actions.push(Action::UndoRemoval);
    }
}
