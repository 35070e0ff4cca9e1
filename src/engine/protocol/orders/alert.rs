//! What the faces may ask of alerts, and what the engine reports.

use serde::Serialize;

use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AlertChannel, AlertPlan, RaisedAlert};

/// What is wanted about alerts.
#[derive(Clone, Debug, PartialEq)]
pub enum AlertOrder {
    /// Conditions and ways from now on; a condition with the number 0 is new → `Changed`.
    Plan(Box<AlertPlan>),
    /// Keeps the key of the webhook or the password of the mail server; forgets it without one
    /// → `Changed`.
    Secret {
        /// Whose.
        channel: AlertChannel,
        /// The secret.
        secret: Option<Secret>,
    },
    /// Tells a test by one way → `Tested`.
    Test(AlertChannel),
    /// Judges all conditions now → `Changed`.
    Judge,
    /// Forgets what was raised and holds no more → `Changed`.
    Forget,
}

/// What happened to alerts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum AlertEvent {
    /// Conditions, ways or what was raised changed: ask again.
    Changed,
    /// These hold since now.
    Raised(Vec<RaisedAlert>),
    /// What came of a test.
    Tested {
        /// By which way.
        channel: AlertChannel,
        /// Why it failed; nothing when it was taken.
        fault: Option<Message>,
    },
}
