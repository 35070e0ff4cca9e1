//! Channels for alerts other than the desktop: a webhook, messaging services and e-mail. Input: texts, data,
//! addresses, secrets. Output: why a channel rejected them. Blocks, so it is called from its own
//! thread. A temporary rejection is retried with growing waits, a limited number of times.

mod mail;
mod mail_refusal;
mod service;
mod webhook;

use std::time::{Duration, Instant};

pub use mail::{check as check_mail, send as mail};
pub use service::send as service;
pub use webhook::{check as check_webhook, post as webhook};

use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::ServiceKind;
use bowerbird_logic::policy::delivery::{MAX_WAIT, WAITS};

/// Interval between checks for cancellation during a wait.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why a channel did not accept an alert.
#[derive(Debug, thiserror::Error)]
pub enum AlertError {
    /// The webhook's address is not valid, or contains a password.
    #[error("no address of a webhook")]
    Address,
    /// The webhook rejected it.
    #[error("the webhook did not take it")]
    Webhook {
        /// Name of its host.
        host: String,
        /// Why.
        reason: Box<Message>,
    },
    /// A messaging service rejected it.
    #[error("{} did not take it", .service.token())]
    Service {
        /// Which one.
        service: ServiceKind,
        /// Why.
        reason: Box<Message>,
    },
    /// A mail setting is not a mail address.
    #[error("no address of mail: {text}")]
    MailAddress {
        /// What was written.
        text: String,
    },
    /// A password would be sent over a network unencrypted.
    #[error("the password would go in clear")]
    Clear,
    /// The mail server rejected it.
    #[error("the mail server did not take it")]
    Mail {
        /// Name of the server.
        host: String,
        /// Why.
        reason: Box<Message>,
    },
    /// It was cancelled before it was accepted.
    #[error("called off")]
    CalledOff,
}

impl Explain for AlertError {
    fn explain(&self) -> Message {
        match self {
            Self::Address => Message::new("alert-bad-webhook"),
            Self::Webhook { host, reason } => Message::new("alert-webhook-failed")
                .with("host", host.as_str())
                .with("reason", reason.as_ref().clone()),
            Self::Service { service, reason } => Message::new("alert-service-failed")
                .with("service", service.name())
                .with("reason", reason.as_ref().clone()),
            Self::MailAddress { text } => {
                Message::new("alert-bad-mail-address").with("text", text.as_str())
            }
            Self::Clear => Message::new("alert-mail-clear"),
            Self::Mail { host, reason } => Message::new("alert-mail-failed")
                .with("host", host.as_str())
                .with("reason", reason.as_ref().clone()),
            Self::CalledOff => Message::new("alert-called-off"),
        }
    }
}

/// The result of a try: success, or the error, whether a retry may succeed, and after which time.
type Tried = Result<(), (AlertError, bool, Option<Duration>)>;

/// Tries until it succeeds, is cancelled, or no retry can succeed. `patient`: whether to retry.
fn persist(
    patient: bool,
    go_on: &dyn Fn() -> bool,
    mut attempt: impl FnMut() -> Tried,
) -> Result<(), AlertError> {
    let mut waits = WAITS.into_iter();
    loop {
        let Err((error, passes, asked)) = attempt() else {
            return Ok(());
        };
        let Some(wait) = waits.next().filter(|_| passes && patient) else {
            return Err(error);
        };
        let until = Instant::now() + asked.unwrap_or(wait).min(MAX_WAIT);
        while Instant::now() < until {
            if !go_on() {
                return Err(AlertError::CalledOff);
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}
