//! Ways by which alerts leave the program beside the desktop: a webhook and e-mail. Flows in: words,
//! data, addresses, secrets. Flows out: why a way did not take them. Blocks, so it is called from a
//! thread of its own; what a receiver refuses for a passing reason is sent again, ever later and not
//! for ever.

mod mail;
mod webhook;

use std::time::{Duration, Instant};

pub use mail::{check as check_mail, send as mail};
pub use webhook::{check as check_webhook, post as webhook};

use bowerbird_logic::messages::{Explain, Message};

/// Waits before something is sent again; then it is given up.
const WAITS: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(15),
    Duration::from_secs(40),
];
/// Longest wait that a receiver may ask for.
const MAX_WAIT: Duration = Duration::from_secs(120);
/// How often a wait looks whether it is called off.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why a way did not take an alert.
#[derive(Debug, thiserror::Error)]
pub enum AlertError {
    /// The address of the webhook is none, or has a password in it.
    #[error("no address of a webhook")]
    Address,
    /// The webhook did not take it.
    #[error("the webhook did not take it")]
    Webhook {
        /// Name of its host.
        host: String,
        /// Why.
        reason: Box<Message>,
    },
    /// What belongs to the mail is no address of mail.
    #[error("no address of mail: {text}")]
    MailAddress {
        /// What was written.
        text: String,
    },
    /// A password would go in clear over a network.
    #[error("the password would go in clear")]
    Clear,
    /// The mail server did not take it.
    #[error("the mail server did not take it: {reason}")]
    Mail {
        /// Name of the server.
        host: String,
        /// What it says.
        reason: String,
    },
    /// It was called off before it was taken.
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
            Self::MailAddress { text } => {
                Message::new("alert-bad-mail-address").with("text", text.as_str())
            }
            Self::Clear => Message::new("alert-mail-clear"),
            Self::Mail { host, reason } => Message::new("alert-mail-failed")
                .with("host", host.as_str())
                .with("reason", reason.as_str()),
            Self::CalledOff => Message::new("alert-called-off"),
        }
    }
}

/// What a try came to: done, or why not and whether another may help, and after which time.
type Tried = Result<(), (AlertError, bool, Option<Duration>)>;

/// Tries until it is done, called off, or no further try helps. `patient`: whether it is tried again.
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
