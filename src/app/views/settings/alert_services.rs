//! Messaging services that alerts are sent through: those that are set up, and a form for another.

use eframe::egui::{Button, Grid, Ui};

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{
    AlertChannel, AlertPlan, AlertService, Message, Secret, ServiceKind,
};
use bowerbird_engine::{AlertCommand, Command};

/// The form for another service.
#[derive(Clone, Debug, Default)]
pub struct NewService {
    /// Recognised by its address if absent.
    kind: Option<ServiceKind>,
    /// Its address, which holds its key.
    address: String,
}

/// Draws the services.
pub fn services_ui(
    ui: &mut Ui,
    look: &UiContext,
    plan: &AlertPlan,
    new: &mut NewService,
    actions: &mut Vec<Action>,
) {
    ui.label(look.t("alert-services"));
    if plan.services.is_empty() {
        ui.label(look.hint(look.t("alert-services-none")));
    } else {
        Grid::new("alert-services").num_columns(4).show(ui, |ui| {
            for service in &plan.services {
                row_ui(ui, look, service, actions);
                ui.end_row();
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        let mut kinds = vec![(None, look.t("alert-service-by-address"))];
        kinds.extend(ServiceKind::ALL.map(|kind| (Some(kind), look.text(&kind.name()))));
        fields::choice(ui, look, "alert-service-kind", &mut new.kind, &kinds, 200.0);
        let address =
            fields::password_field(ui, look, "alert-service-address", &mut new.address, 320.0);
        let entered = address.lost_focus() && ui.input(|i| i.key_pressed(eframe::egui::Key::Enter));
        fields::beside(ui, |ui| {
            let ready = !new.address.trim().is_empty();
            let add = ui
                .add_enabled(ready, Button::new(look.t("alert-service-add")))
                .on_disabled_hover_text(look.t("alert-service-add-why"));
            if ready && (add.clicked() || entered) {
                send(
                    AlertCommand::AddService {
                        kind: new.kind,
                        address: Secret::new(std::mem::take(&mut new.address)),
                    },
                    actions,
                );
            }
        });
    });
    ui.label(look.hint(look.t("alert-service-hint")));
}

fn row_ui(ui: &mut Ui, look: &UiContext, service: &AlertService, actions: &mut Vec<Action>) {
    let name = look.text(&service.kind.name());
    let host = service.origin.split("://").nth(1).unwrap_or_default();
    ui.label(&name);
    ui.label(look.hint(host));
    let labelled = |id: &str| {
        let label = Message::new(id)
            .with("service", name.as_str())
            .with("host", host);
        look.text(&label)
    };
    let test = look
        .quiet(ui, look.t("alert-service-test"))
        .accessible_name(labelled("alert-service-test-name"));
    if test.clicked() {
        send(
            AlertCommand::Test(AlertChannel::Service(service.id)),
            actions,
        );
    }
    let remove = look
        .quiet(ui, look.t("app-remove"))
        .accessible_name(labelled("alert-service-remove-name"));
    if remove.clicked() {
        send(AlertCommand::RemoveService(service.id), actions);
    }
}

fn send(order: AlertCommand, actions: &mut Vec<Action>) {
    actions.push(Action::Send(Command::Alerts(order)));
}
