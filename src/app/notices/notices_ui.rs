//! Draws notices. Failures are in a separate bar at the bottom of the window until they are
//! dismissed. Success messages and hints, which disappear automatically, float above the view, so
//! that nothing moves under the pointer just before a click.

use eframe::egui::{
    Align, Area, Button, Context, Frame, Id, Label, LayerId, Layout, Margin, Order, Panel, Pos2,
    Response, RichText, Ui, Vec2, vec2,
};

use super::floating_place::floating_place;
use super::{NO_LOGIN_PAGE, Notices, PassphraseForm};
use crate::action::{Action, Gravity, Notice};
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{self, disabled_because};
use crate::widgets::{fields, state_marks};
use bowerbird_engine::types::{
    Arg, MIN_PASSPHRASE_CHARS, Secret, asks_first_passphrase, asks_passphrase,
};

/// Maximum width of a floating notice, in points.
const WIDEST: f32 = 560.0;
/// Distance from the window's edges, in points.
const MARGIN: f32 = 14.0;

/// Draws the failures in a bar, newest last, each with a dismiss button. Returns the height of the
/// bar, in points.
pub fn failures_ui(
    ui: &mut Ui,
    look: &UiContext,
    notices: &mut Notices,
    actions: &mut Vec<Action>,
) -> f32 {
    if numbered(notices, true).next().is_none() {
        return 0.0;
    }
    let mut typed = std::mem::take(&mut notices.passphrase);
    let bar = Panel::bottom("notices")
        .frame(
            Frame::new()
                .fill(look.tokens.panel)
                .inner_margin(Margin::symmetric(12, 6)),
        )
        .show(ui, |ui| {
            for (index, notice) in numbered(notices, true) {
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
                if asks_passphrase(&notice.message) {
                    let first = asks_first_passphrase(&notice.message);
                    passphrase_ui(ui, look, &mut typed, first, actions);
                }
            }
        });
    notices.passphrase = typed;
    bar.response.rect.height()
}

/// The passphrase that a failed command needs, beside the failure: the command then goes on. The
/// `first` one of a project is typed twice.
fn passphrase_ui(
    ui: &mut Ui,
    look: &UiContext,
    form: &mut PassphraseForm,
    first: bool,
    actions: &mut Vec<Action>,
) {
    if first {
        ui.label(look.hint(look.t("app-notice-passphrase-lost")));
    }
    ui.horizontal_wrapped(|ui| {
        let field = |ui: &mut Ui, id: &str, typed: &mut String| {
            let label = ui.label(look.t(id));
            let field = ui
                .add(fields::hidden(typed, 200.0))
                .labelled_by(label.id)
                .on_hover_text(look.t("app-settings-secrets-hint"));
            look.edged(ui, field)
        };
        let typed = field(ui, "app-notice-passphrase", &mut form.typed);
        if std::mem::take(&mut form.focus) {
            typed.request_focus();
        }
        let mut used = vec![typed];
        if first {
            used.push(field(ui, "app-notice-passphrase-again", &mut form.repeated));
        }
        form.tried &= !used.iter().any(Response::changed);
        let entered = used.iter().find(|field| fields::entered(ui, field));
        let fault = fault_of(form, first);
        let go_on = Button::new(look.t("app-notice-go-on"));
        let go_on = ui.add_enabled(fault.is_none(), go_on);
        let why = fault.map(|id| look.t1(id, "least", MIN_PASSPHRASE_CHARS));
        let go_on = match &why {
            Some(why) => disabled_because(go_on, why),
            None => go_on,
        };
        if let Some(field) = entered.filter(|_| fault.is_some()) {
            // What is wrong is said, and typing goes on.
            form.tried = true;
            field.request_focus();
        }
        // Two entries that differ are said once both are there.
        let both = form.repeated.chars().count() >= form.typed.chars().count();
        let differs = fault == Some("app-notice-passphrase-differs") && both;
        if let Some(why) = why.filter(|_| form.tried || differs) {
            ui.label(look.coloured(why, look.tokens.bad));
        }
        if !first {
            let lost = look.quiet(ui, look.t("app-notice-passphrase-forgotten"));
            if lost.clicked() {
                actions.push(Action::AskStartOver);
            }
        }
        if (go_on.clicked() || entered.is_some()) && fault.is_none() {
            let typed = std::mem::take(form).typed;
            actions.push(Action::SetPassphrase(Secret::new(typed)));
        }
    });
}

/// What is still wrong with the typed passphrase: the id of a message.
fn fault_of(form: &PassphraseForm, first: bool) -> Option<&'static str> {
    if form.typed.is_empty() {
        return Some("app-notice-passphrase-needed");
    }
    if !first {
        return None;
    }
    if form.typed.chars().count() < MIN_PASSPHRASE_CHARS {
        return Some("app-notice-passphrase-short");
    }
    (form.typed != form.repeated).then_some("app-notice-passphrase-differs")
}

/// Draws success messages and hints above everything else, at the bottom of the window where they
/// cover no control, `above` points from the bottom, the height of the failure bar.
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
    let id = Id::unique("hints");
    let drawn = ctx.memory(|memory| memory.area_rect(id));
    let size = drawn.map_or(vec2(WIDEST, 40.0), |area| area.size());
    let layer = LayerId::new(Order::Foreground, id);
    // They stay where they are until they or the window change, or controls come under them, as
    // with another view; they never move from under the pointer, nor while the view moves.
    let room = ctx.content_rect();
    let now = [size.y, above, room.width(), room.height()].map(f32::to_bits);
    let now = (hints().count(), now);
    let kept: Option<((usize, [u32; 4]), Pos2)> = ctx.data(|data| data.get_temp(id));
    let kept = kept
        .filter(|(then, _)| *then == now)
        .map(|(_, place)| place);
    let is_still = ctx.input(|input| {
        let pointer = input.pointer.latest_pos();
        let is_over = pointer
            .zip(drawn)
            .is_some_and(|(at, area)| area.contains(at));
        is_over || input.pointer.any_down() || input.smooth_scroll_delta() != Vec2::ZERO
    });
    let place = match kept {
        Some(place) if is_still => place,
        kept => floating_place(ctx, layer, size, above, kept),
    };
    ctx.data_mut(|data| data.insert_temp(id, (now, place)));
    Area::new(id)
        .order(Order::Foreground)
        .fixed_pos(place)
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
    let beside = match &notice.offer {
        Some(offer) => 90.0 + action_menu::widest(ui, &[look.t(offer.label)]),
        None if notice.undo => 140.0,
        None => 60.0,
    };
    ui.horizontal(|ui| {
        mark_ui(ui, look, notice);
        ui.scope(|ui| {
            ui.set_max_width((widest - beside).max(120.0));
            ui.add(Label::new(notice_text(look, notice)).wrap());
        });
        if notice.undo {
            undo_ui(ui, look, actions);
        }
        offer_ui(ui, look, notice, index, actions);
        dismiss_ui(ui, look, Action::Dismiss(index), actions);
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
        _ if is_question(notice) => state_marks::MarkShape::Ring,
        Gravity::Good => state_marks::MarkShape::Disc,
        Gravity::Info => state_marks::MarkShape::Ring,
        Gravity::Bad => state_marks::MarkShape::Cross,
    };
    state_marks::mark_ui(ui, mark, colour(look, notice));
}

fn colour(look: &UiContext, notice: &Notice) -> eframe::egui::Color32 {
    match notice.gravity {
        _ if is_question(notice) => look.tokens.accent,
        Gravity::Good => look.tokens.ok,
        Gravity::Info => look.tokens.accent,
        Gravity::Bad => look.tokens.bad,
    }
}

/// Whether it asks for a passphrase that was not entered before: an ordinary step, no failure.
fn is_question(notice: &Notice) -> bool {
    asks_first_passphrase(&notice.message) || notice.message.id == "secrets-no-passphrase"
}

fn notice_text(look: &UiContext, notice: &Notice) -> RichText {
    let text = match is_question(notice) {
        true if asks_first_passphrase(&notice.message) => look.t("app-notice-passphrase-choose"),
        true => look.t("app-notice-passphrase-enter"),
        false => look.text(&notice.message),
    };
    RichText::new(text).color(colour(look, notice))
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    notice: &Notice,
    index: usize,
    actions: &mut Vec<Action>,
) {
    let dismiss = match asks_passphrase(&notice.message) {
        true => Action::LeavePassphrase,
        false => Action::Dismiss(index),
    };
    dismiss_ui(ui, look, dismiss, actions);
    if notice.undo {
        undo_ui(ui, look, actions);
    }
    offer_ui(ui, look, notice, index, actions);
    if notice.message.id == NO_LOGIN_PAGE && ui.button(look.t("account-recipe")).clicked() {
        actions.push(Action::Dismiss(index));
        let mut args = notice.message.args.iter();
        let site = args.find_map(|(name, value)| match value {
            Arg::Text(site) if name == "site" => Some(site.clone()),
            _ => None,
        });
        actions.push(Action::ShowLogin(site.unwrap_or_default()));
    }
    // Damage inside a file is detected when its page is read.
    let is_damaged = notice.message.id == "store-damaged";
    if is_damaged && ui.button(look.t("backup-restore-offer")).clicked() {
        actions.push(Action::OfferRestore);
    }
}

fn dismiss_ui(ui: &mut Ui, look: &UiContext, dismiss: Action, actions: &mut Vec<Action>) {
    let close = look
        .quiet(ui, "×")
        .accessible_name(look.t("app-notice-dismiss"))
        .on_hover_text(look.t("app-notice-dismiss"));
    if close.clicked() {
        actions.push(dismiss);
    }
}

/// The button of a notice, which is done with it then.
fn offer_ui(
    ui: &mut Ui,
    look: &UiContext,
    notice: &Notice,
    index: usize,
    actions: &mut Vec<Action>,
) {
    let Some(offer) = &notice.offer else {
        return;
    };
    if ui.button(look.t(offer.label)).clicked() {
        actions.push(Action::Dismiss(index));
        actions.push((*offer.action).clone());
    }
}

fn undo_ui(ui: &mut Ui, look: &UiContext, actions: &mut Vec<Action>) {
    if ui.button(look.t("app-command-undo")).clicked() {
        actions.push(Action::UndoRemoval);
    }
}
