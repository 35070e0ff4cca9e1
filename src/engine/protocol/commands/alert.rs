//! Alert commands of the front ends, and the engine's reports.

use std::path::PathBuf;

use serde::Serialize;

use bowerbird_io::secrets::Secret;
use bowerbird_io::store::KeptAfterAll;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    AlertChannel, AlertPlan, RaisedAlert, RecordCondition, RecordMatch, ServiceKind, SiteId,
};

/// An alert command.
#[derive(Clone, Debug, PartialEq)]
pub enum AlertCommand {
    /// Replaces conditions and channels; a condition with the number 0 is new → `Changed`.
    Plan(Box<AlertPlan>),
    /// Stores the key of the webhook or the password of the mail server; removes it if `None` →
    /// `Changed`.
    Secret {
        /// Its channel.
        channel: AlertChannel,
        /// The secret.
        secret: Option<Secret>,
    },
    /// Sets up a messaging service, which the address names if `kind` does not → `Changed`.
    AddService {
        /// The service.
        kind: Option<ServiceKind>,
        /// Its whole address, as people copy it or as Apprise writes it.
        address: Secret,
    },
    /// Removes the messaging service with this number → `Changed`.
    RemoveService(u16),
    /// Stores a condition over records; one with the number 0 is new → `Changed`.
    Condition(Box<RecordCondition>),
    /// Removes the condition over records with this number → `Changed`.
    RemoveCondition(i64),
    /// Moves a filter one place among the filters → `Changed`.
    MoveFilter {
        /// Its number.
        id: i64,
        /// Before the one above it, or behind the one below.
        up: bool,
    },
    /// Keeps records that filters left out, by their numbers on the list → `Kept`, `RecordsChanged`.
    KeepSkipped(Vec<i64>),
    /// Sends a test through one channel → `Tested`.
    Test(AlertChannel),
    /// Sends through one channel what a condition would tell of a match → `Tested`.
    TestCondition {
        /// The channel.
        channel: AlertChannel,
        /// The condition, which need not be stored.
        condition: Box<RecordCondition>,
        /// The match.
        found: Box<RecordMatch>,
    },
    /// Evaluates all conditions now → `Changed`.
    Judge,
    /// Removes alerts that no longer hold → `Changed`.
    Forget,
    /// Adds the filters and record alerts beside a rule file to a site → `Taken`, `Changed`.
    TakeConditions {
        /// The site.
        site: SiteId,
        /// The rule file.
        rule_file: PathBuf,
    },
}

/// An alert event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum AlertEvent {
    /// Conditions, channels or raised alerts changed: query again.
    Changed,
    /// So many filters and record alerts came with a rule file, and are the site's from now on.
    Taken(usize),
    /// Records that filters had left out are stored, or wait for the next run.
    Kept(KeptAfterAll),
    /// These now hold.
    Raised(Vec<RaisedAlert>),
    /// The result of a test.
    Tested {
        /// Its channel.
        channel: AlertChannel,
        /// Why it failed; `None` on success.
        fault: Option<Message>,
    },
}
