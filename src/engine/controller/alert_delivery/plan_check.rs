//! Checks a plan of alerts: thresholds, addresses, quiet hours.

use crate::protocol::EngineError;
use bowerbird_io::alert_channels::{check_mail, check_webhook};
use bowerbird_logic::messages::Message;
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
    if let Some(address) = &plan.webhook {
        check_webhook(address)?;
    }
    if let Some(mail) = &plan.mail {
        check_mail(mail)?;
    }
    if !plan.quiet.trim().is_empty() && QuietHours::parse(&plan.quiet).is_none() {
        return Err(EngineError(Message::new("notify-settings-quiet-wrong")));
    }
    if DigestHours::parse(&plan.digests).is_none() {
        let text = plan.digests.as_str();
        return Err(EngineError(
            Message::new("condition-bad-hours").with("text", text),
        ));
    }
    Ok(plan)
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
