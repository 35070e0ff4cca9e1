//! When alerts are evaluated and sent: at once, after quiet hours, or when a refused one is due again.

use super::alert_content::AlertContent;
use super::alert_facts;
use super::alert_facts::Reach;
use super::{checked, condition_alerts};
use super::{sender, services};
use crate::context::EngineContext;
use crate::project_permission::secret_places;
use crate::protocol::{AlertCommand, AlertEvent, EngineError, Event};
use crate::runtime::stop::Stop;
use crate::single_page::conditions_beside;
use bowerbird_io::secrets::BoundSecret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AlertChannel, AlertPlan};
use bowerbird_logic::policy::alert_conditions::judge;
use bowerbird_logic::policy::record_conditions::check_condition;
use bowerbird_logic::policy::schedule::QuietHours;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::sync::Arc;
use std::time::Duration;

/// The longest sleep: the clock may be set, or the machine may be suspended meanwhile.
pub(super) const MAX_SLEEP: Duration = Duration::from_secs(600);

/// The delay after sending began: by then it is known what is retried, and when.
pub(super) const RECHECK_AFTER: Duration = Duration::from_secs(120);

/// When alerts held back by quiet hours, or refused by a channel, are to be sent.
#[derive(Default)]
pub(in crate::controller) struct DeferredAlerts {
    look_at: Option<Timestamp>,
}

impl DeferredAlerts {
    /// Waits until then; forever when nothing is held back.
    pub(in crate::controller) async fn wait(&self) {
        match self.look_at {
            None => std::future::pending().await,
            Some(at) => {
                let left = at.duration_since(Timestamp::now());
                let left = Duration::try_from(left).unwrap_or_default();
                tokio::time::sleep(left.min(MAX_SLEEP)).await;
            }
        }
    }

    /// Evaluates the conditions within `reach` and sends the changes.
    pub(in crate::controller) fn check(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        reach: Reach,
    ) {
        if context.store.is_read_only() {
            return;
        }
        if let Err(error) = self.judge(context, closing, reach) {
            context.publish(Event::CommandFailed { message: error.0 });
        }
    }

    fn judge(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        reach: Reach,
    ) -> Result<(), EngineError> {
        let plan = context.store.alert_plan()?;
        let open = context.store.open_alerts()?;
        let now = Timestamp::now();
        let raised = condition_alerts::raise(context, &plan, now)?;
        if !raised.is_empty() {
            context.publish(Event::Alerts(AlertEvent::Changed));
            context.publish(Event::Alerts(AlertEvent::Raised(raised)));
        }
        if plan.rules.is_empty() && open.is_empty() {
            return self.send_due(context, closing, &plan, now);
        }
        let facts = alert_facts::gather(context, &plan, reach, now)?;
        let changes = judge(&plan.rules, &facts, &open, now);
        if !changes.raised.is_empty() || !changes.cleared.is_empty() {
            let raised = context
                .store
                .note_alerts(changes.raised, changes.cleared, now)?;
            // Alerts that are over are cleared before any are sent.
            let store = &context.store;
            store.settle_alerts(&plan.channels(), plan.recoveries, now)?;
            context.publish(Event::Alerts(AlertEvent::Changed));
            if !raised.is_empty() {
                context.publish(Event::Alerts(AlertEvent::Raised(raised)));
            }
        }
        self.send_due(context, closing, &plan, now)
    }

    /// Sends pending alerts, now or after the quiet hours.
    fn send_due(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        plan: &AlertPlan,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        self.look_at = condition_alerts::next_digest(context, plan)?;
        let (store, channels) = (&context.store, plan.channels());
        store.settle_alerts(&channels, plan.recoveries, now)?;
        let Some(next) = store.next_alert_at(&channels, plan.recoveries)? else {
            return Ok(());
        };
        let digest = self.look_at;
        let quiet = QuietHours::parse(&plan.quiet).unwrap_or_default();
        let at = next.max(now);
        self.look_at = quiet.until(at, &TimeZone::system());
        if self.look_at.is_none() {
            if next > now {
                self.look_at = Some(next);
            } else {
                sender::begin(context, closing);
                self.look_at = now.checked_add(RECHECK_AFTER).ok();
            }
        }
        self.look_at = match (self.look_at, digest) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Ok(())
    }

    /// Executes an alert command.
    pub(in crate::controller) fn handle_command(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        order: AlertCommand,
    ) -> Result<(), EngineError> {
        match order {
            AlertCommand::Plan(plan) => {
                let mut plan = checked(*plan)?;
                // Services come and go by commands of their own.
                let stored = context.store.alert_plan()?;
                (plan.services, plan.last_service) = (stored.services, stored.last_service);
                plan.webhook_key = match stored.webhook {
                    // A first webhook; its key follows, if it has one.
                    None => stored.webhook_key.or(Some(false)),
                    Some(_) => stored.webhook_key,
                };
                context.settle_secrets();
                context.store.set_alert_plan(&plan)?;
                context.store.retry_unsent_alerts(Timestamp::now())?;
            }
            AlertCommand::Secret { channel, secret } => {
                let name = channel.secret_name();
                let has_key = secret.is_some();
                match secret {
                    Some(secret) => {
                        let scope =
                            secret_places::of_channel(&context.store.alert_plan()?, channel);
                        if scope.is_empty() {
                            return Err(EngineError(Message::new("alert-secret-for-nobody")));
                        }
                        context
                            .secrets()
                            .set(&name, &BoundSecret::new(secret, scope))?;
                    }
                    None => context.secrets().remove(&name)?,
                }
                if channel == AlertChannel::Webhook {
                    let mut plan = context.store.alert_plan()?;
                    plan.webhook_key = Some(has_key);
                    context.store.set_alert_plan(&plan)?;
                }
                context.store.retry_unsent_alerts(Timestamp::now())?;
            }
            AlertCommand::Condition(condition) => condition_alerts::set(context, &condition)?,
            AlertCommand::RemoveCondition(id) => context.store.remove_record_condition(id)?,
            AlertCommand::MoveFilter { id, up } => context.store.move_filter(id, up)?,
            AlertCommand::KeepSkipped(skipped) => {
                let kept = context.store.keep_skipped(skipped)?;
                context.publish(Event::Alerts(AlertEvent::Kept(kept)));
                context.publish(Event::RecordsChanged);
            }
            AlertCommand::TakeConditions { site, rule_file } => {
                let came = conditions_beside(&rule_file)?;
                condition_alerts::take(context, site, came)?;
            }
            AlertCommand::AddService { kind, address } => services::add(context, kind, &address)?,
            AlertCommand::RemoveService(id) => services::remove(context, id)?,
            AlertCommand::Test(channel) => {
                sender::test(context, closing, channel, AlertContent::test);
                return Ok(());
            }
            AlertCommand::TestCondition {
                channel,
                condition,
                found,
            } => {
                check_condition(&condition).map_err(EngineError)?;
                sender::test(context, closing, channel, move |plan| {
                    condition_alerts::as_told(plan, &condition, *found)
                });
                return Ok(());
            }
            AlertCommand::Forget => context.store.forget_cleared_alerts()?,
            AlertCommand::Judge => {}
        }
        self.check(context, closing, Reach::All);
        context.publish(Event::Alerts(AlertEvent::Changed));
        Ok(())
    }
}
