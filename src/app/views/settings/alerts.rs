//! Alerts of the project: conditions, channels outside of the window, recent alerts.

use eframe::egui::{Button, Label, Ui};

use super::alert_services::{NewService, services_ui};
use super::conditions::conditions_ui;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{
    AlertChannel, AlertKind, AlertPlan, AlertRule, MailSecurity, MailServer, Message, RaisedAlert,
    RecordCondition, Secret, SiteId, StoredCondition,
};
use bowerbird_engine::{AlertCommand, AlertField, Command, alert_plan_faults};

/// Maximum alerts of the history shown.
const SHOWN: usize = 10;

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct AlertsState {
    kept: Option<AlertPlan>,
    raised: Vec<RaisedAlert>,
    conditions: Vec<StoredCondition>,
    /// The channels as typed.
    typed: Typed,
    kind: Option<AlertKind>,
    threshold: String,
    covers: Covers,
    service: NewService,
}

/// The scope of a new condition.
#[derive(Clone, Debug, Default, PartialEq)]
enum Covers {
    #[default]
    All,
    Tag(String),
    Site(SiteId),
}

#[derive(Clone, Debug, Default)]
struct Typed {
    desktop: bool,
    recoveries: bool,
    quiet: String,
    digests: String,
    webhook: String,
    key: String,
    mail: MailServer,
    port: String,
    password: String,
    /// Whether saving was tried with what is wrong: from then on it is said beside the fields.
    tried: bool,
}

impl AlertsState {
    /// Handles the plan and recent alerts. Text being typed stays.
    pub fn came(
        &mut self,
        plan: AlertPlan,
        raised: Vec<RaisedAlert>,
        conditions: Vec<StoredCondition>,
    ) {
        self.raised = raised;
        self.conditions = conditions;
        if self.kept.as_ref().map(channels_only) != Some(channels_only(&plan)) {
            let mail = plan.mail.clone().unwrap_or_default();
            self.typed = Typed {
                desktop: plan.desktop,
                recoveries: plan.recoveries,
                quiet: plan.quiet.clone(),
                digests: plan.digests.clone(),
                webhook: plan.webhook.clone().unwrap_or_default(),
                port: mail.port.map(|port| port.to_string()).unwrap_or_default(),
                mail,
                ..Typed::default()
            };
        }
        self.kept = Some(plan);
    }

    /// The plan stored in the project.
    pub fn plan(&self) -> Option<&AlertPlan> {
        self.kept.as_ref()
    }

    /// The condition over records with this number.
    pub fn condition(&self, id: i64) -> Option<&RecordCondition> {
        let mut all = self.conditions.iter().map(|stored| &stored.condition);
        all.find(|condition| condition.id == id)
    }

    /// Another project was opened: forgets its alerts.
    pub fn restart(&mut self) {
        *self = Self::default();
    }
}

/// A plan without its conditions.
fn channels_only(plan: &AlertPlan) -> AlertPlan {
    AlertPlan {
        rules: Vec::new(),
        last_id: 0,
        services: Vec::new(),
        last_service: 0,
        ..plan.clone()
    }
}

/// Draws the section.
pub fn alerts_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut AlertsState,
    actions: &mut Vec<Action>,
) {
    ui.label(look.title(look.t("alert-settings")));
    ui.label(look.hint(look.t("alert-settings-hint")));
    let Some(plan) = state.kept.clone() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    conditions_ui(ui, look, world, (&plan, &state.conditions), actions);
    ui.separator();
    rules_ui(ui, look, world, &plan, actions);
    add_ui(ui, look, world, &plan, state, actions);
    ui.separator();
    channels_ui(ui, look, &plan, &mut state.typed, actions);
    tests_ui(ui, look, &plan, actions);
    ui.separator();
    services_ui(ui, look, &plan, &mut state.service, actions);
    ui.separator();
    history_ui(ui, look, &state.raised);
}

fn send(look: &UiContext, plan: AlertPlan, actions: &mut Vec<Action>) {
    let plan = AlertPlan {
        language: look.texts.language().tag().to_owned(),
        ..plan
    };
    let order = AlertCommand::Plan(Box::new(plan));
    actions.push(Action::Send(Command::Alerts(order)));
}

fn kind_text(look: &UiContext, kind: AlertKind) -> String {
    look.t(match kind {
        AlertKind::NewRecords => "alert-kind-new-records",
        AlertKind::Changes => "alert-kind-changes",
        AlertKind::NoNew => "alert-kind-no-new",
        AlertKind::LowYield => "alert-kind-low-yield",
        AlertKind::Blocked => "alert-kind-blocked",
        AlertKind::Missed => "alert-kind-missed",
        AlertKind::Disk => "alert-kind-disk",
        AlertKind::Trouble => "alert-kind-trouble",
        AlertKind::NeedsYou => "alert-kind-needs-you",
        AlertKind::Redesigned => "alert-kind-redesigned",
        AlertKind::Nothing => "alert-kind-nothing",
        AlertKind::Failing => "alert-kind-failing",
        AlertKind::LacksField => "alert-kind-lacks-field",
        AlertKind::Condition => "condition-settings",
    })
}

/// The unit of a condition's threshold.
fn unit_id(kind: AlertKind) -> &'static str {
    match kind {
        AlertKind::NewRecords => "alert-unit-new-records",
        AlertKind::Changes => "alert-unit-changes",
        AlertKind::NoNew => "alert-unit-no-new",
        AlertKind::LowYield => "alert-unit-low-yield",
        AlertKind::Blocked => "alert-unit-blocked",
        AlertKind::Missed => "alert-unit-missed",
        AlertKind::Disk => "alert-unit-disk",
        AlertKind::Failing => "alert-unit-failing",
        AlertKind::LacksField => "alert-unit-lacks-field",
        AlertKind::Trouble | AlertKind::NeedsYou | AlertKind::Redesigned | AlertKind::Nothing => {
            "alert-unit-none"
        }
        AlertKind::Condition => "condition-settings",
    }
}

/// A condition with its threshold, as a sentence.
fn rule_text(look: &UiContext, rule: &AlertRule) -> String {
    let id = match rule.kind {
        AlertKind::NewRecords => "alert-row-new-records",
        AlertKind::Changes => "alert-row-changes",
        AlertKind::NoNew => "alert-row-no-new",
        AlertKind::LowYield => "alert-row-low-yield",
        AlertKind::Blocked => "alert-row-blocked",
        AlertKind::Missed => "alert-row-missed",
        AlertKind::Disk => "alert-row-disk",
        AlertKind::Trouble => "alert-row-trouble",
        AlertKind::NeedsYou => "alert-row-needs-you",
        AlertKind::Redesigned => "alert-row-redesigned",
        AlertKind::Nothing => "alert-row-nothing",
        AlertKind::Failing => "alert-row-failing",
        AlertKind::LacksField => "alert-row-lacks-field",
        AlertKind::Condition => "condition-settings",
    };
    look.t1(id, "threshold", rule.threshold)
}

fn rules_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    plan: &AlertPlan,
    actions: &mut Vec<Action>,
) {
    if plan.rules.is_empty() {
        ui.label(look.hint(look.t("alert-none-yet")));
    }
    for rule in &plan.rules {
        ui.horizontal_wrapped(|ui| {
            let covers = match (rule.site, &rule.tag) {
                (Some(id), _) => world.site(id).map(|site| site.name.clone()),
                (None, Some(tag)) => Some(look.t1("alert-covers-tag", "tag", tag.as_str())),
                (None, None) => None,
            };
            let mut enabled = rule.enabled;
            let name = look.t1("alert-on", "number", rule.id);
            let on = ui
                .tick(&mut enabled, rule_text(look, rule))
                .accessible_name(name.clone())
                .on_hover_text(name);
            if rule.kind.is_of_sites() {
                let all = || look.t("alert-covers-all");
                ui.label(look.hint(covers.unwrap_or_else(all)));
            }
            let name = look.t1("alert-remove", "number", rule.id);
            let remove = look.quiet(ui, look.t("app-remove")).accessible_name(name);
            if remove.clicked() {
                let mut plan = plan.clone();
                plan.rules.retain(|other| other.id != rule.id);
                send(look, plan, actions);
            }
            if on.changed() {
                let mut plan = plan.clone();
                for other in &mut plan.rules {
                    if other.id == rule.id {
                        other.enabled = enabled;
                    }
                }
                send(look, plan, actions);
            }
        });
    }
}

fn add_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    plan: &AlertPlan,
    state: &mut AlertsState,
    actions: &mut Vec<Action>,
) {
    let mut kind = state.kind.unwrap_or(AlertKind::NoNew);
    if state.kind.is_none() {
        state.kind = Some(kind);
        state.threshold = kind.usual().to_string();
    }
    let kinds: Vec<_> = AlertKind::ALL
        .into_iter()
        .map(|kind| (kind, kind_text(look, kind)))
        .collect();
    if fields::choice(ui, look, "alert-kind", &mut kind, &kinds, 380.0) {
        state.kind = Some(kind);
        state.threshold = kind.usual().to_string();
    }
    ui.horizontal_wrapped(|ui| {
        let typed = &mut state.threshold;
        if kind.has_threshold() {
            fields::text_field(ui, look, unit_id(kind), typed, "", 110.0);
        }
        if kind.is_of_sites() {
            let mut all = vec![(Covers::All, look.t("alert-covers-all"))];
            let tags = world.tags.iter().map(|(tag, ..)| tag);
            for tag in tags.collect::<std::collections::BTreeSet<_>>() {
                let words = look.t1("alert-covers-tag", "tag", tag.as_str());
                all.push((Covers::Tag(tag.clone()), words));
            }
            let sites = world.sites.iter().flatten();
            all.extend(sites.map(|site| (Covers::Site(site.id), site.name.clone())));
            fields::choice(ui, look, "alert-covers", &mut state.covers, &all, 220.0);
        }
        fields::beside(ui, |ui| {
            let (least, most) = kind.range();
            let threshold = state.threshold.trim().parse().ok();
            let threshold = threshold.filter(|n: &u64| (least..=most).contains(n));
            let add = ui.add_enabled(threshold.is_some(), Button::new(look.t("alert-add")));
            let wrong = Message::new("alert-bad-threshold")
                .with("least", least)
                .with("most", most);
            let add = add.on_disabled_hover_text(look.text(&wrong));
            if threshold.is_none() {
                ui.label(look.coloured(look.text(&wrong), look.tokens.bad));
            }
            if let Some(threshold) = threshold.filter(|_| add.clicked()) {
                let covers = match kind.is_of_sites() {
                    true => state.covers.clone(),
                    false => Covers::All,
                };
                let mut plan = plan.clone();
                plan.rules.push(AlertRule {
                    id: 0,
                    kind,
                    threshold,
                    site: match covers {
                        Covers::Site(site) => Some(site),
                        _ => None,
                    },
                    tag: match covers {
                        Covers::Tag(tag) => Some(tag),
                        _ => None,
                    },
                    enabled: true,
                });
                send(look, plan, actions);
            }
        });
    });
}

fn channels_ui(
    ui: &mut Ui,
    look: &UiContext,
    plan: &AlertPlan,
    typed: &mut Typed,
    actions: &mut Vec<Action>,
) {
    ui.label(look.t("alert-tell"));
    let faults = match typed.tried {
        true => alert_plan_faults(&typed.plan(plan)),
        false => Vec::new(),
    };
    ui.tick(&mut typed.desktop, look.t("alert-desktop"));
    ui.tick(&mut typed.recoveries, look.t("alert-recoveries"));
    let hint = look.t("notify-settings-quiet-hint");
    ui.horizontal_wrapped(|ui| {
        fields::code_field(ui, look, "alert-quiet", &mut typed.quiet, &hint, 220.0);
        let hint = look.t("condition-digest-hours-hint");
        let digests = &mut typed.digests;
        fields::code_field(ui, look, "condition-digest-hours", digests, &hint, 180.0);
    });
    fault_ui(ui, look, &faults, AlertField::QuietHours, "alert-quiet");
    let digests = "condition-digest-hours";
    fault_ui(ui, look, &faults, AlertField::Digests, digests);
    let as_it_is = look.t("alert-secret-hint");
    ui.horizontal_wrapped(|ui| {
        let hint = "https://";
        fields::code_field(ui, look, "alert-webhook", &mut typed.webhook, hint, 300.0);
        fields::password_field(ui, look, "alert-webhook-key", &mut typed.key, 160.0)
            .on_hover_text(&as_it_is);
    });
    fault_ui(ui, look, &faults, AlertField::Webhook, "alert-webhook");
    let mail = &mut typed.mail;
    ui.horizontal_wrapped(|ui| {
        fields::code_field(ui, look, "alert-mail-host", &mut mail.host, "", 220.0);
        let usual = mail.security.port().to_string();
        fields::code_field(ui, look, "alert-mail-port", &mut typed.port, &usual, 60.0);
        let ways = MailSecurity::ALL.map(|way| {
            let words = match way {
                MailSecurity::Tls => "TLS".to_owned(),
                MailSecurity::Starttls => "STARTTLS".to_owned(),
                MailSecurity::None => look.t("alert-mail-security-none"),
            };
            (way, words)
        });
        let security = &mut mail.security;
        fields::choice(ui, look, "alert-mail-security", security, &ways, 110.0);
    });
    ui.horizontal_wrapped(|ui| {
        fields::text_field(ui, look, "alert-mail-user", &mut mail.user, "", 220.0);
        fields::password_field(ui, look, "alert-mail-password", &mut typed.password, 160.0)
            .on_hover_text(&as_it_is);
    });
    ui.horizontal_wrapped(|ui| {
        fields::text_field(ui, look, "alert-mail-from", &mut mail.from, "", 220.0);
        fields::text_field(ui, look, "alert-mail-to", &mut mail.to, "", 260.0);
    });
    fault_ui(ui, look, &faults, AlertField::Mail, "alert-mail-host");
    if ui.button(look.t("alert-save")).clicked() {
        save(look, plan, typed, actions);
    }
}

/// What is wrong with a field, with its name.
fn fault_ui(
    ui: &mut Ui,
    look: &UiContext,
    faults: &[(AlertField, Message)],
    field: AlertField,
    name: &str,
) {
    for (_, message) in faults.iter().filter(|(of, _)| *of == field) {
        let words = look.pair(look.t(name), look.text(message));
        ui.add(Label::new(look.coloured(words, look.tokens.bad)).wrap());
    }
}

impl Typed {
    /// `plan` with the channels as typed.
    fn plan(&self, plan: &AlertPlan) -> AlertPlan {
        let mut mail = self.mail.clone();
        mail.port = self.port.trim().parse().ok();
        let webhook = self.webhook.trim();
        AlertPlan {
            desktop: self.desktop,
            recoveries: self.recoveries,
            quiet: self.quiet.trim().to_owned(),
            digests: self.digests.trim().to_owned(),
            webhook: (!webhook.is_empty()).then(|| webhook.to_owned()),
            mail: (!mail.host.trim().is_empty()).then_some(mail),
            ..plan.clone()
        }
    }
}

fn save(look: &UiContext, plan: &AlertPlan, typed: &mut Typed, actions: &mut Vec<Action>) {
    let plan = typed.plan(plan);
    typed.tried = !alert_plan_faults(&plan).is_empty();
    if typed.tried {
        return;
    }
    // Secrets belong to the addresses of the plan, which is sent first.
    send(look, plan, actions);
    for (channel, secret) in [
        (AlertChannel::Webhook, &mut typed.key),
        (AlertChannel::Mail, &mut typed.password),
    ] {
        if !secret.is_empty() {
            let secret = Some(Secret::new(std::mem::take(secret)));
            let order = AlertCommand::Secret { channel, secret };
            actions.push(Action::Send(Command::Alerts(order)));
        }
    }
}

fn tests_ui(ui: &mut Ui, look: &UiContext, plan: &AlertPlan, actions: &mut Vec<Action>) {
    let set_up = plan.channels();
    ui.horizontal_wrapped(|ui| {
        for channel in AlertChannel::FIXED {
            let words = look.t(match channel {
                AlertChannel::Desktop => "alert-test-desktop",
                AlertChannel::Webhook => "alert-test-webhook",
                AlertChannel::Mail => "alert-test-mail",
                AlertChannel::Service(_) => continue,
            });
            let test = ui
                .add_enabled(set_up.contains(&channel), Button::new(words))
                .on_disabled_hover_text(look.t("alert-no-channel"));
            if test.clicked() {
                let order = AlertCommand::Test(channel);
                actions.push(Action::Send(Command::Alerts(order)));
            }
        }
    });
}

fn history_ui(ui: &mut Ui, look: &UiContext, raised: &[RaisedAlert]) {
    ui.label(look.t("alert-history"));
    if !raised.iter().any(|alert| alert.cleared_at.is_none()) {
        ui.label(look.hint(look.t("alert-open-none")));
    }
    for alert in raised.iter().take(SHOWN) {
        let mut words = vec![look.time(alert.raised_at)];
        if !alert.site_name.is_empty() {
            words.push(alert.site_name.clone());
        }
        words.push(look.text(&alert.message));
        if let Some(at) = alert.cleared_at.filter(|_| alert.tells_end()) {
            words.push(look.t1("alert-history-over", "time", look.time(at)));
        }
        ui.add(Label::new(words.join(" · ")).wrap());
        let mut told = false;
        for delivery in &alert.deliveries {
            if let Some(words) = delivery.message(|at| look.time(at)) {
                told = true;
                ui.label(look.coloured(look.text(&words), look.tokens.warn));
            }
        }
        // Stored by an earlier version.
        if let Some(fault) = alert.fault.as_ref().filter(|_| !told) {
            ui.label(look.coloured(look.text(fault), look.tokens.warn));
        }
    }
}
