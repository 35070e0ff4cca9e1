//! Sends alerts outside the window, from a short-lived thread. Each channel is served
//! independently, and its success is stored at once: a channel that has sent an alert does not get
//! it again, one that failed is retried later, in this process or the next one. What is sent is
//! made in `alert_content`; when a failed one is tried again is in `pending_alert_deliveries` of the store.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use url::Url;

use super::alert_content::AlertContent;
use super::{AlertEvent, services};
use crate::context::EngineContext;
use crate::project_permission::secret_places;
use crate::project_permission::{ALERTS, PartKind, at_rest};
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::runtime::stop::Stop;
use bowerbird_io::alert_channels::{AlertError, mail, webhook};
use bowerbird_io::system::desktop;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{AlertChannel, AlertPlan, RaisedAlert};
use bowerbird_logic::policy::pools::secret_scope::SecretPlace;

/// The maximum number of lines of a desktop notification.
const DESK_LINES: usize = 5;

/// One sender at a time, so that nothing is sent twice.
static SENDING: Mutex<()> = Mutex::new(());

/// Sends what is due, in the background.
pub(super) fn begin(context: &Arc<EngineContext>, closing: &Stop) {
    beside(context, closing, |context, closing| {
        let _alone = SENDING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = send_due(context, closing) {
            context.publish(Event::CommandFailed { message: error.0 });
        }
    });
}

/// Sends a test through one channel, in the background: what `content` makes of the plan.
pub(super) fn test(
    context: &Arc<EngineContext>,
    closing: &Stop,
    channel: AlertChannel,
    content: impl FnOnce(&AlertPlan) -> AlertContent + Send + 'static,
) {
    beside(context, closing, move |context, closing| {
        let fault = try_out(context, closing, channel, content).err();
        let fault = fault.map(|error| error.0);
        context.publish(Event::Alerts(AlertEvent::Tested { channel, fault }));
    });
}

/// Runs on a thread that the closing engine waits for briefly: the alerts of one command are still
/// sent.
fn beside(
    context: &Arc<EngineContext>,
    closing: &Stop,
    work: impl FnOnce(&EngineContext, &Stop) + Send + 'static,
) {
    let (context, closing) = (Arc::clone(context), closing.clone());
    let begun = std::thread::Builder::new()
        .name("alerts".to_owned())
        .spawn(move || work(&context, &closing));
    if let Err(error) = begun {
        tracing::warn!(%error, "alerts are not told");
    }
}

fn send_due(context: &EngineContext, closing: &Stop) -> Result<(), EngineError> {
    let plan = &context.store.alert_plan()?;
    let (channels, now) = (plan.channels(), Timestamp::now());
    let mut due = Vec::new();
    for channel in &channels {
        let alerts = context
            .store
            .unsent_alerts(*channel, plan.recoveries, now)?;
        if !alerts.is_empty() {
            due.push((*channel, alerts));
        }
    }
    if due.is_empty() {
        return Ok(());
    }
    // In parallel: one that does not answer must not block the others.
    let told: Vec<Result<(), EngineError>> = std::thread::scope(|scope| {
        let begin = |(channel, due): &(AlertChannel, Vec<RaisedAlert>)| {
            let (channel, due) = (*channel, due.clone());
            std::thread::Builder::new()
                .name(format!("alerts {}", channel.token()))
                .spawn_scoped(scope, move || {
                    send_by_channel(context, plan, channel, &due, closing)
                })
        };
        let begun: Vec<_> = due.iter().map(begin).collect();
        let end = |thread: std::io::Result<std::thread::ScopedJoinHandle<'_, _>>| match thread {
            // Nothing is stored for one that panicked: it is retried.
            Ok(thread) => thread.join().unwrap_or(Ok(())),
            Err(error) => Err(EngineError(
                Message::new("engine-no-threads").with("reason", error.to_string()),
            )),
        };
        begun.into_iter().map(end).collect()
    });
    context
        .store
        .settle_alerts(&channels, plan.recoveries, Timestamp::now())?;
    context.publish(Event::Alerts(AlertEvent::Changed));
    told.into_iter().collect()
}

/// Sends what is due through one channel, and stores the result.
fn send_by_channel(
    context: &EngineContext,
    plan: &AlertPlan,
    channel: AlertChannel,
    due: &[RaisedAlert],
    closing: &Stop,
) -> Result<(), EngineError> {
    let store = &context.store;
    match send(
        context,
        plan,
        channel,
        &AlertContent::of(plan, due),
        true,
        closing,
    ) {
        Ok(()) => store.note_alerts_sent(channel, due, Timestamp::now())?,
        // It stays unsent: the next process sends it.
        Err(Sending::CalledOff) => {}
        Err(Sending::Failed(message)) => {
            tracing::warn!(channel = %channel.token(), reason = %message.id, "not told");
            let wait = !closing.is_stopped();
            store.failed_alerts(channel, due, &message, wait, Timestamp::now())?;
        }
    }
    Ok(())
}

fn try_out(
    context: &EngineContext,
    closing: &Stop,
    channel: AlertChannel,
    content: impl FnOnce(&AlertPlan) -> AlertContent,
) -> Result<(), EngineError> {
    let plan = context.store.alert_plan()?;
    if !plan.channels().contains(&channel) {
        return Err(EngineError(Message::new("alert-no-channel")));
    }
    let told = content(&plan);
    send(context, &plan, channel, &told, false, closing).map_err(|fault| match fault {
        Sending::Failed(message) => EngineError(message),
        Sending::CalledOff => EngineError(Message::new("alert-called-off")),
    })
}

enum Sending {
    CalledOff,
    Failed(Message),
}

impl<E: Explain> From<E> for Sending {
    fn from(error: E) -> Self {
        Self::Failed(error.explain())
    }
}

fn send(
    context: &EngineContext,
    plan: &AlertPlan,
    channel: AlertChannel,
    told: &AlertContent,
    patient: bool,
    closing: &Stop,
) -> Result<(), Sending> {
    let part = match channel {
        AlertChannel::Desktop => None,
        AlertChannel::Webhook => Some((PartKind::Webhook, Cow::Borrowed(ALERTS))),
        AlertChannel::Service(_) => Some((PartKind::Webhook, channel.token())),
        AlertChannel::Mail => Some((PartKind::Mail, Cow::Borrowed(ALERTS))),
    };
    if context.gate.is_at_rest() {
        return Err(Sending::Failed(at_rest(&context.store).0));
    }
    if let Some((part, name)) = part {
        let gate = &context.gate;
        gate.unless_refused(part, &name)
            .map_err(|error| Sending::Failed(error.0))?;
    }
    let secret = || context.secrets().get(&channel.secret_name());
    let go_on = || !closing.is_stopped();
    let sent = match channel {
        AlertChannel::Desktop => {
            let mut lines = told.lines.clone();
            lines.truncate(DESK_LINES);
            return Ok(desktop::show(&told.title, &lines.join("\n"))?);
        }
        AlertChannel::Webhook => {
            let address = plan.webhook.as_deref().unwrap_or_default();
            // Without a key nobody has to unlock the secrets for it.
            let kept = match plan.webhook_key {
                Some(false) => None,
                _ => secret()?,
            };
            let there = Url::parse(address).ok();
            let there = there.as_ref().and_then(SecretPlace::exact);
            let key = kept
                .as_ref()
                .map(|kept| kept.for_place(there))
                .transpose()?;
            webhook(address, key, &told.id, &told.data, patient, &go_on)
        }
        AlertChannel::Service(id) => {
            let kept = secret()?;
            let sent = services::send(plan, id, kept.as_ref(), told, patient, &go_on);
            sent.map_err(|error| Sending::Failed(error.0))?
        }
        AlertChannel::Mail => {
            let way = plan.mail.clone().unwrap_or_default();
            let kept = match way.user.is_empty() {
                true => None,
                false => secret()?,
            };
            let there = secret_places::of_mail(&way);
            let password = kept
                .as_ref()
                .map(|kept| kept.for_place(there))
                .transpose()?;
            let text = told.lines.join("\n\n");
            mail(
                &way,
                password,
                &told.title,
                &text,
                &told.id,
                patient,
                &go_on,
            )
        }
    };
    match sent {
        Err(AlertError::CalledOff) => Err(Sending::CalledOff),
        sent => Ok(sent?),
    }
}
