//! The notification centre: a bell with a number in the top bar, and a list below it.

use eframe::egui::{self, Align2, Context, Key, Label, Modifiers, RichText, ScrollArea, Ui, vec2};

use super::notification_text::MAX_NAMES;
use super::{Alerts, alert_title, notification_text};
use crate::action::{Action, AlertAction, AlertSubject};
use crate::style::ui_context::UiContext;
use crate::widgets::{icons, state_marks};
use bowerbird_engine::types::{AlertKind, Arg, RaisedAlert, SiteChange, SiteCondition};

/// Draws the button that opens the centre.
pub fn bell_ui(ui: &mut Ui, look: &UiContext, alerts: &Alerts, actions: &mut Vec<Action>) {
    let unread = alerts.unread();
    let colour = match unread {
        0 => look.tokens.dim,
        _ => look.tokens.accent,
    };
    // The number is beside the bell; spaces make room for it.
    let text = match unread {
        0 => " ".repeat(5),
        unread => format!("{}{unread}", " ".repeat(6)),
    };
    let button = egui::Button::new(RichText::new(text).color(colour)).frame_when_inactive(false);
    let name = look.t1("notify-bell", "count", unread);
    let bell = ui.add(button).accessible_name(name.clone());
    let centre = match unread {
        0 => bell.rect.center(),
        _ => bell.rect.left_center() + vec2(14.0, 0.0),
    };
    icons::paint_bell(ui.painter(), centre, colour);
    if bell.on_hover_text(name).clicked() {
        actions.push(Action::Alerts(AlertAction::Toggle));
    }
}

/// Draws the centre, when it is open.
pub fn centre_ui(ctx: &Context, look: &UiContext, alerts: &Alerts, actions: &mut Vec<Action>) {
    if !alerts.open {
        return;
    }
    let mut open = true;
    let screen = ctx.content_rect();
    egui::Window::new(look.t("notify-centre"))
        .id(egui::Id::unique("notice-centre"))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::RIGHT_TOP, vec2(-12.0, 50.0))
        .default_width(400.0_f32.min(screen.width() - 40.0))
        .show(ctx, |ui| {
            ui.set_width(380.0_f32.min(screen.width() - 60.0));
            if alerts.kept.is_empty() && alerts.raised.is_empty() {
                ui.label(look.t("notify-none"));
                ui.label(look.hint(look.t("notify-none-hint")));
                return;
            }
            if ui.button(look.t("notify-clear")).clicked() {
                actions.push(Action::Alerts(AlertAction::Clear));
            }
            let most = (screen.height() - 200.0).max(120.0);
            ScrollArea::vertical().max_height(most).show(ui, |ui| {
                raised_ui(ui, look, alerts, actions);
                list_ui(ui, look, alerts, actions);
            });
        });
    let escape = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if !open || escape {
        actions.push(Action::Alerts(AlertAction::Toggle));
    }
}

/// An alert raised by a condition; it stays as long as the condition holds.
fn raised_ui(ui: &mut Ui, look: &UiContext, alerts: &Alerts, actions: &mut Vec<Action>) {
    for alert in &alerts.raised {
        ui.separator();
        ui.horizontal_top(|ui| {
            state_marks::mark_ui(ui, state_marks::MarkShape::Square, look.tokens.warn);
            ui.vertical(|ui| {
                let title = look.text(&alert_title(alert));
                ui.add(Label::new(RichText::new(title).strong()).wrap());
                ui.add(Label::new(look.text(&alert.message)).wrap());
                ui.label(look.hint(look.time(alert.raised_at)))
                    .on_hover_text(look.exact_time(alert.raised_at));
                if let Some(site) = alert.site {
                    let show = look.t1("notify-show", "site", alert.site_name.as_str());
                    if look.quiet(ui, show).clicked() {
                        let show = AlertAction::Show(site, subject(alert));
                        actions.push(Action::Alerts(show));
                    }
                }
            });
        });
    }
}

/// What an alert is about: changes or records that a run found, else the state of the site.
fn subject(alert: &RaisedAlert) -> AlertSubject {
    let mut args = alert.message.args.iter();
    let changes = args.any(|(name, value)| name == "changed_values" && *value != Arg::Number(0));
    match alert.kind {
        AlertKind::Changes => AlertSubject::Changes,
        AlertKind::Condition if changes => AlertSubject::Changes,
        AlertKind::Condition | AlertKind::NewRecords => AlertSubject::Records,
        _ => AlertSubject::State,
    }
}

fn list_ui(ui: &mut Ui, look: &UiContext, alerts: &Alerts, actions: &mut Vec<Action>) {
    for alert in &alerts.kept {
        ui.separator();
        let (title, body) = notification_text(look, &alert.notification);
        ui.horizontal_top(|ui| {
            if let Some(change) = alert.notification.changes.first() {
                let (mark, colour) = mark_of(look, change);
                state_marks::mark_ui(ui, mark, colour);
            }
            ui.vertical(|ui| {
                ui.add(Label::new(RichText::new(title).strong()).wrap());
                ui.add(Label::new(body).wrap());
                ui.label(look.hint(look.time(alert.at)))
                    .on_hover_text(look.exact_time(alert.at));
                ui.horizontal_wrapped(|ui| {
                    for change in alert.notification.changes.iter().take(MAX_NAMES) {
                        let show = look.t1("notify-show", "site", change.name.as_str());
                        if look.quiet(ui, show).clicked() {
                            actions.push(Action::ShowEvidence(change.site));
                        }
                    }
                });
            });
        });
    }
}

fn mark_of(look: &UiContext, change: &SiteChange) -> (state_marks::MarkShape, egui::Color32) {
    match change.standing {
        SiteCondition::Well => (state_marks::MarkShape::Disc, look.tokens.ok),
        SiteCondition::NeedsYou(_) => (state_marks::MarkShape::Square, look.tokens.bad),
        SiteCondition::Trouble(state) => {
            let (mark, colour, _) = state_marks::state_mark(look, Some(state));
            (mark, colour)
        }
    }
}
