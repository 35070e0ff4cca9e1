//! Checks a plan of alerts: thresholds, addresses, quiet hours.

use crate::protocol::EngineError;
use bowerbird_io::alert_channels::{check_mail, check_webhook};
use bowerbird_logic::messages::{Explain as _, Message};
use bowerbird_logic::model::{AlertPlan, AlertRule};
use bowerbird_logic::policy::schedule::{DigestHours, QuietHours};

/// Validates a plan and numbers new conditions.
pub(super) fn checked(mut plan: AlertPlan) -> Result<AlertPlan, EngineError> {
    for rule in &mut plan.rules {
        check_rule(rule)?;
        if rule.id == 0 {
            plan.last_id += 1;
            rule.id = plan.last_id;
        }
    }
    match plan_faults(&plan).into_iter().next() {
        Some((_, message)) => Err(EngineError(message)),
        None => Ok(plan),
    }
}

/// A field of the settings of alerts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertField {
    /// The address of the webhook.
    Webhook,
    /// The mail server, its sender and its recipients.
    Mail,
    /// The quiet hours.
    QuietHours,
    /// The hours of digests.
    Digests,
}

/// What is wrong with the channels and the hours of a plan, each with its field.
#[must_use]
pub fn plan_faults(plan: &AlertPlan) -> Vec<(AlertField, Message)> {
    let mut faults = Vec::new();
    if !plan.quiet.trim().is_empty() && QuietHours::parse(&plan.quiet).is_none() {
        let message = Message::new("notify-settings-quiet-wrong");
        faults.push((AlertField::QuietHours, message));
    }
    if DigestHours::parse(&plan.digests).is_none() {
        let message = Message::new("condition-bad-hours").with("text", plan.digests.as_str());
        faults.push((AlertField::Digests, message));
    }
    if let Some(Err(error)) = plan.webhook.as_deref().map(check_webhook) {
        faults.push((AlertField::Webhook, error.explain()));
    }
    if let Some(Err(error)) = plan.mail.as_ref().map(check_mail) {
        faults.push((AlertField::Mail, error.explain()));
    }
    faults
}

pub(super) fn check_rule(rule: &AlertRule) -> Result<(), EngineError> {
    let (least, most) = rule.kind.range();
    if (least..=most).contains(&rule.threshold) {
        return Ok(());
    }
    Err(EngineError(
        Message::new("alert-bad-threshold")
            .with("least", least)
            .with("most", most),
    ))
}
